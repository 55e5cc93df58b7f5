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
	item   map[string]types.AttributeValue
	remove bool
	// creates says that an item of the key is ErrExists; idle that there is
	// nothing to write.
	creates, idle bool
	// asRead are attributes of which the write was made; when they change
	// before it takes effect, it is made again.
	asRead  map[string]types.AttributeValue
	markers []write
	// unique is the constraint, of a marker.
	unique string
}

// refusal says which condition of a write did not hold, so that nothing was
// written.
type refusal struct {
	// marker is the one that was refused, nil for the item itself; old is it,
	// or the item, as it is, nil where there is none.
	marker *write
	old    map[string]types.AttributeValue
	// busy says that no condition failed, but that another transaction was at
	// work on one of the items.
	busy  bool
	cause error
}

func (r *refusal) Error() string { return r.cause.Error() }

// run makes the write. It returns the item as it then is where the service
// says so, and a *refusal where nothing was written.
func (t *table) run(ctx context.Context, w write) (now map[string]types.AttributeValue, err error) {
	attempts := 0
	counted := func(o *dynamodb.Options) {
		o.APIOptions = append(o.APIOptions, func(s *middleware.Stack) error {
			return s.Finalize.Add(countAttempts(&attempts), middleware.After)
		})
	}
	switch a := w.action(t); {
	case len(w.markers) > 0:
		err = t.transact(ctx, w, counted)
	case a.Put != nil:
		_, err = t.api.PutItem(ctx, &dynamodb.PutItemInput{TableName: a.Put.TableName, Item: w.item,
			ConditionExpression: a.Put.ConditionExpression, ExpressionAttributeNames: w.names, ExpressionAttributeValues: w.values,
			ReturnValuesOnConditionCheckFailure: a.Put.ReturnValuesOnConditionCheckFailure}, counted)
	case a.Delete != nil:
		_, err = t.api.DeleteItem(ctx, &dynamodb.DeleteItemInput{TableName: a.Delete.TableName, Key: a.Delete.Key,
			ConditionExpression: a.Delete.ConditionExpression, ExpressionAttributeNames: w.names, ExpressionAttributeValues: w.values,
			ReturnValuesOnConditionCheckFailure: a.Delete.ReturnValuesOnConditionCheckFailure}, counted)
	default:
		var out *dynamodb.UpdateItemOutput
		out, err = t.api.UpdateItem(ctx, &dynamodb.UpdateItemInput{TableName: a.Update.TableName, Key: a.Update.Key,
			UpdateExpression: a.Update.UpdateExpression, ReturnValues: types.ReturnValueAllNew,
			ConditionExpression: a.Update.ConditionExpression, ExpressionAttributeNames: w.names, ExpressionAttributeValues: w.values,
			ReturnValuesOnConditionCheckFailure: a.Update.ReturnValuesOnConditionCheckFailure}, counted)
		if err == nil {
			return out.Attributes, nil
		}
	}
	var failed *types.ConditionalCheckFailedException
	if errors.As(err, &failed) {
		err = &refusal{old: failed.Item, cause: err}
	}
	var conflict *types.TransactionConflictException
	if errors.As(err, &conflict) {
		err = &refusal{busy: true, cause: err}
	}
	var r *refusal
	if errors.As(err, &r) && r.marker == nil && !r.busy && attempts > 1 && w.tookEffect(r.old) {
		return r.old, nil // the response of the first attempt was lost
	}
	return nil, err
}

// countAttempts counts how often a request is sent.
func countAttempts(n *int) middleware.FinalizeMiddleware {
	return middleware.FinalizeMiddlewareFunc("countAttempts",
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

// action is the write without its markers.
func (w write) action(t *table) types.TransactWriteItem {
	const old = types.ReturnValuesOnConditionCheckFailureAllOld
	switch {
	case w.item != nil:
		return types.TransactWriteItem{Put: &types.Put{TableName: &t.name, Item: w.item,
			ConditionExpression: w.condition(), ExpressionAttributeNames: w.names, ExpressionAttributeValues: w.values,
			ReturnValuesOnConditionCheckFailure: old}}
	case w.remove:
		return types.TransactWriteItem{Delete: &types.Delete{TableName: &t.name, Key: w.key.attributes(),
			ConditionExpression: w.condition(), ExpressionAttributeNames: w.names, ExpressionAttributeValues: w.values,
			ReturnValuesOnConditionCheckFailure: old}}
	}
	return types.TransactWriteItem{Update: &types.Update{TableName: &t.name, Key: w.key.attributes(), UpdateExpression: w.update(),
		ConditionExpression: w.condition(), ExpressionAttributeNames: w.names, ExpressionAttributeValues: w.values,
		ReturnValuesOnConditionCheckFailure: old}}
}

// transact makes the write together with its markers, all or nothing.
func (t *table) transact(ctx context.Context, w write, options ...func(*dynamodb.Options)) error {
	in := &dynamodb.TransactWriteItemsInput{TransactItems: []types.TransactWriteItem{w.action(t)}}
	for _, m := range w.markers {
		in.TransactItems = append(in.TransactItems, m.action(t))
	}
	_, err := t.api.TransactWriteItems(ctx, in, options...)
	var cancelled *types.TransactionCanceledException
	if !errors.As(err, &cancelled) {
		return err
	}
	busy := false
	for i, reason := range cancelled.CancellationReasons {
		switch code := reason.Code; {
		case code == nil:
		case *code == "ConditionalCheckFailed" && i == 0:
			return &refusal{old: reason.Item, cause: err}
		case *code == "ConditionalCheckFailed":
			return &refusal{marker: &w.markers[i-1], old: reason.Item, cause: err}
		case *code == "TransactionConflict":
			busy = true
		}
	}
	if busy {
		return &refusal{busy: true, cause: err}
	}
	return err
}

// maxAttempts is how often a write that found the item changed is made.
const maxAttempts = 10

// retry calls f until it does not say again, waiting a little longer each
// time.
func retry(ctx context.Context, f func() (again bool, err error)) error {
	for n := 0; ; n++ {
		again, err := f()
		if !again || n == maxAttempts-1 {
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
