# What is stored in the table, as keyplan last accepted it. Commit this file and
# do not edit it: a stored key cannot be renamed. To plan anew, on purpose:
# keyplan plan -replan

lock {
  format = 1
  sum    = "033ea1d9a6b5662d"
}

table "store" {
  partition        = "PK"
  sort             = "SK"
  delimiter        = "#"
  entity_attribute = "entity"
  ttl              = "expires_at"
}

entity "user" {
  value  = "user"
  prefix = "USER#"

  attribute "user_id" {
    type   = "S"
    prefix = "USER#"
  }
  attribute "name" { type = "S" }
  attribute "email" { type = "S" }

  key "table" {
    partition = "USER#${text(user_id)}"
    sort      = "USER#"
  }
}

entity "order" {
  value  = "order"
  prefix = "ORDER#"

  attribute "user_id" {
    type   = "S"
    prefix = "USER#"
  }
  attribute "placed_on" { type = "date" }
  attribute "number" { type = "N" }
  attribute "total" { type = "N" }
  attribute "status" { type = "S" }

  key "table" {
    partition = "USER#${text(user_id)}"
    sort      = "ORDER#${date(placed_on)}#${int(3, number)}"
  }
}

entity "product" {
  value  = "product"
  prefix = "PRODUCT#"

  attribute "product_id" {
    type   = "S"
    prefix = "PRODUCT#"
  }
  attribute "name" { type = "S" }
  attribute "price" { type = "N" }

  key "table" {
    partition = "PRODUCT#${text(product_id)}"
    sort      = "PRODUCT#"
  }
}

entity "review" {
  value  = "review"
  prefix = "REVIEW#"

  attribute "product_id" {
    type   = "S"
    prefix = "PRODUCT#"
  }
  attribute "reviewed_on" { type = "date" }
  attribute "user_id" { type = "S" }
  attribute "rating" { type = "N" }
  attribute "comment" { type = "S" }

  key "table" {
    partition = "PRODUCT#${text(product_id)}"
    sort      = "REVIEW#${date(reviewed_on)}#${text(user_id)}"
  }
}

entity "session" {
  value  = "session"
  prefix = "SESSION#"

  attribute "session_id" {
    type   = "S"
    prefix = "SESSION#"
  }
  attribute "user_id" { type = "S" }
  attribute "expires_at" { type = "epoch(s)" }

  key "table" {
    partition = "SESSION#${uuid(session_id)}"
    sort      = "SESSION#"
  }
}
