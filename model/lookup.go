package model

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"

	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/model/syntax"
)

// Entity returns the entity of that name, nil for none.
func (m *Model) Entity(name string) *Entity {
	for _, e := range m.Entities {
		if e.Name == name {
			return e
		}
	}
	return nil
}

// FindEntity returns the entity that a bare name means. An unknown name is
// reported, and the entity that was probably meant comes back, or nil.
func (m *Model) FindEntity(name syntax.Name, diags *hcl.Diagnostics) *Entity {
	if e := m.Entity(name.V); e != nil {
		return e
	}
	var all []string
	for _, e := range m.Entities {
		all = append(all, e.Name)
	}
	meant := syntax.Suggest(name.V, all)
	d, related := unknown(meant, "The entities are", all), []diag.Related(nil)
	if e := m.Entity(meant); e != nil {
		related = append(related, diag.At(fmt.Sprintf("%s is declared here", meant), e.NameRange))
	}
	*diags = append(*diags, diag.Error("M016", name.Range, fmt.Sprintf("there is no entity %s", syntax.Quote(name.V)), d, related...))
	return m.Entity(meant)
}

// FindAttribute returns the attribute of e that a bare name means. An unknown
// name is reported, and the attribute that was probably meant comes back, or
// nil.
func (e *Entity) FindAttribute(name syntax.Name, diags *hcl.Diagnostics) *Attribute {
	if a := e.Attribute(name.V); a != nil {
		return a
	}
	var all []string
	for _, a := range e.Attributes {
		all = append(all, a.Name)
	}
	meant := syntax.Suggest(name.V, all)
	related := diag.At(fmt.Sprintf("entity %s is declared here", e.Name), e.NameRange)
	a := e.Attribute(meant)
	if a != nil {
		related = diag.At(fmt.Sprintf("%s is declared here", meant), a.NameRange)
	}
	*diags = append(*diags, diag.Error("M017", name.Range, fmt.Sprintf("%s has no attribute %s", e.Name, syntax.Quote(name.V)),
		unknown(meant, "Its attributes are", all), related))
	return a
}

func unknown(meant, lead string, all []string) string {
	list := lead + " " + syntax.List(all, "and") + "."
	if len(all) == 0 {
		list = "There are none."
	}
	if meant != "" {
		return fmt.Sprintf("Did you mean %s? %s", syntax.Quote(meant), list)
	}
	return list
}

func (b *builder) attributeNamed(e *Entity, name syntax.Name) *Attribute {
	return e.FindAttribute(name, &b.diags)
}

// specOf is the spec of an attribute.
func (b *builder) specOf(a *Attribute) *attributeSpec {
	for _, spec := range b.specs {
		if spec.entity != a.Entity {
			continue
		}
		for i, other := range spec.entity.Attributes {
			if other == a {
				return spec.attributes[i]
			}
		}
	}
	panic("model: an attribute without a spec")
}

// Stored returns the attribute that is stored under that name, nil for none.
func (e *Entity) Stored(name string) *Attribute {
	for _, a := range e.Attributes {
		if a.StoredAs == name {
			return a
		}
	}
	return nil
}
