package localtest

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go/middleware"
)

// call changes one call before it is serialised, which is where a change is
// still covered by the signature. The caller's input is copied, not changed.
func (w *wire) call(ctx context.Context, in middleware.InitializeInput, next middleware.InitializeHandler) (middleware.InitializeOutput, middleware.Metadata, error) {
	in.Parameters = askCapacity(in.Parameters)
	var rest any
	for _, i := range w.active() {
		switch f := i.fault.(type) {
		case SmallPages:
			if p, ok := smallPage(in.Parameters, int32(f.Items)); ok && i.strike() {
				in.Parameters = p
			}
		case StaleIndexes:
			if p, ok := ofTable(in.Parameters, i.stale); ok && i.strike() {
				in.Parameters = p
			}
		case Unprocessed:
			if p, left, ok := halfOf(in.Parameters); rest == nil && ok && i.strike() {
				in.Parameters, rest = p, left
			}
		}
	}
	out, meta, err := next.HandleInitialize(ctx, in)
	if err == nil && rest != nil {
		returnUnprocessed(out.Result, rest)
	}
	return out, meta, err
}

// askCapacity asks for the consumed capacity, index by index, unless the caller
// has asked for something.
func askCapacity(params any) any {
	ask := func(asked types.ReturnConsumedCapacity) types.ReturnConsumedCapacity {
		if asked == "" {
			return types.ReturnConsumedCapacityIndexes
		}
		return asked
	}
	switch p := params.(type) {
	case *dynamodb.GetItemInput:
		c := *p
		c.ReturnConsumedCapacity = ask(c.ReturnConsumedCapacity)
		return &c
	case *dynamodb.PutItemInput:
		c := *p
		c.ReturnConsumedCapacity = ask(c.ReturnConsumedCapacity)
		return &c
	case *dynamodb.UpdateItemInput:
		c := *p
		c.ReturnConsumedCapacity = ask(c.ReturnConsumedCapacity)
		return &c
	case *dynamodb.DeleteItemInput:
		c := *p
		c.ReturnConsumedCapacity = ask(c.ReturnConsumedCapacity)
		return &c
	case *dynamodb.QueryInput:
		c := *p
		c.ReturnConsumedCapacity = ask(c.ReturnConsumedCapacity)
		return &c
	case *dynamodb.ScanInput:
		c := *p
		c.ReturnConsumedCapacity = ask(c.ReturnConsumedCapacity)
		return &c
	case *dynamodb.BatchGetItemInput:
		c := *p
		c.ReturnConsumedCapacity = ask(c.ReturnConsumedCapacity)
		return &c
	case *dynamodb.BatchWriteItemInput:
		c := *p
		c.ReturnConsumedCapacity = ask(c.ReturnConsumedCapacity)
		return &c
	case *dynamodb.TransactGetItemsInput:
		c := *p
		c.ReturnConsumedCapacity = ask(c.ReturnConsumedCapacity)
		return &c
	case *dynamodb.TransactWriteItemsInput:
		c := *p
		c.ReturnConsumedCapacity = ask(c.ReturnConsumedCapacity)
		return &c
	}
	return params
}

// smallPage lowers the limit of a read of many.
func smallPage(params any, items int32) (any, bool) {
	lower := func(limit *int32) *int32 {
		if limit != nil && *limit < items {
			return limit
		}
		return aws.Int32(items)
	}
	switch p := params.(type) {
	case *dynamodb.QueryInput:
		c := *p
		c.Limit = lower(p.Limit)
		return &c, true
	case *dynamodb.ScanInput:
		c := *p
		c.Limit = lower(p.Limit)
		return &c, true
	}
	return nil, false
}

// ofTable turns a read of a secondary index to another table.
func ofTable(params any, table string) (any, bool) {
	switch p := params.(type) {
	case *dynamodb.QueryInput:
		if p.IndexName != nil {
			c := *p
			c.TableName = &table
			return &c, true
		}
	case *dynamodb.ScanInput:
		if p.IndexName != nil {
			c := *p
			c.TableName = &table
			return &c, true
		}
	}
	return nil, false
}
