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
	"github.com/keyplan/keyplan/model"
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
			out = append(out, declared(d)...)
		}
	}
	return out
}

func declared(d ast.Decl) []string {
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
// generated header and package clause. What serves the type any is left out
// where no attribute has it, and with it the SDK's package that it needs.
func runtimeFiles(header string, v *View) []emit.File {
	sources := runtimeSources()
	var out []emit.File
	for _, name := range sortedKeys(sources) {
		if name == modelled || name == "any.go" && !v.usesAny() {
			continue
		}
		src := sources[name]
		clause := []byte("package support\n")
		at := bytes.Index(src, clause)
		if at < 0 {
			panic("gorepo: " + name + " has no package clause")
		}
		var b bytes.Buffer
		fmt.Fprintf(&b, "// %s\n\n%spackage %s\n", header, src[:at], v.Package)
		b.Write(src[at+len(clause):])
		out = append(out, emit.File{Path: "support_" + name, Content: b.Bytes()})
	}
	return out
}

// usesAny says whether an attribute has the type any, at any depth.
func (v *View) usesAny() bool {
	for _, x := range v.Entities {
		for _, fd := range x.Fields {
			if holdsAny(fd.Attribute.Type) {
				return true
			}
		}
	}
	return false
}

func holdsAny(t model.Type) bool {
	switch t := t.(type) {
	case model.Any:
		return true
	case model.List:
		return holdsAny(t.Elem)
	case model.Map:
		return holdsAny(t.Elem)
	case model.Object:
		for _, f := range t.Fields {
			if holdsAny(f.Type) {
				return true
			}
		}
	}
	return false
}
