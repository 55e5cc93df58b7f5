table "work" {}

entity "project" {
  identity = [org, code]

  attribute "org" { type = string }
  attribute "code" { type = string }
}

entity "task" {
  identity = [org, code, no]

  attribute "org" { references = project.org }
  attribute "code" { references = project.code }
  attribute "no" { type = int }
  attribute "due" {
    type     = epoch
    optional = true
  }
  ttl { attribute = due }
}

entity "file" {
  identity = [org, code, no]

  attribute "org" { references = project.org }
  attribute "code" { references = project.code }
  attribute "no" { references = task.no }
  attribute "public" { type = bool }
}

access_pattern "project_page" {
  entities = [project, task, file]
  equals   = [org, code]
  first    = project
}

access_pattern "work_of_project" {
  entities = [task, file]
  equals   = [org, code]
  range    = at_least(no)
}

access_pattern "due_tasks" {
  entity = task
  equals = [org]
  where  = present(due)
  sort   = due
  select = [no]
}

access_pattern "public_files" {
  entity = file
  equals = [org, code]
  where  = public == true
  sort   = no
  order  = descending
}

access_pattern "next_file" {
  entity = file
  equals = [org]
  sort   = [code, desc(no)]
  take   = first
}

access_pattern "one_file" {
  entity = file
  equals = [org, code, no]
}
