package fakedb

import (
	"maps"
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// write is a put, an update, or with neither a delete.
type write struct {
	put, key          Item
	update, condition *string
	names             map[string]string
	values            Item
}

func (w write) target() Item {
	if w.put != nil {
		return w.put
	}
	return w.key
}

func transacted(t types.TransactWriteItem) write {
	switch {
	case t.Put != nil:
		return write{put: t.Put.Item, condition: t.Put.ConditionExpression, names: t.Put.ExpressionAttributeNames, values: t.Put.ExpressionAttributeValues}
	case t.Update != nil:
		return write{key: t.Update.Key, update: t.Update.UpdateExpression, condition: t.Update.ConditionExpression, names: t.Update.ExpressionAttributeNames, values: t.Update.ExpressionAttributeValues}
	}
	return write{key: t.Delete.Key, condition: t.Delete.ConditionExpression, names: t.Delete.ExpressionAttributeNames, values: t.Delete.ExpressionAttributeValues}
}

func checkKey(key Item) error {
	if textOf(key["PK"]) == "" || textOf(key["SK"]) == "" || len(key) != 2 {
		return invalid("key %v", key)
	}
	return nil
}

func (db *DB) refused(holds bool, old Item, err error) error {
	if err == nil && !holds {
		return &types.ConditionalCheckFailedException{Item: old}
	}
	return err
}

// check says whether a write's condition holds of the item, and validates it.
func (db *DB) check(w write) (holds bool, old Item, err error) {
	if w.put == nil {
		if err := checkKey(w.key); err != nil {
			return false, nil, err
		}
	}
	if w.names != nil && len(w.names) == 0 || w.values != nil && len(w.values) == 0 {
		return false, nil, invalid("empty placeholders")
	}
	old = maps.Clone(db.items[id(w.target())])
	e := &evaluator{names: w.names, values: w.values, used: map[string]bool{}}
	holds = true
	if w.condition != nil {
		if holds, err = e.condition(*w.condition, old); err != nil {
			return false, nil, err
		}
	}
	next := w.put
	if w.update != nil {
		if next, err = e.updated(*w.update, old, w.key); err != nil {
			return false, nil, err
		}
	}
	for name := range w.names {
		if !e.used[name] {
			return false, nil, invalid("unused name %s", name)
		}
	}
	for name := range w.values {
		if !e.used[name] {
			return false, nil, invalid("unused value %s", name)
		}
	}
	return holds, old, db.checkItem(next)
}

// checkItem refuses what no key may be, and half a pair that this package's
// users never mean.
func (db *DB) checkItem(item Item) error {
	if item == nil {
		return nil
	}
	for _, x := range append([]Index{{"", "PK", "SK"}}, db.Indexes...) {
		p, hasP := item[x.Partition]
		s, hasS := item[x.Sort]
		if hasP != hasS {
			return invalid("half a key of %s", x.Name)
		}
		if hasP && (textOf(p) == "" || textOf(s) == "") {
			return invalid("an empty key of %s", x.Name)
		}
	}
	return nil
}

// apply makes a checked write.
func (db *DB) apply(w write) Item {
	k := id(w.target())
	switch {
	case w.put != nil:
		db.items[k] = maps.Clone(w.put)
	case w.update != nil:
		e := &evaluator{names: w.names, values: w.values, used: map[string]bool{}}
		next, err := e.updated(*w.update, db.items[k], w.key)
		if err != nil {
			panic(err) // checked
		}
		db.items[k] = next
	default:
		delete(db.items, k)
	}
	return db.items[k]
}

// updated is the item after SET and REMOVE.
func (e *evaluator) updated(expression string, old, key Item) (Item, error) {
	out := maps.Clone(old)
	if out == nil {
		out = maps.Clone(key)
	}
	var touched []string
	sets, removes, _ := strings.Cut(expression, "REMOVE ")
	sets = strings.TrimSuffix(strings.TrimPrefix(sets, "SET "), " ")
	touch := func(token string) (string, error) {
		name, err := e.name(token)
		if err == nil && (slices.Contains(touched, name) || name == "PK" || name == "SK") {
			err = invalid("two paths overlap, or a key is changed: %s", name)
		}
		touched = append(touched, name)
		return name, err
	}
	if sets != "" {
		for _, s := range strings.Split(sets, ", ") {
			left, right, _ := strings.Cut(s, " = ")
			name, err := touch(left)
			if err != nil {
				return nil, err
			}
			if out[name], err = e.operand(right, nil); err != nil {
				return nil, err
			}
		}
	}
	if removes != "" {
		for _, s := range strings.Split(removes, ", ") {
			name, err := touch(s)
			if err != nil {
				return nil, err
			}
			delete(out, name)
		}
	}
	return out, nil
}
