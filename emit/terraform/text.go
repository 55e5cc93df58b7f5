package terraform

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"
)

// column is where comments are wrapped.
const column = 80

// comment appends text as comment lines, wrapped at spaces; a line break of
// the text stays one. hclwrite has no comments of its own, and this is the one
// way in which they are written.
func comment(b *hclwrite.Body, indent int, text string) {
	var tokens hclwrite.Tokens
	for _, paragraph := range strings.Split(text, "\n") {
		for _, line := range wrap(printable(paragraph), column-indent-2) {
			line = strings.TrimRight("# "+line, " ")
			tokens = append(tokens, &hclwrite.Token{Type: hclsyntax.TokenComment, Bytes: []byte(line + "\n")})
		}
	}
	b.AppendUnstructuredTokens(tokens)
}

// printable replaces what could end a comment's line, or show it as what it is
// not: control characters, marks that turn the direction of text, and bytes
// that are no UTF-8.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t' || r == '\r' || unicode.Is(unicode.Zs, r):
			return ' '
		case !unicode.IsPrint(r) && r != '\u200d': // which joins emoji
			return unicode.ReplacementChar
		}
		return r
	}, s)
}

// wrap cuts s at spaces into lines of at most width characters, unless a word
// is longer. Leading spaces of s begin every line.
func wrap(s string, width int) []string {
	rest := strings.TrimLeft(s, " ")
	indent := s[:len(s)-len(rest)]
	var lines []string
	line := ""
	for _, word := range strings.Fields(rest) {
		if line != "" && utf8.RuneCountInString(indent+line+" "+word) > width {
			lines = append(lines, indent+line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(lines, indent+line)
}

// text is a quoted string that says s whatever s holds.
func text(s string) hclwrite.Tokens { return hclwrite.TokensForValue(cty.StringVal(s)) }

// code is an expression of ours, which never holds text of a model.
func code(src string) hclwrite.Tokens {
	f, diags := hclwrite.ParseConfig([]byte("x = "+src+"\n"), "code", hcl.InitialPos)
	if diags.HasErrors() {
		panic("terraform: " + src + ": " + diags.Error())
	}
	return f.Body().GetAttribute("x").Expr().BuildTokens(nil)
}

// quoted is text for a name inside code.
func quoted(name string) string { return string(text(name).Bytes()) }

// inside is text for a name inside a quoted template of code.
func inside(name string) string {
	q := quoted(name)
	return q[1 : len(q)-1]
}

// symbol is name as far as an address can hold it. Names of entities and
// patterns are such; those of indexes may hold a dot.
func symbol(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
			return r
		}
		return '_'
	}, name)
}

// objectKey is a bare name where it can be.
func objectKey(name string) hclwrite.Tokens {
	if name == symbol(name) && name != "" && 'a' <= name[0] && name[0] <= 'z' {
		return hclwrite.TokensForIdentifier(name)
	}
	return text(name)
}

func stringList(names []string) cty.Value {
	if len(names) == 0 {
		return cty.EmptyTupleVal
	}
	var out []cty.Value
	for _, n := range names {
		out = append(out, cty.StringVal(n))
	}
	return cty.TupleVal(out)
}

// start is a file with its header.
func (m *module) start() *hclwrite.File {
	f := hclwrite.NewEmptyFile()
	f.Body().AppendUnstructuredTokens(hclwrite.Tokens{{Type: hclsyntax.TokenComment, Bytes: []byte("# " + m.header + "\n")}})
	return f
}

// finish is the file as terraform fmt leaves it.
func finish(f *hclwrite.File) []byte { return hclwrite.Format(f.Bytes()) }
