package access

import (
	"fmt"
	"slices"

	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/model/syntax"
)

// operand finds the attribute that a name means in each of the pattern's
// entities but skip: the one of that name, or the one that is nearest by
// references, when all that shapes its text agrees.
func (d *decoder) operand(name syntax.Name, skip *model.Entity) (Operand, bool) {
	o := Operand{Name: name.V, Range: name.Range}
	leads := d.leads(name.V, skip)
	known := len(leads) > 0
	if !known {
		a := d.unknown(name, skip)
		if a == nil {
			return o, false
		}
		o.Name = a.Name
		leads = d.leads(a.Name, skip)
	}
	found := d.matches(leads, o.Name, skip)
	switch {
	case len(found) == 1:
		o.Attributes = found[0]
		return o, true
	case !known: // one message for one misspelt name
	case len(found) == 0:
		d.noMatch(name, leads[0], skip)
	default:
		d.add(diag.Error("A004", name.Range, fmt.Sprintf("%s can mean several attributes", name.V),
			"More than one choice of attributes matches across the entities. Name the attribute as the entity does that the others reference."))
	}
	return o, false
}

// leads are the attributes of that name.
func (d *decoder) leads(name string, skip *model.Entity) []*model.Attribute {
	var out []*model.Attribute
	for _, e := range d.p.Entities {
		if a := e.Attribute(name); a != nil && e != skip {
			out = append(out, a)
		}
	}
	return out
}

// unknown reports a name that no entity has, and returns what was probably
// meant.
func (d *decoder) unknown(name syntax.Name, skip *model.Entity) *model.Attribute {
	var last *model.Entity
	for _, e := range d.p.Entities {
		if e == skip {
			continue
		}
		last = e
		var names []string
		for _, a := range e.Attributes {
			names = append(names, a.Name)
		}
		if syntax.Suggest(name.V, names) != "" {
			break
		}
	}
	if last == nil {
		return nil
	}
	return last.FindAttribute(name, d.diags)
}

// matches are the ways, without repetition, to read the name in every entity.
func (d *decoder) matches(leads []*model.Attribute, name string, skip *model.Entity) [][]*model.Attribute {
	var out [][]*model.Attribute
	for _, lead := range leads {
		attrs, ok := d.assignment(lead, name, skip)
		if ok && !slices.ContainsFunc(out, func(other []*model.Attribute) bool { return slices.Equal(other, attrs) }) {
			out = append(out, attrs)
		}
	}
	return out
}

func (d *decoder) assignment(lead *model.Attribute, name string, skip *model.Entity) ([]*model.Attribute, bool) {
	attrs := make([]*model.Attribute, len(d.p.Entities))
	for i, e := range d.p.Entities {
		if e == skip {
			continue
		}
		of := matching(e, lead, name)
		if len(of) != 1 {
			return nil, false
		}
		attrs[i] = of[0]
	}
	return attrs, true
}

// matching lists the attributes of e that lead can mean there: the one of its
// name if it matches, else those that are nearest to it by references. One that
// references lead itself is nearer than one that only shares its root.
func matching(e *model.Entity, lead *model.Attribute, name string) []*model.Attribute {
	if lead.Entity == e {
		return []*model.Attribute{lead}
	}
	if a := e.Attribute(name); a != nil && (a.Matches(lead) || refused(a) || refused(lead)) {
		return []*model.Attribute{a}
	}
	var out []*model.Attribute
	nearest := 0
	for _, a := range e.Attributes {
		if a.Root() != lead.Root() || !a.Matches(lead) {
			continue
		}
		switch d := distance(a, lead); {
		case len(out) == 0 || d < nearest:
			out, nearest = []*model.Attribute{a}, d
		case d == nearest:
			out = append(out, a)
		}
	}
	return out
}

// distance counts the references between two attributes of one root.
func distance(a, b *model.Attribute) int {
	up := map[*model.Attribute]int{}
	for n := 0; a != nil; a, n = a.References, n+1 {
		up[a] = n
	}
	for n := 0; b != nil; b, n = b.References, n+1 {
		if m, common := up[b]; common {
			return m + n
		}
	}
	panic("access: two attributes of one root that do not meet")
}

// refused says that a's type was refused, so that nothing more is to say of it.
func refused(a *model.Attribute) bool {
	_, unknown := a.Type.(model.Unknown)
	return unknown
}

// noMatch says why a name does not mean one attribute in every entity.
func (d *decoder) noMatch(name syntax.Name, lead *model.Attribute, skip *model.Entity) {
	declared := diag.At(fmt.Sprintf("%s of %s is declared here", lead.Name, lead.Entity.Name), lead.NameRange)
	for _, e := range d.p.Entities {
		if e == skip {
			continue
		}
		of := matching(e, lead, name.V)
		if len(of) == 1 {
			continue
		}
		if len(of) > 1 {
			related := []diag.Related{declared}
			for _, a := range of {
				related = append(related, diag.At(fmt.Sprintf("%s of %s references it", a.Name, e.Name), a.NameRange))
			}
			d.add(diag.Error("A004", name.Range, fmt.Sprintf("%s can mean several attributes of %s", name.V, e.Name),
				fmt.Sprintf("%s and others reference the same. Read one entity by each of them, in patterns of their own.", of[0].Name), related...))
			return
		}
		other := e.Attribute(name.V)
		if other == nil {
			d.add(diag.Error("A003", name.Range, fmt.Sprintf("%s has no attribute that matches %s of %s", e.Name, lead.Name, lead.Entity.Name),
				fmt.Sprintf("One request reads all its entities by the same text, so each needs the attribute, or one that references it: attribute \"…\" { references = %s.%s }.", lead.Entity.Name, lead.Name),
				declared, diag.At(e.Name+" is declared here", e.NameRange)))
			return
		}
		d.add(diag.Error("A003", name.Range, fmt.Sprintf("%s of %s does not match that of %s", name.V, e.Name, lead.Entity.Name),
			difference(other, lead),
			declared, diag.At(fmt.Sprintf("%s of %s is declared here", other.Name, e.Name), other.NameRange)))
		return
	}
}

// difference says in what the text of two attributes differs.
func difference(a, b *model.Attribute) string {
	switch {
	case a.Prefix != b.Prefix:
		return fmt.Sprintf("In keys the one stands after %s, the other after %s. Let one reference the other, or write one prefix on both.",
			syntax.Quote(a.Prefix), syntax.Quote(b.Prefix))
	case a.Type.String() != b.Type.String():
		return fmt.Sprintf("The one is %s, the other %s. Let one reference the other, or make the two alike.", model.Describe(a.Type), model.Describe(b.Type))
	case a.Root().Name != b.Root().Name:
		return fmt.Sprintf("They come from %s and %s. Let one reference the other.", a.Root().Name, b.Root().Name)
	}
	return fmt.Sprintf("Each is %s, and their values, bounds, precision or order differ. Let one reference the other, or make the two alike.", model.Describe(a.Type))
}
