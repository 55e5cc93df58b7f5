package gorepo

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/planner/layout"
)

// repoMethods are the methods that every repository has, or will have.
var repoMethods = strings.Fields(`
	Get Create Put Update Modify Delete BatchGet BatchPut BatchDelete TxCreate
	TxPut TxUpdate TxDelete TxCheck`)

// patterns decides the methods of every pattern.
func (b *lowering) patterns() {
	for _, x := range b.view.Entities {
		s := newScope("the repository " + x.Repo)
		for _, m := range repoMethods {
			s.taken[m] = place{what: "a method of every repository"}
		}
		b.methods[x] = s
	}
	for i, p := range b.view.Layout.Patterns {
		r := b.view.Layout.Requests[i]
		if p.External != "" || r == nil {
			b.view.Patterns = append(b.view.Patterns, nil)
			continue
		}
		b.view.Patterns = append(b.view.Patterns, b.pattern(p, r))
	}
	b.bounds()
	for _, v := range b.view.Patterns {
		if v != nil {
			b.option(v)
		}
	}
}

// pattern decides the shape, the methods and the parameters of p.
func (b *lowering) pattern(p *access.Pattern, r *layout.Request) *Pattern {
	v := &Pattern{Access: p, Request: r, view: b.view}
	what := place{fmt.Sprintf("access_pattern %q", p.Name), patternPlace(p)}
	base := exported(p.Name)
	if p.Multiple {
		base = b.collectionNames(v, what)
	} else {
		v.Entity = b.view.Entity(p.Entities[0])
		v.Result = Type{own + v.Entity.Type}
		b.repoNames(v, what)
	}
	v.Params = b.params(v)
	if s := p.Select.Kind; s == access.SelectKeys || s == access.SelectSome {
		b.selected(v, base, what)
	}
	return v
}

func patternPlace(p *access.Pattern) hcl.Range {
	if p.GoName != "" {
		return p.GoNameRange
	}
	return p.NameRange
}

// repoNames decides the shape and the method names of a pattern of one entity.
func (b *lowering) repoNames(v *Pattern, what place) {
	p := v.Access
	name := p.GoName
	if name == "" {
		name = methodName(p.Name, v.Entity.Model.Name, snake(v.Entity.Model.Plural))
	}
	v.Shape = shape(p)
	if name == "" && v.Shape == One && v.Request.Operation == layout.GetItem && p.Select.Kind == access.SelectAll {
		v.Shape, v.Method = Get, "Get"
		if b.gets[v.Entity] != nil {
			b.claimMethods(v.Entity, what, "Get")
		}
		b.gets[v.Entity] = p
		return
	}
	if name == "" {
		name = exported(p.Name)
	}
	v.Method = name
	b.claimMethods(v.Entity, what, name)
	if v.Shape == Many {
		v.Page, v.After = name+"Page", name+"After"
		b.claimMethods(v.Entity, what, v.Page, v.After)
	}
}

func (b *lowering) claimMethods(x *Entity, what place, names ...string) {
	for _, n := range names {
		b.claim(b.methods[x], n, what)
	}
}

// shape is what a pattern returns, by the pattern alone.
func shape(p *access.Pattern) Shape {
	switch {
	case p.Select.Kind == access.SelectCount:
		return Count
	case p.Multiple:
		return Collection
	case p.One:
		return One
	case p.TakeFirst:
		return TakeFirst
	}
	return Many
}

// collectionNames decides what stands on the table for a pattern of several
// entities, and returns the name that its types begin with.
func (b *lowering) collectionNames(v *Pattern, what place) string {
	p := v.Access
	name := p.GoName
	if name == "" {
		name = methodName(p.Name, "", "")
	}
	v.Shape, v.Method = shape(p), name
	b.claim(b.view.root, name, what)
	if v.Shape == Count {
		return name
	}
	v.Items, v.After, v.Item, v.AfterParams = name+"Items", name+"After", name+"Item", true
	v.add, v.decode = b.view.names.private("add"+name), b.view.names.private("decode"+v.Item)
	b.claim(b.view.root, v.Items, what)
	b.claim(b.view.root, v.After, what)
	b.claim(b.view.names, name, what)
	b.claim(b.view.names, v.Item, what)
	v.Result = Type{own + v.Item}
	s := newScope("struct " + name)
	for _, taken := range []string{"Unknown", "Next"} {
		s.taken[taken] = place{what: "a field of every aggregate"}
	}
	for i, e := range p.Entities {
		x := b.view.Entity(e)
		m := &Member{Entity: x, Name: x.Repo, One: covers(p, i)}
		if m.One {
			m.Name = x.Type
		}
		b.claim(s, m.Name, place{fmt.Sprintf("entity %q", e.Name), e.NameRange})
		v.Members = append(v.Members, m)
	}
	return name
}

