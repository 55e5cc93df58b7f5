package gorepo

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/keyplan/keyplan/model"
)

// reader gives Go expressions over a variable that holds an entity's struct.
type reader struct {
	x *Entity
	// v is the variable's name.
	v string
	// selected are the fields of the struct where it is a select's own; nil
	// for the entity's.
	selected []*Field
	// locals are variables that hold derived attributes; nil for none.
	locals map[*model.Attribute]string
}

// field is the struct's field, or the call of a derived attribute's method.
func (r reader) field(a *model.Attribute) string {
	if l := r.locals[a]; l != "" {
		return l
	}
	for _, fd := range r.selected {
		if fd.Attribute == a {
			return r.v + "." + fd.Name
		}
	}
	if a.Derive != nil {
		return r.v + "." + goNameOf(a) + "()"
	}
	return r.v + "." + r.x.Field(a).Name
}

// value is a's value, which is there.
func (r reader) value(a *model.Attribute) string {
	if a.Optional && isPointer(a) {
		return "*" + r.field(a)
	}
	return r.field(a)
}

// isPointer says whether the field of an optional a is a pointer.
func isPointer(a *model.Attribute) bool {
	return optionalType(a.Type, Type{"x"}, true).text != "x"
}

// present is whether a is there, "" where it always is.
func (r reader) present(a *model.Attribute) string {
	if !a.Optional {
		return ""
	}
	switch a.Type.(type) {
	case model.Timestamp, model.Epoch, model.Date:
		return "!" + r.field(a) + ".IsZero()"
	}
	return r.field(a) + " != nil"
}

// absent is the opposite of present, "false" where a is always there.
func (r reader) absent(a *model.Attribute) string {
	if !a.Optional {
		return "false"
	}
	switch a.Type.(type) {
	case model.Timestamp, model.Epoch, model.Date:
		return r.field(a) + ".IsZero()"
	}
	return r.field(a) + " == nil"
}

// carries is whether the item carries a key: its condition holds and every
// part is there; "" for always.
func (r reader) carries(when model.Condition, parts []*model.Attribute) string {
	var out []string
	add := func(c string) {
		if c != "" {
			out = append(out, c)
		}
	}
	for _, a := range parts {
		add(r.present(a))
	}
	for _, a := range when.Atoms {
		add(r.atom(a, parts))
	}
	return strings.Join(out, " && ")
}

// atom is a condition's atom; the presence of what is in known was said.
func (r reader) atom(a model.Atom, known []*model.Attribute) string {
	on := a.On()
	switch a := a.(type) {
	case model.Present:
		for _, k := range known {
			if k == on {
				return ""
			}
		}
		return r.present(on)
	case model.Absent:
		return r.absent(on)
	case model.Compare:
		op := "=="
		if a.Not {
			op = "!="
		}
		return r.guarded(on, known, r.compare(on, op, a.Value))
	case model.OneOf:
		var any []string
		for _, v := range a.Values {
			any = append(any, r.compare(on, "==", v))
		}
		return r.guarded(on, known, "("+strings.Join(any, " || ")+")")
	}
	panic(fmt.Sprintf("gorepo: no expression for %T", a))
}

func (r reader) guarded(on *model.Attribute, known []*model.Attribute, c string) string {
	for _, k := range known {
		if k == on {
			return c
		}
	}
	if p := r.present(on); p != "" {
		return p + " && " + c
	}
	return c
}

// compare is an attribute's value beside a constant.
func (r reader) compare(a *model.Attribute, op string, v model.Value) string {
	x := r.value(a)
	return compareExpr(a.Type, x, op, v)
}

// compareExpr compares the Go value x of type t with a constant of the model.
func compareExpr(t model.Type, x, op string, v model.Value) string {
	switch t := t.(type) {
	case model.Bool:
		if (op == "==") == v.(bool) {
			return x
		}
		return "!" + x
	case model.Epoch:
		return fmt.Sprintf("%s.units(%s) %s %d", precisionWord(t.Precision), x, op, v)
	case model.Int:
		return fmt.Sprintf("%s %s %d", x, op, v)
	case model.Timestamp:
		return fmt.Sprintf("string(appendTime(nil, %s, %s)) %s %q", x, precisionWord(t.Precision), op, v)
	case model.Date:
		return fmt.Sprintf("%s.String() %s %q", callee(x), op, v)
	case model.Decimal:
		return fmt.Sprintf("%s %s %s", x, op, decimalExpr(v.(string)))
	}
	return fmt.Sprintf("%s %s %s", x, op, strconv.Quote(v.(string)))
}

// decimalExpr is a decimal constant.
func decimalExpr(s string) string {
	unscaled, scale, ok := unscale(s)
	if !ok {
		panic("gorepo: the constant " + s + " is too long") // refused before
	}
	return fmt.Sprintf("NewDecimal(%d, %d)", unscaled, scale)
}

// unscale is a decimal as a number and its places after the point, where that
// fits.
func unscale(s string) (unscaled int64, scale int, ok bool) {
	whole, fraction, _ := strings.Cut(s, ".")
	n, err := strconv.ParseInt(whole+fraction, 10, 64)
	return n, len(fraction), err == nil && len(fraction) <= 100
}

// timeExpr is a stored time as a Go value.
func timeExpr(s string) string {
	t, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		panic("gorepo: the constant " + s + " is no time") // model checked it
	}
	return fmt.Sprintf("time.Date(%d, %d, %d, %d, %d, %d, %d, time.UTC)",
		t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), t.Nanosecond())
}

func dateExpr(s string) string {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		panic("gorepo: the constant " + s + " is no date") // model checked it
	}
	return fmt.Sprintf("Date{%d, %d, %d}", t.Year(), t.Month(), t.Day())
}

// constExpr is a constant of the model as a value of the Go type.
func constExpr(t model.Type, v model.Value) string {
	switch t := t.(type) {
	case model.Epoch:
		return fmt.Sprintf("%s.at(%d)", precisionWord(t.Precision), v)
	case model.Timestamp:
		return timeExpr(v.(string))
	case model.Date:
		return dateExpr(v.(string))
	case model.Decimal:
		return decimalExpr(v.(string))
	case model.Bool, model.Int:
		return fmt.Sprint(v)
	}
	return strconv.Quote(v.(string))
}
