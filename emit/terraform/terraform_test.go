package terraform

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"

	"github.com/keyplan/keyplan/emit"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/planner/layout"
)

// TestRefusals compares what is said with the parts of refusals.txtar.
func TestRefusals(t *testing.T) {
	var got []emit.File
	for _, tt := range []struct {
		name   string
		change func(t *testing.T, l *layout.Layout, b *model.Emit)
	}{
		{"multi-attribute key on provider 5", func(t *testing.T, l *layout.Layout, b *model.Emit) {
			b.Provider = 5
			l.Indexes[0].Sort = append(l.Indexes[0].Sort, layout.Column{Name: "x", Type: "S"})
		}},
		{"capacity of an unknown index", func(t *testing.T, l *layout.Layout, b *model.Emit) {
			*l = *provisioned()
			l.Model.Table.Settings.Capacities[0].Index = "GSI2"
		}},
		{"autoscaling of an index", func(t *testing.T, l *layout.Layout, b *model.Emit) {
			*l = *provisioned()
			l.Model.Table.Settings.Capacities[0].WriteMax = 9
			b.Provider = 5
		}},
		{"autoscaling of an index, by the table's capacity", func(t *testing.T, l *layout.Layout, b *model.Emit) {
			*l = *autoscaled()
			l.Model.Table.Settings.Capacities = nil
			b.Provider = 5
		}},
		{"indexes of one address", func(t *testing.T, l *layout.Layout, b *model.Emit) {
			*l = *scaledIndexes()
			l.Indexes[0].Name, l.Model.Table.Settings.Capacities[0].Index = "by_total", "by_total"
		}},
		{"argument that the provider does not know", hands("replica {\n  region_name = \"a\"\n  region      = \"b\"\n}\n")},
		{"block that the provider does not know", hands("warm_throughput {\n  inner {}\n}\n")},
		{"replica without region", hands("replica {}\n")},
		{"two replicas in a Region", hands("replica { region_name = \"a\" }\nreplica { region_name = \"a\" }\n")},
		{"replica without a key", func(t *testing.T, l *layout.Layout, b *model.Emit) {
			*l = *handing(t, "replica { region_name = \"a\" }\n")
			l.Model.Table.Settings.Encryption = "customer_managed"
		}},
		{"replica beside another stream", func(t *testing.T, l *layout.Layout, b *model.Emit) {
			*l = *handing(t, "replica { region_name = \"a\" }\n")
			l.Model.Table.Settings.Stream = "keys_only"
		}},
		{"21 global indexes", func(t *testing.T, l *layout.Layout, b *model.Emit) {
			for len(l.Indexes) < 21 {
				l.Indexes = append(l.Indexes, &layout.Index{Name: "GSI", Kind: layout.Global, Partition: l.Table.Partition, Declared: &model.Index{Range: at(len(l.Indexes) + 1)}})
			}
		}},
		{"six local indexes", func(t *testing.T, l *layout.Layout, b *model.Emit) {
			for range 6 {
				l.Indexes = append(l.Indexes, &layout.Index{Name: "LSI", Kind: layout.Local, Partition: l.Table.Partition, Sort: l.Table.Sort})
			}
		}},
		{"21 included attributes", func(t *testing.T, l *layout.Layout, b *model.Emit) {
			l.Indexes[0].Projection = including(21)
		}},
		{"101 included attributes", func(t *testing.T, l *layout.Layout, b *model.Emit) {
			l.Indexes[0].Projection = including(1)
			for range 6 {
				l.Indexes = append(l.Indexes, &layout.Index{Name: "GSI", Kind: layout.Global, Partition: l.Table.Partition, Projection: including(20)})
			}
		}},
		{"two streams", hands("kinesis { stream_arn = \"a\" }\nkinesis { stream_arn = \"b\" }\n")},
		{"insights of one index twice", hands("contributor_insights { index_name = \"a.b\" }\ncontributor_insights { index_name = \"a_b\" }\n")},
		{"two warm throughputs", hands("warm_throughput {}\nwarm_throughput {}\n")},
		{"throughput below the floor", hands("warm_throughput { read_units_per_second = 11999 }\n")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l, b := store(), emitBlock()
			tt.change(t, l, b)
			made, diags := files(l, b)
			if made != nil || len(diags) != 1 || diags[0].Subject == nil {
				t.Errorf("files %v, diagnostics %v", made, diags)
			}
			var out bytes.Buffer
			if err := diag.Write(&out, diags, l.Model.Files, diag.Options{}); err != nil {
				t.Fatal(err)
			}
			got = append(got, emit.File{Path: tt.name, Content: out.Bytes()})
		})
	}
	golden(t, "testdata/refusals.txtar", got)
}

