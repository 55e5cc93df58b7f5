package access

import (
	"fmt"
	"strings"

	"github.com/keyplan/keyplan/model"
)

// dump writes what patterns ask, for archives to compare.
func dump(patterns []*Pattern) string {
	var b strings.Builder
	for _, p := range patterns {
		fmt.Fprintf(&b, "%s of %s", p.Name, entityNames(p.Entities))
		facts := []struct {
			set  bool
			text string
		}{
			{p.Multiple, " collection"}, {p.One, " one"}, {p.OneBy != nil, " by a unique"}, {p.ThroughUnique, " through it"},
			{p.External != "", fmt.Sprintf(" external %q", p.External)}, {p.Consistent, " consistent"}, {p.TakeFirst, " take first"},
			{p.Shards > 0, fmt.Sprintf(" shards %d", p.Shards)}, {p.Limit > 0, fmt.Sprintf(" limit %d", p.Limit)},
			{p.MaxBuckets != defaultMaxBuckets, fmt.Sprintf(" buckets %d", p.MaxBuckets)}, {p.GoName != "", " go " + p.GoName},
			{p.Rate != nil, " rate " + amount(p.Rate)}, {p.Returns != nil, " returns " + amount(p.Returns)}, {p.Description != "", fmt.Sprintf(" %q", p.Description)},
		}
		for _, f := range facts {
			if f.set {
				b.WriteString(f.text)
			}
		}
		b.WriteByte('\n')
		dumpQuestion(&b, p)
	}
	return b.String()
}

func dumpQuestion(b *strings.Builder, p *Pattern) {
	for _, o := range p.Equals {
		fmt.Fprintf(b, "  equals %s = %s\n", o.Name, o.text())
	}
	for i, c := range p.Where {
		if text := c.String(); text != "" {
			fmt.Fprintf(b, "  where of %s %s\n", p.Entities[i].Name, text)
		}
	}
	if p.Range != nil {
		fmt.Fprintf(b, "  range %s", p.Range.Bounds)
		for _, o := range p.Range.Operands {
			fmt.Fprintf(b, " %s", o.text())
		}
		b.WriteByte('\n')
	}
	for _, k := range p.Sort {
		fmt.Fprintf(b, "  sort %s desc %t\n", k.text(), k.Desc)
	}
	if p.Descending {
		b.WriteString("  descending\n")
	}
	if p.First != nil {
		fmt.Fprintf(b, "  first %s\n", p.First.Name)
	}
	if o := p.Bucketed(); o != nil {
		fmt.Fprintf(b, "  bucketed by %s\n", o.Name)
	}
	if p.Select.Kind != SelectAll {
		fmt.Fprintf(b, "  select %d", p.Select.Kind)
		for _, list := range p.Select.Attributes {
			b.WriteString(" [" + attributeNames(list) + "]")
		}
		b.WriteByte('\n')
	}
	if p.SameAs != nil {
		fmt.Fprintf(b, "  same as %s\n", p.SameAs.Name)
	}
}

func entityNames(list []*model.Entity) string {
	var out []string
	for _, e := range list {
		out = append(out, e.Name)
	}
	return strings.Join(out, ", ")
}

func attributeNames(list []*model.Attribute) string {
	var out []string
	for _, a := range list {
		out = append(out, attributeName(a))
	}
	return strings.Join(out, ", ")
}

func amount(n *float64) string {
	if n == nil {
		return ""
	}
	return fmt.Sprint(*n)
}
