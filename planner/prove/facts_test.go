package prove

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/keytext"
)

// creature is an entity with attributes of every kind that facts tell apart.
func creature() *model.Entity {
	e := &model.Entity{Name: "creature"}
	add := func(name string, t model.Type, optional bool) *model.Attribute {
		a := &model.Attribute{Entity: e, Name: name, Type: t, Optional: optional}
		e.Attributes = append(e.Attributes, a)
		return a
	}
	add("kind", model.Enum{Values: []string{"cat", "dog", "eel"}}, false)
	add("mood", model.Enum{Values: []string{"good", "bad"}}, true)
	add("tame", model.Bool{}, true)
	name := add("name", model.String{}, true)
	add("key", model.Text{}, true).Derive = model.Lower{Source: name}
	return e
}

func constants(a *model.Attribute) []model.Value {
	if list, few := values(a.Type); few {
		return list
	}
	return []model.Value{"a", "A", "b"}
}

func drawAtom(t *rapid.T, attrs []*model.Attribute) model.Atom {
	a := attrs[rapid.IntRange(0, len(attrs)-1).Draw(t, "attribute")]
	v := rapid.SampledFrom(constants(a))
	switch rapid.IntRange(0, 4).Draw(t, "atom") {
	case 0:
		return model.Present{Attribute: a}
	case 1:
		return model.Absent{Attribute: a}
	case 2:
		return model.OneOf{Attribute: a, Values: []model.Value{v.Draw(t, "value"), v.Draw(t, "value")}}
	}
	return model.Compare{Attribute: a, Value: v.Draw(t, "value"), Not: rapid.Bool().Draw(t, "not")}
}

// creatures are all items over the constants and one value that no condition
// names.
func creatures(e *model.Entity) []keytext.Values {
	out := []keytext.Values{{}}
	for _, a := range e.Attributes {
		if a.Derive != nil {
			continue
		}
		options := constants(a)
		if _, few := values(a.Type); !few {
			options = append(options, "z")
		}
		var more []keytext.Values
		for _, item := range out {
			if a.Optional {
				more = append(more, item)
			}
			for _, v := range options {
				next := keytext.Values{a.Name: v}
				for name, w := range item {
					next[name] = w
				}
				more = append(more, next)
			}
		}
		out = more
	}
	return out
}

// TestImply: what follows from conditions is what holds for every item that
// satisfies them; of derived attributes some may be missed, none may be made up.
func TestImply(t *testing.T) {
	e := creature()
	all := creatures(e)
	rapid.Check(t, func(t *rapid.T) {
		attrs := e.Attributes[:4]
		withDerived := rapid.Bool().Draw(t, "derived")
		if withDerived {
			attrs = e.Attributes
		}
		var given model.Condition
		for range rapid.IntRange(0, 3).Draw(t, "atoms") {
			given.Atoms = append(given.Atoms, drawAtom(t, attrs))
		}
		atom := drawAtom(t, attrs)
		got, want := factsOf(given).imply(atom), follows(t, all, given, atom)
		if got && !want || !withDerived && got != want {
			t.Fatalf("%q implies %q: %v, want %v", given, atom, got, want)
		}
	})
}

func follows(t *rapid.T, all []keytext.Values, given model.Condition, atom model.Atom) bool {
	for _, item := range all {
		holds, err := item.Holds(given)
		then, err2 := item.Holds(model.Condition{Atoms: []model.Atom{atom}})
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		if holds && !then {
			return false
		}
	}
	return true
}

// TestSets: sets of values and their complements.
func TestSets(t *testing.T) {
	universe := []model.Value{"a", "b", "c", "d"}
	rapid.Check(t, func(t *rapid.T) {
		draw := func() set {
			return set{rapid.Bool().Draw(t, "except"), rapid.SliceOfN(rapid.SampledFrom(universe[:3]), 0, 3).Draw(t, "list")}
		}
		x, y := draw(), draw()
		within := true
		for _, v := range universe {
			within = within && (!x.has(v) || y.has(v))
			if x.and(y).has(v) != (x.has(v) && y.has(v)) || x.or(y).has(v) != (x.has(v) || y.has(v)) {
				t.Fatalf("%v and %v at %v", x, y, v)
			}
		}
		if x.within(y) != within {
			t.Fatalf("%v within %v: %v", x, y, !within)
		}
	})
}
