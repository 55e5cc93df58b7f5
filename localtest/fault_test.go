package localtest

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"
)

func TestThrottle(t *testing.T) {
	client, table := New(t, testTable())
	rec := RecorderOf(client)
	fault := Inject(t, client, Throttle{Operation: "PutItem", Times: 2})
	put(t, client, table, "PK", "p", "SK", "1")
	got := rec.Take()
	if len(got) != 3 || got[0].Error != "ThrottlingException" || got[1].Error != "ThrottlingException" || got[2].Error != "" {
		t.Errorf("%+v", got)
	}
	if fault.Struck() != 2 {
		t.Errorf("it struck %d times", fault.Struck())
	}
	// More than are retried reach the caller, and another operation none.
	Inject(t, client, Throttle{Operation: "PutItem", Times: maxAttempts})
	if _, err := client.Scan(t.Context(), &dynamodb.ScanInput{TableName: &table}); err != nil {
		t.Error(err)
	}
	_, err := client.PutItem(t.Context(), &dynamodb.PutItemInput{TableName: &table, Item: texts("PK", "p", "SK", "2")})
	var api smithy.APIError
	if !errors.As(err, &api) || api.ErrorCode() != "ThrottlingException" {
		t.Errorf("%v", err)
	}
	put(t, client, table, "PK", "p", "SK", "2")
}

func TestLoseResponse(t *testing.T) {
	client, table := New(t, testTable())
	fault := Inject(t, client, LoseResponse{Operation: "PutItem", Times: 1})
	_, err := client.PutItem(t.Context(), &dynamodb.PutItemInput{
		TableName: &table, Item: texts("PK", "p", "SK", "1"), ConditionExpression: aws.String("attribute_not_exists(PK)"),
	})
	// The write took effect, so the retry finds the item there.
	var failed *types.ConditionalCheckFailedException
	if !errors.As(err, &failed) || fault.Struck() != 1 {
		t.Errorf("%v, struck %d times", err, fault.Struck())
	}
	got := RecorderOf(client).Take()
	if len(got) != 2 || !strings.Contains(got[0].Error, "response lost") {
		t.Errorf("%+v", got)
	}
}

func TestConflict(t *testing.T) {
	client, table := New(t, testTable())
	Inject(t, client, Conflict{Operation: "TransactWriteItems", Times: maxAttempts})
	action := types.TransactWriteItem{Put: &types.Put{TableName: &table, Item: texts("PK", "p", "SK", "1")}}
	other := types.TransactWriteItem{Put: &types.Put{TableName: &table, Item: texts("PK", "p", "SK", "2")}}
	_, err := client.TransactWriteItems(t.Context(), &dynamodb.TransactWriteItemsInput{TransactItems: []types.TransactWriteItem{action, other}})
	var cancelled *types.TransactionCanceledException
	if !errors.As(err, &cancelled) || len(cancelled.CancellationReasons) != 2 || *cancelled.CancellationReasons[0].Code != "TransactionConflict" || *cancelled.CancellationReasons[1].Code != "None" {
		t.Errorf("%v", err)
	}
	Inject(t, client, Conflict{Operation: "PutItem", Times: maxAttempts})
	_, err = client.PutItem(t.Context(), &dynamodb.PutItemInput{TableName: &table, Item: texts("PK", "p", "SK", "1")})
	var conflict *types.TransactionConflictException
	if !errors.As(err, &conflict) {
		t.Errorf("%v", err)
	}
}

