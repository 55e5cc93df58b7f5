package prove

import (
	"fmt"
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/planner/layout"
)

// readable reads every key into fields, and says whether the layout is whole:
// nothing else can be proved of one that is not.
func (p *prover) readable() bool {
	if len(p.l.Patterns) != len(p.l.Requests) || p.l.Table == nil || p.l.Table.Kind != layout.Primary {
		p.malformed(p.l.Model.Table.Range, "a table or requests are missing")
		return false
	}
	for _, x := range p.indexes() {
		for i, k := range x.Keys {
			if slices.ContainsFunc(x.Keys[:i], func(other *layout.EntityKey) bool { return other.Entity == k.Entity }) {
				p.malformed(k.Entity.NameRange, k.Entity.Name+" has two keys on "+x.Name)
			}
			p.readKey(x, k)
		}
	}
	for _, m := range p.l.Markers {
		c := &carried{entity: m.Entity, marker: m}
		c.partition = p.side(m.Entity, m.Unique.Range, m.Partition)
		c.sort = p.side(m.Entity, m.Unique.Range, m.Sort)
		p.tenant(c, m.Unique.Range)
		p.markers = append(p.markers, c)
	}
	for _, e := range p.l.Model.Entities {
		if p.l.Table.Key(e) == nil {
			p.malformed(e.NameRange, e.Name+" has no primary key")
		}
	}
	return !p.diags.HasErrors()
}

func (p *prover) readKey(x *layout.Index, k *layout.EntityKey) {
	at := keyRange(k)
	c := &carried{entity: k.Entity, when: k.When}
	c.partition = p.side(k.Entity, at, k.Partition)
	if (k.Sort == nil) != (len(x.Sort) == 0) {
		p.malformed(at, fmt.Sprintf("%s and the key of %s there differ in having a sort key", x.Name, k.Entity.Name))
	}
	if k.Sort != nil {
		c.sort = p.side(k.Entity, at, k.Sort)
	}
	p.tenant(c, at)
	if table := p.l.Table.Key(k.Entity); x.Kind == layout.Local && table != nil && show(c.partition, p.d) != show(p.keys[table].partition, p.d) {
		p.malformed(at, fmt.Sprintf("%s is local and has another partition key than the table", x.Name))
	}
	p.keys[k] = c
}

// side reads one side of a key.
func (p *prover) side(e *model.Entity, at hcl.Range, k model.Key) []field {
	t, ok := k.(model.Template)
	if !ok {
		p.unproved(at, "a key of several attributes")
		return nil
	}
	fields, reason := split(t, p.d)
	if reason == "" {
		reason = unfit(e, fields)
	}
	if reason != "" {
		p.diags = append(p.diags, diag.Error("P115", at, "key cannot be read back",
			fmt.Sprintf("In %q of %s %s. Separate parts by the delimiter, and end every literal in it.", t, e.Name, reason)))
	}
	return fields
}

// unfit says why the fields are no key of the entity.
func unfit(e *model.Entity, fields []field) string {
	for i, f := range fields {
		if f.part == nil {
			continue
		}
		a := f.part.Attribute
		switch {
		case a.Entity != e:
			return fmt.Sprintf("%s is of another entity", a.Name)
		case !keyable(a.Type):
			return fmt.Sprintf("%s is %s, which has no key text", a.Name, a.Type)
		case f.part.Form == model.Desc && shapeless(f):
			return fmt.Sprintf("%s has no fixed width, so that there is no descending text", a.Name)
		case f.tail && i < len(fields)-1:
			return fmt.Sprintf("raw %s is not the last part", a.Name)
		}
	}
	return ""
}

func shapeless(f field) bool {
	_, ok := shapes(*f.part)
	return !ok
}

// tenant: with a tenant every partition key of an entity that is not public, its
// markers' too, leads with it.
func (p *prover) tenant(c *carried, at hcl.Range) {
	name := p.l.Model.Table.Tenant
	if name == "" || c.entity.Public {
		return
	}
	if len(c.partition) < 2 || c.partition[0].part != nil || c.partition[1].part == nil ||
		c.partition[1].part.Attribute.Name != name || c.partition[1].part.Form != model.Plain {
		p.diags = append(p.diags, diag.Error("P104", at, "partition key does not lead with the tenant",
			fmt.Sprintf("Every partition key of %s must be a literal and %s first, so that no request can reach another tenant.", c.what(), name)))
	}
}

// keyRange is where a key was written, or its entity.
func keyRange(k *layout.EntityKey) hcl.Range {
	if k.Pin != nil {
		return k.Pin.Range
	}
	return k.Entity.NameRange
}
