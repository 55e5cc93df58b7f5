package support

import (
	"context"
	"errors"
	"maps"
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
	// attributes are the stored names, derived ones among them, key attributes
	// not; fixed are those that never change.
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
func (e *entity[T]) get(ctx context.Context, pattern string, k primary, options []GetOption) (T, error) {
	var zero T
	fail := func(kind, cause error) (T, error) { return zero, &failure{pattern, k.String(), kind, cause} }
	if k.err != nil {
		return fail(k.err, nil)
	}
	item, err := e.read(ctx, k, options...)
	switch {
	case err != nil:
		return fail(nil, err)
	case e.hidden(item):
		return fail(ErrNotFound, nil)
	}
	v, err := e.decode(item)
	if err != nil {
		return fail(err, nil)
	}
	return v, nil
}

// prepare fills in and checks o, and returns its item.
func (e *entity[T]) prepare(o *T) (map[string]types.AttributeValue, error) {
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
	e.check(o, &c)
	if c.err != nil {
		return nil, c.err
	}
	item := e.encode(o)
	c.keys(item, partitionKey, sortKey)
	for _, x := range e.indexes {
		c.keys(item, x.names[0], x.names[1])
	}
	c.item(item)
	return item, c.err
}

// create stores o where its key is free.
func (e *entity[T]) create(ctx context.Context, o T, conditions []Condition) (T, error) {
	w, err := e.storing(&o)
	if err == nil {
		err = w.when(conditions)
	}
	if err != nil {
		return e.failed("Create", w.key, err)
	}
	w.free(e.now())
	w.markers = e.markers(w.key, nil, &o, nil)
	err = retry(ctx, func() (bool, error) {
		_, err := e.t.run(ctx, w)
		return isBusy(err), err
	})
	var r *refusal
	if errors.As(err, &r) && r.marker == nil && !r.busy {
		kind := ErrExists
		if e.hidden(r.old) {
			kind = ErrCondition
		}
		return e.failed("Create", w.key, &failure{kind: kind, cause: r.cause})
	}
	if err != nil {
		return e.failed("Create", w.key, e.meaning(w, err))
	}
	return o, nil
}

// storing is a write that puts o.
func (e *entity[T]) storing(o *T) (write, error) {
	item, err := e.prepare(o)
	if err != nil {
		return write{}, err
	}
	w := write{clauses: newClauses(), item: item}
	w.key.pk = item[partitionKey].(*types.AttributeValueMemberS).Value
	if sortKey != "" {
		w.key.sk = item[sortKey].(*types.AttributeValueMemberS).Value
	}
	return w, nil
}

// put stores o, whatever is there.
func (e *entity[T]) put(ctx context.Context, o T, conditions []Condition) (T, error) {
	w, err := e.storing(&o)
	if err != nil {
		return e.failed("Put", w.key, err)
	}
	foreign := map[string]bool{}
	err = retry(ctx, func() (bool, error) {
		w.clauses, w.markers = newClauses(), nil
		if err := w.when(conditions); err != nil {
			return false, err
		}
		if len(e.uniques) > 0 {
			was, err := e.asRead(ctx, &w)
			if err != nil {
				return false, err
			}
			w.markers = without(e.markers(w.key, was, &o, nil), foreign)
		}
		_, err := e.t.run(ctx, w)
		return e.again(w, err, foreign), err
	})
	if err != nil {
		return e.failed("Put", w.key, e.meaning(w, err))
	}
	return o, nil
}

// delete removes the item of key k. An absent one is no error.
func (e *entity[T]) delete(ctx context.Context, k primary, version int64, conditions []Condition) error {
	w := write{key: k, remove: true}
	foreign := map[string]bool{}
	err := k.err
	if err == nil {
		err = retry(ctx, func() (bool, error) {
			w.clauses, w.markers = newClauses(), nil
			if err := w.when(conditions); err != nil {
				return false, err
			}
			if e.version != "" {
				w.unlessAbsent(e.version, int64Value(version))
			}
			if len(e.uniques) > 0 {
				was, err := e.asRead(ctx, &w)
				if err != nil || was == nil && !w.callers {
					return false, err
				}
				w.markers = without(e.markers(k, was, nil, nil), foreign)
			}
			_, err := e.t.run(ctx, w)
			return e.again(w, err, foreign), err
		})
	}
	if err != nil {
		_, err = e.failed("Delete", k, e.meaning(w, err))
	}
	return err
}

// unlessAbsent requires that an attribute still is v where there is an item.
func (x *clauses) unlessAbsent(name string, v types.AttributeValue) {
	x.expected[name] = v
	x.require("(attribute_not_exists(" + x.name(partitionKey) + ") OR " + x.name(name) + " = " + x.value(v) + ")")
}

// asRead reads the item and requires that what feeds its markers stays as it
// was read. It returns nil where there is no item.
func (e *entity[T]) asRead(ctx context.Context, w *write) (*T, error) {
	item, err := e.read(ctx, w.key, ConsistentRead())
	if err != nil {
		return nil, err
	}
	if len(item) == 0 {
		w.equal(partitionKey, nil)
		return nil, nil
	}
	was, err := e.decode(item)
	if err != nil {
		return nil, err
	}
	for _, name := range e.attributes {
		if slices.ContainsFunc(e.uniques, func(u unique[T]) bool { return slices.Contains(u.from, name) }) {
			w.equal(name, item[name])
		}
	}
	return &was, nil
}

// again says whether a write that reads first is worth trying again.
func (e *entity[T]) again(w write, err error, foreign map[string]bool) bool {
	var r *refusal
	switch {
	case !errors.As(err, &r):
		return false
	case r.marker != nil && r.marker.free:
		foreign[r.marker.key.pk] = true
		return true
	case r.marker != nil:
		return false
	}
	return r.busy || e.version == "" && !holds(r.old, w.expected)
}

func isBusy(err error) bool {
	var r *refusal
	return errors.As(err, &r) && r.busy
}

// meaning is a refusal as callers know it, other errors as they are.
func (e *entity[T]) meaning(w write, err error) error {
	var r *refusal
	if !errors.As(err, &r) {
		return err
	}
	kind := ErrConflict
	switch {
	case r.marker != nil && !r.marker.free:
		kind = &ErrUnique{Name: r.marker.unique}
	case r.marker != nil || r.busy:
	case e.hidden(r.old):
		kind = ErrNotFound
	case holds(r.old, w.expected) && w.callers:
		kind = ErrCondition
	}
	return &failure{kind: kind, cause: r.cause}
}

// failed wraps err with what was done to which item.
func (e *entity[T]) failed(operation string, k primary, err error) (T, error) {
	var zero T
	out := &failure{operation: e.name + "." + operation, kind: err}
	if k.pk != "" {
		out.key = k.String()
	}
	return zero, out
}

// merged is item with changes; nil is absent.
func merged(item, changes map[string]types.AttributeValue) map[string]types.AttributeValue {
	out := maps.Clone(item)
	for name, v := range changes {
		if v == nil {
			delete(out, name)
		} else {
			out[name] = v
		}
	}
	return out
}
