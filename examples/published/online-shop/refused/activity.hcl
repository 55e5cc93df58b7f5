# Invoices and items of a customer in one order of time, beside each of them by
# itself: a third index.

table "online_shop" { max_indexes = 2 }

entity "order_item" {
  prefix   = "oi#"
  identity = [order_id, product_id]

  attribute "order_id" {
    type       = string
    max_length = 40
  }
  attribute "product_id" {
    type       = string
    max_length = 40
  }
  attribute "customer_id" {
    type       = string
    max_length = 40
    immutable  = true
  }
  attribute "date" {
    type      = timestamp
    immutable = true
  }
}

entity "invoice" {
  prefix   = "i#"
  identity = [order_id, invoice_id]

  attribute "order_id" { references = order_item.order_id }
  attribute "invoice_id" {
    type       = string
    max_length = 40
  }
  attribute "customer_id" {
    references = order_item.customer_id
    immutable  = true
  }
  attribute "date" {
    type      = timestamp
    immutable = true
  }
}

access_pattern "items_of_order" {
  entity = order_item
  equals = [order_id]
  sort   = product_id
}

access_pattern "orders_of_product" {
  entity = order_item
  equals = [product_id]
  range  = between(date)
}

access_pattern "bought_by_customer" {
  entity = order_item
  equals = [customer_id]
  range  = between(date)
}

access_pattern "activity_of_customer" {
  entities = [invoice, order_item]
  equals   = [customer_id]
  range    = between(date)
}
