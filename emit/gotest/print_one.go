package gotest

import (
	"slices"
	"strings"

	"github.com/keyplan/keyplan/emit/gorepo"
	"github.com/keyplan/keyplan/model"
)

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
