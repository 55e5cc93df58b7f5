package prove

import (
	"fmt"
	"slices"
	"strings"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/keytext"
	"github.com/keyplan/keyplan/planner/layout"
)

// Counterexamples are for people. Each is a sentence with concrete items, or ""
// where none was found: what failed has been decided before.

// show writes fields as a template.
func show(fields []field, d byte) string {
	var out []string
	for _, f := range fields {
		out = append(out, f.String())
	}
	return strings.Join(out, string(rune(d)))
}

// describe writes an item.
func describe(e *model.Entity, item keytext.Values) string {
	var out []string
	for _, a := range e.Attributes {
		if v, ok := item[a.Name]; ok {
			out = append(out, a.Name+" = "+constant(v))
		}
	}
	return e.Name + " {" + strings.Join(out, ", ") + "}"
}

func constant(v model.Value) string {
	if s, ok := v.(string); ok {
		return fmt.Sprintf("%q", s)
	}
	return fmt.Sprint(v)
}

// texts are the keys that an item has on an index, false where it has none.
func (p *prover) texts(x *layout.Index, c *carried, item keytext.Values) (pk, sk string, ok bool) {
	if holds, err := item.Holds(c.when); !holds || err != nil {
		return "", "", false
	}
	partition, sort := model.Key(nil), model.Key(nil)
	if c.marker != nil {
		partition, sort = c.marker.Partition, c.marker.Sort
	} else {
		k := x.Key(c.entity)
		partition, sort = k.Partition, k.Sort
	}
	pk, ok, err := item.Key(partition.(model.Template), p.d)
	if t, isText := sort.(model.Template); ok && err == nil && isText {
		sk, ok, err = item.Key(t, p.d)
	}
	return pk, sk, ok && err == nil
}

// under writes the keys that an item has on an index, "" where it has none.
func (p *prover) under(x *layout.Index, c *carried, item keytext.Values) string {
	pk, sk, ok := p.texts(x, c, item)
	if !ok {
		return ""
	}
	out := fmt.Sprintf("%s %q", column(x.Partition, "partition key"), pk)
	if sk != "" {
		out += fmt.Sprintf(" and %s %q", column(x.Sort, "sort key"), sk)
	}
	return out
}

func column(list []layout.Column, none string) string {
	if len(list) == 0 {
		return none
	}
	return list[0].Name
}

// pick settles every text that is still free, and says whether it could.
func (s *system) pick() bool {
	for i, n := range s.nodes {
		options := s.facts[n.side].allowed(n.part.Attribute)
		for k := range options {
			if _, ok := s.texts[s.class[i]]; ok {
				break
			}
			v := options[(i+k)%len(options)]
			if text, ok := write(n.part, s.d, v); ok && s.takes(s.class[i], text) {
				s.fix(i, text)
			}
		}
		if !s.satisfiable() {
			return false
		}
	}
	return true
}

// factsWith are the facts of a side with all the values that are settled.
func (s *system) factsWith(sd side) *facts {
	f := factsOf()
	f.arguments = s.facts[sd].arguments
	f.present = slices.Clone(s.facts[sd].present)
	f.absent = slices.Clone(s.facts[sd].absent)
	for a, allowed := range s.facts[sd].sets {
		f.sets[a] = allowed
	}
	for _, v := range s.values {
		if v.side == sd {
			f.isIn(v.attr, only(v.value))
		}
	}
	return f
}

// collision is two items under one primary key.
func (p *prover) collision(s *system, a, b *carried) string {
	if !s.pick() {
		return ""
	}
	x, y := s.factsWith(item).item(a.entity, 0), s.factsWith(other).item(b.entity, 1)
	if x == nil || y == nil || p.under(p.l.Table, a, x) != p.under(p.l.Table, b, y) {
		return ""
	}
	return fmt.Sprintf("For example %s and %s, both under %s.", named(a, x), named(b, y), p.under(p.l.Table, a, x))
}

func named(c *carried, item keytext.Values) string {
	if c.marker != nil {
		return "the marker of " + describe(c.entity, item)
	}
	return describe(c.entity, item)
}

// twins are two items that differ in an identity attribute alone.
func (p *prover) twins(c *carried, a *model.Attribute) string {
	x := c.facts().item(c.entity, 0)
	options := samples(a)
	if x == nil || len(options) < 2 {
		return ""
	}
	y := keytext.Values{}
	for name, v := range x {
		y[name] = v
	}
	y[a.Name] = options[1]
	return fmt.Sprintf("For example %s and %s, both under %s.", describe(c.entity, x), describe(c.entity, y), p.under(p.l.Table, c, x))
}

// absent is an item that is meant, where its entity is not in the index at all.
func absent(e *model.Entity, f *facts) string {
	x := f.item(e, 0)
	if x == nil {
		return ""
	}
	return fmt.Sprintf("For example %s is meant and is not there.", describe(e, x))
}

