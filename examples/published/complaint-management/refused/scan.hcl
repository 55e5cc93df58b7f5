# All escalations without accepting that they share a partition: nothing says
# where to look.

table "complaint_management" {}

entity "complaint" {
  identity = [complaint_id]

  attribute "complaint_id" {
    type       = string
    max_length = 40
  }
  attribute "escalated_to" {
    type       = string
    max_length = 40
    optional   = true
  }
}

access_pattern "all_escalations" {
  entity = complaint
  where  = present(escalated_to)
}
