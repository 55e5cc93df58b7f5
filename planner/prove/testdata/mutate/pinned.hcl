table "jobs" {}

entity "job" {
  identity = [queue, id]

  attribute "queue" { type = string }
  attribute "id" { type = int }
  attribute "state" { type = enum("new", "run", "end") }
  attribute "worker" {
    type     = string
    optional = true
  }

  key "table" {
    partition = "q#${queue}"
    sort      = "j#${id}"
  }
  key "GSI1" {
    partition = "w#${worker}"
    sort      = "st#${state}#${id}"
    when      = state != "end"
  }
}

entity "settings" {
  identity = []

  attribute "limit" { type = int }
}

access_pattern "jobs_of_queue" {
  entity = job
  equals = [queue]
  range  = id
}

access_pattern "work" {
  entity = job
  equals = [worker, state]
  where  = state != "end"
  range  = id
  order  = descending
}

access_pattern "busy" {
  entity = job
  equals = [worker]
  where  = state == "run"
  select = count
}

access_pattern "idle" {
  entity = job
  equals = [state]
  where  = absent(worker)
}

access_pattern "the_settings" {
  entity     = settings
  consistent = true
}

access_pattern "one_job" {
  entity = job
  equals = [queue, id]
}
