package main

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/keyplan/keyplan"

// mayImport is who may import whom of ours. "*" is everything. A package that
// is not here is a decision to be made: add it.
var mayImport = map[string][]string{
	"model/diag":                  {},
	"model/syntax":                {"model/diag"},
	"model":                       {"model/diag", "model/syntax"},
	"model/lock":                  {"model", "model/diag", "model/syntax"},
	"access":                      {"model", "model/diag", "model/syntax"},
	"planner/layout":              {"model", "access"},
	"planner/keytext":             {"planner/layout", "access", "model", "model/diag"},
	"planner/inmem":               {"planner/layout", "planner/keytext", "access", "model", "model/diag"},
	"planner/prove":               {"planner/layout", "planner/keytext", "access", "model", "model/diag"},
	"planner":                     {"planner/layout", "planner/keytext", "access", "model", "model/diag"},
	"planner/stored":              {"planner", "planner/layout", "planner/keytext", "planner/prove", "access", "model", "model/lock", "model/syntax", "model/diag"},
	"emit":                        {"planner/prove", "planner/layout", "model", "model/diag"},
	"emit/internal/gosrc":         {},
	"emit/terraform":              {"emit", "planner/prove", "planner/layout", "access", "model", "model/diag"},
	"emit/gorepo":                 {"emit", "emit/internal/gosrc", "planner/prove", "planner/layout", "access", "model", "model/diag"},
	"emit/gotest":                 {"emit", "emit/internal/gosrc", "emit/gorepo", "planner/prove", "planner/layout", "planner/keytext", "planner/inmem", "access", "model", "model/diag"},
	"emit/gotest/harness":         {"emit/gorepo/support", "localtest"},
	"emit/gorepo/support":         {},
	"emit/gorepo/internal/fakedb": {},
	"localtest":                   {},
	"cmd/keyplan":                 {"*"},
	"cmd/keyplan/internal/cli":    {"*"},
	"cmd/keyplan/internal/view":   {"*"},
}

// mayKnow is who may import others of note.
var mayKnow = []struct {
	path string
	by   []string
}{
	{"github.com/aws/", []string{"emit/gorepo/support", "emit/gorepo/internal/fakedb", "emit/gotest/harness", "localtest"}},
	{"github.com/hashicorp/hcl/v2/hclwrite", []string{"model", "model/lock", "planner/stored", "emit/terraform"}},
	{"github.com/hashicorp/hcl/v2/hclsyntax", []string{"model", "model/lock", "model/diag", "model/syntax", "access", "emit/terraform"}},
	{"github.com/spf13/", []string{"cmd/keyplan/internal/cli"}},
	{"golang.org/x/term", []string{"cmd/keyplan/internal/cli"}},
}

type listed struct {
	ImportPath string
	Name       string
	Dir        string
	Doc        string
	GoFiles    []string
	Imports    []string
}

func (l listed) short() string { return strings.TrimPrefix(l.ImportPath, module+"/") }

// list runs go list in the module's root.
func list(t *testing.T, args ...string) []listed {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-json"}, args...)...)
	cmd.Dir = "../.."
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderrOf(err))
	}
	var all []listed
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var l listed
		err := dec.Decode(&l)
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, l)
	}
}

func stderrOf(err error) string {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return string(exit.Stderr)
	}
	return ""
}

// house are the packages of ours that are not tests alone; testdata and the
// generated examples are no part of it.
func house(t *testing.T) []listed {
	t.Helper()
	return slices.DeleteFunc(list(t, "./..."), func(l listed) bool {
		return len(l.GoFiles) == 0 || strings.HasPrefix(l.short(), "examples/") || strings.Contains(l.short(), "testdata/")
	})
}

// TestImports enforces the import order: diag ← model ← access ← layout ←
// {planner, prove ← emit/*, localtest} ← cmd.
func TestImports(t *testing.T) {
	for _, pkg := range house(t) {
		allowed, known := mayImport[pkg.short()]
		if !known {
			t.Errorf("%s is not in the table of who may import whom: add it", pkg.short())
			continue
		}
		for _, path := range pkg.Imports {
			ours, isOurs := strings.CutPrefix(path, module+"/")
			if isOurs && !slices.Contains(allowed, ours) && !slices.Contains(allowed, "*") {
				t.Errorf("%s may not import %s", pkg.short(), ours)
			}
			for _, k := range mayKnow {
				if strings.HasPrefix(path, k.path) && !slices.Contains(k.by, pkg.short()) {
					t.Errorf("%s may not import %s", pkg.short(), path)
				}
			}
		}
	}
}

// TestProveDoesNotKnowThePlanner also looks behind the direct imports: the
// prover must not trust what it judges.
func TestProveDoesNotKnowThePlanner(t *testing.T) {
	for _, pkg := range list(t, "-deps", "./planner/prove") {
		if pkg.short() == "planner" {
			t.Error("planner/prove depends on planner")
		}
	}
	for _, pkg := range list(t, "-deps", "./planner") {
		if pkg.short() == "planner/prove" {
			t.Error("planner depends on planner/prove")
		}
	}
}

// TestCommandIsSmall keeps the AWS SDK out of the command: the support of the
// generated package is embedded as text. Its initialisation alone would cost
// more than "keyplan version" may take.
func TestCommandIsSmall(t *testing.T) {
	for _, pkg := range list(t, "-deps", "./cmd/keyplan") {
		for _, banned := range []string{"github.com/aws/", "net/http", "testing"} {
			if strings.HasPrefix(pkg.ImportPath, banned) {
				t.Errorf("the command links %s", pkg.ImportPath)
			}
		}
	}
}
