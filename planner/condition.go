package planner

import (
	"fmt"
	"slices"

	"github.com/keyplan/keyplan/model"
)

// domain is what is known of one attribute of an item: whether it may be
// absent, and which values it may have.
type domain struct {
	absent bool
	// other says that vals are excluded, and every other value is possible.
	other bool
	// vals are sorted.
	vals []string
}

// anything is the domain of an optional attribute of which nothing is known.
func anything() domain { return domain{absent: true, other: true} }

// present is the domain of an attribute that is there.
func present() domain { return domain{other: true} }

// atomDomain is what an atom says of its attribute.
func atomDomain(a model.Atom) domain {
	switch a := a.(type) {
	case model.Compare:
		return closed(a.Attribute.Type, domain{other: a.Not, vals: []string{fmt.Sprint(a.Value)}})
	case model.OneOf:
		return domain{vals: valueTexts(a.Values)}
	case model.Present:
		return present()
	case model.Absent:
		return domain{absent: true}
	}
	panic("planner: an atom of no known kind")
}

func valueTexts(values []model.Value) []string {
	var out []string
	for _, v := range values {
		out = append(out, fmt.Sprint(v))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// closed lists the values of a type that has few, so that two ways to say the
// same thing are equal.
func closed(t model.Type, d domain) domain {
	var all []string
	switch t := t.(type) {
	case model.Enum:
		all = slices.Sorted(slices.Values(t.Values))
	case model.Bool:
		all = []string{"false", "true"}
	default:
		return d
	}
	if !d.other {
		return d
	}
	return domain{absent: d.absent, vals: without(all, d.vals)}
}

// meet is what is known when both are.
func (d domain) meet(o domain) domain {
	out := domain{absent: d.absent && o.absent}
	switch {
	case d.other && o.other:
		out.other = true
		out.vals = slices.Compact(slices.Sorted(slices.Values(slices.Concat(d.vals, o.vals))))
	case d.other:
		out.vals = without(o.vals, d.vals)
	case o.other:
		out.vals = without(d.vals, o.vals)
	default:
		out.vals = without(d.vals, without(d.vals, o.vals))
	}
	return out
}

// within says that d knows at least what o asks.
func (d domain) within(o domain) bool {
	if d.absent && !o.absent {
		return false
	}
	switch {
	case d.other && o.other:
		return len(without(o.vals, d.vals)) == 0
	case d.other:
		return false
	case o.other:
		return len(without(d.vals, o.vals)) == len(d.vals)
	}
	return len(without(d.vals, o.vals)) == 0
}

// without returns the members of a that are not in b; both are sorted.
func without(a, b []string) []string {
	var out []string
	for _, v := range a {
		if _, found := slices.BinarySearch(b, v); !found {
			out = append(out, v)
		}
	}
	return out
}
