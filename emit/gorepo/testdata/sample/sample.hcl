table "sample" {
  description = "Customers with their orders and refunds"
}

entity "customer" {
  description = "A customer of the shop"
  prefix      = "c#"
  identity    = [customer_id]

  attribute "customer_id" {
    type      = ulid
    prefix    = "u#"
    on_create = ulid
  }
  attribute "email" {
    type        = string
    max_length  = 254
    description = "where invoices go"
  }
  attribute "email_key" {
    derive = lower(email)
    prefix = "EMAIL#"
  }
  attribute "name" { type = string }
  attribute "created_at" {
    type      = timestamp
    immutable = true
    on_create = now
  }
  attribute "updated_at" {
    type     = timestamp
    on_write = now
  }
  attribute "birthday" {
    type     = date
    optional = true
  }
  attribute "tags" {
    type     = set(string)
    optional = true
  }
  attribute "address" {
    type     = object({ street = string, city = optional(string) })
    optional = true
  }

  unique "email" { attributes = [email_key] }

  key "table" {
    partition = "u#${customer_id}"
    sort      = "c#"
  }
  key "GSI1" {
    partition = "EMAIL#${email_key}"
    sort      = "c#"
  }
}

entity "order" {
  description = "A basket that was checked out"
  prefix      = "o#"
  identity    = [customer_id, order_id]

  attribute "customer_id" { references = customer }
  attribute "order_id" {
    type      = ulid
    on_create = ulid
  }
  attribute "placed_at" {
    type      = timestamp
    immutable = true
  }
  attribute "status" { type = enum("pending", "paid", "shipped") }
  attribute "total" { type = decimal }
  attribute "number" {
    type = int
    min  = 0
    max  = 999999
  }
  attribute "note" {
    type      = string
    optional  = true
    stored_as = "n"
  }
  attribute "revision" { type = int }
  attribute "expires_at" {
    type     = epoch
    optional = true
  }

  version = revision
  ttl {
    attribute = expires_at
    after     = "720h"
    jitter    = "10%"
  }

  key "table" {
    partition = "u#${customer_id}"
    sort      = "o#${order_id}"
  }
  key "GSI1" {
    partition = "STATUS#${status}"
    sort      = "o#${placed_at}#${order_id}"
  }
  key "GSI2" {
    partition = "u#${customer_id}"
    sort      = "o#${placed_at}#${order_id}"
    when      = status == "pending"
  }
}

entity "refund" {
  prefix   = "r#"
  identity = [customer_id, refund_id]

  attribute "customer_id" { references = customer }
  attribute "refund_id" { type = string }
  attribute "placed_at" {
    type      = timestamp
    immutable = true
  }
  attribute "amount" { type = decimal }

  key "table" {
    partition = "u#${customer_id}"
    sort      = "r#${refund_id}"
  }
}

access_pattern "get_customer" {
  entity = customer
  equals = [customer_id]
}

access_pattern "customer_by_email" {
  description = "The customer with an e-mail address, in any case"
  entity      = customer
  equals      = [email_key]
}

access_pattern "get_order" {
  entity = order
  equals = [customer_id, order_id]
}

access_pattern "orders_of_customer" {
  description = "A customer's orders, newest first"
  entity      = order
  equals      = [customer_id]
  sort        = order_id
  order       = descending
  limit       = 20
}

access_pattern "latest_order" {
  description = "A customer's newest order"
  entity      = order
  equals      = [customer_id]
  sort        = order_id
  order       = descending
  take        = first
}

access_pattern "count_orders" {
  description = "How many orders a customer has"
  entity      = order
  equals      = [customer_id]
  select      = count
}

access_pattern "orders_by_status" {
  description = "All orders in a status, oldest first, within a time range"
  entity      = order
  equals      = [status]
  range       = placed_at
}

access_pattern "pending_orders" {
  description = "A customer's orders that are not paid, oldest first"
  entity      = order
  equals      = [customer_id]
  where       = status == "pending"
  sort        = placed_at
}

access_pattern "customer_page" {
  description = "A customer and the orders, oldest first, in one read"
  entities    = [customer, order]
  equals      = [customer_id]
  first       = customer
  sort        = order_id
}

access_pattern "activity" {
  description = "What a customer bought and got back, newest first"
  entities    = [order, refund]
  equals      = [customer_id]
  range       = placed_at
  order       = descending
}

emit "go" {
  path    = "."
  package = "sample"
}
