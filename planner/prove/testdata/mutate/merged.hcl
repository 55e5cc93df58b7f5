table "ledger" {}

entity "invoice" {
  identity = [account, at, number]

  attribute "account" { type = string }
  attribute "at" {
    type      = timestamp
    precision = second
  }
  attribute "number" { type = int }
  attribute "state" {
    type     = enum("draft", "due", "paid")
    optional = true
  }
}

entity "payment" {
  identity = [account, at]

  attribute "account" { references = invoice.account }
  attribute "at" { references = invoice.at }
  attribute "amount" { type = decimal }
}

access_pattern "activity" {
  entities = [invoice, payment]
  equals   = [account]
  range    = at
  order    = descending
}

access_pattern "unpaid" {
  entity = invoice
  equals = [account]
  where  = one_of(state, "draft", "due")
  sort   = number
}

access_pattern "by_state" {
  entity = invoice
  equals = [state]
  where  = state != "draft"
  range  = [account, number]
}

access_pattern "by_amount" {
  entity = payment
  equals = [account]
  range  = amount
}

access_pattern "latest" {
  entity = payment
  equals = [account]
  sort   = at
  order  = descending
  take   = first
}
