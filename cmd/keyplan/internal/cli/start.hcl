# A keyplan model: what you store, and what you ask of it. The keys of the
# DynamoDB table are planned from the questions.
#
#   keyplan plan        the keys, the request of every question, and why
#   keyplan generate    Terraform, a Go package and its tests
#
# Change a question, plan again, and see what it costs.

table "app" {
  description = "Projects and their tasks"
}

# What "keyplan generate" writes. Paths are relative to this file. The tests of
# the Go package need a go.mod here or above, to know its import path.

emit "terraform" { path = "terraform" }

emit "go" {
  path    = "appdb"
  package = "appdb"
}

# emit "tests" {
#   path    = "appdb"
#   package = "appdb_test"
# }

# Entities: the kinds of items. The identity tells two items apart.

entity "project" {
  identity = [project_id]

  attribute "project_id" { type = ulid }
  attribute "title" {
    type       = string
    max_length = 100
  }
}

entity "task" {
  identity = [project_id, task_id]

  # Type and key prefix come from project's identity.
  attribute "project_id" { references = project }
  attribute "task_id" { type = ulid }
  attribute "title" {
    type       = string
    max_length = 200
  }
  attribute "status" { type = enum("open", "done") }

  # Optional attributes may be left out; immutable ones never change.
  attribute "assignee" {
    type       = string
    max_length = 40
    optional   = true
  }
  attribute "due_on" { type = date }
}

# Access patterns: the questions. Each becomes one Query or one GetItem.

access_pattern "get_project" {
  entity = project
  equals = [project_id]
}

access_pattern "project_page" {
  description = "A project with its tasks in one read"
  entities    = [project, task]
  equals      = [project_id]
}

access_pattern "open_tasks_of_assignee" {
  description = "What someone still has to do, the most urgent first"
  entity      = task
  equals      = [assignee]
  where       = status == "open"
  range       = due_on
}
