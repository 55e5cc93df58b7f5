package planner

import (
	"slices"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/keytext"
	"github.com/keyplan/keyplan/planner/layout"
)

// asking writes the request of one question.
type asking struct {
	p *problem
	q *question
	// shelf is the index that answers it, lead the number of sort parts that
	// every entity of a shared question has in common.
	shelf *shelf
	lead  int
}

// request is how the question is answered.
func (a asking) request(x *layout.Index) *layout.Request {
	first := a.q.views[0]
	r := &layout.Request{
		Pattern: a.q.p, Index: x, Operation: layout.Query, Forward: !a.q.p.Descending,
		Partition: a.given(first, a.shelf.key(first.e).partition),
	}
	if len(a.q.views) > 1 {
		a.collection(r)
	} else {
		a.alone(r)
	}
	if r.Operation == layout.Query && a.q.p.One {
		r.Limit = 2
	}
	return r
}

// given is a template with the constants of the view in place of its parts.
func (a asking) given(v *view, t model.Template) model.Template {
	var out model.Template
	for _, s := range t {
		if part, ok := s.(model.Part); ok && !v.equals.has(v.e.bit(part.Attribute)) {
			s = model.Literal(a.constant(v, part))
		}
		out = appendSegment(out, s)
	}
	return out
}

// constant is the text of a part that where fixes.
func (a asking) constant(v *view, part model.Part) string {
	for _, atom := range a.q.p.Where[v.at].Atoms {
		c, ok := constantOf(atom)
		if !ok || atom.On() != part.Attribute {
			continue
		}
		text, err := keytext.Encode(part.Attribute.Type, part.Form, a.p.m.Table.Delimiter, c)
		if err != nil {
			panic("planner: request: a constant of where has no key text: " + err.Error())
		}
		return text
	}
	panic("planner: request: " + part.Attribute.Name + " is given by neither equals nor where")
}

// appendSegment keeps literals from standing side by side.
func appendSegment(t model.Template, s model.Segment) model.Template {
	lit, ok := s.(model.Literal)
	if !ok {
		return append(t, s)
	}
	if n := len(t); n > 0 {
		if last, ok := t[n-1].(model.Literal); ok {
			t[n-1] = last + lit
			return t
		}
	}
	if lit == "" {
		return t
	}
	return append(t, lit)
}

// alone asks for items of one entity.
func (a asking) alone(r *layout.Request) {
	v := a.q.views[0]
	k := a.shelf.key(v.e)
	known := 0
	for known < len(k.pair.sort) && v.fixed().has(k.pair.sort[known].attr) {
		known++
	}
	whole := known == len(k.pair.sort)
	switch {
	case whole && r.Index.Kind == layout.Primary && !a.q.p.Multiple:
		r.Operation = layout.GetItem
		r.Sort = layout.SortCondition{Kind: layout.Exact, Prefix: a.given(v, k.sort)}
	case whole && (known > 0 || k.pin.isWhole(a.p.m.Table.Delimiter)):
		r.Sort = layout.SortCondition{Kind: layout.Exact, Prefix: a.given(v, k.sort)}
	default:
		r.Sort = layout.SortCondition{Kind: layout.Begins, Prefix: a.given(v, throughPart(k.sort, known))}
		a.bounds(r, v, k, known)
	}
}

// throughPart is a sort key through its part number n and the literal after it.
func throughPart(t model.Template, n int) model.Template {
	parts := 0
	for i, s := range t {
		if _, ok := s.(model.Literal); ok {
			continue
		}
		if parts == n {
			return slices.Clone(t[:i])
		}
		parts++
	}
	return slices.Clone(t)
}

// bounds says which parts the caller may bound.
func (a asking) bounds(r *layout.Request, v *view, k *keyed, known int) {
	parts := 0
	for i, s := range k.sort {
		part, ok := s.(model.Part)
		if !ok {
			continue
		}
		if parts >= known && parts < known+v.bounded {
			r.Sort.Range = append(r.Sort.Range, part)
			r.Sort.EndsKey = i == len(k.sort)-1
		}
		parts++
	}
}

