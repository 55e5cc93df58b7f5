package planner

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/layout"
)

// place puts every key on its index. Indexes that nothing distinguishes go by
// the first entity, as declared, that uses them.
func (st *state) place() {
	for i := range st.l.Minimum.GlobalIndexes + 1 {
		st.shelves = append(st.shelves, &shelf{at: i})
	}
	for i, c := range st.p.components {
		st.settle(c, st.solutions[i])
	}
	if len(st.p.pins) == 0 && st.p.kept == nil {
		st.renumber()
	}
	for _, q := range st.p.questions {
		if q.host != nil {
			st.seats[q] = st.seats[q.host]
		}
	}
	for _, s := range st.shelves {
		slices.SortFunc(s.keys, func(a, b *keyed) int { return strings.Compare(a.e.m.Name, b.e.m.Name) })
	}
	st.projections = make([]model.Projection, len(st.shelves))
}

// settle puts a component's keys on the shelves.
func (st *state) settle(c *component, s *solution) {
	number := c.numbers(s, len(st.shelves))
	for i, q := range c.shared {
		sh := st.shelves[number[s.at[i]]]
		sh.shapes = append(sh.shapes, s.shapes[i])
		st.seats[q] = seat{sh, s.shapes[i]}
	}
	for i, e := range c.entities {
		st.settleEntity(c, e, s, s.answers[i], number)
	}
}

// numbers gives the indexes that shared questions use their numbers.
func (c *component) numbers(s *solution, n int) []int {
	number := make([]int, n)
	for i := range number {
		number[i] = i
	}
	if len(c.pins) > 0 || c.kept != nil {
		return number
	}
	var used []int
	for at := 1; at < n; at++ {
		if slices.Contains(s.at, at) {
			used = append(used, at)
		}
	}
	slices.SortStableFunc(used, func(a, b int) int {
		da, ta := c.firstUse(s, a)
		db, tb := c.firstUse(s, b)
		return cmp.Or(cmp.Compare(da, db), strings.Compare(ta, tb))
	})
	next := len(used)
	for at := 1; at < n; at++ {
		if i := slices.Index(used, at); i >= 0 {
			number[at] = i + 1
		} else {
			next++
			number[at] = next
		}
	}
	return number
}

// firstUse is the declaration number of the first entity that a shared question
// reads on the index, and its pair there.
func (c *component) firstUse(s *solution, at int) (decl int, text string) {
	decl = -1
	for i, q := range c.shared {
		for _, v := range q.views {
			if s.at[i] == at && (decl < 0 || v.e.decl < decl) {
				decl = v.e.decl
				text = s.answers[slices.Index(c.entities, v.e)].pairs[at].text
			}
		}
	}
	return decl, text
}

// settleEntity puts one entity's keys on the shelves: those that a shared
// question or a pin binds to an index there, the others on the first that are
// free, in the order of their text.
func (st *state) settleEntity(c *component, e *entity, s *solution, a *answer, number []int) {
	at := make([]int, len(a.pairs))
	taken := make([]bool, len(a.pairs))
	var loose []int
	for i, p := range a.pairs {
		at[i] = -1
		switch {
		case p == nil:
		case i == 0 || c.kept != nil || c.pins.of(e, i) != nil || c.reads(s, e, i):
			at[i] = number[i]
			taken[number[i]] = true
		default:
			loose = append(loose, i)
		}
	}
	slices.SortFunc(loose, func(x, y int) int { return strings.Compare(a.pairs[x].text, a.pairs[y].text) })
	for _, i := range loose {
		n := slices.Index(taken, false)
		at[i], taken[n] = n, true
	}
	for i, p := range a.pairs {
		if p == nil {
			continue
		}
		sh := st.shelves[at[i]]
		sh.keys = append(sh.keys, &keyed{e: e, pair: p, pin: st.p.pins.of(e, at[i])})
		for j, v := range e.singles {
			if a.masks[i]&(1<<j) != 0 {
				st.seats[v.q] = seat{shelf: sh}
			}
		}
	}
}

// reads says that a shared question reads the entity on the index.
func (c *component) reads(s *solution, e *entity, at int) bool {
	for i, q := range c.shared {
		if s.at[i] == at && q.viewOf(e) != nil {
			return true
		}
	}
	return false
}

// renumber orders the secondary indexes by the first entity that uses them.
func (st *state) renumber() {
	first := func(s *shelf) int {
		decl := len(st.m.Entities)
		for _, k := range s.keys {
			decl = min(decl, k.e.decl)
		}
		return decl
	}
	rest := st.shelves[1:]
	slices.SortStableFunc(rest, func(a, b *shelf) int { return cmp.Compare(first(a), first(b)) })
	for i, s := range st.shelves {
		s.at = i
	}
}

func (st *state) write() {
	for i, s := range st.shelves {
		st.p.write(s)
		x := st.l.Table
		if i > 0 {
			x = globalIndex(st.m.Table, i)
			st.l.Indexes = append(st.l.Indexes, x)
		}
		st.indexes = append(st.indexes, x)
		keys := slices.Clone(s.keys)
		slices.SortFunc(keys, func(a, b *keyed) int { return cmp.Compare(a.e.decl, b.e.decl) })
		for _, k := range keys {
			x.Keys = append(x.Keys, k.entityKey())
		}
	}
}

func (k *keyed) entityKey() *layout.EntityKey {
	out := &layout.EntityKey{Entity: k.e.m, Partition: k.partition, Sort: k.sort, Note: k.note}
	if k.pin != nil && k.pin.stored {
		out.Note, out.When = k.pin.note, k.pin.m.When
		return out
	}
	if k.pin != nil {
		out.Pin, out.When = k.pin.m, k.pin.m.When
		return out
	}
	for _, f := range k.pair.when {
		out.When.Atoms = append(out.When.Atoms, f.atoms...)
	}
	return out
}

func tableIndex(t *model.Table) *layout.Index {
	return &layout.Index{
		Name: "table", Kind: layout.Primary,
		Partition: []layout.Column{{Name: t.Keys.Partition, Type: "S"}},
		Sort:      []layout.Column{{Name: t.Keys.Sort, Type: "S"}},
	}
}

func globalIndex(t *model.Table, n int) *layout.Index {
	return &layout.Index{
		Name: fmt.Sprintf(t.Keys.Index, n), Kind: layout.Global,
		Partition: []layout.Column{{Name: fmt.Sprintf(t.Keys.IndexPartition, n), Type: "S"}},
		Sort:      []layout.Column{{Name: fmt.Sprintf(t.Keys.IndexSort, n), Type: "S"}},
	}
}

func (st *state) request() {
	for i, s := range st.shelves {
		if i > 0 {
			st.indexes[i].Projection = st.projections[i]
		}
		for _, q := range st.p.questions {
			if seat := st.seats[q]; seat.shelf == s {
				a := asking{p: st.p, q: q, shelf: s}
				if seat.shape != nil {
					a.lead = len(seat.shape.lead)
				}
				st.l.Requests[slices.Index(st.l.Patterns, q.p)] = a.request(st.indexes[i])
			}
		}
	}
	share(st.l.Patterns, st.l.Requests)
}
