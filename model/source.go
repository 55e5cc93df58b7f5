package model

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/keyplan/keyplan/model/diag"
)

// maxFileSize is the most bytes that a file of a model may have.
const maxFileSize = 1 << 20

// File is one source file, by the name that diagnostics show.
type File struct {
	Name string
	Src  []byte
	// size is the file's, where that is more than was read.
	size int64
}

// Load reads the model at path: the files of a directory in name order, or one
// file. What is wrong in the text is in the diagnostics; the error is of the
// file system. With diagnostics of severity error the model is as much as could
// be understood, good for finding further mistakes and nothing else.
func Load(path string) (*Model, hcl.Diagnostics, error) {
	names, err := SourceNames(path)
	if err != nil {
		return nil, nil, fmt.Errorf("read the model: %w", err)
	}
	var files []File
	for _, name := range names {
		f, err := readFile(name)
		if err != nil {
			return nil, nil, fmt.Errorf("read the model: %w", err)
		}
		files = append(files, f)
	}
	m, diags := LoadFiles(path, files)
	return m, diags, nil
}

// SourceNames lists the files of the model at path, in the order in which they
// are read.
func SourceNames(path string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return []string{path}, nil
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		name := filepath.Join(path, e.Name())
		if !isSource(e.Name()) {
			continue
		}
		info, err := os.Stat(name)
		if err != nil {
			return nil, err
		}
		if info.IsDir() {
			continue
		}
		if !info.Mode().IsRegular() { // reading a pipe would never end
			return nil, fmt.Errorf("%s is not a regular file", name)
		}
		names = append(names, name)
	}
	slices.Sort(names)
	return names, nil
}

func isSource(name string) bool {
	return strings.HasSuffix(name, ".hcl") && !strings.HasPrefix(name, ".") && !isLock(name)
}

func isLock(name string) bool { return strings.HasSuffix(name, ".lock.hcl") }

// readFile reads no more than tells that a file is too large.
func readFile(name string) (File, error) {
	f, err := os.Open(name)
	if err != nil {
		return File{}, err
	}
	defer f.Close()
	src, err := io.ReadAll(io.LimitReader(f, maxFileSize+1))
	if err != nil {
		return File{}, err
	}
	size := int64(len(src))
	if info, err := f.Stat(); err == nil {
		size = max(size, info.Size())
	}
	return File{Name: name, Src: src, size: size}, nil
}

// LoadFiles is Load over files in memory, in the order given. Path is what the
// model is called.
func LoadFiles(path string, files []File) (*Model, hcl.Diagnostics) {
	m := &Model{Path: path, Files: map[string]*hcl.File{}, Table: defaultTable(fileStart(path))}
	var diags hcl.Diagnostics
	var blocks []*hclsyntax.Block
	if len(files) == 0 {
		diags = append(diags, diag.Error("M005", fileStart(path), "a directory without a model",
			"A model is one or more files that end in .hcl; those that begin with a dot or end in .lock.hcl do not count. `keyplan init` writes one to start from."))
	}
	for _, f := range files {
		body, fileDiags := m.addFile(f)
		diags = append(diags, fileDiags...)
		if body != nil {
			blocks = append(blocks, body.Blocks...)
			diags = append(diags, looseArguments(body)...)
		}
	}
	if !diags.HasErrors() {
		return m, diag.Sort(m.build(blocks))
	}
	if len(files) > 0 {
		diags = append(diags, local(files[0].Name, blocks)...)
	}
	return m, diag.Sort(diags)
}

// local finds what is wrong within the blocks of a model that does not parse as
// a whole. What could be an echo of the missing parts is left out.
func local(name string, blocks []*hclsyntax.Block) hcl.Diagnostics {
	scratch := &Model{FileNames: []string{name}}
	return slices.DeleteFunc(scratch.build(blocks), func(d *hcl.Diagnostic) bool {
		return !slices.Contains([]string{"M006", "M007", "M008", "M011", "M012", "M013", "M014", "M015", "M018", "M030", "M031", "M032", "M033", "M034"}, diag.InfoOf(d).Code)
	})
}

