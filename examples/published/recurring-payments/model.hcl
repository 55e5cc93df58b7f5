# Subscriptions, what falls due each day, and receipts that expire.

table "recurring_payments" {
  description = "Subscriptions of accounts and receipts of their payments"
}

entity "subscription" {
  description = "An account pays for something every month"
  identity    = [account_id, sub_id, sku]

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
  attribute "email" {
    type       = string
    max_length = 254
  }
  attribute "payment_day" {
    type = int
    min  = 1
    max  = 31
  }
  attribute "payment_amount" { type = decimal }
  attribute "last_payment_date" {
    description = "The day of the last payment; of a new subscription, the day it was made"
    type        = date
  }
  attribute "next_payment_date" { type = date }
  attribute "last_reminder_date" {
    description = "The day of the last reminder; of a new subscription, the day it was made"
    type        = date
  }
  attribute "next_reminder_date" { type = date }
  attribute "payment_details" { type = map(string) }
  attribute "created_at" {
    type      = timestamp
    immutable = true
    on_create = now
  }
}

entity "receipt" {
  description = "A payment that came in"
  identity    = [account_id, processed_at, sku]

  attribute "account_id" { references = subscription.account_id }
  attribute "processed_at" { type = timestamp }
  attribute "sku" { references = subscription.sku }
  attribute "email" {
    type       = string
    max_length = 254
  }
  attribute "processed_amount" { type = decimal }
  attribute "expires_at" { type = epoch }

  ttl { attribute = expires_at }
}

access_pattern "get_subscription" {
  entity = subscription
  equals = [account_id, sub_id, sku]
}

access_pattern "subscriptions_of_account" {
  entity = subscription
  equals = [account_id]
}

access_pattern "receipts_of_account" {
  description = "The receipts of an account, oldest first"
  entity      = receipt
  equals      = [account_id]
  sort        = processed_at
}

access_pattern "due_reminders" {
  description = "Who is to be reminded on a day, the longest without a reminder first"
  entity      = subscription
  equals      = [next_reminder_date]
  sort        = last_reminder_date
  select      = [sku, email, next_payment_date]
}

access_pattern "due_payments" {
  description = "What is to be paid on a day, the longest without a payment first"
  entity      = subscription
  equals      = [next_payment_date]
  sort        = last_payment_date
  select      = [sku, email, payment_day, payment_amount, payment_details]
}
