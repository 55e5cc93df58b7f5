# Albums by title, which the guide lists and publishes no index for: a fourth.

table "music_library" { max_indexes = 3 }

entity "album" {
  identity = [album_token]

  attribute "album_token" {
    type       = string
    max_length = 40
  }
  attribute "album_title" {
    type       = string
    max_length = 200
  }
  attribute "artist_name" {
    type       = string
    max_length = 100
  }
  attribute "genre_name" {
    type       = string
    max_length = 60
  }
  attribute "label_name" {
    type       = string
    max_length = 100
    optional   = true
  }
}

access_pattern "get_album" {
  entity = album
  equals = [album_token]
}

access_pattern "albums_by_artist" {
  entity = album
  equals = [artist_name]
}

access_pattern "albums_by_genre" {
  entity = album
  equals = [genre_name]
}

access_pattern "albums_by_label" {
  entity = album
  equals = [label_name]
}

access_pattern "albums_by_title" {
  entity = album
  equals = [album_title]
}
