package planner

import (
	"fmt"
	"slices"
)

func (st *state) ask() {
	st.p = newProblem(st.m, st.patterns, tweak{}, st.o.Stored)
	st.p.budget = st.budget
	riders := 0
	for _, q := range st.p.questions {
		if q.host != nil {
			riders++
			st.trace(fmt.Sprintf("%s is answered by whatever answers %s", q.p.Name, q.host.p.Name))
		}
	}
	st.trace(fmt.Sprintf("%s, %d answered by others; %s in %s",
		plural(len(st.p.questions), "pattern", "patterns"), riders,
		plural(len(st.p.entities), "entity", "entities"), plural(len(st.p.components), "component", "components")))
}

// search finds the fewest secondary indexes and then the best keys with that
// many.
func (st *state) search() {
	stored := max(st.p.pins.indexes(), st.p.kept.indexes())
	bound, found := stored, stored
	for _, c := range st.p.components {
		lower, n := c.fewest(st.budget, 0)
		if st.budget.ended {
			st.over = true
			return
		}
		st.needs = append(st.needs, n)
		bound, found = max(bound, lower), max(found, n)
		st.trace(fmt.Sprintf("%s: %s, at least %d", c.name(), plural(n, "index", "indexes"), lower))
	}
	st.l.Minimum.GlobalIndexes, st.l.Minimum.LowerBound = found, bound
	st.l.Minimum.Proved = bound == found
	for _, c := range st.p.components {
		st.solutions = append(st.solutions, c.optimum(st.budget, found))
	}
	st.over = st.budget.ended
}

// fewest is the least number of secondary indexes that answer a component, with
// a lower bound: equal but when the search ended.
func (c *component) fewest(b *budget, from int) (lower, n int) {
	for n = from; ; n++ {
		if n > c.most() {
			panic("planner: search: " + c.name() + " has no layout with an index for each question")
		}
		if c.solve(b, n, true) != nil {
			return n, n
		}
		if b.spent() {
			break
		}
	}
	lower = n
	for ; c.solve(greedy(), n, true) == nil; n++ {
	}
	return lower, n
}

// most is a number of indexes that is enough: one for each question.
func (c *component) most() int {
	n := len(c.shared) + c.kept.indexes()
	for _, e := range c.entities {
		n += len(e.singles) + len(c.pins[e.m])
	}
	return n
}

// optimum is the best solution with that many indexes, or the best found when
// the search ended.
func (c *component) optimum(b *budget, n int) *solution {
	s := c.solve(b, n, false)
	if s == nil || b.spent() {
		if quick := c.solve(greedy(), n, true); s == nil || quick.cost.compare(s.cost) < 0 {
			s = quick
		}
	}
	return s
}

// greedy is a budget of a search that takes what it finds first.
func greedy() *budget { return &budget{greedy: true} }

func (c *component) name() string {
	out := c.entities[0].m.Name
	for _, e := range c.entities[1:] {
		out += "+" + e.m.Name
	}
	return out
}

// tableAlone is the place of the table where no shared question is answered.
func (e *entity) tableAlone(ps pins) *place { return e.newPlace(true, nil, ps.of(e, 0)) }

// open is a secondary index of which nothing is asked.
func (e *entity) open() *place { return e.intern(&place{}) }

// possible says that some key answers the question when nothing else is asked.
func (p *problem) possible(q *question) bool {
	if len(q.views) == 1 {
		return p.single(q.views[0])
	}
	for _, s := range q.shapes() {
		if p.shaped(s, true) || !q.p.Consistent && p.shaped(s, false) {
			return true
		}
	}
	return false
}

func (p *problem) single(v *view) bool {
	mask := uint64(1) << slices.Index(v.e.singles, v)
	return v.e.best(p.budget, v.e.tableAlone(p.pins), mask) != nil ||
		!v.consistent && v.e.best(p.budget, v.e.open(), mask) != nil
}

func (p *problem) shaped(s *shape, table bool) bool {
	if !stand(p.budget, pins{}, []*shape{s}, 0, false) {
		return false
	}
	for _, v := range s.q.views {
		var pn *pin
		if table {
			pn = p.pins.of(v.e, 0)
		}
		pl := v.e.newPlace(table, []link{{v, s}}, pn)
		if pl == nil || v.e.best(p.budget, pl, 0) == nil {
			return false
		}
	}
	return !table || p.pins.agree(s, 0)
}
