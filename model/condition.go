package model

import (
	"fmt"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/model/syntax"
)

// maxAtoms is how many comparisons one condition may have.
const maxAtoms = 32

// DecodeCondition reads a condition: comparisons with constants, joined by &&.
// Lookup finds the attribute that a name means; where it returns nil it has
// said why. A condition that can never hold is reported.
func DecodeCondition(expr hclsyntax.Expression, lookup func(syntax.Name) *Attribute, diags *hcl.Diagnostics) Condition {
	c := Condition{Range: expr.Range()}
	before := len(*diags)
	p := conditionReader{lookup: lookup, diags: diags}
	parts := conjuncts(expr)
	if len(parts) > maxAtoms {
		p.report(diag.Error("M065", expr.Range(), "too long a condition", fmt.Sprintf("A condition has at most %d comparisons.", maxAtoms)))
		return c
	}
	for _, part := range parts {
		if atom := p.atom(part); atom != nil && !holds(c, atom) {
			c.Atoms = append(c.Atoms, atom)
		}
	}
	if !(*diags)[before:].HasErrors() {
		*diags = append(*diags, contradictions(c)...)
	}
	return c
}

func holds(c Condition, atom Atom) bool {
	return slices.ContainsFunc(c.Atoms, func(a Atom) bool { return a.String() == atom.String() })
}

// conjuncts takes a && b && c apart. It walks down the left side, which is as
// long as the expression, in a loop.
func conjuncts(expr hclsyntax.Expression) []hclsyntax.Expression {
	var out []hclsyntax.Expression
	for {
		op, ok := syntax.Unwrap(expr).(*hclsyntax.BinaryOpExpr)
		if !ok || op.Op != hclsyntax.OpLogicalAnd {
			out = append(out, expr)
			slices.Reverse(out)
			return out
		}
		right := conjuncts(op.RHS)
		slices.Reverse(right)
		out = append(out, right...)
		expr = op.LHS
	}
}

type conditionReader struct {
	lookup func(syntax.Name) *Attribute
	diags  *hcl.Diagnostics
}

func (p conditionReader) report(d *hcl.Diagnostic) Atom {
	*p.diags = append(*p.diags, d)
	return nil
}

func (p conditionReader) atom(expr hclsyntax.Expression) Atom {
	switch x := syntax.Unwrap(expr).(type) {
	case *hclsyntax.BinaryOpExpr:
		return p.compare(x)
	case *hclsyntax.FunctionCallExpr:
		return p.call(x)
	case *hclsyntax.ScopeTraversalExpr:
		if name := hcl.ExprAsKeyword(x); name != "" {
			return p.report(diag.Error("M065", x.Range(), "not a comparison", fmt.Sprintf("Write %s == true, or present(%s).", name, name)))
		}
	case *hclsyntax.UnaryOpExpr:
		if name := hcl.ExprAsKeyword(x.Val); name != "" && x.Op == hclsyntax.OpLogicalNot {
			return p.report(diag.Error("M065", x.Range(), "not a comparison", fmt.Sprintf("Write %s == false, or absent(%s).", name, name)))
		}
	}
	return p.report(diag.Error("M065", expr.Range(), "not a comparison",
		`A condition is of a == "x", a != "x", one_of(a, "x", "y"), present(a) and absent(a), joined by &&.`))
}

func (p conditionReader) compare(x *hclsyntax.BinaryOpExpr) Atom {
	switch x.Op {
	case hclsyntax.OpEqual, hclsyntax.OpNotEqual:
	case hclsyntax.OpLogicalOr:
		return p.report(diag.Error("M065", x.Range(), "conditions cannot be alternatives",
			`One key condition cannot select either of two things. Write one_of(a, "x", "y") for several values of one attribute, or two patterns.`))
	case hclsyntax.OpGreaterThan, hclsyntax.OpGreaterThanOrEqual, hclsyntax.OpLessThan, hclsyntax.OpLessThanOrEqual:
		return p.report(diag.Error("M065", x.Range(), "conditions have no order",
			"A bound is what range is for: range = at_least(a), and the caller gives the value."))
	default:
		return p.report(diag.Error("M065", x.Range(), "conditions do not calculate",
			`A condition is of a == "x", a != "x", one_of(a, "x", "y"), present(a) and absent(a), joined by &&.`))
	}
	left, right := syntax.Unwrap(x.LHS), syntax.Unwrap(x.RHS)
	if !isReference(left) && isReference(right) {
		left, right = right, left
	}
	if !isReference(left) || isReference(right) {
		return p.report(diag.Error("M065", x.Range(), "not a comparison of an attribute with a constant",
			"One side is the bare name of an attribute, the other a constant."))
	}
	a := p.attribute(left)
	if a == nil {
		return nil
	}
	v, ok := constant(a, right, p.diags)
	if !ok {
		return nil
	}
	return Compare{Attribute: a, Not: x.Op == hclsyntax.OpNotEqual, Value: v, Range: x.Range()}
}

func isReference(expr hclsyntax.Expression) bool {
	_, ok := expr.(*hclsyntax.ScopeTraversalExpr)
	return ok
}

