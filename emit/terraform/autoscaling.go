package terraform

import (
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"

	"github.com/keyplan/keyplan/planner/layout"
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
	return scaled(*m.settings.Capacity)
}

// scalable is one dimension of the table or of an index, as autoscaling knows
// it.
type scalable struct {
	dimension
	// name is of its resources.
	name string
	// kind is "table" or "index"; the others are expressions.
	kind, id, least, most, goal string
	// policy is the policy's name, as the inside of a template.
	policy string
}

// scalables are the table's, then each index's.
func (m *module) scalables() []scalable {
	var out []scalable
	for _, d := range m.scaled() {
		out = append(out, scalable{
			dimension: d, name: d.name, kind: "table", id: `"table/${` + resource + `.name}"`,
			least: "var." + d.name + "_capacity", most: "var." + d.name + "_capacity_max", goal: "var.capacity_target", policy: d.name,
		})
	}
	if !m.apart() {
		return out
	}
	for _, x := range m.indexes(layout.Global) {
		c, _ := m.capacity(x.Name)
		goal := "var.capacity_target"
		if c.Target != m.settings.Capacity.Target {
			goal = strconv.FormatInt(c.Target, 10)
		}
		for _, d := range m.scaledIndex(x) {
			out = append(out, scalable{
				dimension: d, name: indexAddress(x) + "_" + d.name, kind: "index",
				id:    `"table/${` + resource + `.name}/index/${` + indexResource + "." + indexAddress(x) + `.index_name}"`,
				least: "var.index_capacity[" + quoted(x.Name) + "]." + d.name, most: "var.index_capacity_max[" + quoted(x.Name) + "]." + d.name,
				goal: goal, policy: inside(x.Name) + "-" + d.name,
			})
		}
	}
	return out
}

// autoscaling is autoscaling.tf: a target and a policy for each dimension.
func (m *module) autoscaling() []byte {
	f := m.start()
	for _, s := range m.scalables() {
		f.Body().AppendNewline()
		s.target(f.Body().AppendNewBlock("resource", []string{"aws_appautoscaling_target", s.name}).Body())
		f.Body().AppendNewline()
		s.write(f.Body().AppendNewBlock("resource", []string{"aws_appautoscaling_policy", s.name}).Body())
	}
	return finish(f)
}

func (s scalable) target(b *hclwrite.Body) {
	b.SetAttributeValue("service_namespace", cty.StringVal("dynamodb"))
	b.SetAttributeRaw("resource_id", code(s.id))
	b.SetAttributeValue("scalable_dimension", cty.StringVal("dynamodb:"+s.kind+":"+s.word()+"CapacityUnits"))
	b.SetAttributeRaw("min_capacity", code(s.least))
	b.SetAttributeRaw("max_capacity", code(s.most))
}

func (s scalable) write(b *hclwrite.Body) {
	of := "aws_appautoscaling_target." + s.name
	b.SetAttributeRaw("name", code(`"${`+resource+`.name}-`+s.policy+`"`))
	b.SetAttributeValue("policy_type", cty.StringVal("TargetTrackingScaling"))
	for _, name := range []string{"service_namespace", "resource_id", "scalable_dimension"} {
		b.SetAttributeRaw(name, code(of+"."+name))
	}
	b.AppendNewline()
	t := b.AppendNewBlock("target_tracking_scaling_policy_configuration", nil).Body()
	t.SetAttributeRaw("target_value", code(s.goal))
	t.AppendNewline()
	p := t.AppendNewBlock("predefined_metric_specification", nil).Body()
	p.SetAttributeValue("predefined_metric_type", cty.StringVal("DynamoDB"+s.word()+"CapacityUtilization"))
}

// lifecycle leaves what autoscaling has set since the last apply.
func (m *module) lifecycle(b *hclwrite.Body) {
	var names []string
	for _, d := range m.scaled() {
		names = append(names, d.name+"_capacity")
	}
	ignore(b, names)
}

// ignore has Terraform leave these arguments as autoscaling set them.
func ignore(b *hclwrite.Body, names []string) {
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
			checks:      []check{whole("var."+name, 1, "", wholeUnits)},
		})
	}
	if m.apart() {
		vars = append(vars, m.indexMaxima())
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
