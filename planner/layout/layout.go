// Package layout holds the result of planning as a value: which index carries
// which key of which entity, and the one request that answers each pattern.
//
// It has no algorithms. Package planner makes layouts, package prove certifies
// them, the emitters and the command's views read them; none of them is known
// here, and neither are Go identifiers, Terraform or the AWS SDK.
package layout

import (
	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
)

// Layout is a plan of one table.
type Layout struct {
	Model    *model.Model
	Patterns []*access.Pattern
	// Table is the table's own primary key, as an Index of kind Primary.
	Table *Index
	// Indexes are the secondary indexes, in order of their numbers.
	Indexes []*Index
	// Requests are parallel to Patterns; nil for an external pattern, and in a
	// layout that was refused for one that could not be served.
	Requests []*Request
	// Markers are the items that enforce uniqueness, in order of entities and
	// their uniques.
	Markers []*Marker
	Minimum Minimum
}

// Marker is the item, under a primary key of its own, that enforces one
// unique constraint: `#unique#entity#name#` and the values' plain text as
// partition key, `#unique#` as sort key, where # is the table's delimiter. It is
// not in any index. Its entity attribute says "#unique".
type Marker struct {
	Entity    *model.Entity
	Unique    *model.Unique
	Partition model.Template
	Sort      model.Template
}

// Index is the table or a secondary index, and the keys that entities have
// there.
type Index struct {
	// Name is "table" for the table.
	Name string
	Kind Kind
	// Partition and Sort are the key attributes as they stand on the items:
	// one each for synthetic keys, up to four for native ones; Sort is empty
	// where there is no sort key.
	Partition, Sort []Column
	Projection      model.Projection
	// Declared is the index of the model that this is, nil for a planned one.
	Declared *model.Index
	// Keys are in declaration order of their entities, at most one an entity.
	Keys []*EntityKey
}

// Key returns the key of e on this index, nil where e is not in it.
func (x *Index) Key(e *model.Entity) *EntityKey {
	for _, k := range x.Keys {
		if k.Entity == e {
			return k
		}
	}
	return nil
}

// Kind is what an Index is.
type Kind int

// The kinds.
const (
	Primary Kind = iota
	Global
	Local
)

// Column is a key attribute on the items and its DynamoDB type: "S", "N" or "B".
type Column struct{ Name, Type string }

// EntityKey is the pair of keys that an entity has on an index.
type EntityKey struct {
	Entity    *model.Entity
	Partition model.Key
	// Sort is nil where the index has no sort key.
	Sort model.Key
	// When must hold for an item to carry the pair; besides, every attribute
	// of the templates must be present. Empty on the table.
	When model.Condition
	// Pin is the block that fixed it, nil for a planned one.
	Pin *model.Pin
	// Note says why the sort key begins with another literal than the entity's
	// own, "" where it does not.
	Note string
}

// Operation is the one DynamoDB call that a pattern makes. There is no third.
type Operation int

// The operations.
const (
	GetItem Operation = iota
	Query
)

// Request is how a pattern is answered.
type Request struct {
	Pattern   *access.Pattern
	Index     *Index
	Operation Operation
	// Partition is the partition key text that is asked for. Its parts are
	// attributes of the pattern's equals, or where, in the words of the first
	// entity; a part that `where` fixes is already a Literal.
	Partition model.Key
	Sort      SortCondition
	// Forward is ScanIndexForward.
	Forward bool
	// Limit is what a one-item Query asks for: 2, so that a second item is
	// seen; 0 otherwise.
	Limit int
	// SharesWith are the earlier patterns whose request this one equals.
	SharesWith []*access.Pattern
}

// SortCondition is the condition on the sort key, in the words of the first
// entity that the pattern's range speaks of. All templates hold literals and
// parts that equals gives; a part that `where` fixes is already a Literal.
//
// Without bounds the condition is by Kind. With bounds (keys.md, "Bounds") each
// end is Prefix and the encoded bound, and an open end is From or To, of a
// Begins the Prefix itself and its successor.
type SortCondition struct {
	Kind SortKind
	// Prefix is the whole text of Exact, P of Begins, and P of the bounds of
	// Span. It ends in the delimiter, or is empty.
	Prefix model.Template
	// From and To are the inclusive ends of Span; To ends in the escape
	// character where it is the successor of a prefix.
	From, To model.Template
	// Range are the parts that the caller may bound, in order: each is
	// followed by the delimiter in the key unless the key is native. The
	// leading ones by equality, the next by the pattern's operators.
	Range []model.Part
	// EndsKey says that the last part of Range ends the key and that no
	// delimiter follows it, as pinned keys may have it: strict bounds then step
	// one unit (keys.md, "Bounds").
	EndsKey bool
}

// SortKind is what is said about the sort key when no bound is given.
type SortKind int

// The kinds.
const (
	// Whole says nothing: the whole partition.
	Whole SortKind = iota
	// Exact is equality.
	Exact
	// Begins is begins_with.
	Begins
	// Span is BETWEEN.
	Span
)

// Minimum is how few global secondary indexes there can be, and why.
type Minimum struct {
	GlobalIndexes, LowerBound int
	// Proved says that no layout in the search space has fewer.
	Proved bool
	// Because are the reasons, in declaration order of their entities.
	Because []Reason
	// Steps are the search steps taken.
	Steps int
	// Fresh is the minimum of a plan without what is stored already; nil where
	// nothing is.
	Fresh *Minimum
}

// Reason is why an entity, or a group of them, needs what it needs.
type Reason struct {
	Entity   *model.Entity
	Patterns []*access.Pattern
	// Text is one sentence.
	Text string
}
