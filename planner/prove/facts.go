package prove

import (
	"slices"

	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/keytext"
)

// set is a set of values: those listed, or with except all but those.
type set struct {
	except bool
	list   []model.Value
}

// domain is every value of a type.
func domain(t model.Type) set {
	if list, few := values(t); few {
		return set{list: list}
	}
	return set{except: true}
}

func only(v model.Value) set { return set{list: []model.Value{v}} }

func (s set) has(v model.Value) bool { return slices.Contains(s.list, v) != s.except }

// value is the one value of the set.
func (s set) value() (model.Value, bool) {
	if s.except || len(s.list) != 1 {
		return nil, false
	}
	return s.list[0], true
}

func (s set) empty() bool { return !s.except && len(s.list) == 0 }

// within says that every value of s is in other.
func (s set) within(other set) bool {
	switch {
	case !s.except:
		return !slices.ContainsFunc(s.list, func(v model.Value) bool { return !other.has(v) })
	case other.except:
		return !slices.ContainsFunc(other.list, s.has)
	}
	return false
}

func (s set) and(other set) set {
	if s.except && other.except {
		return set{except: true, list: append(slices.Clone(s.list), other.list...)}
	}
	if s.except {
		s, other = other, s
	}
	var out set
	for _, v := range s.list {
		if other.has(v) {
			out.list = append(out.list, v)
		}
	}
	return out
}

func (s set) or(other set) set {
	not := set{!s.except, s.list}.and(set{!other.except, other.list})
	return set{!not.except, not.list}
}

// facts is what is known of an item of one entity.
type facts struct {
	present, absent []*model.Attribute
	sets            map[*model.Attribute]set
	// arguments says that it is of what a caller gives, not of an item: a
	// derived attribute is then not bound to its sources.
	arguments bool
}

// factsOf are the facts that the conditions state.
func factsOf(conditions ...model.Condition) *facts {
	f := &facts{sets: map[*model.Attribute]set{}}
	for _, c := range conditions {
		for _, a := range c.Atoms {
			f.state(a)
		}
	}
	return f
}

func (f *facts) state(a model.Atom) {
	switch a := a.(type) {
	case model.Present:
		f.isPresent(a.Attribute)
	case model.Absent:
		f.absent = append(f.absent, a.Attribute)
	case model.Compare:
		f.isPresent(a.Attribute)
		f.isIn(a.Attribute, set{a.Not, []model.Value{a.Value}})
	case model.OneOf:
		f.isPresent(a.Attribute)
		f.isIn(a.Attribute, set{list: a.Values})
	}
}

// isPresent is of a derived attribute the presence of its sources, too.
func (f *facts) isPresent(a *model.Attribute) {
	f.present = append(f.present, a)
	if a.Derive != nil {
		for _, s := range a.Derive.Sources() {
			f.isPresent(s)
		}
	}
}

func (f *facts) isIn(a *model.Attribute, s set) { f.sets[a] = f.set(a).and(s) }

// set is the values that a can have where it is present.
func (f *facts) set(a *model.Attribute) set {
	s, ok := f.sets[a]
	if !ok {
		s = domain(a.Type)
	}
	if v, ok := f.derived(a); ok && !f.arguments {
		s = s.and(only(v))
	}
	return s
}

// derived is the value that the sources' values make.
func (f *facts) derived(a *model.Attribute) (model.Value, bool) {
	if a.Derive == nil {
		return nil, false
	}
	item := keytext.Values{}
	for _, s := range a.Derive.Sources() {
		v, ok := f.set(s).value()
		if !ok {
			return nil, false
		}
		item[s.Name] = v
	}
	v, ok, err := item.Value(a)
	return v, ok && err == nil
}

func (f *facts) has(a *model.Attribute) bool {
	if !a.Optional || slices.Contains(f.present, a) {
		return true
	}
	return a.Derive != nil && !slices.ContainsFunc(a.Derive.Sources(), func(s *model.Attribute) bool { return !f.has(s) })
}

func (f *facts) lacks(a *model.Attribute) bool {
	if slices.Contains(f.absent, a) {
		return true
	}
	if a.Derive != nil && slices.ContainsFunc(a.Derive.Sources(), f.lacks) {
		return true
	}
	// A derived attribute is absent only where a source is.
	return slices.ContainsFunc(f.absent, func(b *model.Attribute) bool {
		return b.Derive != nil && slices.Equal(b.Derive.Sources(), []*model.Attribute{a})
	})
}

// impossible says that no item has the facts.
func (f *facts) impossible() bool {
	for _, a := range f.absent {
		if f.has(a) {
			return true
		}
	}
	if slices.ContainsFunc(f.present, f.lacks) {
		return true
	}
	for a := range f.sets {
		if f.has(a) && f.set(a).empty() {
			return true
		}
	}
	return false
}

// imply says that every item with the facts satisfies the atom.
func (f *facts) imply(a model.Atom) bool {
	if f.impossible() {
		return true
	}
	on := a.On()
	switch a := a.(type) {
	case model.Present:
		return f.has(on)
	case model.Absent:
		return f.lacks(on)
	case model.Compare:
		return f.has(on) && f.set(on).within(set{a.Not, []model.Value{a.Value}})
	case model.OneOf:
		return f.has(on) && f.set(on).within(set{list: a.Values})
	}
	return false
}

// allow says that an item with the facts can have the value.
func (f *facts) allow(a *model.Attribute, v model.Value) bool {
	return !f.lacks(a) && f.set(a).has(v)
}
