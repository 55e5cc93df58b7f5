package planner_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
)

// The brute-force planner knows nothing of classes, bounds or shapes. It writes
// down every key that an entity can have, puts every item that there can be
// (three values an attribute) under it, and looks whether what a pattern means
// lies side by side there, in the right order. What a set of keys answers is then
// a mask of patterns, and the number of indexes the fewest masks that cover all.

// absent is the value of an attribute that is not there.
const absent = -1

// thing is an item: values by position among the entity's attributes.
type thing []int

// way is one key that an entity can have on an index.
type way struct {
	e         *model.Entity
	partition []*model.Attribute
	// sort is attributes, and nil where the entity's own literal stands; what is
	// before that stands behind a literal that entities share.
	sort []*model.Attribute
	when []model.Atom
}

func (w way) String() string {
	var sort []string
	for _, a := range w.sort {
		if a == nil {
			sort = append(sort, w.e.Name)
		} else {
			sort = append(sort, a.Name)
		}
	}
	return fmt.Sprint(w.e.Name, attributeNames(w.partition), sort, model.Condition{Atoms: w.when})
}

func attributeNames(list []*model.Attribute) []string {
	var out []string
	for _, a := range list {
		out = append(out, a.Name)
	}
	return out
}

// things are all items of an entity.
func things(e *model.Entity) []thing {
	out := []thing{nil}
	for _, a := range e.Attributes {
		var next []thing
		for _, t := range out {
			for v := 0; v < 3; v++ {
				next = append(next, append(slices.Clone(t), v))
			}
			if a.Optional {
				next = append(next, append(slices.Clone(t), absent))
			}
		}
		out = next
	}
	return out
}

func (t thing) value(a *model.Attribute) int { return t[slices.Index(a.Entity.Attributes, a)] }

// valueOf is the number of a constant.
func valueOf(a *model.Attribute, v model.Value) int { return slices.Index(values(a.Type), v) }

func (t thing) satisfies(atoms []model.Atom) bool {
	for _, atom := range atoms {
		v := t.value(atom.On())
		switch atom := atom.(type) {
		case model.Compare:
			if v == absent || (v == valueOf(atom.Attribute, atom.Value)) == atom.Not {
				return false
			}
		case model.Present:
			if v == absent {
				return false
			}
		case model.Absent:
			if v != absent {
				return false
			}
		}
	}
	return true
}

// carries says that the item is on the index.
func (w way) carries(t thing) bool {
	for _, side := range [][]*model.Attribute{w.partition, w.sort} {
		for _, a := range side {
			if a != nil && t.value(a) == absent {
				return false
			}
		}
	}
	return t.satisfies(w.when)
}

// key compares as the key of the index does: the partition, which of no
// attributes is one for every entity, as a planner can do at best; a bar; the
// sort key, where rank stands for the entity's own literal, and a tilde for one
// that entities share. Any order of that and others is as good.
func (w way) key(t thing, rank int) string {
	var out []byte
	for _, a := range w.partition {
		out = append(append(out, a.Name...), byte('0'+t.value(a)))
	}
	out = append(out, '|')
	if w.sort[0] != nil {
		out = append(out, '~')
	}
	for _, a := range w.sort {
		if a == nil {
			out = append(out, byte('A'+rank))
		} else {
			out = append(out, byte('0'+t.value(a)))
		}
	}
	return string(out)
}

// row is an item under its key.
type row struct {
	key string
	e   *model.Entity
	// item is its number among the things of its entity.
	item int
}

// rows are the items that carry the key, in its order.
func (w way) rows(all []thing, rank int) []row {
	var out []row
	for i, t := range all {
		if w.carries(t) {
			out = append(out, row{w.key(t, rank), w.e, i})
		}
	}
	slices.SortFunc(out, func(a, b row) int { return strings.Compare(a.key, b.key) })
	return out
}

func partitionOf(key string) string { return key[:strings.IndexByte(key, '|')] }

// asked is what a pattern means of one entity's items.
type asked struct {
	// group is the arguments that mean the item, absent for none.
	group []int
	// order is where it stands among those of its group.
	order []int
	// must says that it has to be there: where does not exclude the arguments.
	// Items of excluded arguments stand apart like those of all others, because
	// that nobody asks for them is no isolation to build on.
	must  []bool
	count int
}

