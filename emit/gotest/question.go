package gotest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/emit/gorepo"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/inmem"
	"github.com/keyplan/keyplan/planner/keytext"
	"github.com/keyplan/keyplan/planner/layout"
)

// question is one call of a pattern and what must come of it.
type question struct {
	args inmem.Args
	// params are parallel to the pattern's positional parameters; of a derived
	// attribute the value that it is derived from.
	params []argument
	// options are the bounds among the call's options.
	options []bound
	// request is the one that is made, "" for none.
	request string
	// want are the items in order; ties are runs of it, first and last place,
	// whose order is not promised.
	want []*row
	ties [][2]int
}

// argument is a value and the attribute whose type says how it is written.
type argument struct {
	attribute *model.Attribute
	value     model.Value
}

// bound is a call of one of a bound's functions, below the rungs that lead to
// it.
type bound struct {
	kind   *gorepo.BoundType
	fn     *gorepo.Bound
	values []model.Value
	// rungs are the steps down, from the first.
	rungs []rung
}

// rung is one step down a ladder, by equality.
type rung struct {
	kind  *gorepo.BoundType
	value model.Value
}

// asker makes the questions of one pattern.
type asker struct {
	*made
	view    *gorepo.Pattern
	pattern *access.Pattern
	request *layout.Request
}

// subject is a set of arguments for equals, and how many items it means.
type subject struct {
	args    inmem.Args
	params  []argument
	matches int
}

// subjects are the arguments of equals that the rows give, the one that means
// most items first.
func (q *asker) subjects() []subject {
	var out []subject
	for i, e := range q.pattern.Entities {
		for _, r := range q.of(e) {
			s, ok := q.subject(i, r.Values)
			if !ok || slices.ContainsFunc(out, func(t subject) bool { return same(s.args.Equals, t.args.Equals) }) {
				continue
			}
			s.matches = len(q.means(s.args))
			out = append(out, s)
		}
	}
	slices.SortStableFunc(out, func(a, b subject) int { return b.matches - a.matches })
	return out
}

func same(a, b keytext.Values) bool {
	if len(a) != len(b) {
		return false
	}
	for k, v := range a {
		if b[k] != v {
			return false
		}
	}
	return true
}

// subject reads the arguments of equals from the values of an item of the
// pattern's entity of that index; false where one is absent.
func (q *asker) subject(entity int, v keytext.Values) (subject, bool) {
	s := subject{args: inmem.Args{Equals: keytext.Values{}}}
	for _, o := range q.pattern.Equals {
		a := o.Attributes[entity]
		derived, ok, err := v.Value(a)
		if !ok || err != nil {
			return subject{}, false
		}
		s.args.Equals[o.Name] = derived
		given := argument{a, derived}
		switch d := a.Derive.(type) {
		case model.Lower, model.Upper, model.SHA256, model.Bucket:
			source := d.Sources()[0]
			value, ok, err := v.Value(source)
			if !ok || err != nil {
				return subject{}, false
			}
			given = argument{source, value}
		}
		s.params = append(s.params, given)
	}
	return s, true
}

// means are the rows that the pattern means, in the order in which the request
// returns them. The layout was proved, so that the two agree.
func (q *asker) means(a inmem.Args) []inmem.Row {
	rows, err := q.live.Run(q.request, a)
	if err == nil {
		err = inmem.Agree(q.pattern, a, rows, q.live.Items())
	}
	if err != nil {
		panic(fmt.Sprintf("gotest: pattern %s: %v", q.pattern.Name, err))
	}
	return rows
}

// ask makes a question of a subject with options.
func (q *asker) ask(s subject, a inmem.Args, params []argument, options []bound) question {
	a.Equals = s.args.Equals
	out := question{args: a, params: append(slices.Clone(s.params), params...), options: options}
	d := q.layout.Model.Table.Delimiter
	asked, err := inmem.Ask(q.request, a, d)
	if err != nil {
		panic(fmt.Sprintf("gotest: pattern %s: %v", q.pattern.Name, err))
	}
	asked.Sort = asInterval(asked.Sort, a, d)
	out.request = q.describe(asked)
	rows := q.means(a)
	last := ""
	for i, r := range rows {
		out.want = append(out.want, q.find(r.Item))
		text := q.live.Key(r.Item, q.request.Index).Sort
		if i > 0 && text == last {
			out.tie(i)
		}
		last = text
	}
	return out
}

// asInterval is how the generated package asks for one value of a range: between
// the value and the value, which selects what equality does.
func asInterval(c keytext.Condition, a inmem.Args, d byte) keytext.Condition {
	if len(a.Bounds) != 1 || a.Bounds[0].Op != keytext.Equal {
		return c
	}
	switch c.Kind {
	case keytext.Begins:
		low := strings.TrimSuffix(c.Low, string(rune(d)))
		return keytext.Condition{Kind: keytext.Between, Low: low, High: low + string(rune(keytext.Escape(d)))}
	case keytext.Exact:
		return keytext.Condition{Kind: keytext.Between, Low: c.Low, High: c.Low}
	}
	return c
}

// tie says that the item at place i comes in any order with the one before.
func (o *question) tie(i int) {
	if n := len(o.ties); n > 0 && o.ties[n-1][1] == i-1 {
		o.ties[n-1][1] = i
		return
	}
	o.ties = append(o.ties, [2]int{i - 1, i})
}

// describe is the request as a localtest.Request says it, "" for none.
func (q *asker) describe(a inmem.Asked) string {
	if a.Sort.Kind == keytext.Empty {
		return ""
	}
	x := q.request.Index
	on := x.Name
	if x.Kind == layout.Primary {
		on = "table"
	}
	var b strings.Builder
	operation := "Query"
	if q.request.Operation == layout.GetItem {
		operation = "GetItem"
	}
	fmt.Fprintf(&b, "%s %s: %s = %s", operation, on, x.Partition[0].Name, strconv.Quote(a.Partition))
	if len(x.Sort) > 0 {
		b.WriteString(sortText(x.Sort[0].Name, a.Sort))
	}
	if operation == "Query" && !q.request.Forward {
		b.WriteString(", descending")
	}
	if q.pattern.Consistent {
		b.WriteString(", consistent")
	}
	return b.String()
}

func sortText(name string, c keytext.Condition) string {
	lo, hi := strconv.Quote(c.Low), strconv.Quote(c.High)
	switch c.Kind {
	case keytext.Exact:
		return " AND " + name + " = " + lo
	case keytext.Begins:
		return " AND begins_with(" + name + ", " + lo + ")"
	case keytext.From:
		return " AND " + name + " >= " + lo
	case keytext.To:
		return " AND " + name + " <= " + hi
	case keytext.Between:
		return " AND " + name + " BETWEEN " + lo + " AND " + hi
	}
	return ""
}
