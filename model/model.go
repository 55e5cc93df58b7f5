package model

import (
	"time"

	"github.com/hashicorp/hcl/v2"
)

// Model is one resolved model: every name is a pointer, every rule of the
// language that does not concern access patterns holds.
type Model struct {
	// Path is the directory or file that was read, as the caller gave it.
	Path string
	// Files are the sources by file name, for showing diagnostics.
	Files map[string]*hcl.File
	// FileNames are the keys of Files in the order in which they were read.
	FileNames []string
	Table     *Table
	// Entities are in declaration order.
	Entities []*Entity
	// Emits are in declaration order, at most one of a kind.
	Emits []*Emit
	// PatternBlocks are the access_pattern blocks, undecoded: package access
	// reads them.
	PatternBlocks []*hcl.Block
}

// Table is the table block.
type Table struct {
	// Label is the block's label: the name of the generated things.
	Label string
	// Name is the default table name, Label unless the model says otherwise.
	Name        string
	Description string
	Keys        KeyNames
	// EntityAttribute is the stored name of the attribute that carries the
	// entity's name, "" for none.
	EntityAttribute string
	// Delimiter is one of # ! % * +.
	Delimiter  byte
	MaxIndexes int
	IndexKeys  IndexKeys
	// LocalIndexes allows local secondary indexes.
	LocalIndexes bool
	// Tenant is the name of the attribute that leads every partition key, ""
	// for none.
	Tenant string
	// Indexes are the declared indexes of an existing table.
	Indexes  []*Index
	Settings Settings
	// Range is the block's header; the others are of the argument's value, the
	// header where it was not given.
	Range, NameRange, MaxIndexesRange, TenantRange, IndexKeysRange, LocalIndexesRange hcl.Range
}

// KeyNames are the names of key attributes and indexes. The index names hold
// one %d.
type KeyNames struct {
	Partition, Sort                  string
	Index, IndexPartition, IndexSort string
	Local, LocalSort                 string
}

// IndexKeys says how index keys are built.
type IndexKeys int

// The three ways; Synthetic is the default.
const (
	Synthetic IndexKeys = iota
	Native
	Auto
)

// Settings are the table's operational settings, as declared or by default.
type Settings struct {
	// Billing is "on_demand" or "provisioned".
	Billing string
	// Capacity is of the table and of each index that Capacities does not
	// name; nil unless provisioned.
	Capacity *Capacity
	// Capacities are the labelled capacity blocks in declaration order.
	Capacities          []LabelledCapacity
	PointInTimeRecovery bool
	DeletionProtection  bool
	// Encryption is "aws_owned", "aws_managed" or "customer_managed".
	Encryption string
	// Stream is a view type in lower case ("new_and_old_images"), "" for none.
	Stream string
	// Class is "standard" or "standard_infrequent_access".
	Class string
	// Tags are in declaration order.
	Tags []Tag
	// Passthrough are blocks handed to the Terraform (replica, kinesis, …).
	Passthrough []*hcl.Block
}

// Capacity is in capacity units; a zero maximum means no autoscaling.
type Capacity struct {
	Read, Write, ReadMax, WriteMax int64
	// Target is the utilisation in percent.
	Target int64
}

// LabelledCapacity is a capacity block with an index's name.
type LabelledCapacity struct {
	Index string
	Capacity
	Range hcl.Range
}

// Tag is one tag of the table.
type Tag struct{ Key, Value string }

// Index is a declared index of an existing table.
type Index struct {
	Name string
	// Partition and Sort are attribute names as they stand in the table.
	Partition, Sort []string
	Local           bool
	Projection      Projection
	Range           hcl.Range
}

// Projection says what an index carries beside its keys and the table's.
type Projection struct {
	Kind ProjectionKind
	// Include are stored names, for ProjectInclude.
	Include []string
}

// ProjectionKind is one of DynamoDB's three.
type ProjectionKind int

// The kinds; ProjectAll is the default.
const (
	ProjectAll ProjectionKind = iota
	ProjectKeysOnly
	ProjectInclude
)

