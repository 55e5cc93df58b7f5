# The key of the specification: it ends in the user, in the partition, so that
# the reactions to a target are in as many partitions as users.

table "github" { max_indexes = 0 }

entity "reaction" {
  identity = [target_type, target_id, reacting_user]

  attribute "target_type" { type = enum("issue", "pull_request") }
  attribute "target_id" {
    type       = string
    max_length = 40
  }
  attribute "reacting_user" {
    type       = string
    max_length = 39
  }

  key "table" {
    partition = "REACTION#${target_type}#${target_id}#${reacting_user}"
    sort      = "REACTION#"
  }
}

access_pattern "get_reaction" {
  entity = reaction
  equals = [target_type, target_id, reacting_user]
}

access_pattern "reactions_of_target" {
  entity = reaction
  equals = [target_type, target_id]
}
