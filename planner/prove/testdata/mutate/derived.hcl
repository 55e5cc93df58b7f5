table "people" {}

entity "person" {
  identity = [id]

  attribute "id" { type = string }
  attribute "email" {
    type     = string
    optional = true
  }
  attribute "email_key" { derive = lower(email) }
  attribute "rank" {
    type    = enum("low", "mid", "top")
    ordered = true
  }
  attribute "age" { type = int }
}

entity "team" {
  identity = [name]

  attribute "name" { type = string }
  attribute "lead" { references = person }
}

access_pattern "by_email" {
  entity = person
  equals = [email_key]
  select = [age]
}

access_pattern "by_rank" {
  entity = person
  equals = [rank]
  sort   = [desc(age), id]
  select = [rank]
}

access_pattern "ranked" {
  entity = person
  shards = 1
  where  = present(email)
  sort   = rank
  select = keys
}

access_pattern "teams_of" {
  entity = team
  equals = [lead]
}

access_pattern "a_team" {
  entity = team
  equals = [name]
}

access_pattern "a_person" {
  entity = person
  equals = [id]
}
