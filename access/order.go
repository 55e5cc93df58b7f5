package access

import (
	"fmt"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/model/syntax"
)

func boundNames() []string {
	return []string{"at_least", "above", "at_most", "below", "between", "begins_with"}
}

// String is the function that fixes the bound, "" for any operator.
func (b Bounds) String() string {
	if b == AnyBound {
		return ""
	}
	return boundNames()[b-AtLeast]
}

// ordering reads range and sort.
func (d *decoder) ordering() {
	p := d.p
	p.RangeRange, p.SortRange = p.DeclRange, p.DeclRange
	if expr := d.r.Arg("range"); expr != nil {
		p.RangeRange = expr.Range()
		p.Range = d.rangeOf(expr)
	}
	if expr := d.r.Arg("sort"); expr != nil {
		p.SortRange = expr.Range()
		p.Sort = d.sortOf(expr)
	}
	d.continues()
	if d.r.Arg("order") != nil && d.r.Arg("range") == nil && d.r.Arg("sort") == nil {
		d.add(diag.Error("A010", d.r.ArgName("order"), "an order of nothing",
			"The order is that of range, or of sort. Say by what: sort = placed_at."))
	}
}

func (d *decoder) rangeOf(expr hclsyntax.Expression) *Range {
	out := &Range{Range: expr.Range()}
	args := []hclsyntax.Expression{expr}
	if call, ok := expr.(*hclsyntax.FunctionCallExpr); ok {
		bounds, ok := d.bounds(call)
		if !ok {
			return nil
		}
		out.Bounds, args = bounds, call.Args
	} else if items, ok := syntax.ItemsOf(expr); ok {
		args = items
	}
	if len(args) == 0 {
		d.add(diag.Error("A023", expr.Range(), "a range of nothing", "Name the attribute that the caller may bound, or drop range."))
		return nil
	}
	for _, arg := range args {
		if call, ok := arg.(*hclsyntax.FunctionCallExpr); ok {
			d.add(diag.Error("A023", call.Range(), "a function inside of a ladder",
				"The caller of a ladder gives a leading run of its attributes by equality and may bound the next in any way. Leave the function out."))
			continue
		}
		if o, ok := d.named(arg, out.Operands, "range"); ok {
			out.Operands = append(out.Operands, o)
		}
	}
	if len(out.Operands) == 0 {
		return nil
	}
	return out
}

func (d *decoder) bounds(call *hclsyntax.FunctionCallExpr) (Bounds, bool) {
	for i, name := range boundNames() {
		if call.Name != name {
			continue
		}
		if len(call.Args) != 1 {
			d.add(diag.Error("A023", call.Range(), fmt.Sprintf("%s takes one attribute", name), fmt.Sprintf("Write %s(a); the caller gives the value.", name)))
			return 0, false
		}
		return AtLeast + Bounds(i), true
	}
	meant := syntax.Suggest(call.Name, boundNames())
	detail := "The functions are " + syntax.List(boundNames(), "and") + "."
	if meant != "" {
		detail = fmt.Sprintf("Did you mean %s? ", syntax.Quote(meant)) + detail
	}
	d.add(diag.Error("A023", call.NameRange, fmt.Sprintf("there is no function %s", syntax.Quote(call.Name)), detail))
	return 0, false
}

// named reads one attribute of range or sort. It speaks of the entities other
// than the first.
func (d *decoder) named(expr hclsyntax.Expression, before []Operand, where string) (Operand, bool) {
	text, ok := syntax.NameOf(expr, d.diags)
	if !ok {
		return Operand{}, false
	}
	name := syntax.Name{V: text, Range: expr.Range(), Set: true}
	o, ok := d.operand(name, d.p.First)
	if !ok {
		return o, false
	}
	if holds(before, o) {
		d.twice(name, where)
		return o, false
	}
	return o, true
}

func (d *decoder) sortOf(expr hclsyntax.Expression) []SortKey {
	items, ok := syntax.ItemsOf(expr)
	if !ok {
		items = []hclsyntax.Expression{expr}
	}
	if len(items) == 0 {
		d.add(diag.Error("A023", expr.Range(), "an order of nothing", "Name the attributes to sort by, or drop sort."))
	}
	var out []SortKey
	var before []Operand
	for _, item := range items {
		key := SortKey{}
		if call, ok := item.(*hclsyntax.FunctionCallExpr); ok {
			if call.Name != "desc" || len(call.Args) != 1 {
				d.add(diag.Error("A023", call.Range(), "not an order", "Write the name of an attribute, or desc(a) for the one that runs the other way."))
				continue
			}
			key.Desc, item = true, call.Args[0]
		}
		if key.Operand, ok = d.named(item, before, "sort"); ok {
			before = append(before, key.Operand)
			out = append(out, key)
		}
	}
	return out
}

// continues checks that sort starts with the attributes of range.
func (d *decoder) continues() {
	p := d.p
	if p.Range == nil || len(p.Sort) == 0 {
		return
	}
	ok := len(p.Sort) >= len(p.Range.Operands)
	for i := 0; ok && i < len(p.Range.Operands); i++ {
		ok = same(p.Range.Operands[i], p.Sort[i].Operand)
	}
	if !ok {
		d.add(diag.Error("A008", p.SortRange, "sort does not continue range",
			fmt.Sprintf("What is bounded comes in its own order, so sort may only go on from it. Let sort begin with %s.", operandNames(p.Range.Operands)),
			diag.At("the range is here", p.RangeRange)))
	}
}

func operandNames(list []Operand) string {
	var out []string
	for _, o := range list {
		out = append(out, o.Name)
	}
	return syntax.List(out, "and")
}

// ordered lists what the key must be ordered by: the range, then what sort adds.
func (p *Pattern) ordered() []SortKey {
	if len(p.Sort) > 0 {
		return p.Sort
	}
	var out []SortKey
	if p.Range != nil {
		for _, o := range p.Range.Operands {
			out = append(out, SortKey{Operand: o})
		}
	}
	return out
}
