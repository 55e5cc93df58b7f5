package terraform

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"

	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/planner/layout"
)

// extra is a kind of block of the model's table that is handed on with the
// provider's own arguments. Its values are expressions as they stand in the
// model, so that a policy can name the table's ARN.
type extra struct {
	block string
	// resource is of the provider; "" for a block inside the table.
	resource string
	// fixed is the argument that the module gives itself, and its value.
	fixed, value string
	// args are the others in the order in which they are written.
	args     []string
	required string
	many     bool
	// least are the smallest numbers that the service takes.
	least map[string]int64
}

// extras are the kinds that are known, in the order in which they are written.
func extras() []extra {
	return []extra{
		{block: "replica", required: "region_name", many: true,
			args: []string{"region_name", "consistency_mode", "deletion_protection_enabled", "kms_key_arn", "point_in_time_recovery", "propagate_tags"}},
		{block: "warm_throughput", args: []string{"read_units_per_second", "write_units_per_second"},
			least: map[string]int64{"read_units_per_second": 12000, "write_units_per_second": 4000}},
		{block: "contributor_insights", resource: "aws_dynamodb_contributor_insights", fixed: "table_name", value: resource + ".name",
			args: []string{"index_name", "mode"}, many: true},
		{block: "kinesis", resource: "aws_dynamodb_kinesis_streaming_destination", fixed: "table_name", value: resource + ".name",
			required: "stream_arn", args: []string{"stream_arn", "approximate_creation_date_time_precision"}},
		{block: "resource_policy", resource: "aws_dynamodb_resource_policy", fixed: "resource_arn", value: resource + ".arn",
			required: "policy", args: []string{"policy", "confirm_remove_self_resource_access"}},
	}
}

// handed are the model's blocks of that kind.
func (m *module) handed(x extra) []*hcl.Block {
	if m.local {
		return nil
	}
	var out []*hcl.Block
	for _, b := range m.settings.Passthrough {
		if b.Type == x.block {
			out = append(out, b)
		}
	}
	return out
}

// nested writes the blocks that stand inside the table.
func (m *module) nested(b *hclwrite.Body) {
	for _, x := range extras() {
		if x.resource != "" {
			continue
		}
		for _, block := range m.handed(x) {
			b.AppendNewline()
			m.copyArguments(b.AppendNewBlock(x.block, nil).Body(), x, block)
		}
	}
}

// beside writes the blocks that are resources of their own.
func (m *module) beside(b *hclwrite.Body) {
	for _, x := range extras() {
		if x.resource == "" {
			continue
		}
		for _, block := range m.handed(x) {
			b.AppendNewline()
			body := b.AppendNewBlock("resource", []string{x.resource, m.address(block)}).Body()
			body.SetAttributeRaw(x.fixed, code(x.value))
			m.copyArguments(body, x, block)
			if m.apart() && block.Body.(*hclsyntax.Body).Attributes["index_name"] != nil {
				body.SetAttributeRaw("depends_on", m.indexReferences(m.indexes(layout.Global)))
			}
		}
	}
}

// address is the name of the block's resource: "this" for what is of the
// table, else the name of the index, as far as an address can hold it.
func (m *module) address(block *hcl.Block) string {
	a := block.Body.(*hclsyntax.Body).Attributes["index_name"]
	if a == nil {
		return "this"
	}
	if name := known(a); name != "" {
		return "index_" + symbol(name)
	}
	return "index"
}

func (m *module) copyArguments(b *hclwrite.Body, x extra, block *hcl.Block) {
	attrs := block.Body.(*hclsyntax.Body).Attributes
	for _, name := range x.args {
		if a := attrs[name]; a != nil {
			b.SetAttributeRaw(name, code(m.source(a.Expr)))
		}
	}
}

// source is the expression as it stands in the model; of "${a}" it is a, as
// terraform fmt would have it.
func (m *module) source(e hclsyntax.Expression) string {
	if wrap, ok := e.(*hclsyntax.TemplateWrapExpr); ok {
		return m.source(wrap.Wrapped)
	}
	r := e.Range()
	src := string(r.SliceBytes(m.layout.Model.Files[r.Filename].Bytes))
	return strings.ReplaceAll(src, "\r\n", "\n")
}

// checkExtras refuses what the provider would, where the model can be shown.
func (m *module) checkExtras() hcl.Diagnostics {
	var diags hcl.Diagnostics
	for _, x := range extras() {
		seen := map[string]hcl.Range{}
		for _, block := range m.handed(x) {
			diags = append(diags, x.check(block)...)
			name := "this"
			if x.resource != "" {
				name = m.address(block)
			} else if x.many {
				continue
			}
			if first, twice := seen[name]; twice {
				diags = diags.Append(diag.Error("E193", block.DefRange, fmt.Sprintf("a second %s block", x.block),
					"The provider takes one for the table, or for an index. Merge the two.", diag.At("the first is here", first)))
				continue
			}
			seen[name] = block.DefRange
		}
	}
	return diags
}

func (x extra) check(block *hcl.Block) hcl.Diagnostics {
	var diags hcl.Diagnostics
	body := block.Body.(*hclsyntax.Body)
	for _, b := range body.Blocks {
		diags = diags.Append(diag.Error("E191", b.DefRange(), fmt.Sprintf("%s has no block %s", x.block, b.Type), x.takes()))
	}
	for _, a := range sortedAttributes(body) {
		if !slices.Contains(x.args, a.Name) {
			diags = diags.Append(diag.Error("E191", a.NameRange, fmt.Sprintf("%s has no argument %s", x.block, a.Name), x.takes()))
			continue
		}
		v, ds := a.Expr.Value(nil)
		least, bounded := x.least[a.Name]
		known := !ds.HasErrors() && v.Type() == cty.Number && v.IsKnown() && !v.IsNull()
		if bounded && known && v.LessThan(cty.NumberIntVal(least)).True() {
			diags = diags.Append(diag.Error("E194", a.Expr.Range(), fmt.Sprintf("%s is at least %d", a.Name, least),
				"Every table on demand is as warm as that without being told. Give more, or leave the argument out."))
		}
	}
	if x.required != "" && body.Attributes[x.required] == nil {
		diags = diags.Append(diag.Error("E192", block.DefRange, fmt.Sprintf("%s without %s", x.block, x.required),
			"The provider needs the argument. Add it."))
	}
	return diags
}

func (x extra) takes() string {
	return "The block is handed to the provider, which takes " + strings.Join(x.args, ", ") + ". Correct the name, or drop it."
}

// sortedAttributes are a body's arguments in the order in which they stand.
func sortedAttributes(b *hclsyntax.Body) []*hclsyntax.Attribute {
	var out []*hclsyntax.Attribute
	for _, a := range b.Attributes {
		out = append(out, a)
	}
	slices.SortFunc(out, func(a, b *hclsyntax.Attribute) int { return a.NameRange.Start.Byte - b.NameRange.Start.Byte })
	return out
}
