package terraform

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"pgregory.net/rapid"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/layout"
)

// permissions are a policy document as it was written: statements that allow.
type permissions []allowed

type allowed struct{ actions, resources []string }

// allows evaluates as IAM does: a request is denied unless a statement allows
// its action on its resource. Actions are compared without case, and a star or
// question mark in a statement matches any characters or one.
func (p permissions) allows(action, arn string) bool {
	return slices.ContainsFunc(p, func(s allowed) bool {
		return matchesAny(s.actions, action, strings.ToLower) && matchesAny(s.resources, arn, func(s string) string { return s })
	})
}

func matchesAny(patterns []string, s string, fold func(string) string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return wildcard(fold(p), fold(s)) })
}

func wildcard(pattern, s string) bool {
	if pattern == "" {
		return s == ""
	}
	switch pattern[0] {
	case '*':
		return wildcard(pattern[1:], s) || s != "" && wildcard(pattern, s[1:])
	case '?':
		return s != "" && wildcard(pattern[1:], s[1:])
	}
	return s != "" && s[0] == pattern[0] && wildcard(pattern[1:], s[1:])
}

// TestEvaluator keeps the evaluator honest: what it says of policies that are
// too wide is that they are.
func TestEvaluator(t *testing.T) {
	p := permissions{{[]string{"dynamodb:*Item", "dynamodb:Query"}, []string{tableARN + "/index/*"}}, {[]string{"dynamodb:?can"}, []string{"*"}}}
	for _, tt := range []struct {
		action, arn string
		want        bool
	}{
		{"dynamodb:GetItem", tableARN + "/index/GSI1", true},
		{"DynamoDB:getitem", tableARN + "/index/GSI1", true},
		{"dynamodb:GetItem", tableARN, false},
		{"dynamodb:Query", tableARN + "/index/", true},
		{"dynamodb:Scan", tableARN, true},
		{"dynamodb:Scans", tableARN, false},
		{"dynamodb:Query", tableARN + "x/index/GSI1", false},
	} {
		if got := p.allows(tt.action, tt.arn); got != tt.want {
			t.Errorf("%s on %s: %t", tt.action, tt.arn, got)
		}
	}
}

// policies reads the documents of iam.tf. What it does not know, such as a
// condition, fails the test: it could mean anything.
func policies(t fataler, l *layout.Layout) map[string]permissions {
	t.Helper()
	made, diags := files(l, emitBlock())
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	out := map[string]permissions{}
	for _, f := range made {
		if f.Path != "iam.tf" {
			continue
		}
		parsed, diags := hclsyntax.ParseConfig(f.Content, f.Path, hcl.InitialPos)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		body := parsed.Body.(*hclsyntax.Body)
		if len(body.Attributes) > 0 {
			t.Fatalf("iam.tf has arguments of its own")
		}
		for _, b := range body.Blocks {
			if b.Type != "data" || b.Labels[0] != "aws_iam_policy_document" || len(b.Body.Attributes) > 0 {
				t.Fatalf("iam.tf has %s %v, which is no plain policy document", b.Type, b.Labels)
			}
			for _, s := range b.Body.Blocks {
				out[b.Labels[1]] = append(out[b.Labels[1]], readStatement(t, s))
			}
		}
	}
	return out
}

type fataler interface {
	Helper()
	Fatal(...any)
	Fatalf(string, ...any)
	Errorf(string, ...any)
}

func readStatement(t fataler, b *hclsyntax.Block) allowed {
	t.Helper()
	if b.Type != "statement" || len(b.Body.Blocks) > 0 || len(b.Body.Attributes) != 2 {
		t.Fatalf("a statement with more than actions and resources")
	}
	list := func(name string) []string {
		a := b.Body.Attributes[name]
		if a == nil {
			t.Fatalf("a statement without %s", name)
		}
		v, diags := a.Expr.Value(resources(""))
		if diags.HasErrors() || v.LengthInt() == 0 {
			t.Fatal(name, diags)
		}
		var out []string
		for _, e := range v.AsValueSlice() {
			out = append(out, e.AsString())
		}
		return out
	}
	return allowed{list("actions"), list("resources")}
}

