package gotest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/keyplan/keyplan/emit/gorepo"
	"github.com/keyplan/keyplan/model"
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

// single prints the test of a second item where only one can be: the index
// does not see to that, so the read must.
func (p *printer) single(q *asker, name string) {
	v := q.view
	for _, s := range q.subjects() {
		c := q.ask(s, args(s), nil, nil)
		if len(c.want) == 0 {
			continue
		}
		p.Comment("Test" + name + "_Single puts a second item beside the one that " + v.Access.Name + " finds.")
		p.P("func Test", name, "_Single(t *testing.T) {")
		p.P("t.Parallel()")
		p.P("client, name := localtest.New(t, tableInput())")
		p.P("db := ", p.pkg, ".New(client, name, ", p.pkg, ".Clock(now))")
		p.P("create(t, db.", v.Entity.Repo, ".Create, []", p.typ(v.Entity), "{", p.row(c.want[0]), "})")
		p.P("double(t, client, name, tableInput())")
		p.P("got, err := db.", v.Entity.Repo, ".", v.Method, "(", strings.Join(append([]string{"t.Context()"}, p.oneParams(v, c)...), ", "), ")")
		p.P("if !errors.Is(err, ", p.pkg, ".ErrNotSingle) { t.Errorf(\"two items: got %s, %v\", show(got), err) }")
		p.P("}")
		p.P()
		return
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

// ones prints the test of a pattern that returns one item.
func (p *printer) ones(q *asker) {
	v := q.view
	for _, c := range p.oneQuestions(q) {
		call := p.target(v) + "." + v.Method + "(" + strings.Join(append([]string{"t.Context()"}, p.oneParams(v, c)...), ", ") + ")"
		if len(c.want) == 0 {
			p.P("none[", p.result(v), "](t, rec, ", raw(c.request), ")(")
			p.P(call, ")")
			continue
		}
		check := "one"
		if v.Shape == gorepo.TakeFirst {
			check = "first"
		}
		p.P(check, "(t, rec, ", raw(c.request), ", ", strings.Join(p.firsts(v, c), ", "), ")(")
		p.P(call, ")")
	}
}

// firsts are the items that may come first: more than one where they tie.
func (p *printer) firsts(v *gorepo.Pattern, c question) []string {
	var out []string
	for _, r := range c.want {
		item := p.row(r)
		if v.Selected != nil {
			item = p.selecting(v) + "(" + item + ")"
		}
		out = append(out, item)
	}
	return out
}

func (p *printer) oneParams(v *gorepo.Pattern, c question) []string {
	if v.Shape == gorepo.Get {
		return []string{p.keyLiteral(v.Entity, keyValues(c))}
	}
	out := p.params(v, c)
	if options := p.options(c); options != "" {
		if out != "" {
			out += ", "
		}
		out += options
	}
	if out == "" {
		return nil
	}
	return []string{out}
}

// keyValues are the stored attributes that a Get is asked by.
func keyValues(c question) map[string]model.Value {
	out := map[string]model.Value{}
	for _, a := range c.params {
		out[a.attribute.Name] = a.value
	}
	return out
}

// oneQuestions are about several subjects, an expired one and one that is not
// there.
func (p *printer) oneQuestions(q *asker) []question {
	if q.pattern.TakeFirst {
		return p.firstQuestions(q)
	}
	subjects := q.subjects()
	var out []question
	for _, s := range subjects[:min(len(subjects), 5)] {
		out = append(out, q.ask(s, args(s), nil, nil))
	}
	for _, r := range q.expired[slices.Index(q.layout.Model.Entities, q.pattern.Entities[0])] {
		if s, ok := q.subject(0, r.Values); ok && len(q.means(s.args)) == 0 {
			out = append(out, q.ask(s, args(s), nil, nil))
		}
	}
	if s, ok := q.nothing(subjects[0]); ok {
		out = append(out, q.ask(s, args(s), nil, nil))
	}
	if s, ok := q.shouted(subjects[0]); ok {
		out = append(out, q.ask(s, args(s), nil, nil))
	}
	return distinct(out)
}

// firstQuestions are those of the pattern whose first item is taken, with what
// may be the first.
func (p *printer) firstQuestions(q *asker) []question {
	var out []question
	for _, c := range p.questions(q) {
		if c.request == "" {
			continue // no way to tell one call from another
		}
		c.want = q.candidates(c)
		out = append(out, c)
	}
	return out
}

// counts prints the test of a pattern that counts.
func (p *printer) counts(q *asker) {
	v := q.view
	for _, c := range p.questions(q) {
		params := append([]string{"t.Context()"}, p.oneParams(v, c)...)
		p.P("counted(t, rec, ", raw(c.request), ", ", len(c.want), ")(", p.target(v), ".", v.Method, "(", strings.Join(params, ", "), "))")
	}
}

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
