package model

import (
	"fmt"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/keyplan/keyplan/model/diag"
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
	for _, first := range b.m.Entities {
		if label.V != "" && first.Name == label.V {
			b.add(declaredTwice("entity", label.V, label.Range, first.NameRange))
			return
		}
	}
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

func workloadShape() syntax.Shape {
	return syntax.Shape{What: "a workload block", Args: []string{"items", "size", "creates", "updates", "deletes"}}
}

// maxItemSize is DynamoDB's limit of an item, in bytes.
const maxItemSize = 400 << 10

func (b *builder) workload(e *Entity, block *hclsyntax.Block) {
	r := b.read(block, workloadShape())
	w := Workload{
		Items: r.Amount("items").V, Creates: r.Amount("creates").V,
		Updates: r.Amount("updates").V, Deletes: r.Amount("deletes").V, Range: r.Header(),
	}
	if size := r.Amount("size"); size.Set {
		w.Size = size.V
		if size.V == 0 || size.V > maxItemSize {
			b.add(diag.Error("M059", size.Range, "impossible item size",
				fmt.Sprintf("An item has more than 0 and at most %d bytes. Leave size out to have it estimated from the types.", maxItemSize)))
		}
	}
	if len(block.Labels) > 0 {
		label, _ := syntax.Label(block, &b.diags)
		w.Label = label.V
	}
	e.Workloads = append(e.Workloads, w)
}

// workloadLabels refuses several workloads that cannot be told apart.
func (b *builder) workloadLabels(e *Entity) {
	seen := map[string]hcl.Range{}
	for _, w := range e.Workloads {
		if first, taken := seen[w.Label]; taken {
			b.add(diag.Error("M059", w.Range, fmt.Sprintf("two workload blocks of %s for one hour", e.Name),
				"Several workload blocks are different hours, told apart by their labels: write workload \"evening\" { … }.",
				diag.At("the first is here", first)))
			continue
		}
		seen[w.Label] = w.Range
		if w.Label == "" && len(e.Workloads) > 1 {
			b.add(diag.Error("M059", w.Range, fmt.Sprintf("a workload of %s that does not name its hour", e.Name),
				"Several workload blocks are different hours, told apart by their labels: write workload \"evening\" { … }."))
		}
	}
}
