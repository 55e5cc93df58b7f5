package terraform

import (
	"slices"
	"strconv"

	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"

	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/layout"
)

// variable is an input of the module.
type variable struct {
	name, description string
	// kind is the type, in Terraform's words.
	kind string
	// preset is the default; none makes the variable required.
	preset hclwrite.Tokens
	// nullable admits null, which is otherwise taken for the default.
	nullable bool
	checks   []check
}

// check is a validation: a condition, and what is said where it fails.
type check struct{ condition, message string }

// variables is variables.tf.
func (m *module) variables() []byte {
	f := m.start()
	for _, v := range m.inputs() {
		f.Body().AppendNewline()
		v.write(f.Body())
	}
	return finish(f)
}

func (v variable) write(b *hclwrite.Body) {
	b = b.AppendNewBlock("variable", []string{v.name}).Body()
	b.SetAttributeValue("description", cty.StringVal(v.description))
	b.SetAttributeRaw("type", code(v.kind))
	if v.preset != nil {
		b.SetAttributeRaw("default", v.preset)
	}
	if !v.nullable {
		b.SetAttributeValue("nullable", cty.False)
	}
	for _, c := range v.checks {
		b.AppendNewline()
		body := b.AppendNewBlock("validation", nil).Body()
		body.SetAttributeRaw("condition", code(c.condition))
		body.SetAttributeValue("error_message", cty.StringVal(c.message))
	}
}

// inputs are the variables that the module reads, and no others.
func (m *module) inputs() []variable {
	t := m.layout.Model.Table
	vars := []variable{{
		name: "name", kind: "string", preset: text(t.Name),
		description: "Name of the table.",
		checks:      []check{{`can(regex("^[A-Za-z0-9_.-]{3,255}$", var.name))`, "A table's name is 3 to 255 letters, digits, underscores, dots and hyphens."}},
	}}
	if !m.local {
		vars = append(vars, m.tags(), variable{
			name: "deletion_protection", kind: "bool", preset: code(strconv.FormatBool(m.settings.DeletionProtection)),
			description: "Whether the table refuses to be deleted.",
		}, m.recovery(), m.key())
		vars = append(vars, alarmInputs()...)
	}
	if m.provisioned() {
		vars = append(vars, m.capacities()...)
	}
	return vars
}

// key may be given in every mode, so that one environment can have a key of its
// own; with customer_managed it must be.
func (m *module) key() variable {
	v := variable{
		name: "kms_key_arn", kind: "string",
		description: "ARN of the KMS key that encrypts the table.",
		checks:      []check{{`can(regex("^arn:aws[a-z-]*:kms:[a-z0-9-]+:[0-9]{12}:key/.+$", var.kms_key_arn))`, "The key is named by the ARN of a KMS key, not by its ID or an alias."}},
	}
	if m.settings.Encryption == "customer_managed" {
		return v
	}
	owner := "that AWS owns"
	if m.settings.Encryption == "aws_managed" {
		owner = "that AWS manages in this account"
	}
	v.description = "ARN of the KMS key that encrypts the table; null for one " + owner + "."
	v.preset, v.nullable = code("null"), true
	v.checks[0].condition = "var.kms_key_arn == null || " + v.checks[0].condition
	return v
}

func (m *module) tags() variable {
	tags := map[string]cty.Value{}
	for _, t := range m.settings.Tags {
		tags[t.Key] = cty.StringVal(t.Value)
	}
	return variable{
		name: "tags", kind: "map(string)", preset: hclwrite.TokensForValue(cty.ObjectVal(tags)),
		description: "Tags of the table and of its alarms.",
		checks: []check{
			{`length(var.tags) <= 50`, "A table has at most 50 tags."},
			{`alltrue([for key, value in var.tags : length(key) >= 1 && length(key) <= 128 && length(value) <= 256 && !startswith(lower(key), "aws:")])`,
				"A tag's key is 1 to 128 characters and does not begin with aws:, its value at most 256."},
		},
	}
}

// recovery is there also where the model turns it off: the provider takes a
// block that is left out for one that may stay as it is.
func (m *module) recovery() variable {
	days := int64(0)
	if m.settings.PointInTimeRecovery {
		days = 35
	}
	return variable{
		name: "point_in_time_recovery_days", kind: "number", preset: number(days),
		description: "How many days back the table can be restored to any second; 0 turns recovery off.",
		checks:      []check{whole("var.point_in_time_recovery_days", 0, "35", "Recovery reaches back 1 to 35 whole days, or 0 for none.")},
	}
}

// whole checks for a whole number of at least min and, where given, at most max.
func whole(expr string, min int, max, message string) check {
	condition := expr + " >= " + strconv.Itoa(min)
	if max != "" {
		condition += " && " + expr + " <= " + max
	}
	return check{condition + " && floor(" + expr + ") == " + expr, message}
}

// wholeUnits is what is said of a capacity that is not.
const wholeUnits = "A capacity is a whole number of units, at least 1."

// capacities are the provisioned throughput of the table and of each GSI.
func (m *module) capacities() []variable {
	table := *m.settings.Capacity
	vars := []variable{
		{name: "read_capacity", kind: "number", preset: number(table.Read), description: "Read capacity units of the table.", checks: []check{whole("var.read_capacity", 1, "", wholeUnits)}},
		{name: "write_capacity", kind: "number", preset: number(table.Write), description: "Write capacity units of the table.", checks: []check{whole("var.write_capacity", 1, "", wholeUnits)}},
	}
	vars = append(vars, m.scaling()...)
	indexes := m.indexes(layout.Global)
	if len(indexes) == 0 {
		return vars
	}
	var names []string
	preset := map[string]cty.Value{}
	for _, x := range indexes {
		c, _ := m.capacity(x.Name)
		names = append(names, x.Name)
		preset[x.Name] = units(c)
	}
	slices.Sort(names)
	return append(vars, variable{
		name: "index_capacity", kind: "map(object({ read = number, write = number }))", preset: hclwrite.TokensForValue(cty.ObjectVal(preset)),
		description: "Capacity units of each secondary index.",
		checks: []check{
			{"keys(var.index_capacity) == tolist(" + string(hclwrite.TokensForValue(stringList(names)).Bytes()) + ")", "Each secondary index has an entry, and nothing else has."},
			{"alltrue([for c in values(var.index_capacity) : c.read >= 1 && c.write >= 1 && floor(c.read) == c.read && floor(c.write) == c.write])", wholeUnits},
		},
	})
}

func units(c model.Capacity) cty.Value {
	return cty.ObjectVal(map[string]cty.Value{"read": cty.NumberIntVal(c.Read), "write": cty.NumberIntVal(c.Write)})
}

func number(n int64) hclwrite.Tokens { return hclwrite.TokensForValue(cty.NumberIntVal(n)) }
