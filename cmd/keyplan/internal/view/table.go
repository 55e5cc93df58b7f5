package view

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// table is text in columns. The first row is the header; what stands in a
// row's last cell is never padded.
type table struct{ rows [][]string }

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

// write prints the table in columns where it fits into width, and otherwise
// each row as a block of its own: wrapped cells cannot be read. A width of 0 is
// no limit.
func (t *table) write(w io.Writer, width int, s style) {
	widths := t.widths()
	if width > 0 && t.total(widths) > width {
		t.stacked(w)
		return
	}
	for i, row := range t.rows {
		var b strings.Builder
		for j, cell := range row {
			if j > 0 {
				b.WriteString("  ")
			}
			b.WriteString(cell)
			b.WriteString(strings.Repeat(" ", widths[j]-utf8.RuneCountInString(cell)))
		}
		line := strings.TrimRight(b.String(), " ")
		if i == 0 {
			line = s.bold(line)
		}
		fmt.Fprintln(w, line)
	}
}

func (t *table) widths() []int {
	var out []int
	for _, row := range t.rows {
		for j, cell := range row {
			if j == len(out) {
				out = append(out, 0)
			}
			out[j] = max(out[j], utf8.RuneCountInString(cell))
		}
	}
	return out
}

func (t *table) total(widths []int) int {
	n := 2 * (len(widths) - 1)
	for _, w := range widths {
		n += w
	}
	return n
}

// stacked prints each row as its first cell and, below it, the other cells that
// are not empty, each with its header.
func (t *table) stacked(w io.Writer) {
	head := t.rows[0]
	label := 0
	for _, h := range head[1:] {
		label = max(label, utf8.RuneCountInString(h))
	}
	for _, row := range t.rows[1:] {
		fmt.Fprintln(w, row[0])
		for j, cell := range row[1:] {
			if cell != "" {
				fmt.Fprintf(w, "  %-*s  %s\n", label, head[j+1], cell)
			}
		}
	}
}

// style is how emphasis looks; the zero style shows none.
type style struct{ color bool }

func (s style) bold(text string) string {
	if !s.color {
		return text
	}
	return "\x1b[1m" + text + "\x1b[0m"
}
