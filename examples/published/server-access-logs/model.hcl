# Records of a web server's log, found by response code and day.

table "server_access_logs" {
  description = "Log records of a web server"
}

entity "log_record" {
  identity = [request_id]

  attribute "request_id" {
    type = int
    min  = 0
  }
  attribute "host" {
    type       = string
    max_length = 100
    immutable  = true
  }
  attribute "date" {
    type      = date
    immutable = true
  }
  attribute "hour_of_day" {
    type      = int
    min       = 0
    max       = 23
    immutable = true
  }
  attribute "timezone" {
    type       = string
    max_length = 10
    immutable  = true
  }
  attribute "method" {
    type       = string
    max_length = 10
    immutable  = true
  }
  attribute "url" {
    type       = string
    max_length = 2000
    immutable  = true
  }
  attribute "response_code" {
    type      = int
    min       = 100
    max       = 599
    immutable = true
  }
  attribute "bytes_sent" {
    type      = int
    min       = 0
    immutable = true
  }
  attribute "user_agent" {
    type       = string
    max_length = 1000
    immutable  = true
  }
}

access_pattern "get_record" {
  entity = log_record
  equals = [request_id]
}

access_pattern "by_response_code" {
  description = "Records of a response code, by day and hour"
  entity      = log_record
  equals      = [response_code]
  sort        = [date, hour_of_day]
  select      = keys
}

access_pattern "by_response_code_and_date" {
  description = "Records of a response code on a day, by hour"
  entity      = log_record
  equals      = [response_code, date]
  sort        = hour_of_day
  select      = keys
}
