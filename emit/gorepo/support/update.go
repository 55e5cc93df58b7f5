package support

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// update collects the changes of one Update.
type update[T any] struct {
	sets, keeps, froms []assignment[T]
	conditions         []Condition
}

// assignment gives an attribute, by its stored name, a value.
type assignment[T any] struct {
	name string
	to   func(*T)
}

// set changes an attribute.
func (u *update[T]) set(name string, to func(*T)) { u.sets = append(u.sets, assignment[T]{name, to}) }

// keep is a companion: what a key needs that another attribute feeds, too.
func (u *update[T]) keep(name string, to func(*T)) {
	u.keeps = append(u.keeps, assignment[T]{name, to})
}

// from is what an attribute of a unique constraint is before it changes.
func (u *update[T]) from(name string, to func(*T)) {
	u.froms = append(u.froms, assignment[T]{name, to})
}

// when adds a condition of the caller's.
func (u *update[T]) when(c Condition) { u.conditions = append(u.conditions, c) }

// apply makes was and is, which have what the caller says that the item is and
// shall be, of what the key gives. Of is the changed attributes count, and of
// was the required ones.
func (u *update[T]) apply(key T) (was, is T, changed, required map[string]bool, err error) {
	was, is = key, key
	changed, required = map[string]bool{}, map[string]bool{}
	for _, a := range u.keeps {
		a.to(&was)
		a.to(&is)
		required[a.name] = true
	}
	for _, a := range u.sets {
		if changed[a.name] {
			err = invalid(a.name, "changed twice in one update")
		}
		a.to(&is)
		changed[a.name] = true
		delete(required, a.name) // the new value wins over a companion
	}
	for _, a := range u.froms {
		a.to(&was)
		required[a.name] = true
	}
	if len(changed) == 0 {
		err = invalid("update", "no change")
	}
	return was, is, changed, required, err
}

// update makes the changes of u to the item of key k, whose attributes key
// has, and returns the item as it then is.
func (e *entity[T]) update(ctx context.Context, k primary, key T, version int64, u *update[T]) (o T, err error) {
	item, err := e.do(ctx, "Update", k, u.conditions, func(w *write) error {
		was, is, changed, required, err := u.apply(key)
		if err != nil {
			return err
		}
		if e.written != nil {
			for _, name := range e.written(&is, e.t.now()) {
				changed[name] = true
			}
		}
		c := check{only: changed, stored: e.stored}
		e.check(&is, &c)
		c.only = required
		if e.check(&was, &c); c.err != nil {
			return c.err
		}
		w.alive(e.now())
		old := e.encode(&was)
		for _, name := range e.attributes {
			if required[name] {
				w.equal(name, old[name])
			}
		}
		if e.version != "" {
			w.equal(e.version, int64Value(version))
			*e.revision(&is), changed[e.version] = version+1, true
		}
		return e.changing(w, &was, &is, changed)
	})
	if err != nil {
		return o, err
	}
	if item == nil { // a transaction returns no item
		return e.get(ctx, e.name+".Update", k, []GetOption{ConsistentRead()})
	}
	return e.decode(item)
}

// changing sets the changed attributes, and everything that follows from them,
// to what they are in is; what is not there is removed, so that both halves of
// a key go together.
func (e *entity[T]) changing(w *write, was, is *T, changed map[string]bool) error {
	item := e.encode(is)
	var c check
	for _, name := range e.attributes {
		if changed[name] {
			w.change(name, item[name])
		}
	}
	for _, d := range e.derived {
		if touches(changed, d.from) {
			w.change(d.names[0], item[d.names[0]])
		}
	}
	for _, x := range e.indexes {
		if touches(changed, x.from) {
			w.change(x.names[0], item[x.names[0]])
			w.change(x.names[1], item[x.names[1]])
			c.keys(item, x.names[0], x.names[1])
		}
	}
	c.item(w.changed)
	w.markers = e.markers(w.key, was, is, changed)
	return c.err
}

// modify reads the item of key k, lets change work on it, and writes what that
// changed on condition that nothing else has.
func (e *entity[T]) modify(ctx context.Context, k primary, change func(*T) error, conditions []Condition) (is T, err error) {
	_, err = e.do(ctx, "Modify", k, conditions, func(w *write) error {
		stored, err := e.read(ctx, k, ConsistentRead())
		if err != nil {
			return err
		}
		if e.hidden(stored) {
			return ErrNotFound
		}
		was, err := e.decode(stored)
		if err != nil {
			return err
		}
		// What is decoded may point into the item: change gets one of its own.
		if is, err = e.decode(e.encode(&was)); err != nil {
			return err
		}
		if err := change(&is); err != nil {
			return err
		}
		return e.modifying(w, stored, &was, &is)
	})
	return unless(err, is)
}

// modifying brings the stored item from was to is.
func (e *entity[T]) modifying(w *write, stored map[string]types.AttributeValue, was, is *T) error {
	old := e.encode(was)
	if e.version != "" {
		*e.revision(is) = *e.revision(was)
	}
	changed := e.difference(old, e.encode(is))
	for _, name := range e.fixed {
		if changed[name] {
			return invalid(name, "is part of the identity or immutable, and was changed")
		}
	}
	if w.idle = len(changed) == 0; w.idle {
		return nil
	}
	if e.written != nil {
		e.written(is, e.t.now())
	}
	// What did not change may have been stored before a bound was declared.
	c := check{only: e.difference(old, e.encode(is)), stored: e.stored}
	if e.check(is, &c); c.err != nil {
		return c.err
	}
	w.alive(e.now())
	if e.version != "" {
		w.keep(e.version, stored[e.version])
		*e.revision(is)++
	} else {
		for _, name := range e.attributes {
			w.keep(name, stored[name])
		}
	}
	return e.changing(w, was, is, e.difference(old, e.encode(is)))
}

// difference names the attributes that differ.
func (e *entity[T]) difference(a, b map[string]types.AttributeValue) map[string]bool {
	out := map[string]bool{}
	for _, name := range e.attributes {
		if !equalValues(a[name], b[name]) {
			out[name] = true
		}
	}
	return out
}
