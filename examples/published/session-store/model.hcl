# Logins that end by themselves, and all of a user's at once.

table "session_store" {
  description = "Sessions of users"
}

entity "session" {
  description = "A login for seven days"
  identity    = [session_token]

  attribute "session_token" { type = uuid }
  attribute "username" {
    type       = string
    max_length = 64
    immutable  = true
  }
  attribute "created_at" {
    type      = timestamp
    immutable = true
    on_create = now
  }
  attribute "expires_at" { type = epoch }

  ttl {
    attribute = expires_at
    after     = "168h"
  }
}

access_pattern "get_session" {
  description = "A session that has not ended"
  entity      = session
  equals      = [session_token]
}

access_pattern "tokens_of_user" {
  description = "The tokens of a user's sessions, to end them all"
  entity      = session
  equals      = [username]
  select      = keys
}
