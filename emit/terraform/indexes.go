package terraform

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"

	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/layout"
)

// indexResource is the provider's type of an index that is a resource.
const indexResource = "aws_dynamodb_global_secondary_index"

// apart says that the global indexes are resources of their own. The provider
// takes all of a table's indexes in one way or the other. Inside the table they
// stand in a set, of which Terraform cannot be told to leave one argument alone,
// so those that autoscaling moves stand apart.
func (m *module) apart() bool {
	return m.provider != 5 && slices.ContainsFunc(m.indexes(layout.Global), func(x *layout.Index) bool { return len(m.scaledIndex(x)) > 0 })
}

// scaledIndex are the dimensions of an index that have a maximum.
func (m *module) scaledIndex(x *layout.Index) []dimension {
	if !m.provisioned() || m.local {
		return nil
	}
	c, _ := m.capacity(x.Name)
	return scaled(c)
}

// indexAddress is the name of an index's resource.
func indexAddress(x *layout.Index) string { return "index_" + symbol(x.Name) }

// indexReferences are the addresses of the indexes' resources.
func (m *module) indexReferences(indexes []*layout.Index) hclwrite.Tokens {
	var out []string
	for _, x := range indexes {
		out = append(out, indexResource+"."+indexAddress(x))
	}
	return code("[" + strings.Join(out, ", ") + "]")
}

// indexFile is indexes.tf. Each index waits for the one before, since a table
// creates one at a time.
func (m *module) indexFile() []byte {
	f := m.start()
	indexes := m.indexes(layout.Global)
	for i, x := range indexes {
		f.Body().AppendNewline()
		comment(f.Body(), 0, m.served(x))
		b := f.Body().AppendNewBlock("resource", []string{indexResource, indexAddress(x)}).Body()
		b.SetAttributeRaw("table_name", code(resource+".name"))
		b.SetAttributeValue("index_name", cty.StringVal(x.Name))
		typedKeySchema(b, x.Partition, "HASH")
		typedKeySchema(b, x.Sort, "RANGE")
		b.AppendNewline()
		projection(b.AppendNewBlock("projection", nil).Body(), x.Projection)
		b.AppendNewline()
		t := b.AppendNewBlock("provisioned_throughput", nil).Body()
		t.SetAttributeRaw("read_capacity_units", code("var.index_capacity["+quoted(x.Name)+"].read"))
		t.SetAttributeRaw("write_capacity_units", code("var.index_capacity["+quoted(x.Name)+"].write"))
		if i > 0 {
			b.AppendNewline()
			b.SetAttributeRaw("depends_on", m.indexReferences(indexes[i-1:i]))
		}
		var moved []string
		for _, d := range m.scaledIndex(x) {
			moved = append(moved, "provisioned_throughput[0]."+d.name+"_capacity_units")
		}
		ignore(b, moved)
	}
	return finish(f)
}

func typedKeySchema(b *hclwrite.Body, columns []layout.Column, role string) {
	for _, c := range columns {
		b.AppendNewline()
		k := b.AppendNewBlock("key_schema", nil).Body()
		k.SetAttributeValue("attribute_name", cty.StringVal(c.Name))
		k.SetAttributeValue("attribute_type", cty.StringVal(c.Type))
		k.SetAttributeValue("key_type", cty.StringVal(role))
	}
}

// indexMaxima is the variable of what autoscaling may reach, of the indexes
// that it moves.
func (m *module) indexMaxima() variable {
	preset := map[string]cty.Value{}
	var names []string
	for _, x := range m.indexes(layout.Global) {
		if most := maxima(m.scaledIndex(x)); len(most) > 0 {
			preset[x.Name] = cty.ObjectVal(most)
			names = append(names, x.Name)
		}
	}
	slices.Sort(names)
	return variable{
		name: "index_capacity_max", kind: "map(object({ read = optional(number), write = optional(number) }))", preset: hclwrite.TokensForValue(cty.ObjectVal(preset)),
		description: "Capacity units that autoscaling may reach, of each secondary index that has it.",
		checks: []check{
			{"keys(var.index_capacity_max) == tolist(" + string(hclwrite.TokensForValue(stringList(names)).Bytes()) + ")", "Each secondary index with autoscaling has an entry, and nothing else has."},
			{"alltrue(flatten([for c in values(var.index_capacity_max) : [for n in [c.read, c.write] : coalesce(n, 1) >= 1 && floor(coalesce(n, 1)) == coalesce(n, 1)]]))", wholeUnits},
		},
	}
}

func maxima(dimensions []dimension) map[string]cty.Value {
	out := map[string]cty.Value{}
	for _, d := range dimensions {
		out[d.name] = cty.NumberIntVal(d.most)
	}
	return out
}

// scaled are the dimensions that have a maximum.
func scaled(c model.Capacity) []dimension {
	var out []dimension
	for _, d := range []dimension{{"read", c.Read, c.ReadMax}, {"write", c.Write, c.WriteMax}} {
		if d.most > 0 {
			out = append(out, d)
		}
	}
	return out
}
