package planner

import (
	"context"
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/layout"
)

// DefaultEffort is the number of steps after which a search ends.
const DefaultEffort = 5_000_000

// Options steer a search; the zero value is what most callers want.
type Options struct {
	// Effort is the number of steps after which the search ends with the best
	// layout so far and says that the minimum is not proved: the same on every
	// machine. 0 is DefaultEffort.
	Effort int
	// Context ends the search from outside; nil never does. When it has ended
	// the layout is not to be used: the caller asks Context.Err.
	Context context.Context
	// Stored is what items already have and the plan must leave as it is; nil for
	// a table without items.
	Stored *layout.Stored
	// Trace is told what each pass is for and then what it did; nil for nobody.
	Trace func(pass, text string)
}

// Plan chooses a layout that answers every pattern. The layout is never nil; a
// pattern that cannot be answered has a diagnostic and no request.
func Plan(m *model.Model, patterns []*access.Pattern, o Options) (*layout.Layout, hcl.Diagnostics) {
	st := newState(m, patterns, o)
	for _, p := range passes() {
		st.pass = p.name
		st.trace(p.doc)
		p.run(st)
		if st.over {
			break
		}
	}
	st.l.Minimum.Steps = st.budget.steps
	return st.l, st.diags
}

// state is what the passes hand on.
type state struct {
	o        Options
	m        *model.Model
	patterns []*access.Pattern
	l        *layout.Layout
	diags    hcl.Diagnostics
	budget   *budget
	pass     string
	// over says that nothing can be planned.
	over bool

	p         *problem
	solutions []*solution
	// shelves are the table and the secondary indexes, projections and indexes
	// what they carry and what they become.
	shelves     []*shelf
	projections []model.Projection
	indexes     []*layout.Index
	seats       map[*question]seat
	// needs is the least number of indexes of each component, parallel to
	// p.components.
	needs []int
	// tweak is the change that a trial makes to the model.
	tweak tweak
}

// seat is where a question is answered: on which index, and by which shape when
// it is about several entities.
type seat struct {
	shelf *shelf
	shape *shape
}

func newState(m *model.Model, patterns []*access.Pattern, o Options) *state {
	st := &state{o: o, m: m, patterns: patterns, seats: map[*question]seat{}}
	st.budget = &budget{limit: o.Effort}
	if o.Effort == 0 {
		st.budget.limit = DefaultEffort
	}
	if o.Context != nil {
		st.budget.stopped = func() bool { return o.Context.Err() != nil }
	}
	st.l = &layout.Layout{
		Model: m, Patterns: patterns, Requests: make([]*layout.Request, len(patterns)),
		Table: tableIndex(m.Table), Markers: markers(m),
	}
	return st
}

func (st *state) trace(text string) {
	if st.o.Trace != nil {
		st.o.Trace(st.pass, text)
	}
}

func (st *state) refuse(d ...*hcl.Diagnostic) { st.diags = append(st.diags, d...) }

// drop takes patterns out of what is planned.
func (st *state) drop(p *access.Pattern) {
	st.patterns = slices.DeleteFunc(slices.Clone(st.patterns), func(o *access.Pattern) bool { return o == p })
}
