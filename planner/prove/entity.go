package prove

import (
	"fmt"
	"slices"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/layout"
)

// meaning is what is known of every item of entity i that the pattern means.
func (a *ask) meaning(i int) *facts {
	f := factsOf(a.pattern.Where[i])
	for _, o := range a.pattern.Equals {
		f.isPresent(o.Attributes[i])
		f.isIn(o.Attributes[i], a.arguments.set(o.Lead()))
	}
	return f
}

// entity proves that the request reads exactly the items of entity i that the
// pattern means. It stops at the first obligation that fails.
func (p *prover) entity(a *ask, i int) bool {
	e, f := a.pattern.Entities[i], a.meaning(i)
	k := a.request.Index.Key(e)
	if f.impossible() { // no item is meant
		return k == nil || p.stranger(a, p.keys[k])
	}
	if k == nil {
		p.fail(complete, a.pattern, fmt.Sprintf("%s has no key on %s", e.Name, a.request.Index.Name), absent(e, f))
		return false
	}
	c := p.keys[k]
	return p.carries(a, i, c, f) && p.inPartition(a, i, c, f) && p.inRange(a, i, c, f) &&
		p.bounds(a, i, c, f) && p.nothingElse(a, i, c)
}

// carries: every item that is meant carries the key.
func (p *prover) carries(a *ask, i int, c *carried, f *facts) bool {
	for _, atom := range c.when.Atoms {
		if !f.imply(atom) {
			p.fail(complete, a.pattern, fmt.Sprintf("only items with %s carry the key of %s on %s, and the pattern does not say so",
				atom, c.entity.Name, a.request.Index.Name), p.missing(a, i, f, atom))
			return false
		}
	}
	for _, attr := range c.attributes() {
		if present := (model.Present{Attribute: attr}); !f.imply(present) {
			p.fail(complete, a.pattern, fmt.Sprintf("an item of %s without %s has no key on %s",
				c.entity.Name, attr.Name, a.request.Index.Name), p.missing(a, i, f, present))
			return false
		}
	}
	return true
}

// equal: every item of entity i that is meant has in the field k what the
// request has in the field r.
func (a *ask) equal(i int, k, r field, f *facts) bool {
	x, okX := a.itemText(k, f)
	y, okY := a.text(r)
	if okX && okY {
		return x == y
	}
	if k.part == nil || r.part == nil || k.tail != r.tail || !sameText(*k.part, *r.part, a.d) {
		return false
	}
	o := operandOf(a.pattern.Equals, r.part.Attribute)
	return o.Attributes[i] == k.part.Attribute
}

// itemText is the one text that the field has on every item with the facts.
func (a *ask) itemText(k field, f *facts) (string, bool) {
	if k.part == nil {
		return k.literal, true
	}
	v, ok := f.set(k.part.Attribute).value()
	if !ok {
		return "", false
	}
	return write(*k.part, a.d, v)
}

// inPartition proves determined.
func (p *prover) inPartition(a *ask, i int, c *carried, f *facts) bool {
	for n := range max(len(c.partition), len(a.partition)) {
		if n < len(c.partition) && n < len(a.partition) && a.equal(i, c.partition[n], a.partition[n], f) {
			continue
		}
		p.fail(determined, a.pattern, fmt.Sprintf("%s has the partition key %q on %s, and %q is asked for",
			c.entity.Name, show(c.partition, p.d), a.request.Index.Name, show(a.partition, p.d)), p.elsewhere(a, i, c))
		return false
	}
	return true
}

// inRange proves contiguous: the sort key is within what is asked for.
func (p *prover) inRange(a *ask, i int, c *carried, f *facts) bool {
	reason := ""
	switch {
	case !a.leads(i, c.sort, a.sort, f):
		reason = fmt.Sprintf("%s has the sort key %q on %s, which does not begin as it is asked for, %q",
			c.entity.Name, show(c.sort, p.d), a.request.Index.Name, show(a.sort, p.d))
	case a.rest.judge(a.fixed(c.sort[len(a.sort):], f), p.d) != always:
		reason = fmt.Sprintf("the sort key %q of %s on %s can be outside of what is read",
			show(c.sort, p.d), c.entity.Name, a.request.Index.Name)
	default:
		return true
	}
	p.fail(contiguous, a.pattern, reason, p.elsewhere(a, i, c))
	return false
}

