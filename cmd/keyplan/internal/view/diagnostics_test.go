package view

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/hcl/v2"

	"github.com/keyplan/keyplan/model/diag"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), string(got)); d != "" {
		t.Errorf("%s: %s", name, d)
	}
}

// cjk is a line where the three ways to count columns differ: two characters
// of three bytes each, one letter with a combining accent (one grapheme, two
// code points), then the word that is wrong.
const cjk = "/* 日本e\u0301 */ entty \"x\" {}\n"

func wrongWord() hcl.Range {
	start := strings.Index(cjk, "entty")
	return hcl.Range{
		Filename: "dir/a b.hcl",
		Start:    hcl.Pos{Line: 1, Column: 11, Byte: start},
		End:      hcl.Pos{Line: 1, Column: 16, Byte: start + 5},
	}
}

func TestSARIF(t *testing.T) {
	files := map[string]*hcl.File{"dir/a b.hcl": {Bytes: []byte(cjk)}}
	diags := hcl.Diagnostics{
		diag.Error("X001", wrongWord(), "no such block", "There is no entty.", diag.At("like this", wrongWord())),
		diag.Warning("X001", wrongWord(), "no detail", ""),
	}
	var b bytes.Buffer
	if err := SARIF(&b, diags, files); err != nil {
		t.Fatal(err)
	}
	golden(t, "check.sarif", b.Bytes())
}

// TestSARIFRules: the codes that occur come with what the catalogue says.
func TestSARIFRules(t *testing.T) {
	entries := diag.Catalogue()
	first := entries[0]
	got := sarifRules(hcl.Diagnostics{
		diag.Error(first.Code, wrongWord(), "one", ""), diag.Error(first.Code, wrongWord(), "two", ""),
	})
	want := []sarifRule{{first.Code, sarifText{first.Title}, sarifText{first.Text}}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestSARIFColumnsAreCodePoints(t *testing.T) {
	at := wrongWord()
	if got := codePointColumn([]byte(cjk), at.Start); got != 12 {
		t.Errorf("column %d, want 12", got)
	}
	two := "a\n" + cjk
	at.Start.Byte += 2
	if got := codePointColumn([]byte(two), at.Start); got != 12 {
		t.Errorf("column %d on the second line, want 12", got)
	}
	if got := codePointColumn(nil, at.Start); got != 11 {
		t.Errorf("column %d without source, want hcl's 11", got)
	}
}

// TestGitHubEscapes: what a model says must not end the command or start
// another one.
func TestGitHubEscapes(t *testing.T) {
	d := diag.Error("M001", rangeAt("a,b:c.hcl", 3, 4, 10, 2), "name\n::error::x, y", "50% of\r\nit",
		diag.At("here", rangeAt("o.hcl", 1, 2, 1, 1)))
	var b bytes.Buffer
	if err := GitHub(&b, hcl.Diagnostics{d}); err != nil {
		t.Fatal(err)
	}
	want := "::error file=a%2Cb%3Ac.hcl,line=3,col=4,endLine=3,endColumn=6,title=name%0A%3A%3Aerror%3A%3Ax%2C y [M001]" +
		"::50%25 of%0D%0Ait%0Ahere: o.hcl:1,2\n"
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
}

func TestDiagnosticsJSON(t *testing.T) {
	var b bytes.Buffer
	if err := DiagnosticsJSON(&b, hcl.Diagnostics{{Severity: hcl.DiagError, Summary: "no place"}}); err != nil {
		t.Fatal(err)
	}
	golden(t, "check.json", b.Bytes())
}
