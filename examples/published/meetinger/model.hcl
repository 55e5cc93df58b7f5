# Meet-ups at places, and who goes to them.

table "meetinger" {
  description = "Users, meetings and attendees"
}

entity "user" {
  identity = [username]

  attribute "username" {
    type       = string
    max_length = 64
  }
  attribute "email" {
    type       = string
    max_length = 254
  }
  attribute "full_name" {
    type       = string
    max_length = 100
  }
  attribute "joined_on" {
    type      = timestamp
    immutable = true
    on_create = now
  }
  attribute "version" { type = int }

  version = version
  unique "email" { attributes = [email] }
}

entity "meeting" {
  identity = [meeting_id]

  attribute "meeting_id" {
    type       = string
    max_length = 32
  }
  attribute "title" {
    type       = string
    max_length = 200
  }
  attribute "description" {
    type       = string
    max_length = 4000
  }
  attribute "place" {
    type       = string
    max_length = 100
  }
  attribute "address" {
    type       = string
    max_length = 200
  }
  attribute "category" {
    type       = string
    max_length = 40
  }
  attribute "starts_at" { type = timestamp }
  attribute "month" { derive = bucket(starts_at, month) }
  attribute "organizer" {
    references = user
    immutable  = true
  }
  attribute "available_seats" {
    type = int
    min  = 0
    max  = 100000
  }
  attribute "remaining_seats" {
    type = int
    min  = 0
    max  = 100000
  }
  attribute "version" { type = int }

  version = version
}

entity "attendee" {
  description = "A user who goes to a meeting, with copies of what both lists show"
  identity    = [meeting_id, username]

  attribute "meeting_id" { references = meeting }
  attribute "username" { references = user }
  attribute "full_name" {
    type       = string
    max_length = 100
  }
  attribute "email" {
    type       = string
    max_length = 254
  }
  attribute "is_organizer" { type = bool }
  attribute "joined_on" {
    type      = timestamp
    immutable = true
    on_create = now
  }
  attribute "title" {
    type       = string
    max_length = 200
  }
  attribute "starts_at" { type = timestamp }
  attribute "version" { type = int }

  version = version
}

access_pattern "get_meeting" {
  entity     = meeting
  equals     = [meeting_id]
  consistent = true
}

access_pattern "meetings_in_month" {
  description = "What is on at a place in a month, by category and time"
  entity      = meeting
  equals      = [place, month]
  sort        = [category, starts_at]
}

access_pattern "meetings_of_category" {
  description = "What is on at a place in a month in one category, by time"
  entity      = meeting
  equals      = [place, month, category]
  sort        = starts_at
}

access_pattern "meetings_organized_by" {
  entity = meeting
  equals = [organizer]
  sort   = starts_at
}

access_pattern "registrations" {
  description = "The meetings that a user goes to, by time"
  entity      = attendee
  equals      = [username]
  sort        = starts_at
}

access_pattern "attendees_of_meeting" {
  entity = attendee
  equals = [meeting_id]
  sort   = username
}

access_pattern "attendee_details" {
  description = "The first dozen of a meeting"
  entity      = attendee
  equals      = [meeting_id]
  sort        = username
  limit       = 12
}

access_pattern "attendees_by_join_time" {
  entity = attendee
  equals = [meeting_id]
  sort   = joined_on
}

access_pattern "is_attending" {
  description = "Whether a user goes to a meeting: 1 or 0"
  entity      = attendee
  equals      = [meeting_id, username]
  select      = count
}

access_pattern "get_attendee" {
  description = "A user's place in a meeting"
  entity      = attendee
  equals      = [meeting_id, username]
  consistent  = true
}

access_pattern "user_by_email" {
  entity = user
  equals = [email]
}
