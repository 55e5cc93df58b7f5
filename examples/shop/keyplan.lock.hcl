# What is stored in the table, as keyplan last accepted it. Commit this file and
# do not edit it: a stored key cannot be renamed. To plan anew, on purpose:
# keyplan plan -replan

lock {
  format = 1
  sum    = "c160b72a291bb0c0"
}

table "shop" {
  partition        = "pk"
  sort             = "sk"
  delimiter        = "#"
  entity_attribute = "entity_type"
  ttl              = "expires_at"
}

index "gsi1" {
  owner      = category
  partition  = "gsi1_pk"
  sort       = "gsi1_sk"
  projection = all
}

index "gsi2" {
  owner      = product
  partition  = "gsi2_pk"
  sort       = "gsi2_sk"
  projection = all
}

entity "category" {
  value  = "category"
  prefix = "c#"

  attribute "category_id" {
    type   = "S"
    prefix = "c#"
  }
  attribute "name" { type = "S" }
  attribute "parent" {
    type   = "S"
    prefix = "c#"
  }

  key "table" {
    partition = "c#${text(category_id)}"
    sort      = "c#"
  }

  key "gsi1" {
    partition = "c#${text(parent)}"
    sort      = "c#${text(name)}"
  }
}

entity "product" {
  value  = "product"
  prefix = "p#"

  attribute "category_id" {
    type   = "S"
    prefix = "c#"
  }
  attribute "product_id" {
    type   = "S"
    prefix = "p#"
  }
  attribute "top_category" {
    type   = "S"
    prefix = "c#"
  }
  attribute "title" { type = "S" }
  attribute "price" { type = "N" }
  attribute "stock" { type = "N" }

  key "table" {
    partition = "c#${text(category_id)}"
    sort      = "p#${text(product_id)}"
  }

  key "gsi1" {
    partition = "p#"
    sort      = "p#${sorted(text(title))}#"
  }

  key "gsi2" {
    partition = "c#${text(top_category)}"
    sort      = "p#${text(title)}"
  }
}

entity "customer" {
  value  = "customer"
  prefix = "u#"

  attribute "customer_id" {
    type   = "S"
    prefix = "u#"
  }
  attribute "email" { type = "S" }
  attribute "email_key" {
    type   = "S"
    prefix = "email#"
    derive = "lower(email)"
  }
  attribute "name" { type = "S" }
  attribute "created_at" { type = "time(ms)" }

  key "table" {
    partition = "u#${text(customer_id)}"
    sort      = "u#"
  }

  key "gsi1" {
    partition = "email#${text(email_key)}"
    sort      = "u#"
  }

  unique "email" {
    partition = "#unique#customer#email#${text(email_key)}"
    sort      = "#unique#"
  }
}

entity "basket" {
  value  = "basket"
  prefix = "b#"

  attribute "customer_id" {
    type   = "S"
    prefix = "u#"
  }
  attribute "basket_id" {
    type   = "S"
    prefix = "b#"
  }
  attribute "created_at" { type = "time(ms)" }
  attribute "expires_at" { type = "epoch(s)" }

  key "table" {
    partition = "u#${text(customer_id)}"
    sort      = "b#${ulid(basket_id)}"
  }
}

entity "basket_item" {
  value  = "basket_item"
  prefix = "bi#"

  attribute "customer_id" {
    type   = "S"
    prefix = "u#"
  }
  attribute "basket_id" {
    type   = "S"
    prefix = "b#"
  }
  attribute "product_id" { type = "S" }
  attribute "title" { type = "S" }
  attribute "quantity" { type = "N" }
  attribute "unit_price" { type = "N" }

  key "table" {
    partition = "u#${text(customer_id)}#b#${ulid(basket_id)}"
    sort      = "bi#${text(product_id)}"
  }
}

entity "order" {
  value  = "order"
  prefix = "o#"

  attribute "customer_id" {
    type   = "S"
    prefix = "u#"
  }
  attribute "order_id" {
    type   = "S"
    prefix = "o#"
  }
  attribute "placed_at" { type = "time(ms)" }
  attribute "status" { type = "S" }
  attribute "total" { type = "N" }

  key "table" {
    partition = "u#${text(customer_id)}"
    sort      = "o#${ulid(order_id)}"
  }

  key "gsi1" {
    partition = "o#${ulid(order_id)}"
    sort      = "o#"
  }

  key "gsi2" {
    partition = "u#${text(customer_id)}"
    sort      = "o#${time(ms, placed_at)}#"
  }
}

entity "order_line" {
  value  = "order_line"
  prefix = "ol#"

  attribute "customer_id" {
    type   = "S"
    prefix = "u#"
  }
  attribute "order_id" {
    type   = "S"
    prefix = "o#"
  }
  attribute "line" {
    type   = "N"
    prefix = "ol#"
  }
  attribute "product_id" { type = "S" }
  attribute "title" { type = "S" }
  attribute "quantity" { type = "N" }
  attribute "unit_price" { type = "N" }
  attribute "placed_at" { type = "time(ms)" }

  key "table" {
    partition = "u#${text(customer_id)}#o#${ulid(order_id)}#ol#${int(3, line)}"
    sort      = "ol#"
  }

  key "gsi1" {
    partition = "o#${ulid(order_id)}"
    sort      = "ol#${int(3, line)}"
  }

  key "gsi2" {
    partition = "u#${text(customer_id)}"
    sort      = "ol#${time(ms, placed_at)}"
  }
}

entity "payment" {
  value  = "payment"
  prefix = "py#"

  attribute "order_id" {
    type   = "S"
    prefix = "o#"
  }
  attribute "payment_id" {
    type   = "S"
    prefix = "py#"
  }
  attribute "amount" { type = "N" }
  attribute "method" { type = "S" }
  attribute "paid_at" { type = "time(ms)" }

  key "table" {
    partition = "o#${ulid(order_id)}#py#${ulid(payment_id)}"
    sort      = "py#"
  }

  key "gsi1" {
    partition = "o#${ulid(order_id)}"
    sort      = "py#${time(ms, paid_at)}"
  }
}

entity "invoice" {
  value  = "invoice"
  prefix = "i#"

  attribute "order_id" {
    type   = "S"
    prefix = "o#"
  }
  attribute "invoice_id" {
    type   = "S"
    prefix = "i#"
  }
  attribute "number" { type = "S" }
  attribute "amount" { type = "N" }
  attribute "issued_at" { type = "time(ms)" }

  key "table" {
    partition = "o#${ulid(order_id)}#i#${ulid(invoice_id)}"
    sort      = "i#"
  }
}
