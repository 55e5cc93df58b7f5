package prove_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/planner"
	"github.com/keyplan/keyplan/planner/layout"
	"github.com/keyplan/keyplan/planner/prove"
)

// update rewrites what the archives want. What it writes is read before it is
// committed.
var update = flag.Bool("update", false, "rewrite what the archives want")

// TestRefusals plans the model of each archive, edits the layout, and compares
// what the prover says of it.
func TestRefusals(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatal("no archives", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			got := refusal(t, a)
			if *update {
				a.Files = append(slices.DeleteFunc(a.Files, func(f txtar.File) bool { return f.Name == "want" }),
					txtar.File{Name: "want", Data: []byte(got)})
				if err := os.WriteFile(name, txtar.Format(a), 0o600); err != nil {
					t.Fatal(err)
				}
				return
			}
			if d := cmp.Diff(string(file(a, "want")), got); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
}

func file(a *txtar.Archive, name string) []byte {
	for _, f := range a.Files {
		if f.Name == name {
			return f.Data
		}
	}
	return nil
}

// refusal is what the prover says of the edited layout. What the planner says
// is not looked at: some archives are of models that it refuses.
func refusal(t *testing.T, a *txtar.Archive) string {
	m, diags := model.LoadFiles(".", []model.File{{Name: "shop.hcl", Src: file(a, "shop.hcl")}})
	check(t, diags)
	patterns, diags := access.Decode(m)
	check(t, diags)
	l, _ := planner.Plan(m, patterns, planner.Options{})
	for _, line := range strings.Split(strings.TrimSpace(string(file(a, "edit"))), "\n") {
		if line != "" {
			edit(t, l, line)
		}
	}
	certified, diags := prove.Prove(l)
	if (certified == nil) != diags.HasErrors() {
		t.Errorf("certified %v, and the diagnostics are %v", certified != nil, diags)
	}
	var out bytes.Buffer
	if err := diag.Write(&out, diags, m.Files, diag.Options{Width: 100}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// edit makes one change of a layout, one of
//
//	key ENTITY INDEX partition|sort TEMPLATE
//	key ENTITY INDEX partition|sort native ATTRIBUTE
//	when ENTITY INDEX
//	without ENTITY INDEX
//	project INDEX NAME…
//	request PATTERN forward|limit|prefix|partition|index|operation VALUE
//	marker N partition TEMPLATE
func edit(t *testing.T, l *layout.Layout, line string) {
	f := strings.Fields(line)
	switch f[0] {
	case "key":
		k := indexNamed(l, f[2]).Key(entityNamed(t, l, f[1]))
		side := map[string]*model.Key{"partition": &k.Partition, "sort": &k.Sort}[f[3]]
		if f[4] == "native" {
			*side = model.Columns{k.Entity.Attribute(f[5])}
			return
		}
		*side = parse(t, k.Entity, strings.Join(f[4:], " "))
	case "when":
		indexNamed(l, f[2]).Key(entityNamed(t, l, f[1])).When = model.Condition{}
	case "without":
		x, e := indexNamed(l, f[2]), entityNamed(t, l, f[1])
		x.Keys = slices.DeleteFunc(x.Keys, func(k *layout.EntityKey) bool { return k.Entity == e })
	case "project":
		indexNamed(l, f[1]).Projection = model.Projection{Kind: model.ProjectInclude, Include: f[2:]}
	case "marker":
		n, _ := strconv.Atoi(f[1])
		l.Markers[n].Partition = parse(t, l.Markers[n].Entity, f[3])
	case "request":
		editRequest(t, l, f[1], f[2], strings.Join(f[3:], " "))
	default:
		t.Fatalf("no such edit: %s", line)
	}
}

func editRequest(t *testing.T, l *layout.Layout, pattern, what, value string) {
	i := slices.IndexFunc(l.Patterns, func(p *access.Pattern) bool { return p.Name == pattern })
	r := l.Requests[i]
	switch what {
	case "forward":
		r.Forward = value == "true"
	case "limit":
		fmt.Sscan(value, &r.Limit)
	case "index":
		r.Index = indexNamed(l, value)
	case "operation":
		r.Operation = map[string]layout.Operation{"GetItem": layout.GetItem, "Query": layout.Query}[value]
	case "prefix":
		r.Sort.Prefix = parse(t, r.Pattern.Entities[0], value)
	case "partition":
		r.Partition = parse(t, r.Pattern.Entities[0], value)
	default:
		t.Fatalf("no such edit of a request: %s", what)
	}
}

func indexNamed(l *layout.Layout, name string) *layout.Index {
	for _, x := range indexes(l) {
		if x.Name == name {
			return x
		}
	}
	panic("no index " + name)
}

func entityNamed(t *testing.T, l *layout.Layout, name string) *model.Entity {
	for _, e := range l.Model.Entities {
		if e.Name == name {
			return e
		}
	}
	t.Fatalf("no entity %s", name)
	return nil
}

var segment = regexp.MustCompile(`\$\{(?:(\w+)\()?(\w+)\)?\}`)

// parse reads a template.
func parse(t *testing.T, e *model.Entity, text string) model.Template {
	var out model.Template
	for text != "" {
		at := segment.FindStringSubmatchIndex(text)
		if at == nil {
			return append(out, model.Literal(text))
		}
		if at[0] > 0 {
			out = append(out, model.Literal(text[:at[0]]))
		}
		form := model.Plain
		if at[2] >= 0 {
			form = map[string]model.Form{"sorted": model.Sorted, "desc": model.Desc, "raw": model.Raw}[text[at[2]:at[3]]]
		}
		a := e.Attribute(text[at[4]:at[5]])
		if a == nil {
			t.Fatalf("no attribute in %s", text)
		}
		out = append(out, model.Part{Attribute: a, Form: form})
		text = text[at[1]:]
	}
	return out
}
