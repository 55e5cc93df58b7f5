package planner

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/keytext"
)

// keyed is an entity's key on an index, on its way from attributes to text.
type keyed struct {
	e    *entity
	pair *pair
	pin  *pin
	// order is the partition as it is written; head gives its text where it
	// holds no attribute, to all that are read together.
	order []int
	head  *entity
	// gaps are the literals before each part of the sort key and after the
	// last, "" for none.
	gaps []string
	// note says why a literal was made.
	note            string
	partition, sort model.Template
}

// shelf is an index with everything that is on it.
type shelf struct {
	at     int
	keys   []*keyed
	shapes []*shape
}

// key returns the entity's key on the index.
func (s *shelf) key(e *entity) *keyed {
	for _, k := range s.keys {
		if k.e == e {
			return k
		}
	}
	return nil
}

// write gives every key of an index its text.
func (p *problem) write(s *shelf) {
	for _, k := range s.keys {
		k.order, k.head = k.e.inOrder(k.pair.partition), k.e
		k.gaps = make([]string, len(k.pair.sort)+1)
	}
	s.align()
	for _, k := range s.keys {
		k.partition = p.partitionText(s, k)
	}
	for _, group := range s.gatherings() {
		p.tellApart(s, group)
	}
	for _, k := range s.keys {
		k.sort = p.sortText(k)
	}
}

// align writes the partitions that a question reads together in one order: that
// of the entity whose identity holds most of it.
func (s *shelf) align() {
	bs := s.collections()
	for _, block := range bs {
		lead := slices.MinFunc(block, func(a, b *entity) int {
			pa, pb := s.key(a).pair.partition, s.key(b).pair.partition
			return cmp.Or(
				cmp.Compare(rank(s.key(b).pin), rank(s.key(a).pin)),
				cmp.Compare((pb&b.identity).size(), (pa&a.identity).size()),
				cmp.Compare(a.identity.size(), b.identity.size()),
				strings.Compare(a.m.Name, b.m.Name))
		})
		if pn := s.key(lead).pin; pn != nil {
			s.key(lead).order = pn.order()
		}
		s.spread(lead)
	}
}

func rank(p *pin) int {
	if p != nil {
		return 1
	}
	return 0
}

// collections are the entities that questions read together, in blocks that
// share their partition keys.
func (s *shelf) collections() [][]*entity {
	return blocks(entitiesOf(s.shapes), s.shapes, beforeAll)
}

// spread carries the order of one partition over to all that shapes connect
// with it.
func (s *shelf) spread(lead *entity) {
	done := []*entity{lead}
	for i := 0; i < len(done); i++ {
		from := done[i]
		for _, sh := range s.shapes {
			v := sh.q.viewOf(from)
			if v == nil {
				continue
			}
			for _, w := range sh.q.views {
				if !slices.Contains(done, w.e) {
					s.key(w.e).order = sh.translate(v, w, s.key(from).order)
					s.key(w.e).head = lead
					done = append(done, w.e)
				}
			}
		}
	}
}

func (q *question) viewOf(e *entity) *view {
	for _, v := range q.views {
		if v.e == e {
			return v
		}
	}
	return nil
}

// translate names the same operands in another entity.
func (s *shape) translate(from, to *view, attrs []int) []int {
	var out []int
	for _, a := range attrs {
		for _, o := range s.partition {
			if s.q.operands[o][from.at] == a {
				out = append(out, s.q.operands[o][to.at])
				break
			}
		}
	}
	return out
}

// partitionText writes a partition key; a pin, the entity's own or that of one
// read together with it, gives the text.
func (p *problem) partitionText(s *shelf, k *keyed) model.Template {
	if k.pin != nil {
		return template(k.pin.m.Partition)
	}
	if t := s.pinnedNeighbour(k); t != nil {
		return t
	}
	if len(k.order) == 0 {
		return model.Template{model.Literal(k.head.m.Prefix)}
	}
	var t model.Template
	for i, a := range k.order {
		lit := k.e.attrs[a].Prefix
		if i > 0 {
			lit = string(p.m.Table.Delimiter) + lit
		}
		t = append(t, model.Literal(lit), model.Part{Attribute: k.e.attrs[a]})
	}
	return t
}

