# Photos, who likes and comments on them, and who follows whom.

table "instagram" {
  description = "Users, photos, likes, comments and who follows whom"
}

entity "user" {
  identity = [username]

  attribute "username" {
    type       = string
    max_length = 64
  }
  attribute "name" {
    type       = string
    max_length = 100
  }
  attribute "follower_count" {
    type = int
    min  = 0
    max  = 10000000000
  }
  attribute "following_count" {
    type = int
    min  = 0
    max  = 10000000000
  }
}

entity "photo" {
  description = "A photo; its id holds the time that it was taken in"
  identity    = [username, photo_id]

  attribute "username" { references = user }
  attribute "photo_id" { type = ulid }
  attribute "url" {
    type       = string
    max_length = 2000
  }
  attribute "like_count" {
    type = int
    min  = 0
    max  = 10000000000
  }
  attribute "comment_count" {
    type = int
    min  = 0
    max  = 10000000000
  }
}

entity "like" {
  description = "A user likes a photo, once; the like's id holds the time"
  identity    = [photo_id, liking_username]

  attribute "photo_id" { references = photo.photo_id }
  attribute "liking_username" { references = user }
  attribute "like_id" {
    type      = ulid
    immutable = true
    on_create = ulid
  }
}

entity "comment" {
  identity = [photo_id, comment_id]

  attribute "photo_id" { references = photo.photo_id }
  attribute "comment_id" { type = ulid }
  attribute "commenting_username" {
    references = user
    immutable  = true
  }
  attribute "content" {
    type       = string
    max_length = 2200
  }
}

entity "follow" {
  description = "One user follows another"
  identity    = [followed_username, following_username]

  attribute "followed_username" { references = user }
  attribute "following_username" { references = user }
}

access_pattern "get_user" {
  entity = user
  equals = [username]
}

access_pattern "get_photo" {
  entity = photo
  equals = [username, photo_id]
}

access_pattern "photos_of_user" {
  description = "A user's photos, newest first"
  entity      = photo
  equals      = [username]
  sort        = photo_id
  order       = descending
}

access_pattern "likes_of_photo" {
  description = "Who likes a photo, newest first"
  entity      = like
  equals      = [photo_id]
  sort        = like_id
  order       = descending
}

access_pattern "get_like" {
  description = "Whether a user likes a photo"
  entity      = like
  equals      = [photo_id, liking_username]
}

access_pattern "comments_of_photo" {
  description = "What is said about a photo, newest first"
  entity      = comment
  equals      = [photo_id]
  sort        = comment_id
  order       = descending
}

access_pattern "followers_of_user" {
  description = "Who follows a user; their profiles are a BatchGet"
  entity      = follow
  equals      = [followed_username]
  sort        = following_username
}

access_pattern "followed_by_user" {
  description = "Whom a user follows; their profiles are a BatchGet"
  entity      = follow
  equals      = [following_username]
  sort        = followed_username
}
