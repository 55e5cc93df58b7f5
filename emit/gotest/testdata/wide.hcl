table "wide" {
  keys {
    partition = "PK"
  }
}
emit "go" {
  path    = "widedb"
  package = "widedb"
}
emit "tests" {
  path    = "widedb"
  package = "widedb_test"
}

entity "person" {
  identity = [person_id]
  attribute "person_id" { type = uuid }
  attribute "team" {
    type       = string
    max_length = 20
  }
  attribute "office" {
    type       = string
    max_length = 20
    optional   = true
  }
  attribute "level" {
    type    = enum("low", "mid", "high")
    ordered = true
  }
  attribute "score" {
    type = int
    min  = -50
    max  = 500
  }
  attribute "balance" { type = decimal }
  attribute "active" { type = bool }
  attribute "born" {
    type     = date
    optional = true
  }
  attribute "joined_at" {
    type      = timestamp
    precision = nanosecond
    immutable = true
    on_create = now
  }
  attribute "seen_at" {
    type     = epoch
    precision = millisecond
    on_write = now
  }
  attribute "month" { derive = bucket(joined_at, month) }
  attribute "digest" { derive = sha256(team) }
  attribute "weight" {
    type     = float
    optional = true
  }
  attribute "photo" {
    type     = binary
    optional = true
  }
  attribute "tags" {
    type     = set(string)
    optional = true
  }
  attribute "lines" {
    type = list(object({ sku = string, qty = optional(int) }))
  }
  attribute "extra" {
    type     = any
    optional = true
  }
  attribute "rates" {
    type     = map(decimal)
    optional = true
  }
  attribute "nick" {
    type       = string
    max_length = 30
    optional   = true
    stored_as  = "n"
  }
  attribute "revision" { type = int }
  attribute "ends_at" {
    type     = epoch
    optional = true
  }
  version = revision
  ttl {
    attribute = ends_at
  }
  unique "nick" { attributes = [nick] }
}

entity "config" {
  identity = []
  attribute "value" { type = string }
}

access_pattern "get_person" {
  entity = person
  equals = [person_id]
}
access_pattern "people_of_team" {
  entity = person
  equals = [team]
  range  = score
}
access_pattern "people_by_level" {
  entity = person
  equals = [active]
  range  = level
}
access_pattern "people_by_balance" {
  entity = person
  equals = [team, active]
  sort   = balance
  order  = descending
  limit  = 3
}
access_pattern "richest" {
  entity = person
  equals = [team, active]
  sort   = balance
  order  = descending
  take   = first
}
access_pattern "count_of_team" {
  entity = person
  equals = [team]
  select = count
}
access_pattern "in_office" {
  entity = person
  equals = [level]
  where  = present(office) && active == true
  range  = [office, score]
}
access_pattern "by_month" {
  entity = person
  equals = [month]
  sort   = joined_at
}
access_pattern "by_digest" {
  entity = person
  equals = [digest]
  select = [score, balance]
}
access_pattern "by_nick" {
  entity = person
  equals = [nick]
}
access_pattern "young" {
  entity = person
  equals = [team]
  where  = present(born)
  range  = at_least(born)
}
access_pattern "get_config" {
  entity = config
  equals = []
}
