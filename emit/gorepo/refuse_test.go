package gorepo

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/planner"
)

// TestRefusals compares what the emitter says of the model of each archive,
// whatever the planner says of it.
func TestRefusals(t *testing.T) {
	names, err := filepath.Glob("testdata/refuse/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatal("no archives", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			got := refusal(t, a.Files[0].Data)
			if *update {
				a.Files = append(a.Files[:1], txtar.File{Name: "want", Data: []byte(got)})
				if err := os.WriteFile(name, txtar.Format(a), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			i := slices.IndexFunc(a.Files, func(f txtar.File) bool { return f.Name == "want" })
			if i < 0 {
				t.Fatal("the archive wants nothing")
			}
			if d := cmp.Diff(string(a.Files[i].Data), got); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
}

// refusal is what the emitter says of a model.
func refusal(t *testing.T, src []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "shop.hcl")
	if err := os.WriteFile(path, src, 0o666); err != nil {
		t.Fatal(err)
	}
	m, diags, err := model.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	accept(t, diags)
	patterns, diags := access.Decode(m)
	accept(t, diags)
	l, _ := planner.Plan(m, patterns, planner.Options{})
	out, diags := files(l, goBlock(m))
	if out != nil {
		t.Error("files beside errors")
	}
	var b bytes.Buffer
	if err := diag.Write(&b, diags, m.Files, diag.Options{}); err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(b.String(), path, "shop.hcl")
}
