package gorepo

import (
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/layout"
)

// keyPair is an entity's key on an index as functions of the package.
type keyPair struct {
	index *layout.Index
	key   *layout.EntityKey
	// partition and sort are the functions; sort is nil where the index has
	// no sort key.
	partition, sort *keyFunc
	// parts are the attributes of both, each once.
	parts []*model.Attribute
}

// keyFunc is one key text as a function of its parts' values.
type keyFunc struct {
	name     string
	template model.Template
	params   []keyParam
	doc      string
}

// keyParam is a part as a parameter: of a derived attribute its text.
type keyParam struct {
	attribute *model.Attribute
	name      string
	typ       Type
}

// keyPairs decides the key functions of every entity, the table's first.
func (b *lowering) keyPairs() {
	l := b.view.Layout
	for _, x := range b.view.Entities {
		for _, index := range append([]*layout.Index{l.Table}, l.Indexes...) {
			k := index.Key(x.Model)
			if k == nil {
				continue
			}
			base := lowerFirst(x.Type)
			if index.Kind != layout.Primary {
				base += identifier(index.Name)
			}
			p := &keyPair{index: index, key: k, parts: templateAttributes(k.Partition, k.Sort)}
			p.partition = b.keyFunc(base+"PK", k.Partition)
			if len(index.Sort) > 0 {
				p.sort = b.keyFunc(base+"SK", k.Sort)
			}
			x.keys = append(x.keys, p)
		}
	}
}

func (b *lowering) keyFunc(name string, k model.Key) *keyFunc {
	t := k.(model.Template)
	return &keyFunc{name: b.view.names.private(name), template: t, doc: keyProse(t)}
}

// keyParams names the parameters of every key function, once no other name of
// the package can come.
func (b *lowering) keyParams() {
	var all []*keyFunc
	for _, x := range b.view.Entities {
		for _, p := range x.keys {
			all = append(all, p.partition, p.sort)
		}
	}
	for _, m := range b.view.Layout.Markers {
		all = append(all, b.view.markers[m])
	}
	for _, f := range all {
		if f == nil {
			continue
		}
		taken := map[string]bool{}
		for _, a := range templateAttributes(f.template) {
			f.params = append(f.params, keyParam{a, b.variable(unexported(a.Name), taken), b.keyType(a)})
		}
	}
}

// keyType is what a key function takes for a: of a derived attribute its text.
func (b *lowering) keyType(a *model.Attribute) Type {
	if a.Derive != nil {
		return Type{"string"}
	}
	return b.attributeType(a)
}

// name is the parameter of a.
func (f *keyFunc) param(a *model.Attribute) string {
	for _, p := range f.params {
		if p.attribute == a {
			return p.name
		}
	}
	panic("gorepo: a key function without its part")
}

// markerKeys decides the key functions of the markers of uniques.
func (b *lowering) markerKeys() {
	b.view.markers = map[*layout.Marker]*keyFunc{}
	for _, m := range b.view.Layout.Markers {
		x := b.view.Entity(m.Entity)
		b.view.markers[m] = b.keyFunc(lowerFirst(x.Type)+"Unique"+exported(m.Unique.Name), m.Partition)
	}
}
