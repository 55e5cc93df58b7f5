# Accounts with their users and invoices, and products.

table "onetable_overview" {
  description = "Accounts, users, products and invoices"
}

entity "account" {
  identity = [account_id]

  attribute "account_id" { type = ulid }
  attribute "name" {
    type       = string
    max_length = 100
  }
  attribute "balance" { type = decimal }

  unique "name" { attributes = [name] }
}

entity "user" {
  description = "Someone who works for an account"
  identity    = [account_id, email]

  attribute "account_id" { references = account }
  attribute "email" {
    type       = string
    max_length = 254
  }
  attribute "user_id" {
    type      = ulid
    immutable = true
  }
  attribute "name" {
    type       = string
    max_length = 100
  }
  attribute "role" { type = enum("user", "admin") }
  attribute "address" {
    type     = object({ street = string, city = string, zip = string })
    optional = true
  }
  attribute "status" { type = enum("active", "inactive") }
  attribute "balance" { type = decimal }
}

entity "product" {
  identity = [product_id]

  attribute "product_id" { type = ulid }
  attribute "name" {
    type       = string
    max_length = 100
  }
  attribute "price" { type = decimal }
}

entity "invoice" {
  identity = [account_id, invoice_id]

  attribute "account_id" { references = account }
  attribute "invoice_id" { type = ulid }
  attribute "date" {
    type      = date
    immutable = true
  }
  attribute "product" {
    description = "The name of the product, as it was"
    type        = string
    max_length  = 100
  }
  attribute "count" {
    type = int
    min  = 1
    max  = 9999
  }
  attribute "total" { type = decimal }
}

access_pattern "get_user" {
  entity = user
  equals = [account_id, email]
}

access_pattern "users_by_name" {
  description = "Users of a name, of whatever account"
  entity      = user
  equals      = [name]
}

access_pattern "users_of_account" {
  description = "The users of an account, by e-mail address"
  entity      = user
  equals      = [account_id]
  sort        = email
  limit       = 25
}

access_pattern "account_page" {
  description = "An account with its users and invoices, in one read"
  entities    = [account, user, invoice]
  equals      = [account_id]
}

access_pattern "get_account" {
  entity = account
  equals = [account_id]
}

access_pattern "accounts_by_name" {
  description = "Accounts whose name begins with something"
  entity      = account
  shards      = 1 # accounts are few: one partition is accepted
  range       = begins_with(name)
  select      = keys
}

access_pattern "get_product" {
  entity = product
  equals = [product_id]
}

access_pattern "products_by_name" {
  description = "Products whose name begins with something"
  entity      = product
  shards      = 1 # products are few: one partition is accepted
  range       = begins_with(name)
  select      = keys
}

access_pattern "invoices_between" {
  description = "Invoices of all accounts from one day to another"
  entity      = invoice
  shards      = 1 # as the design has it; it takes what one partition takes
  range       = between(date)
  select      = keys
}
