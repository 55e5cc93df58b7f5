package model

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/model/syntax"
)

// defaults reads on_create and on_write.
func (b *builder) defaults(s *attributeSpec) {
	a := s.attribute
	if s.r.Arg("derive") != nil {
		return
	}
	if expr := s.r.Arg("on_create"); expr != nil {
		a.OnCreate = b.onCreate(a, expr)
	}
	expr := s.r.Arg("on_write")
	if expr == nil {
		return
	}
	switch {
	case hcl.ExprAsKeyword(expr) != "now":
		b.add(diag.Error("M040", expr.Range(), "on_write sets nothing but the time", "Write on_write = now."))
	case !isTime(a.Type) && !isUnknown(a.Type):
		b.add(b.timeless(a, expr.Range()))
	case a.Immutable:
		b.add(diag.Error("M040", expr.Range(), fmt.Sprintf("on_write on %s, which is immutable", a.Name),
			"Every write would change it. Write on_create = now, or make the attribute mutable.",
			diag.At(a.Name+" is declared here", a.NameRange)))
	default:
		a.OnWrite = Now{}
	}
}

func isUnknown(t Type) bool { _, ok := t.(Unknown); return ok }

func (b *builder) timeless(a *Attribute, at hcl.Range) *hcl.Diagnostic {
	return diag.Error("M040", at, fmt.Sprintf("now is not a value of %s", a.Name), "It is a time: for attributes of type timestamp and epoch.",
		diag.At(fmt.Sprintf("%s is %s", a.Name, Describe(a.Type)), a.Root().TypeRange))
}

func (b *builder) onCreate(a *Attribute, expr hclsyntax.Expression) Default {
	word := hcl.ExprAsKeyword(expr)
	switch word {
	case "now":
		if !isTime(a.Type) && !isUnknown(a.Type) {
			b.add(b.timeless(a, expr.Range()))
			return nil
		}
		return Now{}
	case "ulid", "ksuid", "uuid":
		t, _ := simpleType(word)
		if !Equal(a.Type, t) && !isString(a.Type) && !isUnknown(a.Type) {
			b.add(diag.Error("M040", expr.Range(), fmt.Sprintf("%s is not a value of %s", word, a.Name),
				fmt.Sprintf("It is for attributes of type %s and string.", word), diag.At(fmt.Sprintf("%s is %s", a.Name, Describe(a.Type)), a.Root().TypeRange)))
			return nil
		}
		return NewID{Kind: word}
	case "", "true", "false":
		v, ok := constant(a, expr, &b.diags)
		if !ok {
			return nil
		}
		return Const{Value: v}
	}
	detail := "It is now, ulid, ksuid, uuid, or a constant; text stands in quotes."
	if meant := syntax.Suggest(word, []string{"now", "ulid", "ksuid", "uuid"}); meant != "" {
		detail = fmt.Sprintf("Did you mean %s? ", syntax.Quote(meant)) + detail
	}
	b.add(diag.Error("M040", expr.Range(), fmt.Sprintf("on_create cannot be %s", syntax.Quote(word)), detail))
	return nil
}
