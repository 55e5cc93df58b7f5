package gorepo

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/keyplan/keyplan/emit/internal/gosrc"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/layout"
)

// operatorNames are the runtime's names of operators.
var operatorNames = map[Operator]string{
	Equal: "is", From: "from", After: "after", Until: "until", Before: "before", Between: "between", Prefix: "prefixed",
}

// printBounds prints the types of bounds and the functions that make them.
func printBounds(f *gosrc.File, v *View) {
	for _, x := range v.Bounds {
		if x.Rung {
			printRung(f, x)
			continue
		}
		name := x.Attribute.Name
		f.Comment(fmt.Sprintf("%s bounds %s. Several bounds of one call all hold.", x.Name, name))
		fields := []string{"bound[" + x.Value.String() + "]"}
		if x.Parent == nil {
			f.P("type ", x.Name, " ", fields[0])
		} else {
			f.P("type ", x.Name, " struct {\n", x.Parent.Name, "\n", fields[0], "\n}")
		}
		f.P()
		for _, fn := range x.Funcs {
			printBoundFunc(f, x, fn)
		}
	}
}

// printRung prints the type of a step down a ladder.
func printRung(f *gosrc.File, x *BoundType) {
	f.Comment(fmt.Sprintf("%s is one %s; its methods bound what stands behind it.", x.Name, x.Attribute.Name))
	f.P("type ", x.Name, " struct {")
	if x.Parent != nil {
		f.P(x.Parent.Name)
	}
	f.P(rungField(x), " ", x.Value)
	f.P("}")
	f.P()
	for _, fn := range x.Funcs {
		f.Comment(fmt.Sprintf("%s is %s = v.", fn.Name, x.Attribute.Name))
		if x.Parent == nil {
			f.P("func ", fn.Name, "(v ", x.Value, ") ", x.Name, " { return ", x.Name, "{", rungField(x), ": v} }")
		} else {
			f.P("func (o ", x.Parent.Name, ") ", fn.Name, "(v ", x.Value, ") ", x.Name, " { return ", x.Name, "{o, v} }")
		}
		f.P()
	}
}

// rungField is the field that holds a rung's own value.
func rungField(x *BoundType) string { return "at" + x.base }

// printBoundFunc prints one function, or method of the rung above.
func printBoundFunc(f *gosrc.File, x *BoundType, fn *Bound) {
	a := x.Attribute.Name
	doc := map[Operator]string{
		Equal: a + " = v", From: a + " >= v", After: a + " > v", Until: a + " <= v", Before: a + " < v",
		Between: "v <= " + a + " <= w", Prefix: "that " + a + " begins with v",
	}[fn.Operator]
	f.Comment(fn.Name + " is " + doc + ".")
	params, value := "v "+x.Value.String(), "op: "+operatorNames[fn.Operator]+", a: v"
	if fn.Operator == Between {
		params, value = "v, w "+x.Value.String(), value+", b: w"
	}
	if x.Parent == nil {
		f.P("func ", fn.Name, "(", params, ") ", x.Name, " { return ", x.Name, "{", value, "} }")
	} else {
		f.P("func (o ", x.Parent.Name, ") ", fn.Name, "(", params, ") ", x.Name, " {")
		f.P("return ", x.Name, "{o, bound[", x.Value, "]{", value, "}}")
		f.P("}")
	}
	f.P()
}

// printBoundOption makes x an option of p: what it says of p's sort key.
func printBoundOption(f *gosrc.File, p *Pattern, x *BoundType) {
	f.P("func (o ", x.Name, ") ", p.seal, "(r *request) {")
	base, parts := "r.prefix", p.Request.Sort.Range
	if rungs := x.path(); len(rungs) > 0 {
		f.P("p := newKey().lit(r.prefix)", ladder(p, rungs), ".String()")
		base = "p"
	}
	level := len(x.path())
	if x.Rung {
		f.P("r.begin(p)")
		printRungChecks(f, x)
		f.P("}")
		return
	}
	value := "bound[" + x.Value.String() + "](o)"
	if x.Parent != nil {
		value = "o.bound"
	}
	bare := p.Request.Sort.EndsKey && level == len(parts)-1
	printBoundChecks(f, x)
	f.P(boundCall("r", "r", placeExpr(base, bare), parts[level], x.Value, value))
	if x.Parent != nil {
		f.P("r.begin(p)")
		printRungChecks(f, x.Parent)
	}
	f.P("}")
}

