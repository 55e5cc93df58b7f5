package gorepo

import (
	"bytes"
	"embed"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strings"

	"github.com/keyplan/keyplan/emit"
)

//go:embed support/*.go
var runtime embed.FS

// modelled is the file of support whose constants are printed from the model
// instead (keys.go).
const modelled = "schema.go"

// runtimeSources are the files of support that are copied, by name.
func runtimeSources() map[string][]byte {
	entries, err := runtime.ReadDir("support")
	if err != nil {
		panic(err) // embedded
	}
	out := map[string][]byte{}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		src, err := runtime.ReadFile("support/" + e.Name())
		if err != nil {
			panic(err)
		}
		out[e.Name()] = src
	}
	return out
}

// runtimeNames are the names that support declares in the package.
func runtimeNames() []string {
	var out []string
	for name, src := range runtimeSources() {
		file, err := parser.ParseFile(token.NewFileSet(), name, src, parser.SkipObjectResolution)
		if err != nil {
			panic(err)
		}
		for _, d := range file.Decls {
			out = append(out, declaredNames(d)...)
		}
	}
	return out
}

func declaredNames(d ast.Decl) []string {
	var out []string
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			out = append(out, d.Name.Name)
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				out = append(out, s.Name.Name)
			case *ast.ValueSpec:
				for _, n := range s.Names {
					out = append(out, n.Name)
				}
			}
		}
	}
	return out
}

// runtimeFiles are the copies of support, each as support_NAME.go with the
// generated header and package clause.
func runtimeFiles(header, pkg string) []emit.File {
	sources := runtimeSources()
	var out []emit.File
	for _, name := range sortedKeys(sources) {
		if name == modelled {
			continue
		}
		src := sources[name]
		clause := []byte("package support\n")
		at := bytes.Index(src, clause)
		if at < 0 {
			panic("gorepo: " + name + " has no package clause")
		}
		var b bytes.Buffer
		fmt.Fprintf(&b, "// %s\n\n%spackage %s\n", header, src[:at], pkg)
		b.Write(src[at+len(clause):])
		out = append(out, emit.File{Path: "support_" + name, Content: b.Bytes()})
	}
	return out
}
