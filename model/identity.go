package model

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"

	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/model/syntax"
)

// identity resolves the names of the entity's identity.
func (b *builder) identity(s *entitySpec) {
	e := s.entity
	names := s.r.Names("identity")
	e.IdentityRange = names.Range
	if s.r.Arg("identity") == nil {
		b.noIdentity(s)
		return
	}
	for _, name := range names.V {
		a := b.attributeNamed(e, name)
		if a == nil {
			continue
		}
		if a.InIdentity {
			b.add(diag.Error("M010", name.Range, fmt.Sprintf("%s stands in the identity twice", a.Name), "Drop one of the two."))
			continue
		}
		a.InIdentity = true
		e.Identity = append(e.Identity, a)
	}
	for i, a := range s.entity.Attributes {
		if a.InIdentity && s.attributes[i].r.Arg("derive") == nil {
			a.Optional, a.Immutable = false, true
		}
	}
}

func (b *builder) noIdentity(s *entitySpec) {
	detail := "The identity is what tells two items of the entity apart: identity = [] for an entity of one item."
	for _, a := range s.entity.Attributes {
		if a.Name == s.entity.Name+"_id" || a.Name == "id" {
			detail = fmt.Sprintf("The identity is what tells two items of the entity apart: write identity = [%s], or name the attributes that do.", a.Name)
			break
		}
	}
	b.add(diag.Error("M050", s.entity.Range, fmt.Sprintf("entity %s without an identity", syntax.Quote(s.entity.Name)), detail))
}

// checkIdentity applies the rules for identity attributes.
func (b *builder) checkIdentity(s *entitySpec) {
	for i, a := range s.entity.Attributes {
		if !a.InIdentity {
			continue
		}
		spec := s.attributes[i]
		identity := diag.At("the identity is here", s.entity.IdentityRange)
		if spec.optional.Set && spec.optional.V {
			b.add(diag.Error("M051", spec.optional.Range, fmt.Sprintf("%s is optional and stands in the identity", a.Name),
				"Every item needs its whole identity. Drop optional, or take the attribute out of the identity.", identity))
		}
		if spec.immutable.Set && !spec.immutable.V {
			b.add(diag.Error("M051", spec.immutable.Range, fmt.Sprintf("%s is mutable and stands in the identity", a.Name),
				"An item cannot be given another identity. Drop immutable, or take the attribute out of the identity.", identity))
		}
		b.derivedIdentity(a, identity)
		if !KeyAllowed(a.Type) && !b.nativeInTable(a, s) {
			b.add(diag.Error("M052", a.TypeRange, fmt.Sprintf("%s is %s and stands in the identity", a.Name, Describe(a.Type)),
				"A value of this type has no key text. Identify the items by another attribute.", identity))
		}
	}
}

// nativeInTable says whether the entity pins the table's key to the attribute
// itself, in its own type.
func (b *builder) nativeInTable(a *Attribute, s *entitySpec) bool {
	for _, block := range s.r.Blocks("key") {
		if len(block.Labels) == 0 || block.Labels[0] != "table" {
			continue
		}
		for _, side := range block.Body.Attributes {
			if hcl.ExprAsKeyword(side.Expr) == a.Name {
				return ColumnType(a.Type) != ""
			}
		}
	}
	return false
}

func (b *builder) derivedIdentity(a *Attribute, identity diag.Related) {
	if a.Derive == nil {
		return
	}
	if _, joined := a.Derive.(Joined); joined {
		b.add(diag.Error("M053", a.TypeRange, fmt.Sprintf("%s is a template and stands in the identity", a.Name),
			"Different values can give a template the same text, so it does not tell items apart. Put its sources into the identity.", identity))
		return
	}
	for _, source := range a.Derive.Sources() {
		if source.Optional || !source.Immutable {
			b.add(diag.Error("M051", a.TypeRange, fmt.Sprintf("%s stands in the identity and its source may change or be absent", a.Name),
				fmt.Sprintf("Write immutable = true on %s, and no optional, or take %s out of the identity.", source.Name, a.Name),
				identity, diag.At(source.Name+" is declared here", source.NameRange)))
		}
	}
}
