# An online shop: catalogue, customers, baskets and orders in one table.
#
#   keyplan plan examples/shop        the keys, the requests, and why two indexes
#   keyplan generate examples/shop    the Terraform, the Go package and its tests

table "shop" {
  description = "Catalogue, baskets and orders of the shop"

  keys {
    partition       = "pk"
    sort            = "sk"
    index           = "gsi%d"
    index_partition = "gsi%d_pk"
    index_sort      = "gsi%d_sk"
  }
  entity_attribute = "entity_type"
}

emit "terraform" { path = "terraform" }

emit "go" {
  path    = "shopdb"
  package = "shopdb"
}

emit "tests" {
  path    = "shopdb"
  package = "shopdb_test"
}

# Catalogue

entity "category" {
  description = "A shelf of the shop, maybe inside another one"
  prefix      = "c#"
  identity    = [category_id]
  plural      = "Categories"

  attribute "category_id" {
    type       = string
    max_length = 40
  }
  attribute "name" {
    type       = string
    max_length = 100
  }
  attribute "parent" {
    description = "The category that this one stands in; none for a top-level one"
    references  = category
    optional    = true
  }
}

entity "product" {
  description = "Something for sale; moving it to another category makes a new item"
  prefix      = "p#"
  identity    = [category_id, product_id]

  attribute "category_id" { references = category }
  attribute "product_id" {
    type       = string
    max_length = 40
  }
  attribute "top_category" {
    description = "The top-level category, which never changes"
    references  = category
    immutable   = true
  }
  attribute "title" {
    type       = string
    max_length = 200
  }
  attribute "price" { type = decimal }
  attribute "stock" {
    type = int
    min  = 0
    max  = 1000000
  }
}

# Customers and their baskets

entity "customer" {
  description = "Someone who buys"
  prefix      = "u#"
  identity    = [customer_id]

  attribute "customer_id" {
    type       = string
    max_length = 40
  }
  attribute "email" {
    type       = string
    max_length = 254
  }
  attribute "email_key" {
    description = "The e-mail address in lower case: one account an address, however it is typed"
    derive      = lower(email)
    prefix      = "email#"
  }
  attribute "name" {
    type       = string
    max_length = 100
  }
  attribute "created_at" {
    type      = timestamp
    immutable = true
    on_create = now
  }

  unique "email" { attributes = [email_key] }
}

entity "basket" {
  description = "What a customer has picked and not yet bought; gone after a month"
  prefix      = "b#"
  identity    = [customer_id, basket_id]

  attribute "customer_id" { references = customer }
  attribute "basket_id" { type = ulid }
  attribute "created_at" {
    type      = timestamp
    immutable = true
    on_create = now
  }
  attribute "expires_at" { type = epoch }

  ttl {
    attribute = expires_at
    after     = "720h"
    jitter    = "10%"
  }
}

entity "basket_item" {
  description = "A product in a basket"
  prefix      = "bi#"
  identity    = [customer_id, basket_id, product_id]

  attribute "customer_id" { references = customer }
  attribute "basket_id" { references = basket.basket_id }
  attribute "product_id" { references = product.product_id }
  attribute "title" {
    type       = string
    max_length = 200
  }
  attribute "quantity" {
    type = int
    min  = 1
    max  = 999
  }
  attribute "unit_price" { type = decimal }
}

# Orders

entity "order" {
  description = "A basket that was checked out"
  prefix      = "o#"
  identity    = [customer_id, order_id]

  attribute "customer_id" { references = customer }
  attribute "order_id" { type = ulid }
  attribute "placed_at" {
    type      = timestamp
    immutable = true
  }
  attribute "status" { type = enum("pending", "paid", "shipped", "cancelled") }
  attribute "total" { type = decimal }
}

entity "order_line" {
  description = "One product of an order, as it was sold"
  prefix      = "ol#"
  identity    = [customer_id, order_id, line]

  attribute "customer_id" { references = customer }
  attribute "order_id" { references = order.order_id }
  attribute "line" {
    type = int
    min  = 1
    max  = 999
  }
  attribute "product_id" { references = product.product_id }
  attribute "title" {
    type       = string
    max_length = 200
  }
  attribute "quantity" {
    type = int
    min  = 1
    max  = 999
  }
  attribute "unit_price" { type = decimal }
  attribute "placed_at" {
    type      = timestamp
    immutable = true
  }
}

entity "payment" {
  description = "Money that came in for an order"
  prefix      = "py#"
  identity    = [order_id, payment_id]

  attribute "order_id" { references = order.order_id }
  attribute "payment_id" { type = ulid }
  attribute "amount" { type = decimal }
  attribute "method" { type = enum("card", "transfer", "voucher") }
  attribute "paid_at" {
    type      = timestamp
    immutable = true
  }
}

entity "invoice" {
  description = "The bill of an order"
  prefix      = "i#"
  identity    = [order_id, invoice_id]

  attribute "order_id" { references = order.order_id }
  attribute "invoice_id" { type = ulid }
  attribute "number" {
    type       = string
    max_length = 20
  }
  attribute "amount" { type = decimal }
  attribute "issued_at" {
    type      = timestamp
    immutable = true
  }
}

# What the shop asks

access_pattern "products_of_category" {
  description = "The products on one shelf"
  entity      = product
  equals      = [category_id]
}

access_pattern "subcategories" {
  description = "The categories inside one, by name"
  entity      = category
  equals      = [parent]
  sort        = name
}

access_pattern "orders_of_customer" {
  description = "A customer's orders, newest first, within a time range"
  entity      = order
  equals      = [customer_id]
  range       = placed_at
  order       = descending
}

access_pattern "payments_of_order" {
  description = "What was paid for an order, in the order it came in"
  entity      = payment
  equals      = [order_id]
  sort        = paid_at
}

access_pattern "get_order" {
  description = "One order of a customer"
  entity      = order
  equals      = [customer_id, order_id]
}

access_pattern "items_of_basket" {
  description = "What is in a customer's basket"
  entity      = basket_item
  equals      = [customer_id, basket_id]
}

access_pattern "bought_by_customer" {
  description = "Every product that a customer ever ordered, newest first"
  entity      = order_line
  equals      = [customer_id]
  sort        = placed_at
  order       = descending
}

access_pattern "customer_by_email" {
  description = "The customer with an e-mail address"
  entity      = customer
  equals      = [email_key]
}

access_pattern "products_by_title" {
  description = "Products of the whole shop whose title begins with something"
  entity      = product
  shards      = 1 # the catalogue is small: one partition is accepted
  range       = begins_with(title)
}

access_pattern "products_of_top_category" {
  description = "All books: the products under a top-level category, by title"
  entity      = product
  equals      = [top_category]
  sort        = title
}

access_pattern "customer_page" {
  description = "A customer with all baskets and orders in one read; it grows with every order"
  entities    = [customer, basket, order]
  equals      = [customer_id]
}

access_pattern "lines_of_order" {
  description = "The lines of an order, in order"
  entity      = order_line
  equals      = [order_id]
  sort        = line
}

access_pattern "order_page" {
  description = "An order with its lines and payments in one read"
  entities    = [order, order_line, payment]
  equals      = [order_id]
}

access_pattern "get_product" {
  entity = product
  equals = [category_id, product_id]
}

access_pattern "get_customer" {
  entity = customer
  equals = [customer_id]
}

access_pattern "get_category" {
  entity = category
  equals = [category_id]
}

access_pattern "search" {
  description = "Products by words"
  entity      = product
  external    = "OpenSearch"
}
