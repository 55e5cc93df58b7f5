package model

import (
	"fmt"
	"go/token"
	"path"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/model/syntax"
)

func emitKinds() []string { return []string{"terraform", "go", "tests", "docs"} }

func emitShape(kind string) syntax.Shape {
	args := map[string][]string{
		"terraform": {"path", "provider", "profile"},
		"go":        {"path", "package"},
		"tests":     {"path", "package"},
	}[kind]
	if args == nil {
		args = []string{"path"}
	}
	return syntax.Shape{What: "an emit block of " + kind, Args: args}
}

func (b *builder) emit(block *hclsyntax.Block) {
	kind, ok := syntax.Label(block, &b.diags)
	if !ok {
		return
	}
	if !slices.Contains(emitKinds(), kind.V) {
		meant := syntax.Suggest(kind.V, emitKinds())
		detail := "It is one of " + syntax.List(emitKinds(), "and") + "."
		if meant != "" {
			detail = fmt.Sprintf("Did you mean %s? ", syntax.Quote(meant)) + detail
		}
		b.add(diag.Error("M018", kind.Range, fmt.Sprintf("nothing emits %s", syntax.Quote(kind.V)), detail))
		return
	}
	r := b.read(block, emitShape(kind.V))
	e := &Emit{Kind: kind.V, Range: r.Header()}
	for _, first := range b.m.Emits {
		if first.Kind == e.Kind {
			b.add(declaredTwice("emit block", e.Kind, kind.Range, first.Range))
			return
		}
	}
	e.Path = b.emitPath(r)
	switch e.Kind {
	case "terraform":
		b.emitTerraform(e, r)
	case "go", "tests":
		b.emitPackage(e, r)
	}
	b.m.Emits = append(b.m.Emits, e)
}

// emitPath reads the path, relative to the model and with slashes.
func (b *builder) emitPath(r *syntax.Reader) string {
	v := r.Text("path")
	if r.Arg("path") == nil {
		r.Missing("path", "Say where the files go, relative to the model.")
	}
	if !v.Set {
		return ""
	}
	printable := isStoredName(v.V) || len(v.V) > 255
	if !printable || path.IsAbs(v.V) || strings.ContainsAny(v.V, `\`) || len(v.V) > 1 && v.V[1] == ':' {
		b.add(diag.Error("M070", v.Range, fmt.Sprintf("illegal path %s", syntax.Quote(v.V)),
			"Files go to a path relative to the model, with slashes, so that it is the same on every machine."))
		return ""
	}
	return path.Clean(v.V)
}

func (b *builder) emitTerraform(e *Emit, r *syntax.Reader) {
	e.Provider, e.Profile = 6, "aws"
	if v := r.Int("provider", 5, 6); v.Set {
		e.Provider = int(v.V)
	}
	if v := r.Keyword("profile", "aws", "local"); v.Set {
		e.Profile = v.V
	}
}

func (b *builder) emitPackage(e *Emit, r *syntax.Reader) {
	v := r.Text("package")
	if v.Set {
		e.Package = v.V
	} else if r.Arg("package") == nil && e.Path != "" {
		e.Package = strings.ToLower(strings.NewReplacer("-", "", "_", "", ".", "").Replace(path.Base(e.Path)))
		if e.Kind == "tests" {
			e.Package += "_test"
		}
	}
	if e.Package == "" || token.IsIdentifier(e.Package) && isASCII(e.Package) && e.Package != "_" && e.Package != "main" {
		return
	}
	b.add(diag.Error("M071", v.Range, fmt.Sprintf("%s is not the name of a Go package", syntax.Quote(e.Package)),
		`A package is called by a Go identifier that is no keyword, in lower case: write package = "shopdb".`))
}
