package layout

import (
	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
)

// Stored is what the items of a table already have and a plan leaves as it is.
type Stored struct {
	// Keys are at most one an entity and index.
	Keys []StoredKey
	// Indexes are the secondary indexes in order of their numbers, without
	// gaps.
	Indexes []StoredIndex
	// Apart are patterns that only indexes to come may answer: their items would
	// stand among others that are stored.
	Apart []*access.Pattern
}

// StoredKey is a key that items carry. Its ranges are of the file that says so.
type StoredKey struct {
	Pin *model.Pin
	// Note is EntityKey's.
	Note string
}

// StoredIndex is an index that exists: what it carries can only be changed by
// building it anew.
type StoredIndex struct {
	Name       string
	Projection model.Projection
}
