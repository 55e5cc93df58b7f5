table "shop" {}

entity "customer" {
  prefix   = "c#"
  identity = [customer_id]

  attribute "customer_id" { type = string }
  attribute "email" {
    type     = string
    optional = true
  }
  unique "email" { attributes = [email] }
}

entity "order" {
  prefix   = "o#"
  identity = [customer_id, number]

  attribute "customer_id" { references = customer }
  attribute "number" { type = string }
  attribute "status" { type = enum("open", "paid", "sent") }
  attribute "title" { type = string }
}

entity "note" {
  prefix   = "n#"
  identity = [customer_id, number]

  attribute "customer_id" { references = customer }
  attribute "number" { type = string }
}

access_pattern "customer_with_orders" {
  entities = [customer, order]
  equals   = [customer_id]
  first    = customer
  range    = at_most(number)
}

access_pattern "notes" {
  entity = note
  equals = [customer_id]
  range  = number
  order  = descending
}

access_pattern "open_orders" {
  entity = order
  equals = [customer_id]
  where  = status == "open"
  range  = title
}

access_pattern "customer_by_email" {
  entity = customer
  equals = [email]
}

access_pattern "one_order" {
  entity = order
  equals = [customer_id, number]
}