// missing is an item that is meant and has no key because the atom does not
// hold, beside one that has.
func (p *prover) missing(a *ask, i int, f *facts, atom model.Atom) string {
	e := a.pattern.Entities[i]
	without, with := a.meaning(i), a.meaning(i)
	deny(without, atom)
	with.state(atom)
	x, y := without.item(e, 0), with.item(e, 0)
	c := p.keys[a.request.Index.Key(e)]
	if x == nil {
		return ""
	}
	if _, _, ok := p.texts(a.request.Index, c, x); ok {
		return ""
	}
	out := fmt.Sprintf("For example %s is meant and is not there", describe(e, x))
	if y == nil {
		return out + "."
	}
	if _, _, ok := p.texts(a.request.Index, c, y); ok {
		out += fmt.Sprintf(", while %s is", describe(e, y))
	}
	return out + "."
}

// deny states facts under which the atom does not hold, one way of several.
func deny(f *facts, atom model.Atom) {
	on := atom.On()
	if _, ok := atom.(model.Absent); ok {
		f.isPresent(on)
		return
	}
	if !f.has(on) {
		f.absent = append(f.absent, on)
		return
	}
	options := f.allowed(on)
	if c, ok := atom.(model.Compare); ok && c.Not && f.allow(on, c.Value) {
		options = []model.Value{c.Value}
	}
	for _, v := range options {
		if !keytext.Satisfies(atom, v, true) {
			f.isIn(on, only(v))
			return
		}
	}
}

// elsewhere are items that one call means and that do not stand together where
// the request reads.
func (p *prover) elsewhere(a *ask, i int, c *carried) string {
	for n := range 5 {
		if out := p.elsewhereWith(a, i, c, n); out != "" {
			return out
		}
	}
	return ""
}

// elsewhereWith tries sample number n of what the caller gives.
func (p *prover) elsewhereWith(a *ask, i int, c *carried, n int) string {
	e := a.pattern.Entities[i]
	f := a.meaning(i)
	for _, o := range a.pattern.Equals {
		if options := f.allowed(o.Attributes[i]); len(options) > 0 {
			f.isIn(o.Attributes[i], only(options[n%len(options)]))
		}
	}
	for _, attr := range c.attributes() {
		f.isPresent(attr)
	}
	x, y := f.item(e, 0), f.item(e, 1)
	if x == nil || y == nil {
		return ""
	}
	given := a.given(i, x)
	if p.found(a, c, given, x) && p.found(a, c, given, y) {
		return ""
	}
	kx, ky := p.under(a.request.Index, c, x), p.under(a.request.Index, c, y)
	switch {
	case kx == "":
		return ""
	case kx == ky:
		return fmt.Sprintf("For example %s stands under %s.", describe(e, x), kx)
	}
	return fmt.Sprintf("For example %s stands under %s, and %s under %s.", describe(e, x), kx, describe(e, y), ky)
}

// given are the arguments with which entity i's item is meant.
func (a *ask) given(i int, item keytext.Values) *facts {
	f := factsOf()
	f.arguments = true
	for _, o := range a.pattern.Equals {
		if v, ok, err := item.Value(o.Attributes[i]); ok && err == nil {
			f.isIn(o.Lead(), only(v))
		}
	}
	return f
}

// found says that the request reads the item.
func (p *prover) found(a *ask, c *carried, given *facts, item keytext.Values) bool {
	pk, sk, ok := p.texts(a.request.Index, c, item)
	return ok && a.reads(given, pk, sk)
}

// intruder is an item that the request reads and the pattern does not mean,
// beside one that is meant. For an item of the pattern's own entity it is one
// that does not satisfy the atom, or has another value of the attribute.
func (p *prover) intruder(a *ask, i int, c *carried, s *system, atom model.Atom, attr *model.Attribute) string {
	if !s.pick() {
		return ""
	}
	f, given := s.factsWith(item), s.factsWith(other)
	settle(a.pattern, given)
	if atom != nil {
		deny(f, atom)
	}
	if attr != nil {
		differ(a.pattern, i, f, given, attr)
	}
	x := f.item(c.entity, 0)
	if x == nil {
		return ""
	}
	if !p.found(a, c, given, x) {
		return ""
	}
	out := fmt.Sprintf("For example with %s it reads %s under %s", arguments(a.pattern, given), named(c, x), p.under(a.request.Index, c, x))
	return out + p.meantBeside(a, max(i, 0), given) + "."
}

// reads says whether the request, with the arguments given, reads an item under
// those keys.
func (a *ask) reads(given *facts, pk, sk string) bool {
	partition, ok := a.write(a.partition, given)
	if !ok || partition != pk {
		return false
	}
	lead, ok := a.write(a.sort, given)
	if !ok {
		return false
	}
	if len(a.sort) > 0 && a.rest.kind != nothing {
		lead += string(rune(a.d))
	}
	left, ok := strings.CutPrefix(sk, lead)
	return ok && a.rest.judge(remaining(left, a.rest), a.d) == always
}

// remaining is what is left of a key as fields; at its end there are none.
func remaining(left string, r rest) []field {
	if left == "" && r.kind == nothing {
		return nil
	}
	return []field{{literal: left}}
}

