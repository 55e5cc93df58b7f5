package terraform

import (
	_ "embed"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"

	"github.com/keyplan/keyplan/planner/layout"
)

// fixedAlarms are the alarms as they read in every module: what varies between
// models stands in the locals that they refer to.
//
//go:embed fixed/alarms.tf
var fixedAlarms []byte

// alarms is alarms.tf: what CloudWatch counts by, what the model plans for, and
// those of the fixed alarms that apply.
func (m *module) alarms() []byte {
	f := m.start()
	f.Body().AppendNewline()
	names := []string{"throttles", "limits", "system_errors", "latency"}
	if m.provisioned() {
		names = append(names, "account")
	}
	l := f.Body().AppendNewBlock("locals", nil).Body()
	comment(l, 2, "How CloudWatch tells the table and its indexes apart. Without a topic to tell there are no alarms.")
	l.SetAttributeRaw("dimensions", m.dimensions())
	l.SetAttributeRaw("alarmed", code("{ for where, dimensions in local.dimensions : where => dimensions if length(var.alarm_topic_arns) > 0 }"))
	for _, p := range []struct {
		name, what string
		units      func(*layout.Index) (float64, bool)
	}{
		{"planned_reads", "Read units a second that the model's rates add up to, where every pattern has one.", m.plannedReads},
		{"planned_writes", "Write units a second that the model's workloads add up to, where every entity has one.", m.plannedWrites},
	} {
		if planned := m.planned(p.units); planned != nil {
			l.AppendNewline()
			comment(l, 2, p.what)
			l.SetAttributeRaw(p.name, planned)
			names = append(names, p.name)
		}
	}
	appendFixed(f.Body(), names)
	return finish(f)
}

// appendFixed appends the fixed alarms of these names, in the order in which
// they stand.
func appendFixed(b *hclwrite.Body, names []string) {
	fixed, diags := hclwrite.ParseConfig(fixedAlarms, "alarms.tf", hcl.InitialPos)
	if diags.HasErrors() {
		panic("terraform: " + diags.Error())
	}
	for _, block := range fixed.Body().Blocks() {
		if slices.Contains(names, block.Labels()[1]) {
			b.AppendNewline()
			b.AppendBlock(block)
		}
	}
}

// watched are the table and those indexes whose requests CloudWatch counts
// apart: a local one's are the table's.
func (m *module) watched() []*layout.Index {
	return append([]*layout.Index{m.layout.Table}, m.indexes(layout.Global)...)
}

// where is what the alarms call an index: no index is called "table", and none
// has a slash in its name.
func where(x *layout.Index) string {
	if x.Kind == layout.Primary {
		return "table"
	}
	return "index/" + x.Name
}

func (m *module) dimensions() hclwrite.Tokens {
	var items []hclwrite.ObjectAttrTokens
	for _, x := range m.watched() {
		d := []hclwrite.ObjectAttrTokens{{Name: hclwrite.TokensForIdentifier("TableName"), Value: code(resource + ".name")}}
		if x.Kind == layout.Global {
			d = append(d, hclwrite.ObjectAttrTokens{Name: hclwrite.TokensForIdentifier("GlobalSecondaryIndexName"), Value: text(x.Name)})
		}
		items = append(items, hclwrite.ObjectAttrTokens{Name: text(where(x)), Value: hclwrite.TokensForObject(d)})
	}
	return hclwrite.TokensForObject(items)
}

// planned is the units of each index for which they are known, nil for none.
func (m *module) planned(units func(*layout.Index) (float64, bool)) hclwrite.Tokens {
	var items []hclwrite.ObjectAttrTokens
	for _, x := range m.watched() {
		if n, ok := units(x); ok {
			items = append(items, hclwrite.ObjectAttrTokens{Name: text(where(x)), Value: hclwrite.TokensForValue(cty.NumberFloatVal(n))})
		}
	}
	if items == nil {
		return nil
	}
	return hclwrite.TokensForObject(items)
}

// alarmInputs are the variables of the alarms.
func alarmInputs() []variable {
	return []variable{
		{
			name: "alarm_topic_arns", kind: "list(string)", preset: code("[]"),
			description: "ARNs of the SNS topics that alarms tell; none for no alarms.",
			checks:      []check{{`alltrue([for arn in var.alarm_topic_arns : can(regex("^arn:aws[a-z-]*:sns:", arn))])`, "Alarms tell SNS topics, each named by its ARN."}},
		},
		{
			name: "alarm_latency_milliseconds", kind: "number", preset: number(100),
			description: "Milliseconds that 99 in 100 reads may take DynamoDB.",
			checks:      []check{{"var.alarm_latency_milliseconds > 0", "A latency is more than 0 milliseconds."}},
		},
	}
}
