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
	c := s.common(p, s.used|s.needed)
	c.bytes = s.e.partitionWidth(s.partition) + s.e.sortWidth(p.sort, s.pl.apart, false)
	if n := c.compare(s.found.cost); n != 0 {
		return n > 0
	}
	text := s.e.keyText(&pair{partition: s.partition, sort: s.sort})
	return text > s.found.text[:min(len(text), len(s.found.text))]
}

// thin counts what callers give and the partition does not hold. One item that
// is read by its primary key is as well off in any partition.
func (s *search) thin(partition set) int {
	n := 0
	for _, v := range s.views {
		if s.pl.table && s.e.identity.within(v.equals) {
			continue
		}
		n += (v.equals &^ partition).size() * (1 + v.q.riders)
	}
	for _, l := range s.pl.links {
		n += (l.v.equals &^ partition).size() * (1 + l.v.q.riders)
	}
	return n
}

func (s *search) price(p *pair) cost {
	c := s.common(p, s.used)
	c.bytes = s.e.partitionWidth(p.partition) + s.e.sortWidth(p.sort, s.pl.apart, p.delimited)
	return c
}

// common is the cost of a pair that holds the attributes of held, but for its
// bytes.
func (s *search) common(p *pair, held set) cost {
	c := cost{turns: s.e.turns(p), dense: (held & s.constants).size(), thin: s.thin(p.partition)}
	c.weak[s.e.spread(p.partition)] = 1
	if !s.pl.table {
		var gates set
		for _, f := range p.when {
			gates |= only(f.attr)
		}
		c.work = s.e.writeWork(s.carried, held, gates)
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
