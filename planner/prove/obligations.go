package prove

import (
	"github.com/keyplan/keyplan/access"
)

// The obligations, in the order of planning.md.
const (
	determined Obligation = "determined"
	contiguous Obligation = "contiguous"
	complete   Obligation = "complete"
	isolated   Obligation = "isolated"
	ordered    Obligation = "ordered"
	distinct   Obligation = "distinct"
	projected  Obligation = "projected"
	consistent Obligation = "consistent"
	single     Obligation = "single"
)

// code is the diagnostic code of an obligation that fails.
func (o Obligation) code() string {
	return map[Obligation]string{
		determined: "P101", contiguous: "P102", complete: "P103", isolated: "P104", ordered: "P105",
		distinct: "P106", projected: "P107", consistent: "P108", single: "P109",
	}[o]
}

// owed are the obligations of a pattern.
func owed(p *access.Pattern) []Obligation {
	out := []Obligation{determined, contiguous, complete, isolated}
	if len(asked(p)) > 0 || p.First != nil {
		out = append(out, ordered)
	}
	out = append(out, distinct, projected)
	if p.Consistent {
		out = append(out, consistent)
	}
	if p.One {
		out = append(out, single)
	}
	return out
}

// asked is the order that a pattern asks for: sort, else the range's.
func asked(p *access.Pattern) []access.SortKey {
	if len(p.Sort) > 0 || p.Range == nil {
		return p.Sort
	}
	var out []access.SortKey
	for _, o := range p.Range.Operands {
		out = append(out, access.SortKey{Operand: o})
	}
	return out
}

// ranged says that range and sort speak of the pattern's entity i.
func ranged(p *access.Pattern, i int) bool { return p.Entities[i] != p.First }
