package planner

import (
	"fmt"
	"slices"
	"strings"

	"github.com/keyplan/keyplan/model"
)

// worse says that no key that begins as the one so far is better than the pair
// found: what it must hold costs more whatever the order, or costs the same and
// has a later text.
func (s *search) worse() bool {
	p := &pair{partition: s.partition, sort: slices.Clone(s.sort)}
	for a := range (s.needed &^ s.used).each() {
		p.sort = append(p.sort, elem{attr: a})
	}
	c := s.common(p, s.used|s.needed, s.used|s.needed)
	c.bytes = s.e.partitionWidth(s.partition) + s.e.sortWidth(p.sort, s.pl.apart, false)
	if n := c.compare(s.found.cost); n != 0 {
		return n > 0
	}
	text := s.e.keyText(&pair{partition: s.partition, sort: s.sort})
	return text > s.found.text[:min(len(text), len(s.found.text))]
}

func (s *search) price(p *pair) cost {
	hot := s.used
	for _, f := range p.when {
		hot |= only(f.attr)
	}
	c := s.common(p, s.used, hot)
	c.bytes = s.e.partitionWidth(p.partition) + s.e.sortWidth(p.sort, s.pl.apart, p.delimited)
	return c
}

// common is the cost of a pair that holds the attributes of held and changes
// with those of hot, but for its bytes.
func (s *search) common(p *pair, held, hot set) cost {
	c := cost{turns: s.e.turns(p)}
	c.weak[s.e.spread(p.partition)] = 1
	if !s.pl.table {
		c.work = s.e.writeWork(s.carried, hot)
	} else if held != s.e.identity {
		c.superset = 1
	}
	if s.pl.apart > 0 {
		c.grouped = 1
	}
	return c
}

// turns counts the pairs of identity attributes that stand against the
// identity's order, the partition before the sort key.
func (e *entity) turns(p *pair) int {
	n, before := 0, p.partition&e.identity
	for _, el := range p.sort {
		if !e.identity.has(el.attr) {
			continue
		}
		n += (before >> el.attr).size()
		before |= only(el.attr)
	}
	return n
}

// pairText is the pair as templates with the entity's own literals.
func (e *entity) pairText(p *pair) string {
	var atoms []model.Atom
	for _, w := range p.when {
		atoms = append(atoms, w.atoms...)
	}
	return e.keyText(p) + " " + model.Condition{Atoms: atoms}.String()
}

// keyText is the text of its templates alone.
func (e *entity) keyText(p *pair) string {
	var b strings.Builder
	for _, a := range e.inOrder(p.partition) {
		fmt.Fprintf(&b, "%s${%s}", e.attrs[a].Prefix, e.attrs[a].Name)
	}
	fmt.Fprintf(&b, " %s", e.m.Prefix)
	for _, el := range p.sort {
		fmt.Fprintf(&b, "${%s}", e.attrs[el.attr].Name)
		if el.desc {
			b.WriteString("v")
		}
	}
	return b.String()
}

// inOrder lists a partition as it is written: the identity in its order, then
// the others by name.
func (e *entity) inOrder(s set) []int { return slices.Collect(s.each()) }
