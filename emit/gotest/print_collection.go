package gotest

import (
	"github.com/keyplan/keyplan/emit/gorepo"
	"github.com/keyplan/keyplan/planner/layout"
)

// aggregate prints the check of a collection's pages, put together.
func (p *printer) aggregate(v *gorepo.Pattern, c question) {
	params := "t.Context(), "
	if len(c.params) > 0 {
		params += p.params(v, c) + ", "
	}
	if options := p.options(c); options != "" {
		params += options + ", "
	}
	p.P("for _, size := range []", p.pkg, ".PageSize{1, 2, 100} {")
	p.P("var got ", p.pkg, ".", v.Method)
	p.P("for more := true; more; {")
	p.P("page, err := db.", v.Method, "(", params, "size, ", p.pkg, ".After(got.Next))")
	p.P("if err != nil { t.Fatal(err) }")
	for _, m := range v.Members {
		if m.One {
			p.P("if page.", m.Name, " != nil { got.", m.Name, " = page.", m.Name, " }")
		} else {
			p.P("got.", m.Name, " = append(got.", m.Name, ", page.", m.Name, "...)")
		}
	}
	p.P("got.Unknown = append(got.Unknown, page.Unknown...)")
	p.P("got.Next, more = page.Next, page.Next != \"\"")
	p.P("}")
	for _, m := range v.Members {
		p.member(m, v.Request, c)
	}
	p.P("same(t, got.Unknown, nil)")
	p.P("}")
}

// member prints the check of one field of the aggregate.
func (p *printer) member(m *gorepo.Member, r *layout.Request, c question) {
	own := question{}
	last := ""
	for _, w := range c.want {
		if w.Entity != m.Entity.Model {
			continue
		}
		text := p.made.live.Key(w.Item, r.Index).Sort
		if len(own.want) > 0 && text == last {
			own.tie(len(own.want))
		}
		own.want, last = append(own.want, w), text
	}
	if !m.One {
		view := &gorepo.Pattern{Entity: m.Entity, Shape: gorepo.Many}
		p.P(p.want(view, own), ".compare(t, got.", m.Name, ")")
		return
	}
	want := "nil"
	if len(own.want) > 0 {
		want = "&" + p.row(own.want[0])
	}
	p.P("same(t, []*", p.pkg, ".", m.Entity.Type, "{got.", m.Name, "}, []*", p.pkg, ".", m.Entity.Type, "{", want, "})")
}
