# The tracks of an album by title, read consistently: the published local index.

table "music_library" { local_indexes = true }

entity "track" {
  identity = [album_token, track_number]

  attribute "album_token" {
    type       = string
    max_length = 40
  }
  attribute "track_number" {
    type = int
    min  = 1
    max  = 9999
  }
  attribute "track_title" {
    type       = string
    max_length = 200
  }
}

access_pattern "get_track" {
  entity = track
  equals = [album_token, track_number]
}

access_pattern "tracks_of_album" {
  entity = track
  equals = [album_token]
  range  = track_number
}

access_pattern "tracks_of_album_by_title" {
  entity     = track
  equals     = [album_token]
  range      = begins_with(track_title)
  consistent = true
}
