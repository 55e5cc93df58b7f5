package gotest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/keyplan/keyplan/emit/gorepo"
	"github.com/keyplan/keyplan/planner/layout"
)

// pattern prints the test of one access pattern.
func (p *printer) pattern(i int, v *gorepo.Pattern) {
	q := &asker{made: p.made, view: v, pattern: v.Access, request: v.Request}
	if len(q.subjects()) == 0 {
		return // no item of these entities can be made
	}
	what := v.Access.Name + ": " + strings.TrimRight(v.Access.Description, ". ")
	if v.Access.Description == "" {
		what = v.Access.Name
	}
	name := p.receiver(v) + "_" + v.Method
	p.Comment("Test" + name + " asks for " + what + ".")
	p.P("func Test", name, "(t *testing.T) {")
	p.P("t.Parallel()")
	p.P("db, rec := loaded(t)")
	switch v.Shape {
	case gorepo.Many, gorepo.Collection:
		p.many(q)
	case gorepo.Count:
		p.counts(q)
	default:
		p.ones(q)
	}
	p.P("}")
	p.P()
	p.prefixCase(q, name)
	if v.Shape == gorepo.One && v.Request.Operation == layout.Query && v.Request.Index.Kind == layout.Global {
		p.single(q, name)
	}
}

// receiver is the repository's name, or Table for a collection.
func (p *printer) receiver(v *gorepo.Pattern) string {
	if v.Entity == nil {
		return "Table"
	}
	return v.Entity.Repo
}

// target is the expression that has the pattern's methods.
func (p *printer) target(v *gorepo.Pattern) string {
	if v.Entity == nil {
		return "db"
	}
	return "db." + v.Entity.Repo
}

// questions are what is asked of a pattern: the subject that means most items,
// with and without bounds, another one, and one that means nothing.
func (p *printer) questions(q *asker) []question {
	subjects := q.subjects()
	first := subjects[0]
	var out []question
	if r := q.pattern.Range; r == nil || !fixedRange(q) {
		out = append(out, q.ask(first, args(first), nil, nil))
		for _, s := range subjects[1:min(len(subjects), 3)] {
			out = append(out, q.ask(s, args(s), nil, nil))
		}
		if s, ok := q.nothing(first); ok {
			out = append(out, q.ask(s, args(s), nil, nil))
		}
	}
	out = append(out, q.bounded(first)...)
	if len(subjects) > 1 && fixedRange(q) {
		if other := q.bounded(subjects[1]); len(other) > 0 {
			out = append(out, other[0])
		}
	}
	return distinct(out)
}

// distinct leaves out questions that were asked before.
func distinct(questions []question) []question {
	seen := map[string]bool{}
	return slices.DeleteFunc(questions, func(c question) bool {
		text := fmt.Sprint(c.params, c.options, c.request)
		again := seen[text]
		seen[text] = true
		return again
	})
}

// many prints the test of a pattern that returns many items.
func (p *printer) many(q *asker) {
	v := q.view
	questions := p.questions(q)
	p.asking(v)
	for _, c := range questions {
		call := "asked(" + p.params(v, c) + ")"
		options := p.options(c)
		if options != "" {
			options = ", " + options
		}
		p.P(call, ".check(t, ", raw(c.request), ",")
		p.P(p.want(v, c), options, ")")
	}
	p.wrongCursors(q, questions[0])
	p.outside(q, questions)
	if v.Shape == gorepo.Collection {
		p.aggregate(v, questions[0])
	}
}

