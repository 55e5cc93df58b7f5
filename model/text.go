package model

import (
	"reflect"
	"strconv"
	"strings"
)

// Equal says that everything that shapes the text of a and b agrees.
func Equal(a, b Type) bool { return reflect.DeepEqual(a, b) }

// String is the template as the model writes it, without quotes.
func (t Template) String() string {
	var b strings.Builder
	for _, s := range t {
		b.WriteString(s.String())
	}
	return b.String()
}

// String is `${shard(n, a, b)}`.
func (s Shard) String() string {
	return "${shard(" + strconv.Itoa(s.N) + ", " + names(s.Attributes) + ")}"
}

// String lists the attributes' names.
func (c Columns) String() string { return names(c) }

func names(attrs []*Attribute) string {
	var out []string
	for _, a := range attrs {
		out = append(out, a.Name)
	}
	return strings.Join(out, ", ")
}

// String joins the atoms with &&, "" for none.
func (c Condition) String() string {
	var out []string
	for _, a := range c.Atoms {
		out = append(out, a.String())
	}
	return strings.Join(out, " && ")
}

// String implements Atom.
func (a Compare) String() string {
	op := " == "
	if a.Not {
		op = " != "
	}
	return a.Attribute.Name + op + literal(a.Value)
}

// String implements Atom.
func (a OneOf) String() string {
	out := []string{a.Attribute.Name}
	for _, v := range a.Values {
		out = append(out, literal(v))
	}
	return "one_of(" + strings.Join(out, ", ") + ")"
}

// String implements Atom.
func (a Present) String() string { return "present(" + a.Attribute.Name + ")" }

// String implements Atom.
func (a Absent) String() string { return "absent(" + a.Attribute.Name + ")" }

func literal(v Value) string {
	switch v := v.(type) {
	case string:
		return strconv.Quote(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case bool:
		return strconv.FormatBool(v)
	}
	panic("model: a value that is no string, int64 or bool")
}

// String implements Type.
func (t String) String() string { return "string" }

// String implements Type.
func (UUID) String() string { return "uuid" }

// String implements Type.
func (ULID) String() string { return "ulid" }

// String implements Type.
func (KSUID) String() string { return "ksuid" }

// String implements Type.
func (t Enum) String() string {
	var out []string
	for _, v := range t.Values {
		out = append(out, strconv.Quote(v))
	}
	return "enum(" + strings.Join(out, ", ") + ")"
}

// String implements Type.
func (t Int) String() string { return "int" }

// String implements Type.
func (Decimal) String() string { return "decimal" }

// String implements Type.
func (Float) String() string { return "float" }

// String implements Type.
func (Bool) String() string { return "bool" }

// String implements Type.
func (Timestamp) String() string { return "timestamp" }

// String implements Type.
func (Epoch) String() string { return "epoch" }

// String implements Type.
func (Date) String() string { return "date" }

// String implements Type.
func (Binary) String() string { return "binary" }

// String implements Type.
func (t List) String() string { return "list(" + t.Elem.String() + ")" }

// String implements Type.
func (t Map) String() string { return "map(" + t.Elem.String() + ")" }

// String implements Type.
func (t Set) String() string { return "set(" + t.Elem.String() + ")" }

// String implements Type.
func (t Object) String() string {
	var out []string
	for _, f := range t.Fields {
		s := f.Type.String()
		if f.Optional {
			s = "optional(" + s + ")"
		}
		out = append(out, f.Name+" = "+s)
	}
	return "object({ " + strings.Join(out, ", ") + " })"
}

// String implements Type.
func (Any) String() string { return "any" }

// String implements Type.
func (Unknown) String() string { return "unknown" }

// String implements Type.
func (Text) String() string { return "string" }
