# A new subscription has had no reminder, so that it would stand in no order by
# the last one, and never be reminded.

table "recurring_payments" {}

entity "subscription" {
  identity = [account_id, sub_id, sku]

  attribute "account_id" {
    type       = string
    max_length = 40
  }
  attribute "sub_id" {
    type       = string
    max_length = 40
  }
  attribute "sku" {
    type       = string
    max_length = 40
  }
  attribute "last_reminder_date" {
    type     = date
    optional = true
  }
  attribute "next_reminder_date" { type = date }
}

access_pattern "due_reminders" {
  entity = subscription
  equals = [next_reminder_date]
  sort   = last_reminder_date
}
