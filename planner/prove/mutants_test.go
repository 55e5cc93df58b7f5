package prove_test

import (
	"fmt"
	"slices"

	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/layout"
)

// mutant is one change of a layout.
type mutant struct {
	name  string
	apply func(*layout.Layout)
	// index is the number of the index that changes, request that of the
	// request; -1 for the one that does not.
	index, request int
}

// of is the changed copy, and the requests that can have become wrong.
func (m mutant) of(l *layout.Layout) (*layout.Layout, func(*layout.Request) bool) {
	copied := clone(l)
	m.apply(copied)
	return copied, func(r *layout.Request) bool {
		return m.index >= 0 && r.Index == indexes(copied)[m.index] || m.request >= 0 && r == copied.Requests[m.request]
	}
}

// mutants are all single changes of l.
func mutants(l *layout.Layout) []mutant {
	var out []mutant
	for n := range indexes(l) {
		out = append(out, keyMutants(l, n)...)
		out = append(out, projectionMutants(l, n)...)
	}
	for n := range l.Requests {
		out = append(out, requestMutants(l, n)...)
	}
	return out
}

func indexes(l *layout.Layout) []*layout.Index { return append([]*layout.Index{l.Table}, l.Indexes...) }

// change makes a mutant whose difference is on index n.
func change(l *layout.Layout, n int, name string, apply func(*layout.Index)) mutant {
	return mutant{indexes(l)[n].Name + ": " + name, func(l *layout.Layout) { apply(indexes(l)[n]) }, n, -1}
}

func keyMutants(l *layout.Layout, n int) []mutant {
	var out []mutant
	x := indexes(l)[n]
	for _, k := range x.Keys {
		e := k.Entity
		for _, t := range templates(k.Partition.(model.Template), l, e.Attributes) {
			out = append(out, change(l, n, fmt.Sprintf("%s partition %q", e.Name, t), func(x *layout.Index) { x.Key(e).Partition = t }))
		}
		for _, t := range templates(k.Sort.(model.Template), l, e.Attributes) {
			out = append(out, change(l, n, fmt.Sprintf("%s sort %q", e.Name, t), func(x *layout.Index) { x.Key(e).Sort = t }))
		}
		for _, c := range conditions(k.When, e) {
			if n > 0 {
				out = append(out, change(l, n, fmt.Sprintf("%s when %q", e.Name, c), func(x *layout.Index) { x.Key(e).When = c }))
			}
		}
		if n > 0 {
			out = append(out, change(l, n, "no key of "+e.Name, func(x *layout.Index) {
				x.Keys = slices.DeleteFunc(x.Keys, func(k *layout.EntityKey) bool { return k.Entity == e })
			}))
		}
		for m, y := range indexes(l) {
			if y.Key(e) == nil {
				out = append(out, change(l, m, fmt.Sprintf("%s as on %s", e.Name, x.Name), func(y *layout.Index) { y.Keys = append(y.Keys, k) }))
			}
		}
	}
	return out
}

// templates are the single changes of a template.
func templates(t model.Template, l *layout.Layout, attrs []*model.Attribute) []model.Template {
	var out []model.Template
	add := func(changed ...model.Segment) {
		if len(changed) > 0 {
			out = append(out, changed)
		}
	}
	for i, s := range t {
		add(slices.Delete(slices.Clone(t), i, i+1)...)
		add(slices.Insert(slices.Clone(t), i, s)...)
		for j := range t[:i] {
			swapped := slices.Clone(t)
			swapped[i], swapped[j] = swapped[j], swapped[i]
			add(swapped...)
		}
		for _, other := range segments(s, l, attrs) {
			changed := slices.Clone(t)
			changed[i] = other
			add(changed...)
		}
	}
	return out
}

// segments are what can stand in place of one: a part in another form or of
// another attribute, a literal that is another's, that is new, or that is cut.
func segments(s model.Segment, l *layout.Layout, attrs []*model.Attribute) []model.Segment {
	var out []model.Segment
	switch s := s.(type) {
	case model.Part:
		for f := model.Plain; f <= model.Raw; f++ {
			if f != s.Form {
				out = append(out, model.Part{Attribute: s.Attribute, Form: f})
			}
		}
		for _, a := range attrs {
			if a != s.Attribute {
				out = append(out, model.Part{Attribute: a, Form: s.Form})
			}
		}
	case model.Literal:
		for _, other := range literalsOf(l) {
			if other != s {
				out = append(out, other)
			}
		}
		out = append(out, "zz#"+s, s+"zz#", model.Literal("#"), s[:len(s)-1])
	}
	return out
}

// literalsOf are the literals of the layout's keys, each once.
func literalsOf(l *layout.Layout) []model.Literal {
	var out []model.Literal
	for _, x := range indexes(l) {
		for _, k := range x.Keys {
			for _, s := range slices.Concat(k.Partition.(model.Template), k.Sort.(model.Template)) {
				if lit, ok := s.(model.Literal); ok && !slices.Contains(out, lit) {
					out = append(out, lit)
				}
			}
		}
	}
	return out
}

