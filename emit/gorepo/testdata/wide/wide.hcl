# One pattern of each kind over one of each type: ladders, selects, fixed
# bounds, bounds of every type, sparse indexes, derived attributes, a singleton.

table "wide" {
  max_indexes = 20
}

emit "go" {
  path    = "widedb"
  package = "widedb"
}

entity "person" {
  identity = [person_id]
  plural   = "People"

  attribute "person_id" { type = uuid }
  attribute "team" {
    type       = string
    max_length = 20
    immutable  = true
  }
  attribute "office" {
    type       = string
    max_length = 20
    immutable  = true
  }
  attribute "floor" {
    type      = int
    min       = -3
    max       = 99
    immutable = true
  }
  attribute "level" {
    type    = enum("low", "middle", "high")
    ordered = true
  }
  attribute "mood" { type = enum("good", "bad") }
  attribute "score" {
    type     = decimal
    optional = true
  }
  attribute "count" { type = int }
  attribute "seen_at" {
    type      = epoch
    precision = millisecond
  }
  attribute "born_on" { type = date }
  attribute "badge" { type = ksuid }
  attribute "hired_at" {
    type      = timestamp
    precision = nanosecond
  }
  attribute "active" { type = bool }
  attribute "email" {
    type     = string
    optional = true
  }
  attribute "nick" {
    type      = string
    stored_as = "k"
  }
  attribute "email_key" { derive = lower(email) }
  attribute "email_hash" { derive = sha256(email) }
  attribute "initial" { derive = first(nick, 1) }
  attribute "hired_month" { derive = bucket(hired_at, month) }
  attribute "label" { derive = "${nick} (${mood})" }
  attribute "rank" {
    type      = int
    optional  = true
    on_create = -3
  }
  attribute "touched_at" {
    type     = timestamp
    on_write = now
  }
  unique "email" { attributes = [email_key] }
  unique "place" { attributes = [office, nick] }
  ttl {
    attribute = ends_at
    expired   = returned
  }
  attribute "ends_at" {
    type     = epoch
    optional = true
  }
}

entity "config" {
  identity = []
  attribute "text" { type = string }
}

access_pattern "people_of_team" {
  entity = person
  equals = [mood]
  range  = [team, office, floor]
}

access_pattern "people_by_floor" {
  entity = person
  equals = [office]
  range  = floor
  order  = descending
}

access_pattern "people_by_level" {
  entity = person
  equals = [team]
  range  = level
  select = [nick, label, mood]
}

access_pattern "people_by_score" {
  entity = person
  equals = [team]
  where  = present(score)
  range  = score
}

access_pattern "people_by_count" {
  entity = person
  equals = [team]
  range  = count
  limit  = 5
}

access_pattern "people_by_seen" {
  entity = person
  equals = [team]
  range  = seen_at
}

access_pattern "people_by_birthday" {
  entity = person
  equals = [team]
  range  = between(born_on)
}

access_pattern "people_since" {
  entity = person
  equals = [office]
  range  = at_least(hired_at)
}

access_pattern "people_by_badge" {
  entity = person
  equals = [office]
  range  = badge
}

access_pattern "people_by_nick" {
  entity = person
  equals = [office]
  range  = nick
  select = keys
}

access_pattern "person_by_email" {
  entity = person
  equals = [email_key]
}

access_pattern "person_by_hash" {
  entity = person
  equals = [email_hash]
}

access_pattern "people_by_initial" {
  entity = person
  equals = [initial, active]
}

access_pattern "people_of_month" {
  entity = person
  equals = [hired_month]
  sort   = nick
}

access_pattern "moody_people" {
  entity = person
  equals = [mood, office]
  where  = mood != "good" && one_of(level, "low", "high")
  sort   = born_on
}

access_pattern "newest_of_team" {
  entity = person
  equals = [team]
  sort   = hired_at
  order  = descending
  take   = first
}

access_pattern "count_of_team" {
  entity = person
  equals = [team]
  range  = count
  select = count
}

access_pattern "get_config" {
  entity = config
  equals = []
}

access_pattern "get_person" {
  entity = person
  equals = [person_id]
}

access_pattern "team_page" {
  entities = [person]
  equals   = [team]
  range    = below(seen_at)
}
