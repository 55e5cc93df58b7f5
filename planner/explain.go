package planner

import (
	"fmt"
	"slices"
	"strings"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/planner/keytext"
	"github.com/keyplan/keyplan/planner/layout"
)

// explain says why there are as many indexes as there are, refuses when there
// are more than the table allows, and warns of what the keys mean.
func (st *state) explain() {
	st.l.Minimum.Because = st.reasons()
	for _, r := range st.l.Minimum.Because {
		st.trace(r.Text)
	}
	if most := st.m.Table.MaxIndexes; st.l.Minimum.GlobalIndexes > most {
		st.tooMany(most)
	}
	for _, e := range st.m.Entities {
		st.warnSuperset(e)
	}
	st.warnUnbounded()
}

// tooMany refuses a plan with more indexes than max_indexes.
func (st *state) tooMany(most int) {
	n := st.l.Minimum.GlobalIndexes
	var why []string
	var ps []*access.Pattern
	var related []diag.Related
	for _, r := range st.l.Minimum.Because {
		why = append(why, r.Text)
		for _, p := range r.Patterns {
			if !slices.Contains(ps, p) {
				ps = append(ps, p)
				related = append(related, diag.At(p.Name+" is one of them", p.NameRange))
			}
		}
	}
	reason := "The search ended before it found fewer"
	if len(why) > 0 {
		reason = strings.ToUpper(why[0][:1]) + strings.Join(why, "; ")[1:]
	}
	all := st.planned()
	offers := st.offers(ps, all, func(trial []*access.Pattern) bool {
		k := st.fewest(trial)
		return k >= 0 && k <= most
	})
	offers = append([]string{fmt.Sprintf("raise max_indexes to %d", n)}, offers...)
	st.refuse(diag.Error("P005", st.m.Table.MaxIndexesRange, fmt.Sprintf("plan needs %s and max_indexes is %d", plural(n, "index", "indexes"), most),
		fmt.Sprintf("%s. %s", reason, advice(offers)), related...))
}

// plural is a number with its noun.
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// planned are the patterns that the problem is made of.
func (st *state) planned() []*access.Pattern {
	var out []*access.Pattern
	for _, q := range st.p.questions {
		out = append(out, q.p)
	}
	return out
}

// warnSuperset warns of a primary key that holds more than the identity.
func (st *state) warnSuperset(e *model.Entity) {
	k := st.l.Table.Key(e)
	if k == nil || k.Pin != nil {
		return
	}
	held := append(attributesOf(k.Partition), attributesOf(k.Sort)...)
	var extra []string
	for _, a := range held {
		if !a.InIdentity {
			extra = append(extra, a.Name)
		}
	}
	if len(extra) == 0 {
		return
	}
	related := st.referring(e)
	for _, p := range st.l.Patterns {
		if p.One && p.OneBy == nil && p.Entities[0] == e && !givesAll(p, held) {
			related = append(related, diag.At(p.Name+" gives less and is answered by a Query", p.NameRange))
		}
	}
	st.refuse(diag.Warning("P020", e.NameRange, fmt.Sprintf("%s is addressed by more than its identity", e.Name),
		fmt.Sprintf("%s is addressed by %s; callers with only %s cannot reach one, and two items that differ in %s alone are two. Write primary = identity to forbid it, or make %s part of the identity.",
			e.Name, listed(attributeNames(held)), listed(attributeNames(e.Identity)), listed(extra), listed(extra)), related...))
}

// referring are the attributes of other entities that reference the identity.
func (st *state) referring(e *model.Entity) []diag.Related {
	var out []diag.Related
	for _, o := range st.m.Entities {
		for _, a := range o.Attributes {
			if a.References != nil && a.References.Entity == e && a.References.InIdentity && o != e {
				out = append(out, diag.At(fmt.Sprintf("%s of %s refers to it", a.Name, o.Name), a.NameRange))
			}
		}
	}
	return out
}

func givesAll(p *access.Pattern, held []*model.Attribute) bool {
	for _, a := range held {
		if !asks(p, a) {
			return false
		}
	}
	return true
}

func attributesOf(k model.Key) []*model.Attribute {
	var out []*model.Attribute
	for _, s := range template(k) {
		if part, ok := s.(model.Part); ok {
			out = append(out, part.Attribute)
		}
	}
	return out
}

func attributeNames(list []*model.Attribute) []string {
	var out []string
	for _, a := range list {
		out = append(out, a.Name)
	}
	return out
}

// warnUnbounded warns of texts in keys that have no bound, once for each
// attribute that others reference.
func (st *state) warnUnbounded() {
	var warned []*model.Attribute
	for _, x := range append([]*layout.Index{st.l.Table}, st.l.Indexes...) {
		for _, k := range x.Keys {
			for _, a := range append(attributesOf(k.Partition), attributesOf(k.Sort)...) {
				root := unboundedSource(a.Root())
				if root == nil || slices.Contains(warned, root) {
					continue
				}
				warned = append(warned, root)
				st.refuse(diag.Warning("P021", root.NameRange, fmt.Sprintf("%s of %s stands in a key without a bound", root.Name, root.Entity.Name),
					fmt.Sprintf("A partition key takes %d bytes and a sort key %d, so a longer value is refused when it is written. Give %s a max_length.",
						maxPartitionBytes, maxSortBytes, root.Name)))
			}
		}
	}
}

// unboundedSource is the declared attribute because of which a has no bound,
// nil where it has one.
func unboundedSource(a *model.Attribute) *model.Attribute {
	if _, bounded := keytext.Width(a.Type, model.Plain); bounded {
		return nil
	}
	if a.Derive == nil {
		return a
	}
	for _, s := range a.Derive.Sources() {
		if model.KeyAllowed(s.Type) {
			if u := unboundedSource(s.Root()); u != nil {
				return u
			}
		}
	}
	return a
}
