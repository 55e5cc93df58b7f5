# Open orders over fifteen partitions, as the guide has them.

table "hr_order_entry" {}

entity "order" {
  identity = [order_id]

  attribute "order_id" {
    type       = string
    max_length = 20
  }
  attribute "status" { type = enum("OPEN", "SHIPPED", "CLOSED") }
  attribute "placed_at" {
    type      = timestamp
    immutable = true
  }
}

access_pattern "open_orders" {
  entity = order
  shards = 15
  where  = status == "OPEN"
  range  = between(placed_at)
}
