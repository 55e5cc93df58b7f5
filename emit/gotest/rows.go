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

// rowsPerEntity bounds how many items an entity gets, so that a test file can
// be read.
const rowsPerEntity = 16

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

func (x *rowMaker) make() {
	base := x.base()
	x.add(1, base, nil, nil)
	for i, p := range x.layout.Patterns {
		at := slices.Index(p.Entities, x.entity)
		if at < 0 || x.layout.Requests[i] == nil {
			continue
		}
		x.around(base, p, at)
	}
	for _, a := range x.entity.Attributes {
		if a.Optional && a.Derive == nil {
			x.add(1, base, nil, []*model.Attribute{a}, change{a, nil})
		}
	}
	if ttl := x.entity.TTL; ttl != nil {
		if v, ok := expiredAt(ttl.Attribute); ok {
			x.add(1, base, nil, []*model.Attribute{ttl.Attribute}, change{ttl.Attribute, v})
		}
	}
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

// around adds what p means and its neighbours: for each attribute that it asks
// for, items that differ in just that one.
func (x *rowMaker) around(base keytext.Values, p *access.Pattern, at int) {
	base = x.satisfying(base, p.Where[at])
	var equals []*model.Attribute
	for _, o := range p.Equals {
		equals = append(equals, sources(o.Attributes[at])...)
	}
	x.add(1, base, equals, nil)
	for _, a := range ordered(p, at) {
		for _, n := range []int{1, 2, 3, 4, 1} { // the last ties with the first
			x.vary(2, base, equals, a, n)
		}
	}
	for _, a := range equals {
		for n := 1; n <= 3; n++ {
			x.vary(1, base, nil, a, n)
		}
	}
	for _, atom := range p.Where[at].Atoms {
		x.failing(base, equals, atom)
	}
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

// vary adds a row with the nth value of a, up to times such rows.
func (x *rowMaker) vary(times int, base keytext.Values, keep []*model.Attribute, a *model.Attribute, n int) {
	values := x.pool(a)
	if n < len(values) && a != x.entity.Version {
		x.add(times, base, keep, []*model.Attribute{a}, change{a, values[n]})
	}
}

// satisfying changes base so that the condition holds, where a value does it.
func (x *rowMaker) satisfying(base keytext.Values, c model.Condition) keytext.Values {
	out := maps.Clone(base)
	for _, atom := range c.Atoms {
		a := atom.On()
		for _, v := range x.around1(a, atom) {
			try := with(out, change{a, v})
			if ok, err := try.Holds(model.Condition{Atoms: atomsOn(c, a)}); ok && err == nil && a.Derive == nil {
				out = try
				break
			}
		}
	}
	return out
}

// failing adds up to two rows for which the atom does not hold.
func (x *rowMaker) failing(base keytext.Values, keep []*model.Attribute, atom model.Atom) {
	a, n := atom.On(), 0
	if a.Derive != nil {
		return
	}
	for _, v := range x.around1(a, atom) {
		if n < 2 && !keytext.Satisfies(atom, v, v != nil) {
			n++
			x.add(1, base, keep, []*model.Attribute{a}, change{a, v})
		}
	}
}

// around1 are the values with which an atom can be tried: the pool's, the
// atom's own, and absence.
func (x *rowMaker) around1(a *model.Attribute, atom model.Atom) []model.Value {
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

// add adds a row, unless there are enough like it or enough in all. Where its
// identity or a unique is taken, another attribute of it gets a free value:
// rather not one of keep, never one of fixed.
func (x *rowMaker) add(times int, base keytext.Values, keep, fixed []*model.Attribute, changes ...change) {
	values := base
	for _, c := range changes {
		values = with(values, c)
	}
	like := fmt.Sprint(values) // maps print in order of their keys
	if x.tried[like]++; len(x.rows) >= rowsPerEntity || x.tried[like] > times {
		return
	}
	values = x.filled(values, fixed)
	if values = x.free(values, x.entity.Identity, keep, fixed); values == nil {
		return
	}
	for _, u := range x.entity.Uniques {
		if values = x.free(values, u.Attributes, keep, fixed); values == nil {
			return
		}
	}
	x.put(values)
}

// filled gives the attributes that nothing asks for a value that changes from
// row to row.
func (x *rowMaker) filled(values keytext.Values, fixed []*model.Attribute) keytext.Values {
	for _, a := range x.entity.Attributes {
		pool := x.pool(a)
		if a.Derive == nil && a != x.entity.Version && !slices.Contains(x.asked, a) && !slices.Contains(fixed, a) && len(pool) > 0 {
			values = with(values, change{a, pool[len(x.rows)%min(len(pool), fillers)]})
		}
	}
	return values
}

// fillers is how many values such an attribute has.
const fillers = 7

// free changes values so that no row has the same in all of attrs; nil where
// that cannot be.
func (x *rowMaker) free(values keytext.Values, attrs, keep, fixed []*model.Attribute) keytext.Values {
	if !x.taken(values, attrs) {
		return values
	}
	var can []*model.Attribute
	for _, a := range slices.Backward(attrs) {
		can = append(can, sources(a)...)
	}
	for _, kept := range []bool{false, true} {
		for _, a := range can {
			if slices.Contains(fixed, a) || slices.Contains(keep, a) != kept {
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
