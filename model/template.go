package model

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/model/syntax"
)

// maxShards is the most partitions that a key may be spread over.
const maxShards = 1000

// template reads a key template. It is nil where the text is wrong.
func (b *builder) template(e *Entity, parts []hclsyntax.Expression, whole hclsyntax.Expression, sort bool) Key {
	var t Template
	var ranges []hcl.Range
	ok := true
	for _, part := range parts {
		if lit, isLiteral := part.(*hclsyntax.LiteralValueExpr); isLiteral && lit.Val.Type() == cty.String {
			text := Literal(lit.Val.AsString())
			if last, joins := lastLiteral(t); joins {
				t[len(t)-1] = last + text
				ranges[len(t)-1] = hcl.RangeBetween(ranges[len(t)-1], part.Range())
			} else if text != "" {
				t, ranges = append(t, text), append(ranges, part.Range())
			}
			continue
		}
		s := b.segment(e, part, sort)
		if s == nil {
			ok = false
			continue
		}
		t, ranges = append(t, s), append(ranges, part.Range())
	}
	if !ok {
		return nil
	}
	if len(t) == 0 {
		b.add(diag.Error("M063", whole.Range(), "an empty key", "DynamoDB refuses an empty key. Write the entity's prefix at least."))
		return nil
	}
	if b.legalTemplate(t, ranges, whole.Range()) {
		return t
	}
	return nil
}

func lastLiteral(t Template) (Literal, bool) {
	if len(t) == 0 {
		return "", false
	}
	l, ok := t[len(t)-1].(Literal)
	return l, ok
}

// segment reads what stands between ${ and }.
func (b *builder) segment(e *Entity, expr hclsyntax.Expression, sort bool) Segment {
	call, ok := expr.(*hclsyntax.FunctionCallExpr)
	if !ok {
		return b.part(e, expr, Plain)
	}
	forms := map[string]Form{"sorted": Sorted, "desc": Desc, "raw": Raw}
	form, known := forms[call.Name]
	switch {
	case call.Name == "shard":
		return b.shard(e, call, sort)
	case !known:
		names := []string{"sorted", "desc", "raw", "shard"}
		meant := syntax.Suggest(call.Name, names)
		detail := "The functions are sorted, desc, raw and shard."
		if meant != "" {
			detail = fmt.Sprintf("Did you mean %s? ", syntax.Quote(meant)) + detail
		}
		b.add(diag.Error("M063", call.NameRange, fmt.Sprintf("there is no function %s", syntax.Quote(call.Name)), detail))
		return nil
	case len(call.Args) != 1:
		b.add(diag.Error("M063", call.Range(), fmt.Sprintf("%s takes one attribute", call.Name), fmt.Sprintf("Write ${%s(a)}.", call.Name)))
		return nil
	}
	return b.part(e, call.Args[0], form)
}

func (b *builder) part(e *Entity, expr hclsyntax.Expression, form Form) Segment {
	name, ok := syntax.NameOf(expr, &b.diags)
	if !ok {
		return nil
	}
	a := b.attributeNamed(e, syntax.Name{V: name, Range: expr.Range()})
	if a == nil {
		return nil
	}
	declared := diag.At(a.Name+" is declared here", a.NameRange)
	switch {
	case !KeyAllowed(a.Type):
		b.add(diag.Error("M052", expr.Range(), fmt.Sprintf("%s is %s and cannot stand in a key", a.Name, Describe(a.Type)),
			"A value of this type has no key text. Take another attribute.", declared))
	case form == Desc && !FixedWidth(a.Type):
		b.add(diag.Error("M063", expr.Range(), fmt.Sprintf("desc of %s, whose width varies", a.Name),
			"Only text of fixed width has a complement: numbers, times, dates, ids and ordered enums.", declared))
	case form == Raw && !isText(a.Type) && !isUnknown(a.Type):
		b.add(diag.Error("M063", expr.Range(), fmt.Sprintf("raw of %s, which is %s", a.Name, Describe(a.Type)),
			"Only text can stand in a key as it is. Leave raw out.", declared))
	default:
		return Part{Attribute: a, Form: form}
	}
	return nil
}

