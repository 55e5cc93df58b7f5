package gotest

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/emit"
	"github.com/keyplan/keyplan/emit/gorepo"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/planner"
	"github.com/keyplan/keyplan/planner/prove"
)

// certify plans and proves the model in a file or directory.
func certify(t *testing.T, path string) *prove.Certified {
	t.Helper()
	m, diags, err := model.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	patterns, more := access.Decode(m)
	if diags = append(diags, more...); diags.HasErrors() {
		t.Fatal(diags)
	}
	l, diags := planner.Plan(m, patterns, planner.Options{})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	c, diags := prove.Prove(l)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return c
}

// block is the model's emit block of a kind.
func block(t *testing.T, c *prove.Certified, kind string) *model.Emit {
	t.Helper()
	for _, b := range c.Layout().Model.Emits {
		if b.Kind == kind {
			return b
		}
	}
	t.Fatalf("the model has no emit block %q", kind)
	return nil
}

// models are those that these tests are about: of every shape of pattern, type
// and write there is.
var models = []string{"../../examples/shop", "../../examples/store", "testdata/wide.hcl", "testdata/odd.hcl"}

// emitted is the test file of a model.
func emitted(t *testing.T, path string) emit.File {
	t.Helper()
	c := certify(t, path)
	files, diags := New().Emit(c, block(t, c, "tests"))
	if diags.HasErrors() || len(files) != 1 {
		t.Fatalf("%d files, %v", len(files), diags)
	}
	return files[0]
}

func TestSameModelSameBytes(t *testing.T) {
	for _, path := range models {
		first, second := emitted(t, path), emitted(t, path)
		if !bytes.Equal(first.Content, second.Content) {
			t.Errorf("%s: two runs give two files", path)
		}
	}
}

func TestFileName(t *testing.T) {
	if got := emitted(t, models[0]).Path; got != "shop_keyplan_test.go" {
		t.Errorf("the file is %s", got)
	}
}

func TestEveryPatternIsTested(t *testing.T) {
	for _, path := range models {
		c := certify(t, path)
		view, diags := gorepo.Names(c.Layout(), block(t, c, "go"))
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		text := string(emitted(t, path).Content)
		for _, v := range view.Patterns {
			if v == nil {
				continue
			}
			receiver := "Table"
			if v.Entity != nil {
				receiver = v.Entity.Repo
			}
			if want := "func Test" + receiver + "_" + v.Method + "(t *testing.T)"; !strings.Contains(text, want) {
				t.Errorf("%s: %s has no %s", path, v.Access.Name, want)
			}
		}
		for _, x := range view.Entities {
			if want := "func Test" + x.Repo + "_Keys(t *testing.T)"; !strings.Contains(text, want) {
				t.Errorf("%s: %s has no %s", path, x.Type, want)
			}
		}
	}
}

// lines counts what is printed for one pattern, from its test's comment on.
func TestSizeOfAPattern(t *testing.T) {
	for _, path := range models {
		text := string(emitted(t, path).Content)
		for _, part := range strings.Split(text, "\n// Test")[1:] {
			body, _, _ := strings.Cut(part, "\n}\n")
			if n := strings.Count(body, "\n"); n > 90 {
				t.Errorf("%s: %d lines for %s", path, n, part[:strings.IndexByte(part, '\n')])
			}
		}
	}
}

func TestTestsNeedAPackage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m.hcl")
	src, err := os.ReadFile("testdata/odd.hcl")
	if err != nil {
		t.Fatal(err)
	}
	without := strings.Replace(string(src), `emit "go" {
  path    = "odddb"
  package = "odddb"
}
`, "", 1)
	if err := os.WriteFile(path, []byte(without), 0o644); err != nil {
		t.Fatal(err)
	}
	c := certify(t, path)
	_, diags := New().Emit(c, block(t, c, "tests"))
	expect(t, diags, "E080", block(t, c, "tests").Range)
}

func TestTestsNeedAModule(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m.hcl")
	src, err := os.ReadFile("testdata/odd.hcl")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, src, 0o644); err != nil {
		t.Fatal(err)
	}
	c := certify(t, path)
	_, diags := New().Emit(c, block(t, c, "tests"))
	expect(t, diags, "E081", block(t, c, "go").Range)
}

// expect requires one diagnostic of that code at that place.
func expect(t *testing.T, diags hcl.Diagnostics, code string, at hcl.Range) {
	t.Helper()
	if len(diags) != 1 || diag.InfoOf(diags[0]).Code != code || *diags[0].Subject != at {
		t.Errorf("got %v, want %s at %v", diags, code, at)
	}
}

func TestImportPath(t *testing.T) {
	root := t.TempDir()
	for file, text := range map[string]string{
		"go.mod": "module example.com/shop\n", "models/shop.hcl": "", "deep/go.mod": "module example.com/deep/v2\n",
		"broken/go.mod": "no module here\n",
	} {
		path := filepath.Join(root, filepath.FromSlash(file))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ model, path, want string }{
		{"models", "shopdb", "example.com/shop/models/shopdb"},
		{"models/shop.hcl", "../internal/shopdb", "example.com/shop/internal/shopdb"},
		{"models", "../deep/db", "example.com/deep/v2/db"},
		{"models", "../deep", "example.com/deep/v2"},
		{"models", filepath.Join(root, "x"), "example.com/shop/x"},
	} {
		m := &model.Model{Path: filepath.Join(root, filepath.FromSlash(c.model))}
		got, diags := packagePath(m, &model.Emit{Path: c.path})
		if diags.HasErrors() || got != c.want {
			t.Errorf("%s, %s: %q, %v; want %q", c.model, c.path, got, diags, c.want)
		}
	}
	m := &model.Model{Path: filepath.Join(root, "models")}
	if _, diags := packagePath(m, &model.Emit{Path: "../broken/db"}); !diags.HasErrors() {
		t.Error("a go.mod without a module gives an import path")
	}
}
