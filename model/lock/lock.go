// Package lock reads and writes the lock file: what is stored in a table, as
// keyplan last accepted it. Every template stands with its whole encodings, so
// that a changed bound, precision or list cannot change a key in silence.
//
// It knows the text alone. What a model makes of it is decided by package
// stored; whether its keys are right is for the prover.
package lock

import (
	"path/filepath"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/keyplan/keyplan/model"
)

// Format is the version of the file that this package writes, and the latest
// that it reads.
const Format = 1

// File is a lock file.
type File struct {
	// Name is the file's, "" of one that was not read.
	Name    string
	Table   Table
	Indexes []Index
	// Entities are in declaration order.
	Entities []Entity
}

// Table is what all items have in common.
type Table struct {
	Label                      string
	Partition, Sort, Delimiter string
	// EntityAttribute and TTL are stored names, "" for none.
	EntityAttribute, TTL string
	Range                hcl.Range
}

// Index is a secondary index that exists.
type Index struct {
	Name string
	// Owner is the first entity that uses it, whose place gave it its number.
	Owner           string
	Partition, Sort string
	Projection      model.Projection
	Range           hcl.Range
}

// Entity is a kind of item.
type Entity struct {
	Name string
	// Value is what the entity attribute holds, "" where there is none.
	Value string
	// Prefix is the entity's literal, "" where none of its keys has it.
	Prefix     string
	Attributes []Attribute
	Keys       []Key
	Uniques    []Unique
	Range      hcl.Range
}

// Attribute is a value as it stands on the items.
type Attribute struct {
	Name, StoredAs string
	// Type is DynamoDB's, with the unit of a time: "S", "N", "time(ms)".
	Type string
	// Prefix is the literal before the attribute, "" where no key has it.
	Prefix string
	// Ranks are the values of an ordered enum.
	Ranks []string
	// Derive is how a derived attribute is computed, "" for a stored one.
	Derive string
	Range  hcl.Range
}

// Key is a pair of templates on the table or an index.
type Key struct {
	// Index is "table" or an index's name.
	Index           string
	Partition, Sort Template
	// When is in the language's syntax, "" for always.
	When string
	// Note is why a literal was made.
	Note  string
	Range hcl.Range
	// Condition is When as it was read, nil for none.
	Condition hclsyntax.Expression
}

// Unique is the marker of a unique constraint.
type Unique struct {
	Name            string
	Partition, Sort Template
	Range           hcl.Range
}

// Template is literals and parts.
type Template []Segment

// Segment is a part where Attribute is set, else a literal.
type Segment struct {
	Literal string
	// Encoding is how Attribute's text is made, Unit what this depends on.
	Encoding, Unit, Attribute string
	Form                      model.Form
	Range                     hcl.Range
}

// String is the segment as the file has it, a literal without escapes.
func (s Segment) String() string {
	if s.Attribute == "" {
		return s.Literal
	}
	text := s.Encoding + "(" + s.Attribute + ")"
	if s.Unit != "" {
		text = s.Encoding + "(" + s.Unit + ", " + s.Attribute + ")"
	}
	if name := formName(s.Form); name != "" {
		text = name + "(" + text + ")"
	}
	return "${" + text + "}"
}

// String is the template as the file has it.
func (t Template) String() string {
	var b strings.Builder
	for _, s := range t {
		b.WriteString(s.String())
	}
	return b.String()
}

// Equal says that two templates write the same text.
func (t Template) Equal(o Template) bool { return t.String() == o.String() }

// Entity returns the entity of that name, nil for none.
func (f *File) Entity(name string) *Entity {
	for i := range f.Entities {
		if f.Entities[i].Name == name {
			return &f.Entities[i]
		}
	}
	return nil
}

// Key returns the entity's key on the table or an index, nil for none.
func (e *Entity) Key(index string) *Key {
	for i := range e.Keys {
		if e.Keys[i].Index == index {
			return &e.Keys[i]
		}
	}
	return nil
}

// Attribute returns the attribute of that name, nil for none.
func (e *Entity) Attribute(name string) *Attribute {
	for i := range e.Attributes {
		if e.Attributes[i].Name == name {
			return &e.Attributes[i]
		}
	}
	return nil
}

// Path is where the lock of a model stands: in its directory, or beside its
// only file.
func Path(model string, directory bool) string {
	if directory {
		return filepath.Join(model, "keyplan.lock.hcl")
	}
	return strings.TrimSuffix(model, ".hcl") + ".lock.hcl"
}

func formName(f model.Form) string {
	switch f {
	case model.Sorted:
		return "sorted"
	case model.Desc:
		return "desc"
	case model.Raw:
		return "raw"
	}
	return ""
}
