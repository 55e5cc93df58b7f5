# What customers have in the cart, saved for later, or bought.

table "retail_cart" {
  description = "Cart lines of customers"
}

entity "cart_item" {
  description = "A product that a customer holds; a line that changes its status is deleted and made anew, in one transaction"
  identity    = [customer_id, status, created_at, item_sku]

  attribute "customer_id" {
    type       = string
    max_length = 40
  }
  attribute "status" { type = enum("ACTIVE", "SAVED", "PURCHASED") }
  attribute "created_at" { type = timestamp }
  attribute "item_sku" {
    type       = string
    max_length = 40
    prefix     = "SKU#"
  }
  attribute "price" { type = decimal }
  attribute "count" {
    type = int
    min  = 1
    max  = 9999
  }
  attribute "order_id" {
    description = "The order that it was bought in"
    type        = string
    max_length  = 40
    optional    = true
  }
}

access_pattern "active_cart" {
  description = "What is in a customer's cart, newest first, and what was just put there is in it"
  entity      = cart_item
  equals      = [customer_id]
  where       = status == "ACTIVE"
  sort        = created_at
  order       = descending
  consistent  = true
}

access_pattern "saved_for_later" {
  description = "What a customer put aside, newest first"
  entity      = cart_item
  equals      = [customer_id]
  where       = status == "SAVED"
  sort        = created_at
  order       = descending
}

access_pattern "purchased" {
  description = "What a customer bought, newest first"
  entity      = cart_item
  equals      = [customer_id]
  where       = status == "PURCHASED"
  sort        = created_at
  order       = descending
}

access_pattern "holders_of_product" {
  description = "Who holds a product in a status, newest first"
  entity      = cart_item
  equals      = [item_sku, status]
  sort        = created_at
  order       = descending
}

access_pattern "holders_of_product_between" {
  description = "Who has held a product in a status from one moment to another: a day is its first and last millisecond"
  entity      = cart_item
  equals      = [item_sku, status]
  range       = between(created_at)
}

access_pattern "reports" {
  description = "Any question of the business, over the stream"
  entity      = cart_item
  external    = "Athena"
}
