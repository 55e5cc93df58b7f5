# A status that changes in place cannot stand in the primary key, so that the
# cart needs an index, too: one more than published.

table "retail_cart" { max_indexes = 1 }

entity "cart_item" {
  identity = [customer_id, created_at, item_sku]

  attribute "customer_id" {
    type       = string
    max_length = 40
  }
  attribute "status" { type = enum("ACTIVE", "SAVED", "PURCHASED") }
  attribute "created_at" { type = timestamp }
  attribute "item_sku" {
    type       = string
    max_length = 40
  }
}

access_pattern "active_cart" {
  entity = cart_item
  equals = [customer_id]
  where  = status == "ACTIVE"
  sort   = created_at
  order  = descending
}

access_pattern "holders_of_product" {
  entity = cart_item
  equals = [item_sku, status]
  sort   = created_at
  order  = descending
}
