package diag

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// Options say how Write writes.
type Options struct {
	// Width is how many columns text may take, 0 for not known.
	Width int
	// Color marks severities and places with escape sequences.
	Color bool
}

const (
	defaultWidth = 80
	minWidth     = 40
)

// Write writes diagnostics for people: summary and code, the place with its
// source and a caret, why and what to do, then the related places. Files are
// the sources by name; what is not among them is named without its source.
//
// Nothing from the sources reaches w as a control character.
func Write(w io.Writer, diags hcl.Diagnostics, files map[string]*hcl.File, o Options) error {
	buf := bufio.NewWriter(w)
	p := &printer{w: buf, files: files, width: o.Width, color: o.Color}
	if p.width <= 0 {
		p.width = defaultWidth
	}
	p.width = max(p.width, minWidth)
	for i, d := range diags {
		if i > 0 {
			p.line("")
		}
		p.diagnostic(d)
	}
	return buf.Flush()
}

type printer struct {
	w     *bufio.Writer
	files map[string]*hcl.File
	width int
	color bool
}

// line writes a line. Errors stay in the writer until it is flushed.
func (p *printer) line(s string) {
	_, _ = p.w.WriteString(s)
	_ = p.w.WriteByte('\n')
}

type style string

const (
	red    style = "\x1b[1;31m"
	yellow style = "\x1b[1;33m"
	bold   style = "\x1b[1m"
	faint  style = "\x1b[2m"
	reset  style = "\x1b[0m"
)

func (p *printer) paint(s style, text string) string {
	if !p.color || text == "" {
		return text
	}
	return string(s) + text + string(reset)
}

func (p *printer) diagnostic(d *hcl.Diagnostic) {
	word, mark := "Error: ", red
	if d.Severity == hcl.DiagWarning {
		word, mark = "Warning: ", yellow
	}
	info := InfoOf(d)
	code := ""
	if info.Code != "" {
		code = " [" + info.Code + "]"
	}
	p.line(p.paint(mark, word) + p.paint(bold, printable(d.Summary)) + code)
	if d.Subject != nil {
		p.line("")
		p.place(*d.Subject, mark)
	}
	if d.Detail != "" {
		p.line("")
		p.text(d.Detail)
	}
	for _, r := range info.Related {
		p.line("")
		p.line("  " + printable(r.Message))
		p.place(r.Range, bold)
	}
}

// text writes paragraphs, wrapped. Indented lines are examples and stay as they
// are.
func (p *printer) text(s string) {
	for line := range strings.SplitSeq(s, "\n") {
		line = printable(strings.TrimRight(line, " \t\r"))
		if strings.HasPrefix(line, " ") {
			p.line(line)
			continue
		}
		for _, wrapped := range wrap(line, p.width) {
			p.line(wrapped)
		}
	}
}

// place writes where a range is, and its source with a caret under it.
func (p *printer) place(r hcl.Range, mark style) {
	name := printable(r.Filename)
	f := p.files[r.Filename]
	if f == nil || len(f.Bytes) == 0 || r.Start.Byte > len(f.Bytes) || r.Start.Line < 1 {
		p.line(fmt.Sprintf("  on %s:", name))
		return
	}
	in := ""
	if context := enclosing(f, r); context != "" {
		in = ", in " + printable(context)
	}
	p.line(fmt.Sprintf("  on %s line %d%s:", name, r.Start.Line, in))
	number := fmt.Sprintf("  %d: ", r.Start.Line)
	s := snippetOf(f.Bytes, r, p.width-len(number))
	p.line(strings.TrimRight(number+s.before+p.paint(mark, s.marked)+s.after, " "))
	p.line(strings.Repeat(" ", len(number)+s.indent) + p.paint(mark, strings.Repeat("^", s.carets)))
}

// enclosing names the outermost block around r, by type and labels. The place of
// the block's own header needs no such words.
func enclosing(f *hcl.File, r hcl.Range) string {
	body, ok := f.Body.(*hclsyntax.Body)
	if !ok || body == nil {
		return ""
	}
	for _, b := range body.Blocks {
		if r.Start.Byte < b.TypeRange.Start.Byte || r.Start.Byte > b.CloseBraceRange.End.Byte || r.Start.Byte < b.OpenBraceRange.End.Byte {
			continue
		}
		out := b.Type
		for _, l := range b.Labels {
			out += fmt.Sprintf(" %q", l)
		}
		return out
	}
	return ""
}
