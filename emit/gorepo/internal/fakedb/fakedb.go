// Package fakedb is a DynamoDB table in memory, for the tests of generated
// packages: it evaluates the expressions that they send, refuses what the
// service refuses, and loses responses on request.
//
// It is no engine: package localtest gives one. It knows the expressions that
// the generated code writes and no others, so that a test fails when that code
// starts to say something else.
package fakedb

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"
	"github.com/aws/smithy-go/middleware"
)

// Item is an item.
type Item = map[string]types.AttributeValue

// Index is a secondary index with text keys.
type Index struct{ Name, Partition, Sort string }

// DB is a table whose key attributes are PK and SK.
type DB struct {
	Indexes []Index
	// Lose says whether the first response of an operation is lost after it
	// took effect, so that the SDK sends it again.
	Lose func(operation string) bool
	// Before runs before each operation, unlocked; an error is the answer.
	Before func(operation string, input any) error

	mu    sync.Mutex
	items map[string]Item
	calls []any
}

// New is an empty table.
func New(indexes ...Index) *DB {
	return &DB{Indexes: indexes, items: map[string]Item{}}
}

// Calls are the inputs of all operations since the last call of Calls.
func (db *DB) Calls() []any {
	db.mu.Lock()
	defer db.mu.Unlock()
	out := db.calls
	db.calls = nil
	return out
}

// Items are all items in order of their keys.
func (db *DB) Items() []Item {
	db.mu.Lock()
	defer db.mu.Unlock()
	var out []Item
	for _, k := range slices.Sorted(maps.Keys(db.items)) {
		out = append(out, maps.Clone(db.items[k]))
	}
	return out
}

// Store puts an item as it is.
func (db *DB) Store(item Item) {
	db.mu.Lock()
	defer db.mu.Unlock()
	db.items[id(item)] = maps.Clone(item)
}

func id(key Item) string { return textOf(key["PK"]) + "\x00" + textOf(key["SK"]) }

func textOf(v types.AttributeValue) string {
	if s, ok := v.(*types.AttributeValueMemberS); ok {
		return s.Value
	}
	return ""
}

// invalid is the service's ValidationException.
func invalid(format string, args ...any) error {
	return &smithy.GenericAPIError{Code: "ValidationException", Message: fmt.Sprintf(format, args...), Fault: smithy.FaultClient}
}

// do runs an operation as the SDK would: through the attempt's middleware, and
// again when the response is lost.
func do[O any](ctx context.Context, db *DB, operation string, in any, options []func(*dynamodb.Options), f func() (O, error)) (O, error) {
	var zero O
	if db.Before != nil {
		if err := db.Before(operation, in); err != nil {
			return zero, err
		}
	}
	var o dynamodb.Options
	for _, option := range options {
		option(&o)
	}
	stack := middleware.NewStack(operation, func() any { return nil })
	for _, add := range o.APIOptions {
		if err := add(stack); err != nil {
			return zero, err
		}
	}
	handler := middleware.HandlerFunc(func(context.Context, any) (any, middleware.Metadata, error) {
		db.mu.Lock()
		defer db.mu.Unlock()
		db.calls = append(db.calls, in)
		out, err := f()
		return out, middleware.Metadata{}, err
	})
	attempts := 1
	if db.Lose != nil && db.Lose(operation) {
		attempts = 2
	}
	var out any
	var err error
	for range attempts {
		if err := ctx.Err(); err != nil {
			return zero, err
		}
		out, _, err = stack.Finalize.HandleMiddleware(ctx, nil, handler)
	}
	if err != nil {
		return zero, fmt.Errorf("operation error DynamoDB: %s: %w", operation, err)
	}
	return out.(O), nil
}

// GetItem implements the generated API.
func (db *DB) GetItem(ctx context.Context, in *dynamodb.GetItemInput, options ...func(*dynamodb.Options)) (*dynamodb.GetItemOutput, error) {
	return do(ctx, db, "GetItem", in, options, func() (*dynamodb.GetItemOutput, error) {
		if err := checkKey(in.Key); err != nil {
			return nil, err
		}
		return &dynamodb.GetItemOutput{Item: maps.Clone(db.items[id(in.Key)])}, nil
	})
}

// PutItem implements the generated API.
func (db *DB) PutItem(ctx context.Context, in *dynamodb.PutItemInput, options ...func(*dynamodb.Options)) (*dynamodb.PutItemOutput, error) {
	return do(ctx, db, "PutItem", in, options, func() (*dynamodb.PutItemOutput, error) {
		w := write{put: in.Item, condition: in.ConditionExpression, names: in.ExpressionAttributeNames, values: in.ExpressionAttributeValues}
		if err := db.refused(db.check(w)); err != nil {
			return nil, err
		}
		db.apply(w)
		return &dynamodb.PutItemOutput{}, nil
	})
}

// UpdateItem implements the generated API.
func (db *DB) UpdateItem(ctx context.Context, in *dynamodb.UpdateItemInput, options ...func(*dynamodb.Options)) (*dynamodb.UpdateItemOutput, error) {
	return do(ctx, db, "UpdateItem", in, options, func() (*dynamodb.UpdateItemOutput, error) {
		w := write{key: in.Key, update: in.UpdateExpression, condition: in.ConditionExpression, names: in.ExpressionAttributeNames, values: in.ExpressionAttributeValues}
		if err := db.refused(db.check(w)); err != nil {
			return nil, err
		}
		return &dynamodb.UpdateItemOutput{Attributes: maps.Clone(db.apply(w))}, nil
	})
}

