# The orders of a representative in some statuses, by time: one key has one
# order, and a list of values is no bound of it.

table "hr_order_entry" {}

entity "order_rep" {
  identity = [order_id, employee_id]

  attribute "order_id" {
    type       = string
    max_length = 20
  }
  attribute "employee_id" {
    type       = string
    max_length = 20
  }
  attribute "status" { type = enum("OPEN", "SHIPPED", "CLOSED") }
  attribute "placed_at" {
    type      = timestamp
    immutable = true
  }
}

access_pattern "orders_of_rep" {
  entity = order_rep
  equals = [employee_id]
  range  = [status, placed_at]
  sort   = placed_at
}
