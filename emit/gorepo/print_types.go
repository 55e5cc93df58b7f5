package gorepo

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/keyplan/keyplan/emit/internal/gosrc"
	"github.com/keyplan/keyplan/model"
)

// printStruct prints the entity's struct.
func printStruct(f *gosrc.File, x *Entity) {
	e := x.Model
	f.Comment(sentence(x.Type, "is", e.Description, "one item of the entity "+e.Name))
	f.P("type ", x.Type, " struct {")
	for _, fd := range x.Fields {
		f.Comment(fieldDoc(fd))
		f.P(fd.Name, " ", fd.Type)
	}
	f.P("}")
	f.P()
}

// fieldDoc says what the attribute is, then what its type cannot show.
func fieldDoc(fd *Field) string {
	a := fd.Attribute
	var notes []string
	if a.Description != "" {
		notes = append(notes, stop(oneSpace(a.Description)))
	}
	if n := typeNote(a.Type); n != "" {
		notes = append(notes, n)
	}
	if n := roleNote(a); n != "" {
		notes = append(notes, n)
	}
	if a.Optional {
		notes = append(notes, "Optional: "+absence(fd)+" means absent.")
	}
	if a.StoredAs != a.Name {
		notes = append(notes, "Stored as "+strconv.Quote(a.StoredAs)+".")
	}
	if len(notes) == 0 {
		return ""
	}
	return fd.Name + ": " + strings.Join(notes, " ")
}

// absence is the value of an optional field that is not there.
func absence(fd *Field) string {
	switch fd.Attribute.Type.(type) {
	case model.Timestamp, model.Epoch, model.Date:
		return "the zero value"
	case model.Set:
		return "empty"
	}
	return "nil"
}

// typeNote says what values the type takes that its Go type does not show.
func typeNote(t model.Type) string {
	switch t := t.(type) {
	case model.String:
		if t.MaxLength > 0 {
			return fmt.Sprintf("At most %d bytes.", t.MaxLength)
		}
	case model.Binary:
		if t.MaxLength > 0 {
			return fmt.Sprintf("At most %d bytes.", t.MaxLength)
		}
	case model.UUID:
		return "A UUID in lower case with hyphens."
	case model.ULID:
		return "A ULID in upper case."
	case model.KSUID:
		return "A KSUID."
	case model.Int:
		return between(t.Min, t.Max)
	case model.Timestamp:
		return "Kept to the " + precisionWord(t.Precision) + "."
	case model.Epoch:
		return strings.TrimSpace("Kept to the " + precisionWord(t.Precision) + ". " + between(t.Min, t.Max))
	case model.Set:
		return "A set: without order, no element twice, never empty."
	}
	return ""
}

func between(lo, hi *int64) string {
	switch {
	case lo != nil && hi != nil:
		return fmt.Sprintf("From %d to %d.", *lo, *hi)
	case lo != nil:
		return fmt.Sprintf("At least %d.", *lo)
	case hi != nil:
		return fmt.Sprintf("At most %d.", *hi)
	}
	return ""
}

func precisionWord(p model.Precision) string {
	return [...]string{"second", "millisecond", "nanosecond"}[p]
}

// roleNote says what writes do with the attribute by themselves.
func roleNote(a *model.Attribute) string {
	e := a.Entity
	switch {
	case a == e.Version:
		return "The version: counted up by every write."
	case a.OnWrite != nil:
		return "Set by every write."
	case a.OnCreate != nil:
		return "Set by Create when left out."
	case e.TTL != nil && a == e.TTL.Attribute && e.TTL.After > 0:
		return fmt.Sprintf("The item ends then; when left out, Create sets it %s ahead.", e.TTL.After)
	case e.TTL != nil && a == e.TTL.Attribute:
		return "The item ends then."
	}
	return ""
}

// printEnum prints an enum's type and constants.
func printEnum(f *gosrc.File, e *Enum) {
	f.Comment(fmt.Sprintf("%s is %s: one of its constants.", e.Name, e.doc))
	f.P("type ", e.Name, " string")
	f.P()
	f.Comment("The values of " + e.Name + ", in order of declaration.")
	f.P("const (")
	for i, c := range e.Constants {
		f.P(c, " ", e.Name, " = ", strconv.Quote(e.Type.Values[i]))
	}
	f.P(")")
	f.P()
}

// printObject prints an object's struct.
func printObject(f *gosrc.File, o *Object) {
	f.Comment(fmt.Sprintf("%s is %s.", o.Name, o.doc))
	f.P("type ", o.Name, " struct {")
	for _, fd := range o.Fields {
		f.P(fd.Name, " ", fd.Type)
	}
	f.P("}")
	f.P()
}
