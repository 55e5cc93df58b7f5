package planner_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner"
	"github.com/keyplan/keyplan/planner/inmem"
	"github.com/keyplan/keyplan/planner/keytext"
	"github.com/keyplan/keyplan/planner/layout"
	"github.com/keyplan/keyplan/planner/prove"
)

// TestPlanAgrees: a plan is proved, and whatever items there are and whatever is
// asked, the request that was planned returns what the pattern means, or there
// is a diagnostic. The share of models refused stays under a half.
func TestPlanAgrees(t *testing.T) {
	drawn, refused := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		d := drawShop(t, limits{entities: 3, attrs: 4, patterns: 6, derived: true})
		drawn++
		l, diags := planner.Plan(d.s.m, d.s.patterns, planner.Options{})
		if diags.HasErrors() {
			refused++
			return
		}
		if _, diags := prove.Prove(l); diags.HasErrors() {
			t.Fatalf("%s\n%s\n%s", d, show(l), texts(diags))
		}
		table := inmem.New(l)
		for range rapid.IntRange(10, 40).Draw(t, "items") {
			putRandom(t, table, d.s.m)
		}
		for i, r := range l.Requests {
			if r == nil {
				t.Fatalf("%s\n%s has no request", d, l.Patterns[i].Name)
			}
			for range 3 {
				agree(t, d, table, r, drawArgs(t, r.Pattern))
			}
		}
	})
	if refused*2 > drawn {
		t.Errorf("%d of %d models were refused", refused, drawn)
	}
	t.Logf("%d of %d models were refused", refused, drawn)
}

func agree(t *rapid.T, d *drawing, table *inmem.Table, r *layout.Request, a inmem.Args) {
	rows, err := table.Run(r, a)
	if err != nil {
		t.Fatalf("%s\n%s: %v", d, r.Pattern.Name, err)
	}
	if r.Limit > 0 && len(rows) > 1 {
		return // a superset key holds two: the generated method says so
	}
	if err := inmem.Agree(r.Pattern, a, rows, table.Items()); err != nil {
		l, _ := planner.Plan(d.s.m, d.s.patterns, planner.Options{})
		t.Fatalf("%s\n%s with %v: %v\n%s", d, r.Pattern.Name, a, err, show(l))
	}
}

func putRandom(t *rapid.T, table *inmem.Table, m *model.Model) {
	e := rapid.SampledFrom(m.Entities).Draw(t, "entity")
	v := keytext.Values{}
	for _, a := range e.Attributes {
		if a.Derive != nil || a.Optional && rapid.Bool().Draw(t, "absent") {
			continue
		}
		v[a.Name] = rapid.SampledFrom(values(a.Type)).Draw(t, a.Name)
	}
	if _, err := table.Put(e, v); err != nil {
		t.Fatal(err)
	}
}

func drawArgs(t *rapid.T, p *access.Pattern) inmem.Args {
	a := inmem.Args{Equals: keytext.Values{}}
	for _, o := range p.Equals {
		a.Equals[o.Name] = rapid.SampledFrom(values(o.Lead().Type)).Draw(t, o.Name)
	}
	if p.Range == nil {
		return a
	}
	n := rapid.IntRange(0, len(p.Range.Operands)).Draw(t, "ladder")
	if p.First != nil {
		n = 0
	}
	for i, o := range p.Range.Operands {
		v := rapid.SampledFrom(values(o.Lead().Type)).Draw(t, fmt.Sprint("bound ", o.Name))
		if i < n {
			a.Ladder = append(a.Ladder, v)
		} else {
			ops := []keytext.Op{keytext.Equal, keytext.AtLeast, keytext.Above, keytext.AtMost, keytext.Below}
			if p.First != nil && p.Descending {
				ops = ops[1:2]
			} else if p.First != nil {
				ops = ops[3:4]
			}
			a.Bounds = []keytext.Bound{{Op: rapid.SampledFrom(ops).Draw(t, "operator"), Value: v}}
			break
		}
	}
	return a
}
