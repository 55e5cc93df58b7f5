package model

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/keyplan/keyplan/model/diag"
)

// seeds are the sources of all archives and of the examples.
func seeds(f *testing.F) [][]byte {
	f.Helper()
	var out [][]byte
	for _, pattern := range []string{"testdata/*.txtar", "../access/testdata/*.txtar"} {
		names, _ := filepath.Glob(pattern)
		for _, name := range names {
			a, err := txtar.ParseFile(name)
			if err != nil {
				f.Fatal(err)
			}
			for _, file := range a.Files {
				if strings.HasSuffix(file.Name, ".hcl") {
					out = append(out, file.Data)
				}
			}
		}
	}
	names, _ := filepath.Glob("../examples/*/*.hcl")
	for _, name := range names {
		src, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		out = append(out, src)
	}
	return out
}

// FuzzLoad: whatever the text, there is a model or there are diagnostics, each
// with a place that exists, a code that is explained, and words that a terminal
// can be given.
func FuzzLoad(f *testing.F) {
	for _, src := range seeds(f) {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		m, diags := LoadFiles("dir", []File{{Name: "a.hcl", Src: src}})
		if m == nil {
			t.Fatal("no model")
		}
		for _, d := range diags {
			checkDiagnostic(t, d, m)
		}
		var b bytes.Buffer
		if err := diag.Write(&b, diags, m.Files, diag.Options{}); err != nil {
			t.Fatal(err)
		}
		for _, r := range b.String() {
			if unicode.IsControl(r) && r != '\n' {
				t.Fatalf("%q reaches the terminal", r)
			}
		}
		if !diags.HasErrors() {
			checkModel(t, m)
		}
	})
}

func checkDiagnostic(t *testing.T, d *hcl.Diagnostic, m *Model) {
	t.Helper()
	info := diag.InfoOf(d)
	if _, known := diag.Lookup(info.Code); !known {
		t.Fatalf("%s: %s has no code that is explained: %q", d.Subject, d.Summary, info.Code)
	}
	if d.Subject == nil || d.Summary == "" || d.Detail == "" {
		t.Fatalf("a diagnostic without a place or words: %v", d)
	}
	places := []hcl.Range{*d.Subject}
	for _, r := range info.Related {
		places = append(places, r.Range)
	}
	for _, r := range places {
		if r.Filename == "dir" {
			continue
		}
		file := m.Files[r.Filename]
		if file == nil || r.Start.Line < 1 || r.Start.Column < 1 || r.End.Byte < r.Start.Byte || r.End.Byte > len(file.Bytes)+1 && file.Bytes != nil {
			t.Fatalf("%s %s: no such place: %+v", info.Code, d.Summary, r)
		}
	}
}

// checkModel holds what every later stage relies on.
func checkModel(t *testing.T, m *Model) {
	t.Helper()
	for _, e := range m.Entities {
		if e.Prefix == "" || e.Name == "" {
			t.Fatalf("entity %q without a prefix", e.Name)
		}
		for _, a := range e.Attributes {
			if a.Type == nil || isUnknown(a.Type) || a.Prefix == "" || a.StoredAs == "" || a.Entity != e {
				t.Fatalf("attribute %+v is not resolved", a)
			}
		}
		for _, a := range e.Identity {
			if !a.InIdentity || a.Optional || !a.Immutable {
				t.Fatalf("identity attribute %+v", a)
			}
		}
		for _, p := range e.Pins {
			if p.Partition == nil {
				t.Fatalf("pin %q without a partition key", p.Index)
			}
			checkTemplate(t, p.Partition)
			checkTemplate(t, p.Sort)
		}
	}
}

func checkTemplate(t *testing.T, k Key) {
	t.Helper()
	template, ok := k.(Template)
	if !ok {
		return
	}
	for i := 1; i < len(template); i++ {
		_, first := template[i-1].(Literal)
		_, second := template[i].(Literal)
		if first && second {
			t.Fatalf("two literals side by side in %s", template)
		}
	}
}

// FuzzFormat: what parses is formatted, to text that says the same and that
// formatting leaves alone.
func FuzzFormat(f *testing.F) {
	for _, src := range seeds(f) {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		once, diags := Format(src, "a.hcl")
		if diags.HasErrors() {
			if once != nil {
				t.Fatal("a file that does not parse was formatted")
			}
			return
		}
		twice, diags := Format(once, "a.hcl")
		if diags.HasErrors() {
			t.Fatalf("what was formatted does not parse: %v\n%s", diags, once)
		}
		if !bytes.Equal(once, twice) {
			t.Fatalf("formatting again changes\n%s\nto\n%s", once, twice)
		}
		if got, want := significant(once), significant(src); got != want {
			t.Fatalf("formatting changed the text:\n%q\n%q", want, got)
		}
	})
}

// significant is the text of all tokens but line ends and quotes around labels;
// comments are among them.
func significant(src []byte) string {
	tokens, _ := hclsyntax.LexConfig(src, "a.hcl", hcl.InitialPos)
	var b strings.Builder
	for _, t := range tokens {
		switch t.Type {
		case hclsyntax.TokenNewline, hclsyntax.TokenOQuote, hclsyntax.TokenCQuote, hclsyntax.TokenEOF:
			continue
		}
		b.WriteString(strings.TrimSpace(string(t.Bytes)))
		b.WriteByte('\n')
	}
	return b.String()
}
