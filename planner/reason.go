package planner

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/planner/layout"
)

// reasons say, for every component that needs all the indexes, why it does.
func (st *state) reasons() []layout.Reason {
	n := st.l.Minimum.GlobalIndexes
	if n == 0 || !st.l.Minimum.Proved {
		return nil
	}
	var out []layout.Reason
	for i, c := range st.p.components {
		if st.needs[i] == n {
			out = append(out, st.reasonOf(c, n))
		}
	}
	if out == nil {
		out = append(out, st.pinnedReason(n))
	}
	decl := func(r layout.Reason) int { return slices.Index(st.m.Entities, r.Entity) }
	slices.SortStableFunc(out, func(a, b layout.Reason) int { return cmp.Compare(decl(a), decl(b)) })
	return out
}

// pinnedReason is of indexes that are there because a key is pinned to them.
func (st *state) pinnedReason(n int) layout.Reason {
	for _, e := range st.m.Entities {
		if p := st.p.pins.of(st.p.find(e), n); p != nil {
			return layout.Reason{Entity: e, Text: fmt.Sprintf("%s has a key pinned to %s", e.Name, p.m.Index)}
		}
	}
	panic("planner: explain: more indexes than any component or pin needs")
}

// reasonOf is why a component needs n secondary indexes: patterns of one entity
// that exclude each other where there are such, else the fewest patterns found
// that have no layout with one less.
func (st *state) reasonOf(c *component, n int) layout.Reason {
	for _, e := range st.declared(c) {
		if r, ok := st.conflict(e, n); ok {
			return r
		}
	}
	var all []*access.Pattern
	for _, q := range st.p.questions {
		if q.host == nil && slices.Contains(c.entities, q.views[0].e) {
			all = append(all, q.p)
		}
	}
	few := st.smallest(all, func(ps []*access.Pattern) bool { return st.fewest(ps) >= n })
	st.inModelOrder(few)
	return layout.Reason{
		Entity: few[0].Entities[0], Patterns: few,
		Text: fmt.Sprintf("%s: no layout with %s answers %s", st.subject(few), st.count(n-1), listed(patternNames(few))),
	}
}

// smallest is a set that fails of which no part does: the smallest there is
// where the patterns are few, else what is left when every one that can go has.
func (st *state) smallest(all []*access.Pattern, fails func([]*access.Pattern) bool) []*access.Pattern {
	few := st.least(all, fails)
	if len(all) > 10 {
		return few
	}
	for mask := range (only(len(all)) - 1).subsets() {
		if mask == 0 || mask.size() >= len(few) {
			continue
		}
		var some []*access.Pattern
		for i := range mask.each() {
			some = append(some, all[i])
		}
		if fails(some) {
			few = some
		}
	}
	return few
}

func (st *state) declared(c *component) []*entity {
	out := slices.Clone(c.entities)
	slices.SortFunc(out, func(a, b *entity) int { return cmp.Compare(a.decl, b.decl) })
	return out
}

func (st *state) inModelOrder(ps []*access.Pattern) {
	slices.SortFunc(ps, func(a, b *access.Pattern) int {
		return cmp.Compare(slices.Index(st.l.Patterns, a), slices.Index(st.l.Patterns, b))
	})
}

func patternNames(ps []*access.Pattern) []string {
	var out []string
	for _, p := range ps {
		out = append(out, p.Name)
	}
	return out
}

// subject names the entities of the patterns.
func (st *state) subject(ps []*access.Pattern) string {
	var names []string
	for _, e := range st.m.Entities {
		if slices.ContainsFunc(ps, func(p *access.Pattern) bool { return slices.Contains(p.Entities, e) }) {
			names = append(names, e.Name)
		}
	}
	return listed(names)
}

// count is a number of secondary indexes in words.
func (st *state) count(n int) string {
	if n == 0 {
		return "the table alone"
	}
	return plural(n, "index", "indexes") + " beyond the table"
}

// conflict finds patterns of one entity that exclude each other: one more than
// there are indexes, or as many where none of them can be the table's.
func (st *state) conflict(e *entity, n int) (layout.Reason, bool) {
	views := slices.Concat(e.singles, e.shared)
	slices.SortFunc(views, func(a, b *view) int { return cmp.Compare(a.q.index, b.q.index) })
	g := make([]uint64, len(views))
	apart := uint64(0)
	for i, v := range views {
		if !st.onTable(v) {
			apart |= 1 << i
		}
		for j, w := range views {
			if i != j && st.excludes(v, w) {
				g[i] |= 1 << j
			}
		}
	}
	if mask := clique(g, 1<<len(views)-1, n+1); mask != 0 {
		return st.conflictReason(e, pick(views, mask), n, ""), true
	}
	if mask := clique(g, apart, n); mask != 0 {
		return st.conflictReason(e, pick(views, mask), n, st.notTable(pick(views, mask))), true
	}
	return layout.Reason{}, false
}

