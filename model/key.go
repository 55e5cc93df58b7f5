package model

import (
	"strings"

	"github.com/hashicorp/hcl/v2"
)

// Key is one side of a key: Template text, or Columns.
type Key interface{ isKey() }

// Template builds key text: the concatenation of its segments. Literals carry
// the delimiters, and no two literals stand side by side.
type Template []Segment

// Columns is a native key: the attributes themselves, each in its own type.
type Columns []*Attribute

func (Template) isKey() {}
func (Columns) isKey()  {}

// Segment is a Literal, a Part or a Shard.
type Segment interface {
	isSegment()
	// String is the segment in template syntax.
	String() string
}

// Literal is fixed text.
type Literal string

// Part is an attribute's text.
type Part struct {
	Attribute *Attribute
	Form      Form
}

// Shard is a number of 0…N-1 in the digits of N-1, from a hash of Attributes.
type Shard struct {
	N          int
	Attributes []*Attribute
}

// Form is how a part is written.
type Form int

// The forms. Plain is `${a}`; of types of fixed width and of decimals, Plain
// and Sorted are the same text.
const (
	Plain Form = iota
	Sorted
	Desc
	Raw
)

func (Literal) isSegment() {}
func (Part) isSegment()    {}
func (Shard) isSegment()   {}

// String is the literal with "${" and "%{" written so that a template reads
// them back.
func (l Literal) String() string {
	return strings.NewReplacer("${", "$${", "%{", "%%{").Replace(string(l))
}

// String is `${a}`, `${sorted(a)}`, `${desc(a)}` or `${raw(a)}`.
func (p Part) String() string {
	switch p.Form {
	case Sorted:
		return "${sorted(" + p.Attribute.Name + ")}"
	case Desc:
		return "${desc(" + p.Attribute.Name + ")}"
	case Raw:
		return "${raw(" + p.Attribute.Name + ")}"
	}
	return "${" + p.Attribute.Name + "}"
}

// Condition is a conjunction of atoms; the empty one always holds.
type Condition struct {
	Atoms []Atom
	// Range is of the whole expression, zero where it was made by the planner.
	Range hcl.Range
}

// Atom is a Compare, a OneOf, a Present or an Absent.
type Atom interface {
	isAtom()
	// On is the attribute that the atom speaks of.
	On() *Attribute
	// String is the atom in the language's syntax.
	String() string
}

// Compare is attribute == Value, or != with Not. Both imply present.
type Compare struct {
	Attribute *Attribute
	Not       bool
	Value     Value
	Range     hcl.Range
}

// OneOf is one_of(attribute, values…). It implies present.
type OneOf struct {
	Attribute *Attribute
	Values    []Value
	Range     hcl.Range
}

// Present is present(attribute).
type Present struct {
	Attribute *Attribute
	Range     hcl.Range
}

// Absent is absent(attribute).
type Absent struct {
	Attribute *Attribute
	Range     hcl.Range
}

func (Compare) isAtom() {}
func (OneOf) isAtom()   {}
func (Present) isAtom() {}
func (Absent) isAtom()  {}

// On implements Atom.
func (a Compare) On() *Attribute { return a.Attribute }

// On implements Atom.
func (a OneOf) On() *Attribute { return a.Attribute }

// On implements Atom.
func (a Present) On() *Attribute { return a.Attribute }

// On implements Atom.
func (a Absent) On() *Attribute { return a.Attribute }

// Value is a constant in the attribute's own domain, by its type:
//
//	string, uuid, ulid, ksuid, enum, decimal, timestamp, date, derived text   string
//	int, epoch (in its units)                                                int64
//	bool                                                                     bool
//
// A decimal is in canonical form ("12.5", "-0.1"), a timestamp as stored.
type Value any
