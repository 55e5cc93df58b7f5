package gorepo

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/keyplan/keyplan/emit"
)

// prune leaves out of the copies of support what the package has no use for: a
// table without decimals gets no Decimal. What stays is as it stands in
// support, declaration for declaration.
func prune(files []emit.File) []emit.File {
	p := &pruner{fset: token.NewFileSet(), said: map[string]bool{}, selected: map[string]bool{}, types: map[string]bool{}}
	for _, f := range files {
		p.add(f)
	}
	for p.reach() {
		continue
	}
	var out []emit.File
	for i, f := range files {
		if p.copied[i] == nil {
			out = append(out, f)
		} else if src := p.rest(f, p.copied[i]); src != nil {
			out = append(out, emit.File{Path: f.Path, Content: src})
		}
	}
	return out
}

// pruner finds what is used. It goes by names alone, so that it may keep too
// much, and never too little.
type pruner struct {
	fset *token.FileSet
	// copied are parallel to the files: nil for a printed one.
	copied []*copied
	decls  []*decl
	// types are the types that support declares; said is every name that what
	// is kept mentions, and selected every one behind a dot.
	types, said, selected map[string]bool
}

// copied is a file of support.
type copied struct {
	file  *ast.File
	decls []*decl
}

// decl is a top-level declaration of support.
type decl struct {
	node ast.Decl
	// names are what it declares; of a method receiver is its type.
	names    []string
	receiver string
	kept     bool
}

func (p *pruner) add(f emit.File) {
	file, err := parser.ParseFile(p.fset, f.Path, f.Content, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		panic("gorepo: " + err.Error())
	}
	if !strings.HasPrefix(f.Path, "support_") {
		p.mention(file)
		p.copied = append(p.copied, nil)
		return
	}
	c := &copied{file: file}
	for _, node := range file.Decls {
		d := &decl{node: node, names: declaredNames(node)}
		switch node := node.(type) {
		case *ast.GenDecl:
			if node.Tok == token.IMPORT {
				continue
			}
			if node.Tok == token.TYPE {
				p.types[d.names[0]] = true
			}
		case *ast.FuncDecl:
			if node.Recv != nil {
				d.receiver = typeName(node.Recv.List[0].Type)
				d.names = []string{node.Name.Name}
			}
		}
		c.decls, p.decls = append(c.decls, d), append(p.decls, d)
	}
	p.copied = append(p.copied, c)
}

// mention notes what a node mentions: names, and apart from them what stands
// behind a dot. The names of fields and of parameters are not mentioned by being
// declared, nor is a name that a parameter hides.
func (p *pruner) mention(n ast.Node) { p.visit(n, nil) }

func (p *pruner) visit(n ast.Node, hidden []string) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			if !slices.Contains(hidden, n.Name) {
				p.said[n.Name] = true
			}
		case *ast.SelectorExpr:
			p.selected[n.Sel.Name] = true
			p.visit(n.X, hidden)
			return false
		case *ast.InterfaceType:
			for _, m := range n.Methods.List {
				for _, name := range m.Names {
					p.selected[name.Name] = true
				}
			}
		case *ast.Field:
			p.visit(n.Type, hidden)
			return false
		case *ast.FuncDecl:
			if n.Recv != nil {
				p.visit(n.Recv, hidden)
			} else {
				p.said[n.Name.Name] = true
			}
			p.visit(n.Type, hidden)
			p.visit(n.Body, append(parameters(n.Type, n.Recv), hidden...))
			return false
		case *ast.FuncLit:
			p.visit(n.Type, hidden)
			p.visit(n.Body, append(parameters(n.Type), hidden...))
			return false
		}
		return true
	})
}

// parameters are the names that a function's own scope declares.
func parameters(f *ast.FuncType, more ...*ast.FieldList) (out []string) {
	for _, list := range append(more, f.Params, f.Results) {
		if list == nil {
			continue
		}
		for _, field := range list.List {
			for _, n := range field.Names {
				out = append(out, n.Name)
			}
		}
	}
	return out
}

// reach keeps what has come into use and says whether anything has.
func (p *pruner) reach() bool {
	more := false
	for _, d := range p.decls {
		if d.kept || !p.used(d) {
			continue
		}
		d.kept, more = true, true
		p.mention(d.node)
	}
	return more
}

// used says whether a declaration is: something mentions it, or it is there for
// callers. A function is where every type of support in its signature is used.
func (p *pruner) used(d *decl) bool {
	if d.receiver != "" {
		return p.said[d.receiver] && (ast.IsExported(d.names[0]) || p.selected[d.names[0]])
	}
	for _, n := range d.names {
		if p.said[n] {
			return true
		}
	}
	f, ok := d.node.(*ast.FuncDecl)
	if !ok || !ast.IsExported(d.names[0]) {
		return ok && d.names[0] == "_"
	}
	used := true
	ast.Inspect(f.Type, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && p.types[id.Name] && !p.said[id.Name] {
			used = false
		}
		return true
	})
	return used
}

// typeName is the name of a receiver's type.
func typeName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return typeName(e.X)
	case *ast.IndexExpr:
		return typeName(e.X)
	case *ast.Ident:
		return e.Name
	}
	panic(fmt.Sprintf("gorepo: a receiver of %T", e))
}

// rest is a file with the declarations that are kept and the imports that they
// need; nil for none.
func (p *pruner) rest(f emit.File, c *copied) []byte {
	q := &pruner{said: map[string]bool{}, selected: map[string]bool{}}
	var body bytes.Buffer
	for _, d := range c.decls {
		if !d.kept {
			continue
		}
		q.mention(d.node)
		body.WriteString("\n")
		body.Write(f.Content[p.start(d.node):p.fset.Position(d.node.End()).Offset])
		body.WriteString("\n")
	}
	if body.Len() == 0 {
		return nil
	}
	var out bytes.Buffer
	out.Write(f.Content[:p.fset.Position(c.file.Name.End()).Offset])
	out.WriteString("\n\nimport (\n")
	for _, spec := range c.file.Imports {
		name, text := importName(spec)
		if q.said[name] {
			out.WriteString(text + "\n")
		}
		if end := p.fset.Position(spec.End()).Offset; bytes.HasPrefix(f.Content[end:], []byte("\n\n")) {
			out.WriteString("\n")
		}
	}
	out.WriteString(")\n")
	out.Write(body.Bytes())
	src, err := format.Source(bytes.Replace(out.Bytes(), []byte("import (\n)\n"), nil, 1))
	if err != nil {
		panic("gorepo: " + f.Path + ": " + err.Error())
	}
	return src
}

// start is where a declaration begins, its comment included.
func (p *pruner) start(d ast.Decl) int {
	at := d.Pos()
	switch d := d.(type) {
	case *ast.GenDecl:
		if d.Doc != nil {
			at = d.Doc.Pos()
		}
	case *ast.FuncDecl:
		if d.Doc != nil {
			at = d.Doc.Pos()
		}
	}
	return p.fset.Position(at).Offset
}

// importName is the name that a file uses an import by, and its line.
func importName(spec *ast.ImportSpec) (name, text string) {
	if spec.Name != nil {
		return spec.Name.Name, spec.Name.Name + " " + spec.Path.Value
	}
	full, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		panic(err) // parsed
	}
	name = path.Base(full)
	if name == "v2" {
		name = path.Base(path.Dir(full))
	}
	return name, spec.Path.Value
}
