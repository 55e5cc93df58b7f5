package model

import (
	"go/parser"
	"go/token"
	"strings"
	"testing"
)

// TestDocumentedExample: the example of the package comment is a model without a
// mistake.
func TestDocumentedExample(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "doc.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var src strings.Builder
	for line := range strings.Lines(file.Doc.Text()) {
		if code, ok := strings.CutPrefix(line, "\t"); ok || line == "\n" && src.Len() > 0 {
			src.WriteString(strings.TrimRight(code, "\n") + "\n")
		}
	}
	m, diags := LoadFiles("doc", []File{{Name: "doc.hcl", Src: []byte(src.String())}})
	if len(diags) > 0 || len(m.Entities) != 2 || len(m.PatternBlocks) != 1 || len(m.Emits) != 1 {
		t.Fatalf("%v\n%s", diags, src.String())
	}
}
