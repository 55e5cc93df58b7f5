package support

import (
	"context"
	"errors"
	"slices"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// update collects the changes of one Update. was is what the caller says that
// the item is and is what it shall be; of both only the named attributes
// count.
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

// If adds a condition of the caller's.
func (u *update[T]) when(c Condition) { u.conditions = append(u.conditions, c) }

// apply makes was and is of what the key gives, and says which attributes
// change and which must be as in was.
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
			return was, is, nil, nil, invalid(a.name, "changed twice in one update")
		}
		a.to(&is)
		changed[a.name] = true
		delete(required, a.name)
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

// touches says whether one of the names is among changed.
func touches(changed map[string]bool, names []string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return changed[n] })
}

// update makes the changes of u to the item of key k, whose attributes key
// has, and returns the item as it then is.
func (e *entity[T]) update(ctx context.Context, k primary, key T, version int64, u *update[T]) (T, error) {
	w, err := e.updating(k, key, version, u)
	if err != nil {
		return e.failed("Update", k, err)
	}
	var item map[string]types.AttributeValue
	err = retry(ctx, func() (bool, error) {
		item, err = e.t.run(ctx, w)
		return isBusy(err), err
	})
	if err == nil && item == nil { // a transaction returns no item
		item, err = e.read(ctx, k, ConsistentRead())
		if err == nil && e.hidden(item) {
			err = ErrNotFound
		}
	}
	if err != nil {
		return e.failed("Update", k, e.meaning(w, err))
	}
	o, err := e.decode(item)
	if err != nil {
		return e.failed("Update", k, err)
	}
	return o, nil
}

// updating is the write of an update.
func (e *entity[T]) updating(k primary, key T, version int64, u *update[T]) (write, error) {
	w := write{clauses: newClauses(), key: k}
	if k.err != nil {
		return w, k.err
	}
	was, is, changed, required, err := u.apply(key)
	if err != nil {
		return w, err
	}
	if e.written != nil {
		for _, name := range e.written(&is, e.t.now()) {
			changed[name] = true
		}
	}
	for _, o := range []struct {
		value *T
		only  map[string]bool
	}{{&is, changed}, {&was, required}} {
		c := check{only: o.only, stored: e.stored}
		e.check(o.value, &c)
		if c.err != nil {
			return w, c.err
		}
	}
	old, item := e.encode(&was), e.encode(&is)
	if err := e.changes(w, changed, item); err != nil {
		return w, err
	}
	w.alive(e.now())
	for _, name := range e.attributes {
		if required[name] {
			w.equal(name, old[name])
		}
	}
	if e.version != "" {
		w.equal(e.version, int64Value(version))
		w.clauses.change(e.version, int64Value(version+1))
	}
	w.markers = e.markers(k, &was, &is, func(u unique[T]) bool { return touches(changed, u.from) })
	return w, w.when(u.conditions)
}

// changes sets what changed, and everything that follows from it, to what item
// has; what item has not is removed, so that both halves of a key go together.
func (e *entity[T]) changes(w write, changed map[string]bool, item map[string]types.AttributeValue) error {
	var c check
	written := map[string]types.AttributeValue{}
	set := func(name string) {
		v, ok := item[name]
		w.clauses.change(name, v)
		if ok {
			written[name] = v
		}
	}
	for _, name := range e.attributes {
		if changed[name] {
			set(name)
		}
	}
	for _, d := range e.derived {
		if touches(changed, d.from) {
			set(d.names[0])
		}
	}
	for _, x := range e.indexes {
		if touches(changed, x.from) {
			set(x.names[0])
			set(x.names[1])
			c.keys(item, x.names[0], x.names[1])
		}
	}
	c.item(written)
	return c.err
}

// modify reads the item of key k, lets change work on it, and writes what that
// changed on condition that nothing else has.
func (e *entity[T]) modify(ctx context.Context, k primary, change func(*T) error, conditions []Condition) (T, error) {
	var out T
	var w write
	err := k.err
	foreign := map[string]bool{}
	if err == nil {
		err = retry(ctx, func() (bool, error) {
			item, err := e.read(ctx, k, ConsistentRead())
			if err == nil && e.hidden(item) {
				err = ErrNotFound
			}
			if err != nil {
				return false, err
			}
			if w, out, err = e.modifying(k, item, change); err != nil || w.clauses == nil {
				return false, err
			}
			if err = w.when(conditions); err != nil {
				return false, err
			}
			w.markers = without(w.markers, foreign)
			_, err = e.t.run(ctx, w)
			if again := e.again(w, err, foreign); again {
				return true, err
			}
			var r *refusal
			return errors.As(err, &r) && r.marker == nil && !e.hidden(r.old) && !holds(r.old, w.expected), err
		})
	}
	if err != nil {
		return e.failed("Modify", k, e.meaning(w, err))
	}
	return out, nil
}

// modifying is the write that brings the stored item to what change makes of
// it; without clauses where that is nothing.
func (e *entity[T]) modifying(k primary, stored map[string]types.AttributeValue, change func(*T) error) (w write, is T, err error) {
	was, err := e.decode(stored)
	if err != nil {
		return w, is, err
	}
	old := e.encode(&was)
	is, err = e.decode(stored) // again, so that nothing is shared with was
	if err == nil {
		err = change(&is)
	}
	if err != nil {
		return w, is, err
	}
	if e.version != "" {
		*e.revision(&is) = *e.revision(&was)
	}
	changed := e.difference(old, e.encode(&is))
	if len(changed) == 0 {
		return w, is, nil
	}
	for _, name := range e.fixed {
		if changed[name] {
			return w, is, invalid(name, "is part of the identity or immutable, and was changed")
		}
	}
	if e.written != nil {
		e.written(&is, e.t.now())
	}
	var c check
	if e.check(&is, &c); c.err != nil {
		return w, is, c.err
	}
	w = write{clauses: newClauses(), key: k}
	w.alive(e.now())
	if e.version != "" {
		w.equal(e.version, stored[e.version])
		*e.revision(&is)++
	} else {
		for _, name := range e.attributes {
			w.equal(name, stored[name])
		}
	}
	item := e.encode(&is)
	changed = e.difference(old, item)
	w.markers = e.markers(k, &was, &is, func(u unique[T]) bool { return touches(changed, u.from) })
	return w, is, e.changes(w, changed, item)
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
