package model

import (
	"fmt"
	"math"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/model/syntax"
)

func derivations() []string { return []string{"bucket", "lower", "upper", "sha256", "first"} }

// maxFirst is the most code points that first takes.
const maxFirst = 512

// derive reads how a derived attribute is computed, and its type.
func (b *builder) derive(s *attributeSpec) {
	a := s.attribute
	expr := s.r.Arg("derive")
	if expr == nil || a.References != nil {
		return
	}
	var ok bool
	switch x := expr.(type) {
	case *hclsyntax.FunctionCallExpr:
		a.Derive, a.Type, ok = b.deriveCall(a, x)
	case *hclsyntax.TemplateExpr:
		a.Derive, a.Type, ok = b.deriveTemplate(a, x.Parts, x)
	case *hclsyntax.TemplateWrapExpr:
		a.Derive, a.Type, ok = b.deriveTemplate(a, []hclsyntax.Expression{x.Wrapped}, x)
	default:
		b.malformedDerive(expr.Range())
	}
	if !ok {
		a.Derive, a.Type = nil, Unknown{}
		return
	}
	a.Immutable = true
	for _, source := range a.Derive.Sources() {
		a.Optional = a.Optional || source.Optional
		a.Immutable = a.Immutable && source.Immutable
	}
}

func (b *builder) malformedDerive(at hcl.Range) bool {
	b.add(diag.Error("M038", at, "not a derivation",
		`Write bucket(at, day), lower(a), upper(a), sha256(a), first(a, 2), or a template of attributes: "${a} ${b}".`))
	return false
}

func (b *builder) deriveCall(a *Attribute, call *hclsyntax.FunctionCallExpr) (Derivation, Type, bool) {
	second := call.Name == "bucket" || call.Name == "first"
	switch {
	case !contains(derivations(), call.Name):
		meant := syntax.Suggest(call.Name, derivations())
		detail := "The functions are " + syntax.List(derivations(), "and") + "."
		if meant != "" {
			detail = fmt.Sprintf("Did you mean %s? ", syntax.Quote(meant)) + detail
		}
		b.add(diag.Error("M038", call.NameRange, fmt.Sprintf("there is no function %s", syntax.Quote(call.Name)), detail))
		return nil, nil, false
	case second && len(call.Args) != 2, !second && len(call.Args) != 1:
		return nil, nil, b.malformedDerive(call.Range())
	}
	source := b.source(a, call.Args[0])
	if source == nil {
		return nil, nil, false
	}
	switch call.Name {
	case "bucket":
		return b.bucket(source, call)
	case "first":
		return b.first(source, call)
	case "lower", "upper":
		if !b.sourceType(source, call.Args[0], call.Name, "string and enum", isString(source.Type) || isEnum(source.Type)) {
			return nil, nil, false
		}
		// Within the simple case mapping a code point of two bytes can take
		// three; none grows more.
		width := textWidth(source.Type)
		t := Text{Width: width + width/2}
		if call.Name == "lower" {
			return Lower{Source: source}, t, true
		}
		return Upper{Source: source}, t, true
	}
	ok := b.sourceType(source, call.Args[0], "sha256", "text", isText(source.Type))
	return SHA256{Source: source}, Text{Width: 64, Fixed: true}, ok
}

func (b *builder) bucket(source *Attribute, call *hclsyntax.FunctionCallExpr) (Derivation, Type, bool) {
	widths := map[string]int{"hour": 13, "day": 10, "month": 7, "year": 4}
	unit, ok := syntax.NameOf(call.Args[1], &b.diags)
	if !ok {
		return nil, nil, false
	}
	width, known := widths[unit]
	if !known {
		meant := syntax.Suggest(unit, []string{"hour", "day", "month", "year"})
		detail := "It is one of hour, day, month and year."
		if meant != "" {
			detail = fmt.Sprintf("Did you mean %s? ", syntax.Quote(meant)) + detail
		}
		b.add(diag.Error("M018", call.Args[1].Range(), fmt.Sprintf("unknown bucket %s", syntax.Quote(unit)), detail))
		return nil, nil, false
	}
	ok = b.sourceType(source, call.Args[0], "bucket", "timestamp and epoch", isTime(source.Type))
	return Bucket{Source: source, Unit: unit}, Text{Width: width, Fixed: true}, ok
}

func (b *builder) first(source *Attribute, call *hclsyntax.FunctionCallExpr) (Derivation, Type, bool) {
	n, ok := syntax.IntOf(call.Args[1], 1, maxFirst, &b.diags)
	if !ok || !b.sourceType(source, call.Args[0], "first", "text", isText(source.Type)) {
		return nil, nil, false
	}
	width := 4 * int(n)
	if w := textWidth(source.Type); w > 0 {
		width = min(width, w)
	}
	return First{Source: source, N: int(n)}, Text{Width: width}, true
}

// source is the stored attribute of a's entity that an argument names.
func (b *builder) source(a *Attribute, expr hclsyntax.Expression) *Attribute {
	name, ok := syntax.NameOf(expr, &b.diags)
	if !ok {
		return nil
	}
	source := b.attributeNamed(a.Entity, syntax.Name{V: name, Range: expr.Range()})
	if source == nil {
		return nil
	}
	if spec := b.specOf(source); spec.r.Arg("derive") != nil {
		b.add(diag.Error("M039", expr.Range(), fmt.Sprintf("%s is derived, too", source.Name),
			"A derived attribute is computed from stored ones. Name the source of that one instead.",
			diag.At(source.Name+" is declared here", source.NameRange)))
		return nil
	}
	return source
}

func (b *builder) sourceType(source *Attribute, expr hclsyntax.Expression, function, wants string, fits bool) bool {
	if _, unknown := source.Type.(Unknown); fits || unknown {
		return fits
	}
	b.add(diag.Error("M039", expr.Range(), fmt.Sprintf("%s of %s", function, Describe(source.Type)),
		fmt.Sprintf("The function is for %s.", wants), diag.At(source.Name+" is declared here", source.NameRange)))
	return false
}

func (b *builder) deriveTemplate(a *Attribute, parts []hclsyntax.Expression, whole hclsyntax.Expression) (Derivation, Type, bool) {
	var d Joined
	width, bounded, ok := 0, true, true
	for _, part := range parts {
		if lit, isLiteral := part.(*hclsyntax.LiteralValueExpr); isLiteral && lit.Val.Type() == cty.String {
			d.Parts = append(d.Parts, JoinedPart{Literal: lit.Val.AsString()})
			width += len(lit.Val.AsString())
			continue
		}
		source := b.source(a, part)
		if source == nil || !b.sourceType(source, part, "template", "attributes that may stand in a key", KeyAllowed(source.Type)) {
			ok = false
			continue
		}
		d.Parts = append(d.Parts, JoinedPart{Attribute: source})
		w := PlainWidth(source.Type)
		bounded = bounded && w > 0
		width += w
	}
	if ok && len(d.Sources()) == 0 {
		return nil, nil, b.malformedDerive(whole.Range())
	}
	if !bounded || width > math.MaxInt32 {
		width = 0
	}
	return d, Text{Width: width}, ok
}
