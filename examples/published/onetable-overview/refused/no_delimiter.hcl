# The published index key of an account: the name and the id with nothing between.

table "onetable_overview" {}

entity "account" {
  identity = [account_id]

  attribute "account_id" { type = ulid }
  attribute "name" {
    type       = string
    max_length = 100
  }

  key "GSI1" {
    partition = "ACCOUNT#"
    sort      = "ACCOUNT#${sorted(name)}${account_id}"
  }
}

access_pattern "get_account" {
  entity = account
  equals = [account_id]
}

access_pattern "accounts_by_name" {
  entity = account
  shards = 1
  range  = begins_with(name)
}
