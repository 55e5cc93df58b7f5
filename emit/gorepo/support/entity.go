package support

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// entity is what reading and writing needs to know of a kind of item.
type entity[T any] struct {
	t *table
	// name stands in errors.
	name string
	// attributes are the stored names, without derived and key attributes;
	// fixed are those that never change.
	attributes, fixed []string
	// stored are the stored names of attributes that have another name in the
	// model; nil for none.
	stored map[string]string
	// derived and indexes are what follows from attributes.
	derived, indexes []dependent
	uniques          []unique[T]
	// version is the stored name of the version, "" for none.
	version string
	// expires says that an item past its time is absent.
	expires bool
	encode  func(*T) map[string]types.AttributeValue
	decode  func(map[string]types.AttributeValue) (T, error)
	check   func(*T, *check)
	// revision is where the version stands; nil without one.
	revision func(*T) *int64
	// created and written fill in what a create and what every write set;
	// written returns the stored names. nil for none.
	created func(*T, time.Time)
	written func(*T, time.Time) []string
}

// dependent are stored names whose values follow from others: a derived
// attribute, or the pair of keys of an index, of which both or neither stand.
type dependent struct{ names, from []string }

// now is the time as the TTL attribute has it, nil where nothing expires.
func (e *entity[T]) now() types.AttributeValue {
	if !e.expires {
		return nil
	}
	return number(strconv.FormatInt(e.t.now().Unix(), 10))
}

// hidden says that item is absent although it is there.
func (e *entity[T]) hidden(item map[string]types.AttributeValue) bool {
	return len(item) == 0 || e.expires && e.t.expired(item)
}

// read is the item as it is stored, nil for none.
func (e *entity[T]) read(ctx context.Context, k primary, options ...GetOption) (map[string]types.AttributeValue, error) {
	in := &dynamodb.GetItemInput{TableName: &e.t.name, Key: k.attributes()}
	for _, o := range options {
		o.get(in)
	}
	out, err := e.t.api.GetItem(ctx, in)
	if err != nil {
		return nil, err
	}
	return out.Item, nil
}

// get reads one item by its key.
func (e *entity[T]) get(ctx context.Context, pattern string, k primary, options []GetOption) (v T, err error) {
	var item map[string]types.AttributeValue
	if err = k.err; err == nil {
		item, err = e.read(ctx, k, options...)
	}
	if err == nil && e.hidden(item) {
		err = ErrNotFound
	}
	if err == nil {
		v, err = e.decode(item)
	}
	if err != nil {
		return v, &failure{pattern, k.String(), err}
	}
	return v, nil
}

// do makes a write and runs it, and again as long as what it was made of has
// changed when it takes effect. It returns the item where the service does.
func (e *entity[T]) do(ctx context.Context, operation string, k primary, conditions []Condition, build func(*write) error) (item map[string]types.AttributeValue, err error) {
	foreign := map[string]bool{} // markers that turned out to be another item's
	err = retry(ctx, func() (bool, error) {
		w := write{clauses: &clauses{}, key: k}
		err := k.err
		if err == nil {
			err = build(&w)
		}
		for _, m := range w.markers {
			if err == nil && len(m.key.pk) > maxPartitionKey {
				err = invalid(m.unique, "%d bytes of key, at most %d", len(m.key.pk), maxPartitionKey)
			}
		}
		if err == nil && !w.idle {
			err = w.when(conditions)
		}
		if err != nil || w.idle {
			return false, err
		}
		w.markers = slices.DeleteFunc(w.markers, func(m write) bool { return m.remove && foreign[m.key.pk] })
		item, err = e.t.run(ctx, w)
		var r *refusal
		if !errors.As(err, &r) {
			return false, err
		}
		again := r.busy || r.marker == nil && !holds(r.old, w.asRead)
		if r.marker != nil && r.marker.remove {
			again, foreign[r.marker.key.pk] = true, true
		}
		return again, e.meaning(w, r)
	})
	if err != nil {
		err = &failure{e.name + "." + operation, k.String(), err}
	}
	return item, err
}