func pick(views []*view, mask uint64) []*view {
	var out []*view
	for ; mask != 0; mask &= mask - 1 {
		out = append(out, views[bits.TrailingZeros64(mask)])
	}
	return out
}

// clique is a set of n nodes within a mask that are all connected, 0 for none.
func clique(g []uint64, within uint64, n int) uint64 {
	if n == 0 {
		return 0
	}
	var grow func(have, open uint64) uint64
	grow = func(have, open uint64) uint64 {
		if bits.OnesCount64(have) == n {
			return have
		}
		for ; bits.OnesCount64(have)+bits.OnesCount64(open) >= n && open != 0; open &= open - 1 {
			i := bits.TrailingZeros64(open)
			if found := grow(have|1<<i, open&g[i]&^(1<<i)); found != 0 {
				return found
			}
		}
		return 0
	}
	return grow(0, within)
}

// onTable says that the table can answer the question of a view.
func (st *state) onTable(v *view) bool {
	if len(v.q.views) == 1 {
		return v.e.best(st.budget, v.e.tableAlone(st.p.pins), v.bit()) != nil
	}
	return slices.ContainsFunc(v.q.shapes(), func(s *shape) bool { return st.p.shaped(s, true) })
}

// bit is the view's in masks of its entity's singles.
func (v *view) bit() uint64 { return 1 << slices.Index(v.e.singles, v) }

// excludes says that no index answers both questions of an entity. What no
// secondary index answers the table does not answer either.
func (st *state) excludes(v, w *view) bool {
	alone, also := len(v.q.views) == 1, len(w.q.views) == 1
	switch {
	case alone && also:
		return v.e.best(st.budget, v.e.open(), v.bit()|w.bit()) == nil
	case alone:
		return st.excludes(w, v)
	}
	for _, s := range v.q.shapes() {
		if !st.p.shaped(s, false) {
			continue
		}
		if also {
			if pl := v.e.newPlace(false, []link{{v, s}}, nil); v.e.best(st.budget, pl, w.bit()) != nil {
				return false
			}
			continue
		}
		for _, t := range w.q.shapes() {
			if st.together(s, t) {
				return false
			}
		}
	}
	return true
}

// together says that two shapes go on one secondary index.
func (st *state) together(s, t *shape) bool {
	if !stand(st.budget, pins{}, []*shape{s, t}, 1, false) {
		return false
	}
	for _, e := range entitiesOf([]*shape{s, t}) {
		var links []link
		for _, sh := range []*shape{s, t} {
			if v := sh.q.viewOf(e); v != nil {
				links = append(links, link{v, sh})
			}
		}
		pl := e.newPlace(false, links, nil)
		if pl == nil || e.best(st.budget, pl, 0) == nil {
			return false
		}
	}
	return true
}

func (st *state) conflictReason(e *entity, views []*view, n int, table string) layout.Reason {
	var ps []*access.Pattern
	for _, v := range views {
		ps = append(ps, v.q.p)
	}
	st.inModelOrder(ps)
	kind := "key"
	if apartByPartition(views) {
		kind = "partition key"
	}
	names := listed(patternNames(ps))
	text := fmt.Sprintf("%s needs %s: %s each need a different %s", e.m.Name, st.count(n), names, kind)
	switch {
	case table != "" && len(ps) == 1:
		text = fmt.Sprintf("%s needs %s: %s cannot be answered from the table, because %s", e.m.Name, st.count(n), names, table)
	case table != "":
		text += ", and none of them can be the table's, because " + table
	}
	return layout.Reason{Entity: e.m, Patterns: ps, Text: text}
}

// apartByPartition says that no two of the views can have one partition key.
func apartByPartition(views []*view) bool {
	for i, v := range views {
		for _, w := range views[i+1:] {
			if v.fixed().intersects(w.fixed()) || v.accepts && w.accepts {
				return false
			}
		}
	}
	return true
}

// notTable is why the table answers none of the views.
func (st *state) notTable(views []*view) string {
	var why []string
	for _, v := range views {
		fs := v.faults()
		for i, f := range fs {
			if i == 0 || len(views) == 1 {
				why = append(why, f.text)
			}
		}
		if len(fs) == 0 {
			why = append(why, v.q.p.Name+" asks for what a primary key cannot lead with")
		}
	}
	slices.Sort(why)
	return listed(slices.Compact(why))
}
