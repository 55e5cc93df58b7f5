# Names that the tests use themselves, another delimiter, and what has no
# attributes.

table "odd" {
  delimiter        = "!"
  entity_attribute = none
}

emit "go" {
  path    = "odddb"
  package = "odddb"
}

emit "tests" {
  path    = "odddb"
  package = "odddb_test"
}

entity "db" {
  identity = [t, rec]
  attribute "t" { type = string }
  attribute "rec" { type = ksuid }
  attribute "asked" {
    type = int
  }
  attribute "at" { type = decimal }
  attribute "first" { derive = first(t, 1) }
}

entity "type" {
  identity = [v]
  attribute "v" { type = uuid }
}

entity "one" {
  identity = []
}

access_pattern "asked" {
  entity = db
  equals = [t]
  range  = asked
}

access_pattern "rec" {
  entity = db
  equals = [first]
  range  = at_most(at)
}

access_pattern "v" {
  entity = type
  equals = [v]
}

access_pattern "get_one" {
  entity = one
  equals = []
}

access_pattern "all" {
  entity = type
  shards = 1
}