// DeleteItem implements the generated API.
func (db *DB) DeleteItem(ctx context.Context, in *dynamodb.DeleteItemInput, options ...func(*dynamodb.Options)) (*dynamodb.DeleteItemOutput, error) {
	return do(ctx, db, "DeleteItem", in, options, func() (*dynamodb.DeleteItemOutput, error) {
		w := write{key: in.Key, condition: in.ConditionExpression, names: in.ExpressionAttributeNames, values: in.ExpressionAttributeValues}
		if err := db.refused(db.check(w)); err != nil {
			return nil, err
		}
		db.apply(w)
		return &dynamodb.DeleteItemOutput{}, nil
	})
}

// TransactWriteItems implements the generated API.
func (db *DB) TransactWriteItems(ctx context.Context, in *dynamodb.TransactWriteItemsInput, options ...func(*dynamodb.Options)) (*dynamodb.TransactWriteItemsOutput, error) {
	return do(ctx, db, "TransactWriteItems", in, options, func() (*dynamodb.TransactWriteItemsOutput, error) {
		var writes []write
		var reasons []types.CancellationReason
		seen := map[string]bool{}
		failed := false
		for _, t := range in.TransactItems {
			w := transacted(t)
			if seen[id(w.target())] {
				return nil, invalid("transaction has two actions on one item")
			}
			seen[id(w.target())] = true
			holds, old, err := db.check(w)
			if err != nil {
				return nil, err
			}
			reason := types.CancellationReason{Code: aws.String("None")}
			if !holds {
				failed = true
				reason = types.CancellationReason{Code: aws.String("ConditionalCheckFailed"), Item: old}
			}
			writes, reasons = append(writes, w), append(reasons, reason)
		}
		if failed {
			return nil, &types.TransactionCanceledException{CancellationReasons: reasons}
		}
		for _, w := range writes {
			db.apply(w)
		}
		return &dynamodb.TransactWriteItemsOutput{}, nil
	})
}

// Query implements the generated API.
func (db *DB) Query(ctx context.Context, in *dynamodb.QueryInput, options ...func(*dynamodb.Options)) (*dynamodb.QueryOutput, error) {
	return do(ctx, db, "Query", in, options, func() (*dynamodb.QueryOutput, error) {
		index := Index{"", "PK", "SK"}
		if in.IndexName != nil {
			i := slices.IndexFunc(db.Indexes, func(x Index) bool { return x.Name == *in.IndexName })
			if i < 0 {
				return nil, invalid("no index %s", *in.IndexName)
			}
			if aws.ToBool(in.ConsistentRead) {
				return nil, invalid("a consistent read of an index")
			}
			index = db.Indexes[i]
		}
		found, err := db.selected(in, index)
		if err != nil {
			return nil, err
		}
		out := &dynamodb.QueryOutput{}
		for _, item := range found {
			out.Items = append(out.Items, maps.Clone(item))
			if in.Limit != nil && len(out.Items) == int(*in.Limit) {
				out.LastEvaluatedKey = startKey(item, index)
				break
			}
		}
		out.Count = int32(len(out.Items))
		if in.ProjectionExpression != nil {
			err = project(out.Items, in)
		}
		return out, err
	})
}

func startKey(item Item, index Index) Item {
	out := Item{"PK": item["PK"], "SK": item["SK"]}
	out[index.Partition], out[index.Sort] = item[index.Partition], item[index.Sort]
	return out
}

func project(items []Item, in *dynamodb.QueryInput) error {
	var names []string
	for _, n := range strings.Split(*in.ProjectionExpression, ", ") {
		if strings.HasPrefix(n, "#") {
			n = in.ExpressionAttributeNames[n]
		}
		if n == "" || slices.Contains(names, n) {
			return invalid("projection %s", *in.ProjectionExpression)
		}
		names = append(names, n)
	}
	for i, item := range items {
		out := Item{}
		for _, n := range names {
			if v, ok := item[n]; ok {
				out[n] = v
			}
		}
		items[i] = out
	}
	return nil
}

// selected are the items of a key condition behind the start key, in order.
func (db *DB) selected(in *dynamodb.QueryInput, index Index) ([]Item, error) {
	forward := in.ScanIndexForward == nil || *in.ScanIndexForward
	order := func(a, b Item) int {
		c := cmp.Or(
			cmp.Compare(textOf(a[index.Sort]), textOf(b[index.Sort])),
			cmp.Compare(textOf(a["PK"]), textOf(b["PK"])),
			cmp.Compare(textOf(a["SK"]), textOf(b["SK"])))
		if !forward {
			return -c
		}
		return c
	}
	if len(in.ExpressionAttributeNames) == 0 && in.ExpressionAttributeNames != nil {
		return nil, invalid("ExpressionAttributeNames must not be empty")
	}
	e := &evaluator{names: in.ExpressionAttributeNames, values: in.ExpressionAttributeValues, used: map[string]bool{}, bare: true}
	var found []Item
	for _, k := range slices.Sorted(maps.Keys(db.items)) {
		item := db.items[k]
		if textOf(item[index.Partition]) == "" || textOf(item[index.Sort]) == "" {
			continue
		}
		ok, err := e.condition(*in.KeyConditionExpression, item)
		if err != nil {
			return nil, err
		}
		if ok && (in.ExclusiveStartKey == nil || order(item, in.ExclusiveStartKey) > 0) {
			found = append(found, item)
		}
	}
	if start := in.ExclusiveStartKey; start != nil {
		if want := startKey(start, index); len(want) != len(start) {
			return nil, invalid("the provided starting key is invalid")
		}
		if ok, err := e.condition(*in.KeyConditionExpression, start); err != nil || !ok {
			return nil, invalid("the provided starting key is outside query boundaries")
		}
	}
	slices.SortFunc(found, order)
	return found, nil
}