func (b *builder) shard(e *Entity, call *hclsyntax.FunctionCallExpr, sort bool) Segment {
	if sort {
		b.add(diag.Error("M063", call.Range(), "a shard in a sort key", "A shard spreads items over partitions: it stands in the partition key."))
		return nil
	}
	if len(call.Args) < 2 {
		b.add(diag.Error("M063", call.Range(), "shard without attributes", "Write ${shard(8, order_id)}: how many, and what the number is computed from."))
		return nil
	}
	n, ok := syntax.IntOf(call.Args[0], 1, maxShards, &b.diags)
	s := Shard{N: int(n)}
	for _, arg := range call.Args[1:] {
		p, isPart := b.part(e, arg, Plain).(Part)
		if !isPart {
			return nil
		}
		if a := p.Attribute; a.Optional || !a.Immutable {
			b.add(diag.Error("M068", arg.Range(), fmt.Sprintf("%s may change or be absent and decides the shard", a.Name),
				"A reader could not know where the item went. Take the identity, or other immutable attributes.",
				diag.At(a.Name+" is declared here", a.NameRange)))
			return nil
		}
		s.Attributes = append(s.Attributes, p.Attribute)
	}
	if !ok {
		return nil
	}
	return s
}

// legalTemplate checks that parts can be told apart: a delimiter stands between
// them, and every literal ends in it unless it is the whole key. A template of
// raw parts describes keys that exist and may be as they are.
func (b *builder) legalTemplate(t Template, ranges []hcl.Range, whole hcl.Range) bool {
	if isRaw(t) {
		return b.printableLiterals(t, ranges)
	}
	d := string(b.m.Table.Delimiter)
	ok := true
	for i, s := range t {
		text, isLiteral := s.(Literal)
		if !isLiteral {
			if i > 0 {
				if _, joined := t[i-1].(Literal); !joined {
					b.add(diag.Error("M063", ranges[i], "two parts without a delimiter between them",
						fmt.Sprintf("Different values could give one text. Write %s between the two.", d)))
					ok = false
				}
			}
			continue
		}
		ok = b.legalLiteral(string(text), ranges[i], i == 0, i == 0 && len(t) == 1) && ok
	}
	return ok
}

// isRaw says whether t has parts, and all of them raw.
func isRaw(t Template) bool {
	parts := 0
	for _, s := range t {
		switch s := s.(type) {
		case Part:
			if s.Form != Raw {
				return false
			}
			parts++
		case Shard:
			return false
		}
	}
	return parts > 0
}

func (b *builder) printableLiterals(t Template, ranges []hcl.Range) bool {
	for i, s := range t {
		if text, ok := s.(Literal); ok && !isStoredName(string(text)) {
			b.add(diag.Error("M061", ranges[i], fmt.Sprintf("illegal literal %s", syntax.Quote(string(text))), "A literal of a key is printable text."))
			return false
		}
	}
	return true
}

// legalLiteral checks one literal of a template as it stands, with the
// delimiter that closes the part before it.
func (b *builder) legalLiteral(text string, at hcl.Range, first, whole bool) bool {
	d, given := string(b.m.Table.Delimiter), text
	if !first {
		rest, closes := strings.CutPrefix(text, d)
		if !closes {
			b.add(diag.Error("M061", at, fmt.Sprintf("literal %s does not begin with the delimiter", syntax.Quote(text)),
				fmt.Sprintf("It would run into the part before it. Write %s.", syntax.Quote(d+text))))
			return false
		}
		if rest == "" {
			return true
		}
		text = rest
	}
	if !whole && text != "" && !strings.HasSuffix(text, d) {
		b.add(diag.Error("M061", at, fmt.Sprintf("literal %s does not end in the delimiter", syntax.Quote(given)),
			fmt.Sprintf("It would run into what follows, or be the beginning of another. Write %s.", syntax.Quote(given+d))))
		return false
	}
	return b.legalCharacters(text, at)
}

// legalCharacters applies the rule for what a literal may hold.
func (b *builder) legalCharacters(text string, at hcl.Range) bool {
	legal := len(text) > 0 && len(text) <= maxLiteral && isLetter(text[0])
	for i := range len(text) {
		c := text[i]
		legal = legal && (isLetter(c) || '0' <= c && c <= '9' || slices.Contains([]byte("._-:"), c) || c == b.m.Table.Delimiter)
	}
	if !legal {
		b.add(diag.Error("M061", at, fmt.Sprintf("illegal literal %s", syntax.Quote(text)),
			fmt.Sprintf("A literal of a key starts with a letter, holds letters, digits, dots, underscores, hyphens, colons and the delimiter %c, and has at most %d bytes.",
				b.m.Table.Delimiter, maxLiteral)))
	}
	return legal
}

// maxLiteral is the most bytes of a literal.
const maxLiteral = 128

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

// legalPrefix checks a prefix that the model gives.
func (b *builder) legalPrefix(v syntax.Value[string]) bool {
	return b.legalLiteral(v.V, v.Range, true, false)
}
