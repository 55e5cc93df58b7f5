package planner

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// shape is how a question about several entities could be answered: which of
// what it fixes makes the partition, and in which order the rest leads the sort
// key. Both are in operands of the question, so that they mean every entity.
type shape struct {
	q *question
	// partition and lead are positions in q.operands.
	partition, lead []int
	key             string
}

// shapes are all of a question's, in order.
func (q *question) shapes() []*shape {
	var out []*shape
	for sub := range (only(len(q.operands)) - 1).subsets() {
		if sub == 0 && !q.views[0].accepts {
			continue
		}
		rest := (only(len(q.operands)) - 1) &^ sub
		must := (only(q.equals) - 1) &^ sub
		for chosen := range rest.subsets() {
			if must.within(chosen) {
				out = append(out, q.arrangements(sub, chosen)...)
			}
		}
	}
	return out
}

// arrangements are the shapes of a partition and every order of a lead.
func (q *question) arrangements(partition, lead set) []*shape {
	var out []*shape
	var walk func(order []int, left set)
	walk = func(order []int, left set) {
		if left == 0 {
			s := &shape{q: q, partition: slices.Collect(partition.each()), lead: slices.Clone(order)}
			s.key = fmt.Sprint(s.partition, s.lead)
			out = append(out, s)
			return
		}
		for i := range left.each() {
			walk(append(order, i), left&^only(i))
		}
	}
	walk(nil, lead)
	return out
}

// attributes are those operands in an entity.
func (s *shape) attributes(v *view, operands []int) []int {
	var out []int
	for _, o := range operands {
		out = append(out, s.q.operands[o][v.at])
	}
	return out
}

// partitionOf is the partition in an entity.
func (s *shape) partitionOf(v *view) set { return setOf(s.attributes(v, s.partition)) }

// known are the attributes of the entity that the request gives values.
func (s *shape) known(v *view) set {
	return s.partitionOf(v) | setOf(s.attributes(v, s.lead))
}

func setOf(list []int) set {
	var s set
	for _, i := range list {
		s |= only(i)
	}
	return s
}

// begins is how the sort key of the entity begins.
func (s *shape) begins(v *view) []elem {
	var out []elem
	for _, a := range s.attributes(v, s.lead) {
		out = append(out, elem{attr: a})
	}
	return append(out, v.order...)
}

// leads says that the entity is the one that must come first.
func (v *view) leads() bool { return len(v.q.p.Entities) > 1 && v.q.p.First == v.e.m }

// others are the views whose items stand in the question's order.
func (q *question) others() []*view {
	var out []*view
	for _, v := range q.views {
		if !v.leads() {
			out = append(out, v)
		}
	}
	return out
}

// orderLength is how many parts the order of the question has.
func (q *question) orderLength() int { return len(q.others()[0].order) }

// beforeAll is the gap before the sort key: the partition key.
const beforeAll = -1

// tied are the views whose sort keys are the same text up to and with part
// number gap.
func (s *shape) tied(gap int) []*view {
	switch {
	case gap < len(s.lead):
		return s.q.views
	case gap < len(s.lead)+s.q.orderLength():
		return s.q.others()
	}
	return nil
}

// apart is how many parts of the entity's sort key stand before its own
// literal because of this question.
func (s *shape) apart(v *view) int {
	n := len(s.lead)
	if !v.leads() && len(s.q.others()) > 1 {
		n += s.q.orderLength()
	}
	return n
}

// newPlace joins what links ask of an entity's pair, nil where they disagree.
func (e *entity) newPlace(table bool, links []link, pn *pin) *place {
	pl := &place{table: table, links: links, pin: pn}
	for _, l := range links {
		if !pl.join(l) {
			return nil
		}
	}
	return e.intern(pl)
}

func (pl *place) join(l link) bool {
	partition, prefix := l.s.partitionOf(l.v), l.s.begins(l.v)
	if pl.bound && pl.partition != partition {
		return false
	}
	n := min(len(prefix), len(pl.prefix))
	if !slices.Equal(prefix[:n], pl.prefix[:n]) {
		return false
	}
	if len(prefix) > len(pl.prefix) {
		pl.prefix = prefix
	}
	pl.bound, pl.partition = true, partition
	pl.apart = max(pl.apart, l.s.apart(l.v))
	return true
}

// intern gives equal places one value, so that what is known of one is known of
// all.
func (e *entity) intern(pl *place) *place {
	slices.SortFunc(pl.links, func(a, b link) int {
		return cmp.Or(strings.Compare(a.v.q.p.Name, b.v.q.p.Name), cmp.Compare(a.v.at, b.v.at))
	})
	var b strings.Builder
	fmt.Fprint(&b, pl.table)
	if pl.pin != nil {
		fmt.Fprint(&b, " pin ", pl.pin.at)
	}
	for _, l := range pl.links {
		fmt.Fprint(&b, " ", l.v.q.index, l.s.key)
	}
	pl.key = b.String()
	if old, ok := e.places[pl.key]; ok {
		return old
	}
	e.places[pl.key] = pl
	return pl
}
