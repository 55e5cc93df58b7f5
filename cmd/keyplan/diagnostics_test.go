package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/keyplan/keyplan/model/diag"
)

// diagnosticsPage shows the catalogue to people who read on the web.
const diagnosticsPage = "docs/diagnostics.md"

// TestDiagnosticsPage keeps the page in step with the catalogue; -update
// rewrites it.
func TestDiagnosticsPage(t *testing.T) {
	var b bytes.Buffer
	b.WriteString("# Diagnostics\n\nWhat each code means; `keyplan explain CODE` prints the same. " +
		"M is of the model, A of its access patterns, P of the plan, E of what is emitted.\n")
	for _, e := range diag.Catalogue() {
		fmt.Fprintf(&b, "\n## %s\n\n**%s.** %s\n", e.Code, e.Title, e.Text)
	}
	path := filepath.Join(root, diagnosticsPage)
	if *update {
		if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if read(t, path) != b.String() {
		t.Errorf("%s is not what the catalogue says: run the test with -update", diagnosticsPage)
	}
}

var code = regexp.MustCompile(`^[MAPE]\d{3}$`)

// usedCodes are the codes that stand in the code of the stages, with one place
// each.
func usedCodes(t *testing.T) map[string]token.Position {
	out := map[string]token.Position{}
	for _, s := range sources(t) {
		if s.tests || strings.Contains(s.path, "testdata") || strings.HasPrefix(filepath.Base(s.path), "catalogue") {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			lit, isLit := n.(*ast.BasicLit)
			if !isLit || lit.Kind != token.STRING {
				return true
			}
			text, err := strconv.Unquote(lit.Value)
			if err == nil && code.MatchString(text) {
				out[text] = s.fset.Position(lit.Pos())
			}
			return true
		})
	}
	return out
}

// TestCatalogue: every code that is used is explained, and none is explained
// that nothing says.
func TestCatalogue(t *testing.T) {
	used := usedCodes(t)
	for _, c := range slices.Sorted(maps.Keys(used)) {
		if _, there := diag.Lookup(c); !there {
			t.Errorf("%s: %s is not in the catalogue", used[c], c)
		}
	}
	for _, e := range diag.Catalogue() {
		if _, there := used[e.Code]; !there {
			t.Errorf("%s is in the catalogue, and nothing says it", e.Code)
		}
	}
}

// TestEveryCodeIsProvoked: some script shows every code in its place, or where
// no model can get that far, a test of the package that says it.
func TestEveryCodeIsProvoked(t *testing.T) {
	var scripts strings.Builder
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && (filepath.Ext(path) == ".txtar" || strings.HasSuffix(path, "_test.go")) {
			scripts.WriteString(read(t, path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range diag.Catalogue() {
		shown, named := "["+e.Code+"]", strconv.Quote(e.Code)
		if !strings.Contains(scripts.String(), shown) && !strings.Contains(scripts.String(), named) {
			t.Errorf("no test provokes %s: %s", e.Code, e.Title)
		}
	}
}
