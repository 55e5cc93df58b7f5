package planner_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner"
	"github.com/keyplan/keyplan/planner/keytext"
	"github.com/keyplan/keyplan/planner/layout"
)

// price is what the objective counts of one key: supersets, write work, weak
// partitions from the worst class on, attributes that only a where fixes, given
// ones outside the partition, bytes.
type price [9]int

func (p price) plus(o price) price {
	for i, n := range o {
		p[i] += n
	}
	return p
}

func (p price) less(o price) bool { return slices.Compare(p[:], o[:]) < 0 }

// priced counts a key as the design words it, for entities whose items are
// under a write unit and that are written once a second in every way.
func priced(e *model.Entity, table bool, partition []*model.Attribute, sort []*model.Attribute, when []model.Atom, answers []*access.Pattern, bytes int) price {
	var p price
	held := slices.Concat(partition, sort)
	for _, a := range held {
		if table && !a.InIdentity {
			p[0] = 1
		}
	}
	if !table {
		when = gates(held, when)
		p[1] = 2 + updates(e, held, when)
	}
	p[2+class(e, partition)] = 1
	p[6] = dense(held, answers)
	p[7] = thin(e, table, partition, answers)
	p[8] = bytes
	return p
}

// dense counts the attributes that only the where of a pattern fixes.
func dense(held []*model.Attribute, answers []*access.Pattern) int {
	n := 0
	for _, a := range held {
		if slices.ContainsFunc(answers, func(p *access.Pattern) bool { return constant(p, a) }) {
			n++
		}
	}
	return n
}

func constant(p *access.Pattern, a *model.Attribute) bool {
	if slices.ContainsFunc(p.Equals, func(o access.Operand) bool { return o.Attributes[0] == a }) {
		return false
	}
	return slices.ContainsFunc(p.Where[0].Atoms, func(atom model.Atom) bool {
		c, ok := atom.(model.Compare)
		return ok && !c.Not && c.Attribute == a
	})
}

// thin counts, of every pattern that does not get one item of the table, what
// its caller gives outside the partition.
func thin(e *model.Entity, table bool, partition []*model.Attribute, answers []*access.Pattern) int {
	n := 0
	for _, p := range answers {
		given := func(a *model.Attribute) bool {
			return slices.ContainsFunc(p.Equals, func(o access.Operand) bool { return o.Attributes[0] == a })
		}
		if table && !slices.ContainsFunc(e.Identity, func(a *model.Attribute) bool { return !given(a) }) {
			continue
		}
		for _, o := range p.Equals {
			if !slices.Contains(partition, o.Attributes[0]) {
				n++
			}
		}
	}
	return n
}

// gates are the atoms of a when that keep an item out which has the key's
// attributes.
func gates(held []*model.Attribute, when []model.Atom) []model.Atom {
	var out []model.Atom
	for _, atom := range when {
		if _, present := atom.(model.Present); present && (!atom.On().Optional || slices.Contains(held, atom.On())) {
			continue
		}
		out = append(out, atom)
	}
	return out
}

// updates are the writes that an update causes in an index.
func updates(e *model.Entity, held []*model.Attribute, when []model.Atom) int {
	mutable := func(a *model.Attribute) bool { return !a.Immutable }
	gate := func(a model.Atom) bool { return mutable(a.On()) }
	switch {
	case slices.ContainsFunc(held, mutable):
		return 2
	case slices.ContainsFunc(e.Attributes, mutable), slices.ContainsFunc(when, gate):
		return 1
	}
	return 0
}

// class is of a partition: none, only enums, ordinary, or the whole identity.
func class(e *model.Entity, partition []*model.Attribute) int {
	whole, coarse := true, true
	for _, a := range e.Identity {
		whole = whole && slices.Contains(partition, a)
	}
	for _, a := range partition {
		_, enum := a.Type.(model.Enum)
		coarse = coarse && enum
	}
	switch {
	case len(partition) == 0:
		return 0
	case whole:
		return 3
	case coarse:
		return 1
	}
	return 2
}

