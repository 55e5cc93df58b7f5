package diag

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/rivo/uniseg"
)

// snippet is a line of source, cut to a width: what stands before the range,
// what is in it, and what follows. Indent and carets count columns of a display.
type snippet struct {
	before, marked, after string
	indent, carets        int
}

// snippetOf takes the first line of r out of src.
func snippetOf(src []byte, r hcl.Range, width int) snippet {
	start := bytes.LastIndexByte(src[:r.Start.Byte], '\n') + 1
	end := len(src)
	if i := bytes.IndexByte(src[r.Start.Byte:], '\n'); i >= 0 {
		end = r.Start.Byte + i
	}
	stop := min(max(r.End.Byte, r.Start.Byte), end)
	before := printable(string(src[start:r.Start.Byte]))
	marked := printable(strings.TrimRight(string(src[r.Start.Byte:stop]), " \t\r"))
	after := printable(strings.TrimRight(string(src[stop:end]), "\r"))

	marked, after = fit(marked, after, width)
	before = tail(before, width-displayWidth(marked))
	after = head(after, width-displayWidth(before)-displayWidth(marked))
	return snippet{before: before, marked: marked, after: after, indent: displayWidth(before), carets: max(displayWidth(marked), 1)}
}

// fit cuts marked where it alone would fill the line, and then nothing after it
// is shown.
func fit(marked, after string, width int) (string, string) {
	room := width * 3 / 4
	if displayWidth(marked) <= room {
		return marked, after
	}
	return head(marked, room), ""
}

const ellipsis = "…"

// head keeps the beginning of s within width.
func head(s string, width int) string {
	if displayWidth(s) <= width {
		return s
	}
	var b strings.Builder
	at := 0
	for g := uniseg.NewGraphemes(s); g.Next(); {
		if at+g.Width() > width-1 {
			break
		}
		at += g.Width()
		b.WriteString(g.Str())
	}
	if width < 1 {
		return ""
	}
	return b.String() + ellipsis
}

// tail keeps the end of s within width.
func tail(s string, width int) string {
	total := displayWidth(s)
	if total <= width {
		return s
	}
	if width < 1 {
		return ""
	}
	for g := uniseg.NewGraphemes(s); g.Next() && total > width-1; {
		total -= g.Width()
		s = s[len(g.Str()):]
	}
	return ellipsis + s
}

func displayWidth(s string) int { return uniseg.StringWidth(s) }

// printable makes text safe to show: a tab takes four columns, control
// characters, the marks that reorder text and invalid bytes are written as
// escapes.
func printable(s string) string {
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == '\t':
			b.WriteString("    ")
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD"):
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case unicode.IsControl(r), reorders(r), r == '\u2028', r == '\u2029', r == '\uFEFF':
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// reorders says whether r makes a terminal show text in another order than it
// has.
func reorders(r rune) bool {
	return r == '\u061C' || r == '\u200E' || r == '\u200F' || '\u202A' <= r && r <= '\u202E' || '\u2066' <= r && r <= '\u2069'
}

// wrap breaks text at spaces so that lines stay within width where words allow.
func wrap(text string, width int) []string {
	var lines []string
	line, at := "", 0
	for _, word := range strings.Fields(text) {
		w := displayWidth(word)
		if line != "" && at+1+w > width {
			lines, line, at = append(lines, line), "", 0
		}
		if line != "" {
			line, at = line+" ", at+1
		}
		line, at = line+word, at+w
	}
	return append(lines, line)
}
