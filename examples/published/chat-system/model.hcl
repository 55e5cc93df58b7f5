# Rooms, who joined them, and what is said there.

table "chat_system" {
  description = "Rooms, members and comments of a chat"
}

entity "room" {
  description = "A room, which only its creator may delete"
  identity    = [room_id]

  attribute "room_id" {
    type       = string
    max_length = 40
  }
  attribute "created_by" {
    type       = string
    max_length = 40
    immutable  = true
  }
}

entity "membership" {
  description = "A user in a room"
  identity    = [user_id, room_id]

  attribute "user_id" {
    type       = string
    max_length = 40
  }
  attribute "room_id" { references = room }
}

entity "comment" {
  description = "What a user wrote in a room; the id tells comments of one millisecond apart"
  identity    = [room_id, created_at, comment_id]

  attribute "room_id" { references = room }
  attribute "created_at" { type = timestamp }
  attribute "comment_id" { type = ulid }
  attribute "user_id" {
    type       = string
    max_length = 40
    immutable  = true
  }
  attribute "text" {
    type       = string
    max_length = 4000
  }
  attribute "updated_at" {
    type     = timestamp
    on_write = now
  }
}

access_pattern "all_comments" {
  description = "Every comment of a room, oldest first"
  entity      = comment
  equals      = [room_id]
  sort        = created_at
}

access_pattern "latest_comments" {
  description = "The last comments of a room, newest first, ten a page"
  entity      = comment
  equals      = [room_id]
  sort        = created_at
  order       = descending
  limit       = 10
}

access_pattern "comments_after" {
  description = "What was said in a room after a moment"
  entity      = comment
  equals      = [room_id]
  range       = above(created_at)
}

access_pattern "comments_between" {
  description = "What was said in a room from one moment to another"
  entity      = comment
  equals      = [room_id]
  range       = between(created_at)
}
