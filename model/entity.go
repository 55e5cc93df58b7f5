package model

import (
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/keyplan/keyplan/model/syntax"
)

// entitySpec is an entity block as it was typed: the reader that has it open,
// and its attributes, parallel to the entity's.
type entitySpec struct {
	entity     *Entity
	r          *syntax.Reader
	attributes []*attributeSpec
}

func entityShape() syntax.Shape {
	return syntax.Shape{
		What:   "an entity",
		Args:   []string{"description", "prefix", "identity", "primary", "version", "public", "go_name", "plural"},
		Blocks: []string{"attribute", "ttl", "unique", "workload", "key"},
		Elsewhere: map[string]string{
			"access_pattern": "An access_pattern block stands at the top level, beside the entity.",
			"entity":         "An entity block stands at the top level: entities do not nest.",
			"tenant":         "The table says which attribute is the tenant; public = true takes an entity out of the rule.",
		},
	}
}

// entity reads the block as far as it can be without the other entities.
func (b *builder) entity(block *hclsyntax.Block) {
	r := b.read(block, entityShape())
	label := b.name(block)
	e := &Entity{
		Name: label.V, Description: r.Text("description").V,
		Range: r.Header(), NameRange: label.Range,
	}
	b.entityPrefix(e, r)
	e.GoName, e.GoNameRange = b.goName(r, "go_name")
	e.Plural, e.PluralRange = b.goName(r, "plural")
	e.PrimaryIdentity = r.Keyword("primary", "identity").Set
	e.Public = r.Bool("public").V
	spec := &entitySpec{entity: e, r: r}
	for _, a := range r.Blocks("attribute") {
		b.attribute(spec, a)
	}
	for _, w := range r.Blocks("workload") {
		b.workload(e, w)
	}
	b.workloadLabels(e)
	if first := b.m.Entity(label.V); label.V != "" && first != nil {
		b.add(declaredTwice("entity", label.V, label.Range, first.NameRange))
		return
	}
	b.m.Entities = append(b.m.Entities, e)
	b.specs = append(b.specs, spec)
}

// entityPrefix sets the literal that marks the entity in keys.
func (b *builder) entityPrefix(e *Entity, r *syntax.Reader) {
	v := r.Text("prefix")
	e.Prefix, e.PrefixRange = defaultPrefix(e.Name, b.m.Table.Delimiter), e.NameRange
	if v.Set {
		e.PrefixSet, e.PrefixRange = true, v.Range
		if b.legalPrefix(v) {
			e.Prefix = v.V
		}
	}
}

func defaultPrefix(name string, delimiter byte) string {
	return strings.ToUpper(name) + string(delimiter)
}

func (b *builder) goName(r *syntax.Reader, arg string) (string, hcl.Range) {
	v := r.Text(arg)
	if !v.Set {
		return "", v.Range
	}
	if d := CheckGoName(v, arg); d != nil {
		b.add(d)
		return "", v.Range
	}
	return v.V, v.Range
}
