package gorepo

import (
	"github.com/hashicorp/hcl/v2"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/layout"
)

// Names decides every name of the package that l becomes. Diagnostics are of
// names that clash and of what this version does not generate yet; the view is
// whole only without errors.
func Names(l *layout.Layout, block *model.Emit) (*View, hcl.Diagnostics) {
	b := &lowering{
		view:    &View{Layout: l, Package: block.Package, names: packageScope(), root: newScope("the table")},
		types:   map[*model.Attribute]Type{},
		methods: map[*Entity]*scope{},
		gets:    map[*Entity]*access.Pattern{},
		said:    map[[2]hcl.Range]bool{},
	}
	b.diags = append(b.diags, unreached(l)...)
	if b.diags.HasErrors() {
		return b.view, b.diags
	}
	for _, e := range l.Model.Entities {
		b.diags = append(b.diags, ambiguous(e)...)
		b.entityNames(e)
	}
	for _, e := range b.view.Entities {
		b.fields(e)
	}
	for _, e := range b.view.Entities {
		b.changes(e)
	}
	b.keyPairs()
	b.markerKeys()
	b.patterns()
	b.keyParams()
	for _, x := range b.view.Entities {
		b.changeParams(x)
	}
	return b.view, b.diags
}

// lowering is a View in the making.
type lowering struct {
	view  *View
	diags hcl.Diagnostics
	// types are the enums and structs of root attributes.
	types   map[*model.Attribute]Type
	methods map[*Entity]*scope
	// gets are the patterns that are their repository's Get.
	gets map[*Entity]*access.Pattern
	// said are the pairs of places whose clash was told: two things often
	// clash by several names.
	said map[[2]hcl.Range]bool
	// typeOwner and typeDoc are of the enum or struct in the making.
	typeOwner *model.Entity
	typeDoc   string
	// qualified are the attributes whose bounds have the entity in front.
	qualified map[string]bool
}

// claim takes an exported name of the package.
func (b *lowering) claim(s *scope, name string, p place) {
	old := s.taken[name]
	d := s.claim(name, p)
	if pair := [2]hcl.Range{p.rng, old.rng}; d != nil && !b.said[pair] {
		b.said[pair] = true
		b.diags = append(b.diags, d)
	}
}
