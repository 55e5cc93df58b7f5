package prove

import (
	"fmt"
	"slices"
	"strings"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/layout"
)

// projection proves that the index carries what the pattern returns.
func (p *prover) projection(a *ask) {
	x := a.request.Index
	if x.Kind == layout.Primary || x.Projection.Kind == model.ProjectAll {
		return
	}
	var lacking []string
	if name := p.l.Model.Table.EntityAttribute; name != "" && len(a.pattern.Entities) > 1 && !slices.Contains(x.Projection.Include, name) {
		lacking = append(lacking, "the entity attribute "+name)
	}
	for i, e := range a.pattern.Entities {
		for _, attr := range needed(a.pattern, i) {
			if !p.carriesAttribute(x, e, attr) {
				lacking = append(lacking, e.Name+"."+attr.Name)
			}
		}
	}
	if len(lacking) > 0 {
		p.fail(projected, a.pattern, fmt.Sprintf("%s does not carry %s", x.Name, strings.Join(lacking, ", ")), "")
	}
}

// needed are the stored attributes that a pattern must have of entity i: what
// it returns, the identity, the expiry. A derived attribute is computed from
// its sources.
func needed(p *access.Pattern, i int) []*model.Attribute {
	e := p.Entities[i]
	out := slices.Clone(e.Identity)
	if e.TTL != nil && !e.TTL.ReturnExpired {
		out = append(out, e.TTL.Attribute)
	}
	switch p.Select.Kind {
	case access.SelectAll:
		out = append(out, e.Attributes...)
	case access.SelectSome:
		out = append(out, p.Select.Attributes[i]...)
	}
	var stored []*model.Attribute
	for _, a := range sources(out) {
		if !slices.Contains(stored, a) {
			stored = append(stored, a)
		}
	}
	return stored
}

// sources replaces derived attributes by what they are computed from.
func sources(list []*model.Attribute) []*model.Attribute {
	var out []*model.Attribute
	for _, a := range list {
		if a.Derive != nil {
			out = append(out, sources(a.Derive.Sources())...)
			continue
		}
		out = append(out, a)
	}
	return out
}

// carriesAttribute: by projection, or for the identity in a key text, which
// every index carries of its own key and the table's.
func (p *prover) carriesAttribute(x *layout.Index, e *model.Entity, a *model.Attribute) bool {
	if x.Projection.Kind == model.ProjectInclude && slices.Contains(x.Projection.Include, a.StoredAs) {
		return true
	}
	if !a.InIdentity {
		return false
	}
	for _, k := range []*layout.EntityKey{x.Key(e), p.l.Table.Key(e)} {
		if k != nil && slices.Contains(p.keys[k].attributes(), a) {
			return true
		}
	}
	return false
}