// leads: the key of every item that is meant begins with the fields.
func (a *ask) leads(i int, key, fields []field, f *facts) bool {
	if len(key) < len(fields) {
		return false
	}
	for n, r := range fields {
		if !a.equal(i, key[n], r, f) {
			return false
		}
	}
	return true
}

// fixed puts texts that are known into the fields.
func (a *ask) fixed(fields []field, f *facts) []field {
	var out []field
	for _, k := range fields {
		if text, ok := a.itemText(k, f); ok && !k.tail {
			k = field{literal: text}
		}
		out = append(out, k)
	}
	return out
}

// bounds proves that what the caller may bound stands at once after what the
// bounds begin with, and can be bounded.
func (p *prover) bounds(a *ask, i int, c *carried, f *facts) bool {
	s, want := a.request.Sort, a.pattern.Range
	reason := ""
	switch {
	case want == nil && len(s.Range) == 0:
		return true
	case want == nil || len(s.Range) != len(want.Operands):
		reason = "the request bounds other attributes than the pattern"
	case !ranged(a.pattern, i):
		reason = p.beside(a, i, c)
	case s.Kind == layout.Exact:
		reason = "the whole sort key is asked for, and nothing is left to bound"
	case !a.leads(i, c.sort, a.bounded, f):
		reason = fmt.Sprintf("the sort key %q of %s does not begin with what stands before the bounds, %q",
			show(c.sort, p.d), c.entity.Name, show(a.bounded, p.d))
	default:
		reason = a.boundable(i, c.sort[len(a.bounded):], want)
	}
	if reason != "" {
		p.fail(contiguous, a.pattern, reason, "")
	}
	return reason == ""
}

// boundable says why the fields are not the range's attributes, each such that
// bounds on its text are bounds on its value.
func (a *ask) boundable(i int, fields []field, want *access.Range) string {
	s := a.request.Sort
	for n, o := range want.Operands {
		if n >= len(fields) || fields[n].part == nil || fields[n].part.Attribute != o.Attributes[i] {
			return fmt.Sprintf("%s does not stand where it can be bounded in the key of %s", o.Name, a.pattern.Entities[i].Name)
		}
		part := *fields[n].part
		if operandOf(want.Operands[n:n+1], s.Range[n].Attribute) == nil || !sameText(part, s.Range[n], a.d) {
			return fmt.Sprintf("%s is bounded as another text than %s has", s.Range[n], part)
		}
		last := n == len(fields)-1
		bounds := want.Bounds
		if n < len(want.Operands)-1 {
			bounds = access.AnyBound // of a ladder each rung can be the last
		}
		if endsKey := s.EndsKey && n == len(want.Operands)-1; last != endsKey && !endless(bounds, part.Form) {
			return fmt.Sprintf("the request is wrong about whether %s ends the key", part)
		}
		if reason := a.exact(part, bounds, last); reason != "" {
			return reason
		}
	}
	return ""
}

// endless says that the text of the bounds is the same whether the part ends
// the key or not: they say where to begin.
func endless(bounds access.Bounds, f model.Form) bool {
	switch bounds {
	case access.BeginsWith:
		return true
	case access.AtLeast:
		return f != model.Desc
	case access.AtMost:
		return f == model.Desc
	}
	return false
}

// exact says why bounds of a part are not exact on its text.
func (a *ask) exact(part model.Part, bounds access.Bounds, last bool) string {
	if bounds == access.BeginsWith && plain(part.Form) {
		return "" // the text of a prefix is a prefix of the text
	}
	if ok, _ := sorts(part, a.d, !last); !ok {
		return fmt.Sprintf("the text %s does not sort as its values do", part)
	}
	if last && !steps(part.Attribute.Type) && (bounds == access.AnyBound || bounds == access.Below || bounds == access.Above && part.Form == model.Desc) {
		return fmt.Sprintf("%s ends its key, and a strict bound of such a text cannot be asked for; let the delimiter follow it", part)
	}
	return ""
}

// steps says that a type has a unit by which a strict bound becomes an
// inclusive one.
func steps(t model.Type) bool {
	switch t.(type) {
	case model.Int, model.Epoch, model.Timestamp, model.Date:
		return true
	}
	return false
}