// covers says whether equals names the whole identity of the entity of that
// index, so that there is at most one item of it. The attributes of a unique
// say the same.
func covers(p *access.Pattern, entity int) bool {
	given := map[*model.Attribute]bool{}
	for _, o := range p.Equals {
		given[o.Attributes[entity]] = true
	}
	all := func(attrs []*model.Attribute) bool {
		for _, a := range attrs {
			if !given[a] {
				return false
			}
		}
		return true
	}
	e := p.Entities[entity]
	if all(e.Identity) {
		return true
	}
	for _, u := range e.Uniques {
		if all(u.Attributes) {
			return true
		}
	}
	return false
}

// selected gives a pattern with a select its own struct: the identity, the
// table key, and what it lists.
func (b *lowering) selected(v *Pattern, base string, what place) {
	if v.Shape == Collection || v.Entity == nil {
		return
	}
	name := v.Entity.Type + v.Method
	b.claim(b.view.names, name, what)
	v.Result = Type{own + name}
	v.decode = b.view.names.private("decode" + name)
	need := slices.Clone(v.Entity.Model.Identity)
	if v.Access.Select.Kind == access.SelectSome {
		need = appendNew(need, v.Access.Select.Attributes[0]...)
	}
	var also []*model.Attribute
	for _, f := range v.Entity.KeyFields {
		also = append(also, f.Attribute)
	}
	also = appendNew(also, cursorAttributes(v)...)
	for _, a := range v.Entity.Model.Attributes {
		switch carried := carries(v.Request.Index, a); {
		case slices.Contains(need, a) && !carried:
			b.diags = append(b.diags, diag.Error("E090", v.Access.SelectRange, "a select of what the index holds only as key text is not generated yet",
				fmt.Sprintf("%s does not carry %s as an attribute. Select it by name, or leave the select out.", v.Request.Index.Name, a.Name)))
			continue
		case !slices.Contains(need, a) && !(carried && slices.Contains(also, a)):
			continue
		}
		if f := v.Entity.Field(a); f != nil {
			v.Selected = append(v.Selected, f)
			continue
		}
		t := Type{"string"}
		v.Selected = append(v.Selected, &Field{Attribute: a, Name: goNameOf(a), Value: t, Type: optionalType(a.Type, t, a.Optional)})
	}
	for _, a := range cursorAttributes(v) {
		if !slices.ContainsFunc(v.Selected, func(f *Field) bool { return f.Attribute == a }) {
			v.After = ""
		}
	}
}

// cursorAttributes are what the cursor behind an item is made of: the parts of
// its keys in the table and on the index, and what the method takes.
func cursorAttributes(v *Pattern) []*model.Attribute {
	l := v.view.Layout
	k, x := l.Table.Key(v.Entity.Model), v.Request.Index.Key(v.Entity.Model)
	out := templateAttributes(k.Partition, k.Sort, x.Partition, x.Sort)
	for _, param := range v.Params {
		a := param.Attribute
		if d, ok := a.Derive.(model.Bucket); ok {
			a = d.Source
		}
		out = appendNew(out, a)
	}
	return out
}

// carries says whether items of x have a as an attribute.
func carries(x *layout.Index, a *model.Attribute) bool {
	return x.Kind == layout.Primary || x.Projection.Kind == model.ProjectAll ||
		x.Projection.Kind == model.ProjectInclude && slices.Contains(x.Projection.Include, a.StoredAs)
}

// option decides the option interface of v, and the names of its parameters,
// which come last: they avoid every name of the package.
func (b *lowering) option(v *Pattern) {
	taken := map[string]bool{}
	for _, p := range v.Params {
		p.Name = b.variable(p.base, taken)
	}
	if v.Request.Operation == layout.GetItem {
		if v.Consistent = !v.Access.Consistent; v.Consistent || v.Shape == Get {
			v.Option = "GetOption"
		}
		return
	}
	v.Consistent = v.Request.Index.Kind == layout.Primary && !v.Access.Consistent
	if v.Shape != Many && v.Shape != Collection && len(v.Bounds) == 0 && !v.Consistent {
		return
	}
	v.Option = optionName(v)
	v.seal = b.view.names.private(lowerFirst(v.Option))
	b.claim(b.view.names, v.Option, place{fmt.Sprintf("access_pattern %q", v.Access.Name), patternPlace(v.Access)})
}

func optionName(v *Pattern) string {
	if v.Entity == nil {
		return v.Method + "Option"
	}
	return v.Entity.Repo + v.Method + "Option"
}

// variable is a name for a parameter: base, unless it would hide a name that
// the bodies use.
func (b *lowering) variable(base string, taken map[string]bool) string {
	name := base
	for reserved(name) || taken[name] || b.view.names.has(name) || slices.Contains(locals, name) {
		name += "Value"
	}
	taken[name] = true
	return name
}
