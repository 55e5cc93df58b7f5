// Package support is the part of a generated package that is the same for
// every model: the table, errors, key text, bounds, cursors, reading, and
// writes that keep every key true.
//
// It is a real package, so that it is compiled, tested and fuzzed, and package
// gorepo copies it: every file but this one, with the package clause and the
// header changed. The constants of this file are printed by gorepo, from the
// model, into keys.go. An exported name here is an exported name of every
// generated package.
//
// It knows no entity and no pattern: those are printed. It imports the AWS SDK
// and nothing of ours.
package support

// The table's own key attributes, the attribute that carries the entity's name
// and the TTL attribute ("" for none).
const (
	partitionKey    = "PK"
	sortKey         = "SK"
	entityAttribute = "entity"
	ttlAttribute    = "expires_at"
)

// delimiter ends every part of a key, escape is the byte after it.
const (
	delimiter = '#'
	escape    = '$'
)
