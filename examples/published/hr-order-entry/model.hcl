# People, what they work on, customers, orders and products: sixteen kinds of item in one table.

table "hr_order_entry" {
  description = "Human resources and order entry"
}

# People

entity "employee" {
  identity = [employee_id]

  attribute "employee_id" {
    type       = string
    max_length = 20
  }
  attribute "name" {
    type       = string
    max_length = 100
  }
  attribute "phone" {
    type       = string
    max_length = 30
  }
  attribute "start_date" { type = date }
}

entity "employee_job" {
  description = "A job that an employee has (version v0) or had"
  identity    = [employee_id, version]

  attribute "employee_id" { references = employee }
  attribute "version" {
    type       = string
    max_length = 10
  }
  attribute "job_id" {
    references = job
    immutable  = true
  }
  attribute "title" {
    type       = string
    max_length = 100
  }
}

entity "employee_confidential" {
  description = "What only human resources may see"
  identity    = [employee_id]

  attribute "employee_id" { references = employee }
  attribute "hire_date" {
    type      = date
    immutable = true
  }
  attribute "name" {
    type       = string
    max_length = 100
  }
  attribute "salary" { type = decimal }
}

entity "employee_warehouse" {
  description = "An employee works in a warehouse since a day"
  identity    = [employee_id, warehouse_id]

  attribute "employee_id" { references = employee }
  attribute "warehouse_id" { references = warehouse }
  attribute "date" {
    type      = date
    immutable = true
  }
  attribute "name" {
    type       = string
    max_length = 100
  }
}

entity "employee_quota" {
  description = "What an employee sold in a quarter"
  identity    = [employee_id, quarter]

  attribute "employee_id" { references = employee }
  attribute "quarter" {
    description = "Such as 2018-Q4"
    type        = string
    max_length  = 7
  }
  attribute "order_total" { type = decimal }
  attribute "name" {
    type       = string
    max_length = 100
  }
}

# Places and jobs

entity "region" {
  identity = [region_id]

  attribute "region_id" {
    type       = string
    max_length = 20
  }
  attribute "name" {
    type       = string
    max_length = 100
  }
}

entity "country" {
  identity = [country_id]

  attribute "country_id" {
    type       = string
    max_length = 20
  }
  attribute "region_id" { references = region }
  attribute "name" {
    type       = string
    max_length = 100
  }
}

entity "location" {
  identity = [location_id]

  attribute "location_id" {
    type       = string
    max_length = 20
  }
  attribute "country_id" { references = country }
}

entity "job" {
  identity = [job_id]

  attribute "job_id" {
    type       = string
    max_length = 20
  }
  attribute "title" {
    type       = string
    max_length = 100
  }
}

entity "department" {
  identity = [department_id]

  attribute "department_id" {
    type       = string
    max_length = 20
  }
  attribute "name" {
    type       = string
    max_length = 100
  }
}

entity "warehouse" {
  identity = [warehouse_id]

  attribute "warehouse_id" {
    type       = string
    max_length = 20
  }
  attribute "region_id" { references = region }
}

# Orders

entity "customer" {
  identity = [customer_id]

  attribute "customer_id" {
    type       = string
    max_length = 20
  }
  attribute "account_rep" { references = employee }
  attribute "name" {
    type       = string
    max_length = 100
  }
  attribute "address" {
    type       = string
    max_length = 200
  }
  attribute "phone" {
    type       = string
    max_length = 30
  }
}

entity "order" {
  identity = [order_id]

  attribute "order_id" {
    type       = string
    max_length = 20
  }
  attribute "customer_id" {
    references = customer
    immutable  = true
  }
  attribute "status" { type = enum("OPEN", "SHIPPED", "CLOSED") }
  attribute "placed_at" {
    type      = timestamp
    immutable = true
  }
}

entity "order_item" {
  description = "A product of an order, with a copy of the order's status and time"
  identity    = [order_id, product_id]

  attribute "order_id" { references = order }
  attribute "product_id" { references = product }
  attribute "status" { type = enum("OPEN", "SHIPPED", "CLOSED") }
  attribute "placed_at" {
    type      = timestamp
    immutable = true
  }
  attribute "unit_price" { type = decimal }
}

entity "order_rep" {
  description = "Who looks after an order, with a copy of its status and time"
  identity    = [order_id, employee_id]

  attribute "order_id" { references = order }
  attribute "employee_id" { references = employee }
  attribute "status" { type = enum("OPEN", "SHIPPED", "CLOSED") }
  attribute "placed_at" {
    type      = timestamp
    immutable = true
  }
  attribute "order_total" { type = decimal }
}

entity "product" {
  identity = [product_id]

  attribute "product_id" {
    type       = string
    max_length = 20
  }
  attribute "name" {
    type       = string
    max_length = 100
  }
  attribute "inventory" {
    description = "How many of it each warehouse has"
    type        = map(int)
  }
}

# What is asked

access_pattern "get_employee" {
  description = "An employee, with the phone number"
  entity      = employee
  equals      = [employee_id]
}

access_pattern "employees_by_name" {
  entity = employee
  equals = [name]
}

access_pattern "current_job" {
  entity = employee_job
  equals = [employee_id]
  where  = version == "v0"
}

access_pattern "open_orders_of_customer" {
  description = "What a customer ordered in a time and has not got"
  entity      = order
  equals      = [customer_id]
  where       = status == "OPEN"
  range       = between(placed_at)
}

access_pattern "open_orders" {
  description = "Open orders and their items from one moment to another, whoever ordered"
  entities    = [order, order_item]
  shards      = 1 # below one order a second: one partition takes it
  where       = status == "OPEN"
  range       = between(placed_at)
}

access_pattern "recent_hires" {
  description = "Who was hired after a day"
  entity      = employee_confidential
  shards      = 1 # hires are few: one partition is accepted
  range       = above(hire_date)
}

access_pattern "employees_of_warehouse" {
  description = "Who works in a warehouse, the longest there first"
  entity      = employee_warehouse
  equals      = [warehouse_id]
  sort        = date
}

access_pattern "product_page" {
  description = "A product with its stock, then the order items of it"
  entities    = [product, order_item]
  equals      = [product_id]
  first       = product
}

access_pattern "customers_of_rep" {
  description = "Whom an employee looks after, by name"
  entity      = customer
  equals      = [account_rep]
  sort        = name
}

access_pattern "orders_of_rep" {
  description = "The orders that an employee looks after, of any status, from one moment to another"
  entity      = order_rep
  equals      = [employee_id]
  range       = between(placed_at)
}

access_pattern "employees_by_title" {
  description = "Who has a job of a title now"
  entity      = employee_job
  equals      = [title]
  where       = version == "v0"
}

access_pattern "get_product" {
  description = "A product with its stock in every warehouse"
  entity      = product
  equals      = [product_id]
}

access_pattern "reps_by_quarter" {
  description = "Who sold most in a quarter"
  entity      = employee_quota
  equals      = [quarter]
  sort        = order_total
  order       = descending
}

access_pattern "get_customer" {
  description = "A customer, with the phone number"
  entity      = customer
  equals      = [customer_id]
}

access_pattern "orders_of_customer" {
  description = "What a customer ordered in a time, of any status"
  entity      = order
  equals      = [customer_id]
  range       = between(placed_at)
}
