// Package gosrc prints one Go source file: lines as they will read, imports
// that follow use, one pass of go/format, and comments that stay comments
// whatever text they carry.
//
// It knows nothing of layouts or of the code that it prints.
package gosrc

import (
	"bytes"
	"fmt"
	"go/format"
	"slices"
	"strings"
)

// File is a Go source file in the making.
type File struct {
	header, pkg string
	doc         []string
	body        bytes.Buffer
	// imports are import paths by the name that the file uses.
	imports map[string]string
}

// New begins a file: header is its first line without the slashes ("Code
// generated … DO NOT EDIT."), pkg its package clause.
func New(header, pkg string) *File {
	return &File{header: header, pkg: pkg, imports: map[string]string{}}
}

// Doc makes text the package comment.
func (f *File) Doc(text string) { f.doc = Comment(text) }

// Import names a package for use in the file and returns name. The import is
// printed only if the body then says "name.".
func (f *File) Import(name, path string) string {
	if old, ok := f.imports[name]; ok && old != path {
		panic(fmt.Sprintf("gosrc: %s is both %s and %s", name, old, path))
	}
	f.imports[name] = path
	return name
}

// P prints one line of its arguments, side by side.
func (f *File) P(args ...any) {
	for _, a := range args {
		fmt.Fprint(&f.body, a)
	}
	f.body.WriteByte('\n')
}

// Pf prints one line by a format.
func (f *File) Pf(line string, args ...any) {
	fmt.Fprintf(&f.body, line, args...)
	f.body.WriteByte('\n')
}

// Comment prints text as comment lines.
func (f *File) Comment(text string) {
	for _, l := range Comment(text) {
		f.P(l)
	}
}

// Bytes is the whole file, formatted. An error holds the source with its lines
// numbered.
func (f *File) Bytes() ([]byte, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "// %s\n\n", f.header)
	for _, l := range f.doc {
		fmt.Fprintln(&b, l)
	}
	fmt.Fprintf(&b, "package %s\n\n", f.pkg)
	f.printImports(&b)
	b.Write(f.body.Bytes())
	out, err := format.Source(b.Bytes())
	if err != nil {
		return nil, fmt.Errorf("generated source: %w\n%s", err, Numbered(b.Bytes()))
	}
	return out, nil
}

// printImports prints the standard library's packages, then the others, each
// sorted by path.
func (f *File) printImports(b *bytes.Buffer) {
	var std, other []string
	for name, path := range f.imports {
		if !used(f.body.Bytes(), name) {
			continue
		}
		spec := fmt.Sprintf("%q", path)
		if name != path[strings.LastIndexByte(path, '/')+1:] {
			spec = name + " " + spec
		}
		if strings.Contains(strings.SplitN(path, "/", 2)[0], ".") {
			other = append(other, spec)
		} else {
			std = append(std, spec)
		}
	}
	if len(std)+len(other) == 0 {
		return
	}
	if len(std)+len(other) == 1 {
		fmt.Fprintln(b, "import", slices.Concat(std, other)[0])
		fmt.Fprintln(b)
		return
	}
	slices.SortFunc(std, byPath)
	slices.SortFunc(other, byPath)
	fmt.Fprintln(b, "import (")
	for _, s := range std {
		fmt.Fprintln(b, s)
	}
	if len(std) > 0 && len(other) > 0 {
		fmt.Fprintln(b)
	}
	for _, s := range other {
		fmt.Fprintln(b, s)
	}
	fmt.Fprint(b, ")\n\n")
}

func byPath(a, b string) int {
	return strings.Compare(a[strings.IndexByte(a, '"'):], b[strings.IndexByte(b, '"'):])
}

// Numbered is src with a number before each line.
func Numbered(src []byte) string {
	var b strings.Builder
	for i, l := range strings.Split(string(src), "\n") {
		fmt.Fprintf(&b, "%5d  %s\n", i+1, l)
	}
	return b.String()
}

// Body is what was printed so far, without header and imports.
func (f *File) Body() string { return f.body.String() }
