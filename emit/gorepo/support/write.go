package support

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go/middleware"
)

// write is one write of one item and of the markers that go with it.
type write struct {
	*clauses
	key primary
	// item is what a put stores; nil for an update, or with remove a delete.
	item    map[string]types.AttributeValue
	remove  bool
	markers []marker
}

// refusal says which condition of a write did not hold.
type refusal struct {
	// marker is the one that was refused, nil for the item itself.
	marker *marker
	// old is the item, or the marker, as it is; nil where there is none.
	old map[string]types.AttributeValue
	// busy says that another transaction was at work on one of the items, and
	// no condition failed.
	busy bool
	// done says that an earlier attempt of this very write took effect.
	done  bool
	cause error
}

func (r *refusal) Error() string { return r.cause.Error() }

// run makes the write. It returns the item as it then is where the service
// says so, and a *refusal where nothing was written.
func (t *table) run(ctx context.Context, w write) (map[string]types.AttributeValue, error) {
	attempts := 0
	counted := func(o *dynamodb.Options) {
		o.APIOptions = append(o.APIOptions, func(s *middleware.Stack) error {
			return s.Finalize.Add(countAttempts(&attempts), middleware.After)
		})
	}
	var now map[string]types.AttributeValue
	var err error
	switch {
	case len(w.markers) > 0:
		err = t.transact(ctx, w, counted)
	case w.item != nil:
		_, err = t.api.PutItem(ctx, w.put(t), counted)
	case w.remove:
		_, err = t.api.DeleteItem(ctx, w.delete(t), counted)
	default:
		var out *dynamodb.UpdateItemOutput
		if out, err = t.api.UpdateItem(ctx, w.change(t), counted); err == nil {
			now = out.Attributes
		}
	}
	var failed *types.ConditionalCheckFailedException
	if errors.As(err, &failed) {
		err = &refusal{old: failed.Item, cause: err}
	}
	var r *refusal
	if errors.As(err, &r) && r.marker == nil && !r.busy && attempts > 1 && w.tookEffect(r.old) {
		return r.old, nil // the response of the first attempt was lost
	}
	return now, err
}

// countAttempts counts how often a request is sent.
func countAttempts(n *int) middleware.FinalizeMiddleware {
	return middleware.FinalizeMiddlewareFunc("keyplanAttempts",
		func(ctx context.Context, in middleware.FinalizeInput, next middleware.FinalizeHandler) (middleware.FinalizeOutput, middleware.Metadata, error) {
			*n++
			return next.HandleFinalize(ctx, in)
		})
}

// tookEffect says whether item is exactly what the write makes of it.
func (w write) tookEffect(item map[string]types.AttributeValue) bool {
	switch {
	case w.item != nil:
		return equalItems(item, w.item)
	case w.remove:
		return len(item) == 0
	}
	return len(item) > 0 && holds(item, w.changed)
}

func (w write) put(t *table) *dynamodb.PutItemInput {
	return &dynamodb.PutItemInput{
		TableName:                           &t.name,
		Item:                                w.item,
		ConditionExpression:                 w.condition(),
		ExpressionAttributeNames:            w.nameMap(),
		ExpressionAttributeValues:           w.valueMap(),
		ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld,
	}
}

func (w write) change(t *table) *dynamodb.UpdateItemInput {
	return &dynamodb.UpdateItemInput{
		TableName:                           &t.name,
		Key:                                 w.key.attributes(),
		UpdateExpression:                    w.update(),
		ConditionExpression:                 w.condition(),
		ExpressionAttributeNames:            w.nameMap(),
		ExpressionAttributeValues:           w.valueMap(),
		ReturnValues:                        types.ReturnValueAllNew,
		ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld,
	}
}

func (w write) delete(t *table) *dynamodb.DeleteItemInput {
	return &dynamodb.DeleteItemInput{
		TableName:                           &t.name,
		Key:                                 w.key.attributes(),
		ConditionExpression:                 w.condition(),
		ExpressionAttributeNames:            w.nameMap(),
		ExpressionAttributeValues:           w.valueMap(),
		ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld,
	}
}

// transact makes the write together with its markers, all or nothing.
func (t *table) transact(ctx context.Context, w write, options ...func(*dynamodb.Options)) error {
	in := &dynamodb.TransactWriteItemsInput{}
	switch {
	case w.item != nil:
		p := w.put(t)
		in.TransactItems = append(in.TransactItems, types.TransactWriteItem{Put: &types.Put{
			TableName: p.TableName, Item: p.Item,
			ConditionExpression: p.ConditionExpression, ExpressionAttributeNames: p.ExpressionAttributeNames,
			ExpressionAttributeValues: p.ExpressionAttributeValues, ReturnValuesOnConditionCheckFailure: p.ReturnValuesOnConditionCheckFailure,
		}})
	case w.remove:
		d := w.delete(t)
		in.TransactItems = append(in.TransactItems, types.TransactWriteItem{Delete: &types.Delete{
			TableName: d.TableName, Key: d.Key,
			ConditionExpression: d.ConditionExpression, ExpressionAttributeNames: d.ExpressionAttributeNames,
			ExpressionAttributeValues: d.ExpressionAttributeValues, ReturnValuesOnConditionCheckFailure: d.ReturnValuesOnConditionCheckFailure,
		}})
	default:
		u := w.change(t)
		in.TransactItems = append(in.TransactItems, types.TransactWriteItem{Update: &types.Update{
			TableName: u.TableName, Key: u.Key, UpdateExpression: u.UpdateExpression,
			ConditionExpression: u.ConditionExpression, ExpressionAttributeNames: u.ExpressionAttributeNames,
			ExpressionAttributeValues: u.ExpressionAttributeValues, ReturnValuesOnConditionCheckFailure: u.ReturnValuesOnConditionCheckFailure,
		}})
	}
	for _, m := range w.markers {
		in.TransactItems = append(in.TransactItems, m.action(t))
	}
	_, err := t.api.TransactWriteItems(ctx, in, options...)
	var cancelled *types.TransactionCanceledException
	if !errors.As(err, &cancelled) {
		return err
	}
	r := &refusal{cause: err}
	for i, reason := range cancelled.CancellationReasons {
		switch code := reason.Code; {
		case code == nil:
		case *code == "ConditionalCheckFailed":
			r.busy, r.old = false, reason.Item
			if i > 0 {
				r.marker = &w.markers[i-1]
			}
			return r
		case *code == "TransactionConflict":
			r.busy = true
		}
	}
	if r.busy {
		return r
	}
	return err
}

// attempts is how often a write that found the item changed is tried.
const attempts = 10

// retry calls f until it does not say again, waiting a little longer each
// time.
func retry(ctx context.Context, f func() (again bool, err error)) error {
	for n := 0; ; n++ {
		again, err := f()
		if !again || n == attempts-1 {
			return err
		}
		wait := time.NewTimer(rand.N(5 * time.Millisecond << n))
		select {
		case <-ctx.Done():
			wait.Stop()
			return ctx.Err()
		case <-wait.C:
		}
	}
}
