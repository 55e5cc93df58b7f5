package support

import (
	"context"
	"slices"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// API is the part of *dynamodb.Client that this package calls.
type API interface {
	GetItem(context.Context, *dynamodb.GetItemInput, ...func(*dynamodb.Options)) (*dynamodb.GetItemOutput, error)
	PutItem(context.Context, *dynamodb.PutItemInput, ...func(*dynamodb.Options)) (*dynamodb.PutItemOutput, error)
	UpdateItem(context.Context, *dynamodb.UpdateItemInput, ...func(*dynamodb.Options)) (*dynamodb.UpdateItemOutput, error)
	DeleteItem(context.Context, *dynamodb.DeleteItemInput, ...func(*dynamodb.Options)) (*dynamodb.DeleteItemOutput, error)
	Query(context.Context, *dynamodb.QueryInput, ...func(*dynamodb.Options)) (*dynamodb.QueryOutput, error)
	TransactWriteItems(context.Context, *dynamodb.TransactWriteItemsInput, ...func(*dynamodb.Options)) (*dynamodb.TransactWriteItemsOutput, error)
}

// Option is an option of New.
type Option interface{ option(*table) }

type optionFunc func(*table)

func (f optionFunc) option(t *table) { f(t) }

// Clock makes now the source of the time, for tests.
func Clock(now func() time.Time) Option {
	return optionFunc(func(t *table) { t.now = now })
}

// CursorKey signs cursors with secret, so that a cursor that went through a
// caller's hands cannot be altered. Cursors signed with an older secret are
// still read.
func CursorKey(secret []byte, older ...[]byte) Option {
	return optionFunc(func(t *table) { t.cursorKeys = append([][]byte{secret}, older...) })
}

// table is the table as every repository sees it.
type table struct {
	api        API
	name       string
	now        func() time.Time
	cursorKeys [][]byte
}

func newTable(api API, name string, opts []Option) *table {
	t := &table{api: api, name: name, now: time.Now}
	for _, o := range opts {
		o.option(t)
	}
	return t
}

// expired says whether item is past its time. Deletion lags, so an item that
// is still there may be.
func (t *table) expired(item map[string]types.AttributeValue) bool {
	n, ok := item[ttlAttribute].(*types.AttributeValueMemberN)
	if !ok {
		return false
	}
	seconds, err := asInt(n)
	return err == nil && seconds <= t.now().Unix()
}

// hides says which items of a collection are absent: those past their time, of
// entities whose time hides them.
func (t *table) hides(entities ...string) func(map[string]types.AttributeValue) bool {
	return func(item map[string]types.AttributeValue) bool {
		return t.expired(item) && slices.Contains(entities, entityOf(item))
	}
}

// RawItem is an item that no entity of this package claims.
type RawItem map[string]types.AttributeValue

func (o RawItem) encode() map[string]types.AttributeValue { return o }

// primary is the primary key of one item, checked.
type primary struct {
	pk, sk string
	err    error
}

func (p primary) String() string {
	if p.pk == "" {
		return ""
	}
	if sortKey == "" {
		return partitionKey + "=" + p.pk
	}
	return partitionKey + "=" + p.pk + " " + sortKey + "=" + p.sk
}

// attributes are the key as requests want it.
func (p primary) attributes() map[string]types.AttributeValue {
	m := map[string]types.AttributeValue{partitionKey: text(p.pk)}
	if sortKey != "" {
		m[sortKey] = text(p.sk)
	}
	return m
}

// A GetOption adjusts a read of one item by its primary key.
type GetOption interface{ get(*dynamodb.GetItemInput) }

// Consistency is what ConsistentRead returns.
type Consistency struct{}

// ConsistentRead asks for a strongly consistent read. An index cannot serve
// one, so methods that read an index do not accept it.
func ConsistentRead() Consistency { return Consistency{} }

func (Consistency) get(in *dynamodb.GetItemInput) { in.ConsistentRead = ptr(true) }

func (Consistency) request(r *request) { r.consistent = true }

func ptr[T any](v T) *T { return &v }
