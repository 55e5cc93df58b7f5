package support

import (
	"slices"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// unique is a constraint, which a marker item of its own key enforces.
type unique[T any] struct {
	name string
	// from are the stored names that feed the marker: the constraint's
	// attributes and, where there is one, the TTL attribute.
	from []string
	// key is the marker's partition key, empty where an attribute is absent;
	// sort is its sort key.
	key  func(*T, key) key
	sort string
}

// markerEntity is what a marker has as its entity, and markerOwner the
// attribute that holds the primary key of the item that it speaks for.
const (
	markerEntity = "#unique"
	markerOwner  = "#owner"
)

// markers are the writes that bring the markers of the item of key k from
// those of was to those of is; nil is no item. touched, unless nil, are the
// stored names that change: other constraints stay as they are.
func (e *entity[T]) markers(k primary, was, is *T, touched map[string]bool) (out []write) {
	for _, u := range e.uniques {
		if touched != nil && !touches(touched, u.from) {
			continue
		}
		var had, has string
		if was != nil {
			had = u.key(was, newKey()).String()
		}
		if is != nil {
			has = u.key(is, newKey()).String()
		}
		if had != "" && had != has {
			out = append(out, e.marker(k, u, had, nil))
		}
		if has != "" {
			out = append(out, e.marker(k, u, has, is))
		}
	}
	return out
}

// marker takes a marker for the item o of key k, or with nil gives it up, on
// condition that it is nobody else's.
func (e *entity[T]) marker(k primary, u unique[T], pk string, o *T) write {
	w := write{clauses: &clauses{}, key: primary{pk: pk, sk: u.sort}, unique: u.name, remove: o == nil}
	owner := &types.AttributeValueMemberM{Value: k.attributes()}
	free := w.is(partitionKey, nil)
	if o != nil {
		free = w.free(e.now())
		w.item = w.key.attributes()
		w.item[markerOwner] = owner
		if entityAttribute != "" {
			w.item[entityAttribute] = text(markerEntity)
		}
		if ttl, ok := e.encode(o)[ttlAttribute]; ok && ttlAttribute != "" {
			w.item[ttlAttribute] = ttl
		}
	}
	w.require("(" + free + " OR " + w.is(markerOwner, owner) + ")")
	return w
}

// touches says whether one of the names is among changed.
func touches(changed map[string]bool, names []string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return changed[n] })
}
