# Customers, what they order, how it is invoiced and shipped, and what is in stock.

table "online_shop" {
  description = "Orders, invoices, shipments and stock"
}

entity "customer" {
  prefix   = "c#"
  identity = [customer_id]

  attribute "customer_id" {
    type       = string
    max_length = 40
  }
  attribute "email" {
    type       = string
    max_length = 254
  }
  attribute "name" {
    type       = string
    max_length = 100
  }
}

entity "product" {
  prefix   = "p#"
  identity = [product_id]

  attribute "product_id" {
    type       = string
    max_length = 40
  }
  attribute "price" { type = decimal }
  attribute "detail" { type = object({ name = string, description = string }) }
}

entity "warehouse" {
  prefix   = "w#"
  identity = [warehouse_id]

  attribute "warehouse_id" {
    type       = string
    max_length = 40
  }
  attribute "address" { type = map(string) }
}

entity "warehouse_item" {
  description = "How much of a product a warehouse has"
  prefix      = "wi#"
  identity    = [product_id, warehouse_id]

  attribute "product_id" { references = product }
  attribute "warehouse_id" { references = warehouse }
  attribute "quantity" {
    type = int
    min  = 0
    max  = 100000000
  }
}

entity "order" {
  prefix   = "o#"
  identity = [order_id]

  attribute "order_id" {
    type       = string
    max_length = 40
  }
  attribute "customer_id" {
    references = customer
    immutable  = true
  }
  attribute "date" {
    type      = timestamp
    immutable = true
  }
}

entity "order_item" {
  description = "A product of an order, with a copy of the order's customer and date"
  prefix      = "oi#"
  identity    = [order_id, product_id]

  attribute "order_id" { references = order }
  attribute "product_id" { references = product }
  attribute "customer_id" {
    references = customer
    immutable  = true
  }
  attribute "price" { type = decimal }
  attribute "quantity" {
    type = int
    min  = 1
    max  = 1000000
  }
  attribute "date" {
    type      = timestamp
    immutable = true
  }
}

entity "invoice" {
  description = "The bill of an order, with what was paid"
  prefix      = "i#"
  identity    = [order_id, invoice_id]

  attribute "order_id" { references = order }
  attribute "invoice_id" {
    type       = string
    max_length = 40
  }
  attribute "customer_id" {
    references = customer
    immutable  = true
  }
  attribute "amount" { type = decimal }
  attribute "date" {
    type      = timestamp
    immutable = true
  }
  attribute "payments" { type = list(object({ type = string, amount = decimal, data = optional(string) })) }
}

entity "shipment" {
  prefix   = "sh#"
  identity = [order_id, shipment_id]

  attribute "order_id" { references = order }
  attribute "shipment_id" {
    type       = string
    max_length = 40
  }
  attribute "warehouse_id" {
    references = warehouse
    immutable  = true
  }
  attribute "address" { type = map(string) }
  attribute "type" {
    type       = string
    max_length = 40
  }
  attribute "date" { type = timestamp }
}

entity "shipment_item" {
  prefix   = "shp#"
  identity = [order_id, shipment_item_id]

  attribute "order_id" { references = order }
  attribute "shipment_item_id" {
    type       = string
    max_length = 40
  }
  attribute "shipment_id" {
    references = shipment.shipment_id
    immutable  = true
  }
  attribute "product_id" {
    references = product
    immutable  = true
  }
  attribute "quantity" {
    type = int
    min  = 1
    max  = 1000000
  }
}

access_pattern "get_customer" {
  entity = customer
  equals = [customer_id]
}

access_pattern "get_product" {
  entity = product
  equals = [product_id]
}

access_pattern "get_warehouse" {
  entity = warehouse
  equals = [warehouse_id]
}

access_pattern "stock_of_product" {
  description = "How much of a product each warehouse has"
  entity      = warehouse_item
  equals      = [product_id]
  sort        = warehouse_id
}

access_pattern "order_page" {
  description = "An order with its items, invoices and shipments, in one read"
  entities    = [order, order_item, invoice, shipment, shipment_item]
  equals      = [order_id]
}

access_pattern "items_of_order" {
  entity = order_item
  equals = [order_id]
  sort   = product_id
}

access_pattern "invoices_of_order" {
  entity = invoice
  equals = [order_id]
}

access_pattern "shipments_of_order" {
  entity = shipment
  equals = [order_id]
  sort   = shipment_id
}

access_pattern "orders_of_product" {
  description = "Who ordered a product from one moment to another"
  entity      = order_item
  equals      = [product_id]
  range       = between(date)
}

access_pattern "invoice_by_id" {
  description = "An invoice with its payments"
  entity      = invoice
  equals      = [invoice_id]
}

access_pattern "shipment_page" {
  description = "A shipment with what is in it, in one read"
  entities    = [shipment, shipment_item]
  equals      = [shipment_id]
}

access_pattern "shipments_of_warehouse" {
  entity = shipment
  equals = [warehouse_id]
  sort   = shipment_id
}

access_pattern "stock_of_warehouse" {
  entity = warehouse_item
  equals = [warehouse_id]
  sort   = product_id
}

access_pattern "invoices_of_customer" {
  description = "What a customer was billed from one moment to another"
  entity      = invoice
  equals      = [customer_id]
  range       = between(date)
}

access_pattern "bought_by_customer" {
  description = "What a customer ordered from one moment to another"
  entity      = order_item
  equals      = [customer_id]
  range       = between(date)
}
