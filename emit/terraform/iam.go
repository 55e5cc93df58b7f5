package terraform

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclwrite"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/layout"
)

// document is one aws_iam_policy_document.
type document struct {
	// name is of the data source.
	name string
	// comment says whom it is for and what for.
	comment string
	grants  []grant
}

// grant allows one action on the table and on indexes, never on index/*.
type grant struct {
	action  string
	table   bool
	indexes []string
}

// group is a set of patterns that one service may need without the others: the
// ones that return an entity, or one that returns several.
type group struct {
	entity   *model.Entity
	pattern  *access.Pattern
	requests []*layout.Request
}

// groups are the entities' in order of the model, then the collections'.
// Patterns that something else answers are in none.
func (m *module) groups() []group {
	var out []group
	for _, e := range m.layout.Model.Entities {
		g := group{entity: e}
		for _, r := range m.layout.Requests {
			if r != nil && len(r.Pattern.Entities) == 1 && r.Pattern.Entities[0] == e {
				g.requests = append(g.requests, r)
			}
		}
		if len(g.requests) > 0 {
			out = append(out, g)
		}
	}
	for _, r := range m.layout.Requests {
		if r != nil && len(r.Pattern.Entities) > 1 {
			out = append(out, group{pattern: r.Pattern, requests: []*layout.Request{r}})
		}
	}
	return out
}

// key is the group's name among those of its kind.
func (g group) key() string {
	if g.entity != nil {
		return g.entity.Name
	}
	return g.pattern.Name
}

// document is the name of the group's policy document.
func (g group) document() string {
	if g.entity != nil {
		return "entity_" + symbol(g.key())
	}
	return "collection_" + symbol(g.key())
}

// operationName is the API's name of an operation.
func operationName(o layout.Operation) string {
	switch o {
	case layout.GetItem:
		return "GetItem"
	case layout.Query:
		return "Query"
	}
	panic("terraform: an unknown operation")
}

// grantsOf are what the requests need: their operations, in order of the API's
// names, on what they read.
func grantsOf(requests []*layout.Request) []grant {
	var out []grant
	for _, o := range []layout.Operation{layout.GetItem, layout.Query} {
		g := grant{action: operationName(o)}
		for _, r := range requests {
			if r.Operation != o {
				continue
			}
			if r.Index.Kind == layout.Primary {
				g.table = true
			} else if !slices.Contains(g.indexes, r.Index.Name) {
				g.indexes = append(g.indexes, r.Index.Name)
			}
		}
		slices.Sort(g.indexes)
		if g.table || len(g.indexes) > 0 {
			out = append(out, g)
		}
	}
	return out
}

// reader is every pattern, and reading an item by its key, which the generated
// package has for each entity.
func (m *module) reader() document {
	var all []*layout.Request
	for _, r := range m.layout.Requests {
		if r != nil {
			all = append(all, r)
		}
	}
	byKey := &layout.Request{Index: m.layout.Table, Operation: layout.GetItem}
	return document{
		name: "reader", comment: "Every pattern, and items by their primary key.",
		grants: grantsOf(append(all, byKey)),
	}
}

// writer is what the generated package calls to write: an update reads first,
// and what is written in one transaction needs no action of its own.
func writer() document {
	d := document{name: "writer", comment: "Writes of every entity. An update reads the item first; a transaction needs the actions of its parts."}
	for _, action := range []string{"DeleteItem", "GetItem", "PutItem", "UpdateItem"} {
		d.grants = append(d.grants, grant{action: action, table: true})
	}
	return d
}

// documents are the policies, none for DynamoDB Local, which has no IAM.
func (m *module) documents() []document {
	if m.local {
		return nil
	}
	out := []document{m.reader(), writer()}
	for _, g := range m.groups() {
		out = append(out, document{name: g.document(), comment: "Patterns:\n" + requestList(g.requests), grants: grantsOf(g.requests)})
	}
	return out
}

// requestList is a line for each request: its pattern, and what it calls.
func requestList(requests []*layout.Request) string {
	var lines []string
	for _, r := range requests {
		lines = append(lines, "  "+r.Pattern.Name+": "+operationName(r.Operation)+on(r.Index))
	}
	return strings.Join(lines, "\n")
}

// on is where a request reads.
func on(x *layout.Index) string {
	if x.Kind == layout.Primary {
		return " on the table"
	}
	return " on " + x.Name
}

// iam is iam.tf: documents to attach to whoever reads or writes.
func (m *module) iam() []byte {
	f := m.start()
	for _, d := range m.documents() {
		f.Body().AppendNewline()
		comment(f.Body(), 0, d.comment)
		d.write(f.Body())
	}
	return finish(f)
}

func (d document) write(b *hclwrite.Body) {
	b = b.AppendNewBlock("data", []string{"aws_iam_policy_document", d.name}).Body()
	for i, g := range merge(d.grants) {
		if i > 0 {
			b.AppendNewline()
		}
		s := b.AppendNewBlock("statement", nil).Body()
		s.SetAttributeValue("actions", stringList(g.actions))
		s.SetAttributeRaw("resources", g.resources())
	}
}

// statement is several actions on the same resources.
type statement struct {
	actions []string
	grant
}

// merge puts actions on the same resources into one statement.
func merge(grants []grant) []statement {
	var out []statement
	for _, g := range grants {
		action := "dynamodb:" + g.action
		i := slices.IndexFunc(out, func(s statement) bool { return s.table == g.table && slices.Equal(s.indexes, g.indexes) })
		if i < 0 {
			out = append(out, statement{actions: []string{action}, grant: g})
			continue
		}
		out[i].actions = append(out[i].actions, action)
	}
	return out
}

// resources lists the ARNs, one a line where there are several.
func (s statement) resources() hclwrite.Tokens {
	var arns []string
	if s.table {
		arns = append(arns, resource+".arn")
	}
	for _, name := range s.indexes {
		arns = append(arns, `"${`+resource+`.arn}/index/`+inside(name)+`"`)
	}
	if len(arns) == 1 {
		return code("[" + arns[0] + "]")
	}
	return code("[\n" + strings.Join(arns, ",\n") + ",\n]")
}

// policyOutputs are the documents' JSON: the two for everything, and a map for
// each kind of group.
func (m *module) policyOutputs(f *hclwrite.File) {
	if m.local {
		return
	}
	output(f, "reader_policy_json", "Policy that allows every access pattern, and reading items by their key.", policyJSON("reader"))
	output(f, "writer_policy_json", "Policy that allows writing items of every entity.", policyJSON("writer"))
	for _, kind := range []struct {
		name, description string
		has               func(group) bool
	}{
		{"entity_policy_json", "Policies that allow the access patterns of one entity alone, by entity.", func(g group) bool { return g.entity != nil }},
		{"collection_policy_json", "Policies that allow one access pattern of several entities, by pattern.", func(g group) bool { return g.entity == nil }},
	} {
		var items []hclwrite.ObjectAttrTokens
		for _, g := range m.groups() {
			if kind.has(g) {
				items = append(items, hclwrite.ObjectAttrTokens{Name: objectKey(g.key()), Value: policyJSON(g.document())})
			}
		}
		if len(items) > 0 {
			output(f, kind.name, kind.description, hclwrite.TokensForObject(items))
		}
	}
}

func policyJSON(name string) hclwrite.Tokens {
	return code("data.aws_iam_policy_document." + name + ".json")
}
