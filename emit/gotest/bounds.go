package gotest

import (
	"slices"
	"unicode/utf8"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/emit/gorepo"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/inmem"
	"github.com/keyplan/keyplan/planner/keytext"
)

// ops are what the operators of a bound ask for; a Between asks twice.
var ops = map[gorepo.Operator][]keytext.Op{
	gorepo.Equal: {keytext.Equal}, gorepo.From: {keytext.AtLeast}, gorepo.After: {keytext.Above},
	gorepo.Until: {keytext.AtMost}, gorepo.Before: {keytext.Below},
	gorepo.Between: {keytext.AtLeast, keytext.AtMost}, gorepo.Prefix: {keytext.BeginsWith},
}

// bounded are the questions with bounds about one subject.
func (q *asker) bounded(s subject) []question {
	r := q.pattern.Range
	switch {
	case r == nil || q.view.Shape == gorepo.Get || q.view.Shape == gorepo.One:
		return nil
	case r.Bounds != access.AnyBound:
		return q.fixed(s)
	}
	var out []question
	var rungs []rung
	a := inmem.Args{Equals: s.args.Equals}
	for n := range r.Operands {
		kind := q.boundType(n, false)
		values := q.valuesAt(a, n)
		if kind == nil || len(values) == 0 {
			break
		}
		calls := q.calls(kind, values)
		if n > 0 {
			calls = calls[:min(2, len(calls))]
		}
		for _, c := range calls {
			out = append(out, q.withBounds(s, a, rungs, c))
		}
		step := q.boundType(n, true)
		if step == nil {
			break
		}
		rungs = append(slices.Clone(rungs), rung{step, values[0]})
		a.Ladder = append(slices.Clone(a.Ladder), values[0])
	}
	return out
}

// boundType is the type of the bounds on the range's attribute of that number,
// or of the step down by it.
func (q *asker) boundType(n int, step bool) *gorepo.BoundType {
	var parent *gorepo.BoundType
	for level := 0; ; level++ {
		i := slices.IndexFunc(q.view.Bounds, func(b *gorepo.BoundType) bool {
			return b.Parent == parent && b.Rung == (step || level < n)
		})
		if i < 0 {
			return nil
		}
		if level == n {
			return q.view.Bounds[i]
		}
		parent = q.view.Bounds[i]
	}
}

// valuesAt are the values of the range's attribute of that number among the
// items that the arguments so far mean, in order, each once.
func (q *asker) valuesAt(a inmem.Args, n int) []model.Value {
	o := q.pattern.Range.Operands[n]
	t := o.Lead().Type
	var out []model.Value
	for _, r := range q.means(a) {
		attr := o.Attributes[slices.Index(q.pattern.Entities, r.Entity)]
		if attr == nil {
			continue
		}
		if v, ok, err := r.Values.Value(attr); ok && err == nil && !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	slices.SortFunc(out, func(v, w model.Value) int { return keytext.Compare(t, v, w) })
	return out
}

// call is a use of one or two bound functions.
type call []struct {
	kind   *gorepo.BoundType
	fn     *gorepo.Bound
	values []model.Value
}

// calls are the uses of a bound's functions that a wrong end would betray:
// every operator at values that items have, equal ends, crossed ends, and two
// bounds that intersect.
func (q *asker) calls(kind *gorepo.BoundType, values []model.Value) []call {
	lo, hi := values[min(1, len(values)-1)], values[max(0, len(values)-2)]
	if keytext.Compare(kind.Attribute.Type, lo, hi) > 0 {
		lo, hi = hi, lo
	}
	var out []call
	use := func(op gorepo.Operator, values ...model.Value) call {
		i := slices.IndexFunc(kind.Funcs, func(f *gorepo.Bound) bool { return f.Operator == op })
		if i < 0 {
			return nil
		}
		return call{{kind, kind.Funcs[i], values}}
	}
	add := func(c ...call) {
		if both := slices.Concat(c...); len(both) > 0 && !slices.ContainsFunc(c, func(x call) bool { return x == nil }) {
			out = append(out, both)
		}
	}
	add(use(gorepo.Equal, lo))
	add(use(gorepo.From, lo))
	add(use(gorepo.After, lo))
	add(use(gorepo.Until, hi))
	add(use(gorepo.Before, hi))
	add(use(gorepo.Between, lo, hi))
	add(use(gorepo.Between, lo, lo))
	add(use(gorepo.After, values[0]), use(gorepo.Before, values[len(values)-1]))
	if keytext.Compare(kind.Attribute.Type, lo, hi) < 0 {
		add(use(gorepo.Between, hi, lo))
	}
	for _, p := range prefixes(values) {
		add(use(gorepo.Prefix, p))
	}
	return out
}

// prefixes are what text values begin with: the first code point of one, and
// the whole of one that another begins with.
func prefixes(values []model.Value) []model.Value {
	var out []model.Value
	for _, v := range values {
		s, ok := v.(string)
		if !ok || s == "" {
			continue
		}
		_, n := utf8.DecodeRuneInString(s)
		for _, p := range []string{s[:n], s} {
			if !slices.Contains(out, model.Value(p)) && len(out) < 3 {
				out = append(out, p)
			}
		}
	}
	return out
}

func (q *asker) withBounds(s subject, a inmem.Args, rungs []rung, c call) question {
	a.Bounds = nil
	var options []bound
	for _, b := range c {
		options = append(options, bound{b.kind, b.fn, b.values, rungs})
		for i, op := range ops[b.fn.Operator] {
			a.Bounds = append(a.Bounds, keytext.Bound{Op: op, Value: b.values[i]})
		}
	}
	return q.ask(s, a, nil, options)
}

// fixed are the questions of a pattern that fixes its operator: the ends are
// parameters.
func (q *asker) fixed(s subject) []question {
	var ends []*gorepo.Param
	for _, p := range q.view.Params {
		if p.Bound != gorepo.Equal {
			ends = append(ends, p)
		}
	}
	var out []question
	for _, values := range q.endValues(s, len(ends)) {
		a := inmem.Args{Equals: s.args.Equals}
		var params []argument
		for i, p := range ends {
			params = append(params, argument{p.Attribute, values[i]})
			a.Bounds = append(a.Bounds, keytext.Bound{Op: ops[p.Bound][0], Value: values[i]})
		}
		out = append(out, q.ask(s, a, params, nil))
	}
	return out
}

// endValues are values for one end or two, from those that the subject's items
// have.
func (q *asker) endValues(s subject, ends int) [][]model.Value {
	values := q.valuesAt(inmem.Args{Equals: s.args.Equals}, 0)
	if len(values) == 0 {
		return nil
	}
	if q.pattern.Range.Bounds == access.BeginsWith {
		values = prefixes(values)
	}
	var out [][]model.Value
	if ends == 1 {
		for _, v := range values {
			out = append(out, []model.Value{v})
		}
		return out
	}
	n := len(values) - 1
	for _, pair := range [][2]int{{0, n}, {0, 0}, {min(1, n), max(0, n-1)}, {n, n}, {n, 0}} {
		v := []model.Value{values[pair[0]], values[pair[1]]}
		if !slices.ContainsFunc(out, func(w []model.Value) bool { return slices.Equal(v, w) }) {
			out = append(out, v)
		}
	}
	return out
}
