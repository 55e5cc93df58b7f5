# Users of an account with a balance over an amount: what the sample filters
# after the read.

table "onetable_overview" {}

entity "user" {
  identity = [account_id, email]

  attribute "account_id" { type = ulid }
  attribute "email" {
    type       = string
    max_length = 254
  }
  attribute "role" { type = enum("user", "admin") }
  attribute "balance" { type = decimal }
}

access_pattern "rich_admins" {
  entity = user
  equals = [account_id]
  where  = role == "admin" && balance > 100
  sort   = email
}
