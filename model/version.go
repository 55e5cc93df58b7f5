package model

import (
	"fmt"

	"github.com/keyplan/keyplan/model/diag"
)

// version resolves the attribute of optimistic locking.
func (b *builder) version(s *entitySpec) {
	e := s.entity
	name := s.r.Name("version")
	e.VersionRange = name.Range
	if !name.Set {
		return
	}
	a := b.attributeNamed(e, name)
	if a == nil {
		return
	}
	t, isInt := a.Type.(Int)
	declared := diag.At(a.Name+" is declared here", a.NameRange)
	switch {
	case isUnknown(a.Type):
	case !isInt || a.Derive != nil || a.References != nil || t.Min != nil || t.Max != nil:
		b.add(diag.Error("M054", name.Range, fmt.Sprintf("%s cannot be the version", a.Name),
			"Every write adds 1 to the version, so it is an int of its own, without bounds.", declared))
	case a.Optional || a.Immutable || a.OnCreate != nil:
		b.add(diag.Error("M054", name.Range, fmt.Sprintf("%s cannot be the version", a.Name),
			"Every write adds 1 to the version: it is required, not immutable, not in the identity, and has no on_create.", declared))
	default:
		e.Version = a
	}
}
