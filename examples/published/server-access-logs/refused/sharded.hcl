# Records of a response code over ten partitions, as the lab has them.

table "server_access_logs" {}

entity "log_record" {
  identity = [request_id]

  attribute "request_id" {
    type = int
    min  = 0
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
  attribute "response_code" {
    type      = int
    min       = 100
    max       = 599
    immutable = true
  }
}

access_pattern "by_response_code" {
  entity = log_record
  equals = [response_code]
  shards = 10
  sort   = [date, hour_of_day]
  select = keys
}

access_pattern "by_response_code_and_date" {
  entity = log_record
  equals = [response_code, date]
  shards = 10
  sort   = hour_of_day
  select = keys
}