// price is of a way that answers those patterns.
func (b *brute) price(w way, table bool, mask uint64) price {
	var sort []*model.Attribute
	for _, a := range w.sort {
		if a != nil {
			sort = append(sort, a)
		}
	}
	bytes := 0
	for _, a := range w.partition {
		bytes += len(a.Prefix) + width(a)
	}
	bytes += max(len(w.partition)-1, 0) + len(w.e.Prefix) + max(len(sort)-1, 0)
	if len(w.partition) == 0 {
		bytes += len(w.e.Prefix)
	}
	for _, a := range sort {
		bytes += width(a)
	}
	var answers []*access.Pattern
	for i, p := range b.s.patterns {
		if mask&(1<<i) != 0 {
			answers = append(answers, p)
		}
	}
	if len(sort) > 0 && slices.ContainsFunc(answers, func(p *access.Pattern) bool { return bounded(p, sort[len(sort)-1]) }) {
		bytes++
	}
	return priced(w.e, table, w.partition, sort, w.when, answers, bytes)
}

func width(a *model.Attribute) int {
	w, _ := keytext.Width(a.Type, model.Plain)
	return w
}

func bounded(p *access.Pattern, a *model.Attribute) bool {
	return p.Range != nil && slices.ContainsFunc(p.Range.Operands, func(o access.Operand) bool { return o.Attributes[0] == a })
}

// cheapest is the least price of each set of patterns that one key answers.
func (b *brute) cheapest(e *model.Entity, table bool) map[uint64]price {
	out := map[uint64]price{}
	for _, w := range b.ways(e, table, false) {
		mask := b.mask(1, []way{w}, w.rows(b.things[e], 0), table)
		for sub := mask; ; sub = (sub - 1) & mask {
			if p := b.price(w, table, sub); sub != 0 || table {
				if old, ok := out[sub]; !ok || p.less(old) {
					out[sub] = p
				}
			}
			if sub == 0 {
				break
			}
		}
	}
	return out
}

// optimum is the least price with exactly the fewest indexes or less.
func (b *brute) optimum(e *model.Entity, indexes int) (price, bool) {
	all := uint64(1)<<len(b.s.patterns) - 1
	best := b.cheapest(e, true)
	classes := b.cheapest(e, false)
	for range indexes {
		next := map[uint64]price{}
		for have, p := range best {
			lower(next, have, p)
			for mask, q := range classes {
				if have&mask == 0 {
					lower(next, have|mask, p.plus(q))
				}
			}
		}
		best = next
	}
	p, ok := best[all]
	return p, ok
}

func lower(to map[uint64]price, mask uint64, p price) {
	if old, ok := to[mask]; !ok || p.less(old) {
		to[mask] = p
	}
}

// spent is what a layout costs.
func spent(l *layout.Layout) price {
	var out price
	for _, x := range append([]*layout.Index{l.Table}, l.Indexes...) {
		for _, k := range x.Keys {
			partition, sort := k.Partition.(model.Template), k.Sort.(model.Template)
			pw, _ := keytext.KeyWidth(partition, 32)
			sw, _ := keytext.KeyWidth(sort, 32)
			out = out.plus(priced(k.Entity, x == l.Table, parts(partition), parts(sort), k.When.Atoms, answered(l, x), pw+sw))
		}
	}
	return out
}

// answered are the patterns that an index answers.
func answered(l *layout.Layout, x *layout.Index) []*access.Pattern {
	var out []*access.Pattern
	for _, r := range l.Requests {
		if r != nil && r.Index == x {
			out = append(out, r.Pattern)
		}
	}
	return out
}

func parts(t model.Template) []*model.Attribute {
	var out []*model.Attribute
	for _, s := range t {
		if p, ok := s.(model.Part); ok {
			out = append(out, p.Attribute)
		}
	}
	return out
}

// TestObjective: of all keys with the fewest indexes the planner finds the least
// by the objective's levels 2 to 5.
func TestObjective(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawShop(t, limits{entities: 1, attrs: 4, patterns: 5})
		for _, p := range d.s.patterns {
			p.Select = access.Select{} // what is priced carries everything
		}
		l, diags := planner.Plan(d.s.m, d.s.patterns, planner.Options{})
		if diags.HasErrors() {
			return
		}
		want, ok := newBrute(d).optimum(d.s.m.Entities[0], l.Minimum.GlobalIndexes)
		if got := spent(l); !ok || got != want {
			t.Fatalf("%s\ncosts %v, brute force %v\n%s", d, got, want, show(l))
		}
	})
}
