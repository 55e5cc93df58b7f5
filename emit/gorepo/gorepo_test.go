package gorepo

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/emit"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner"
	"github.com/keyplan/keyplan/planner/layout"
	"github.com/keyplan/keyplan/planner/prove"
)

var update = flag.Bool("update", false, "write the generated package of testdata/sample")

// plan is the layout of a model file, unproved.
func plan(t *testing.T, path string) *layout.Layout {
	t.Helper()
	m, diags, err := model.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	accept(t, diags)
	patterns, diags := access.Decode(m)
	accept(t, diags)
	l, diags := planner.Plan(m, patterns, planner.Options{})
	accept(t, diags)
	return l
}

func accept(t *testing.T, diags hcl.Diagnostics) {
	t.Helper()
	if diags.HasErrors() {
		t.Fatal(describe(diags))
	}
}

// describe is one line a diagnostic.
func describe(diags hcl.Diagnostics) string {
	var b strings.Builder
	for _, d := range diags {
		if d.Severity == hcl.DiagError {
			fmt.Fprintf(&b, "%d,%d-%d: %s\n", d.Subject.Start.Line, d.Subject.Start.Column, d.Subject.End.Column, d.Summary)
		}
	}
	return b.String()
}

func goBlock(m *model.Model) *model.Emit {
	for _, e := range m.Emits {
		if e.Kind == "go" {
			return e
		}
	}
	return &model.Emit{Kind: "go", Package: "x"}
}

func TestSampleIsWhatItsModelGenerates(t *testing.T) {
	dir := filepath.Join("testdata", "sample")
	l := plan(t, filepath.Join(dir, "sample.hcl"))
	certified, diags := prove.Prove(l)
	accept(t, diags)
	out, diags := New().Emit(certified, goBlock(l.Model))
	accept(t, diags)
	stale := sources(t, dir)
	for _, f := range out {
		path := filepath.Join(dir, f.Path)
		stale = slices.DeleteFunc(stale, func(s string) bool { return s == path })
		if *update {
			if err := os.WriteFile(path, f.Content, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		have, err := os.ReadFile(path)
		if err != nil || !bytes.Equal(have, f.Content) {
			t.Errorf("%s is not what sample.hcl generates: run this test with -update (%v)", path, err)
		}
	}
	if len(stale) > 0 {
		t.Errorf("not generated any more: %s", stale)
	}
	vet(t, dir)
}

// sources are the generated Go files of a directory.
func sources(t *testing.T, dir string) []string {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(all, func(s string) bool { return strings.HasSuffix(s, "_test.go") })
}

// TestSampleWorks runs the tests of the sample, which "./..." does not match.
func TestSampleWorks(t *testing.T) {
	if testing.Short() {
		t.Skip("the sample's own tests are not short")
	}
	if out, err := exec.Command("go", "test", "./testdata/sample").CombinedOutput(); err != nil {
		t.Errorf("%s\n%s", err, out)
	}
}

// vet compiles and vets the package in dir.
func vet(t *testing.T, dir string) {
	t.Helper()
	if out, err := exec.Command("go", "vet", "./"+filepath.ToSlash(dir)).CombinedOutput(); err != nil {
		t.Errorf("%s: %s\n%s", dir, err, out)
	}
}

// compile vets the generated package of a layout in a directory of its own.
func compile(t *testing.T, l *layout.Layout) {
	t.Helper()
	out, diags := files(l, goBlock(l.Model))
	accept(t, diags)
	dir, err := os.MkdirTemp("testdata", "compiled")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	for _, f := range out {
		if err := os.WriteFile(filepath.Join(dir, f.Path), f.Content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	vet(t, dir)
	if t.Failed() {
		for _, f := range out {
			if !strings.HasPrefix(f.Path, "support_") {
				t.Logf("%s\n%s", f.Path, f.Content)
			}
		}
	}
}

// TestModelsCompile generates from models of everything that is unusual: names
// and text that could break Go (hostile), one pattern of each kind over one of
// each type (wide), keys of unusual shape (pinned).
func TestModelsCompile(t *testing.T) {
	for _, name := range []string{"hostile", "wide", "pinned"} {
		t.Run(name, func(t *testing.T) {
			l := plan(t, filepath.Join("testdata", name, name+".hcl"))
			_, diags := prove.Prove(l)
			accept(t, diags)
			compile(t, l)
		})
	}
}

func TestOutputIsTheSameEachTime(t *testing.T) {
	path := filepath.Join("testdata", "hostile", "hostile.hcl")
	var first []emit.File
	for i := range 5 {
		l := plan(t, path)
		out, diags := files(l, goBlock(l.Model))
		accept(t, diags)
		if i == 0 {
			first = out
			continue
		}
		if !slices.EqualFunc(first, out, func(a, b emit.File) bool { return a.Path == b.Path && bytes.Equal(a.Content, b.Content) }) {
			t.Fatal("two runs differ")
		}
	}
}

// TestSize holds generated code to its budget: 120 lines and 14 an attribute
// for an entity, 40 a pattern, 60 a collection, on average.
func TestSize(t *testing.T) {
	budget, lines := 0, 0
	for _, path := range []string{"testdata/sample/sample.hcl", "../../examples/shop/shop.hcl", "../../examples/store/store.hcl"} {
		l := plan(t, path)
		v, diags := Names(l, goBlock(l.Model))
		accept(t, diags)
		for _, x := range v.Entities {
			budget += 120 + 14*len(x.Model.Attributes)
		}
		for _, p := range v.Patterns {
			switch {
			case p == nil:
			case p.Entity == nil:
				budget += 60
			default:
				budget += 40
			}
		}
		out, _ := files(l, goBlock(l.Model))
		for _, f := range out {
			if !strings.HasPrefix(f.Path, "support_") && f.Path != "doc.go" && f.Path != "keys.go" {
				lines += bytes.Count(f.Content, []byte("\n"))
			}
		}
	}
	t.Logf("%d lines of %d", lines, budget)
	if lines > budget {
		t.Errorf("%d lines, at most %d", lines, budget)
	}
}
