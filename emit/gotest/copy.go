package gotest

import (
	"bytes"
	"embed"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/keyplan/keyplan/emit/internal/gosrc"
)

//go:embed harness/*.go
var harness embed.FS

// shared is the declarations of package harness, in the order of its files.
type shared struct {
	decls []sharedDecl
	// imports are the import paths of its files by name.
	imports map[string]string
}

// sharedDecl is one declaration with its comment.
type sharedDecl struct {
	// name is what it declares; of a method the type.
	name string
	text string
	// uses are the names that stand in it.
	uses map[string]bool
}

// supportPath is the package whose names become the generated package's.
const supportPath = "github.com/keyplan/keyplan/emit/gorepo/support"

// readHarness reads package harness for a generated package of that name.
func readHarness(pkg string) shared {
	entries, err := harness.ReadDir("harness")
	if err != nil {
		panic(err) // embedded
	}
	out := shared{imports: map[string]string{}}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		src, err := harness.ReadFile("harness/" + e.Name())
		if err != nil {
			panic(err)
		}
		out.read(e.Name(), src, pkg)
	}
	return out
}

func (s *shared) read(name string, src []byte, pkg string) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		panic(err) // compiled
	}
	for _, i := range file.Imports {
		path, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			panic(err)
		}
		s.imports[importName(path)] = path
	}
	for _, d := range file.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
			continue
		}
		decl := sharedDecl{name: declares(d), uses: map[string]bool{}}
		ast.Inspect(d, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				decl.uses[id.Name] = true
			}
			return true
		})
		text := src[set.Position(start(d)).Offset:set.Position(d.End()).Offset]
		decl.text = string(bytes.ReplaceAll(text, []byte("support."), []byte(pkg+".")))
		s.decls = append(s.decls, decl)
	}
}

// importName is the name of a package by its path: of "math/rand/v2" it is
// rand.
func importName(path string) string {
	parts := strings.Split(path, "/")
	last := parts[len(parts)-1]
	if len(parts) > 1 && len(last) > 1 && last[0] == 'v' && strings.Trim(last[1:], "0123456789") == "" {
		last = parts[len(parts)-2]
	}
	return last
}

// start is where a declaration begins, its comment included.
func start(d ast.Decl) token.Pos {
	var doc *ast.CommentGroup
	switch d := d.(type) {
	case *ast.FuncDecl:
		doc = d.Doc
	case *ast.GenDecl:
		doc = d.Doc
	}
	if doc != nil {
		return doc.Pos()
	}
	return d.Pos()
}

// declares is the name that d declares; of a method the name of its type.
func declares(d ast.Decl) string {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			return d.Name.Name
		}
		t := d.Recv.List[0].Type
		for {
			switch x := t.(type) {
			case *ast.IndexExpr:
				t = x.X
			case *ast.IndexListExpr:
				t = x.X
			case *ast.StarExpr:
				t = x.X
			case *ast.Ident:
				return x.Name
			default:
				panic(fmt.Sprintf("gotest: a receiver of %T", t))
			}
		}
	case *ast.GenDecl:
		switch s := d.Specs[0].(type) {
		case *ast.TypeSpec:
			return s.Name.Name
		case *ast.ValueSpec:
			return s.Names[0].Name
		}
	}
	panic(fmt.Sprintf("gotest: a declaration of %T", d))
}

// print prints what body needs, and what that needs, at the end of the file.
func (s shared) print(f *gosrc.File) {
	for _, name := range slices.Sorted(maps.Keys(s.imports)) {
		if s.imports[name] != supportPath {
			f.Import(name, s.imports[name])
		}
	}
	need := identifiers(f.Body())
	for {
		before := len(need)
		for _, d := range s.decls {
			if need[d.name] {
				for name := range d.uses { // a set: order does not matter
					need[name] = true
				}
			}
		}
		if len(need) == before {
			break
		}
	}
	for _, d := range s.decls {
		if need[d.name] {
			f.P(d.text)
			f.P()
		}
	}
}

// identifiers are the names that stand in declarations.
func identifiers(decls string) map[string]bool {
	out := map[string]bool{}
	file, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+decls, parser.SkipObjectResolution)
	if err != nil {
		panic(fmt.Sprintf("gotest: %v in\n%s", err, gosrc.Numbered([]byte(decls))))
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			out[id.Name] = true
		}
		return true
	})
	return out
}
