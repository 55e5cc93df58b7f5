package planner

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/model/diag"
)

// sift sets aside what no key answers: entities without a primary key, patterns
// that cannot be answered alone, and consistent patterns that exclude each other
// on the table.
func (st *state) sift() {
	if st.overfull() || st.keyless() {
		st.over = true
		return
	}
	var lost []*access.Pattern
	for _, q := range st.p.questions {
		if q.host == nil && !st.p.possible(q) {
			st.refuse(st.impossible(q))
			lost = append(lost, q.p)
		}
	}
	st.without(lost)
	for rival := st.contend(); rival != nil; rival = st.contend() {
		st.without(rival)
	}
}

// without plans on without some patterns.
func (st *state) without(lost []*access.Pattern) {
	if len(lost) == 0 {
		return
	}
	for _, q := range st.p.questions {
		if slices.Contains(lost, q.p) || q.host != nil && slices.Contains(lost, q.host.p) {
			st.drop(q.p)
		}
	}
	old := st.p
	st.p = newProblem(st.m, st.patterns, tweak{}, st.o.Stored)
	st.p.budget = st.budget
	st.p.adopt(old.pins)
}

// adopt takes the pins of a problem of the same model.
func (p *problem) adopt(old pins) {
	p.pins = pins{}
	for _, e := range p.entities {
		if list := old[e.m]; list != nil {
			p.pins[e.m] = repinned(e, list)
		}
	}
	p.handOut()
}

func repinned(e *entity, list []*pin) []*pin {
	var out []*pin
	for _, pn := range list {
		again := newPin(e, pn.m, pn.at)
		again.stored, again.note = pn.stored, pn.note
		out = append(out, again)
	}
	return out
}

// handOut gives every component the pins of its entities.
func (p *problem) handOut() {
	for _, c := range p.components {
		for _, e := range c.entities {
			if list := p.pins[e.m]; list != nil {
				c.pins[e.m] = list
			}
		}
	}
}

// mostQuestions and mostAttributes are what the search's sets hold.
const (
	mostQuestions  = 64
	mostAttributes = 64
)

// overfull refuses models that the search has no room for.
func (st *state) overfull() bool {
	for _, e := range st.p.entities {
		if len(e.singles) > mostQuestions || len(e.attrs) > mostAttributes {
			st.refuse(diag.Error("P006", e.m.NameRange, "more questions about "+e.m.Name+" than can be planned",
				fmt.Sprintf("At most %d different patterns over %d attributes of one entity are planned. Split the entity.", mostQuestions, mostAttributes)))
			return true
		}
	}
	return false
}

// keyless refuses entities that can have no primary key.
func (st *state) keyless() bool {
	found := false
	for _, e := range st.p.entities {
		if e.best(st.budget, e.tableAlone(st.p.pins), 0) != nil {
			continue
		}
		found = true
		if pn := st.p.pins.of(e, 0); pn != nil {
			st.refuse(diag.Error("P012", pn.m.Range, "pinned key that "+e.m.Name+" cannot have", e.whyNoKey()))
			continue
		}
		st.refuse(diag.Error("P001", e.m.IdentityRange, e.m.Name+" has no primary key", e.whyNoKey()))
	}
	return found
}

func (e *entity) whyNoKey() string {
	names := e.names(e.identity)
	if e.identity != 0 && e.identity.within(e.coarse) {
		return fmt.Sprintf("Its identity holds only enums and bools (%s), so all items of the table would crowd into a few partitions. Add an attribute with many values to the identity.", names)
	}
	if !e.identity.within(e.keyable) {
		return fmt.Sprintf("Its identity (%s) holds an attribute whose type has no key text. Take another attribute.", names)
	}
	return fmt.Sprintf("The widest text of %s passes the limits of DynamoDB, %d bytes of partition key and %d of sort key. Give the attributes a smaller max_length.",
		names, maxPartitionBytes, maxSortBytes)
}

// names lists attributes for a message.
func (e *entity) names(s set) string {
	var out []string
	for a := range s.each() {
		out = append(out, e.attrs[a].Name)
	}
	return listed(out)
}

