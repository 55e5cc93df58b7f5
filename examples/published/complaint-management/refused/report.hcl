# The weekly report as a Query takes an index of its own, a third one.

table "complaint_management" { max_indexes = 2 }

entity "complaint" {
  identity = [complaint_id]

  attribute "complaint_id" {
    type       = string
    max_length = 40
  }
  attribute "customer_id" {
    type       = string
    max_length = 40
    immutable  = true
  }
  attribute "current_state" { type = enum("waiting", "assigned", "investigating", "resolved") }
  attribute "severity" { type = enum("P1", "P2", "P3") }
  attribute "escalated_to" {
    type       = string
    max_length = 40
    optional   = true
  }
}

access_pattern "get_complaint" {
  entity = complaint
  equals = [complaint_id]
}

access_pattern "complaints_of_customer" {
  entity = complaint
  equals = [customer_id]
}

access_pattern "escalated_to_agent" {
  entity = complaint
  equals = [escalated_to]
}

access_pattern "by_severity_and_state" {
  entity = complaint
  equals = [severity, current_state]
}