// beside says why the first entity does not come with every bound: it must
// stand at the end that stays open.
func (p *prover) beside(a *ask, i int, c *carried) string {
	if len(a.pattern.Range.Operands) > 1 {
		return "equality on the first attribute of the range would leave out " + c.entity.Name
	}
	upper := false
	switch a.pattern.Range.Bounds {
	case access.AtMost, access.Below:
		upper = true
	case access.AtLeast, access.Above:
	default:
		return "bounds on both sides would leave out " + c.entity.Name
	}
	if a.request.Sort.Range[0].Form == model.Desc {
		upper = !upper
	}
	prefix, ok := join(a.bounded[min(len(a.sort), len(a.bounded)):], p.d)
	if a.request.Sort.Kind != layout.Span || !ok || prefix == "" || len(a.bounded) <= len(a.sort) {
		return "bounds would leave out " + c.entity.Name
	}
	below := rest{kind: between, high: prefix + string(rune(p.d))}
	above := rest{kind: between, low: prefix + string(rune(p.d+1)), high: a.rest.high}
	key := c.sort[len(a.sort):]
	if upper && below.judge(key, p.d) != always || !upper && above.judge(key, p.d) != always {
		return "bounds would leave out " + c.entity.Name
	}
	return ""
}

// nothingElse proves isolated for the items of the entity itself.
func (p *prover) nothingElse(a *ask, i int, c *carried) bool {
	f := c.facts()
	s := newSystem(p.d, f, a.arguments)
	s.meet(c.partition, a.partition)
	s.meet(c.sort[:len(a.sort)], a.sort)
	s.restrict(c.sort[len(a.sort):], a.rest)
	if !s.satisfiable() {
		return true
	}
	for _, v := range s.values {
		if v.side == item {
			f.isIn(v.attr, only(v.value))
		}
	}
	for _, o := range a.pattern.Equals {
		if !s.same(o.Attributes[i], o.Lead()) {
			p.fail(isolated, a.pattern, fmt.Sprintf("what is read of %s on %s does not fix %s",
				c.entity.Name, a.request.Index.Name, o.Attributes[i].Name), p.intruder(a, i, c, s, nil, o.Attributes[i]))
			return false
		}
		f.isIn(o.Attributes[i], a.arguments.set(o.Lead()))
	}
	for _, atom := range a.pattern.Where[i].Atoms {
		if !f.imply(atom) {
			p.fail(isolated, a.pattern, fmt.Sprintf("items of %s that do not satisfy %s are read on %s, too",
				c.entity.Name, atom, a.request.Index.Name), p.intruder(a, i, c, s, atom, nil))
			return false
		}
	}
	return true
}

// strangers are the keys on the request's index that the pattern does not
// speak of.
func (p *prover) strangers(a *ask) []*carried {
	var out []*carried
	for _, k := range a.request.Index.Keys {
		if !slices.Contains(a.pattern.Entities, k.Entity) {
			out = append(out, p.keys[k])
		}
	}
	if a.request.Index == p.l.Table {
		out = append(out, p.markers...)
	}
	return out
}

// stranger proves isolated for the items of another entity, or markers.
func (p *prover) stranger(a *ask, c *carried) bool {
	s := newSystem(p.d, c.facts(), a.arguments)
	s.meet(c.partition, a.partition)
	left, open := s.begin(c.sort, a.sort)
	s.restrict(left, a.rest)
	if !s.satisfiable() || !open && a.rest.judge(s.fill(left), p.d) == never {
		return true
	}
	p.fail(isolated, a.pattern, fmt.Sprintf("items of %s on %s can come back, too", c.what(), a.request.Index.Name),
		p.intruder(a, -1, c, s, nil, nil))
	return false
}

// restrict leaves the part that comes next only the values that the condition
// on the rest of the key lets through, where they can be looked at one by one.
func (s *system) restrict(left []field, r rest) {
	if len(left) == 0 || left[0].part == nil || left[0].tail {
		return
	}
	part, fields := *left[0].part, slices.Clone(left)
	allowed := s.facts[item].set(part.Attribute)
	if allowed.except {
		return
	}
	var kept []model.Value
	for _, v := range allowed.list {
		text, ok := write(part, s.d, v)
		if fields[0] = (field{literal: text}); ok && r.judge(fields, s.d) != never {
			kept = append(kept, v)
		}
	}
	s.facts[item].isIn(part.Attribute, set{list: kept})
}

// begin states that a sort key begins with the fields, and returns what is left
// of the key; open says that a raw part leaves that undecided.
func (s *system) begin(key, fields []field) (left []field, open bool) {
	for n := range fields {
		if n >= len(key) {
			s.dead = true
			return nil, false
		}
		if key[n].tail {
			return nil, true
		}
		s.meetField(key[n], fields[n])
	}
	left = key[len(fields):]
	return left, len(left) > 0 && left[0].tail
}