func TestUnprocessed(t *testing.T) {
	client, table := New(t, testTable())
	var writes []types.WriteRequest
	var keys []map[string]types.AttributeValue
	for i := range 5 {
		key := texts("PK", "p", "SK", fmt.Sprint(i))
		writes = append(writes, types.WriteRequest{PutRequest: &types.PutRequest{Item: key}})
		keys = append(keys, key)
	}
	fault := Inject(t, client, Unprocessed{Times: 1})
	in := &dynamodb.BatchWriteItemInput{RequestItems: map[string][]types.WriteRequest{table: writes}}
	out, err := client.BatchWriteItem(t.Context(), in)
	if err != nil || len(out.UnprocessedItems[table]) != 3 || len(in.RequestItems[table]) != 5 {
		t.Fatalf("%+v, %v", out, err)
	}
	stored, err := client.Scan(t.Context(), &dynamodb.ScanInput{TableName: &table})
	if err != nil || sortKeys(stored.Items) != "0 1" || fault.Struck() != 1 {
		t.Errorf("stored %s, %v", sortKeys(stored.Items), err)
	}
	if out, err = client.BatchWriteItem(t.Context(), &dynamodb.BatchWriteItemInput{RequestItems: out.UnprocessedItems}); err != nil || len(out.UnprocessedItems) != 0 {
		t.Errorf("%+v, %v", out, err)
	}
	Inject(t, client, Unprocessed{Times: 1})
	read, err := client.BatchGetItem(t.Context(), &dynamodb.BatchGetItemInput{RequestItems: map[string]types.KeysAndAttributes{table: {Keys: keys, ConsistentRead: aws.Bool(true)}}})
	if err != nil || len(read.Responses[table]) != 2 || len(read.UnprocessedKeys[table].Keys) != 3 || !*read.UnprocessedKeys[table].ConsistentRead {
		t.Errorf("%+v, %v", read, err)
	}
	// A batch of one is processed, or nothing would ever be.
	Inject(t, client, Unprocessed{Times: 1})
	if out, err = client.BatchWriteItem(t.Context(), &dynamodb.BatchWriteItemInput{RequestItems: map[string][]types.WriteRequest{table: writes[:1]}}); err != nil || len(out.UnprocessedItems) != 0 {
		t.Errorf("%+v, %v", out, err)
	}
}

func TestSmallPages(t *testing.T) {
	client, table := New(t, testTable())
	for i := range 5 {
		put(t, client, table, "PK", "p", "SK", fmt.Sprint(i))
	}
	query := &dynamodb.QueryInput{
		TableName: &table, KeyConditionExpression: aws.String("PK = :pk"),
		ExpressionAttributeValues: texts(":pk", "p"), Limit: aws.Int32(4),
	}
	fault := Inject(t, client, SmallPages{Items: 2})
	out, err := client.Query(t.Context(), query)
	if err != nil || sortKeys(out.Items) != "0 1" || len(out.LastEvaluatedKey) == 0 {
		t.Errorf("%s, %v", sortKeys(out.Items), err)
	}
	fault.Stop()
	if out, err = client.Query(t.Context(), query); err != nil || sortKeys(out.Items) != "0 1 2 3" {
		t.Errorf("%s, %v", sortKeys(out.Items), err)
	}
	if got := pretend(func(tb testing.TB) { Inject(tb, client, SmallPages{}) }); !strings.HasPrefix(got, "fatal: ") {
		t.Errorf("pages of no items: %q", got)
	}
}

func TestStaleIndexes(t *testing.T) {
	client, table := New(t, testTable())
	put(t, client, table, "PK", "p", "SK", "1", "GSI1PK", "g", "GSI1SK", "tie")
	put(t, client, table, "PK", "p", "SK", "2", "GSI1PK", "g", "GSI1SK", "tie")
	fault := Inject(t, client, StaleIndexes{})
	put(t, client, table, "PK", "p", "SK", "3", "GSI1PK", "g", "GSI1SK", "tie")
	put(t, client, table, "PK", "p", "SK", "1")
	read := func(index *string, attribute, value string) string {
		out, err := client.Query(t.Context(), &dynamodb.QueryInput{
			TableName: &table, IndexName: index, KeyConditionExpression: aws.String(attribute + " = :pk"),
			ExpressionAttributeValues: texts(":pk", value),
		})
		if err != nil {
			t.Fatal(err)
		}
		return sortKeys(out.Items)
	}
	if got := read(aws.String("GSI1"), "GSI1PK", "g"); got != "1 2" {
		t.Errorf("the stale index holds %s", got)
	}
	if got := read(nil, "PK", "p"); got != "1 2 3" {
		t.Errorf("the table holds %s", got)
	}
	fault.Stop()
	if got := read(aws.String("GSI1"), "GSI1PK", "g"); got != "2 3" {
		t.Errorf("the index holds %s", got)
	}
}

func TestFaultsEndWithTheirTest(t *testing.T) {
	client, table := New(t, testTable())
	t.Run("inner", func(t *testing.T) { Inject(t, client, Throttle{Times: 1000}) })
	put(t, client, table, "PK", "p", "SK", "1")
	if got := one(t, RecorderOf(client)); got.Error != "" {
		t.Errorf("%+v", got)
	}
}