// including is a projection of n attributes.
func including(n int) model.Projection {
	return model.Projection{Kind: model.ProjectInclude, Include: make([]string, n)}
}

// hands gives the layout a table with these blocks.
func hands(blocks string) func(*testing.T, *layout.Layout, *model.Emit) {
	return func(t *testing.T, l *layout.Layout, _ *model.Emit) { *l = *handing(t, blocks) }
}

// hostile is text that tries to leave its string or its comment.
var hostile = []string{
	`"`, `\`, `\"`, "${var.name}", "%{ if true }", "$${x}", "$$${x}", "%%{x}", "$", "%", "a$", "a\n}\nresource \"x\" \"y\" {}\n",
	"a\r\nb", "a\rb", "<<EOT\nx\nEOT\n", "# x", "/* x", "*/ x", "// x", " ", "\x00", "\x7f", "\u2028", "\u202e", "\ufeff", "é", "e\u0301", "日本", "👩‍👩‍👧",
	strings.Repeat("long words ", 40), strings.Repeat("x", 300),
}

func FuzzTextStaysWhereItIs(f *testing.F) {
	for _, s := range hostile {
		f.Add(s)
	}
	plain := shape(f, inject("plain"))
	plainApart := shape(f, injectApart("plain"))
	f.Fuzz(func(t *testing.T, s string) {
		if s == "" || !utf8.ValidString(s) {
			t.Skip("no name of a model is empty, no text of HCL is anything but UTF-8")
		}
		l := inject(s)
		if got := shape(t, l); got != plain {
			t.Errorf("%q changes the shape of the module to\n%s\nfrom\n%s", s, got, plain)
		}
		requireRead(t, l, s)
		if got := shape(t, injectApart(s)); got != plainApart {
			t.Errorf("%q changes the shape of the module with indexes apart to\n%s\nfrom\n%s", s, got, plainApart)
		}
	})
}

// injectApart is inject for a module whose indexes are resources.
func injectApart(s string) *layout.Layout {
	l := scaledIndexes()
	x := l.Indexes[0]
	x.Name, x.Partition[0].Name, l.Model.Table.Settings.Capacities[0].Index = s, s, s
	x.Projection = model.Projection{Kind: model.ProjectInclude, Include: []string{s}}
	l.Indexes = l.Indexes[:1]
	l.Model.Table.Settings.Capacities = l.Model.Table.Settings.Capacities[:1]
	return l
}

// inject puts s wherever a model's text reaches the module.
func inject(s string) *layout.Layout {
	l := everything()
	t := l.Model.Table
	t.Name, t.Description, t.Range.Filename = s, s, s
	t.Settings.Tags = []model.Tag{{Key: s, Value: s}}
	l.Indexes[0].Name, l.Indexes[0].Partition[0].Name = s, s
	l.Indexes[0].Projection.Include = []string{s}
	for _, p := range l.Patterns {
		p.Name, p.Description, p.External = s, s, s
	}
	l.Model.Entities[0].Name, l.Indexes[0].Keys[0].When = s, model.Condition{Atoms: []model.Atom{
		model.Compare{Attribute: &model.Attribute{Name: s}, Value: s},
	}}
	l.Minimum = layout.Minimum{Proved: true, Because: []layout.Reason{{Text: s}}}
	l.Model.Entities[2].TTL.Attribute.StoredAs = s
	return l
}

