package localtest

import (
	"maps"
	"slices"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// halfOf splits a batch of more than one item into what is carried out and what
// is returned as unprocessed.
func halfOf(params any) (now, rest any, ok bool) {
	switch p := params.(type) {
	case *dynamodb.BatchWriteItemInput:
		c := *p
		all := flatten(p.RequestItems, func(w []types.WriteRequest) []types.WriteRequest { return w })
		if len(all) < 2 {
			return nil, nil, false
		}
		var left map[string][]types.WriteRequest
		c.RequestItems, left = gather(all[:len(all)/2]), gather(all[len(all)/2:])
		return &c, left, true
	case *dynamodb.BatchGetItemInput:
		c := *p
		all := flatten(p.RequestItems, func(k types.KeysAndAttributes) []map[string]types.AttributeValue { return k.Keys })
		if len(all) < 2 {
			return nil, nil, false
		}
		var left map[string]types.KeysAndAttributes
		c.RequestItems = withKeys(p.RequestItems, gather(all[:len(all)/2]))
		left = withKeys(p.RequestItems, gather(all[len(all)/2:]))
		return &c, left, true
	}
	return nil, nil, false
}

// entry is one item of a batch with its table.
type entry[T any] struct {
	table string
	item  T
}

// flatten lists a batch's items in order of their tables.
func flatten[V, T any](batch map[string]V, items func(V) []T) []entry[T] {
	var out []entry[T]
	for _, table := range slices.Sorted(maps.Keys(batch)) {
		for _, item := range items(batch[table]) {
			out = append(out, entry[T]{table, item})
		}
	}
	return out
}

// gather is flatten's opposite.
func gather[T any](entries []entry[T]) map[string][]T {
	out := map[string][]T{}
	for _, e := range entries {
		out[e.table] = append(out[e.table], e.item)
	}
	return out
}

// withKeys is the same request for other keys.
func withKeys(batch map[string]types.KeysAndAttributes, keys map[string][]map[string]types.AttributeValue) map[string]types.KeysAndAttributes {
	out := map[string]types.KeysAndAttributes{}
	for table, k := range keys {
		c := batch[table]
		c.Keys = k
		out[table] = c
	}
	return out
}

// returnUnprocessed adds what was held back to what the engine itself did not
// process.
func returnUnprocessed(result, rest any) {
	switch out := result.(type) {
	case *dynamodb.BatchWriteItemOutput:
		if out.UnprocessedItems == nil {
			out.UnprocessedItems = map[string][]types.WriteRequest{}
		}
		for table, writes := range rest.(map[string][]types.WriteRequest) {
			out.UnprocessedItems[table] = append(out.UnprocessedItems[table], writes...)
		}
	case *dynamodb.BatchGetItemOutput:
		if out.UnprocessedKeys == nil {
			out.UnprocessedKeys = map[string]types.KeysAndAttributes{}
		}
		for table, keys := range rest.(map[string]types.KeysAndAttributes) {
			keys.Keys = append(out.UnprocessedKeys[table].Keys, keys.Keys...)
			out.UnprocessedKeys[table] = keys
		}
	}
}
