package prove

import (
	"fmt"
	"slices"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/layout"
)

// ask is a request as it is read: fields of literals and of arguments. Its
// parts are in the words of the lead attribute of each operand.
type ask struct {
	pattern   *access.Pattern
	request   *layout.Request
	partition []field
	// sort are the leading fields that the sort key must have, rest is what
	// must follow.
	sort []field
	rest rest
	// bounded are the leading fields of what bounds select.
	bounded []field
	// arguments is what is known of what the caller gives.
	arguments *facts
	d         byte
}

// read reads the request of a pattern; the reason is "" where it can be read.
func (p *prover) read(r *layout.Request) (*ask, Obligation, string) {
	a := &ask{pattern: r.Pattern, request: r, arguments: argumentsOf(r.Pattern), d: p.d}
	partition, ok := r.Partition.(model.Template)
	if !ok {
		return nil, determined, "it asks for a native key, which this version does not prove"
	}
	var reason string
	if a.partition, reason = a.fields(partition); reason != "" {
		return nil, determined, reason
	}
	if reason = a.readSort(r.Sort); reason != "" {
		return nil, contiguous, reason
	}
	return a, "", ""
}

// fields splits a template of the request.
func (a *ask) fields(t model.Template) ([]field, string) {
	fields, reason := split(t, a.d)
	if reason != "" {
		return nil, reason
	}
	for i, f := range fields {
		if f.part == nil {
			continue
		}
		o := operandOf(a.pattern.Equals, f.part.Attribute)
		if o == nil {
			return nil, fmt.Sprintf("%s is in the key that is asked for and not in equals, so that the caller does not give it", f.part.Attribute.Name)
		}
		lead := model.Part{Attribute: o.Lead(), Form: f.part.Form}
		if !sameText(lead, *f.part, a.d) {
			return nil, fmt.Sprintf("%s and %s are written differently in keys", lead.Attribute.Name, f.part.Attribute.Name)
		}
		fields[i].part = &lead
	}
	return fields, ""
}

// operandOf is the operand that speaks of the attribute.
func operandOf(list []access.Operand, attr *model.Attribute) *access.Operand {
	for i := range list {
		if slices.Contains(list[i].Attributes, attr) {
			return &list[i]
		}
	}
	return nil
}

func (a *ask) readSort(s layout.SortCondition) string {
	prefix, reason := a.fields(s.Prefix)
	if reason != "" {
		return reason
	}
	last := prefix[len(prefix)-1]
	leading := prefix[:len(prefix)-1]
	closed := last.part == nil && last.literal == ""
	if len(s.Range) > 0 && !closed {
		return fmt.Sprintf("no delimiter stands before %s", s.Range[0])
	}
	a.bounded = leading
	switch s.Kind {
	case layout.Whole:
		a.rest = rest{kind: anything}
	case layout.Exact:
		a.sort, a.rest = prefix, rest{kind: nothing}
	case layout.Begins:
		if last.part != nil {
			return fmt.Sprintf("no delimiter stands after %s, so that longer values would be read, too", last)
		}
		a.sort, a.rest = leading, rest{kind: begins, low: last.literal}
		if len(s.Prefix) == 0 {
			a.rest = rest{kind: anything} // nothing is said of the sort key
		}
	case layout.Span:
		return a.readSpan(s)
	}
	return ""
}

// readSpan takes the fields that both ends have in common; all texts between
// the ends have them, too. What is left must be literal.
func (a *ask) readSpan(s layout.SortCondition) string {
	from, reason := a.fields(s.From)
	if reason != "" {
		return reason
	}
	to, reason := a.fields(s.To)
	if reason != "" {
		return reason
	}
	n := 0
	for n < min(len(from), len(to))-1 && equalFields(from[n], to[n]) {
		n++
	}
	low, okLow := join(from[n:], a.d)
	high, okHigh := join(to[n:], a.d)
	if !okLow || !okHigh {
		return "the two ends of what is read differ in a value"
	}
	a.sort, a.rest = from[:n], rest{kind: between, low: low, high: high}
	return ""
}

func equalFields(a, b field) bool {
	if a.part == nil || b.part == nil {
		return a.part == b.part && a.literal == b.literal
	}
	return *a.part == *b.part
}

// argumentsOf restricts what the caller gives to what where allows for some
// entity: with any other value no request is made.
func argumentsOf(p *access.Pattern) *facts {
	f := factsOf()
	f.arguments = true
	for _, o := range p.Equals {
		allowed := set{}
		for i, attr := range o.Attributes {
			w := factsOf(about(p.Where[i], attr))
			if !w.lacks(attr) {
				allowed = allowed.or(w.set(attr))
			}
		}
		lead := o.Lead()
		f.isPresent(lead)
		f.isIn(lead, allowed)
	}
	return f
}

// about are the atoms that speak of the attribute itself.
func about(c model.Condition, attr *model.Attribute) model.Condition {
	var out model.Condition
	for _, a := range c.Atoms {
		if a.On() == attr {
			out.Atoms = append(out.Atoms, a)
		}
	}
	return out
}

// text is the one text of a field on the side of the arguments.
func (a *ask) text(f field) (string, bool) {
	if f.part == nil {
		return f.literal, true
	}
	v, ok := a.arguments.set(f.part.Attribute).value()
	if !ok {
		return "", false
	}
	return write(*f.part, a.d, v)
}
