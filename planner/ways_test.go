package planner_test

import (
	"slices"
	"strings"

	"github.com/keyplan/keyplan/model"
)

// ways are all keys of an entity on an index. Attributes that no pattern names
// and no identity holds are left out: they could only stand last.
func (d *drawing) ways(e *model.Entity, table, shared bool) []way {
	var out []way
	attrs := d.named(e)
	for mask := range 1 << len(attrs) {
		var partition, rest []*model.Attribute
		for i, a := range attrs {
			if mask&(1<<i) != 0 {
				partition = append(partition, a)
			} else {
				rest = append(rest, a)
			}
		}
		for _, sort := range sequences(rest) {
			for at := 0; at <= len(sort) && (at == 0 || shared); at++ {
				w := way{e: e, partition: partition, sort: slices.Insert(slices.Clone(sort), at, nil)}
				if table {
					if w.primary() {
						out = append(out, w)
					}
					continue
				}
				for _, when := range d.conditions(e) {
					w.when = when
					out = append(out, w)
				}
			}
		}
	}
	return out
}

func (d *drawing) named(e *model.Entity) []*model.Attribute {
	var out []*model.Attribute
	for _, a := range e.Attributes {
		used := a.InIdentity
		for _, p := range d.s.patterns {
			at := slices.Index(p.Entities, e)
			if at < 0 {
				continue
			}
			for _, o := range slices.Concat(p.Equals, ordered(p)) {
				used = used || o.Attributes[at] == a
			}
			for _, atom := range p.Where[at].Atoms {
				used = used || atom.On() == a
			}
		}
		if used {
			out = append(out, a)
		}
	}
	slices.SortFunc(out, func(a, b *model.Attribute) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// sequences are all orders of all subsets.
func sequences(attrs []*model.Attribute) [][]*model.Attribute {
	out := [][]*model.Attribute{nil}
	for i, a := range attrs {
		rest := slices.Delete(slices.Clone(attrs), i, i+1)
		for _, s := range sequences(rest) {
			out = append(out, append([]*model.Attribute{a}, s...))
		}
	}
	return out
}

// primary says that the key can be the entity's primary key.
func (w way) primary() bool {
	var held []*model.Attribute
	for _, a := range slices.Concat(w.partition, w.sort) {
		if a == nil {
			continue
		}
		if a.Optional || !a.Immutable {
			return false
		}
		held = append(held, a)
	}
	for _, a := range w.e.Identity {
		if !slices.Contains(held, a) {
			return false
		}
	}
	return slices.ContainsFunc(w.partition, func(a *model.Attribute) bool {
		_, enum := a.Type.(model.Enum)
		return !enum
	})
}

// conditions are none, and every conjunction of some of a pattern's where.
func (d *drawing) conditions(e *model.Entity) [][]model.Atom {
	out := [][]model.Atom{nil}
	seen := map[string]bool{"": true}
	for _, p := range d.s.patterns {
		at := slices.Index(p.Entities, e)
		if at < 0 {
			continue
		}
		atoms := p.Where[at].Atoms
		for mask := range 1 << len(atoms) {
			var some []model.Atom
			for i, a := range atoms {
				if mask&(1<<i) != 0 {
					some = append(some, a)
				}
			}
			if text := (model.Condition{Atoms: some}).String(); !seen[text] {
				seen[text] = true
				out = append(out, some)
			}
		}
	}
	return out
}
