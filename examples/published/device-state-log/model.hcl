# What devices report of their state, who handles it, and what was escalated.

table "device_state_log" {
  description = "States that devices reported"
}

entity "device_log" {
  description = "A device's report of a state"
  identity    = [device_id, state, logged_at]

  attribute "device_id" {
    type       = string
    max_length = 40
    prefix     = "d#"
  }
  attribute "state" { type = enum("NORMAL", "WARNING1", "WARNING2", "WARNING3", "WARNING4") }
  attribute "logged_at" { type = timestamp }
  attribute "operator" {
    description = "Who handles it"
    type        = string
    max_length  = 100
  }
  attribute "escalated_to" {
    description = "The supervisor it was passed on to; none for most"
    type        = string
    max_length  = 100
    optional    = true
  }
  attribute "detail" {
    type       = string
    max_length = 1000
    optional   = true
  }
}

access_pattern "logs_in_state" {
  description = "When a device was in a state, newest first"
  entity      = device_log
  equals      = [device_id, state]
  sort        = logged_at
  order       = descending
}

access_pattern "logs_of_operator" {
  description = "What an operator handled from one moment to another"
  entity      = device_log
  equals      = [operator]
  range       = between(logged_at)
}

access_pattern "escalated_to" {
  description = "What was escalated to a supervisor, by state and time"
  entity      = device_log
  equals      = [escalated_to]
  sort        = [state, logged_at]
}

access_pattern "escalated_in_state" {
  description = "What was escalated to a supervisor in one state, by time"
  entity      = device_log
  equals      = [escalated_to, state]
  sort        = logged_at
}

access_pattern "escalated_in_state_between" {
  description = "The same from one moment to another: a day is its first and last millisecond"
  entity      = device_log
  equals      = [escalated_to, state]
  range       = between(logged_at)
}