func newAsked(p *access.Pattern, at int, all []thing) asked {
	var out asked
	for _, t := range all {
		group, order := 0, 0
		for _, o := range p.Equals {
			v := t.value(o.Attributes[at])
			if v == absent {
				group = absent
				break
			}
			group = group*3 + v
		}
		given, rest := split(p, at)
		if !t.satisfies(rest) {
			group = absent
		}
		must := group != absent && t.satisfies(given)
		leads := len(p.Entities) > 1 && p.Entities[at] == p.First
		for _, k := range ordered(p) {
			order *= 4
			if !leads {
				order += t.value(k.Attributes[at]) + 1
			}
		}
		if leads && !p.Descending {
			order = -1
		} else if leads {
			order = 1 << 20
		}
		if must {
			out.count++
		}
		out.group, out.order, out.must = append(out.group, group), append(out.order, order), append(out.must, must)
	}
	return out
}

// split are the atoms of where on what the caller gives, and the others.
func split(p *access.Pattern, at int) (given, rest []model.Atom) {
	for _, atom := range p.Where[at].Atoms {
		if slices.ContainsFunc(p.Equals, func(o access.Operand) bool { return o.Attributes[at] == atom.On() }) {
			given = append(given, atom)
		} else {
			rest = append(rest, atom)
		}
	}
	return given, rest
}

// brute is the brute-force planner of one model.
type brute struct {
	*drawing
	things map[*model.Entity][]thing
	asked  map[*access.Pattern]map[*model.Entity]asked
}

func newBrute(d *drawing) *brute {
	b := &brute{drawing: d, things: map[*model.Entity][]thing{}, asked: map[*access.Pattern]map[*model.Entity]asked{}}
	for _, e := range d.s.m.Entities {
		b.things[e] = things(e)
	}
	for _, p := range d.s.patterns {
		b.asked[p] = map[*model.Entity]asked{}
		for at, e := range p.Entities {
			b.asked[p][e] = newAsked(p, at, b.things[e])
		}
	}
	return b
}

// answers says that the index with those keys and rows answers the pattern,
// read for those of its entities that are there.
func (b *brute) answers(p *access.Pattern, ways []way, rows []row, table bool) bool {
	if p.Consistent && !table {
		return false
	}
	want, here := 0, false
	for _, w := range ways {
		if at := slices.Index(p.Entities, w.e); at >= 0 {
			if !determined(p, at, w) {
				return false
			}
			want, here = want+b.asked[p][w.e].count, true
		}
	}
	return here && b.runs(p, rows, want)
}

// runs says that every group of the pattern stands in one partition, in one run,
// in the order asked for; want is the number of items in groups.
func (b *brute) runs(p *access.Pattern, rows []row, want int) bool {
	done := map[int]bool{}
	group, order, key := absent, 0, "|"
	for _, r := range rows {
		g, o, must := absent, 0, false
		if a, ok := b.asked[p][r.e]; ok {
			g, o, must = a.group[r.item], a.order[r.item], a.must[r.item]
		}
		next := g != group || partitionOf(r.key) != partitionOf(key)
		switch {
		case r.key == key && (next || o != order) && (g != absent || group != absent):
			return false // nothing tells the two apart
		case next && done[g], !next && g != absent && o < order:
			return false
		}
		if next && group != absent {
			done[group] = true
		}
		if next && done[g] {
			return false
		}
		if must {
			want--
		}
		group, order, key = g, o, r.key
	}
	return want == 0
}

// determined says that the partition is known when the pattern is asked, and
// that everything asked for is part of the key.
func determined(p *access.Pattern, at int, w way) bool {
	for _, o := range p.Equals {
		if !slices.Contains(w.partition, o.Attributes[at]) && !slices.Contains(w.sort, o.Attributes[at]) {
			return false
		}
	}
	if len(w.partition) == 0 {
		return p.Shards == 1 || len(w.e.Identity) == 0
	}
	for _, a := range w.partition {
		given := slices.ContainsFunc(p.Equals, func(o access.Operand) bool { return o.Attributes[at] == a })
		fixed := slices.ContainsFunc(p.Where[at].Atoms, func(atom model.Atom) bool {
			c, ok := atom.(model.Compare)
			return ok && !c.Not && c.Attribute == a
		})
		if !given && !fixed {
			return false
		}
	}
	return true
}

