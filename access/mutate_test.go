package access

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/rogpeppe/go-internal/txtar"
	"pgregory.net/rapid"

	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/model/diag"
)

// sources are the texts of all archives and examples, a text a model.
func sources(t *testing.T) [][]byte {
	t.Helper()
	var out [][]byte
	for _, pattern := range []string{"testdata/*.txtar", "../model/testdata/*.txtar"} {
		names, _ := filepath.Glob(pattern)
		for _, name := range names {
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			var src []byte
			for _, file := range a.Files {
				if strings.HasSuffix(file.Name, ".hcl") {
					src = append(src, file.Data...)
				}
			}
			if len(src) > 0 {
				out = append(out, src)
			}
		}
	}
	names, _ := filepath.Glob("../examples/*/*.hcl")
	for _, name := range names {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, src)
	}
	return out
}

// piece is a token with what stands before it.
type piece struct{ space, text string }

func pieces(src []byte) []piece {
	tokens, _ := hclsyntax.LexConfig(src, "a.hcl", hcl.InitialPos)
	var out []piece
	at := 0
	for _, t := range tokens {
		out = append(out, piece{string(src[at:t.Range.Start.Byte]), string(t.Bytes)})
		at = t.Range.End.Byte
	}
	return out
}

// mutated changes a few tokens: drops one, says one twice, puts one in the place
// of another, or exchanges two.
func mutated(t *rapid.T, list []piece) []byte {
	list = append([]piece(nil), list...)
	for range rapid.IntRange(1, 4).Draw(t, "changes") {
		if len(list) == 0 {
			break
		}
		i := rapid.IntRange(0, len(list)-1).Draw(t, "i")
		j := rapid.IntRange(0, len(list)-1).Draw(t, "j")
		switch rapid.IntRange(0, 3).Draw(t, "change") {
		case 0:
			list = append(list[:i], list[i+1:]...)
		case 1:
			list = append(list[:i+1], list[i:]...)
		case 2:
			list[i].text = list[j].text
		case 3:
			list[i].text, list[j].text = list[j].text, list[i].text
		}
	}
	var b bytes.Buffer
	for _, p := range list {
		b.WriteString(p.space + p.text)
	}
	return b.Bytes()
}

// TestMutatedModels: a model with a slip of the pen or two is read to the end
// without a panic; what is wrong has a place, a code and words; what is not is
// whole; and reading it again says the same.
func TestMutatedModels(t *testing.T) {
	var all [][]piece
	for _, src := range sources(t) {
		all = append(all, pieces(src))
	}
	rapid.Check(t, func(rt *rapid.T) {
		src := mutated(rt, rapid.SampledFrom(all).Draw(rt, "source"))
		m, diags := model.LoadFiles("dir", []model.File{{Name: "a.hcl", Src: src}})
		patterns, found := Decode(m)
		for _, d := range append(diags, found...) {
			if _, known := diag.Lookup(diag.InfoOf(d).Code); !known || d.Subject == nil || d.Summary == "" || d.Detail == "" {
				rt.Fatalf("a diagnostic without a place, a code or words: %v\n%s", d, src)
			}
			if end := d.Subject.End.Byte; d.Subject.Filename == "a.hcl" && (end > len(src) || d.Subject.Start.Byte > end) {
				rt.Fatalf("%s: no such place: %v\n%s", diag.InfoOf(d).Code, d.Subject, src)
			}
		}
		if err := diag.Write(io.Discard, append(diags, found...), m.Files, diag.Options{}); err != nil {
			rt.Fatal(err)
		}
		_, again := model.LoadFiles("dir", []model.File{{Name: "a.hcl", Src: src}})
		if len(again) != len(diags) {
			rt.Fatalf("%d diagnostics, then %d\n%s", len(diags), len(again), src)
		}
		for i := range again {
			if again[i].Error() != diags[i].Error() {
				rt.Fatalf("%v, then %v\n%s", diags[i], again[i], src)
			}
		}
		if !diags.HasErrors() && !found.HasErrors() {
			for _, p := range patterns {
				checkPattern(t, p)
			}
		}
	})
}