// conditions are the single changes of a when: an atom less, another value, the
// opposite, an atom more.
func conditions(c model.Condition, e *model.Entity) []model.Condition {
	var out []model.Condition
	for i, a := range c.Atoms {
		out = append(out, model.Condition{Atoms: slices.Delete(slices.Clone(c.Atoms), i, i+1)})
		for _, other := range atoms(a.On()) {
			changed := slices.Clone(c.Atoms)
			changed[i] = other
			out = append(out, model.Condition{Atoms: changed})
		}
	}
	for _, a := range e.Attributes {
		for _, atom := range atoms(a) {
			out = append(out, model.Condition{Atoms: append(slices.Clone(c.Atoms), atom)})
		}
	}
	return out
}

func atoms(a *model.Attribute) []model.Atom {
	out := []model.Atom{model.Present{Attribute: a}, model.Absent{Attribute: a}}
	values := domainOf(a)
	for i, v := range values {
		out = append(out, model.Compare{Attribute: a, Value: v}, model.Compare{Attribute: a, Value: v, Not: true},
			model.OneOf{Attribute: a, Values: []model.Value{v, values[(i+1)%len(values)]}})
	}
	return out
}

func projectionMutants(l *layout.Layout, n int) []mutant {
	if n == 0 {
		return nil
	}
	x := indexes(l)[n]
	include := x.Projection.Include
	if x.Projection.Kind == model.ProjectAll {
		include = []string{l.Model.Table.EntityAttribute}
		for _, k := range x.Keys {
			for _, a := range k.Entity.Attributes {
				if !slices.Contains(include, a.StoredAs) {
					include = append(include, a.StoredAs)
				}
			}
		}
	}
	out := []mutant{
		change(l, n, "keys only", func(x *layout.Index) { x.Projection = model.Projection{Kind: model.ProjectKeysOnly} }),
		change(l, n, "project all", func(x *layout.Index) { x.Projection = model.Projection{} }),
	}
	for i, name := range include {
		less := model.Projection{Kind: model.ProjectInclude, Include: slices.Delete(slices.Clone(include), i, i+1)}
		out = append(out, change(l, n, "without "+name, func(x *layout.Index) { x.Projection = less }))
	}
	return out
}

// ask makes a mutant whose difference is in request n.
func ask(l *layout.Layout, n int, name string, apply func(*layout.Layout, *layout.Request)) mutant {
	return mutant{l.Requests[n].Pattern.Name + ": " + name, func(l *layout.Layout) { apply(l, l.Requests[n]) }, -1, n}
}

func requestMutants(l *layout.Layout, n int) []mutant {
	r := l.Requests[n]
	var given []*model.Attribute
	for _, o := range r.Pattern.Equals {
		given = append(given, o.Attributes...)
	}
	out := []mutant{
		ask(l, n, "the other direction", func(_ *layout.Layout, r *layout.Request) { r.Forward = !r.Forward }),
		ask(l, n, "the other operation", func(_ *layout.Layout, r *layout.Request) { r.Operation = 1 - r.Operation }),
		ask(l, n, "ends its key or not", func(_ *layout.Layout, r *layout.Request) { r.Sort.EndsKey = !r.Sort.EndsKey }),
		ask(l, n, "fewer bounds", func(_ *layout.Layout, r *layout.Request) { r.Sort.Range = r.Sort.Range[:max(0, len(r.Sort.Range)-1)] }),
	}
	for limit := range 3 {
		out = append(out, ask(l, n, fmt.Sprint("limit ", limit), func(_ *layout.Layout, r *layout.Request) { r.Limit = limit }))
	}
	for kind := layout.Whole; kind <= layout.Span; kind++ {
		out = append(out, ask(l, n, fmt.Sprint("sort condition ", kind), func(_ *layout.Layout, r *layout.Request) { r.Sort.Kind = kind }))
	}
	for i := range indexes(l) {
		out = append(out, ask(l, n, fmt.Sprint("on index ", i), func(l *layout.Layout, r *layout.Request) { r.Index = indexes(l)[i] }))
	}
	for i, part := range r.Sort.Range {
		for _, other := range segments(part, l, part.Attribute.Entity.Attributes) {
			out = append(out, ask(l, n, fmt.Sprintf("bounds %s", other), func(_ *layout.Layout, r *layout.Request) { r.Sort.Range[i] = other.(model.Part) }))
		}
	}
	for _, side := range []struct {
		name string
		of   func(*layout.Request) *model.Template
	}{
		{"prefix", func(r *layout.Request) *model.Template { return &r.Sort.Prefix }},
		{"from", func(r *layout.Request) *model.Template { return &r.Sort.From }},
		{"to", func(r *layout.Request) *model.Template { return &r.Sort.To }},
	} {
		for _, t := range templates(*side.of(r), l, given) {
			out = append(out, ask(l, n, fmt.Sprintf("%s %q", side.name, t), func(_ *layout.Layout, r *layout.Request) { *side.of(r) = t }))
		}
	}
	for _, t := range templates(r.Partition.(model.Template), l, given) {
		out = append(out, ask(l, n, fmt.Sprintf("partition %q", t), func(_ *layout.Layout, r *layout.Request) { r.Partition = t }))
	}
	return out
}
