# Complaints of customers, what was said about each, and which were escalated.

table "complaint_management" {
  description = "Complaints, communications about them, and escalations"
}

entity "complaint" {
  description = "What a customer complains about"
  identity    = [complaint_id]

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
  attribute "creation_time" {
    type      = timestamp
    immutable = true
    on_create = now
  }
  attribute "severity" { type = enum("P1", "P2", "P3") }
  attribute "complaint_description" {
    type       = string
    max_length = 4000
  }
  attribute "escalated_to" {
    description = "The agent who has it now; none while it is not escalated"
    type        = string
    max_length  = 40
    optional    = true
  }
  attribute "escalation_time" {
    type     = timestamp
    optional = true
  }
}

entity "communication" {
  description = "Something said about a complaint; the first one is the customer's and has no agent"
  identity    = [complaint_id, comm_date, comm_id]

  attribute "complaint_id" { references = complaint }
  attribute "comm_date" { type = timestamp }
  attribute "comm_id" {
    type       = string
    max_length = 40
  }
  attribute "comm_text" {
    type       = string
    max_length = 4000
  }
  attribute "complaint_state" { type = enum("waiting", "assigned", "investigating", "resolved") }
  attribute "attachments" {
    description = "Where attached files are stored"
    type        = set(string)
    optional    = true
  }
  attribute "agent_id" {
    type       = string
    max_length = 40
    optional   = true
    immutable  = true
  }
}

access_pattern "get_complaint" {
  entity = complaint
  equals = [complaint_id]
}

access_pattern "communications_of_complaint" {
  description = "All that was said about a complaint, in order; changes of state are between neighbours"
  entity      = communication
  equals      = [complaint_id]
  sort        = comm_date
}

access_pattern "latest_communication" {
  description = "The last thing said about a complaint"
  entity      = communication
  equals      = [complaint_id]
  sort        = comm_date
  order       = descending
  take        = first
}

access_pattern "complaint_page" {
  description = "A complaint and all that was said about it, in one read"
  entities    = [complaint, communication]
  equals      = [complaint_id]
  first       = complaint
  sort        = comm_date
}

access_pattern "complaints_of_customer" {
  entity = complaint
  equals = [customer_id]
  sort   = complaint_id
}

access_pattern "complaint_of_customer" {
  description = "A complaint, if it is the customer's"
  entity      = complaint
  equals      = [customer_id, complaint_id]
  go_name     = "OneOfCustomer"
}

access_pattern "escalated_to_agent" {
  description = "What was escalated to an agent, newest first"
  entity      = complaint
  equals      = [escalated_to]
  sort        = escalation_time
  order       = descending
  where       = present(escalation_time)
  shards      = 1 # in the partition of all_escalations
}

access_pattern "all_escalations" {
  description = "Every complaint that is escalated, in no order"
  entity      = complaint
  shards      = 1 # escalations are few: one partition is accepted
  where       = present(escalated_to) && present(escalation_time)
}

access_pattern "comments_of_agent" {
  description = "What an agent said from one moment to another"
  entity      = communication
  equals      = [agent_id]
  range       = between(comm_date)
}

access_pattern "by_severity_and_state" {
  description = "Complaints of a severity in a state: a weekly report"
  entity      = complaint
  external    = "Athena over an export"
}
