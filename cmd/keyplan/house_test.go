package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const root = "../.."

// limits of the house, in lines.
const (
	longestFile     = 500
	longestFunction = 90
	p90Function     = 45
	medianFunction  = 12
)

// source is one Go file of ours that is written by hand.
type source struct {
	path  string
	text  string
	fset  *token.FileSet
	file  *ast.File
	tests bool
}

func sources(t *testing.T) []source {
	t.Helper()
	var out []source
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && path != root && (d.Name()[0] == '.' || d.Name() == "node_modules") {
			return filepath.SkipDir
		}
		if d.IsDir() || filepath.Ext(path) != ".go" {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, path, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		if !ast.IsGenerated(file) {
			out = append(out, source{path, string(text), fset, file, strings.HasSuffix(path, "_test.go")})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func (s source) lines(n ast.Node) int {
	return s.fset.Position(n.End()).Line - s.fset.Position(n.Pos()).Line + 1
}

// TestLimits holds files and functions to a length that can be read at once.
func TestLimits(t *testing.T) {
	var all []int
	for _, s := range sources(t) {
		if n := strings.Count(s.text, "\n"); n > longestFile {
			t.Errorf("%s has %d lines, more than %d", s.path, n, longestFile)
		}
		for _, d := range s.file.Decls {
			f, isFunc := d.(*ast.FuncDecl)
			if !isFunc {
				continue
			}
			n := s.lines(f)
			if n > longestFunction {
				t.Errorf("%s: %s has %d lines, more than %d", s.fset.Position(f.Pos()), f.Name.Name, n, longestFunction)
			}
			if !s.tests {
				all = append(all, n)
			}
		}
	}
	slices.Sort(all)
	if n := all[len(all)/2]; n > medianFunction {
		t.Errorf("the median function has %d lines, more than %d", n, medianFunction)
	}
	if n := all[len(all)*9/10]; n > p90Function {
		t.Errorf("one function in ten has more than %d lines, more than %d", n, p90Function)
	}
}

// TestExportedNamesAreDocumented looks at every exported declaration outside
// tests.
func TestExportedNamesAreDocumented(t *testing.T) {
	for _, s := range sources(t) {
		if s.tests || strings.Contains(s.path, "testdata") {
			continue
		}
		for _, d := range s.file.Decls {
			for _, name := range undocumented(d) {
				t.Errorf("%s: %s is exported and has no comment", s.fset.Position(d.Pos()), name)
			}
		}
	}
}

// undocumented names what d exports without a comment. A comment on a group
// speaks for its constants and variables, and for the types of a list.
func undocumented(d ast.Decl) []string {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Name.IsExported() && d.Doc == nil && (d.Recv == nil || ast.IsExported(receiver(d.Recv.List[0].Type))) {
			return []string{d.Name.Name}
		}
	case *ast.GenDecl:
		if d.Doc != nil || d.Tok == token.IMPORT {
			return nil
		}
		var out []string
		for _, spec := range d.Specs {
			out = append(out, undocumentedSpec(spec)...)
		}
		return out
	}
	return nil
}

func undocumentedSpec(spec ast.Spec) []string {
	var out []string
	switch s := spec.(type) {
	case *ast.TypeSpec:
		if s.Name.IsExported() && s.Doc == nil && s.Comment == nil {
			out = append(out, s.Name.Name)
		}
	case *ast.ValueSpec:
		for _, n := range s.Names {
			if n.IsExported() && s.Doc == nil && s.Comment == nil {
				out = append(out, n.Name)
			}
		}
	}
	return out
}

func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}

// TestNoInit: what a package needs it is given, nothing happens on import.
func TestNoInit(t *testing.T) {
	for _, s := range sources(t) {
		for _, d := range s.file.Decls {
			if f, isFunc := d.(*ast.FuncDecl); isFunc && f.Recv == nil && f.Name.Name == "init" {
				t.Errorf("%s: no init", s.fset.Position(f.Pos()))
			}
		}
	}
}

var (
	namedPackage = regexp.MustCompile(`[Pp]ackage ([a-z][a-z0-9]*(?:/[a-z][a-z0-9]*)*)\b`)
	// prose are the words that follow "package" in plain English.
	prose = regexp.MustCompile(`^(a|and|are|as|at|by|can|chooses|clause|comment|does|for|from|has|have|holds|imports|in|is|it|its|knows|may|must|name|named|needs|of|on|or|sees|so|takes|that|the|this|to|under|uses|was|which|whose|with)$`)
)

// TestPackageComments: every package says what it is, in one file, and the
// packages that it names exist.
func TestPackageComments(t *testing.T) {
	packages := house(t)
	known := map[string]bool{}
	for _, p := range list(t, "-deps", "-test", "./...") {
		known[p.ImportPath], known[p.Name], known[p.short()] = true, true, true
	}
	for _, p := range packages {
		if p.Doc == "" {
			t.Errorf("%s has no package comment", p.short())
		}
		for _, text := range packageComments(t, p) {
			for _, m := range namedPackage.FindAllStringSubmatch(text, -1) {
				if !known[m[1]] && !prose.MatchString(m[1]) {
					t.Errorf("the comment of %s names package %s, which does not exist", p.short(), m[1])
				}
			}
		}
	}
}

func packageComments(t *testing.T, p listed) []string {
	t.Helper()
	var out []string
	for _, name := range p.GoFiles {
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, name), nil, parser.ParseComments|parser.PackageClauseOnly)
		if err != nil {
			t.Fatal(err)
		}
		if file.Doc != nil {
			out = append(out, file.Doc.Text())
		}
	}
	if len(out) > 1 {
		t.Errorf("%s has %d package comments, one is enough", p.short(), len(out))
	}
	return out
}
