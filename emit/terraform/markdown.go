package terraform

import "strings"

// span is s as Markdown code, on one line, whatever it holds.
func span(s string) string {
	s = printable(strings.ReplaceAll(s, "\n", " "))
	fence, run := 1, 0
	for _, r := range s {
		if r != '`' {
			run = 0
			continue
		}
		run++
		fence = max(fence, run+1)
	}
	ticks := strings.Repeat("`", fence)
	if blank := strings.TrimSpace(s) == ""; fence == 1 && (blank || s == strings.TrimSpace(s)) {
		return ticks + s + ticks
	}
	// One space on each side is not shown.
	return ticks + " " + s + " " + ticks
}

// prose is s as Markdown text that shows s, on one line. What can mean nothing
// where it stands is left as it is, so that ordinary sentences read as such.
func prose(s string) string {
	s = strings.Join(strings.Fields(printable(strings.ReplaceAll(s, "\n", " "))), " ")
	var b strings.Builder
	for i, r := range s {
		if active(s, i) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// active says that the byte of s at i could mean something to Markdown there.
func active(s string, i int) bool {
	next := byte(' ')
	if i+1 < len(s) {
		next = s[i+1]
	}
	switch s[i] {
	case '\\', '`', '*', '[', ']', '<', '~', '|', '$':
		return true
	case '_':
		return i == 0 || !letter(s[i-1]) || !letter(next)
	case '&', ':':
		return next != ' '
	case '#', '>', '-', '+', '=':
		return i == 0
	case '.', ')':
		return i > 0 && strings.Trim(s[:i], "0123456789") == ""
	}
	return false
}

func letter(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}
