package gotest

import (
	"maps"
	"slices"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/emit/gorepo"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/inmem"
	"github.com/keyplan/keyplan/planner/keytext"
)

func args(s subject) inmem.Args { return inmem.Args{Equals: s.args.Equals} }

// fixedRange says that the pattern takes its bounds as parameters.
func fixedRange(q *asker) bool {
	return slices.ContainsFunc(q.view.Params, func(p *gorepo.Param) bool { return p.Bound != gorepo.Equal })
}

// nothing is a subject near s that means no item: s with another value of its
// last attribute that has one.
func (q *asker) nothing(s subject) (subject, bool) {
	for i, o := range slices.Backward(q.pattern.Equals) {
		a := o.Attributes[0]
		source := s.params[i].attribute
		for _, v := range newPool(source, q.layout.Model.Table.Delimiter).values() {
			derived := v
			if source != a {
				var err error
				if derived, err = keytext.Apply(a.Derive, source.Type, v); err != nil {
					continue
				}
			}
			if out := s.with(i, o, v, derived); keytext.CheckAttribute(a, derived) == nil && len(q.means(args(out))) == 0 {
				return out, true
			}
		}
	}
	return subject{}, false
}

// shouted is s with the value of a lower-case attribute in upper case, which
// means the same items.
func (q *asker) shouted(s subject) (subject, bool) {
	for i, o := range q.pattern.Equals {
		a := o.Attributes[0]
		if _, ok := a.Derive.(model.Lower); !ok {
			continue
		}
		v, ok := upper(s.params[i].value)
		if !ok {
			continue
		}
		if derived, err := keytext.Apply(a.Derive, s.params[i].attribute.Type, v); err == nil {
			return s.with(i, o, v, derived), true
		}
	}
	return subject{}, false
}

// with is s with another value of its argument at place i.
func (s subject) with(i int, o access.Operand, given, derived model.Value) subject {
	out := subject{params: slices.Clone(s.params)}
	out.args.Equals = maps.Clone(s.args.Equals)
	out.args.Equals[o.Name] = derived
	out.params[i].value = given
	return out
}

// candidates are the items that may come first: the first of what the question
// means, and those that tie with it.
func (q *asker) candidates(c question) []*row {
	all := *q.request
	pattern := *q.pattern
	pattern.TakeFirst = false
	all.Pattern = &pattern
	rows, err := q.live.Run(&all, c.args)
	if err != nil {
		panic("gotest: " + err.Error())
	}
	var out []*row
	for _, r := range rows {
		if q.live.Key(r.Item, q.request.Index).Sort == q.live.Key(rows[0].Item, q.request.Index).Sort {
			out = append(out, q.find(r.Item))
		}
	}
	return out
}
