package model

import (
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// salvage parses a file that has syntax errors once more, block by block: the
// parser says little after its first error, and a mistake in one block should
// not hide those in others. A block begins where a line begins with the name of
// one. The body that comes back has the blocks that parse.
func salvage(f File) (*hclsyntax.Body, hcl.Diagnostics) {
	tokens, _ := hclsyntax.LexConfig(f.Src, f.Name, hcl.InitialPos)
	better := longForms(tokens, f.Src)
	starts := blockStarts(tokens)
	body := &hclsyntax.Body{}
	var diags hcl.Diagnostics
	for i, start := range starts {
		end := len(f.Src)
		if i+1 < len(starts) {
			end = starts[i+1].Byte
		}
		parsed, found := hclsyntax.ParseConfig(f.Src[start.Byte:end], f.Name, start)
		if !found.HasErrors() {
			part := parsed.Body.(*hclsyntax.Body)
			body.Blocks = append(body.Blocks, part.Blocks...)
			diags = append(diags, looseArguments(part)...)
		}
		diags = append(diags, syntaxErrors(found, better)...)
	}
	return body, diags
}

// blockStarts is the start of the file and of each line that begins with the
// name of a block of the top level.
func blockStarts(tokens hclsyntax.Tokens) []hcl.Pos {
	starts := []hcl.Pos{hcl.InitialPos}
	for i, t := range tokens {
		isName := t.Type == hclsyntax.TokenIdent && t.Range.Start.Column == 1 && t.Range.Start.Byte > 0 && i+1 < len(tokens)
		if !isName || !slices.Contains(rootShape().Blocks, string(t.Bytes)) {
			continue
		}
		if next := tokens[i+1].Type; next == hclsyntax.TokenOQuote || next == hclsyntax.TokenIdent || next == hclsyntax.TokenOBrace {
			starts = append(starts, t.Range.Start)
		}
	}
	return starts
}
