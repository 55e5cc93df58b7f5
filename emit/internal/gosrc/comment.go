package gosrc

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// width is how far a comment's words go before the next line.
const width = 80

// Comment is text as comment lines, whatever it holds. Words are wrapped,
// except in lines that begin with a tab, which are preformatted. What a reader
// could not see (control characters, bidirectional overrides, bytes that are
// no UTF-8) is written as its code point.
func Comment(text string) []string {
	var out []string
	for _, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		if strings.HasPrefix(line, "\t") {
			out = append(out, "//\t"+Visible(line[1:]))
			continue
		}
		out = append(out, wrap(Visible(line))...)
	}
	return out
}

// wrap breaks s at its spaces. The space after "//" keeps a line from being a
// directive; an old build constraint, which allows it, is quoted.
func wrap(s string) []string {
	words := strings.Fields(s)
	if len(words) == 0 {
		return []string{"//"}
	}
	var out []string
	line := "//"
	for _, w := range words {
		if line != "//" && len(line)+1+len(w) > width {
			out = append(out, line)
			line = "//"
		}
		if line == "//" && strings.HasPrefix(w, "+build") {
			w = "\"+build\"" + w[len("+build"):]
		}
		line += " " + w
	}
	return append(out, line)
}

// Visible is s in one line with nothing hidden in it.
func Visible(s string) string {
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD"):
			b.WriteString("U+FFFD")
		case r == '\t':
			b.WriteByte('\t')
		case unicode.IsSpace(r):
			b.WriteByte(' ')
		case !unicode.IsPrint(r):
			b.WriteString(codePoint(r))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func codePoint(r rune) string {
	const hex = "0123456789ABCDEF"
	out := []byte("U+")
	digits := 4
	for r>>(4*digits) != 0 {
		digits++
	}
	for i := digits - 1; i >= 0; i-- {
		out = append(out, hex[r>>(4*i)&15])
	}
	return string(out)
}
