package gotest

import (
	"fmt"
	"maps"
	"slices"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/inmem"
	"github.com/keyplan/keyplan/planner/keytext"
	"github.com/keyplan/keyplan/planner/layout"
)

// row is an item made for the tests.
type row struct {
	*inmem.Item
	// number is its place among the rows of its entity, or among those that
	// have expired for the tests' clock.
	number int
}

// made is all items made for a layout.
type made struct {
	layout *layout.Layout
	table  *inmem.Table
	// rows and expired are parallel to the model's entities.
	rows, expired [][]*row
	// live is a table of the rows that have not expired: what patterns return.
	live *inmem.Table
}

// makeRows makes items for every entity: one that every pattern means, and
// beside it all that differ from it in one attribute that a pattern asks for.
func makeRows(l *layout.Layout) *made {
	m := &made{layout: l, table: inmem.New(l), live: inmem.New(l)}
	for _, e := range l.Model.Entities {
		x := &rowMaker{
			made: m, entity: e, asked: askedOf(l, e),
			pools: map[*model.Attribute][]model.Value{}, tried: map[string]int{},
		}
		x.make()
		m.rows, m.expired = append(m.rows, x.rows), append(m.expired, x.expired)
	}
	return m
}

// of returns the rows of an entity that have not expired.
func (m *made) of(e *model.Entity) []*row {
	return m.rows[slices.Index(m.layout.Model.Entities, e)]
}

// find returns the row that an item of the live table is.
func (m *made) find(it *inmem.Item) *row {
	for _, r := range m.of(it.Entity) {
		if maps.Equal(r.Values, it.Values) {
			return r
		}
	}
	panic("gotest: an item that was not made")
}

// rowMaker makes the rows of one entity.
type rowMaker struct {
	*made
	entity *model.Entity
	pools  map[*model.Attribute][]model.Value
	// asked are the stored attributes that patterns and uniques speak of.
	asked []*model.Attribute
	// tried counts what add was asked for.
	tried map[string]int
	// rows and expired are what was made so far.
	rows, expired []*row
}

// pool returns a's values.
func (x *rowMaker) pool(a *model.Attribute) []model.Value {
	if _, ok := x.pools[a]; !ok {
		x.pools[a] = newPool(a, x.layout.Model.Table.Delimiter).values()
	}
	return x.pools[a]
}

// change is a value for a stored attribute, nil for absent.
type change struct {
	attribute *model.Attribute
	value     model.Value
}

// askedOf are the stored attributes of e that its patterns, its uniques and its
// identity speak of; the others' values are of no consequence to any key.
func askedOf(l *layout.Layout, e *model.Entity) []*model.Attribute {
	out := slices.Clone(e.Identity)
	add := func(attrs ...*model.Attribute) {
		for _, a := range attrs {
			out = append(out, sources(a)...)
		}
	}
	for i, p := range l.Patterns {
		at := slices.Index(p.Entities, e)
		if at < 0 || l.Requests[i] == nil {
			continue
		}
		for _, o := range p.Equals {
			add(o.Attributes[at])
		}
		add(ordered(p, at)...)
		for _, atom := range p.Where[at].Atoms {
			add(atom.On())
		}
	}
	for _, u := range e.Uniques {
		add(u.Attributes...)
	}
	if e.TTL != nil {
		add(e.TTL.Attribute)
	}
	return out
}

// make makes the rows: first those that are of no pattern, then of every
// pattern the first that it wishes for, the second, and so on, so that none goes
// short.
func (x *rowMaker) make() {
	base := x.base()
	x.add(wish{values: base})
	for _, w := range x.endings(base) {
		x.add(w)
	}
	var wishes [][]wish
	for i, p := range x.layout.Patterns {
		if at := slices.Index(p.Entities, x.entity); at >= 0 && x.layout.Requests[i] != nil {
			wishes = append(wishes, x.around(base, p, at))
		}
	}
	enough := min(max(leastRows, rowsPerPattern*len(wishes)), mostRows)
	for n := 0; len(wishes) > 0; n++ {
		wishes = slices.DeleteFunc(wishes, func(w []wish) bool { return len(w) <= n })
		for _, w := range wishes {
			if len(x.rows) < enough {
				x.add(w[n])
			}
		}
	}
}

// An entity has so many rows, so that the tests can be read.
const (
	leastRows      = 16
	rowsPerPattern = 6
	mostRows       = 48
)

