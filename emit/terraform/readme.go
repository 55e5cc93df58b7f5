package terraform

import (
	"strings"

	"github.com/keyplan/keyplan/emit"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/layout"
)

// readme is README.md: what the module is, why each index is there, and what
// goes in and comes out.
func (m *module) readme() []byte {
	t := m.layout.Model.Table
	d := &page{}
	d.line(emit.HTMLHeader(emit.Source(m.layout.Model)))
	d.line("")
	d.line("# Table " + span(t.Name))
	d.paragraph(prose(t.Description))
	d.paragraph("This Terraform module is generated from a model of what is asked of the table. Change the model and generate it again; what is changed here by hand is lost.")
	d.paragraph("```hcl\nmodule \"" + t.Label + "\" {\n  source = \"./dynamodb\" # where this directory is\n}\n```")
	m.why(d)
	m.inputList(d)
	if !m.local {
		m.policyList(d)
		m.alarmList(d)
	}
	return []byte(d.String())
}

// page is Markdown, a line after the other.
type page struct{ strings.Builder }

func (d *page) line(s string) { d.WriteString(s + "\n") }

// paragraph is s with an empty line before it; nothing for an empty s.
func (d *page) paragraph(s string) {
	if s != "" {
		d.line("")
		d.line(s)
	}
}

// why lists what the table and each index hold and answer, and why there are
// as many.
func (m *module) why(d *page) {
	t := m.layout.Model.Table
	d.paragraph("## Keys, and what they answer")
	for _, x := range append([]*layout.Index{m.layout.Table}, m.layout.Indexes...) {
		title := "The table itself"
		if x.Kind != layout.Primary {
			title = "Index " + span(x.Name)
		}
		d.paragraph("### " + title)
		d.paragraph("Key " + columnSpans(x) + carried(x) + ". Holds " + heldSpans(x) + ".")
		d.line("")
		none := true
		for _, r := range m.layout.Requests {
			if r != nil && r.Index == x {
				d.line("- " + span(r.Pattern.Name) + ", a " + operationName(r.Operation) + says(r.Pattern.Description))
				none = false
			}
		}
		if none {
			d.line("No pattern reads it.")
		}
	}
	if min := m.layout.Minimum; min.Proved && len(min.Because) > 0 {
		d.paragraph("There are no fewer indexes because no layout has fewer:")
		d.line("")
		for _, b := range min.Because {
			d.line("- " + prose(b.Text))
		}
	}
	if m.apart() {
		first := m.indexes(layout.Global)[0]
		d.paragraph("Autoscaling moves the capacity of indexes, so each is a resource of its own. Where they stood inside the table before, import each first, as in " +
			span("terraform import 'module."+t.Label+"."+indexResource+"."+indexAddress(first)+"' "+t.Name+","+first.Name) + ", and apply nothing that would create or remove one.")
	}
	for i, p := range m.layout.Patterns {
		if m.layout.Requests[i] == nil {
			d.paragraph("Not answered here: " + span(p.Name) + ", which is asked of " + prose(p.External) + ".")
		}
	}
}

// says is a description behind what it describes.
func says(description string) string {
	if description == "" {
		return ""
	}
	return ": " + prose(description)
}

func columnSpans(x *layout.Index) string {
	var out []string
	for _, c := range append(append([]layout.Column{}, x.Partition...), x.Sort...) {
		out = append(out, span(c.Name))
	}
	return strings.Join(out, ", ")
}

// carried is what an index projects.
func carried(x *layout.Index) string {
	switch {
	case x.Kind == layout.Primary:
		return ""
	case x.Projection.Kind == model.ProjectAll:
		return ", with all attributes"
	case x.Projection.Kind == model.ProjectKeysOnly:
		return ", with the keys alone"
	}
	var out []string
	for _, name := range x.Projection.Include {
		out = append(out, span(name))
	}
	return ", with " + strings.Join(out, ", ")
}

func heldSpans(x *layout.Index) string {
	var out []string
	for _, k := range x.Keys {
		s := span(k.Entity.Name)
		if when := k.When.String(); when != "" {
			s += " where " + span(when)
		}
		out = append(out, s)
	}
	if len(out) == 0 {
		return "nothing"
	}
	return strings.Join(out, ", ")
}

func (m *module) inputList(d *page) {
	d.paragraph("## Inputs")
	d.line("")
	for _, v := range m.inputs() {
		required := ""
		if v.preset == nil {
			required = " Required."
		}
		d.line("- " + span(v.name) + ": " + prose(v.description) + required)
	}
	if !m.local {
		d.paragraph("With a KMS key of your own, that key's policy must let everyone who reads or writes the table use it through DynamoDB; the policies below do not.")
	}
}

func (m *module) policyList(d *page) {
	d.paragraph("## Policies")
	d.paragraph("Each output is the JSON of a policy to attach to a role. They name the table and each index that is read, in the table's own Region, and allow no Scan and nothing on other indexes.")
	d.line("")
	d.line("- " + span("reader_policy_json") + ": every pattern, and items by their primary key.")
	d.line("- " + span("writer_policy_json") + ": writes of every entity.")
	for _, g := range m.groups() {
		output := "entity_policy_json"
		if g.entity == nil {
			output = "collection_policy_json"
		}
		var patterns []string
		for _, r := range g.requests {
			patterns = append(patterns, span(r.Pattern.Name))
		}
		d.line("- " + span(output+"["+quoted(g.key())+"]") + ": " + strings.Join(patterns, ", ") + ".")
	}
}

func (m *module) alarmList(d *page) {
	d.paragraph("## Alarms")
	d.paragraph("There are none until " + span("alarm_topic_arns") + " names a topic. Then they tell of throttled requests, of DynamoDB's own errors and of its latency, and of use above 80 percent of the account's limits" + m.planAlarm() + ".")
}

// planAlarm says whether use is compared with the plan.
func (m *module) planAlarm() string {
	if m.planned(m.plannedReads) == nil && m.planned(m.plannedWrites) == nil {
		return ". The model declares too little of rates and sizes to compare the use with what is planned"
	}
	return " or above what the model plans for"
}
