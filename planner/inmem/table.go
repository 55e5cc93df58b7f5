package inmem

import (
	"errors"
	"fmt"
	"slices"

	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/keytext"
	"github.com/keyplan/keyplan/planner/layout"
)

// Table holds items under the keys of a layout.
type Table struct {
	layout *layout.Layout
	// indexes are the table and its secondary indexes.
	indexes []*layout.Index
	items   []*Item
}

// Item is what Put stored, or the marker of a unique constraint.
type Item struct {
	// Entity is the owner's, also of a marker.
	Entity *model.Entity
	// Marker is nil for an entity's item.
	Marker *layout.Marker
	Values keytext.Values
	// keys are parallel to the table's indexes; nil where the item is not in
	// the index.
	keys []*Key
	// owner is the item whose marker this is.
	owner *Item
}

// Key is a pair of key texts; Sort is "" on an index without a sort key.
type Key struct{ Partition, Sort string }

// ErrUnique is of an item whose unique attributes another item has.
var ErrUnique = errors.New("another item has these unique attributes")

// New returns an empty table. It panics on native keys, which have no text.
func New(l *layout.Layout) *Table {
	return &Table{layout: l, indexes: append([]*layout.Index{l.Table}, l.Indexes...)}
}

// All are all items, markers too, in the order in which they were put.
func (t *Table) All() []*Item { return slices.Clone(t.items) }

// Items are the items of entities, in the order in which they were put.
func (t *Table) Items() []*Item {
	var out []*Item
	for _, it := range t.items {
		if it.Marker == nil {
			out = append(out, it)
		}
	}
	return out
}

// Key is the item's key on an index of the table's layout, nil where it is not
// in it.
func (t *Table) Key(it *Item, x *layout.Index) *Key {
	return it.keys[slices.Index(t.indexes, x)]
}

// Put stores an item of e as DynamoDB's PutItem does, and the markers of its
// unique attributes with it. What stood under the same primary key is replaced
// and returned, whosever it was: in a right layout that is an earlier state of
// the same item.
func (t *Table) Put(e *model.Entity, values keytext.Values) (replaced *Item, err error) {
	it := &Item{Entity: e, Values: values}
	if err := t.place(it); err != nil {
		return nil, err
	}
	replaced = t.at(*it.keys[0])
	written, err := t.markers(it)
	if err != nil {
		return nil, err
	}
	for _, m := range written {
		if old := t.at(*m.keys[0]); old != nil && (replaced == nil || old.owner != replaced) {
			return nil, fmt.Errorf("%s, unique %s: %w", e.Name, m.Marker.Unique.Name, ErrUnique)
		}
	}
	t.items = slices.DeleteFunc(t.items, func(old *Item) bool {
		return replaced != nil && (old == replaced || old.owner == replaced)
	})
	t.items = append(append(t.items, it), written...)
	return replaced, nil
}

// Add stores an item and its markers beside what stands under their primary
// keys: a table of all items that there can be, not of those that can be there
// together.
func (t *Table) Add(e *model.Entity, values keytext.Values) (*Item, error) {
	it := &Item{Entity: e, Values: values}
	if err := t.place(it); err != nil {
		return nil, err
	}
	markers, err := t.markers(it)
	if err != nil {
		return nil, err
	}
	t.items = append(append(t.items, it), markers...)
	return it, nil
}

// place checks the item and computes its keys.
func (t *Table) place(it *Item) error {
	if err := check(it.Entity, it.Values); err != nil {
		return err
	}
	for _, x := range t.indexes {
		k, err := t.keyOn(x, it)
		if err != nil {
			return fmt.Errorf("%s on %s: %w", it.Entity.Name, x.Name, err)
		}
		it.keys = append(it.keys, k)
	}
	if it.keys[0] == nil {
		return fmt.Errorf("%s has no primary key", it.Entity.Name)
	}
	return nil
}

func (t *Table) at(k Key) *Item {
	for _, it := range t.items {
		if *it.keys[0] == k {
			return it
		}
	}
	return nil
}

// markers are the marker items of it.
func (t *Table) markers(it *Item) ([]*Item, error) {
	var out []*Item
	for _, m := range t.layout.Markers {
		if m.Entity != it.Entity {
			continue
		}
		k, err := t.pair(it.Values, m.Partition, m.Sort)
		if err != nil {
			return nil, err
		}
		if k == nil {
			continue
		}
		keys := make([]*Key, len(t.indexes))
		keys[0] = k
		out = append(out, &Item{Entity: it.Entity, Marker: m, keys: keys, owner: it})
	}
	return out, nil
}

// keyOn is the item's key on x, nil where it has none there.
func (t *Table) keyOn(x *layout.Index, it *Item) (*Key, error) {
	k := x.Key(it.Entity)
	if k == nil {
		return nil, nil
	}
	if ok, err := it.Values.Holds(k.When); !ok || err != nil {
		return nil, err
	}
	return t.pair(it.Values, k.Partition, k.Sort)
}

func (t *Table) pair(v keytext.Values, partition, sort model.Key) (*Key, error) {
	d := t.layout.Model.Table.Delimiter
	pk, ok, err := v.Key(template(partition), d)
	if !ok || err != nil {
		return nil, err
	}
	if sort == nil {
		return &Key{Partition: pk}, nil
	}
	sk, ok, err := v.Key(template(sort), d)
	if !ok || err != nil {
		return nil, err
	}
	return &Key{pk, sk}, nil
}

func template(k model.Key) model.Template {
	t, ok := k.(model.Template)
	if !ok {
		panic("inmem: a native key has no text")
	}
	return t
}

// check refuses what a generated package refuses to write.
func check(e *model.Entity, values keytext.Values) error {
	for name := range values {
		if a := e.Attribute(name); a == nil || a.Derive != nil {
			return fmt.Errorf("%s has no attribute %s that can be set", e.Name, name)
		}
	}
	for _, a := range e.Attributes {
		v, ok, err := values.Value(a)
		switch {
		case err != nil:
			return err
		case !ok && !a.Optional:
			return fmt.Errorf("%s: %s is missing", e.Name, a.Name)
		case ok && keyed(a.Type):
			if err := keytext.CheckAttribute(a, v); err != nil {
				return err
			}
		}
	}
	return nil
}

// keyed says that values of t have key text.
func keyed(t model.Type) bool {
	switch t.(type) {
	case model.Float, model.Binary, model.List, model.Map, model.Set, model.Object, model.Any:
		return false
	}
	return true
}