// endings are rows without their optional attributes, one at a time, and one
// whose time has passed.
func (x *rowMaker) endings(base keytext.Values) []wish {
	var out []wish
	ttl := x.entity.TTL
	for _, a := range x.entity.Attributes {
		filledIn := a.OnCreate != nil || ttl != nil && ttl.Attribute == a && ttl.After > 0
		if a.Optional && a.Derive == nil && !filledIn {
			out = append(out, wish{values: with(base, change{a, nil}), fixed: a})
		}
	}
	if ttl != nil {
		if v, ok := expiredAt(ttl.Attribute); ok {
			out = append(out, wish{values: with(base, change{ttl.Attribute, v}), fixed: ttl.Attribute})
		}
	}
	return out
}

// base has the first value of every attribute.
func (x *rowMaker) base() keytext.Values {
	out := keytext.Values{}
	for _, a := range x.entity.Attributes {
		if a.Derive != nil {
			continue
		}
		out[a.Name] = otherValue
		if values := x.pool(a); len(values) > 0 {
			out[a.Name] = values[0]
		}
	}
	if v := x.entity.Version; v != nil {
		out[v.Name] = int64(1) // what Create writes
	}
	return out
}

// otherValue stands for a value of a type that has no key text; literals of
// such types are made when they are printed.
const otherValue = "other"

// wish is a row that a test would like to have.
type wish struct {
	values keytext.Values
	// fixed is the attribute that the row is about, nil for none; keep are
	// attributes that rather keep their value.
	fixed *model.Attribute
	keep  []*model.Attribute
	// again says that a second such row, with another identity, is of use.
	again bool
}

// around wishes for what p means and for its neighbours: for each attribute that
// it asks for, items that differ in just that one. What it is ordered by and
// what it asks for take turns.
func (x *rowMaker) around(base keytext.Values, p *access.Pattern, at int) []wish {
	base = x.satisfying(base, p.Where[at])
	var equals []*model.Attribute
	for _, o := range p.Equals {
		equals = append(equals, sources(o.Attributes[at])...)
	}
	out := []wish{{values: base, keep: equals}}
	var lists [][]wish
	for _, a := range ordered(p, at) {
		lists = append(lists, x.vary(base, equals, a, 1, 2, 3, 1, 4)) // the second 1 ties with the first
	}
	for _, a := range equals {
		lists = append(lists, x.vary(base, nil, a, 1, 2, 3))
	}
	for _, atom := range p.Where[at].Atoms {
		lists = append(lists, x.failing(base, equals, atom))
	}
	for n := 0; len(lists) > 0; n++ {
		lists = slices.DeleteFunc(lists, func(l []wish) bool { return len(l) <= n })
		for _, l := range lists {
			out = append(out, l[n])
		}
	}
	return out
}

// ordered are the stored attributes that range and sort speak of.
func ordered(p *access.Pattern, at int) []*model.Attribute {
	var out []*model.Attribute
	add := func(o access.Operand) {
		if a := o.Attributes[at]; a != nil {
			for _, s := range sources(a) {
				if !slices.Contains(out, s) {
					out = append(out, s)
				}
			}
		}
	}
	if p.Range != nil {
		for _, o := range p.Range.Operands {
			add(o)
		}
	}
	for _, k := range p.Sort {
		add(k.Operand)
	}
	return out
}

// sources is a, or the stored attributes that it is derived from.
func sources(a *model.Attribute) []*model.Attribute {
	if a.Derive == nil {
		return []*model.Attribute{a}
	}
	var out []*model.Attribute
	for _, s := range a.Derive.Sources() {
		out = append(out, sources(s)...)
	}
	return out
}

// vary wishes for rows with the nth values of a.
func (x *rowMaker) vary(base keytext.Values, keep []*model.Attribute, a *model.Attribute, places ...int) []wish {
	var out []wish
	values := x.pool(a)
	for _, n := range places {
		if n < len(values) && a != x.entity.Version {
			out = append(out, wish{values: with(base, change{a, values[n]}), fixed: a, keep: keep, again: keep != nil})
		}
	}
	return out
}

// satisfying changes base so that the condition holds, where a value does it.
func (x *rowMaker) satisfying(base keytext.Values, c model.Condition) keytext.Values {
	out := maps.Clone(base)
	for _, atom := range c.Atoms {
		a := atom.On()
		for _, v := range x.trials(a, atom) {
			try := with(out, change{a, v})
			if ok, err := try.Holds(model.Condition{Atoms: atomsOn(c, a)}); ok && err == nil && a.Derive == nil {
				out = try
				break
			}
		}
	}
	return out
}

// failing wishes for up to two rows for which the atom does not hold.
func (x *rowMaker) failing(base keytext.Values, keep []*model.Attribute, atom model.Atom) []wish {
	var out []wish
	a := atom.On()
	if a.Derive != nil {
		return nil
	}
	for _, v := range x.trials(a, atom) {
		if len(out) < 2 && !keytext.Satisfies(atom, v, v != nil) {
			out = append(out, wish{values: with(base, change{a, v}), fixed: a, keep: keep})
		}
	}
	return out
}

