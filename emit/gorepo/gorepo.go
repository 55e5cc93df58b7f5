// Package gorepo generates the Go package of a table: a typed repository for
// each entity, one method for each access pattern, and the keys that all of
// them share.
//
// It works in two steps. Names lowers the certified layout to a View, in which
// every Go name and type is decided and clashes have become diagnostics; the
// print functions then only print, one declaration kind each. What is the same
// for every model is not printed: it is package support, a real and tested
// package whose files are copied.
//
// What the layout cannot do, the API cannot say: there is no Scan, no filter
// and no choice of an index. It does not plan, prove or write to disk.
package gorepo

import (
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/keyplan/keyplan/emit"
	"github.com/keyplan/keyplan/emit/internal/gosrc"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/layout"
	"github.com/keyplan/keyplan/planner/prove"
)

// New is the emitter of "go" blocks.
func New() emit.Emitter { return emitter{} }

type emitter struct{}

// Kind implements emit.Emitter.
func (emitter) Kind() string { return "go" }

// Emit implements emit.Emitter.
func (emitter) Emit(c *prove.Certified, block *model.Emit) ([]emit.File, hcl.Diagnostics) {
	return files(c.Layout(), block)
}

// files is Emit on a layout that the caller vouches for.
func files(l *layout.Layout, block *model.Emit) ([]emit.File, hcl.Diagnostics) {
	v, diags := Names(l, block)
	if diags.HasErrors() {
		return nil, diags
	}
	header := emit.Header(emit.Source(l.Model))
	out := runtimeFiles(header, v.Package)
	print := func(path string, body func(*gosrc.File)) {
		f := newFile(header, v.Package)
		body(f)
		src, err := f.Bytes()
		if err != nil {
			panic("gorepo: " + path + ": " + err.Error())
		}
		out = append(out, emit.File{Path: path, Content: src})
	}
	print("doc.go", func(f *gosrc.File) { f.Doc(packageDoc(v)); printTable(f, v) })
	print("keys.go", func(f *gosrc.File) { printKeys(f, v) })
	if len(v.Bounds) > 0 {
		print("bounds.go", func(f *gosrc.File) { printBounds(f, v) })
	}
	for _, x := range v.Entities {
		print(x.File, func(f *gosrc.File) { printEntity(f, v, x) })
	}
	if slices.ContainsFunc(v.Patterns, func(p *Pattern) bool { return p != nil && p.Entity == nil }) {
		print("collections.go", func(f *gosrc.File) { printCollections(f, v) })
	}
	slices.SortFunc(out, func(a, b emit.File) int { return strings.Compare(a.Path, b.Path) })
	return prune(out), diags
}

// newFile is a file that may use the packages that generated code uses.
func newFile(header, pkg string) *gosrc.File {
	f := gosrc.New(header, pkg)
	for _, path := range []string{
		"context", "errors", "iter", "math", "slices", "strconv", "time",
		"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression",
		"github.com/aws/aws-sdk-go-v2/service/dynamodb/types",
	} {
		f.Import(path[strings.LastIndexByte(path, '/')+1:], path)
	}
	return f
}

// printTable prints the type that everything hangs on.
func printTable(f *gosrc.File, v *View) {
	label := v.Layout.Model.Table.Label
	f.Comment("Table is the " + words(label) + " table: a repository for each entity, and the patterns that read several.")
	f.P("type Table struct {")
	for _, x := range v.Entities {
		f.P(x.Repo, " ", x.Repo)
	}
	f.P()
	f.P("t *table")
	f.P("}")
	f.P()
	f.P("// New is the table of that name, reached through api, which is a")
	f.P("// *dynamodb.Client or stands for one.")
	f.P("func New(api API, name string, options ...Option) *Table {")
	f.P("t := newTable(api, name, options)")
	f.P("return &Table{")
	for _, x := range v.Entities {
		f.P(x.Repo, ": ", x.make, "(t),")
	}
	f.P("t: t,")
	f.P("}")
	f.P("}")
}

// printEntity prints an entity's file.
func printEntity(f *gosrc.File, v *View, x *Entity) {
	printStruct(f, v.Layout.Model.Table.Label, x)
	for _, e := range v.Enums {
		if e.entity == x.Model {
			printEnum(f, e)
		}
	}
	for _, o := range v.Objects {
		if o.entity == x.Model {
			printObject(f, o)
		}
	}
	printDerived(f, x)
	printKeyStruct(f, x)
	printRepo(f, v, x)
	printChanges(f, x)
	printNames(f, x)
	for _, p := range v.Patterns {
		if p != nil && p.Entity == x {
			printPattern(f, p)
		}
	}
	printDefaults(f, x)
	printChecks(f, x)
	printEncode(f, v, x)
	printDecode(f, x)
	for _, o := range v.Objects {
		if o.entity == x.Model {
			printObjectValues(f, o)
		}
	}
}

// printCollections prints the patterns of several entities.
func printCollections(f *gosrc.File, v *View) {
	for _, p := range v.Patterns {
		if p != nil && p.Entity == nil {
			printCollection(f, p)
		}
	}
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
