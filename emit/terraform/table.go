package terraform

import (
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"

	"github.com/keyplan/keyplan/planner/layout"
)

// resource is the table's address within the module. It never changes.
const resource = "aws_dynamodb_table.this"

// main is main.tf: the table.
func (m *module) main() []byte {
	f := m.start()
	f.Body().AppendNewline()
	if d := m.layout.Model.Table.Description; d != "" {
		comment(f.Body(), 0, d)
		comment(f.Body(), 0, "")
	}
	comment(f.Body(), 0, m.served(m.layout.Table))
	b := f.Body().AppendNewBlock("resource", []string{"aws_dynamodb_table", "this"}).Body()
	m.arguments(b)
	m.attributes(b)
	for _, x := range m.indexes(layout.Local) {
		m.localIndex(b, x)
	}
	if !m.apart() {
		for _, x := range m.indexes(layout.Global) {
			m.globalIndex(b, x)
		}
	}
	m.settingBlocks(b)
	m.nested(b)
	m.lifecycle(b)
	m.beside(f.Body())
	return finish(f)
}

// arguments are those of the table itself; what is at the provider's default
// is left out.
func (m *module) arguments(b *hclwrite.Body) {
	s, t := m.settings, m.layout.Table
	b.SetAttributeRaw("name", code("var.name"))
	if m.provisioned() {
		b.SetAttributeRaw("read_capacity", code("var.read_capacity"))
		b.SetAttributeRaw("write_capacity", code("var.write_capacity"))
	} else {
		b.SetAttributeValue("billing_mode", cty.StringVal("PAY_PER_REQUEST"))
	}
	b.SetAttributeValue("hash_key", cty.StringVal(t.Partition[0].Name))
	if len(t.Sort) > 0 {
		b.SetAttributeValue("range_key", cty.StringVal(t.Sort[0].Name))
	}
	if stream := m.stream(); stream != "" {
		b.SetAttributeValue("stream_enabled", cty.True)
		b.SetAttributeValue("stream_view_type", cty.StringVal(strings.ToUpper(stream)))
	}
	if m.local {
		return
	}
	if s.Class != "standard" {
		b.SetAttributeValue("table_class", cty.StringVal(strings.ToUpper(s.Class)))
	}
	b.SetAttributeRaw("deletion_protection_enabled", code("var.deletion_protection"))
	b.SetAttributeRaw("tags", code("var.tags"))
}

// attributes are the key attributes of table and indexes, each once, in order
// of their names. No others may be declared; an index that stands apart has its
// own.
func (m *module) attributes(b *hclwrite.Body) {
	types := map[string]string{}
	for _, x := range append([]*layout.Index{m.layout.Table}, m.layout.Indexes...) {
		if x.Kind == layout.Global && m.apart() {
			continue
		}
		for _, c := range slices.Concat(x.Partition, x.Sort) {
			types[c.Name] = c.Type
		}
	}
	for _, name := range slices.Sorted(maps.Keys(types)) {
		b.AppendNewline()
		a := b.AppendNewBlock("attribute", nil).Body()
		a.SetAttributeValue("name", cty.StringVal(name))
		a.SetAttributeValue("type", cty.StringVal(types[name]))
	}
}

// settingBlocks are the table's blocks that are no keys.
func (m *module) settingBlocks(b *hclwrite.Body) {
	if m.ttl != "" {
		b.AppendNewline()
		t := b.AppendNewBlock("ttl", nil).Body()
		t.SetAttributeValue("attribute_name", cty.StringVal(m.ttl))
		t.SetAttributeValue("enabled", cty.True)
	}
	if !m.local {
		b.AppendNewline()
		p := b.AppendNewBlock("point_in_time_recovery", nil).Body()
		p.SetAttributeRaw("enabled", code("var.point_in_time_recovery_days > 0"))
		p.SetAttributeRaw("recovery_period_in_days", code("var.point_in_time_recovery_days > 0 ? var.point_in_time_recovery_days : null"))
	}
	if !m.local {
		m.encryption(b)
	}
}

// encryption is said also where it is the default: the provider takes a block
// that is left out for one that may stay as it is. The model says which key
// there is when kms_key_arn is null.
func (m *module) encryption(b *hclwrite.Body) {
	b.AppendNewline()
	enabled := code("true")
	if m.settings.Encryption == "aws_owned" {
		enabled = code("var.kms_key_arn != null")
		comment(b, 2, "DynamoDB encrypts every table. False is a key that AWS owns, true one in this account.")
		comment(b, 2, "tfsec:ignore:aws-dynamodb-enable-at-rest-encryption")
	}
	e := b.AppendNewBlock("server_side_encryption", nil).Body()
	e.SetAttributeRaw("enabled", enabled)
	e.SetAttributeRaw("kms_key_arn", code("var.kms_key_arn"))
}
