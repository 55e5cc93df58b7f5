package access

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/model/diag"
)

// FuzzDecode: whatever the text, patterns are decoded without a panic, also from
// a model that has errors; every diagnostic has a place and a code; and a pattern
// without errors is whole.
func FuzzDecode(f *testing.F) {
	names, _ := filepath.Glob("testdata/*.txtar")
	for _, name := range names {
		a, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		var src []byte
		for _, file := range a.Files {
			if strings.HasSuffix(file.Name, ".hcl") {
				src = append(src, file.Data...)
			}
		}
		f.Add(src)
	}
	names, _ = filepath.Glob("../examples/*/*.hcl")
	for _, name := range names {
		src, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		m, diags := model.LoadFiles("dir", []model.File{{Name: "a.hcl", Src: src}})
		patterns, found := Decode(m)
		for _, d := range found {
			if _, known := diag.Lookup(diag.InfoOf(d).Code); !known || d.Subject == nil || d.Summary == "" || d.Detail == "" {
				t.Fatalf("a diagnostic without a place, a code or words: %v", d)
			}
		}
		if diags.HasErrors() || found.HasErrors() {
			return
		}
		for _, p := range patterns {
			checkPattern(t, p)
		}
	})
}

// checkPattern holds what every later stage relies on.
func checkPattern(t *testing.T, p *Pattern) {
	t.Helper()
	if p.External != "" {
		return
	}
	if p.Name == "" || len(p.Entities) == 0 || len(p.Where) != len(p.Entities) {
		t.Fatalf("%+v is not whole", p)
	}
	operands := p.Equals
	for _, k := range p.ordered() {
		operands = append(operands[:len(operands):len(operands)], k.Operand)
	}
	for i, o := range operands {
		if len(o.Attributes) != len(p.Entities) || o.Lead() == nil {
			t.Fatalf("%s: operand %s is not resolved", p.Name, o.Name)
		}
		for j, a := range o.Attributes {
			skipped := a == nil && p.Entities[j] == p.First && i >= len(p.Equals)
			if !skipped && (a == nil || a.Entity != p.Entities[j]) {
				t.Fatalf("%s: operand %s in %s is %v", p.Name, o.Name, p.Entities[j].Name, a)
			}
		}
	}
	if p.Range != nil && len(p.Range.Operands) == 0 {
		t.Fatalf("%s: a range of nothing", p.Name)
	}
}
