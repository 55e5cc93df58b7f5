package localtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Recorder holds what a client has asked the engine.
type Recorder struct{ w *wire }

// RecorderOf returns the recorder of a client that New returned. It has been
// recording since then.
func RecorderOf(client *dynamodb.Client) *Recorder { return &Recorder{wireOf(client)} }

// Take returns the requests since the last Take, in the order in which they
// ended, and forgets them. A call that was retried is a request for each
// attempt.
func (r *Recorder) Take() []Request {
	r.w.mu.Lock()
	defer r.w.mu.Unlock()
	out := r.w.requests
	r.w.requests = nil
	return out
}

// Request is one request as it was sent, and what came of it.
type Request struct {
	// Operation is the API operation, such as "Query".
	Operation string
	// Table is empty for an operation on several items, which may be of several
	// tables.
	Table string
	// Index is "" for the table itself.
	Index string
	// Condition is the key condition, or of an operation on one item its key.
	// Names and values stand in it instead of their placeholders:
	// PK = "u#1" AND begins_with(SK, "o#").
	Condition string
	// Filter is the filter expression, written as Condition is.
	Filter string
	// Descending, Consistent and Limit are what was asked for.
	Descending, Consistent bool
	Limit                  int
	// Resumed says that the request began after a key that it was given.
	Resumed bool
	// Items is how many items an operation on several of them speaks of.
	Items int
	// Capacity is what the engine says that it cost.
	Capacity Capacity
	// Error is the code of the error that came back, "" for none.
	Error string
	// Body is the request as it was sent.
	Body json.RawMessage
}

// Capacity is in capacity units.
type Capacity struct {
	// Total is of the table and all indexes.
	Total float64
	// Table is of the table itself.
	Table float64
	// Indexes are of the secondary indexes by name, without those that the
	// engine did not mention.
	Indexes map[string]float64
}

// String is the request in one line, for comparing with the one that was
// planned:
//
//	Query GSI1: GSI1PK = "o#7" AND begins_with(GSI1SK, "py#"), descending
//	GetItem table: PK = "u#1" AND SK = "u#", consistent
//
// It leaves out what paging changes, Limit and Resumed, and the capacity.
func (r Request) String() string {
	on := r.Index
	if on == "" {
		on = "table"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s", r.Operation, on)
	if r.Condition != "" {
		b.WriteString(": " + r.Condition)
	}
	if r.Filter != "" {
		b.WriteString(", filter " + r.Filter)
	}
	if r.Descending {
		b.WriteString(", descending")
	}
	if r.Consistent {
		b.WriteString(", consistent")
	}
	return b.String()
}

// sentBody is the part of a request's JSON that is recorded.
type sentBody struct {
	TableName, IndexName      string
	Key, Item                 map[string]json.RawMessage
	KeyConditionExpression    string
	FilterExpression          string
	ExpressionAttributeNames  map[string]string
	ExpressionAttributeValues map[string]json.RawMessage
	ScanIndexForward          *bool
	ConsistentRead            bool
	Limit                     int
	ExclusiveStartKey         json.RawMessage
	TransactItems             []json.RawMessage
	RequestItems              map[string]json.RawMessage
}

// readRequest describes a request to table, as far as its body can be read.
func readRequest(operation string, body []byte, table *dynamodb.CreateTableInput) Request {
	r := Request{Operation: operation, Body: body}
	var b sentBody
	if json.Unmarshal(body, &b) != nil {
		return r
	}
	r.Table, r.Index = b.TableName, b.IndexName
	r.Consistent, r.Limit, r.Resumed = b.ConsistentRead, b.Limit, len(b.ExclusiveStartKey) > 0
	r.Descending = b.ScanIndexForward != nil && !*b.ScanIndexForward
	r.Condition = expand(b.KeyConditionExpression, b.ExpressionAttributeNames, b.ExpressionAttributeValues)
	r.Filter = expand(b.FilterExpression, b.ExpressionAttributeNames, b.ExpressionAttributeValues)
	for _, item := range []map[string]json.RawMessage{b.Key, b.Item} {
		if len(item) > 0 && b.TableName == aws.ToString(table.TableName) {
			r.Condition = keyOf(item, table.KeySchema)
		}
	}
	r.Items = len(b.TransactItems)
	for _, of := range b.RequestItems {
		r.Items += countItems(of)
	}
	return r
}

// keyOf writes the primary key of an item as a condition.
func keyOf(item map[string]json.RawMessage, schema []types.KeySchemaElement) string {
	var parts []string
	for _, k := range schema {
		name := aws.ToString(k.AttributeName)
		parts = append(parts, name+" = "+renderValue(item[name]))
	}
	return strings.Join(parts, " AND ")
}

// countItems counts one table's part of a batch: a list of writes, or an object
// with a list of keys.
func countItems(part json.RawMessage) int {
	var writes []json.RawMessage
	if json.Unmarshal(part, &writes) == nil {
		return len(writes)
	}
	var reads struct{ Keys []json.RawMessage }
	if json.Unmarshal(part, &reads) == nil {
		return len(reads.Keys)
	}
	return 0
}

// consumed is DynamoDB's ConsumedCapacity.
type consumed struct {
	CapacityUnits          float64
	Table                  struct{ CapacityUnits float64 }
	GlobalSecondaryIndexes map[string]struct{ CapacityUnits float64 }
	LocalSecondaryIndexes  map[string]struct{ CapacityUnits float64 }
}

// readResponse adds what came back.
func (r *Request) readResponse(status int, body []byte) {
	var b struct {
		Type             string `json:"__type"`
		ConsumedCapacity json.RawMessage
	}
	if json.Unmarshal(body, &b) != nil {
		return
	}
	if status >= 300 {
		r.Error = b.Type[strings.LastIndexByte(b.Type, '#')+1:]
	}
	var all []consumed
	if bytes.HasPrefix(b.ConsumedCapacity, []byte("[")) {
		_ = json.Unmarshal(b.ConsumedCapacity, &all)
	} else if one := (consumed{}); len(b.ConsumedCapacity) > 0 && json.Unmarshal(b.ConsumedCapacity, &one) == nil {
		all = []consumed{one}
	}
	r.Capacity.Indexes = map[string]float64{}
	for _, c := range all {
		r.Capacity.Total += c.CapacityUnits
		r.Capacity.Table += c.Table.CapacityUnits
		for name, x := range c.GlobalSecondaryIndexes {
			r.Capacity.Indexes[name] += x.CapacityUnits
		}
		for name, x := range c.LocalSecondaryIndexes {
			r.Capacity.Indexes[name] += x.CapacityUnits
		}
	}
}
