# A day as the first ten characters of a time: what is a moment has no prefix.

table "device_state_log" {}

entity "device_log" {
  identity = [device_id, state, logged_at]

  attribute "device_id" {
    type       = string
    max_length = 40
  }
  attribute "state" { type = enum("NORMAL", "WARNING1", "WARNING2", "WARNING3", "WARNING4") }
  attribute "logged_at" { type = timestamp }
  attribute "escalated_to" {
    type       = string
    max_length = 100
    optional   = true
  }
}

access_pattern "escalated_on_day" {
  entity = device_log
  equals = [escalated_to, state]
  range  = begins_with(logged_at)
}
