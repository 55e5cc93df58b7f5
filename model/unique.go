package model

import (
	"fmt"

	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/model/syntax"
)

func uniqueShape() syntax.Shape {
	return syntax.Shape{What: "a unique block", Args: []string{"attributes"}}
}

func (b *builder) uniques(s *entitySpec) {
	for _, block := range s.r.Blocks("unique") {
		r := b.read(block, uniqueShape())
		label := b.name(block)
		u := &Unique{Name: label.V, Range: r.Header()}
		names := r.Names("attributes")
		if r.Arg("attributes") == nil {
			r.Missing("attributes", "Name the attributes whose values no two items share: attributes = [email].")
		}
		for _, first := range s.entity.Uniques {
			if label.V != "" && first.Name == label.V {
				b.add(declaredTwice("unique", label.V, label.Range, first.Range))
			}
		}
		b.uniqueAttributes(u, s.entity, names)
		s.entity.Uniques = append(s.entity.Uniques, u)
	}
}

func (b *builder) uniqueAttributes(u *Unique, e *Entity, names syntax.Names) {
	identity := 0
	for _, name := range names.V {
		a := b.attributeNamed(e, name)
		switch {
		case a == nil:
			continue
		case contains(u.Attributes, a):
			b.add(diag.Error("M010", name.Range, fmt.Sprintf("%s is named twice", a.Name), "Drop one of the two."))
			continue
		case !KeyAllowed(a.Type):
			b.add(diag.Error("M052", name.Range, fmt.Sprintf("%s is %s and cannot be unique", a.Name, Describe(a.Type)),
				"Uniqueness is kept by an item whose key holds the value, and a value of this type has no key text.",
				diag.At(a.Name+" is declared here", a.NameRange)))
		case a.InIdentity:
			identity++
		}
		u.Attributes = append(u.Attributes, a)
	}
	switch {
	case names.Set && len(names.V) == 0:
		b.add(diag.Error("M058", names.Range, "a unique of no attributes", "Name the attributes whose values no two items share."))
	case len(u.Attributes) > 0 && len(e.Identity) > 0 && identity == len(e.Identity):
		b.add(diag.Error("M058", names.Range, "a unique that holds the whole identity",
			"No two items share an identity, so this is always so. Drop the block, or an attribute of it.", diag.At("the identity is here", e.IdentityRange)))
	}
}