// write is the text of fields with the arguments in them.
func (a *ask) write(fields []field, given *facts) (string, bool) {
	var out []string
	for _, f := range fields {
		if f.part == nil {
			out = append(out, f.literal)
			continue
		}
		v, ok := given.set(f.part.Attribute).value()
		if !ok {
			return "", false
		}
		text, ok := write(*f.part, a.d, v)
		if !ok {
			return "", false
		}
		out = append(out, text)
	}
	return strings.Join(out, string(rune(a.d))), true
}

// meantBeside is an item that the same call means.
func (p *prover) meantBeside(a *ask, i int, given *facts) string {
	e := a.pattern.Entities[i]
	f := a.meaning(i)
	for _, o := range a.pattern.Equals {
		f.isIn(o.Attributes[i], given.set(o.Lead()))
	}
	y, k := f.item(e, 1), a.request.Index.Key(e)
	if y == nil || k == nil {
		return ""
	}
	where := p.under(a.request.Index, p.keys[k], y)
	if where == "" {
		return ""
	}
	return fmt.Sprintf(", beside %s under %s", describe(e, y), where)
}

// settle gives every argument one value.
func settle(p *access.Pattern, given *facts) {
	for _, o := range p.Equals {
		if options := given.allowed(o.Lead()); len(options) > 0 {
			given.isIn(o.Lead(), only(options[0]))
		}
	}
}

// differ makes the item's attribute another value than the argument.
func differ(p *access.Pattern, i int, f, given *facts, attr *model.Attribute) {
	for _, o := range p.Equals {
		if o.Attributes[i] != attr {
			continue
		}
		v, _ := given.set(o.Lead()).value()
		for _, w := range f.allowed(attr) {
			if w != v {
				f.isIn(attr, only(w))
				return
			}
		}
	}
}

func arguments(p *access.Pattern, given *facts) string {
	var out []string
	for _, o := range p.Equals {
		if v, ok := given.set(o.Lead()).value(); ok {
			out = append(out, o.Name+" = "+constant(v))
		}
	}
	if len(out) == 0 {
		return "no arguments"
	}
	return strings.Join(out, ", ")
}

// disorder is two items that the request returns the wrong way round.
func (p *prover) disorder(a *ask, i int, c *carried, f *facts) string {
	e := a.pattern.Entities[i]
	settled := a.meaning(i)
	for _, o := range a.pattern.Equals {
		if options := settled.allowed(o.Attributes[i]); len(options) > 0 {
			settled.isIn(o.Attributes[i], only(options[0]))
		}
	}
	items := vary(settled, e, append(c.attributes(), attributesOf(a.pattern, i)...))
	for _, x := range items {
		for _, y := range items {
			if a.before(i, x, y) && p.comesAfter(a, c, x, y) {
				return fmt.Sprintf("For example %s, under %s, comes before %s, under %s.", describe(e, y),
					p.under(a.request.Index, c, y), describe(e, x), p.under(a.request.Index, c, x))
			}
		}
	}
	return ""
}

func attributesOf(p *access.Pattern, i int) []*model.Attribute {
	var out []*model.Attribute
	for _, k := range asked(p) {
		out = append(out, k.Attributes[i])
	}
	return out
}

// vary makes items with different samples of at most three attributes.
func vary(f *facts, e *model.Entity, attrs []*model.Attribute) []keytext.Values {
	for _, a := range attrs {
		f.isPresent(a)
	}
	out := []keytext.Values{f.item(e, 0)}
	var seen []*model.Attribute
	for _, a := range attrs {
		if out[0] == nil || slices.Contains(seen, a) || a.Derive != nil || len(seen) == 3 {
			continue
		}
		seen = append(seen, a)
		var more []keytext.Values
		for _, item := range out {
			for _, v := range f.allowed(a) {
				next := keytext.Values{}
				for name, w := range item {
					next[name] = w
				}
				next[a.Name] = v
				more = append(more, next)
			}
		}
		out = more
	}
	if out[0] == nil {
		return nil
	}
	return out
}

// before says that the pattern asks for x before y.
func (a *ask) before(i int, x, y keytext.Values) bool {
	for _, k := range asked(a.pattern) {
		v, okV, _ := x.Value(k.Attributes[i])
		w, okW, _ := y.Value(k.Attributes[i])
		if !okV || !okW {
			return false
		}
		c := keytext.Compare(k.Attributes[i].Type, v, w)
		if k.Desc != a.pattern.Descending {
			c = -c
		}
		if c != 0 {
			return c < 0
		}
	}
	return false
}

// comesAfter says that the request returns x after y.
func (p *prover) comesAfter(a *ask, c *carried, x, y keytext.Values) bool {
	t, ok := a.request.Index.Key(c.entity).Sort.(model.Template)
	if !ok {
		return false
	}
	kx, okX, errX := x.Key(t, p.d)
	ky, okY, errY := y.Key(t, p.d)
	if !okX || !okY || errX != nil || errY != nil || kx == ky {
		return false
	}
	return kx > ky == a.request.Forward
}
