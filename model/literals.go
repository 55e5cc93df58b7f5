package model

import (
	"fmt"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/model/syntax"
)

// literalUse is one place that gives a literal of keys.
type literalUse struct {
	text string
	at   hcl.Range
	what string
	// entity is whose marker or key it is; attribute is what follows, nil for
	// a marker.
	entity    *Entity
	attribute *Attribute
	// prefix says that the use is an entity's own prefix, given that it is the
	// prefix of an attribute.
	prefix, given bool
}

// Literals checks the one name space of literals, over what the model gives:
// the entities' prefixes, attributes' own prefixes, and pins. The default
// literals of attributes count only where they come to stand in a key, which
// the proof of the layout looks at.
func (m *Model) Literals() hcl.Diagnostics {
	var diags hcl.Diagnostics
	uses := m.literalUses()
	for i, second := range uses {
		for _, first := range uses[:i] {
			if first.text == second.text && !first.prefix && m.isPrefix(first.text) {
				continue // both were held against the entity's own prefix
			}
			if why := clash(first, second); why != "" {
				diags = append(diags, diag.Error("M062", second.at,
					fmt.Sprintf("literal %s clashes with %s", syntax.Quote(second.text), syntax.Quote(first.text)), why+" Give one of the two another prefix.",
					diag.At(first.what+" is here", first.at)))
				break
			}
		}
	}
	return diags
}

// isPrefix says whether text is the prefix of an entity.
func (m *Model) isPrefix(text string) bool {
	for _, e := range m.Entities {
		if e.Prefix == text {
			return true
		}
	}
	return false
}

func (m *Model) literalUses() []literalUse {
	var uses []literalUse
	for _, e := range m.Entities {
		uses = append(uses, literalUse{text: e.Prefix, at: e.PrefixRange, what: "the prefix of " + e.Name, entity: e, prefix: true})
	}
	for _, e := range m.Entities {
		for _, a := range e.Attributes {
			if a.PrefixRange != a.Range && a.Prefix != "" {
				uses = append(uses, literalUse{text: a.Prefix, at: a.PrefixRange, what: "the prefix of " + a.Name, entity: e, attribute: a, given: true})
			}
		}
	}
	for _, e := range m.Entities {
		for _, p := range e.Pins {
			uses = append(uses, templateUses(e, p.Partition, p.PartitionRange, m.Table.Delimiter)...)
			uses = append(uses, templateUses(e, p.Sort, p.SortRange, m.Table.Delimiter)...)
		}
	}
	return uses
}

// templateUses lists the literals of a pinned key. Raw templates describe keys
// as they are and take no part.
func templateUses(e *Entity, k Key, at hcl.Range, delimiter byte) []literalUse {
	t, ok := k.(Template)
	if !ok || isRaw(t) {
		return nil
	}
	var uses []literalUse
	for i, s := range t {
		text, ok := s.(Literal)
		if !ok {
			continue
		}
		u := literalUse{text: string(text), at: at, what: "a key of " + e.Name, entity: e}
		if i > 0 {
			u.text = strings.TrimPrefix(u.text, string(delimiter))
		}
		if i+1 < len(t) {
			if p, ok := t[i+1].(Part); ok {
				u.attribute = p.Attribute
			}
		}
		if u.text != "" {
			uses = append(uses, u)
		}
	}
	return uses
}

// clash says why two uses of literals cannot stand beside each other, "" where
// they can.
func clash(a, b literalUse) string {
	switch {
	case a.text == b.text:
		if mean(a, b) {
			return ""
		}
		return "One literal stands only before attributes that match, so that it says what follows."
	case strings.EqualFold(a.text, b.text):
		return "Two literals that differ in case alone would be taken for each other."
	case strings.HasPrefix(a.text, b.text), strings.HasPrefix(b.text, a.text):
		return "One is the beginning of the other, so a read of the one would return the other, too."
	}
	return ""
}

// mean says whether two uses of one literal mean the same.
func mean(a, b literalUse) bool {
	switch {
	case a.prefix && b.prefix:
		return false
	case a.prefix:
		return b.entity == a.entity && !b.given || identifies(b.attribute, a.entity)
	case b.prefix:
		return mean(b, a)
	case a.attribute == nil || b.attribute == nil:
		return a.attribute == b.attribute
	}
	return a.attribute == b.attribute || a.attribute.Root() == b.attribute.Root() ||
		a.attribute.Root().Name == b.attribute.Root().Name && Equal(a.attribute.Type, b.attribute.Type)
}

// identifies says whether a's root is the last attribute of e's identity, whose
// literal in keys is e's prefix.
func identifies(a *Attribute, e *Entity) bool {
	if a == nil || len(e.Identity) == 0 {
		return false
	}
	return a.Root() == e.Identity[len(e.Identity)-1]
}
