# Users, and an e-mail address that only one of them can have.

table "user_registration" {
  description = "Registered users"
}

entity "user" {
  identity = [user_id]

  attribute "user_id" {
    type       = string
    max_length = 40
  }
  attribute "email" {
    type       = string
    max_length = 254
  }
  attribute "email_key" {
    description = "The address in lower case: one account an address, however it is typed"
    derive      = lower(email)
  }
  attribute "full_name" {
    type       = string
    max_length = 100
  }
  attribute "created_at" {
    type      = timestamp
    immutable = true
    on_create = now
  }

  unique "email" { attributes = [email_key] }
}

access_pattern "get_user" {
  description = "A user; the address in it is the one reserved, for both are written in one transaction"
  entity      = user
  equals      = [user_id]
  consistent  = true
}