// collection asks for items of several entities.
func (a asking) collection(r *layout.Request) {
	speaker := a.q.others()[0]
	k := a.shelf.key(speaker.e)
	common := a.given(speaker, a.commonText(k))
	low, high, same := a.literals()
	own := appendSegment(slices.Clone(common), model.Literal(k.gaps[a.lead]))
	switch {
	case same:
		r.Sort = layout.SortCondition{Kind: layout.Begins, Prefix: own}
	case a.lead > 0 && !a.ranged() && a.everything():
		r.Sort = layout.SortCondition{Kind: layout.Begins, Prefix: common}
	default:
		r.Sort = layout.SortCondition{
			Kind: layout.Span,
			From: appendSegment(slices.Clone(common), model.Literal(low)),
			To:   appendSegment(slices.Clone(common), model.Literal(a.end(high))),
		}
		if a.ranged() {
			r.Sort.Prefix = own
		}
	}
	if a.ranged() {
		a.bounds(r, speaker, k, a.lead)
	}
}

// end is the greatest text that a literal begins: the literal itself where a
// pin makes it a whole key.
func (a asking) end(lit string) string {
	d := a.p.m.Table.Delimiter
	if lit != "" && lit[len(lit)-1] != d {
		return lit
	}
	return keytext.Successor(lit, d)
}

func (a asking) ranged() bool { return a.q.p.Range != nil }

// commonText is the sort key up to the literals that tell the entities of the
// question apart.
func (a asking) commonText(k *keyed) model.Template {
	if a.lead == 0 {
		return nil
	}
	t := throughPart(k.sort, a.lead)
	last := t[len(t)-1].(model.Literal)
	t[len(t)-1] = last[:1]
	return t
}

// literals are the least and the greatest of the entities' literals, and
// whether all are one.
func (a asking) literals() (low, high string, same bool) {
	for i, v := range a.q.views {
		lit := a.shelf.key(v.e).gaps[a.lead]
		if i == 0 || lit < low {
			low = lit
		}
		high = max(high, lit)
	}
	return low, high, low == high
}

// everything says that the question's entities are all that share their text so
// far.
func (a asking) everything() bool {
	n := 0
	for _, b := range blocks(entitiesOf(a.shelf.shapes), a.shelf.shapes, a.lead-1) {
		if slices.Contains(b, a.q.views[0].e) {
			n = len(b)
		}
	}
	return n == len(a.q.views)
}

// share finds, for every request, the earlier patterns that make the same one.
func share(patterns []*access.Pattern, requests []*layout.Request) {
	for i, r := range requests {
		for j := range i {
			if r != nil && requests[j] != nil && sameRequest(r, requests[j]) {
				r.SharesWith = append(r.SharesWith, patterns[j])
			}
		}
	}
}

func sameRequest(a, b *layout.Request) bool {
	return a.Index == b.Index && a.Operation == b.Operation && a.Forward == b.Forward && a.Limit == b.Limit &&
		slices.Equal(a.Pattern.Entities, b.Pattern.Entities) && sameKey(a.Partition, b.Partition) &&
		sameSort(a.Sort, b.Sort) && sameRange(a.Pattern.Range, b.Pattern.Range)
}

func sameKey(a, b model.Key) bool { return template(a).String() == template(b).String() }

func sameSort(a, b layout.SortCondition) bool {
	return a.Kind == b.Kind && a.Prefix.String() == b.Prefix.String() && a.From.String() == b.From.String() &&
		a.To.String() == b.To.String() && slices.Equal(a.Range, b.Range)
}

func sameRange(a, b *access.Range) bool {
	return a == nil && b == nil || a != nil && b != nil && a.Bounds == b.Bounds
}