// Entity is a kind of item.
type Entity struct {
	Name        string
	Description string
	// Prefix is the literal that marks the entity in keys, with its final
	// delimiter ("o#").
	Prefix string
	// PrefixSet says that the model gave it.
	PrefixSet bool
	// Identity tells two items apart; empty for a singleton.
	Identity []*Attribute
	// Attributes are in declaration order, derived ones among them.
	Attributes []*Attribute
	// Version is the attribute of optimistic locking, nil for none.
	Version *Attribute
	TTL     *TTL
	Uniques []*Unique
	// Workloads are one for each declared hour; empty when not declared.
	Workloads []Workload
	// Pins are the key blocks.
	Pins []*Pin
	// PrimaryIdentity is primary = identity: no superset key.
	PrimaryIdentity bool
	// Public takes the entity out of the tenant rule.
	Public bool
	// GoName and Plural are "" unless the model gave them.
	GoName, Plural string
	// Range is the block's header, NameRange its label.
	Range, NameRange, PrefixRange, IdentityRange, VersionRange hcl.Range
	GoNameRange, PluralRange                                   hcl.Range
}

// Attribute returns the attribute of that name, or nil.
func (e *Entity) Attribute(name string) *Attribute {
	for _, a := range e.Attributes {
		if a.Name == name {
			return a
		}
	}
	return nil
}

// Attribute is a named value of an item.
type Attribute struct {
	Entity *Entity
	Name   string
	// Type is the root's where the attribute references another.
	Type Type
	// References is the attribute that References names, nil for none.
	References *Attribute
	Derive     Derivation
	// InIdentity says that the attribute stands in its entity's identity:
	// such are immutable and required, and Immutable says so.
	InIdentity bool
	// Optional and Immutable of a derived attribute follow its sources.
	Optional, Immutable bool
	StoredAs            string
	Description         string
	// Prefix is the literal before the attribute in keys, with its final
	// delimiter: already chosen, never empty.
	Prefix string
	// OnCreate and OnWrite are nil when not given.
	OnCreate, OnWrite Default
	GoName            string
	// Range is the block's header, NameRange its label; the others are of the
	// argument's value.
	Range, NameRange, TypeRange, PrefixRange, StoredAsRange, GoNameRange hcl.Range
}

// Root follows References to the end.
func (a *Attribute) Root() *Attribute {
	for a.References != nil {
		a = a.References
	}
	return a
}

// Matches says whether a and b give the same key text for the same value and
// mean the same: one prefix, and one root or one name with equal types.
func (a *Attribute) Matches(b *Attribute) bool {
	ra, rb := a.Root(), b.Root()
	if a.Prefix != b.Prefix {
		return false
	}
	return ra == rb || ra.Name == rb.Name && Equal(a.Type, b.Type)
}

// Default is what on_create or on_write sets when the caller leaves it out.
type Default interface{ isDefault() }

// Now is the time of the write.
type Now struct{}

// NewID is a fresh identifier: "ulid", "ksuid" or "uuid".
type NewID struct{ Kind string }

// Const is a constant of the attribute's type.
type Const struct{ Value Value }

func (Now) isDefault()   {}
func (NewID) isDefault() {}
func (Const) isDefault() {}

// TTL is an entity's time to live.
type TTL struct {
	Attribute *Attribute
	// After is set on create when the caller leaves the attribute out; 0 for
	// not.
	After time.Duration
	// JitterPercent spreads After, 0 to 100.
	JitterPercent int
	// ReturnExpired is expired = returned.
	ReturnExpired bool
	Range         hcl.Range
}

// Unique is a constraint that a marker item enforces.
type Unique struct {
	Name       string
	Attributes []*Attribute
	Range      hcl.Range
}

// Workload is an entity's writes at peak, each a second.
type Workload struct {
	// Label names the hour, "" for the only one.
	Label string
	Items float64
	// Size is bytes an item, 0 for estimated from the types.
	Size                      float64
	Creates, Updates, Deletes float64
	Range                     hcl.Range
}

// Emit is an emit block; its kind is "terraform", "go", "tests" or "docs".
type Emit struct {
	Kind string
	// Path is relative to the model's directory, with slashes.
	Path string
	// Package is of go and tests.
	Package string
	// Provider is 5 or 6, Profile "aws" or "local": of terraform.
	Provider int
	Profile  string
	Range    hcl.Range
}

// Pin is a key block: a key fixed by hand.
type Pin struct {
	Entity *Entity
	// Index is "table" or an index's name.
	Index     string
	Partition Key
	// Sort is nil when not given.
	Sort  Key
	When  Condition
	Range hcl.Range
	// IndexRange is of the label.
	IndexRange, PartitionRange, SortRange hcl.Range
}
