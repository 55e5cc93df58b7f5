// Package gotest generates the tests of a generated Go package: for every
// access pattern, data made to break it, every way of asking, the exact items
// in their exact order, and the one request that was planned.
//
// The tests run on the engine that package localtest finds. They import that
// package, the generated one and the AWS SDK, and nothing else.
//
// What a pattern must return is worked out when the tests are generated, from
// what the pattern means and not from the layout, and stands in them as a list.
// It works in three steps: makeRows makes the items, asker the questions about
// them, and the print functions print. What is the same in every generated test
// is not printed: it is package harness, which is compiled and tested.
package gotest

import (
	"go/ast"
	"go/parser"
	"go/token"

	"github.com/hashicorp/hcl/v2"

	"github.com/keyplan/keyplan/emit"
	"github.com/keyplan/keyplan/emit/gorepo"
	"github.com/keyplan/keyplan/emit/internal/gosrc"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/planner/layout"
	"github.com/keyplan/keyplan/planner/prove"
)

// New is the emitter of "tests" blocks.
func New() emit.Emitter { return emitter{} }

type emitter struct{}

// Kind implements emit.Emitter.
func (emitter) Kind() string { return "tests" }

// Emit implements emit.Emitter.
func (emitter) Emit(c *prove.Certified, block *model.Emit) ([]emit.File, hcl.Diagnostics) {
	return files(c.Layout(), block)
}

// files is Emit on a layout that the caller vouches for.
func files(l *layout.Layout, block *model.Emit) ([]emit.File, hcl.Diagnostics) {
	tested := goBlock(l.Model)
	if tested == nil {
		return nil, hcl.Diagnostics{diag.Error("E080", block.Range, "tests of a package that is not generated",
			"The tests call the Go package of the model. Add an emit \"go\" block, or leave this one out.")}
	}
	view, diags := gorepo.Names(l, tested)
	if diags.HasErrors() {
		return nil, diags
	}
	importPath, diags := packagePath(l.Model, tested)
	if diags.HasErrors() {
		return nil, diags
	}
	content := source(l, block, view, tested.Package+"pkg", importPath)
	if !stands(content, tested.Package) {
		content = source(l, block, view, tested.Package, importPath)
	}
	return []emit.File{{Path: l.Model.Table.Label + "_keyplan_test.go", Content: content}}, nil
}

// source is the test file, which knows the package by that name.
func source(l *layout.Layout, block *model.Emit, view *gorepo.View, name, importPath string) []byte {
	p := &printer{
		File: gosrc.New(emit.Header(emit.Source(l.Model)), block.Package),
		view: view, made: makeRows(l), literals: literals{view, name},
	}
	p.Import(name, importPath)
	p.file()
	content, err := p.Bytes()
	if err != nil {
		panic("gotest: " + err.Error())
	}
	return content
}

// stands says that the file uses the name for something of its own, be it an
// import or a variable: a package cannot have it there.
func stands(content []byte, name string) bool {
	file, err := parser.ParseFile(token.NewFileSet(), "", content, parser.SkipObjectResolution)
	if err != nil {
		panic("gotest: " + err.Error()) // it was formatted
	}
	found := false
	ast.Inspect(file, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Name == name {
			found = true
		}
		return !found
	})
	return found
}

func goBlock(m *model.Model) *model.Emit {
	for _, e := range m.Emits {
		if e.Kind == "go" {
			return e
		}
	}
	return nil
}
