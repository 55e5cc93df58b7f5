package planner

import (
	"slices"
	"strings"
)

// literal tells a block apart.
type literal struct {
	// text is an entity's own, a pinned one, or one made to stand between
	// pinned ones; "" for a number that is still to be written.
	text string
	// order is among the numbers of its cluster, which sort below every literal
	// of a model.
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
	cs := renumbered(cl.claims, list)
	pinned := make([]string, len(list))
	free := set(0)
	for i, b := range list {
		if pinned[i] = n.pinnedLiteral(bs[b]); pinned[i] == "" {
			free |= only(i)
		}
	}
	if free.size() == len(list) {
		return numbered(list, consecutive(n.b, make([]set, len(list)), cs))
	}
	for _, before := range arrangements(pinned, free) {
		if out := n.between(bs, list, consecutive(n.b, before, cs), pinned); out != nil {
			return out
		}
	}
	return nil
}

// arrangements are the orders to try beside pinned literals: the others
// anywhere, all before them, all after.
func arrangements(pinned []string, free set) [][]set {
	var out [][]set
	for kind := range 3 {
		before := make([]set, len(pinned))
		for i, lit := range pinned {
			for j, other := range pinned {
				if lit != "" && other != "" && other < lit || kind == 1 && lit != "" && free.has(j) || kind == 2 && lit == "" && !free.has(j) {
					before[i] |= only(j)
				}
			}
		}
		out = append(out, before)
	}
	return out
}

func numbered(list, order []int) map[int]literal {
	if order == nil {
		return nil
	}
	out := map[int]literal{}
	for place, i := range order {
		out[list[i]] = literal{order: place}
	}
	return out
}

// between writes the literals of an order in which some are pinned: the
// entities' own where they sort into their place, else the number of a pinned
// one before them, or a number. Nil where none does.
func (n node) between(bs [][]*entity, list, order []int, pinned []string) map[int]literal {
	if order == nil {
		return nil
	}
	out := map[int]literal{}
	low := ""
	for place, i := range order {
		high := ""
		for _, j := range order[place+1:] {
			if pinned[j] != "" {
				high = pinned[j]
				break
			}
		}
		text := pinned[i]
		if text == "" {
			text = n.candidate(bs[list[i]], low, high)
		}
		if text == "" {
			return nil
		}
		out[list[i]] = literal{text: text}
		low = text
	}
	return out
}

// candidate is a literal above low and below high, "" for none.
func (n node) candidate(block []*entity, low, high string) string {
	d := string(n.delimiter())
	var texts []string
	if len(block) == 1 {
		texts = append(texts, block[0].m.Prefix)
	}
	for _, c := range "0123456789" {
		texts = append(texts, string(c)+d, strings.TrimSuffix(low, d)+string(c)+d)
	}
	for _, text := range texts {
		if text > low && (high == "" || text < high) && !strings.HasPrefix(high, text) && (low == "" || !strings.HasPrefix(text, low)) {
			return text
		}
	}
	return ""
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

// natural are the literals that entities bring, nil where a block has none or
// they do not sort as the claims need.
func (n node) natural(bs [][]*entity, cl cluster) map[int]literal {
	out := map[int]literal{}
	list := slices.Collect(cl.members.each())
	for _, b := range list {
		lit := n.ownLiteral(bs[b])
		if lit == "" {
			return nil
		}
		out[b] = literal{text: lit}
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

// ownLiteral is the literal that a block brings: a pinned one, or that of its
// only entity; "" for none.
func (n node) ownLiteral(block []*entity) string {
	if lit := n.pinnedLiteral(block); lit != "" || len(block) > 1 {
		return lit
	}
	return block[0].m.Prefix
}

// pinnedLiteral is the literal that pins give a block here, "" for none.
func (n node) pinnedLiteral(block []*entity) string {
	for _, e := range block {
		if p := n.pins.of(e, n.at); p != nil && n.gap < len(p.gaps) {
			return p.gaps[n.gap]
		}
	}
	return ""
}

// pinsFit says that the pins of a cluster can be: those of a block have one
// literal, and where blocks must be told apart each has one.
func (n node) pinsFit(bs [][]*entity, cl cluster) bool {
	for b := range cl.members.each() {
		for _, e := range bs[b] {
			p := n.pins.of(e, n.at)
			if p == nil {
				continue
			}
			if n.gap >= len(p.gaps) || p.gaps[n.gap] != n.pinnedLiteral(bs[b]) {
				return false
			}
			if p.gaps[n.gap] == "" && (n.gap == 0 || len(bs) > 1) {
				return false
			}
		}
	}
	return true
}

func (n node) delimiter() byte {
	for _, e := range n.entities {
		return e.m.Prefix[len(e.m.Prefix)-1]
	}
	panic("planner: a node of no entities")
}
