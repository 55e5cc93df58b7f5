package gorepo

import (
	"fmt"
	"slices"

	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/layout"
)

// changes decides which attributes of x can be changed one by one, and what
// their functions take.
func (b *lowering) changes(x *Entity) {
	for _, f := range x.Fields {
		a := f.Attribute
		if a.Immutable || a.InIdentity || a == x.Model.Version || a.OnWrite != nil || slices.Contains(x.KeyFields, f) {
			continue
		}
		p := place{fmt.Sprintf("the change of attribute %q of entity %q", a.Name, x.Model.Name), a.NameRange}
		f.Set = "Set" + x.Type + f.Name
		b.claim(b.view.names, f.Set, p)
		if a.Optional {
			f.Remove = "Remove" + x.Type + f.Name
			b.claim(b.view.names, f.Remove, p)
		}
		f.Old = inUnique(x.Model, a)
		f.Companions = b.companions(x, f)
	}
}

// changeParams names the parameters of every change, once no other name of the
// package can come.
func (b *lowering) changeParams(x *Entity) {
	if v := x.Model.Version; v != nil {
		x.version = b.variable(unexported(v.Name), map[string]bool{})
	}
	used := map[string]bool{}
	for _, d := range x.Derived {
		d.local = b.variable(unexported(d.Attribute.Name), used)
	}
	for _, f := range x.Fields {
		taken := map[string]bool{}
		f.names = []string{"from", "to"}
		for _, c := range f.Companions {
			f.names = append(f.names, b.variable(unexported(c.Attribute.Name), taken))
		}
	}
}

// inUnique says whether a unique of e holds a, or what is derived from it.
func inUnique(e *model.Entity, a *model.Attribute) bool {
	return slices.ContainsFunc(e.Uniques, func(u *model.Unique) bool {
		return slices.Contains(storedAll(u.Attributes), a)
	})
}

func storedAll(attrs []*model.Attribute) []*model.Attribute {
	var out []*model.Attribute
	for _, a := range attrs {
		out = appendNew(out, stored(a)...)
	}
	return out
}

// A group is attributes that one text, or the presence of one, is computed
// from: a change of any of them needs all of them.
type group []*model.Attribute

// groups are e's index keys with their conditions, its derived attributes with
// several sources, and its unique markers with the TTL value that they carry.
func groups(l *layout.Layout, e *model.Entity) []group {
	var out []group
	for _, x := range l.Indexes {
		if k := x.Key(e); k != nil {
			used := templateAttributes(k.Partition, k.Sort)
			for _, a := range k.When.Atoms {
				used = appendNew(used, a.On())
			}
			out = append(out, storedAll(used))
		}
	}
	for _, a := range e.Attributes {
		if a.Derive != nil {
			out = append(out, stored(a))
		}
	}
	for _, u := range e.Uniques {
		used := storedAll(u.Attributes)
		if e.TTL != nil {
			used = appendNew(used, e.TTL.Attribute)
		}
		out = append(out, used)
	}
	return out
}

// companions are the other attributes of every group that a change of f
// touches, without those that the table key holds, in declaration order. What
// every write sets changes with f.
func (b *lowering) companions(x *Entity, f *Field) []*Field {
	touched := []*model.Attribute{f.Attribute}
	for _, w := range x.Fields {
		if w.Attribute.OnWrite != nil {
			touched = append(touched, w.Attribute)
		}
	}
	var need []*model.Attribute
	for _, g := range groups(b.view.Layout, x.Model) {
		if slices.ContainsFunc(g, func(a *model.Attribute) bool { return slices.Contains(touched, a) }) {
			need = appendNew(need, g...)
		}
	}
	var out []*Field
	for _, c := range x.Fields {
		if slices.Contains(need, c.Attribute) && !slices.Contains(touched, c.Attribute) && !slices.Contains(x.KeyFields, c) {
			out = append(out, c)
		}
	}
	return out
}