// pinnedNeighbour is the pinned partition of an entity in one collection with
// k's, in k's own attributes; nil where there is none.
func (s *shelf) pinnedNeighbour(k *keyed) model.Template {
	for _, block := range s.collections() {
		if !slices.Contains(block, k.e) {
			continue
		}
		for _, e := range block {
			if n := s.key(e); n.pin != nil {
				return renamed(template(n.pin.m.Partition), k)
			}
		}
	}
	return nil
}

func renamed(t model.Template, k *keyed) model.Template {
	var out model.Template
	i := 0
	for _, s := range t {
		if part, ok := s.(model.Part); ok {
			part.Attribute = k.e.attrs[k.order[i]]
			i++
			s = part
		}
		out = append(out, s)
	}
	return out
}

// order is the partition's attributes as the pin writes them.
func (p *pin) order() []int {
	var out []int
	for _, s := range template(p.m.Partition) {
		if part, ok := s.(model.Part); ok {
			for a := range p.partition.each() {
				if p.attrs[a] == part.Attribute {
					out = append(out, a)
				}
			}
		}
	}
	return out
}

// gatherings are the keys whose partition texts can be equal, because their
// literals are.
func (s *shelf) gatherings() [][]*keyed {
	var names []string
	groups := map[string][]*keyed{}
	for _, k := range s.keys {
		name := literalsOf(k.partition)
		if groups[name] == nil {
			names = append(names, name)
		}
		groups[name] = append(groups[name], k)
	}
	var out [][]*keyed
	for _, name := range names {
		out = append(out, groups[name])
	}
	return out
}

func literalsOf(t model.Template) string {
	var out strings.Builder
	for _, s := range t {
		if lit, ok := s.(model.Literal); ok {
			out.WriteString(string(lit))
		} else {
			out.WriteByte(0)
		}
	}
	return out.String()
}

// tellApart chooses the literals of the keys that can share partitions.
func (p *problem) tellApart(s *shelf, group []*keyed) {
	var entities []*entity
	for _, k := range group {
		entities = append(entities, k.e)
	}
	n := node{b: &budget{}, pins: p.pins, at: s.at, shapes: s.shapes, entities: entities}
	p.branch(s, n)
}

// branch gives every block of a node its literal and goes on below.
func (p *problem) branch(s *shelf, n node) {
	bs := blocks(n.entities, n.shapes, n.gap)
	if n.gap == 0 || len(bs) > 1 || n.pinnedLiteral(n.entities) != "" {
		m := p.choose(n, bs)
		for i, block := range bs {
			for _, e := range block {
				s.key(e).gaps[n.gap] = m.lits[i]
				s.key(e).note = cmp.Or(s.key(e).note, m.note(i))
			}
		}
	}
	for _, block := range bs {
		if len(block) > 1 {
			p.branch(s, n.below(block))
		}
	}
}

// choose returns the literals of a node's blocks. Blocks keep their entities'
// own where they can; what would stand among a collection that it is not part
// of gets a made one, as does a collection whose own literals do not sort as its
// questions need.
func (p *problem) choose(n node, bs [][]*entity) *moving {
	cs, ok := claims(bs, n.shapes, n.gap)
	if !ok {
		panic("planner: write: blocks that the search refused")
	}
	m := &moving{n: n, bs: bs, clusters: clusters(len(bs), cs), lits: make([]string, len(bs))}
	slices.SortStableFunc(m.clusters, func(a, b cluster) int { return cmp.Compare(b.members.size(), a.members.size()) })
	m.moved = make([]string, len(m.clusters))
	for i, b := range bs {
		m.lits[i] = n.ownLiteral(b)
	}
	for i, cl := range m.clusters {
		if n.natural(bs, cl) == nil {
			m.move(i, m.why(cl))
		}
	}
	for i, cl := range m.clusters {
		for _, c := range cl.claims {
			m.clear(i, c)
		}
	}
	m.number(p.m.Table.Delimiter)
	return m
}

// moving decides which clusters of a node get made literals.
type moving struct {
	n        node
	bs       [][]*entity
	clusters []cluster
	// moved says why a cluster moves, "" where it does not.
	moved []string
	lits  []string
}

// why is the reason that a cluster's own literals do not do.
func (m *moving) why(cl cluster) string {
	var names []string
	for _, c := range cl.claims {
		names = append(names, c.q.p.Name)
	}
	if len(names) == 0 {
		for _, s := range m.n.shapes {
			for _, v := range s.tied(m.n.gap) {
				if cl.holds(m.bs, v.e) && !slices.Contains(names, s.q.p.Name) {
					names = append(names, s.q.p.Name)
				}
			}
		}
	}
	return "puts the entities of " + listed(names) + " in the order that one request reads"
}

