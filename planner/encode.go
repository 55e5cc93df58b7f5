package planner

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/keytext"
)

// keyed is an entity's key on an index, on its way from attributes to text.
type keyed struct {
	e    *entity
	pair *pair
	pin  *pin
	// order is the partition as it is written.
	order []int
	// tag says the entity in the partition key, where its sort key would stand
	// among those of a collection that cannot give way.
	tag bool
	// gaps are the literals before each part of the sort key and after the
	// last, "" for none.
	gaps            []string
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
		k.order = k.e.inOrder(k.pair.partition)
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
		if k.tag {
			k.partition = tagged(k)
		}
		k.sort = p.sortText(k)
	}
}

// tagged is the partition key with the entity's own literal before it.
func tagged(k *keyed) model.Template {
	t := slices.Clone(k.partition)
	if lit, ok := t[0].(model.Literal); ok {
		t[0] = model.Literal(k.e.m.Prefix) + lit
		return t
	}
	return append(model.Template{model.Literal(k.e.m.Prefix)}, t...)
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
		return model.Template{model.Literal(k.e.m.Prefix)}
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
	if n.gap == 0 || len(bs) > 1 {
		lits := p.choose(s, n, bs)
		for i, block := range bs {
			for _, e := range block {
				s.key(e).gaps[n.gap] = lits[i]
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
// own where every collection still follows one another among all that stand
// here, and get made ones otherwise.
func (p *problem) choose(s *shelf, n node, bs [][]*entity) []string {
	cs, ok := claims(bs, n.shapes, n.gap)
	if !ok {
		panic("planner: encode: blocks that the search refused")
	}
	out := make([]string, len(bs))
	for i, b := range bs {
		if len(b) == 1 {
			out[i] = n.ownLiteral(b[0])
		}
	}
	var moved []cluster
	for _, cl := range clusters(len(bs), cs) {
		if n.natural(bs, cl) != nil && !intruded(out, cl) {
			continue
		}
		moved = append(moved, cl)
		for i := range cl.members.each() {
			out[i] = n.pinnedLiteral(bs[i])
		}
	}
	p.number(n, bs, moved, out)
	p.evade(s, n, bs, cs, out)
	return out
}

// intruded says that a literal outside the cluster sorts between two of one of
// its claims.
func intruded(lits []string, cl cluster) bool {
	for _, c := range cl.claims {
		if len(intruders(lits, c)) > 0 {
			return true
		}
	}
	return false
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

// number writes the made literals of clusters, counting through.
func (p *problem) number(n node, bs [][]*entity, moved []cluster, out []string) {
	total := 0
	for _, cl := range moved {
		total += cl.members.size()
	}
	width := len(fmt.Sprint(max(total-1, 0)))
	base := 0
	for _, cl := range moved {
		lits := n.literals(bs, cl)
		if own := n.natural(bs, cl); own != nil {
			lits = n.inTurn(bs, cl)
		}
		for i := range cl.members.each() {
			if lits[i].text == "" {
				out[i] = fmt.Sprintf("%0*d%c", width, base+lits[i].order, p.m.Table.Delimiter)
			}
		}
		base += cl.members.size()
	}
}

// inTurn numbers a cluster whose own literals are in order, but for intruders.
func (n node) inTurn(bs [][]*entity, cl cluster) map[int]literal {
	list := slices.Collect(cl.members.each())
	slices.SortFunc(list, func(a, b int) int {
		return strings.Compare(n.ownLiteral(bs[a][0]), n.ownLiteral(bs[b][0]))
	})
	out := map[int]literal{}
	for place, i := range list {
		out[i] = literal{text: n.pinnedLiteral(bs[i]), order: place}
	}
	return out
}

// evade moves an entity out of the way of a pinned collection, by saying the
// entity in its partition key.
func (p *problem) evade(s *shelf, n node, bs [][]*entity, cs []claim, lits []string) {
	for _, c := range cs {
		for _, i := range intruders(lits, c) {
			k := s.key(bs[i][0])
			if n.gap == 0 && len(bs[i]) == 1 && k.pin == nil && !slices.Contains(entitiesOf(s.shapes), k.e) {
				k.tag = true
			}
		}
	}
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
		case after != "" && keytext.Escaped(a.Type) && !keytext.FixedWidth(a.Type):
			part.Form = model.Sorted
		}
		t = append(t, part)
		if after != "" {
			t = append(t, model.Literal(after))
		}
	}
	return t
}