// asking prints the function that gives the pattern its arguments.
func (p *printer) asking(v *gorepo.Pattern) {
	result, option := p.result(v), p.pkg+"."+v.Option
	kind := "many[" + result + ", " + option + "]"
	var params, names []string
	for _, a := range v.Params {
		params = append(params, closed(a.Name)+" "+a.Type.In(p.pkg))
		names = append(names, closed(a.Name)+", ")
	}
	passed := strings.Join(names, "")
	p.P("asked := func(", strings.Join(params, ", "), ") ", kind, " {")
	p.P("return ", kind, "{")
	p.P("rec: rec,")
	each := v.Method
	if v.Shape == gorepo.Collection {
		each = v.Items
	}
	p.P("each: func(o ...", option, ") iter.Seq2[", result, ", error] {")
	p.P("return ", p.target(v), ".", each, "(t.Context(), ", passed, "o...)")
	p.P("},")
	if v.Page != "" {
		p.P("page: func(o ...", option, ") (", p.pkg, ".Page[", result, "], error) {")
		p.P("return ", p.target(v), ".", v.Page, "(t.Context(), ", passed, "o...)")
		p.P("},")
	}
	if v.After != "" {
		p.P("after: ", p.after(v, passed), ",")
	}
	p.P("}")
	p.P("}")
}

// after is the function that gives the cursor behind an item.
func (p *printer) after(v *gorepo.Pattern, passed string) string {
	if v.Shape != gorepo.Collection {
		return p.target(v) + "." + v.After
	}
	return fmt.Sprintf("func(v %s) %s.Cursor { return db.%s(%sv) }", p.result(v), p.pkg, v.After, passed)
}

// closed is a parameter's name that hides nothing that the test uses.
func closed(name string) string {
	if slices.Contains([]string{"db", "rec", "t", "asked", "v"}, name) {
		return name + "Value"
	}
	return name
}

// result is the type of what a pattern returns.
func (p *printer) result(v *gorepo.Pattern) string { return v.Result.In(p.pkg) }

// params are the arguments of a call.
func (p *printer) params(v *gorepo.Pattern, c question) string {
	var out []string
	for i, a := range c.params {
		out = append(out, p.argument(a.attribute, v.Params[i].Type, a.value))
	}
	return strings.Join(out, ", ")
}

// options are the bounds of a call.
func (p *printer) options(c question) string {
	var out []string
	for _, b := range c.options {
		text := p.pkg + "."
		for _, r := range b.rungs {
			text += r.kind.Funcs[0].Name + "(" + p.argument(r.kind.Attribute, r.kind.Value, r.value) + ")."
		}
		var values []string
		for _, v := range b.values {
			values = append(values, p.argument(b.kind.Attribute, b.kind.Value, v))
		}
		out = append(out, text+b.fn.Name+"("+strings.Join(values, ", ")+")")
	}
	return strings.Join(out, ", ")
}

// want is what must come back.
func (p *printer) want(v *gorepo.Pattern, c question) string {
	var out string
	if v.Shape == gorepo.Collection {
		var items []string
		for _, r := range c.want {
			items = append(items, "&"+p.row(r))
		}
		out = "these[" + p.result(v) + "](" + strings.Join(items, ", ") + ")"
	} else {
		out = "pick(" + strings.Join(append([]string{p.source(v)}, numbers(c.want)...), ", ") + ")"
	}
	for _, tie := range c.ties {
		out += fmt.Sprintf(".tied(%d, %d)", tie[0], tie[1])
	}
	return out
}

// source is the list of what the pattern returns of the made items.
func (p *printer) source(v *gorepo.Pattern) string {
	all := "made" + v.Entity.Repo + "()"
	if v.Selected == nil {
		return all
	}
	return "each(" + all + ", " + p.selecting(v) + ")"
}

// selecting is the function from an item to what a select returns of it.
func (p *printer) selecting(v *gorepo.Pattern) string {
	var fields []string
	for _, f := range v.Selected {
		from := "v." + f.Name
		if f.Attribute.Derive != nil {
			from += "()"
		}
		fields = append(fields, f.Name+": "+from)
	}
	return fmt.Sprintf("func(v %s.%s) %s { return %s{%s} }", p.pkg, v.Entity.Type, p.result(v), p.result(v), strings.Join(fields, ", "))
}

func numbers(rows []*row) []string {
	var out []string
	for _, r := range rows {
		out = append(out, fmt.Sprint(r.number))
	}
	return out
}