// meaning is a refusal as callers know it.
func (e *entity[T]) meaning(w write, r *refusal) error {
	kind := ErrConflict
	switch {
	case r.marker != nil && !r.marker.remove:
		kind = &ErrUnique{Name: r.marker.unique}
	case r.marker != nil || r.busy:
	case w.creates && !e.hidden(r.old):
		kind = ErrExists
	case !w.creates && e.hidden(r.old):
		kind = ErrNotFound
	case w.callers && holds(r.old, w.expected):
		kind = ErrCondition
	}
	return &meant{kind, r.cause}
}

// prepare fills in and checks o, and returns its key and item.
func (e *entity[T]) prepare(o *T) (k primary, item map[string]types.AttributeValue) {
	now := e.t.now()
	if e.created != nil {
		e.created(o, now)
	}
	if e.written != nil {
		e.written(o, now)
	}
	if e.revision != nil {
		*e.revision(o) = 1
	}
	var c check
	if e.check(o, &c); c.err != nil {
		return primary{err: c.err}, nil
	}
	item = e.encode(o)
	c.keys(item, partitionKey, sortKey)
	for _, x := range e.indexes {
		c.keys(item, x.names[0], x.names[1])
	}
	c.item(item)
	k.pk, _ = asText(item[partitionKey])
	if sortKey != "" {
		k.sk, _ = asText(item[sortKey])
	}
	k.err = c.err
	return k, item
}

// create stores o where its key is free.
func (e *entity[T]) create(ctx context.Context, o T, conditions []Condition) (T, error) {
	k, item := e.prepare(&o)
	_, err := e.do(ctx, "Create", k, conditions, func(w *write) error {
		w.item, w.creates = item, true
		w.require(w.free(e.now()))
		w.markers = e.markers(k, nil, &o, nil)
		return nil
	})
	return unless(err, o)
}

// put stores o, whatever is there.
func (e *entity[T]) put(ctx context.Context, o T, conditions []Condition) (T, error) {
	k, item := e.prepare(&o)
	_, err := e.do(ctx, "Put", k, conditions, func(w *write) error {
		w.item = item
		was, err := e.asRead(ctx, w)
		w.markers = e.markers(k, was, &o, nil)
		return err
	})
	return unless(err, o)
}

// unless is v, or with an error nothing.
func unless[T any](err error, v T) (T, error) {
	if err != nil {
		var zero T
		return zero, err
	}
	return v, nil
}

// delete removes the item of key k. An absent one is no error.
func (e *entity[T]) delete(ctx context.Context, k primary, version int64, conditions []Condition) error {
	_, err := e.do(ctx, "Delete", k, conditions, func(w *write) error {
		w.remove = true
		if e.version != "" {
			w.expected = with(w.expected, e.version, int64Value(version))
			w.require("(" + w.is(partitionKey, nil) + " OR " + w.is(e.version, int64Value(version)) + ")")
		}
		was, err := e.asRead(ctx, w)
		w.markers = e.markers(k, was, nil, nil)
		return err
	})
	return err
}

// asRead reads the item where it has constraints, and requires that what feeds
// its markers stays as it was read. It returns nil where there is no item.
func (e *entity[T]) asRead(ctx context.Context, w *write) (*T, error) {
	if len(e.uniques) == 0 {
		return nil, nil
	}
	item, err := e.read(ctx, w.key, ConsistentRead())
	if err != nil {
		return nil, err
	}
	if len(item) == 0 {
		w.keep(partitionKey, nil)
		return nil, nil
	}
	was, err := e.decode(item)
	if err != nil {
		return nil, err
	}
	for _, name := range e.attributes {
		if slices.ContainsFunc(e.uniques, func(u unique[T]) bool { return slices.Contains(u.from, name) }) {
			w.keep(name, item[name])
		}
	}
	return &was, nil
}

// keep requires that an attribute still is as it was read.
func (w *write) keep(name string, v types.AttributeValue) {
	w.equal(name, v)
	w.asRead = with(w.asRead, name, v)
}
