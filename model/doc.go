// Package model reads what an author declares about one DynamoDB table: its
// entities, their attributes, and what is fixed by hand.
//
// A model is one or more .hcl files of a directory, or one file. It holds one
// table block, any number of entity and access_pattern blocks, and optional emit
// blocks:
//
//	table "shop" {
//	  description = "Orders of the shop"
//	}
//
//	entity "customer" {
//	  prefix   = "u#"              # the literal that marks it in keys
//	  identity = [customer_id]     # what tells two customers apart
//
//	  attribute "customer_id" { type = ulid }
//	  attribute "email" {
//	    type       = string
//	    max_length = 254
//	  }
//	  attribute "email_key" { derive = lower(email) }
//
//	  unique "email" { attributes = [email_key] }
//	}
//
//	entity "order" {
//	  prefix   = "o#"
//	  identity = [order_id]
//	  version  = revision          # optimistic locking
//
//	  attribute "order_id" {
//	    type      = ulid
//	    on_create = ulid
//	  }
//	  attribute "customer_id" {
//	    references = customer      # type and literal come from there
//	    immutable  = true
//	  }
//	  attribute "placed_at" {
//	    type      = timestamp
//	    immutable = true
//	    on_create = now
//	  }
//	  attribute "status" { type = enum("open", "paid", "shipped") }
//	  attribute "total" { type = decimal }
//	  attribute "revision" { type = int }
//
//	  key "GSI1" {                 # a key fixed by hand
//	    partition = "o#${order_id}"
//	    sort      = "st#${status}#${placed_at}"
//	    when      = status != "shipped"
//	  }
//	}
//
//	access_pattern "orders_of_customer" {
//	  entity = order
//	  equals = [customer_id]       # what callers always give
//	  range  = placed_at           # what they may bound
//	  order  = descending
//	}
//
//	emit "go" { path = "shopdb" }
//
// References are bare names. Names are lower-case letters, digits and
// underscores. An attribute is required unless optional and mutable unless
// immutable; those of the identity are required and immutable. Constants are
// text as it stands, brought to Unicode's composed form (NFC).
//
// Load turns blocks into specs, which keep what was typed and where, then
// resolves the names in them, then applies the rules of the language. All that is
// wrong comes back at once, as hcl.Diagnostics made by package diag: with the
// exact range, a code, the other places concerned, and what to change. A
// misspelt name is reported once and taken as what was probably meant. Files
// that the parser could not bear (too large, nested too deeply, not UTF-8) are
// refused before they reach it.
//
// The access_pattern blocks are handed over undecoded: package access reads them.
// This package chooses no keys, and knows nothing of indexes beyond what the
// model says of them.
package model