// mergeable says that where the keys of two entities stand behind a literal
// that they share, they hold the same attributes up to their own.
func mergeable(v, w way) bool {
	if v.sort[0] == nil || w.sort[0] == nil {
		return true
	}
	for i := range min(len(w.sort), len(v.sort)) {
		switch {
		case v.sort[i] == nil && w.sort[i] == nil:
			return true
		case v.sort[i] == nil || w.sort[i] == nil || v.sort[i].Name != w.sort[i].Name:
			return false
		}
	}
	return true
}

func ordered(p *access.Pattern) []access.Operand {
	if len(p.Sort) > 0 {
		var out []access.Operand
		for _, s := range p.Sort {
			out = append(out, s.Operand)
		}
		return out
	}
	if p.Range != nil {
		return p.Range.Operands
	}
	return nil
}

// masks are what each set of keys of the entities answers, without those of
// which another answers all and more.
func (b *brute) masks(table bool) []uint64 {
	entities := b.s.m.Entities
	out := []uint64{0}
	for _, e := range entities {
		var next []uint64
		for _, m := range b.alone(e, table) {
			for _, o := range out {
				next = append(next, o|m)
			}
		}
		out = maximal(next)
	}
	if len(entities) > 1 {
		out = append(out, b.together(entities[0], entities[1], table)...)
	}
	return maximal(out)
}

// alone are the masks of an entity by itself; it need not be in an index, but
// all are in the table.
func (b *brute) alone(e *model.Entity, table bool) []uint64 {
	var out []uint64
	if !table {
		out = append(out, 0)
	}
	for _, w := range b.ways(e, table, false) {
		out = append(out, b.mask(1, []way{w}, w.rows(b.things[e], 0), table))
	}
	return maximal(out)
}

// together are the masks of two entities whose partitions can be one text.
func (b *brute) together(x, y *model.Entity, table bool) []uint64 {
	var out []uint64
	ys := b.shared(y, table)
	for _, v := range b.shared(x, table) {
		for _, w := range ys {
			if v.mask&w.mask == 0 || !slices.Equal(attributeNames(v.partition), attributeNames(w.partition)) || !mergeable(v.way, w.way) {
				continue
			}
			for rank := range 2 {
				rows := merge(v.rows[rank], w.rows[1-rank])
				out = append(out, b.mask(2, []way{v.way, w.way}, rows, table)|b.mask(1, []way{v.way, w.way}, rows, table))
			}
		}
	}
	return maximal(out)
}

// half is one of two keys that a collection could stand under.
type half struct {
	way
	rows [2][]row
	mask uint64
}

// shared are the keys of an entity that answer its part of a pattern about
// several: a run of all has a run of each.
func (b *brute) shared(e *model.Entity, table bool) []half {
	var out []half
	for _, w := range b.ways(e, table, true) {
		h := half{way: w, rows: [2][]row{w.rows(b.things[e], 0), w.rows(b.things[e], 1)}}
		if h.mask = b.mask(2, []way{w}, h.rows[0], table); h.mask != 0 {
			out = append(out, h)
		}
	}
	return out
}

func merge(a, b []row) []row {
	out := slices.Concat(a, b)
	slices.SortFunc(out, func(a, b row) int { return strings.Compare(a.key, b.key) })
	return out
}

// mask is which patterns of that many entities the index answers.
func (b *brute) mask(entities int, ways []way, rows []row, table bool) uint64 {
	var mask uint64
	for i, p := range b.s.patterns {
		if len(p.Entities) == entities && b.answers(p, ways, rows, table) {
			mask |= 1 << i
		}
	}
	return mask
}

func maximal(masks []uint64) []uint64 {
	slices.Sort(masks)
	masks = slices.Compact(masks)
	var out []uint64
	for _, m := range masks {
		if !slices.ContainsFunc(masks, func(o uint64) bool { return o != m && m&^o == 0 }) {
			out = append(out, m)
		}
	}
	return out
}

// fewest is the number of indexes that a brute-force planner needs, -1 where no
// number is enough.
func (b *brute) fewest() int {
	all := uint64(1)<<len(b.s.patterns) - 1
	tables, indexes := b.masks(true), b.masks(false)
	covered := map[uint64]bool{}
	for _, m := range tables {
		covered[m] = true
	}
	for n := 0; n <= len(b.s.patterns) && len(covered) > 0; n++ {
		if covered[all] {
			return n
		}
		next := map[uint64]bool{}
		for m := range covered {
			for _, o := range indexes {
				next[m|o] = true
			}
		}
		covered = next
	}
	return -1
}
