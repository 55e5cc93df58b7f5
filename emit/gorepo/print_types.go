package gorepo

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/keyplan/keyplan/emit/internal/gosrc"
	"github.com/keyplan/keyplan/model"
)

// printStruct prints the entity's struct.
func printStruct(f *gosrc.File, table string, x *Entity) {
	e := x.Model
	f.Comment(sentence(x.Type, "is", e.Description, "an item of the "+words(table)+" table"))
	f.P("type ", x.Type, " struct {")
	for _, fd := range x.Fields {
		doc := gosrc.Visible(fieldDoc(fd))
		if len(doc) > 60 {
			f.Comment(doc)
			doc = ""
		}
		if doc != "" {
			doc = " // " + doc
		}
		f.P(fd.Name, " ", fd.Type, doc)
	}
	f.P("}")
	f.P()
}

// fieldDoc says what the attribute is, then what its type cannot show.
func fieldDoc(fd *Field) string {
	a := fd.Attribute
	var notes []string
	for _, n := range []string{oneSpace(a.Description), typeNote(a.Type), roleNote(a)} {
		if n != "" {
			notes = append(notes, n)
		}
	}
	return strings.Join(notes, "; ")
}

// typeNote says what values the type takes that its Go type does not show.
func typeNote(t model.Type) string {
	switch t := t.(type) {
	case model.String:
		return atMost(t.MaxLength)
	case model.Binary:
		return atMost(t.MaxLength)
	case model.UUID:
		return "a uuid"
	case model.ULID:
		return "a ulid"
	case model.KSUID:
		return "a ksuid"
	case model.Int:
		return between(t.Min, t.Max)
	case model.Timestamp:
		return "in " + precisionWord(t.Precision) + "s"
	case model.Epoch:
		return strings.TrimSuffix("in "+precisionWord(t.Precision)+"s; "+between(t.Min, t.Max), "; ")
	case model.Set:
		return "a set"
	}
	return ""
}

func atMost(limit int) string {
	if limit == 0 {
		return ""
	}
	return fmt.Sprintf("at most %d bytes", limit)
}

func between(lo, hi *int64) string {
	switch {
	case lo != nil && hi != nil:
		return fmt.Sprintf("%d to %d", *lo, *hi)
	case lo != nil:
		return fmt.Sprintf("at least %d", *lo)
	case hi != nil:
		return fmt.Sprintf("at most %d", *hi)
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
		return "the version: 1 when created, raised by every write"
	case a.OnWrite != nil:
		return "now, at every write"
	case a.OnCreate != nil:
		return defaultNote(a.OnCreate) + " unless given"
	case e.TTL != nil && a == e.TTL.Attribute && e.TTL.After > 0:
		return fmt.Sprintf("%s after it is created unless given", strings.TrimSuffix(e.TTL.After.String(), "0m0s"))
	case e.TTL != nil && a == e.TTL.Attribute:
		return "when the item ends"
	}
	return ""
}

func defaultNote(d model.Default) string {
	switch d := d.(type) {
	case model.NewID:
		return "a new " + d.Kind
	case model.Const:
		return fmt.Sprint(d.Value)
	}
	return "now"
}

// printEnum prints an enum's type and constants.
func printEnum(f *gosrc.File, e *Enum) {
	f.Comment(fmt.Sprintf("%s is %s.", e.Name, e.doc))
	f.P("type ", e.Name, " string")
	f.P()
	f.Comment("The values of " + e.Name + ".")
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