// shape is the module without values and comments: names and nesting.
func shape(t testing.TB, l *layout.Layout) string {
	t.Helper()
	got, diags := files(l, emitBlock())
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	var b strings.Builder
	for _, f := range got {
		if f.Path == "README.md" {
			continue // TestReadmeStaysWhereItIs
		}
		if formatted := hclwrite.Format(f.Content); string(formatted) != string(f.Content) {
			t.Errorf("%s is not formatted", f.Path)
		}
		parsed, diags := hclsyntax.ParseConfig(f.Content, f.Path, hcl.InitialPos)
		if diags.HasErrors() {
			t.Fatalf("%s: %v\n%s", f.Path, diags, f.Content)
		}
		b.WriteString(f.Path + "\n")
		outline(&b, parsed.Body.(*hclsyntax.Body), "  ")
	}
	return b.String()
}

func outline(b *strings.Builder, body *hclsyntax.Body, indent string) {
	for _, name := range []string{"name", "type", "value", "default", "condition", "tags", "hash_key", "range_key", "attribute_name", "key_type", "non_key_attributes", "description"} {
		if body.Attributes[name] != nil {
			b.WriteString(indent + name + "\n")
		}
	}
	for _, block := range body.Blocks {
		labels := strings.Join(block.Labels, " ")
		for _, prefix := range []string{" entity_", " collection_", " index_"} {
			if kind, _, named := strings.Cut(labels, prefix); named {
				labels = kind + prefix // and its name, as far as an address can hold it
			}
		}
		b.WriteString(indent + block.Type + " " + labels + "\n")
		outline(b, block.Body, indent+"  ")
	}
}

// requireRead checks that the parser reads back what the model said.
func requireRead(t *testing.T, l *layout.Layout, s string) {
	t.Helper()
	want := cty.StringVal(s)
	got, _ := files(l, emitBlock())
	seen := map[string]int{}
	for _, f := range got {
		if f.Path == "README.md" {
			continue
		}
		parsed, diags := hclsyntax.ParseConfig(f.Content, f.Path, hcl.InitialPos)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		count(parsed.Body.(*hclsyntax.Body), want, resources(s), seen)
	}
	for name, least := range map[string]int{"default": 2, "name": 2, "attribute_name": 2, "non_key_attributes": 1, "value": 3, "resources": 2, "dimensions": 1} {
		if seen[name] < least {
			t.Errorf("%q is read back %d times as %s, want %d", s, seen[name], name, least)
		}
	}
}

// count counts the arguments whose value is want, or a collection that holds
// it.
func count(body *hclsyntax.Body, want cty.Value, refers *hcl.EvalContext, seen map[string]int) {
	for name, a := range body.Attributes {
		v, diags := a.Expr.Value(refers)
		if !diags.HasErrors() && holds(v, want) {
			seen[name]++
		}
	}
	for _, b := range body.Blocks {
		count(b.Body, want, refers, seen)
	}
}

// resources are the values of what the module refers to, whose entities and
// patterns are called name.
func resources(name string) *hcl.EvalContext {
	table := cty.ObjectVal(map[string]cty.Value{"arn": cty.StringVal(tableARN), "name": cty.StringVal("t")})
	document := cty.ObjectVal(map[string]cty.Value{"json": cty.StringVal("{}")})
	documents := map[string]cty.Value{}
	for _, n := range []string{"reader", "writer", "entity_order", "entity_" + symbol(name), "collection_" + symbol(name)} {
		documents[n] = document
	}
	return &hcl.EvalContext{Variables: map[string]cty.Value{
		"aws_dynamodb_table": cty.ObjectVal(map[string]cty.Value{"this": table}),
		"data":               cty.ObjectVal(map[string]cty.Value{"aws_iam_policy_document": cty.ObjectVal(documents)}),
	}}
}

const tableARN = "arn:aws:dynamodb:eu-west-1:000000000000:table/t"