// trials are the values with which an atom can be tried: the pool's, the
// atom's own, and absence.
func (x *rowMaker) trials(a *model.Attribute, atom model.Atom) []model.Value {
	out := slices.Clone(x.pool(a))
	switch atom := atom.(type) {
	case model.Compare:
		out = append([]model.Value{atom.Value}, out...)
	case model.OneOf:
		out = append(slices.Clone(atom.Values), out...)
	}
	if a.Optional {
		out = append(out, nil)
	}
	return out
}

func atomsOn(c model.Condition, a *model.Attribute) []model.Atom {
	var out []model.Atom
	for _, atom := range c.Atoms {
		if atom.On() == a {
			out = append(out, atom)
		}
	}
	return out
}

// with is a copy of v with a change.
func with(v keytext.Values, c change) keytext.Values {
	out := maps.Clone(v)
	if c.value == nil {
		delete(out, c.attribute.Name)
	} else {
		out[c.attribute.Name] = c.value
	}
	return out
}

// add grants a wish, unless there is such a row already. Where its identity or a
// unique is taken, another attribute of it gets a free value.
func (x *rowMaker) add(w wish) {
	times := 1
	if w.again {
		times = 2
	}
	like := fmt.Sprint(w.values) // maps print in order of their keys
	if x.tried[like]++; x.tried[like] > times {
		return
	}
	values := x.filled(w.values, w.fixed)
	if values = x.free(values, x.entity.Identity, w); values == nil {
		return
	}
	for _, u := range x.entity.Uniques {
		if values = x.free(values, u.Attributes, w); values == nil {
			return
		}
	}
	x.put(values)
}

// filled gives the attributes that nothing asks for a value that changes from
// row to row.
func (x *rowMaker) filled(values keytext.Values, fixed *model.Attribute) keytext.Values {
	for _, a := range x.entity.Attributes {
		pool := x.pool(a)
		if a.Derive == nil && a != x.entity.Version && a != fixed && !slices.Contains(x.asked, a) && len(pool) > 0 {
			values = with(values, change{a, pool[len(x.rows)%min(len(pool), fillers)]})
		}
	}
	return values
}

// fillers is how many values such an attribute has.
const fillers = 7

// free changes values so that no row has the same in all of attrs: rather not
// one that the wish keeps, never the one that it is about. It is nil where that
// cannot be.
func (x *rowMaker) free(values keytext.Values, attrs []*model.Attribute, w wish) keytext.Values {
	if !x.taken(values, attrs) {
		return values
	}
	var can []*model.Attribute
	for _, a := range slices.Backward(attrs) {
		can = append(can, sources(a)...)
	}
	for _, kept := range []bool{false, true} {
		for _, a := range can {
			if a == w.fixed || slices.Contains(w.keep, a) != kept {
				continue
			}
			for _, v := range x.pool(a) {
				if try := with(values, change{a, v}); !x.taken(try, attrs) {
					return try
				}
			}
		}
	}
	return nil
}

// taken says whether a row has the values of attrs; absent ones take nothing.
func (x *rowMaker) taken(values keytext.Values, attrs []*model.Attribute) bool {
	return slices.ContainsFunc(slices.Concat(x.rows, x.expired), func(r *row) bool {
		for _, a := range attrs {
			v, ok, err := values.Value(a)
			w, also, err2 := r.Values.Value(a)
			if err != nil || err2 != nil || !ok || !also || v != w {
				return false
			}
		}
		return len(attrs) > 0
	})
}

// put stores the row where the layout can: an index key may refuse an empty or
// an overlong text.
func (x *rowMaker) put(values keytext.Values) {
	if len(x.entity.Identity) == 0 && len(x.rows) > 0 {
		return // a singleton
	}
	if replaced, err := x.table.Put(x.entity, values); err != nil {
		return
	} else if replaced != nil {
		panic("gotest: two made items with one key")
	}
	items := x.table.Items()
	r := &row{Item: items[len(items)-1], number: len(x.rows)}
	if x.ended(values) {
		r.number = len(x.expired)
		x.expired = append(x.expired, r)
		return
	}
	x.rows = append(x.rows, r)
	if _, err := x.live.Put(x.entity, values); err != nil {
		panic("gotest: an item that can be stored and cannot: " + err.Error())
	}
}

// ended says that an item of these values is absent for the tests' clock.
func (x *rowMaker) ended(values keytext.Values) bool {
	ttl := x.entity.TTL
	if ttl == nil || ttl.ReturnExpired {
		return false
	}
	at, ok := expiredAt(ttl.Attribute)
	return ok && values[ttl.Attribute.Name] == at
}
