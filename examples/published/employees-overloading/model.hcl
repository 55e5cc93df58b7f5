# Employees, and an item more for each title and place, so that one index finds
# them by any of these.

table "employees_overloading" {
  description = "Employees by name, title, state and city"
}

entity "employee" {
  identity = [employee_id]

  attribute "employee_id" {
    type = int
    min  = 0
    max  = 9999999
  }
  attribute "name" {
    type       = string
    max_length = 100
  }
  attribute "title" {
    type       = string
    max_length = 100
  }
  attribute "dept" {
    type       = string
    max_length = 100
  }
  attribute "city" {
    type       = string
    max_length = 100
  }
  attribute "state" {
    type       = string
    max_length = 2
  }
  attribute "dob" { type = date }
  attribute "hire_date" { type = date }
  attribute "is_manager" {
    type     = bool
    optional = true
  }
}

entity "current_title" {
  description = "The title that an employee has; another title is another item"
  identity    = [employee_id, title]

  attribute "employee_id" { references = employee }
  attribute "title" {
    type       = string
    max_length = 100
    prefix     = "current#"
  }
  attribute "name" {
    type       = string
    max_length = 100
  }
  attribute "hire_date" { type = date }
}

entity "previous_title" {
  description = "A title that an employee had"
  identity    = [employee_id, title]

  attribute "employee_id" { references = employee }
  attribute "title" {
    type       = string
    max_length = 100
    prefix     = "previous#"
  }
  attribute "name" {
    type       = string
    max_length = 100
  }
  attribute "hire_date" { type = date }
}

entity "location" {
  description = "Where an employee works"
  identity    = [employee_id, state]

  attribute "employee_id" { references = employee }
  attribute "state" {
    type       = string
    max_length = 2
    prefix     = "STATE#"
  }
  attribute "city" {
    type       = string
    max_length = 100
  }
  attribute "dept" {
    type       = string
    max_length = 100
  }
  attribute "name" {
    type       = string
    max_length = 100
  }
  attribute "hire_date" { type = date }
}

access_pattern "by_state" {
  description = "Who works in a state, by name"
  entity      = location
  equals      = [state]
  sort        = name
}

access_pattern "by_current_title" {
  description = "Who has a title, by name"
  entity      = current_title
  equals      = [title]
  sort        = name
  go_name     = "WhoHave"
}

access_pattern "by_past_title" {
  description = "Who had a title before, by name"
  entity      = previous_title
  equals      = [title]
  sort        = name
  go_name     = "WhoHad"
}

access_pattern "by_name" {
  entity = employee
  equals = [name]
}

access_pattern "managers" {
  description = "All managers"
  entity      = employee
  shards      = 1 # fewer than a hundred of a thousand: one partition is accepted
  where       = is_manager == true
}

access_pattern "by_place" {
  description = "Who works in a state, by city and department"
  entity      = location
  equals      = [state]
  sort        = [city, dept]
}

access_pattern "in_city" {
  description = "Who works in a city, by department"
  entity      = location
  equals      = [state, city]
  sort        = dept
}

access_pattern "in_dept" {
  description = "Who works in a city in a department whose name begins with something"
  entity      = location
  equals      = [state, city]
  range       = begins_with(dept)
}

access_pattern "employee_page" {
  description = "All items of an employee"
  entities    = [employee, current_title, previous_title, location]
  equals      = [employee_id]
}
