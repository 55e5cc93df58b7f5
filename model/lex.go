package model

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/keyplan/keyplan/model/diag"
)

// maxDepth is how deep brackets and templates may be nested. The parser
// recurses, and running out of stack ends the process.
const maxDepth = 100

// tooDeep finds where the parser would recurse too far: brackets and templates
// inside each other, runs of signs, and what recurses without any bracket or
// never ends (conditionals, template directives, splats, scopes), none of which
// a model has a use for.
func tooDeep(tokens hclsyntax.Tokens) *hcl.Diagnostic {
	depth, signs, foreign := 0, 0, 0
	for i, t := range tokens {
		switch t.Type {
		case hclsyntax.TokenOBrace, hclsyntax.TokenOBrack, hclsyntax.TokenOParen, hclsyntax.TokenTemplateInterp:
			depth++
		case hclsyntax.TokenTemplateControl:
			depth++
			foreign++
		case hclsyntax.TokenCBrace, hclsyntax.TokenCBrack, hclsyntax.TokenCParen, hclsyntax.TokenTemplateSeqEnd:
			depth = max(depth-1, 0)
		case hclsyntax.TokenQuestion, hclsyntax.TokenDoubleColon:
			foreign++
		case hclsyntax.TokenStar:
			if i > 0 && (tokens[i-1].Type == hclsyntax.TokenOBrack || tokens[i-1].Type == hclsyntax.TokenDot) {
				foreign++
			}
		}
		if t.Type == hclsyntax.TokenMinus || t.Type == hclsyntax.TokenBang {
			signs++
		} else {
			signs = 0
		}
		if depth > maxDepth || signs > maxDepth || foreign > maxDepth {
			return diag.Error("M003", t.Range, "nested too deeply",
				fmt.Sprintf("Brackets, templates and operators may stand at most %d deep inside each other. No model needs more than a few.", maxDepth))
		}
	}
	return nil
}

// longForm is a block on one line with several arguments, which does not parse.
type longForm struct {
	line int
	diag *hcl.Diagnostic
}

// longForms finds the blocks on one line that have several arguments.
func longForms(tokens hclsyntax.Tokens, src []byte) []longForm {
	var out []longForm
	for i := 1; i+1 < len(tokens); i++ {
		prev := tokens[i-1].Type
		opens := tokens[i].Type == hclsyntax.TokenOBrace && (prev == hclsyntax.TokenIdent || prev == hclsyntax.TokenCQuote)
		if !opens || tokens[i+1].Type == hclsyntax.TokenNewline {
			continue
		}
		args, end := lineArguments(tokens, i+1)
		if len(args) < 2 {
			continue
		}
		second := tokens[args[1]].Range
		out = append(out, longForm{line: second.Start.Line, diag: diag.Error("M019", second,
			"two arguments in a block on one line",
			"A block on one line holds one argument. Write each on a line of its own:\n\n"+rewritten(tokens, src, i, args, end))})
	}
	return out
}

// lineArguments returns the tokens at which arguments begin between from and
// the brace or line end that closes the block on one line.
func lineArguments(tokens hclsyntax.Tokens, from int) (args []int, end int) {
	depth := 0
	for i := from; i < len(tokens); i++ {
		switch tokens[i].Type {
		case hclsyntax.TokenOBrace, hclsyntax.TokenOBrack, hclsyntax.TokenOParen, hclsyntax.TokenTemplateInterp, hclsyntax.TokenTemplateControl, hclsyntax.TokenOQuote:
			depth++
		case hclsyntax.TokenCBrack, hclsyntax.TokenCParen, hclsyntax.TokenTemplateSeqEnd, hclsyntax.TokenCQuote:
			depth--
		case hclsyntax.TokenCBrace:
			if depth == 0 {
				return args, i
			}
			depth--
		case hclsyntax.TokenNewline, hclsyntax.TokenEOF, hclsyntax.TokenOHeredoc:
			return nil, i
		case hclsyntax.TokenIdent:
			if depth == 0 && i+1 < len(tokens) && tokens[i+1].Type == hclsyntax.TokenEqual {
				args = append(args, i)
			}
		}
	}
	return nil, len(tokens) - 1
}

// rewritten is the block over several lines, as formatting would have it.
func rewritten(tokens hclsyntax.Tokens, src []byte, brace int, args []int, end int) string {
	first := brace
	for first > 0 && tokens[first-1].Type != hclsyntax.TokenNewline && tokens[first-1].Type != hclsyntax.TokenOBrace {
		first--
	}
	var b strings.Builder
	b.Write(src[tokens[first].Range.Start.Byte:tokens[brace].Range.End.Byte])
	b.WriteString("\n")
	for i, a := range args {
		stop := tokens[end].Range.Start.Byte
		if i+1 < len(args) {
			stop = tokens[args[i+1]].Range.Start.Byte
		}
		b.WriteString(strings.TrimRight(string(src[tokens[a].Range.Start.Byte:stop]), " \t,;"))
		b.WriteString("\n")
	}
	b.WriteString("}\n")
	var out strings.Builder
	for line := range strings.Lines(string(formatted([]byte(b.String())))) {
		out.WriteString("    " + line)
	}
	return strings.TrimRight(out.String(), "\n")
}

// syntaxErrors gives the parser's diagnostics their code and our manner. Those
// on the line of a better one are left out.
func syntaxErrors(found hcl.Diagnostics, better []longForm) hcl.Diagnostics {
	var diags hcl.Diagnostics
	lines := map[int]bool{}
	for _, l := range better {
		diags = append(diags, l.diag)
		lines[l.line] = true
	}
	for _, d := range found {
		if d.Subject == nil || lines[d.Subject.Start.Line] {
			continue
		}
		diags = append(diags, syntaxError(d))
	}
	return diags
}

func syntaxError(d *hcl.Diagnostic) *hcl.Diagnostic {
	switch d.Summary {
	case "Attribute redefined":
		return diag.Error("M010", *d.Subject, "argument given twice", d.Detail)
	case "Invalid template control keyword":
		return diag.Error("M015", *d.Subject, "text that is computed",
			"The characters %{ begin a directive, and this text is taken as it stands. Write %%{ for them.")
	}
	return diag.Error("M001", *d.Subject, lowerFirst(d.Summary), d.Detail)
}

// lowerFirst makes a clause of a title, except where it begins with an
// abbreviation.
func lowerFirst(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	next, _ := utf8.DecodeRuneInString(s[size:])
	if unicode.IsUpper(next) {
		return s
	}
	return string(unicode.ToLower(r)) + s[size:]
}
