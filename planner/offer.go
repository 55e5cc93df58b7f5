package planner

import (
	"fmt"
	"slices"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
)

// trialEffort bounds the search that tries out one change.
const trialEffort = 200_000

// What fewest says when there is no number: no layout, or none found when the
// trial ended.
const (
	never   = -1
	unknown = -2
)

// fewest is the least number of secondary indexes that answer some patterns of
// a changed model.
func (st *state) fewest(ps []*access.Pattern) int {
	p := newProblem(st.m, ps, st.tweak, st.o.Stored)
	p.budget = &budget{limit: trialEffort, stopped: st.budget.stopped}
	p.adopt(st.p.pins)
	most := 0
	for _, e := range p.entities {
		if e.best(p.budget, e.tableAlone(p.pins), 0) == nil {
			return never
		}
	}
	for _, q := range p.questions {
		if q.host == nil && !p.possible(q) {
			return never
		}
	}
	for _, c := range p.components {
		n := c.fewestUpTo(p.budget, len(p.questions)+p.kept.indexes())
		if n < 0 {
			return n
		}
		most = max(most, n)
	}
	return most
}

// fewestUpTo is the least number of indexes up to a limit.
func (c *component) fewestUpTo(b *budget, limit int) int {
	for n := 0; n <= limit; n++ {
		if c.solve(b, n, true) != nil {
			return n
		}
		if b.spent() {
			return unknown
		}
	}
	return never
}

// mostOffers is how many changes a refusal names.
const mostOffers = 3

// offers are the smallest changes of some patterns after which enough holds of
// all; each was tried out.
func (st *state) offers(some, all []*access.Pattern, enough func([]*access.Pattern) bool) []string {
	var out []string
	for _, o := range st.changes(some) {
		if len(out) == mostOffers {
			break
		}
		if !slices.Contains(out, o.text) && o.works(st, all, enough) {
			out = append(out, o.text)
		}
	}
	return out
}

// change is one change to a model: an attribute that becomes immutable, or a
// pattern that becomes others.
type change struct {
	text      string
	immutable *model.Attribute
	pattern   *access.Pattern
	becomes   []*access.Pattern
}

func (o change) works(st *state, ps []*access.Pattern, enough func([]*access.Pattern) bool) bool {
	if o.immutable != nil {
		was := st.tweak
		st.tweak = tweak{o.immutable}
		defer func() { st.tweak = was }()
		return enough(ps)
	}
	return enough(replaced(ps, o.pattern, o.becomes))
}

func replaced(ps []*access.Pattern, old *access.Pattern, by []*access.Pattern) []*access.Pattern {
	var out []*access.Pattern
	for _, p := range ps {
		if p == old {
			out = append(out, by...)
		} else {
			out = append(out, p)
		}
	}
	return out
}

// changes are those that may help the patterns, the smallest first.
func (st *state) changes(ps []*access.Pattern) []change {
	var out []change
	for _, p := range ps {
		out = append(out, immutables(p)...)
	}
	for _, p := range ps {
		out = append(out, more(p, ps)...)
	}
	for _, p := range ps {
		if p.Consistent {
			c := *p
			c.Consistent = false
			out = append(out, change{text: "leave consistent out of " + p.Name, pattern: p, becomes: []*access.Pattern{&c}})
		}
	}
	for _, p := range ps {
		out = append(out, split(p)...)
	}
	return out
}

// immutables marks what the pattern asks for immutable.
func immutables(p *access.Pattern) []change {
	var out []change
	for _, o := range operandsOf(p) {
		for _, a := range o.Attributes {
			if a == nil || a.Immutable || a.Optional || a.Derive != nil {
				continue
			}
			out = append(out, change{text: fmt.Sprintf("mark %s of %s immutable", a.Name, a.Entity.Name), immutable: a})
		}
	}
	return out
}

// more lets the pattern ask for one thing more that the others are asked by.
func more(p *access.Pattern, others []*access.Pattern) []change {
	var out []change
	for _, other := range others {
		for _, o := range other.Equals {
			if other == p || len(p.Entities) > 1 || !slices.Equal(other.Entities, p.Entities) || asks(p, o.Lead()) {
				continue
			}
			c := *p
			c.Equals = append(slices.Clone(p.Equals), o)
			c.Shards = 0
			out = append(out, change{text: fmt.Sprintf("add %s to equals of %s", o.Name, p.Name), pattern: p, becomes: []*access.Pattern{&c}})
		}
	}
	return out
}

func asks(p *access.Pattern, a *model.Attribute) bool {
	return slices.ContainsFunc(operandsOf(p), func(o access.Operand) bool { return o.Lead() == a })
}

// split asks for the entities of a collection one by one.
func split(p *access.Pattern) []change {
	if len(p.Entities) < 2 {
		return nil
	}
	var parts []*access.Pattern
	for i := range p.Entities {
		parts = append(parts, part(p, i))
	}
	return []change{{text: fmt.Sprintf("split %s into a pattern for each entity", p.Name), pattern: p, becomes: parts}}
}

// part is the pattern for its entity number i alone.
func part(p *access.Pattern, i int) *access.Pattern {
	e := p.Entities[i]
	c := *p
	c.Name = p.Name + "_" + e.Name
	c.Entities, c.Where, c.First, c.Multiple = []*model.Entity{e}, []model.Condition{p.Where[i]}, nil, false
	c.Equals, c.Sort, c.Range = nil, nil, nil
	for _, o := range p.Equals {
		c.Equals = append(c.Equals, narrowed(o, i))
	}
	if p.First != e {
		for _, s := range p.Sort {
			c.Sort = append(c.Sort, access.SortKey{Operand: narrowed(s.Operand, i), Desc: s.Desc})
		}
		if p.Range != nil {
			r := *p.Range
			r.Operands = nil
			for _, o := range p.Range.Operands {
				r.Operands = append(r.Operands, narrowed(o, i))
			}
			c.Range = &r
		}
	}
	if p.Select.Attributes != nil {
		c.Select.Attributes = p.Select.Attributes[i : i+1]
	}
	return &c
}

func narrowed(o access.Operand, i int) access.Operand {
	o.Attributes = o.Attributes[i : i+1]
	return o
}