// asked is a request of the simulated evaluation.
type asked struct{ action, arn string }

// requests are every action of DynamoDB's data, and some of its control, on the
// table, on its indexes, and on what is near them.
func requests(l *layout.Layout) []asked {
	arns := []string{tableARN, tableARN + "2", tableARN + "/index/", tableARN + "/index/*", tableARN + "/stream/2025-01-01T00:00:00.000", tableARN + "/backup/1", "arn:aws:dynamodb:eu-west-2:000000000000:table/t", "*"}
	for _, x := range l.Indexes {
		arns = append(arns, tableARN+"/index/"+x.Name, tableARN+"/index/"+x.Name+"0", tableARN+"2/index/"+x.Name, tableARN+"/index/"+strings.ToLower(x.Name)+"_")
	}
	var out []asked
	for _, action := range []string{
		"GetItem", "BatchGetItem", "Query", "Scan", "PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem", "ConditionCheckItem",
		"PartiQLSelect", "PartiQLInsert", "PartiQLUpdate", "PartiQLDelete", "GetRecords", "DescribeTable", "UpdateTable", "DeleteTable",
		"CreateBackup", "RestoreTableFromBackup", "PurchaseReservedCapacityOfferings", "PutResourcePolicy", "TagResource", "ExportTableToPointInTime", "*",
	} {
		for _, arn := range arns {
			out = append(out, asked{"dynamodb:" + action, arn})
		}
	}
	return append(out, asked{"kms:Decrypt", "*"}, asked{"s3:GetObject", "arn:aws:s3:::b/*"})
}

// plannedFor is what the requests of patterns call, and on what, straight from
// the layout.
func plannedFor(l *layout.Layout, in func(*access.Pattern) bool) map[asked]bool {
	out := map[asked]bool{}
	for _, r := range l.Requests {
		if r == nil || !in(r.Pattern) {
			continue
		}
		arn := tableARN
		if r.Index != l.Table {
			arn += "/index/" + r.Index.Name
		}
		out[asked{map[layout.Operation]string{layout.GetItem: "dynamodb:GetItem", layout.Query: "dynamodb:Query"}[r.Operation], arn}] = true
	}
	return out
}

// requirePolicies evaluates every policy of the layout over every request, and
// requires each to allow what is planned and nothing else.
func requirePolicies(t fataler, l *layout.Layout) {
	t.Helper()
	want := map[string]map[asked]bool{"writer": {}}
	for _, action := range []string{"GetItem", "PutItem", "UpdateItem", "DeleteItem"} {
		want["writer"][asked{"dynamodb:" + action, tableARN}] = true
	}
	want["reader"] = plannedFor(l, func(*access.Pattern) bool { return true })
	want["reader"][asked{"dynamodb:GetItem", tableARN}] = true
	for _, p := range l.Patterns {
		switch {
		case p.External != "":
		case len(p.Entities) == 1:
			e := p.Entities[0]
			want["entity_"+e.Name] = plannedFor(l, func(q *access.Pattern) bool { return len(q.Entities) == 1 && q.Entities[0] == e })
		default:
			want["collection_"+p.Name] = plannedFor(l, func(q *access.Pattern) bool { return q == p })
		}
	}
	got := policies(t, l)
	for name := range want {
		if got[name] == nil {
			t.Errorf("no policy %s", name)
		}
	}
	for name, p := range got {
		if want[name] == nil {
			t.Errorf("a policy %s that nothing asks for", name)
		}
		for _, r := range requests(l) {
			if allows := p.allows(r.action, r.arn); allows != want[name][r] {
				t.Errorf("%s: %s on %s allowed %t, planned %t", name, r.action, r.arn, allows, want[name][r])
			}
		}
	}
}