func holds(v, want cty.Value) bool {
	if v.Type() == cty.String {
		return v.RawEquals(want) || v.AsString() == tableARN+"/index/"+want.AsString()
	}
	if !v.CanIterateElements() {
		return false
	}
	for it := v.ElementIterator(); it.Next(); {
		key, elem := it.Element()
		if !v.Type().IsObjectType() {
			if holds(elem, want) {
				return true
			}
			continue
		}
		policy := elem.RawEquals(cty.StringVal("{}")) && key.RawEquals(want)
		named := key.RawEquals(want) || key.AsString() == "index/"+want.AsString() || key.AsString() == "GlobalSecondaryIndexName"
		if policy || named && holds(elem, want) {
			return true
		}
	}
	return false
}

// TestReadmeStaysWhereItIs holds for Markdown what the fuzz test holds for
// Terraform: text of the model makes no headings, links, lists or code, and can
// be read back.
func TestReadmeStaysWhereItIs(t *testing.T) {
	markdown := []string{
		"# x", "a # b", "- x", "1. x", "12) x", "> x", "+ x", "=== x", "--- ", "[x](http://y)", "![x](y)", "<b>x</b>", "<!-- x", "--> x", "`x`", "``x", "a`", "***x***", "_x_", "a_b",
		"~~x~~", "a | b", "&amp;", ":tada:", "$x$", "    x", "\\", "\\*", "x\\", "x\n\n# y", "```\nx\n```", "http://x.y/z",
	}
	plain := structure(inject("plain"))
	for _, s := range append(markdown, hostile...) {
		l := inject(s)
		if got := structure(l); got != plain && strings.TrimSpace(s) != "" {
			t.Errorf("%q changes the structure of README.md to\n%s\nfrom\n%s", s, got, plain)
		}
		words := strings.Join(strings.Fields(printable(strings.ReplaceAll(s, "\n", " "))), " ")
		if got := unescape(prose(s)); got != words {
			t.Errorf("%q is read back as %q", s, got)
		}
		if got := unspan(span(s)); got != printable(strings.ReplaceAll(s, "\n", " ")) {
			t.Errorf("%q is read back from code as %q", s, got)
		}
	}
}

// structure is the first mark of every line of README.md.
func structure(l *layout.Layout) string {
	made, _ := files(l, emitBlock())
	var out []string
	for _, f := range made {
		if f.Path != "README.md" {
			continue
		}
		for _, line := range strings.Split(string(f.Content), "\n") {
			mark, _, _ := strings.Cut(line, " ")
			if strings.Trim(mark, "#-`<!") != "" {
				mark = "text"
			}
			if strings.HasPrefix(mark, "`") && mark != "```hcl" && mark != "```" {
				mark = "text"
			}
			out = append(out, mark)
		}
	}
	return strings.Join(out, "\n")
}

// unescape reads Markdown text that has no active characters; where it has
// one, what it returns is not the text.
func unescape(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s):
			i++
		case strings.IndexByte("`*[]<~|$\\", s[i]) >= 0:
			b.WriteString("(active)")
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// unspan reads a code span as CommonMark does.
func unspan(s string) string {
	ticks := len(s) - len(strings.TrimLeft(s, "`"))
	inner := strings.TrimSuffix(s[ticks:], s[:ticks])
	for _, run := range strings.FieldsFunc(inner, func(r rune) bool { return r != '`' }) {
		if len(run) == ticks {
			return "(ends early)"
		}
	}
	if strings.TrimSpace(inner) != "" && strings.HasPrefix(inner, " ") && strings.HasSuffix(inner, " ") {
		inner = inner[1 : len(inner)-1]
	}
	return inner
}

func TestCommentsWrap(t *testing.T) {
	f := hclwrite.NewEmptyFile()
	comment(f.Body(), 0, strings.Repeat("twelve chars ", 12)+"\n\n  indented")
	for _, line := range strings.Split(strings.TrimSuffix(string(f.Bytes()), "\n"), "\n") {
		if len(line) > column || !strings.HasPrefix(line, "#") || strings.HasSuffix(line, " ") {
			t.Errorf("line %q", line)
		}
	}
	if !strings.Contains(string(f.Bytes()), "\n#\n#   indented\n") {
		t.Errorf("got\n%s", f.Bytes())
	}
}
