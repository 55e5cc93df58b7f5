// Package differential runs every access pattern of the examples as it was
// planned, over random items and with random arguments, on a real engine and on
// a table in memory, and compares both with what the pattern means.
//
// It has tests only. The engine's half runs a hundred cases whatever is asked
// for; the half in memory runs as many as -rapid.checks says.
package differential

import (
	"errors"
	"flag"
	"path/filepath"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner"
	"github.com/keyplan/keyplan/planner/inmem"
	"github.com/keyplan/keyplan/planner/layout"
	"github.com/keyplan/keyplan/planner/prove"
)

// examples are the models that are run: the two examples, and one with every
// type, ladders, sparse indexes and several orders of one entity.
func examples() map[string]string {
	return map[string]string{
		"shop": "../../examples/shop", "store": "../../examples/store", "wide": "../../emit/gotest/testdata/wide.hcl",
	}
}

// planned is the layout of an example, proved.
func planned(t *testing.T, path string) *layout.Layout {
	t.Helper()
	m, diags, err := model.Load(filepath.FromSlash(path))
	if err != nil || diags.HasErrors() {
		t.Fatal(err, diags)
	}
	patterns, diags := access.Decode(m)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	l, diags := planner.Plan(m, patterns, planner.Options{})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	if _, diags := prove.Prove(l); diags.HasErrors() {
		t.Fatal(diags)
	}
	return l
}

// fill puts random items into a table in memory.
func (d domain) fill(t *rapid.T, l *layout.Layout) *inmem.Table {
	table := inmem.New(l)
	for _, e := range l.Model.Entities {
		for range rapid.IntRange(0, most(e)).Draw(t, e.Name+"s") {
			values := d.item(t, e)
			replaced, err := table.Put(e, values)
			if errors.Is(err, inmem.ErrUnique) {
				continue
			}
			if err != nil {
				t.Fatalf("put %v: %v", values, err)
			}
			if replaced != nil && !sameIdentity(e, replaced, values) {
				t.Fatalf("%v took the place of %v", values, replaced)
			}
		}
	}
	return table
}

// most is how many items of an entity there are: more where one must meet the
// conditions of many patterns.
func most(e *model.Entity) int { return 6 + len(e.Attributes)/2 }

func sameIdentity(e *model.Entity, old *inmem.Item, values map[string]model.Value) bool {
	if old.Entity != e || old.Marker != nil {
		return false
	}
	for _, a := range e.Identity {
		if old.Values[a.Name] != values[a.Name] {
			return false
		}
	}
	return true
}

// each calls f for every pattern that is planned.
func each(l *layout.Layout, f func(*access.Pattern, *layout.Request)) {
	for i, p := range l.Patterns {
		if r := l.Requests[i]; r != nil {
			f(p, r)
		}
	}
}

func TestMemory(t *testing.T) {
	for name, path := range examples() {
		t.Run(name, func(t *testing.T) {
			l := planned(t, path)
			var count tally
			rapid.Check(t, func(t *rapid.T) {
				d := anything()
				table := d.fill(t, l)
				each(l, func(p *access.Pattern, r *layout.Request) {
					a := d.args(t, p, table.Items())
					rows, err := table.Run(r, a)
					if err != nil {
						t.Fatalf("%s with %+v: %v", p.Name, a, err)
					}
					if err := inmem.Agree(p, a, rows, table.Items()); err != nil {
						t.Fatalf("with %+v: %v", a, err)
					}
					count.add(p.Name, len(rows))
				})
			})
			count.require(t, l)
		})
	}
}

// tally counts what patterns returned, so that a run in which they returned
// nothing does not pass for one in which they agreed.
type tally map[string]int

func (c *tally) add(pattern string, rows int) {
	if *c == nil {
		*c = tally{}
	}
	(*c)[pattern] += rows
}

func (c *tally) require(t *testing.T, l *layout.Layout) {
	t.Helper()
	if checks(t) < 100 {
		return // too few to expect it
	}
	each(l, func(p *access.Pattern, _ *layout.Request) {
		if (*c)[p.Name] == 0 {
			t.Errorf("%s never returned an item", p.Name)
		}
	})
}

// checks is how many cases are asked for.
func checks(t *testing.T) int {
	t.Helper()
	n, err := strconv.Atoi(flag.Lookup("rapid.checks").Value.String())
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// atMost lowers the number of cases for one test.
func atMost(t *testing.T, most int) {
	t.Helper()
	f := flag.Lookup("rapid.checks")
	given := f.Value.String()
	if checks(t) <= most {
		return
	}
	if err := f.Value.Set(strconv.Itoa(most)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := f.Value.Set(given); err != nil {
			t.Error(err)
		}
	})
}
