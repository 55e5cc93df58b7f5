package model

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/model/syntax"
)

// resolve turns names into pointers, and then applies the rules. The order is
// that of what depends on what: references need identities, derivations need
// types, keys need both.
func (b *builder) resolve() {
	for _, s := range b.specs {
		b.identity(s)
	}
	b.attributes(b.reference)
	b.cutCycles()
	b.attributes(func(s *attributeSpec) {
		if s.attribute.References != nil {
			s.attribute.Type = s.attribute.Root().Type
		}
	})
	b.attributes(b.derive)
	b.prefixes()
	b.attributes(b.defaults)
	for _, s := range b.specs {
		b.checkIdentity(s)
		b.version(s)
		b.ttl(s)
		b.uniques(s)
		b.pins(s)
	}
	b.checkTable()
}

// attributes does something for every attribute in order of declaration.
func (b *builder) attributes(do func(*attributeSpec)) {
	for _, s := range b.specs {
		for _, a := range s.attributes {
			do(a)
		}
	}
}

// reference resolves references = entity, or entity.attribute.
func (b *builder) reference(s *attributeSpec) {
	expr := s.r.Arg("references")
	if expr == nil || s.r.Arg("type") != nil {
		return
	}
	entity, attribute, ok := b.referenceNames(expr)
	if !ok {
		return
	}
	e := b.m.FindEntity(entity, &b.diags)
	if e == nil {
		return
	}
	var target *Attribute
	if attribute.Set {
		target = b.attributeNamed(e, attribute)
	} else {
		target = b.soleIdentity(e, expr.Range())
	}
	switch {
	case target == nil:
	case target == s.attribute:
		b.add(diag.Error("M037", expr.Range(), fmt.Sprintf("%s references itself", target.Name), "Give it a type, or name another attribute."))
	case b.specOf(target).r.Arg("derive") != nil:
		b.add(diag.Error("M036", expr.Range(), fmt.Sprintf("%s is derived and cannot be referenced", target.Name),
			"A reference holds the value of a stored attribute. Reference the source of that one, and derive from it here, too.",
			diag.At(target.Name+" is declared here", target.NameRange)))
	default:
		s.attribute.References = target
	}
}

func (b *builder) referenceNames(expr hclsyntax.Expression) (entity, attribute syntax.Name, ok bool) {
	t, isTraversal := expr.(*hclsyntax.ScopeTraversalExpr)
	if isTraversal && len(t.Traversal) == 2 {
		if step, ok := t.Traversal[1].(hcl.TraverseAttr); ok {
			return syntax.Name{V: t.Traversal.RootName(), Range: t.Traversal[0].SourceRange(), Set: true},
				syntax.Name{V: step.Name, Range: nameAfterDot(step.SrcRange), Set: true}, true
		}
	}
	name, ok := syntax.NameOf(expr, &b.diags)
	return syntax.Name{V: name, Range: expr.Range(), Set: ok}, attribute, ok
}

// nameAfterDot takes the dot off the range of a step.
func nameAfterDot(r hcl.Range) hcl.Range {
	r.Start.Byte++
	r.Start.Column++
	return r
}

func (b *builder) soleIdentity(e *Entity, at hcl.Range) *Attribute {
	if len(e.Identity) == 1 {
		return e.Identity[0]
	}
	var detail string
	if len(e.Identity) > 1 {
		detail = fmt.Sprintf("%s has an identity of several attributes, and each needs an attribute of its own here: references = %s.%s, and so on.",
			e.Name, e.Name, e.Identity[0].Name)
	} else {
		detail = fmt.Sprintf("%s has no identity attribute whose value could stand here. Give this attribute a type.", e.Name)
	}
	b.add(diag.Error("M036", at, fmt.Sprintf("%s is not identified by one attribute", e.Name), detail,
		diag.At(fmt.Sprintf("the identity of %s is here", e.Name), e.IdentityRange)))
	return nil
}

// cutCycles reports references that lead back to where they began, and cuts
// each, so that every root exists.
func (b *builder) cutCycles() {
	b.attributes(func(s *attributeSpec) {
		seen := map[*Attribute]bool{}
		for a := s.attribute; a.References != nil; a = a.References {
			seen[a] = true
			if !seen[a.References] {
				continue
			}
			b.add(diag.Error("M037", a.TypeRange, "references that lead in a circle",
				fmt.Sprintf("%s.%s takes its type from %s.%s, which takes it from here. Give one of them a type.",
					a.Entity.Name, a.Name, a.References.Entity.Name, a.References.Name),
				diag.At("it leads back to here", a.References.NameRange)))
			a.References = nil
			return
		}
	})
}

// prefixes chooses the literal that stands before each attribute in keys: its
// own; else, by the root of its references, the prefix of the entity that the
// root identifies, alone or as the last; else the root's name.
func (b *builder) prefixes() {
	own := map[*Attribute]bool{}
	b.attributes(func(s *attributeSpec) { own[s.attribute] = s.prefixSet })
	b.attributes(func(s *attributeSpec) {
		a := s.attribute
		root := a.Root()
		switch e := root.Entity; {
		case own[a]:
		case own[root]:
			a.Prefix = root.Prefix
		case len(e.Identity) > 0 && e.Identity[len(e.Identity)-1] == root:
			a.Prefix = e.Prefix
		default:
			a.Prefix = defaultPrefix(root.Name, b.m.Table.Delimiter)
		}
	})
}
