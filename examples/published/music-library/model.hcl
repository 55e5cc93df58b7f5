# Albums with their tracks, and playlists.

table "music_library" {
  description = "Albums, tracks and playlists"
}

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
  attribute "release_date" { type = date }
  attribute "genre_name" {
    type       = string
    max_length = 60
  }
  attribute "label_name" {
    description = "The label; none for many"
    type        = string
    max_length  = 100
    optional    = true
    prefix      = "L_#"
  }
}

entity "track" {
  identity = [album_token, track_number]

  attribute "album_token" { references = album }
  attribute "track_number" {
    type = int
    min  = 1
    max  = 9999
  }
  attribute "track_title" {
    type       = string
    max_length = 200
  }
  attribute "run_length" {
    description = "In ISO 8601, such as PT3M28S"
    type        = string
    max_length  = 20
  }
  attribute "track_description" {
    type       = string
    max_length = 2000
    optional   = true
  }
}

entity "playlist" {
  identity = [playlist_token]

  attribute "playlist_token" {
    type       = string
    max_length = 40
  }
  attribute "playlist_name" {
    type       = string
    max_length = 100
  }
  attribute "playlist_tracks" {
    description = "Album and number of each track, in the order of the list"
    type        = list(object({ album_token = string, track_number = int }))
  }
  attribute "playlist_version" { type = int }

  version = playlist_version
}

access_pattern "album_page" {
  description = "An album, then its tracks by number"
  entities    = [album, track]
  equals      = [album_token]
  first       = album
  sort        = track_number
}

access_pattern "get_album" {
  entity = album
  equals = [album_token]
}

access_pattern "tracks_of_album" {
  description = "The tracks of an album by number, all or from one to another"
  entity      = track
  equals      = [album_token]
  range       = track_number
}

access_pattern "get_track" {
  entity = track
  equals = [album_token, track_number]
}

access_pattern "tracks_of_album_by_title" {
  description = "The tracks of an album whose title begins with something"
  entity      = track
  equals      = [album_token]
  range       = begins_with(track_title)
}

access_pattern "albums_by_artist" {
  entity = album
  equals = [artist_name]
  sort   = album_token
}

access_pattern "albums_by_genre" {
  entity = album
  equals = [genre_name]
  sort   = album_token
}

access_pattern "albums_by_label" {
  entity = album
  equals = [label_name]
  sort   = album_token
}

access_pattern "get_playlist" {
  description = "A playlist; its tracks are a BatchGet of what it lists"
  entity      = playlist
  equals      = [playlist_token]
}

access_pattern "tracks_by_title" {
  description = "Tracks of a title, of whatever album"
  entity      = track
  equals      = [track_title]
}
