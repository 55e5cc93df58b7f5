package access

import (
	"github.com/hashicorp/hcl/v2"

	"github.com/keyplan/keyplan/model"
)

// Pattern is one question, resolved against a model.
type Pattern struct {
	Name        string
	Description string
	// Entities are what it returns, in the order written; one for most.
	Entities []*model.Entity
	// Multiple says that `entities` was written: the result is a collection,
	// even of one.
	Multiple bool
	// Equals are what the caller gives.
	Equals []Operand
	// Where is fixed by the pattern, one condition an entity, parallel to
	// Entities.
	Where []model.Condition
	// WhereRange is of the where expression, zero without one.
	WhereRange hcl.Range
	// Range is what the caller may bound; nil without.
	Range *Range
	// Sort is the order asked for beyond Range, and starts with Range's
	// attributes when both are given; empty for none.
	Sort []SortKey
	// Descending reverses the order.
	Descending bool
	// First is the entity that must come first, nil for none.
	First *model.Entity
	// Limit is the default page size, 0 for DynamoDB's own.
	Limit      int
	Consistent bool
	Select     Select
	// TakeFirst is take = first.
	TakeFirst bool
	// Shards is 0 when not given.
	Shards     int
	MaxBuckets int
	// One says that at most one item can match: by identity or by a unique.
	One bool
	// OneBy is the unique that guarantees One, nil for the identity.
	OneBy *model.Unique
	// ThroughUnique is through = unique.
	ThroughUnique bool
	// External names what answers the pattern instead, "" for a pattern that
	// is planned.
	External string
	// Rate is reads a second at peak, Returns items a read; nil when not
	// declared.
	Rate, Returns *float64
	GoName        string
	// DeclRange is the block's header, NameRange its label.
	DeclRange, NameRange                                    hcl.Range
	EqualsRange, RangeRange, SortRange, OrderRange          hcl.Range
	ShardsRange, ConsistentRange, OneRange, GoNameRange     hcl.Range
	EntitiesRange, FirstRange, SelectRange, MaxBucketsRange hcl.Range
	// SameAs is the earlier pattern that asks the same thing, nil for none.
	SameAs *Pattern
}

// Operand is an attribute that a pattern names, found in each entity.
type Operand struct {
	Name  string
	Range hcl.Range
	// Attributes are parallel to Pattern.Entities: the matching attribute of
	// each. In range and sort the entry of Pattern.First is nil.
	Attributes []*model.Attribute
}

// Lead is the first attribute that is not nil: the one whose name, type and
// text speak for all.
func (o Operand) Lead() *model.Attribute {
	for _, a := range o.Attributes {
		if a != nil {
			return a
		}
	}
	return nil
}

// Range is the part of the sort key that the caller may bound. With several
// attributes it is a ladder: a leading run by equality, the next bounded.
type Range struct {
	Operands []Operand
	Bounds   Bounds
	Range    hcl.Range
}

// Bounds is which bounds the caller may give.
type Bounds int

// The bounds: any operator, or the one that the pattern fixes.
const (
	AnyBound Bounds = iota
	AtLeast
	Above
	AtMost
	Below
	Between
	BeginsWith
)

// SortKey is one attribute of an order.
type SortKey struct {
	Operand
	// Desc is desc(attr): against the direction of the others. It is about the
	// key, not about Pattern.Descending.
	Desc bool
}

// Select is what a pattern returns of each item.
type Select struct {
	Kind SelectKind
	// Attributes are the listed ones, one list an entity, parallel to
	// Pattern.Entities; nil for the whole item.
	Attributes [][]*model.Attribute
}

// SelectKind is one of four.
type SelectKind int

// The kinds; SelectAll is the default.
const (
	SelectAll SelectKind = iota
	SelectKeys
	SelectSome
	SelectCount
)
