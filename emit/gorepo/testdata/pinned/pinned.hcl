# Keys fixed by hand and keys of unusual shape: parts without a delimiter at the
# end, raw and reversed parts, a derived identity, superset keys, a collection
# with a first entity and bounds.

table "pinned" {
  entity_attribute = "kind"
}

emit "go" {
  path    = "pinneddb"
  package = "pinneddb"
}

entity "account" {
  identity = [email_key]

  attribute "email" {
    type       = string
    max_length = 100
    immutable  = true
  }
  attribute "email_key" { derive = lower(email) }
  attribute "name" {
    type       = string
    max_length = 50
  }
}

entity "game" {
  identity = [game_id]

  attribute "game_id" {
    type       = string
    max_length = 30
  }
  attribute "level" {
    type = int
    min  = 0
    max  = 99
  }
  attribute "score" {
    type = int
    min  = 0
    max  = 999999
  }
  attribute "at" { type = timestamp }
  attribute "ended" { type = bool }
  attribute "touched_at" {
    type     = timestamp
    on_write = now
  }
  attribute "note" {
    type       = string
    max_length = 30
    optional   = true
  }
  attribute "winner" {
    type       = string
    max_length = 30
    optional   = true
  }

  key "table" {
    partition = "g#${game_id}"
    sort      = "m#"
  }
  key "GSI1" {
    partition = "lv#${level}"
    sort      = "s#${score}"
  }
  key "GSI2" {
    partition = "w#${raw(winner)}"
    sort      = "at#${at}"
    when      = ended == true
  }
}

entity "shelf" {
  identity = [shelf_id]
  plural   = "Shelves"

  attribute "shelf_id" {
    type       = string
    max_length = 30
  }
}

entity "book" {
  identity = [book_id]

  attribute "book_id" { type = uuid }
  attribute "shelf_id" {
    references = shelf
    immutable  = true
  }
  attribute "placed_on" {
    type      = date
    immutable = true
  }
  attribute "rating" {
    type = int
    min  = 0
    max  = 9
  }
  attribute "title" {
    type       = string
    max_length = 80
  }
}

access_pattern "get_account" {
  entity     = account
  equals     = [email_key]
  consistent = true
}

access_pattern "get_game" {
  entity = game
  equals = [game_id]
}

access_pattern "games_by_score" {
  entity = game
  equals = [level]
  range  = score
  order  = descending
}

access_pattern "ended_games" {
  entity = game
  equals = [winner]
  where  = ended == true
  range  = at
}

access_pattern "shelf_page" {
  entities = [shelf, book]
  equals   = [shelf_id]
  first    = shelf
  range    = at_most(placed_on)
}

access_pattern "best_books" {
  entity = book
  equals = [shelf_id]
  sort   = [desc(rating), title]
}

access_pattern "get_shelf" {
  entity = shelf
  equals = [shelf_id]
}

access_pattern "count_shelf" {
  entities = [shelf, book]
  equals   = [shelf_id]
  select   = count
}

access_pattern "recent_games" {
  entity = game
  equals = [level]
  where  = present(note)
  sort   = touched_at
  order  = descending
  select = [note, winner]
}

access_pattern "first_game" {
  entity     = game
  equals     = [game_id]
  consistent = true
}

access_pattern "longest_note" {
  entity = game
  equals = [level]
  where  = ended != true && absent(winner)
  range  = touched_at
  take   = first
}

access_pattern "name_of_account" {
  entity = account
  equals = [email_key]
  select = [name]
}

access_pattern "get_book" {
  entity = book
  equals = [book_id]
  select = keys
}

access_pattern "book_exists" {
  entity = book
  equals = [book_id]
  select = count
}
