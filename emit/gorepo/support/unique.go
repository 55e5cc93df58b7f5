package support

import (
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// unique is a constraint, which a marker item of its own key enforces.
type unique[T any] struct {
	name string
	// from are the stored names that feed the marker: the constraint's
	// attributes and, where there is one, the TTL attribute.
	from []string
	// key is the marker's partition key, empty where an attribute is absent.
	key func(*T, key) key
	// sort is the marker's sort key.
	sort string
}

// markerEntity is what a marker has as its entity, and owner the attribute
// that holds the primary key of the item that it speaks for.
const (
	markerEntity = "#unique"
	markerOwner  = "#owner"
)

// marker is one write of a marker item.
type marker struct {
	unique string
	key    primary
	owner  types.AttributeValue
	// ttl is the owner's, nil for none; now is nil where nothing expires.
	ttl, now types.AttributeValue
	// free gives the marker up instead of taking it.
	free bool
}

// action is the write, on condition that the marker is nobody else's.
func (m marker) action(t *table) types.TransactWriteItem {
	x := newClauses()
	mine := x.name(markerOwner) + " = " + x.value(m.owner)
	if m.free {
		x.require("(attribute_not_exists(" + x.name(partitionKey) + ") OR " + mine + ")")
		return types.TransactWriteItem{Delete: &types.Delete{
			TableName: &t.name, Key: m.key.attributes(),
			ConditionExpression: x.condition(), ExpressionAttributeNames: x.names, ExpressionAttributeValues: x.values,
			ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld,
		}}
	}
	x.free(m.now)
	x.conditions[0] = "(" + x.conditions[0] + " OR " + mine + ")"
	item := m.key.attributes()
	item[markerOwner] = m.owner
	if entityAttribute != "" {
		item[entityAttribute] = text(markerEntity)
	}
	if m.ttl != nil {
		item[ttlAttribute] = m.ttl
	}
	return types.TransactWriteItem{Put: &types.Put{
		TableName: &t.name, Item: item,
		ConditionExpression: x.condition(), ExpressionAttributeNames: x.names, ExpressionAttributeValues: x.values,
		ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld,
	}}
}

// markers are the writes that bring the markers from those of was to those of
// is; nil is no item. touched, unless nil, says which constraints to look at.
func (e *entity[T]) markers(k primary, was, is *T, touched func(unique[T]) bool) []marker {
	var out []marker
	for _, u := range e.uniques {
		if touched != nil && !touched(u) {
			continue
		}
		var had, has string
		m := marker{unique: u.name, owner: &types.AttributeValueMemberM{Value: k.attributes()}, now: e.now()}
		if was != nil {
			had = u.key(was, newKey()).String()
		}
		if is != nil {
			has = u.key(is, newKey()).String()
			if ttlAttribute != "" {
				m.ttl = e.encode(is)[ttlAttribute]
			}
		}
		if had != "" && had != has {
			gone := m
			gone.key, gone.free = primary{pk: had, sk: u.sort}, true
			out = append(out, gone)
		}
		if has != "" {
			m.key = primary{pk: has, sk: u.sort}
			out = append(out, m)
		}
	}
	return out
}

// without leaves out giving up markers that turned out to be another's.
func without(markers []marker, foreign map[string]bool) []marker {
	var out []marker
	for _, m := range markers {
		if !m.free || !foreign[m.key.pk] {
			out = append(out, m)
		}
	}
	return out
}
