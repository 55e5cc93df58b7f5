package planner

import (
	"slices"
	"strings"
)

// A sort key of a partition that several entities share is a tree of literals:
// before each part, and after the last, a literal can tell entities apart. The
// entities that share all text up to there are a node; those that a question
// needs to stay alike (shape.tied) are a block of the node, and every block has
// a literal of its own. A question reads one block, or several that follow one
// another.

// claim is what a question wants of the blocks of a node: that its own follow
// one another, and which comes first or last.
type claim struct {
	q       *question
	members set
	// first and last are blocks, -1 for none.
	first, last int
}

// blocks splits entities by the questions that need them alike at a gap.
func blocks(entities []*entity, shapes []*shape, gap int) [][]*entity {
	number := make([]int, len(entities))
	for i := range number {
		number[i] = i
	}
	for _, s := range shapes {
		first := -1
		for _, v := range s.tied(gap) {
			at := slices.Index(entities, v.e)
			if at < 0 {
				break
			}
			if first < 0 {
				first = at
			}
			rename(number, number[at], number[first])
		}
	}
	var out [][]*entity
	for n := range entities {
		var block []*entity
		for i, e := range entities {
			if number[i] == n {
				block = append(block, e)
			}
		}
		if block != nil {
			out = append(out, block)
		}
	}
	return out
}

// rename gives what has number a and what has number b the lower of the two.
func rename(number []int, a, b int) {
	for i, n := range number {
		if n == a || n == b {
			number[i] = min(a, b)
		}
	}
}

// claims are what questions want of a node's blocks at a gap; false where one
// cannot have it, because its entities stand in blocks with others.
func claims(bs [][]*entity, shapes []*shape, gap int) ([]claim, bool) {
	var out []claim
	for _, s := range shapes {
		if !stands(bs, s) {
			continue
		}
		begin, end := len(s.lead), len(s.lead)+max(s.q.orderLength(), 1)
		if gap < begin || gap >= end {
			continue
		}
		if s.q.orderLength() > 0 && !exact(bs, s.q.others()) {
			return nil, false
		}
		if gap > begin {
			continue
		}
		c, ok := newClaim(bs, s.q)
		if !ok {
			return nil, false
		}
		out = append(out, c)
	}
	return out, true
}

// stands says that the question's entities are in the node.
func stands(bs [][]*entity, s *shape) bool {
	for _, b := range bs {
		if slices.Contains(b, s.q.others()[0].e) {
			return true
		}
	}
	return false
}

// exact says that those entities and no others are one block.
func exact(bs [][]*entity, views []*view) bool {
	for _, b := range bs {
		if slices.Contains(b, views[0].e) {
			return len(b) == len(views)
		}
	}
	return false
}

func newClaim(bs [][]*entity, q *question) (claim, bool) {
	c := claim{q: q, first: -1, last: -1}
	count := 0
	for i, b := range bs {
		inside := 0
		for _, v := range q.views {
			if slices.Contains(b, v.e) {
				inside++
			}
		}
		if inside == 0 {
			continue
		}
		if inside != len(b) {
			return c, false
		}
		count += inside
		c.members |= only(i)
		if q.p.First != nil && slices.ContainsFunc(b, func(e *entity) bool { return e.m == q.p.First }) {
			if len(b) > 1 {
				return c, false
			}
			if q.p.Descending {
				c.last = i
			} else {
				c.first = i
			}
		}
	}
	return c, count == len(q.views)
}

// consecutive finds an order of blocks in which every claim holds, the first in
// the order of preference; nil where there is none. Block i stands after those
// of before[i].
func consecutive(b *budget, before []set, cs []claim) []int {
	order := []int{}
	var place func(placed set) bool
	place = func(placed set) bool {
		b.step()
		if len(order) == len(before) {
			return true
		}
		for i, earlier := range before {
			if placed.has(i) || !earlier.within(placed) || !allowed(placed, i, cs) {
				continue
			}
			order = append(order, i)
			if place(placed | only(i)) {
				return true
			}
			order = order[:len(order)-1]
			if b.spent() {
				return false
			}
		}
		return false
	}
	if !place(0) {
		return nil
	}
	return order
}

// allowed says that block i may follow the placed ones.
func allowed(placed set, i int, cs []claim) bool {
	for _, c := range cs {
		open := c.members.intersects(placed) && !c.members.within(placed)
		switch {
		case open && !c.members.has(i):
			return false
		case !c.members.has(i):
		case c.first >= 0 && !open && i != c.first:
			return false
		case i == c.last && (c.members&^placed).size() > 1:
			return false
		}
	}
	return true
}

// stand says that the questions of one index can share its partitions: that
// a tree of literals exists. Whether pinned keys fit into it is known only of
// all the questions, because one more can make a literal needless.
func stand(b *budget, ps pins, shapes []*shape, at int, all bool) bool {
	n := node{b: b, pins: ps, at: at, shapes: shapes, entities: entitiesOf(shapes), all: all}
	return n.stands()
}

// node is a node of the tree: the entities that share what is written so far.
type node struct {
	b        *budget
	pins     pins
	at, gap  int
	shapes   []*shape
	entities []*entity
	// all says that the shapes are all there will be.
	all bool
}

func (n node) stands() bool {
	bs := blocks(n.entities, n.shapes, n.gap)
	cs, ok := claims(bs, n.shapes, n.gap)
	if !ok {
		return false
	}
	for _, cl := range clusters(len(bs), cs) {
		if n.all && !n.pinsFit(bs, cl) || n.literals(bs, cl) == nil {
			return false
		}
	}
	for _, block := range bs {
		if len(block) > 1 && !n.below(block).stands() {
			return false
		}
	}
	return true
}

func (n node) below(block []*entity) node {
	n.gap++
	n.entities = block
	return n
}

// cluster is blocks that claims connect, and those claims.
type cluster struct {
	members set
	claims  []claim
}

// clusters splits n blocks, those without claims apart.
func clusters(n int, cs []claim) []cluster {
	number := make([]int, n)
	for i := range number {
		number[i] = i
	}
	for _, c := range cs {
		first := -1
		for i := range c.members.each() {
			if first < 0 {
				first = i
			}
			rename(number, number[i], number[first])
		}
	}
	var out []cluster
	for k := range n {
		cl := cluster{}
		for i := range n {
			if number[i] == k {
				cl.members |= only(i)
			}
		}
		for _, c := range cs {
			if c.members.intersects(cl.members) {
				cl.claims = append(cl.claims, c)
			}
		}
		if cl.members != 0 {
			out = append(out, cl)
		}
	}
	return out
}

func entitiesOf(shapes []*shape) []*entity {
	var out []*entity
	for _, s := range shapes {
		for _, v := range s.q.views {
			if !slices.Contains(out, v.e) {
				out = append(out, v.e)
			}
		}
	}
	slices.SortFunc(out, func(a, b *entity) int { return strings.Compare(a.m.Name, b.m.Name) })
	return out
}
