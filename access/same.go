package access

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/model/diag"
)

// findSame marks the patterns that ask what an earlier one asks.
func findSame(patterns []*Pattern) hcl.Diagnostics {
	var diags hcl.Diagnostics
	seen := map[string]*Pattern{}
	for _, p := range patterns {
		if p.External != "" {
			continue
		}
		q := p.question()
		first := seen[q]
		if first == nil {
			seen[q] = p
			continue
		}
		p.SameAs = first
		diags = append(diags, diag.Warning("A018", p.NameRange, fmt.Sprintf("%s asks the same thing as %s", p.Name, first.Name),
			"Both mean the same items in the same order, and share one request. Drop one, unless both names are wanted.",
			diag.At(first.Name+" is declared here", first.NameRange)))
	}
	return diags
}

// question writes everything that decides what a pattern returns. What two
// patterns may say in any order is sorted.
func (p *Pattern) question() string {
	var b strings.Builder
	for _, e := range p.Entities {
		fmt.Fprintf(&b, "%s,", e.Name)
	}
	var equals []string
	for _, o := range p.Equals {
		equals = append(equals, o.text())
	}
	slices.Sort(equals)
	fmt.Fprintf(&b, " equals %s", strings.Join(equals, ","))
	for _, c := range p.Where {
		var atoms []string
		for _, a := range c.Atoms {
			atoms = append(atoms, a.String())
		}
		slices.Sort(atoms)
		fmt.Fprintf(&b, " where %s", strings.Join(atoms, " && "))
	}
	if p.Range != nil {
		fmt.Fprintf(&b, " range %d", p.Range.Bounds)
		for _, o := range p.Range.Operands {
			b.WriteString(" " + o.text())
		}
	}
	for _, k := range p.ordered() {
		fmt.Fprintf(&b, " by %s %t", k.text(), k.Desc)
	}
	fmt.Fprintf(&b, " %t %t %t %d %d %t", p.Descending, p.Consistent, p.TakeFirst, p.Shards, p.Select.Kind, p.ThroughUnique)
	if p.First != nil {
		b.WriteString(" first " + p.First.Name)
	}
	for _, list := range p.Select.Attributes {
		var selected []string
		for _, a := range list {
			selected = append(selected, a.Name)
		}
		slices.Sort(selected)
		fmt.Fprintf(&b, " select %s", strings.Join(selected, ","))
	}
	return b.String()
}

// text names the attribute in every entity.
func (o Operand) text() string {
	var out []string
	for _, a := range o.Attributes {
		out = append(out, attributeName(a))
	}
	return strings.Join(out, "/")
}

func attributeName(a *model.Attribute) string {
	if a == nil {
		return ""
	}
	return a.Entity.Name + "." + a.Name
}
