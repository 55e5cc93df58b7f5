package planner

import (
	"cmp"
	"slices"
	"strings"
)

// budget counts the steps of a search, which ends when they are used up: the
// same on every machine.
type budget struct {
	steps, limit int
	// stopped is asked now and then for an end from outside.
	stopped func() bool
	ended   bool
	// greedy takes the first solution everywhere.
	greedy bool
}

func (b *budget) step() {
	b.steps++
	if b.stopped != nil && b.steps%1024 == 1 && b.stopped() {
		b.ended = true
	}
}

func (b *budget) spent() bool { return b.ended || b.limit > 0 && b.steps >= b.limit }

// solution is the keys of a component.
type solution struct {
	cost cost
	text string
	// answers are parallel to the component's entities.
	answers []*answer
	// shapes and at are parallel to its shared questions: how and on which
	// index each is answered, the table being 0.
	shapes []*shape
	at     []int
}

// seating places the shared questions of a component.
type seating struct {
	c       *component
	b       *budget
	indexes int
	// any ends at the first solution.
	any     bool
	shapes  [][]*shape
	chosen  []*shape
	at      []int
	answers []*answer
	found   *solution
}

// solve finds the best keys of a component with that many secondary indexes,
// nil where there are none.
func (c *component) solve(b *budget, indexes int, anySolution bool) *solution {
	s := &seating{c: c, b: b, indexes: indexes, any: anySolution}
	for _, q := range c.shared {
		s.shapes = append(s.shapes, q.shapes())
	}
	s.answers = make([]*answer, len(c.entities))
	for i := range c.entities {
		if c.entities[i].crowded(b, indexes) {
			return nil
		}
		if s.answers[i] = s.answerOf(c.entities[i]); s.answers[i] == nil {
			return nil
		}
	}
	s.sit(0, 0)
	return s.found
}

// sit places question i and all after it; used is the number of secondary
// indexes that the ones before it use.
func (s *seating) sit(i, used int) {
	s.b.step()
	if s.b.spent() || s.any && s.found != nil || s.found != nil && s.cost().compare(s.found.cost) > 0 {
		return
	}
	if i == len(s.shapes) {
		s.keep()
		return
	}
	last := min(used+1, s.indexes)
	if len(s.c.pins) > 0 || s.c.kept != nil {
		last = s.indexes
	}
	if s.c.shared[i].p.Consistent {
		last = 0
	}
	for at := 0; at <= last; at++ {
		for _, shape := range s.shapes[i] {
			s.try(i, used, at, shape)
		}
	}
}

func (s *seating) try(i, used, at int, shape *shape) {
	s.chosen, s.at = append(s.chosen, shape), append(s.at, at)
	before := slices.Clone(s.answers)
	if s.fits(shape, at) {
		s.sit(i+1, max(used, at))
	}
	copy(s.answers, before)
	s.chosen, s.at = s.chosen[:i], s.at[:i]
}

// fits says that the newest shape leaves every entity an answer.
func (s *seating) fits(shape *shape, at int) bool {
	if slices.ContainsFunc(shape.q.views, func(v *view) bool { return !s.c.kept.carries(at, v) }) {
		return false
	}
	if !s.c.pins.agree(shape, at) || !stand(s.b, s.c.pins, s.shapesAt(at), at, false) {
		return false
	}
	for _, v := range shape.q.views {
		n := slices.Index(s.c.entities, v.e)
		if s.answers[n] = s.answerOf(v.e); s.answers[n] == nil {
			return false
		}
	}
	return true
}

func (s *seating) shapesAt(at int) []*shape {
	var out []*shape
	for i, shape := range s.chosen {
		if s.at[i] == at {
			out = append(out, shape)
		}
	}
	return out
}

func (s *seating) answerOf(e *entity) *answer {
	places := make([]*place, s.indexes+1)
	for at := range places {
		var links []link
		for i, shape := range s.chosen {
			for _, v := range shape.q.views {
				if v.e == e && s.at[i] == at {
					links = append(links, link{v, shape})
				}
			}
		}
		pn := s.c.pins.of(e, at)
		if at > 0 && links == nil && pn == nil {
			continue
		}
		if places[at] = e.newPlace(at == 0, links, pn); places[at] == nil {
			return nil
		}
	}
	return e.answer(s.b, places)
}

func (s *seating) cost() cost {
	var c cost
	for _, a := range s.answers {
		c = c.plus(a.cost)
	}
	return c
}

func (s *seating) keep() {
	for at := range s.indexes + 1 {
		if len(s.c.pins) > 0 && !stand(s.b, s.c.pins, s.shapesAt(at), at, true) {
			return
		}
	}
	var texts []string
	for _, a := range s.answers {
		texts = append(texts, a.text)
	}
	n := &solution{cost: s.cost(), text: strings.Join(texts, "\n")}
	if s.found != nil && cmp.Or(n.cost.compare(s.found.cost), strings.Compare(n.text, s.found.text)) >= 0 {
		return
	}
	n.answers, n.shapes, n.at = slices.Clone(s.answers), slices.Clone(s.chosen), slices.Clone(s.at)
	s.found = n
}
