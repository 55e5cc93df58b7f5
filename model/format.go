package model

import (
	"bytes"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"
)

// Format returns src in canonical form: indented and aligned, labels in quotes,
// one line end at the end. Comments stay. A file that does not parse is refused
// and comes back as nil; name is what the diagnostics show.
func Format(src []byte, name string) ([]byte, hcl.Diagnostics) {
	parsed, diags := parse(File{Name: name, Src: src})
	if diags.HasErrors() {
		return nil, diags
	}
	return formatted(quoteLabels(src, parsed.Body.(*hclsyntax.Body))), nil
}

// quoteLabels puts labels that are bare words in quotes.
func quoteLabels(src []byte, body *hclsyntax.Body) []byte {
	var bare []hcl.Range
	collectBareLabels(src, body, &bare)
	slices.SortFunc(bare, func(a, b hcl.Range) int { return a.Start.Byte - b.Start.Byte })
	var out []byte
	at := 0
	for _, r := range bare {
		out = append(out, src[at:r.Start.Byte]...)
		out = append(out, '"')
		out = append(out, r.SliceBytes(src)...)
		out = append(out, '"')
		at = r.End.Byte
	}
	return append(out, src[at:]...)
}

func collectBareLabels(src []byte, body *hclsyntax.Body, out *[]hcl.Range) {
	for _, b := range body.Blocks {
		for _, r := range b.LabelRanges {
			if text := r.SliceBytes(src); len(text) > 0 && text[0] != '"' {
				*out = append(*out, r)
			}
		}
		collectBareLabels(src, b.Body, out)
	}
}

// formatted lays out source that parses. The formatter moves what it aligned
// once more where a comment was in the way, so it runs until nothing moves.
func formatted(src []byte) []byte {
	src = bytes.TrimPrefix(src, []byte("\xef\xbb\xbf"))
	for range 4 {
		next := hclwrite.Format(src)
		if bytes.Equal(next, src) {
			break
		}
		src = next
	}
	src = bytes.TrimRight(src, "\n\r\t ")
	if len(src) == 0 {
		return nil
	}
	return append(src, '\n')
}