func (p conditionReader) attribute(expr hclsyntax.Expression) *Attribute {
	name, ok := syntax.NameOf(expr, p.diags)
	if !ok {
		return nil
	}
	return p.lookup(syntax.Name{V: name, Range: expr.Range(), Set: true})
}

func (p conditionReader) call(x *hclsyntax.FunctionCallExpr) Atom {
	functions := []string{"one_of", "present", "absent"}
	switch {
	case !slices.Contains(functions, x.Name):
		meant := syntax.Suggest(x.Name, functions)
		detail := "The functions are one_of, present and absent."
		if meant != "" {
			detail = fmt.Sprintf("Did you mean %s? ", syntax.Quote(meant)) + detail
		}
		return p.report(diag.Error("M065", x.NameRange, fmt.Sprintf("there is no function %s", syntax.Quote(x.Name)), detail))
	case x.Name != "one_of" && len(x.Args) != 1, len(x.Args) == 0:
		return p.report(diag.Error("M065", x.Range(), fmt.Sprintf("%s takes one attribute", x.Name), fmt.Sprintf("Write %s(a).", x.Name)))
	}
	a := p.attribute(x.Args[0])
	if a == nil {
		return nil
	}
	switch x.Name {
	case "present":
		return Present{Attribute: a, Range: x.Range()}
	case "absent":
		return Absent{Attribute: a, Range: x.Range()}
	}
	return p.oneOf(a, x)
}

func (p conditionReader) oneOf(a *Attribute, x *hclsyntax.FunctionCallExpr) Atom {
	atom := OneOf{Attribute: a, Range: x.Range()}
	if len(x.Args) == 1 {
		return p.report(diag.Error("M065", x.Range(), "one_of without values", fmt.Sprintf(`Write one_of(%s, "x", "y").`, a.Name)))
	}
	for _, arg := range x.Args[1:] {
		if v, ok := constant(a, arg, p.diags); ok && !slices.Contains(atom.Values, v) {
			atom.Values = append(atom.Values, v)
		}
	}
	if len(atom.Values) == 0 {
		return nil
	}
	return atom
}

// contradictions reports attributes of which no value fulfils the condition.
func contradictions(c Condition) hcl.Diagnostics {
	var diags hcl.Diagnostics
	var done []*Attribute
	for _, atom := range c.Atoms {
		a := atom.On()
		if contains(done, a) {
			continue
		}
		done = append(done, a)
		if why := c.impossible(a); why != "" {
			diags = append(diags, diag.Error("M066", c.Range, fmt.Sprintf("no %s fulfils the condition", a.Entity.Name), why,
				diag.At(a.Name+" is declared here", a.NameRange)))
		}
	}
	return diags
}

// impossible says why no value of a fulfils c, "" where one does.
func (c Condition) impossible(a *Attribute) string {
	absent := slices.ContainsFunc(c.Atoms, func(x Atom) bool { _, is := x.(Absent); return is && x.On() == a })
	if absent && !a.Optional {
		return fmt.Sprintf("%s is required, so it is never absent. Make it optional, or drop absent(%s).", a.Name, a.Name)
	}
	if absent && c.Implies(a) {
		return fmt.Sprintf("%s cannot be absent and have a value. Drop one of the two.", a.Name)
	}
	if values, bounded := c.Values(a); bounded && len(values) == 0 {
		return fmt.Sprintf("No value of %s is left by all comparisons with it together. Change or drop one of them.", a.Name)
	}
	return ""
}

// Implies says whether the condition can only hold where a is present.
func (c Condition) Implies(a *Attribute) bool {
	return slices.ContainsFunc(c.Atoms, func(x Atom) bool { _, absent := x.(Absent); return !absent && x.On() == a })
}

// Values returns the values that a can have where the condition holds; bounded
// is false where there is no list of them.
func (c Condition) Values(a *Attribute) (values []Value, bounded bool) {
	values, bounded = domain(a.Type)
	for _, atom := range c.Atoms {
		if atom.On() != a {
			continue
		}
		var keep []Value
		switch x := atom.(type) {
		case OneOf:
			keep = x.Values
		case Compare:
			if x.Not {
				continue
			}
			keep = []Value{x.Value}
		default:
			continue
		}
		if !bounded {
			values, bounded = slices.Clone(keep), true
			continue
		}
		values = slices.DeleteFunc(values, func(v Value) bool { return !slices.Contains(keep, v) })
	}
	for _, atom := range c.Atoms {
		if x, ok := atom.(Compare); ok && x.Not && x.Attribute == a {
			values = slices.DeleteFunc(values, func(v Value) bool { return v == x.Value })
		}
	}
	return values, bounded
}

// domain lists the values of a type that has few.
func domain(t Type) ([]Value, bool) {
	switch t := t.(type) {
	case Bool:
		return []Value{false, true}, true
	case Enum:
		var out []Value
		for _, v := range t.Values {
			out = append(out, v)
		}
		return out, true
	}
	return nil, false
}