// listed joins names as a sentence does.
func listed(names []string) string {
	switch n := len(names); n {
	case 0:
		return ""
	case 1:
		return names[0]
	default:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
}

// impossible refuses a pattern that no key answers.
func (st *state) impossible(q *question) *hcl.Diagnostic {
	related := []diag.Related{}
	var why []string
	for _, v := range q.views {
		for _, f := range v.faults() {
			why = append(why, f.text)
			related = append(related, diag.At(f.attr.Name+" is declared here", f.attr.NameRange))
		}
	}
	offers := st.offers([]*access.Pattern{q.p}, []*access.Pattern{q.p}, st.found)
	if q.p.Consistent {
		return diag.Error("P002", q.p.ConsistentRange, "consistent pattern that the table cannot answer",
			fmt.Sprintf("Only the table is read consistently, and its key cannot answer %s%s. %s", q.p.Name, because(why), advice(offers)), related...)
	}
	return diag.Error("P003", q.p.NameRange, "pattern that no key answers",
		fmt.Sprintf("No partition key and sort key answer %s with one Query%s. %s", q.p.Name, because(why), advice(offers)), related...)
}

func because(why []string) string {
	if len(why) == 0 {
		return ""
	}
	return ": " + strings.Join(slices.Compact(why), ", ")
}

// advice is the last sentence of a refusal.
func advice(offers []string) string {
	if len(offers) == 0 {
		return "Drop the pattern, or ask for less of it."
	}
	s := strings.Join(offers, ", or ")
	return strings.ToUpper(s[:1]) + s[1:] + "."
}

// fault is why an attribute of a question has no place in the table's key.
type fault struct {
	attr *model.Attribute
	text string
}

// faults are why the table cannot answer the question of a view.
func (v *view) faults() []fault {
	e := v.e
	need := v.equals
	for _, el := range v.order {
		need |= only(el.attr)
	}
	for _, f := range v.facts {
		if !e.base(f.attr).within(f.d) {
			need |= only(f.attr)
		}
	}
	var out []fault
	for a := range need.each() {
		attr := e.attrs[a]
		switch {
		case e.widths[a] > maxSortBytes && !e.free.has(a):
			out = append(out, fault{attr, fmt.Sprintf("%s can be %d bytes of key text", attr.Name, e.widths[a])})
		case attr.Optional:
			out = append(out, fault{attr, attr.Name + " is optional"})
		case !e.firm.has(a):
			out = append(out, fault{attr, attr.Name + " can change"})
		case e.m.PrimaryIdentity && !e.identity.has(a):
			out = append(out, fault{attr, attr.Name + " is not of the identity"})
		case v.constrained(a):
			out = append(out, fault{attr, "not one value of " + attr.Name + " is asked for"})
		}
	}
	return out
}

// constrained says that where asks of a what no key fixes.
func (v *view) constrained(a int) bool {
	if v.fixed().has(a) {
		return false
	}
	return slices.ContainsFunc(v.facts, func(f fact) bool { return f.attr == a && !v.e.base(a).within(f.d) })
}

// contend refuses consistent patterns that the table cannot answer together, and
// returns those to plan without; nil where it can.
func (st *state) contend() []*access.Pattern {
	var all []*access.Pattern
	for _, q := range st.p.questions {
		if q.p.Consistent {
			all = append(all, q.p)
		}
	}
	if len(all) < 2 || st.answered(all) {
		return nil
	}
	few := st.least(all, func(ps []*access.Pattern) bool { return !st.answered(ps) })
	var related []diag.Related
	var names []string
	for _, p := range few {
		names = append(names, p.Name)
		if len(names) > 1 {
			related = append(related, diag.At(p.Name+" is consistent, too", p.ConsistentRange))
		}
	}
	offers := st.offers(few, few, st.found)
	st.refuse(diag.Error("P004", few[0].ConsistentRange, "consistent patterns that need different table keys",
		fmt.Sprintf("Only the table is read consistently, and no one key of it answers %s together. %s", listed(names), advice(offers)), related...))
	return few[1:]
}

// answered says that some number of indexes answers the patterns.
func (st *state) answered(ps []*access.Pattern) bool { return st.fewest(ps) != never }

// found says that a layout of the patterns was found.
func (st *state) found(ps []*access.Pattern) bool { return st.fewest(ps) >= 0 }

// least removes patterns one by one while the rest still fails.
func (st *state) least(ps []*access.Pattern, fails func([]*access.Pattern) bool) []*access.Pattern {
	out := slices.Clone(ps)
	for _, p := range ps {
		rest := slices.DeleteFunc(slices.Clone(out), func(o *access.Pattern) bool { return o == p })
		if len(rest) > 0 && fails(rest) {
			out = rest
		}
	}
	return out
}
