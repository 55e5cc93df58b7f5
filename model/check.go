package model

import (
	"fmt"

	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/model/syntax"
)

// checkTable applies the rules that speak of several entities.
func (b *builder) checkTable() {
	for _, e := range b.m.Entities {
		b.storedNames(e)
	}
	b.timeToLive()
	b.tenant()
	b.add(b.m.Literals()...)
}

// storedNames checks that every attribute of an item has a name of its own.
func (b *builder) storedNames(e *Entity) {
	t := b.m.Table
	for i, a := range e.Attributes {
		for _, first := range e.Attributes[:i] {
			if first.StoredAs == a.StoredAs && a.StoredAs != "" && first.Name != a.Name {
				b.add(diag.Error("M057", a.StoredAsRange, fmt.Sprintf("%s and %s are both stored as %s", first.Name, a.Name, syntax.Quote(a.StoredAs)),
					"An item has one attribute of a name. Change stored_as of one of the two.", diag.At("the first is here", first.StoredAsRange)))
				break
			}
		}
		what := ""
		switch {
		case a.StoredAs == t.EntityAttribute && a.StoredAs != "":
			what = "the entity attribute"
		case t.ReservedName(a.StoredAs) && !isOwnKey(e, a), keyColumnOf(t, e, a):
			what = "a key attribute"
		}
		if what != "" {
			b.add(diag.Error("M057", a.StoredAsRange, fmt.Sprintf("%s is stored as %s, which is %s", a.Name, syntax.Quote(a.StoredAs), what),
				fmt.Sprintf("Each item carries both under one name. Write stored_as = %s, or rename what the table block names.",
					syntax.Quote(freeName(t, e, a)))))
		}
	}
}

// freeName is a stored name that a could have instead of its own.
func freeName(t *Table, e *Entity, a *Attribute) string {
	name := a.Name
	for name == a.StoredAs || e.Stored(name) != nil || t.ReservedName(name) || name == t.EntityAttribute {
		name = e.Name + "_" + name
	}
	return name
}

// isOwnKey says whether a is, in its own type, the key attribute whose name it
// is stored under.
func isOwnKey(e *Entity, a *Attribute) bool {
	for _, p := range e.Pins {
		for _, k := range []Key{p.Partition, p.Sort} {
			if columns, ok := k.(Columns); ok && contains(columns, a) {
				return true
			}
		}
	}
	return false
}

// keyColumnOf says whether a pin of e writes key text under the name that a is
// stored under.
func keyColumnOf(t *Table, e *Entity, a *Attribute) bool {
	for _, p := range e.Pins {
		x := t.Index(p.Index)
		if x == nil {
			continue
		}
		_, partition := p.Partition.(Template)
		_, sort := p.Sort.(Template)
		if partition && contains(x.Partition, a.StoredAs) || sort && contains(x.Sort, a.StoredAs) {
			return true
		}
	}
	return false
}

// tenant checks that every entity has the attribute that leads its keys.
func (b *builder) tenant() {
	t := b.m.Table
	if t.Tenant == "" {
		for _, s := range b.specs {
			if s.entity.Public {
				b.add(diag.Error("M027", s.r.ArgName("public"), fmt.Sprintf("%s is public in a table without tenants", s.entity.Name),
					"The argument takes an entity out of the tenant rule. Drop it, or name the tenant in the table block."))
			}
		}
		return
	}
	var first *Attribute
	for _, e := range b.m.Entities {
		if e.Public {
			continue
		}
		a := e.Attribute(t.Tenant)
		if a == nil {
			b.add(diag.Error("M027", e.NameRange, fmt.Sprintf("%s has no tenant", e.Name),
				fmt.Sprintf("With a tenant every entity has its attribute: add attribute %s, or write public = true.", syntax.Quote(t.Tenant)),
				diag.At("the tenant is named here", t.TenantRange)))
			continue
		}
		b.tenantAttribute(a)
		if first == nil {
			first = a
		} else if !a.Matches(first) && !isUnknown(a.Type) && !isUnknown(first.Type) {
			b.add(diag.Error("M027", a.NameRange, fmt.Sprintf("the tenants of %s and %s do not match", first.Entity.Name, e.Name),
				"One tenant has one text in all keys, so type, bounds and prefix agree. Let one reference the other.", diag.At("the other is here", first.NameRange)))
		}
	}
}

func (b *builder) tenantAttribute(a *Attribute) {
	if a.Optional || !a.Immutable {
		b.add(diag.Error("M027", a.NameRange, fmt.Sprintf("the tenant of %s may change or be absent", a.Entity.Name),
			"It leads every key of the item: write immutable = true, and no optional.", diag.At("the tenant is named here", b.m.Table.TenantRange)))
	}
	if (!isText(a.Type) || a.Derive != nil) && !isUnknown(a.Type) {
		b.add(diag.Error("M027", a.TypeRange, fmt.Sprintf("the tenant of %s is %s", a.Entity.Name, Describe(a.Type)),
			"A tenant is text of the caller's: string, enum or an id.", diag.At("the tenant is named here", b.m.Table.TenantRange)))
	}
}
