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
// a tree of literals exists.
func stand(b *budget, ps pins, shapes []*shape, at int) bool {
	n := node{b: b, pins: ps, at: at, shapes: shapes, entities: entitiesOf(shapes)}
	return n.stands()
}

// node is a node of the tree: the entities that share what is written so far.
type node struct {
	b        *budget
	pins     pins
	at, gap  int
	shapes   []*shape
	entities []*entity
}

func (n node) stands() bool {
	bs := blocks(n.entities, n.shapes, n.gap)
	cs, ok := claims(bs, n.shapes, n.gap)
	if !ok {
		return false
	}
	for _, cl := range clusters(len(bs), cs) {
		if lits := n.literals(bs, cl); lits == nil {
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

// literal tells a block apart. Made ones sort below every literal of a model.
type literal struct {
	// text is an entity's own or a pinned literal, "" for a made one.
	text string
	// order is among the made ones.
	order int
}

// literals chooses those of a cluster's blocks: the entities' own where they
// sort as the claims need, else made ones; nil where neither can be. A pinned
// literal stays.
func (n node) literals(bs [][]*entity, cl cluster) map[int]literal {
	if out := n.natural(bs, cl); out != nil {
		return out
	}
	list := slices.Collect(cl.members.each())
	before := make([]set, len(list))
	free := set(0)
	for i, b := range list {
		if n.pinnedLiteral(bs[b]) == "" {
			free |= only(i)
		}
	}
	for i, b := range list {
		if lit := n.pinnedLiteral(bs[b]); lit != "" {
			before[i] = free
			for j, o := range list {
				if other := n.pinnedLiteral(bs[o]); other != "" && other < lit {
					before[i] |= only(j)
				}
			}
		}
	}
	order := consecutive(n.b, before, renumbered(cl.claims, list))
	if order == nil {
		return nil
	}
	out := map[int]literal{}
	for place, i := range order {
		out[list[i]] = literal{text: n.pinnedLiteral(bs[list[i]]), order: place}
	}
	return out
}

// renumbered are claims over the positions in list.
func renumbered(cs []claim, list []int) []claim {
	var out []claim
	for _, c := range cs {
		d := claim{q: c.q, first: slices.Index(list, c.first), last: slices.Index(list, c.last)}
		for i, b := range list {
			if c.members.has(b) {
				d.members |= only(i)
			}
		}
		out = append(out, d)
	}
	return out
}

// natural are the entities' own literals, nil where a block holds several
// entities or they do not sort as the claims need.
func (n node) natural(bs [][]*entity, cl cluster) map[int]literal {
	out := map[int]literal{}
	list := slices.Collect(cl.members.each())
	for _, b := range list {
		if len(bs[b]) > 1 {
			return nil
		}
		out[b] = literal{text: n.ownLiteral(bs[b][0])}
	}
	slices.SortFunc(list, func(a, b int) int { return strings.Compare(out[a].text, out[b].text) })
	placed := set(0)
	for _, b := range list {
		if !allowed(placed, b, cl.claims) {
			return nil
		}
		placed |= only(b)
	}
	return out
}

func (n node) ownLiteral(e *entity) string {
	if lit := n.pinnedLiteral([]*entity{e}); lit != "" {
		return lit
	}
	return e.m.Prefix
}

// pinnedLiteral is the literal that a pin gives a block at the beginning of the
// sort key.
func (n node) pinnedLiteral(block []*entity) string {
	if n.gap > 0 || len(block) > 1 {
		return ""
	}
	if p := n.pins.of(block[0], n.at); p != nil {
		return p.first
	}
	return ""
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