// holds says that an entity is in a block of the cluster.
func (cl cluster) holds(bs [][]*entity, e *entity) bool {
	for b := range cl.members.each() {
		if slices.Contains(bs[b], e) {
			return true
		}
	}
	return false
}

// note is why block i has another literal than its entity's own.
func (m *moving) note(i int) string {
	for j, cl := range m.clusters {
		if cl.members.has(i) {
			return m.moved[j]
		}
	}
	return ""
}

// move gives up a cluster's own literals; pinned ones stay.
func (m *moving) move(i int, why string) {
	m.moved[i] = why
	for b := range m.clusters[i].members.each() {
		m.lits[b] = m.n.pinnedLiteral(m.bs[b])
	}
}

// clear moves what stands among a claim of cluster i out of its way; where that
// is pinned, the cluster moves.
func (m *moving) clear(i int, c claim) {
	for _, b := range intruders(m.lits, c) {
		other := slices.IndexFunc(m.clusters, func(cl cluster) bool { return cl.members.has(b) })
		if m.n.pinnedLiteral(m.bs[b]) != "" {
			other = i
		}
		if m.moved[other] == "" {
			m.move(other, "keeps clear of what "+c.q.p.Name+" reads")
		}
	}
}

// intruders are the blocks that are not the claim's and whose literals sort
// among its.
func intruders(lits []string, c claim) []int {
	low, high := "", ""
	for i := range c.members.each() {
		if low == "" || lits[i] < low {
			low = lits[i]
		}
		high = max(high, lits[i])
	}
	var out []int
	for i, lit := range lits {
		if !c.members.has(i) && low < lit && lit < high {
			out = append(out, i)
		}
	}
	return out
}

// number writes the made literals, counting through.
func (m *moving) number(delimiter byte) {
	base := m.firstNumber(delimiter)
	total := base
	for i, cl := range m.clusters {
		if m.moved[i] != "" {
			total += cl.members.size()
		}
	}
	width := len(fmt.Sprint(max(total-1, 0)))
	for i, cl := range m.clusters {
		if m.moved[i] == "" {
			continue
		}
		lits := m.n.literals(m.bs, cl)
		if m.n.natural(m.bs, cl) != nil {
			lits = m.n.inTurn(m.bs, cl)
		}
		for b := range cl.members.each() {
			m.lits[b] = lits[b].text
			if m.lits[b] == "" {
				m.lits[b] = fmt.Sprintf("%0*d%c", width, base+lits[b].order, delimiter)
			}
		}
		base += cl.members.size()
	}
}

// firstNumber is above the numbers that pins brought along.
func (m *moving) firstNumber(delimiter byte) int {
	first := 0
	for _, b := range m.bs {
		lit := strings.TrimSuffix(m.n.pinnedLiteral(b), string(delimiter))
		if n, err := strconv.Atoi(lit); err == nil {
			first = max(first, n+1)
		}
	}
	return first
}

// inTurn numbers a cluster whose own literals are in order, but for intruders.
func (n node) inTurn(bs [][]*entity, cl cluster) map[int]literal {
	list := slices.Collect(cl.members.each())
	slices.SortFunc(list, func(a, b int) int {
		return strings.Compare(n.ownLiteral(bs[a]), n.ownLiteral(bs[b]))
	})
	out := map[int]literal{}
	for place, i := range list {
		out[i] = literal{text: n.pinnedLiteral(bs[i]), order: place}
	}
	return out
}

// sortText writes a sort key.
func (p *problem) sortText(k *keyed) model.Template {
	if k.pin != nil {
		return template(k.pin.m.Sort)
	}
	d := string(p.m.Table.Delimiter)
	t := model.Template{model.Literal(k.gaps[0])}
	n := len(k.pair.sort)
	for i, el := range k.pair.sort {
		after := ""
		if last := i == n-1; !last || k.gaps[i+1] != "" || k.pair.delimited {
			after = d + k.gaps[i+1]
		}
		a := k.e.attrs[el.attr]
		part := model.Part{Attribute: a}
		switch {
		case el.desc:
			part.Form = model.Desc
		case after != "" && keytext.Escaped(a.Type) && !model.FixedWidth(a.Type):
			part.Form = model.Sorted
		}
		t = append(t, part)
		if after != "" {
			t = append(t, model.Literal(after))
		}
	}
	return t
}