// printBoundChecks checks operands that not every text is.
func printBoundChecks(f *gosrc.File, x *BoundType) {
	switch x.Attribute.Type.(type) {
	case model.Enum, model.UUID, model.ULID, model.KSUID:
		t := typed{x.Attribute.Type, x.Value}
		t.printCheck(f, "r.check", strconv.Quote(x.Attribute.Name), "o.a", 1)
		f.P("if o.op == between {")
		t.printCheck(f, "r.check", strconv.Quote(x.Attribute.Name), "o.b", 1)
		f.P("}")
	}
}

// path is the rungs that lead to x, x itself included where it is one.
func (x *BoundType) path() []*BoundType {
	var out []*BoundType
	for r := x; r != nil; r = r.Parent {
		if r.Rung {
			out = append([]*BoundType{r}, out...)
		}
	}
	return out
}

// ladder appends the values of rungs to a key.
func ladder(p *Pattern, rungs []*BoundType) string {
	var b strings.Builder
	for i, r := range rungs {
		b.WriteString(partExpr(p.Request.Sort.Range[i], "o."+rungField(r)))
		b.WriteString(`.lit(string(delimiter))`)
	}
	return b.String()
}

// printRungChecks checks the values of a rung and of those above.
func printRungChecks(f *gosrc.File, x *BoundType) {
	for _, r := range x.path() {
		typed{r.Attribute.Type, r.Value}.printCheck(f, "r.check", strconv.Quote(r.Attribute.Name), "o."+rungField(r), 1)
	}
}

func placeExpr(base string, bare bool) string {
	if bare {
		return "place{base: " + base + ", bare: true}"
	}
	return "place{base: " + base + "}"
}

// boundCall narrows a request by a bound of the part: recv is what its methods
// are called on, ptr its address, value the bound of Go type typ.
func boundCall(recv, ptr, place string, part model.Part, typ Type, value string) string {
	a := part.Attribute
	args := place + ", " + value
	generic := func(enc string) string {
		return fmt.Sprintf("boundText(%s, %s, func(k key, v %s) key { return k%s })", ptr, args, typ, enc)
	}
	if d, ok := a.Derive.(model.Bucket); ok {
		return generic(encodedExpr(a.Type, part.Form, bucketExpr(d, "v")))
	}
	switch t := a.Type.(type) {
	case model.Int:
		return fmt.Sprintf("%s.boundInt(%s, %d, %s)", recv, args, intWidth(t), intDomain(t))
	case model.Epoch:
		return fmt.Sprintf("%s.boundEpoch(%s, %s, %d, %s)", recv, args, precisionWord(t.Precision), epochWidth(t.Precision), epochBounds(t))
	case model.Timestamp:
		return fmt.Sprintf("%s.boundTime(%s, %s)", recv, args, precisionWord(t.Precision))
	case model.Date:
		return fmt.Sprintf("%s.boundDate(%s, %q)", recv, args, a.Name)
	case model.String, model.Text, model.UUID, model.ULID, model.KSUID:
		enc := map[model.Form]string{model.Plain: "plain", model.Sorted: "sorted", model.Raw: "lit"}[part.Form]
		return fmt.Sprintf("%s.boundString(%s, %q, key.%s)", recv, args, a.Name, enc)
	}
	return generic(partExpr(part, "v"))
}

// intDomain is the least and the greatest value that a key can hold.
func intDomain(t model.Int) string {
	least, most := int64(math.MinInt64), int64(math.MaxInt64)
	if w := intWidth(t); w < 19 {
		most = int64(math.Pow10(w)) - 1
		least = -most
	}
	return bounds(t.Min, t.Max, least, most)
}

// ranged says whether the request of p can have bounds.
func ranged(p *Pattern) bool {
	return p.Access.Range != nil && len(p.Request.Sort.Range) > 0 && p.Request.Operation == layout.Query
}