func TestPoliciesAllowWhatIsPlanned(t *testing.T) {
	requirePolicies(t, store())
	requirePolicies(t, everything())
}

// TestPoliciesOfAnyLayout does the same for layouts of random requests. Each
// evaluates every action on every resource, so there are at most 500 of them,
// however many -rapid.checks asks for.
func TestPoliciesOfAnyLayout(t *testing.T) {
	f := flag.Lookup("rapid.checks")
	if given := f.Value.String(); len(given) > 3 || given > "500" && len(given) == 3 {
		if err := f.Value.Set("500"); err != nil {
			t.Fatal(err)
		}
		defer func() { _ = f.Value.Set(given) }() // it was given
	}
	rapid.Check(t, func(t *rapid.T) {
		l := store()
		l.Patterns, l.Requests, l.Indexes = nil, nil, nil
		on := []*layout.Index{l.Table}
		for i := range rapid.IntRange(0, 3).Draw(t, "indexes") {
			x := &layout.Index{
				Name: fmt.Sprintf("GSI%d", i+1), Kind: layout.Global,
				Partition: []layout.Column{{Name: fmt.Sprintf("GSI%dPK", i+1), Type: "S"}}, Sort: []layout.Column{{Name: fmt.Sprintf("GSI%dSK", i+1), Type: "S"}},
			}
			l.Indexes, on = append(l.Indexes, x), append(on, x)
		}
		for i := range rapid.IntRange(0, 8).Draw(t, "patterns") {
			p := &access.Pattern{Name: fmt.Sprintf("pattern%d", i)}
			first := rapid.IntRange(0, 2).Draw(t, "entity")
			p.Entities = []*model.Entity{l.Model.Entities[first]}
			if rapid.IntRange(0, 3).Draw(t, "collection") == 0 {
				p.Entities = append(p.Entities, l.Model.Entities[(first+1)%3])
			}
			l.Patterns = append(l.Patterns, p)
			if rapid.IntRange(0, 5).Draw(t, "external") == 0 {
				p.External = "Athena"
				l.Requests = append(l.Requests, nil)
				continue
			}
			r := &layout.Request{Pattern: p, Index: rapid.SampledFrom(on).Draw(t, "index"), Operation: layout.Query}
			if r.Index == l.Table && rapid.Bool().Draw(t, "get") {
				r.Operation = layout.GetItem
			}
			l.Requests = append(l.Requests, r)
		}
		requirePolicies(t, l)
	})
}

// TestPoliciesCoverThePackage reads which operations the generated Go package
// can call: reader and writer together allow these. A new one fails here.
func TestPoliciesCoverThePackage(t *testing.T) {
	p := policies(t, store())
	both := slices.Concat(p["reader"], p["writer"])
	called := apiMethods(t)
	if len(called) == 0 {
		t.Fatal("the package's API has no method")
	}
	for _, method := range called {
		if method == "TransactWriteItems" {
			continue // is allowed by the actions of its parts, of which it has three
		}
		if !both.allows("dynamodb:"+method, tableARN) {
			t.Errorf("the generated package calls %s, which neither policy allows", method)
		}
	}
}

func apiMethods(t *testing.T) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "../gorepo/support/table.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.TypeSpec)
		if !ok || spec.Name.Name != "API" {
			return true
		}
		for _, f := range spec.Type.(*ast.InterfaceType).Methods.List {
			out = append(out, f.Names[0].Name)
		}
		return false
	})
	return out
}

// TestPolicyOutputs requires that each document is an output.
func TestPolicyOutputs(t *testing.T) {
	l := store()
	made, _ := files(l, emitBlock())
	for _, f := range made {
		if f.Path != "outputs.tf" {
			continue
		}
		for name := range policies(t, l) {
			if !strings.Contains(string(f.Content), "data.aws_iam_policy_document."+name+".json") {
				t.Errorf("%s is no output", name)
			}
		}
	}
}
