package gotest

import (
	"maps"
	"slices"
	"strings"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/emit/gorepo"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/keytext"
)

// prefixCase prints the test that a prefix tells upper case from lower case. It
// stands apart because not every engine does.
func (p *printer) prefixCase(q *asker, name string) {
	v := q.view
	if v.Shape != gorepo.Many || v.Selected != nil || len(v.Entity.Model.Uniques) > 0 {
		return
	}
	c, ok := prefixed(p.questions(q))
	if !ok {
		return
	}
	lower := c.want[0]
	upper, ok := q.raised(lower)
	if !ok {
		return
	}
	call := "db." + v.Entity.Repo + "." + v.Method + "(" + strings.Join(append([]string{"t.Context()"}, p.oneParams(v, c)...), ", ") + ")"
	p.Comment("Test" + name + "_Case asks by a prefix in lower case beside an item in upper case.")
	p.P("func Test", name, "_Case(t *testing.T) {")
	p.P("t.Parallel()")
	p.P("client, name := localtest.New(t, tableInput())")
	p.P("localtest.Need(t, client, localtest.PrefixCase)")
	p.P("db := ", p.pkg, ".New(client, name, ", p.pkg, ".Clock(now))")
	p.P("lower, upper := ", p.row(lower), ", ", p.typ(v.Entity), p.structLiteral(v.Entity, upper))
	p.P("create(t, db.", v.Entity.Repo, ".Create, []", p.typ(v.Entity), "{lower, upper})")
	p.P("same(t, all(t, ", call, "), []", p.typ(v.Entity), "{lower})")
	p.P("}")
	p.P()
}

// prefixed is the first question that asks by a prefix with a letter in it.
func prefixed(questions []question) (question, bool) {
	i := slices.IndexFunc(questions, func(c question) bool {
		return len(c.want) > 0 && len(c.args.Ladder) == 0 && slices.ContainsFunc(c.args.Bounds, func(b keytext.Bound) bool {
			s, ok := b.Value.(string)
			return ok && b.Op == keytext.BeginsWith && strings.ToUpper(s) != s
		})
	})
	if i < 0 {
		return question{}, false
	}
	return questions[i], true
}

// raised is a row as r, with the attribute that the pattern bounds in upper case
// and another identity; false where there is none.
func (q *asker) raised(r *row) (*row, bool) {
	a := q.pattern.Range.Operands[0].Attributes[0]
	v, ok := r.Values[a.Name].(string)
	if !ok || a.InIdentity || strings.ToUpper(v) == v {
		return nil, false
	}
	values := maps.Clone(r.Values)
	values[a.Name] = strings.ToUpper(v)
	for _, id := range slices.Backward(r.Entity.Identity) {
		if slices.ContainsFunc(q.pattern.Equals, func(o access.Operand) bool { return slices.Contains(sources(o.Attributes[0]), id) }) {
			continue
		}
		pool := newPool(id, q.layout.Model.Table.Delimiter).values()
		if i := slices.IndexFunc(pool, func(v model.Value) bool { return v != values[id.Name] }); i >= 0 {
			values[id.Name] = pool[i]
			item := *r.Item
			item.Values = values
			return &row{Item: &item}, true
		}
	}
	return nil, false
}
