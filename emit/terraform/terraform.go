// Package terraform emits a layout's table as a Terraform module: small,
// literal, formatted as terraform fmt would, and the same bytes every time.
//
// Everything is built with hclwrite, so that whatever a name or a description
// of the model holds, it stays inside its string or its comment. The package
// plans nothing and knows no Go; it is the one place that says hash key and
// range key, where the provider does.
package terraform

import (
	"fmt"
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/keyplan/keyplan/emit"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/planner/layout"
	"github.com/keyplan/keyplan/planner/prove"
)

// New returns the emitter of "terraform" blocks.
func New() emit.Emitter { return emitter{} }

type emitter struct{}

// Kind implements emit.Emitter.
func (emitter) Kind() string { return "terraform" }

// Emit implements emit.Emitter.
func (emitter) Emit(c *prove.Certified, block *model.Emit) ([]emit.File, hcl.Diagnostics) {
	return files(c.Layout(), block)
}

// module is the layout as the module shows it: what the block and the model
// say, decided once.
type module struct {
	layout   *layout.Layout
	settings model.Settings
	header   string
	provider int
	// local leaves out what DynamoDB Local does not know.
	local bool
	// ttl is the stored name of the table's TTL attribute, "" for none.
	ttl string
}

func files(l *layout.Layout, block *model.Emit) ([]emit.File, hcl.Diagnostics) {
	m := &module{
		layout:   l,
		settings: l.Model.Table.Settings,
		header:   emit.Header(emit.Source(l.Model)),
		provider: block.Provider,
		local:    block.Profile == "local",
		ttl:      ttlName(l.Model),
	}
	diags := m.check(block)
	if diags.HasErrors() {
		return nil, diags
	}
	out := []emit.File{
		{Path: "README.md", Content: m.readme()},
		{Path: "main.tf", Content: m.main()},
		{Path: "outputs.tf", Content: m.outputs()},
		{Path: "variables.tf", Content: m.variables()},
		{Path: "versions.tf", Content: m.versions()},
	}
	if !m.local {
		out = append(out, emit.File{Path: "alarms.tf", Content: m.alarms()}, emit.File{Path: "iam.tf", Content: m.iam()})
	}
	if m.apart() {
		out = append(out, emit.File{Path: "indexes.tf", Content: m.indexFile()})
	}
	if len(m.scalables()) > 0 {
		out = append(out, emit.File{Path: "autoscaling.tf", Content: m.autoscaling()})
	}
	return out, diags
}

// ttlName is the one stored name that all ttl blocks of a model share.
func ttlName(m *model.Model) string {
	for _, e := range m.Entities {
		if e.TTL != nil {
			return e.TTL.Attribute.StoredAs
		}
	}
	return ""
}

func (m *module) provisioned() bool { return m.settings.Billing == "provisioned" }

// indexes are the secondary indexes of that kind, in the layout's order.
func (m *module) indexes(kind layout.Kind) []*layout.Index {
	var out []*layout.Index
	for _, x := range m.layout.Indexes {
		if x.Kind == kind {
			out = append(out, x)
		}
	}
	return out
}

// capacity is what the model provisions for an index, and where it says so.
func (m *module) capacity(index string) (model.Capacity, hcl.Range) {
	for _, c := range m.settings.Capacities {
		if c.Index == index {
			return c.Capacity, c.Range
		}
	}
	return *m.settings.Capacity, m.layout.Model.Table.Range
}

// check refuses what the model asks for and the module cannot say.
func (m *module) check(block *model.Emit) hcl.Diagnostics {
	var diags hcl.Diagnostics
	for _, x := range m.indexes(layout.Global) {
		if m.provider == 5 && (len(x.Partition) > 1 || len(x.Sort) > 1) {
			diags = diags.Append(diag.Error("E110", block.Range, fmt.Sprintf("provider 5 knows no multi-attribute keys, and %s has one", x.Name),
				"They came with key_schema blocks in version 6 of the provider. Say provider = 6, or index_keys = synthetic in the table."))
		}
	}
	for _, c := range m.settings.Capacities {
		if !slices.ContainsFunc(m.indexes(layout.Global), func(x *layout.Index) bool { return x.Name == c.Index }) {
			diags = diags.Append(diag.Error("E111", c.Range, fmt.Sprintf("capacity for %q, which is no global index", c.Index),
				"The label of a capacity block is the name of a global secondary index of the plan. Correct it, or drop the block."))
		}
	}
	diags = append(diags, m.checkScaling()...)
	diags = append(diags, m.checkExtras()...)
	diags = append(diags, m.checkReplicas()...)
	diags = append(diags, m.checkLimits()...)
	return diags
}

// checkScaling refuses maxima of indexes where these cannot stand apart, and
// indexes that would have one address.
func (m *module) checkScaling() hcl.Diagnostics {
	var diags hcl.Diagnostics
	addresses := map[string]*layout.Index{}
	for _, x := range m.indexes(layout.Global) {
		first := addresses[indexAddress(x)]
		if first != nil && m.apart() {
			diags = diags.Append(diag.Error("E195", m.layout.Model.Table.Range, fmt.Sprintf("%s and %s would be one resource", first.Name, x.Name),
				"An index that autoscaling moves is a resource, whose name cannot hold a dot; without their dots the two are called the same. Use billing = on_demand, or maxima for the table alone."))
		}
		addresses[indexAddress(x)] = x
		if m.provider != 5 || len(m.scaledIndex(x)) == 0 {
			continue
		}
		_, at := m.capacity(x.Name)
		diags = diags.Append(diag.Error("E190", at, fmt.Sprintf("provider 5 cannot leave the capacity of %s to autoscaling", x.Name),
			fmt.Sprintf("There each apply would undo what autoscaling did to an index; version 6 has a resource for it. Say provider = 6, or add capacity %q { … } with read and write alone.", x.Name)))
	}
	return diags
}