func (m *Model) addFile(f File) (*hclsyntax.Body, hcl.Diagnostics) {
	src := f.Src
	if len(src) > maxFileSize {
		src = nil
	}
	m.Files[f.Name] = &hcl.File{Bytes: src}
	m.FileNames = append(m.FileNames, f.Name)
	if isLock(f.Name) {
		return nil, hcl.Diagnostics{diag.Error("M005", fileStart(f.Name), "a lock file is not a model",
			"Name the model that it belongs to, or the directory that holds both.")}
	}
	parsed, diags := parse(f)
	if parsed == nil {
		return nil, diags
	}
	m.Files[f.Name] = parsed
	if diags.HasErrors() {
		return salvage(f)
	}
	return parsed.Body.(*hclsyntax.Body), diags
}

// parse checks what the parser could not bear, then parses. The file is nil
// where parsing was not tried.
func parse(f File) (*hcl.File, hcl.Diagnostics) {
	if d := readable(f); d != nil {
		return nil, hcl.Diagnostics{d}
	}
	tokens, _ := hclsyntax.LexConfig(f.Src, f.Name, hcl.InitialPos)
	if d := tooDeep(tokens); d != nil {
		return nil, hcl.Diagnostics{d}
	}
	parsed, diags := hclsyntax.ParseConfig(f.Src, f.Name, hcl.InitialPos)
	return parsed, syntaxErrors(diags, longForms(tokens, f.Src))
}

// readable refuses what is too large and what is not UTF-8.
func readable(f File) *hcl.Diagnostic {
	if len(f.Src) > maxFileSize {
		return diag.Error("M002", fileStart(f.Name), "file too large",
			fmt.Sprintf("It has %d bytes, and a file of a model has at most %d. Split the model over several files of one directory.",
				max(f.size, int64(len(f.Src))), maxFileSize))
	}
	if utf8.Valid(f.Src) {
		return nil
	}
	at := 0
	for at < len(f.Src) {
		r, size := utf8.DecodeRune(f.Src[at:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		at += size
	}
	detail := fmt.Sprintf("The byte %#02x does not belong to any character. Save the file as UTF-8.", f.Src[at])
	if bytes.HasPrefix(f.Src, []byte{0xff, 0xfe}) || bytes.HasPrefix(f.Src, []byte{0xfe, 0xff}) {
		detail = "It looks like UTF-16. Save the file as UTF-8."
	}
	return diag.Error("M004", byteRange(f, at), "file is not UTF-8", detail)
}

// byteRange is the range of the byte at offset; all before it is UTF-8.
func byteRange(f File, offset int) hcl.Range {
	start := hcl.InitialPos
	scan := hcl.NewRangeScanner(f.Src[:offset], f.Name, whole)
	for scan.Scan() {
		start = scan.Range().End
	}
	end := start
	end.Byte, end.Column = end.Byte+1, end.Column+1
	return hcl.Range{Filename: f.Name, Start: start, End: end}
}

// whole is a bufio.SplitFunc that splits nothing.
func whole(data []byte, _ bool) (int, []byte, error) { return len(data), data, nil }

func fileStart(name string) hcl.Range {
	return hcl.Range{Filename: name, Start: hcl.InitialPos, End: hcl.InitialPos}
}

// looseArguments reports arguments outside of any block.
func looseArguments(body *hclsyntax.Body) hcl.Diagnostics {
	var diags hcl.Diagnostics
	for _, a := range body.Attributes {
		diags = append(diags, diag.Error("M007", a.NameRange, fmt.Sprintf("argument %q outside of any block", a.Name),
			"At the top level of a model stand only blocks: table, entity, access_pattern and emit."))
	}
	slices.SortFunc(diags, func(a, b *hcl.Diagnostic) int { return cmp.Compare(a.Subject.Start.Byte, b.Subject.Start.Byte) })
	return diags
}
