package terraform

import (
	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"
)

// outputs is outputs.tf.
func (m *module) outputs() []byte {
	f := m.start()
	output(f, "name", "Name of the table.", code(resource+".name"))
	output(f, "arn", "ARN of the table.", code(resource+".arn"))
	if m.stream() != "" {
		output(f, "stream_arn", "ARN of the table's stream.", code(resource+".stream_arn"))
	}
	var names []string
	for _, x := range m.layout.Indexes {
		names = append(names, x.Name)
	}
	output(f, "index_names", "Names of the table's secondary indexes.", hclwrite.TokensForValue(stringList(names)))
	m.policyOutputs(f)
	return finish(f)
}

func output(f *hclwrite.File, name, description string, value hclwrite.Tokens) {
	f.Body().AppendNewline()
	b := f.Body().AppendNewBlock("output", []string{name}).Body()
	b.SetAttributeValue("description", cty.StringVal(description))
	b.SetAttributeRaw("value", value)
}

// versions is versions.tf.
func (m *module) versions() []byte {
	f := m.start()
	f.Body().AppendNewline()
	t := f.Body().AppendNewBlock("terraform", nil).Body()
	t.SetAttributeValue("required_version", cty.StringVal(">= 1.5"))
	t.AppendNewline()
	p := t.AppendNewBlock("required_providers", nil).Body()
	p.SetAttributeValue("aws", cty.ObjectVal(map[string]cty.Value{
		"source":  cty.StringVal("hashicorp/aws"),
		"version": cty.StringVal(m.constraint()),
	}))
	return finish(f)
}

// constraint admits the versions that know every argument of the module, 5.95
// the first with the days of recovery. With key_schema, versions before 6.36
// recreate every index when one is removed, and there are reports of it until
// 6.38; the floor is a little above that.
func (m *module) constraint() string {
	if m.provider == 5 {
		return ">= 5.95, < 6"
	}
	return ">= 6.44, < 7"
}
