# The published key: two products of one second are one item.

table "retail_cart" {}

entity "cart_item" {
  identity = [customer_id, status, created_at, item_sku]

  attribute "customer_id" {
    type       = string
    max_length = 40
  }
  attribute "status" { type = enum("ACTIVE", "SAVED", "PURCHASED") }
  attribute "created_at" {
    type      = timestamp
    precision = second
  }
  attribute "item_sku" {
    type       = string
    max_length = 40
  }

  key "table" {
    partition = "CUSTOMER#${customer_id}"
    sort      = "CART#${status}#${created_at}"
  }
}

access_pattern "active_cart" {
  entity = cart_item
  equals = [customer_id]
  where  = status == "ACTIVE"
  sort   = created_at
  order  = descending
}
