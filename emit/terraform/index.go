package terraform

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"

	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/layout"
)

// served says which entities stand in an index and which patterns read it, so
// that a reviewer sees why it is there.
func (m *module) served(x *layout.Index) string {
	var entities []string
	for _, k := range x.Keys {
		name := k.Entity.Name
		if when := k.When.String(); when != "" {
			name += " where " + when
		}
		entities = append(entities, name)
	}
	var patterns []string
	for _, r := range m.layout.Requests {
		if r == nil || r.Index != x {
			continue
		}
		name := r.Pattern.Name
		if d := r.Pattern.Description; d != "" {
			name += ": " + strings.Join(strings.Fields(d), " ")
		}
		patterns = append(patterns, name)
	}
	return "Entities:\n  " + list(entities, ", ") + "\nPatterns:\n  " + list(patterns, "\n  ")
}

func list(names []string, between string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, between)
}

// globalIndex writes a GSI. Version 6 of the provider has a block for each key
// attribute, version 5 the two arguments; never both.
func (m *module) globalIndex(b *hclwrite.Body, x *layout.Index) {
	b.AppendNewline()
	comment(b, 2, m.served(x))
	g := b.AppendNewBlock("global_secondary_index", nil).Body()
	g.SetAttributeValue("name", cty.StringVal(x.Name))
	if m.provider == 5 {
		g.SetAttributeValue("hash_key", cty.StringVal(x.Partition[0].Name))
		if len(x.Sort) > 0 {
			g.SetAttributeValue("range_key", cty.StringVal(x.Sort[0].Name))
		}
	}
	projection(g, x.Projection)
	if m.provisioned() {
		g.SetAttributeRaw("read_capacity", code("var.index_capacity["+quoted(x.Name)+"].read"))
		g.SetAttributeRaw("write_capacity", code("var.index_capacity["+quoted(x.Name)+"].write"))
	}
	if m.provider != 5 {
		keySchema(g, x.Partition, "HASH")
		keySchema(g, x.Sort, "RANGE")
	}
}

func keySchema(g *hclwrite.Body, columns []layout.Column, role string) {
	for _, c := range columns {
		g.AppendNewline()
		k := g.AppendNewBlock("key_schema", nil).Body()
		k.SetAttributeValue("attribute_name", cty.StringVal(c.Name))
		k.SetAttributeValue("key_type", cty.StringVal(role))
	}
}

// localIndex writes an LSI: its partition key is the table's.
func (m *module) localIndex(b *hclwrite.Body, x *layout.Index) {
	b.AppendNewline()
	comment(b, 2, m.served(x))
	l := b.AppendNewBlock("local_secondary_index", nil).Body()
	l.SetAttributeValue("name", cty.StringVal(x.Name))
	l.SetAttributeValue("range_key", cty.StringVal(x.Sort[0].Name))
	projection(l, x.Projection)
}

func projection(b *hclwrite.Body, p model.Projection) {
	switch p.Kind {
	case model.ProjectAll:
		b.SetAttributeValue("projection_type", cty.StringVal("ALL"))
	case model.ProjectKeysOnly:
		b.SetAttributeValue("projection_type", cty.StringVal("KEYS_ONLY"))
	case model.ProjectInclude:
		b.SetAttributeValue("projection_type", cty.StringVal("INCLUDE"))
		b.SetAttributeValue("non_key_attributes", stringList(slices.Sorted(slices.Values(p.Include))))
	default:
		panic("terraform: an unknown projection")
	}
}
