# A user by e-mail address, through the item that reserves the address.

table "user_registration" {}

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
  attribute "email_key" { derive = lower(email) }

  unique "email" { attributes = [email_key] }
}

access_pattern "user_by_email" {
  entity  = user
  equals  = [email_key]
  through = unique
}
