package terraform

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"
)

// dimension is one of the two capacities that autoscaling moves.
type dimension struct {
	// name is "read" or "write", as variables and resources are named.
	name string
	// least and most are the bounds that the model gives.
	least, most int64
}

// word is "Read" or "Write", as AWS spells it in longer names.
func (d dimension) word() string { return strings.ToUpper(d.name[:1]) + d.name[1:] }

// scaled are the dimensions of the table that have a maximum. DynamoDB Local
// has no autoscaling.
func (m *module) scaled() []dimension {
	if !m.provisioned() || m.local {
		return nil
	}
	c := m.settings.Capacity
	var out []dimension
	for _, d := range []dimension{{"read", c.Read, c.ReadMax}, {"write", c.Write, c.WriteMax}} {
		if d.most > 0 {
			out = append(out, d)
		}
	}
	return out
}

// autoscaling is autoscaling.tf: a target and a policy for each dimension.
func (m *module) autoscaling() []byte {
	f := m.start()
	for _, d := range m.scaled() {
		f.Body().AppendNewline()
		target(f.Body().AppendNewBlock("resource", []string{"aws_appautoscaling_target", d.name}).Body(), d)
		f.Body().AppendNewline()
		policy(f.Body().AppendNewBlock("resource", []string{"aws_appautoscaling_policy", d.name}).Body(), d)
	}
	return finish(f)
}

func target(b *hclwrite.Body, d dimension) {
	b.SetAttributeValue("service_namespace", cty.StringVal("dynamodb"))
	b.SetAttributeRaw("resource_id", code(`"table/${`+resource+`.name}"`))
	b.SetAttributeValue("scalable_dimension", cty.StringVal("dynamodb:table:"+d.word()+"CapacityUnits"))
	b.SetAttributeRaw("min_capacity", code("var."+d.name+"_capacity"))
	b.SetAttributeRaw("max_capacity", code("var."+d.name+"_capacity_max"))
}

func policy(b *hclwrite.Body, d dimension) {
	of := "aws_appautoscaling_target." + d.name
	b.SetAttributeRaw("name", code(`"${`+resource+`.name}-`+d.name+`"`))
	b.SetAttributeValue("policy_type", cty.StringVal("TargetTrackingScaling"))
	for _, name := range []string{"service_namespace", "resource_id", "scalable_dimension"} {
		b.SetAttributeRaw(name, code(of+"."+name))
	}
	b.AppendNewline()
	t := b.AppendNewBlock("target_tracking_scaling_policy_configuration", nil).Body()
	t.SetAttributeRaw("target_value", code("var.capacity_target"))
	t.AppendNewline()
	p := t.AppendNewBlock("predefined_metric_specification", nil).Body()
	p.SetAttributeValue("predefined_metric_type", cty.StringVal("DynamoDB"+d.word()+"CapacityUtilization"))
}

// lifecycle leaves what autoscaling has set since the last apply.
func (m *module) lifecycle(b *hclwrite.Body) {
	var names []string
	for _, d := range m.scaled() {
		names = append(names, d.name+"_capacity")
	}
	if len(names) == 0 {
		return
	}
	b.AppendNewline()
	comment(b, 2, "Autoscaling moves these.")
	l := b.AppendNewBlock("lifecycle", nil).Body()
	l.SetAttributeRaw("ignore_changes", code("["+strings.Join(names, ", ")+"]"))
}

// scaling are the variables of autoscaling.
func (m *module) scaling() []variable {
	var vars []variable
	for _, d := range m.scaled() {
		name := d.name + "_capacity_max"
		vars = append(vars, variable{
			name: name, kind: "number", preset: number(d.most),
			description: d.word() + " capacity units that autoscaling may reach.",
			checks:      []check{whole("var."+name, 1, "", "A capacity is a whole number of units, at least 1.")},
		})
	}
	if len(vars) > 0 {
		vars = append(vars, variable{
			name: "capacity_target", kind: "number", preset: number(m.settings.Capacity.Target),
			description: "Percent of the capacity that autoscaling keeps in use.",
			checks:      []check{{"var.capacity_target >= 20 && var.capacity_target <= 90", "Autoscaling of DynamoDB keeps 20 to 90 percent in use."}},
		})
	}
	return vars
}
