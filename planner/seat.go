package planner

import (
	"slices"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
)

// common finds what a question about several entities fixes in all of them:
// its equals, and constants that every entity's where gives alike.
func (q *question) common() (operands [][]int, equals int) {
	for _, o := range q.p.Equals {
		var row []int
		for _, v := range q.views {
			row = append(row, v.e.bit(o.Attributes[v.at]))
		}
		operands = append(operands, row)
	}
	equals = len(operands)
	for a := range (q.views[0].constants &^ q.views[0].equals).each() {
		if row, ok := q.constantRow(a); ok {
			operands = append(operands, row)
		}
	}
	return operands, equals
}

// constantRow is the attribute of every view that has the value that a has in
// the first.
func (q *question) constantRow(a int) ([]int, bool) {
	first := q.views[0]
	row := []int{a}
	for _, v := range q.views[1:] {
		found := -1
		for b := range (v.constants &^ v.equals).each() {
			if v.e.attrs[b].Matches(first.e.attrs[a]) && slices.Equal(v.knows(b).vals, first.knows(a).vals) {
				found = b
				break
			}
		}
		if found < 0 {
			return nil, false
		}
		row = append(row, found)
	}
	return row, true
}

// seat gives every question its host or its place at its entities, and finds
// the components: entities that questions connect.
func (p *problem) seat() {
	for i, q := range p.questions {
		for j, h := range p.questions {
			if i != j && !p.kept.apart(q.p) && rides(q, h) && !(rides(h, q) && i < j) {
				q.host = h
				break
			}
		}
	}
	for _, q := range p.questions {
		for q.host != nil && q.host.host != nil {
			q.host = q.host.host
		}
		if q.host == nil {
			q.sitDown()
		} else {
			q.host.riders++
		}
	}
	p.connect()
}

func (q *question) sitDown() {
	for _, v := range q.views {
		if len(q.views) == 1 {
			v.e.singles = append(v.e.singles, v)
		} else {
			v.e.shared = append(v.e.shared, v)
		}
	}
}

// rides says that any key that answers h answers q: then q costs nothing
// beside h, and no search is needed for it.
func rides(q, h *question) bool {
	if len(q.views) != len(h.views) {
		return false
	}
	if len(q.views) > 1 {
		return sameCollection(q.p, h.p) && allViews(q, h, func(a, b *view) bool {
			return sameQuestion(a, b) && len(a.order) == len(b.order) && a.continues(b)
		})
	}
	return allViews(q, h, func(a, b *view) bool { return sameQuestion(a, b) && a.continues(b) })
}

// continues says that a key with the order of h has that of v; the last part
// that may be bounded needs a delimiter after it, which h must want, too.
func (v *view) continues(h *view) bool {
	n := len(v.order)
	return n <= len(h.order) && slices.Equal(v.order, h.order[:n]) && (n < len(h.order) || v.bounded <= h.bounded)
}

func sameCollection(a, b *access.Pattern) bool {
	return a.First == b.First && (a.First == nil || a.Descending == b.Descending)
}

func allViews(q, h *question, ok func(a, b *view) bool) bool {
	for i, v := range q.views {
		if v.e != h.views[i].e || !ok(v, h.views[i]) {
			return false
		}
	}
	return true
}

func sameQuestion(q, h *view) bool {
	return q.equals == h.equals && q.constants == h.constants && q.accepts == h.accepts &&
		(h.consistent || !q.consistent) && slices.EqualFunc(q.facts, h.facts, sameFact) && covers(h.needs, q.needs)
}

func sameFact(a, b fact) bool {
	return a.attr == b.attr && a.d.within(b.d) && b.d.within(a.d)
}

func covers(all, some []bool) bool {
	for i, need := range some {
		if need && !all[i] {
			return false
		}
	}
	return true
}

// component is entities that questions about several of them connect: their
// keys are chosen together, and apart from all others.
type component struct {
	entities []*entity
	// shared are the questions that connect them, without riders.
	shared []*question
	pins   pins
	kept   *kept
}

func (p *problem) connect() {
	of := map[*entity]*component{}
	for _, e := range p.entities {
		of[e] = &component{entities: []*entity{e}, pins: pins{}, kept: p.kept}
	}
	for _, q := range p.questions {
		for _, v := range q.views[1:] {
			a, b := of[q.views[0].e], of[v.e]
			if a == b {
				continue
			}
			a.entities = append(a.entities, b.entities...)
			for _, e := range b.entities {
				of[e] = a
			}
		}
	}
	for _, q := range p.questions {
		if len(q.views) > 1 && q.host == nil {
			c := of[q.views[0].e]
			c.shared = append(c.shared, q)
		}
	}
	for _, e := range p.entities {
		if c := of[e]; !slices.Contains(p.components, c) {
			slices.SortFunc(c.entities, byName)
			p.components = append(p.components, c)
		}
	}
}

func byName(a, b *entity) int {
	if a.m.Name < b.m.Name {
		return -1
	}
	return 1
}

// pinned are the attributes of a pin's templates and condition.
func pinned(pin *model.Pin) []*model.Attribute {
	var out []*model.Attribute
	for _, k := range []model.Key{pin.Partition, pin.Sort} {
		switch k := k.(type) {
		case model.Template:
			for _, s := range k {
				if part, ok := s.(model.Part); ok {
					out = append(out, part.Attribute)
				}
			}
		case model.Columns:
			out = append(out, k...)
		}
	}
	for _, a := range pin.When.Atoms {
		out = append(out, a.On())
	}
	return out
}
