# The smallest useful model: users, their orders, products and their reviews,
# and sessions that end by themselves.

table "store" {
  description = "A small store"
}

emit "terraform" { path = "terraform" }

emit "go" {
  path    = "storedb"
  package = "storedb"
}

emit "tests" {
  path    = "storedb"
  package = "storedb_test"
}

entity "user" {
  description = "Someone with an account"
  identity    = [user_id]

  attribute "user_id" {
    type       = string
    max_length = 40
  }
  attribute "name" {
    type       = string
    max_length = 100
  }
  attribute "email" {
    type       = string
    max_length = 254
  }
}

entity "order" {
  description = "What a user bought on a day; orders of a day are numbered"
  identity    = [user_id, placed_on, number]

  attribute "user_id" { references = user }
  attribute "placed_on" { type = date }
  attribute "number" {
    type = int
    min  = 1
    max  = 999
  }
  attribute "total" { type = decimal }
  attribute "status" { type = enum("open", "paid", "shipped") }
}

entity "product" {
  description = "Something to buy"
  identity    = [product_id]

  attribute "product_id" {
    type       = string
    max_length = 40
  }
  attribute "name" {
    type       = string
    max_length = 100
  }
  attribute "price" { type = decimal }
}

entity "review" {
  description = "What a user says about a product, once a day"
  identity    = [product_id, reviewed_on, user_id]

  attribute "product_id" { references = product }
  attribute "reviewed_on" { type = date }
  attribute "user_id" { references = user }
  attribute "rating" {
    type = int
    min  = 1
    max  = 5
  }
  attribute "comment" {
    type       = string
    max_length = 4000
    optional   = true
  }
}

entity "session" {
  description = "A login, ended by its time to live"
  identity    = [session_id]

  attribute "session_id" { type = uuid }
  attribute "user_id" { references = user }
  attribute "expires_at" { type = epoch }

  ttl {
    attribute = expires_at
    after     = "168h"
  }
}

access_pattern "get_user" {
  description = "A user's profile"
  entity      = user
  equals      = [user_id]
}

access_pattern "orders_of_user" {
  description = "All orders of a user, oldest first"
  entity      = order
  equals      = [user_id]
  sort        = placed_on
}

access_pattern "orders_between" {
  description = "The orders of a user from one day to another, both included"
  entity      = order
  equals      = [user_id]
  range       = between(placed_on)
}

access_pattern "get_product" {
  entity = product
  equals = [product_id]
}

access_pattern "reviews_of_product" {
  description = "The reviews of a product, newest first"
  entity      = review
  equals      = [product_id]
  range       = reviewed_on
  order       = descending
}

access_pattern "get_session" {
  description = "A session that has not ended"
  entity      = session
  equals      = [session_id]
}
