table "staff" {}

entity "seat" {
  identity = [site, floor, desk]

  attribute "site" { type = string }
  attribute "floor" { type = string }
  attribute "desk" { type = string }
  attribute "user" {
    type     = string
    optional = true
  }
}

entity "site" {
  identity = [site]

  attribute "site" { references = seat.site }
  attribute "city" { type = string }
}

access_pattern "seats" {
  entity = seat
  equals = [site]
  range  = [floor, desk]
}

access_pattern "floor_plan" {
  entity = seat
  equals = [site, floor]
  range  = begins_with(desk)
}

access_pattern "free_seats" {
  entity = seat
  equals = [site]
  where  = absent(user)
  sort   = [floor, desk]
  order  = descending
}

access_pattern "seats_of" {
  entity = seat
  equals = [user]
}

access_pattern "sites_in" {
  entity = site
  equals = [city]
  range  = below(site)
}

access_pattern "one_site" {
  entity = site
  equals = [site]
}
