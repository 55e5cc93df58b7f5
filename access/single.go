package access

import (
	"fmt"
	"slices"
	"strings"

	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/model/syntax"
)

// single computes whether at most one item can match, and by what.
func (d *decoder) single() {
	p := d.p
	if len(p.Entities) == 1 && !p.Multiple {
		e := p.Entities[0]
		known := fixed(p.Where[0])
		for _, o := range p.Equals {
			known = append(known, o.Attributes[0])
		}
		p.One = covers(known, e.Identity)
		if u := coveredUnique(e, known); u != nil && !p.One {
			p.One, p.OneBy = true, u
		}
	}
	if one := d.r.Bool("one"); one.Set && one.V && !p.One && !d.failed() {
		d.add(diag.Error("A014", one.Range, "nothing guarantees a single item", d.howToBeSingle()))
	}
	if p.One && p.Shards > 0 {
		d.add(diag.Error("A016", p.ShardsRange, "shards for a single item", "At most one item matches, so there is nothing to spread. Drop shards."))
	}
}

func covers(known, wanted []*model.Attribute) bool {
	for _, a := range wanted {
		if !slices.Contains(known, a) {
			return false
		}
	}
	return true
}

func coveredUnique(e *model.Entity, known []*model.Attribute) *model.Unique {
	for _, u := range e.Uniques {
		if len(u.Attributes) > 0 && covers(known, u.Attributes) {
			return u
		}
	}
	return nil
}

func (d *decoder) howToBeSingle() string {
	p := d.p
	if len(p.Entities) != 1 || p.Multiple {
		return "A collection holds items of several entities. Drop one, or write entity instead of entities."
	}
	var names []string
	for _, a := range p.Entities[0].Identity {
		names = append(names, a.Name)
	}
	var equals []string
	for _, o := range p.Equals {
		equals = append(equals, o.Name)
	}
	return fmt.Sprintf("Let equals hold the whole identity, %s, or declare unique \"…\" { attributes = [%s] } in %s; or drop one.",
		syntax.List(names, "and"), strings.Join(equals, ", "), p.Entities[0].Name)
}

// through checks a read by way of the marker of a unique.
func (d *decoder) through() {
	p := d.p
	if !p.ThroughUnique || d.failed() {
		return
	}
	at := d.r.Arg("through").Range()
	if len(p.Entities) == 1 && !p.Multiple {
		var known []*model.Attribute
		for _, o := range p.Equals {
			known = append(known, o.Attributes[0])
		}
		u := coveredUnique(p.Entities[0], known)
		if u != nil && len(u.Attributes) == len(known) && p.Range == nil && len(p.Sort) == 0 && p.WhereRange.Empty() && p.Shards == 0 {
			p.One, p.OneBy = true, u
			return
		}
	}
	d.add(diag.Error("A015", at, "not a read through a unique",
		"It reads the marker of a unique and then the item: equals holds just the attributes of one, and there is no range, sort, where or shards."))
}
