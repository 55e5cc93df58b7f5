package planner

import (
	"testing"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
)

// TestPassesHold: after each pass its postcondition holds of the shop.
func TestPassesHold(t *testing.T) {
	m, diags, err := model.Load("../examples/shop")
	if err != nil || diags.HasErrors() {
		t.Fatal(err, diags)
	}
	patterns, diags := access.Decode(m)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	st := newState(m, patterns, Options{})
	holds := postconditions()
	for _, p := range passes() {
		p.run(st)
		post, ok := holds[p.name]
		if !ok {
			t.Errorf("pass %s has no postcondition", p.name)
		} else if fault := post(st); fault != "" {
			t.Errorf("after pass %s: %s", p.name, fault)
		}
	}
}

// postconditions say what does not hold after each pass, "" when all does.
func postconditions() map[string]func(*state) string {
	return map[string]func(*state) string{
		"scope": func(st *state) string {
			return forPatterns(st, func(p *access.Pattern) bool { return p.Shards <= 1 && !p.ThroughUnique })
		},
		"ask": func(st *state) string {
			return forQuestions(st, func(q *question) bool { return q.host == nil || q.host.host == nil && rides(q, q.host) })
		},
		"pin": func(st *state) string {
			for _, e := range st.p.entities {
				for _, p := range st.p.pins[e.m] {
					if p.at < 0 || p.fault() != "" {
						return e.m.Name + " has a pin that cannot be"
					}
				}
			}
			return ""
		},
		"refuse": func(st *state) string {
			return forQuestions(st, func(q *question) bool { return q.host != nil || st.p.possible(q) })
		},
		"search": func(st *state) string {
			if len(st.solutions) != len(st.p.components) || st.l.Minimum.LowerBound > st.l.Minimum.GlobalIndexes {
				return "a component has no solution"
			}
			return ""
		},
		"place": func(st *state) string {
			return forQuestions(st, func(q *question) bool {
				s := st.seats[q]
				return s.shelf != nil && (len(q.views) == 1) == (s.shape == nil) && s.shelf.key(q.views[0].e) != nil
			})
		},
		"write":   written,
		"project": func(st *state) string { return forShelves(st, len(st.projections)) },
		"request": func(st *state) string {
			return forQuestions(st, func(q *question) bool { return st.l.Requests[q.index] != nil })
		},
		"explain": func(st *state) string {
			if len(st.l.Minimum.Because) == 0 {
				return "no reason for the indexes"
			}
			return ""
		},
	}
}

func forPatterns(st *state, ok func(*access.Pattern) bool) string {
	for _, p := range st.patterns {
		if !ok(p) {
			return p.Name
		}
	}
	return ""
}

func forQuestions(st *state, ok func(*question) bool) string {
	for _, q := range st.p.questions {
		if !ok(q) {
			return q.p.Name
		}
	}
	return ""
}

func forShelves(st *state, n int) string {
	if n != len(st.shelves) {
		return "an index is missing"
	}
	return ""
}

// written says that every key has its text, in which no two literals stand side
// by side.
func written(st *state) string {
	for _, s := range st.shelves {
		for _, k := range s.keys {
			for _, t := range []model.Template{k.partition, k.sort} {
				for i, seg := range t {
					_, lit := seg.(model.Literal)
					if lit == (i%2 == 1) || len(t) == 0 {
						return k.e.m.Name + " has the key " + t.String()
					}
				}
			}
		}
	}
	return forShelves(st, len(st.indexes))
}
