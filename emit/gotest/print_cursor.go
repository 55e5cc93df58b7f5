package gotest

import (
	"slices"

	"github.com/keyplan/keyplan/emit/gorepo"
)

// wrongCursors prints calls with cursors that are not of the call.
func (p *printer) wrongCursors(q *asker, c question) {
	v := q.view
	if len(c.want) == 0 || v.After == "" {
		return
	}
	call := "asked(" + p.params(v, c) + ")"
	options := p.options(c)
	if options != "" {
		options = ", " + options
	}
	p.P("// Cursors that are not of the call: altered, of another item's arguments, of")
	p.P("// another pattern.")
	p.P(call, ".refuses(t, altered(", call, ".after(", p.item(v, c.want[0]), "))", options, ")")
	if other := p.stranger(q, c); other != nil {
		p.P(call, ".refuses(t, ", call, ".after(", p.item(v, other), ")", options, ")")
	}
	if from := p.foreign(q, c); from != "" {
		p.P(call, ".refuses(t, ", from, options, ")")
	}
}

// outside prints a call with bounds and the cursor behind an item that they
// leave out.
func (p *printer) outside(q *asker, questions []question) {
	whole := questions[0]
	for _, c := range questions {
		if len(c.options) == 0 || c.request == "" || len(whole.options) > 0 || q.view.After == "" {
			continue
		}
		for _, r := range whole.want {
			if !slices.Contains(c.want, r) {
				call := "asked(" + p.params(q.view, c) + ")"
				p.P("// A cursor outside the bounds.")
				p.P(call, ".refuses(t, ", call, ".after(", p.item(q.view, r), "), ", p.options(c), ")")
				return
			}
		}
	}
}

// item is the expression for what the pattern returns of a row.
func (p *printer) item(v *gorepo.Pattern, r *row) string {
	switch {
	case v.Shape == gorepo.Collection:
		return "&" + p.row(r)
	case v.Selected != nil:
		return p.selecting(v) + "(" + p.row(r) + ")"
	}
	return p.row(r)
}

// stranger is an item of the pattern's entities that the question does not
// mean, nil for none.
func (p *printer) stranger(q *asker, c question) *row {
	for _, e := range q.pattern.Entities {
		for _, r := range p.made.of(e) {
			if !slices.Contains(c.want, r) {
				return r
			}
		}
	}
	return nil
}

// foreign is a cursor of another pattern, if possible behind an item that the
// question means.
func (p *printer) foreign(q *asker, c question) string {
	best := ""
	for _, v := range p.view.Patterns {
		if v == nil || v == q.view || v.Shape != gorepo.Many || v.Selected != nil {
			continue
		}
		for _, r := range slices.Concat(c.want, p.made.of(v.Entity.Model)) {
			if r.Entity != v.Entity.Model || p.made.live.Key(r.Item, v.Request.Index) == nil {
				continue
			}
			text := p.target(v) + "." + v.After + "(" + p.row(r) + ")"
			if slices.Contains(c.want, r) {
				return text
			}
			if best == "" {
				best = text
			}
			break
		}
	}
	return best
}
