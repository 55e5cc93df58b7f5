package prove

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/planner/keytext"
)

// Limits of DynamoDB, in bytes.
const (
	maxPartition = 2048
	maxSort      = 1024
)

// primary proves distinct: no two items of the table share a primary key.
func (p *prover) primary() {
	var all []*carried
	for _, k := range p.l.Table.Keys {
		c := p.keys[k]
		p.stable(c, keyRange(k))
		all = append(all, c)
	}
	for _, c := range p.markers {
		p.marks(c)
	}
	all = append(all, p.markers...)
	for i, c := range all {
		for _, before := range all[:i] {
			p.apart(before, c)
		}
	}
}

// stable: a primary key holds the identity, and what can neither change nor be
// absent.
func (p *prover) stable(c *carried, at hcl.Range) {
	for _, a := range c.entity.Identity {
		if !slices.Contains(c.attributes(), a) {
			p.diags = append(p.diags, diag.Error("P106", at, "two items would share a primary key",
				fmt.Sprintf("%s is of the identity of %s and not in its primary key. %s", a.Name, c.entity.Name, p.twins(c, a))))
		}
	}
	for _, a := range c.attributes() {
		if !a.Immutable || a.Optional {
			p.diags = append(p.diags, diag.Error("P112", at, "primary key can change",
				fmt.Sprintf("%s stands in the primary key of %s, where only an attribute that is immutable and required may stand: an item cannot be re-keyed in place.", a.Name, c.entity.Name),
				diag.At(a.Name+" is declared here", a.NameRange)))
		}
	}
	if len(c.when.Atoms) > 0 {
		p.malformed(at, "an item of "+c.entity.Name+" can be without a primary key")
	}
}

// marks: a marker is of exactly the attributes that are unique.
func (p *prover) marks(c *carried) {
	attrs, want := c.attributes(), c.marker.Unique.Attributes
	if within(attrs, want) && within(want, attrs) {
		return
	}
	p.diags = append(p.diags, diag.Error("P106", c.marker.Unique.Range, "marker does not say what is unique",
		fmt.Sprintf("The key of %s must hold the attributes of the constraint and no others.", c.what())))
}

// apart: the keys of two kinds of items are never equal.
func (p *prover) apart(a, b *carried) {
	s := newSystem(p.d, a.facts(), b.facts())
	s.meet(a.partition, b.partition)
	s.meet(a.sort, b.sort)
	if !s.satisfiable() {
		return
	}
	at := b.entity.NameRange
	if b.marker != nil {
		at = b.marker.Unique.Range
	}
	p.diags = append(p.diags, diag.Error("P106", at, "two items would share a primary key",
		fmt.Sprintf("%s and %s can have one primary key, and the later write would replace the other item. %s",
			a.what(), b.what(), p.collision(s, a, b)),
		diag.At(a.what()+" is declared here", a.entity.NameRange)))
}

// widths refuses keys whose bounded parts alone can pass the limit.
func (p *prover) widths() {
	for _, x := range p.indexes() {
		for _, k := range x.Keys {
			p.width(keyRange(k), k.Entity.Name, "partition", x.Name, k.Partition, maxPartition)
			p.width(keyRange(k), k.Entity.Name, "sort", x.Name, k.Sort, maxSort)
		}
	}
	for _, m := range p.l.Markers {
		p.width(m.Unique.Range, "the marker of "+m.Entity.Name, "partition", "the table", m.Partition, maxPartition)
	}
}

func (p *prover) width(at hcl.Range, who, side, where string, k model.Key, limit int) {
	t, _ := k.(model.Template)
	if w, _ := keytext.KeyWidth(t, 0); w > limit {
		p.diags = append(p.diags, diag.Error("P111", at, side+" key can be too long",
			fmt.Sprintf("The %s key of %s on %s can take %d bytes, and DynamoDB takes %d. Lower the max_length of its attributes.", side, who, where, w, limit)))
	}
}

// use is one literal in a key, and what follows it.
type use struct {
	text string
	at   hcl.Range
	who  string
	// before is the attribute of a partition key that the literal stands for.
	before *model.Attribute
	marker bool
}

// literals proves the one name space: no literal begins another, and in
// partition keys one literal means one thing.
func (p *prover) literals() {
	uses := p.uses()
	for i, second := range uses {
		for _, first := range uses[:i] {
			if why := clash(first, second); why != "" {
				p.diags = append(p.diags, diag.Error("P110", second.at, fmt.Sprintf("literal %q clashes with %q", second.text, first.text),
					fmt.Sprintf("%s, in the keys of %s and of %s. Give one of the two another prefix.", why, first.who, second.who),
					diag.At(first.who+" is here", first.at)))
				break
			}
		}
	}
}

func clash(a, b use) string {
	switch {
	case a.text == b.text:
		if a.before != nil && b.before != nil && !mean(a.before, b.before) {
			return "One literal stands before " + a.before.Name + " and " + b.before.Name + ", which do not match"
		}
		return ""
	case a.marker && b.marker:
		return ""
	case strings.EqualFold(a.text, b.text):
		return "They differ in case alone"
	case strings.HasPrefix(a.text, b.text), strings.HasPrefix(b.text, a.text):
		return "One begins the other"
	}
	return ""
}

// mean says that one literal may stand before both.
func mean(a, b *model.Attribute) bool {
	x, y := a.Root(), b.Root()
	return x == y || x.Name == y.Name && model.Equal(a.Type, b.Type)
}

func (p *prover) uses() []use {
	var out []use
	for _, x := range p.indexes() {
		for _, k := range x.Keys {
			u := use{at: keyRange(k), who: k.Entity.Name}
			out = append(out, p.usesIn(u, k.Partition, true)...)
			out = append(out, p.usesIn(u, k.Sort, false)...)
		}
	}
	for _, m := range p.l.Markers {
		u := use{at: m.Unique.Range, who: "a unique constraint of " + m.Entity.Name, marker: true}
		out = append(out, p.usesIn(u, m.Partition, false)...)
		out = append(out, p.usesIn(u, m.Sort, false)...)
	}
	return out
}

// usesIn lists the literals of a template without the delimiters that join
// them. Raw keys are as they are and take no part.
func (p *prover) usesIn(u use, k model.Key, partition bool) []use {
	t, _ := k.(model.Template)
	var out []use
	for i, s := range t {
		l, ok := s.(model.Literal)
		if q, isPart := s.(model.Part); isPart && q.Form == model.Raw {
			return nil
		}
		if !ok {
			continue
		}
		u.text, u.before = string(l), nil
		if i > 0 {
			u.text = strings.TrimPrefix(u.text, string(rune(p.d)))
		}
		if i+1 < len(t) && partition {
			if q, ok := t[i+1].(model.Part); ok {
				u.before = q.Attribute
			}
		}
		if u.text != "" {
			out = append(out, u)
		}
	}
	return out
}
