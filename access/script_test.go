package access

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/hcl/v2"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/model/diag"
)

// update rewrites what the archives want. What it writes is read before it is
// committed.
func update() bool { return flag.Lookup("update").Value.String() == "true" }

func TestMain(m *testing.M) {
	flag.Bool("update", false, "rewrite what the archives want")
	flag.Parse()
	os.Exit(m.Run())
}

// TestArchives decodes the patterns of each archive and compares the
// diagnostics, their exact ranges and then the text that people read; without
// errors, what the patterns ask.
func TestArchives(t *testing.T) {
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
			var files []model.File
			for _, f := range a.Files {
				if strings.HasSuffix(f.Name, ".hcl") {
					files = append(files, model.File{Name: f.Name, Src: f.Data})
				}
			}
			m, diags := model.LoadFiles(".", files)
			patterns, found := Decode(m)
			diags = diag.Sort(append(diags, found...))
			got := shown(t, diags, m)
			if !diags.HasErrors() {
				got += dump(patterns)
			}
			if update() {
				rewrite(t, name, a, got)
				return
			}
			if d := cmp.Diff(archived(a, "want"), got); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
}

// shown writes a line for each diagnostic and its related places, then all of
// them as people read them.
func shown(t *testing.T, diags hcl.Diagnostics, m *model.Model) string {
	t.Helper()
	var b bytes.Buffer
	for _, d := range diags {
		info := diag.InfoOf(d)
		fmt.Fprintf(&b, "%s %s\n", d.Subject, info.Code)
		for _, r := range info.Related {
			fmt.Fprintf(&b, "  %s\n", r.Range)
		}
	}
	if len(diags) > 0 {
		b.WriteString("\n")
	}
	if err := diag.Write(&b, diags, m.Files, diag.Options{Width: 100}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func archived(a *txtar.Archive, name string) string {
	for _, f := range a.Files {
		if f.Name == name {
			return string(f.Data)
		}
	}
	return ""
}

func rewrite(t *testing.T, path string, a *txtar.Archive, want string) {
	t.Helper()
	for i, f := range a.Files {
		if f.Name == "want" {
			a.Files = append(a.Files[:i], a.Files[i+1:]...)
			break
		}
	}
	a.Files = append(a.Files, txtar.File{Name: "want", Data: []byte(want)})
	if err := os.WriteFile(path, txtar.Format(a), 0o644); err != nil {
		t.Fatal(err)
	}
}
