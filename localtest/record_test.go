package localtest

import (
	"fmt"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// one takes the only request that was recorded.
func one(t *testing.T, r *Recorder) Request {
	t.Helper()
	got := r.Take()
	if len(got) != 1 {
		t.Fatalf("%d requests, want 1: %v", len(got), got)
	}
	return got[0]
}

func TestRecorderQuery(t *testing.T) {
	client, table := New(t, testTable())
	rec := RecorderOf(client)
	if got := rec.Take(); len(got) != 0 {
		t.Fatalf("New itself was recorded: %v", got)
	}
	put(t, client, table, "PK", "u#1", "SK", "o#1", "GSI1PK", "o#1", "GSI1SK", "a")
	if got := one(t, rec); got.String() != `PutItem table: PK = "u#1" AND SK = "o#1"` || got.Capacity.Indexes["GSI1"] != 1 || got.Capacity.Table != 1 || got.Capacity.Total != 2 {
		t.Errorf("%v, %+v", got, got.Capacity)
	}
	in := &dynamodb.QueryInput{
		TableName: &table, IndexName: aws.String("GSI1"),
		KeyConditionExpression:    aws.String("GSI1PK = :pk AND #s BETWEEN :lo AND :hi"),
		FilterExpression:          aws.String("#n > :n"),
		ExpressionAttributeNames:  map[string]string{"#s": "GSI1SK", "#n": "n"},
		ExpressionAttributeValues: texts(":pk", "o#1", ":lo", "a", ":hi", `b"`),
		ScanIndexForward:          aws.Bool(false), Limit: aws.Int32(7),
	}
	in.ExpressionAttributeValues[":n"] = &types.AttributeValueMemberN{Value: "-5"}
	if _, err := client.Query(t.Context(), in); err != nil {
		t.Fatal(err)
	}
	got := one(t, rec)
	if want := `Query GSI1: GSI1PK = "o#1" AND GSI1SK BETWEEN "a" AND "b\"", filter n > -5, descending`; got.String() != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got.Table != table || got.Index != "GSI1" || got.Limit != 7 || got.Resumed || !got.Descending || got.Consistent {
		t.Errorf("%+v", got)
	}
	if got.Capacity.Indexes["GSI1"] != 0.5 || got.Capacity.Table != 0 || got.Capacity.Total != 0.5 {
		t.Errorf("capacity %+v", got.Capacity)
	}
	if in.ReturnConsumedCapacity != "" {
		t.Error("the caller's input was changed")
	}
}

func TestRecorderResumedAndConsistent(t *testing.T) {
	client, table := New(t, testTable())
	rec := RecorderOf(client)
	_, err := client.Query(t.Context(), &dynamodb.QueryInput{
		TableName: &table, KeyConditionExpression: aws.String("PK = :pk"),
		ExpressionAttributeValues: texts(":pk", "p"), ConsistentRead: aws.Bool(true),
		ExclusiveStartKey: texts("PK", "p", "SK", "1"),
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := one(t, rec); got.String() != `Query table: PK = "p", consistent` || !got.Resumed || !got.Consistent {
		t.Errorf("%s %+v", got, got)
	}
}

func TestRecorderErrors(t *testing.T) {
	client, table := New(t, testTable())
	rec := RecorderOf(client)
	_, err := client.PutItem(t.Context(), &dynamodb.PutItemInput{
		TableName: &table, Item: texts("PK", "p", "SK", "1"),
		ConditionExpression: aws.String("attribute_exists(PK)"),
	})
	if err == nil {
		t.Fatal("the condition held")
	}
	if got := one(t, rec); got.Error != "ConditionalCheckFailedException" {
		t.Errorf("%+v", got)
	}
}

func TestRecorderCountsItems(t *testing.T) {
	client, table := New(t, testTable())
	rec := RecorderOf(client)
	var writes []types.WriteRequest
	var keys []map[string]types.AttributeValue
	var actions []types.TransactWriteItem
	for i := range 3 {
		item := texts("PK", "p", "SK", fmt.Sprint(i))
		writes = append(writes, types.WriteRequest{PutRequest: &types.PutRequest{Item: item}})
		keys = append(keys, item)
		actions = append(actions, types.TransactWriteItem{Put: &types.Put{TableName: &table, Item: item}})
	}
	_, err := client.BatchWriteItem(t.Context(), &dynamodb.BatchWriteItemInput{RequestItems: map[string][]types.WriteRequest{table: writes}})
	if got := one(t, rec); err != nil || got.Items != 3 || got.String() != "BatchWriteItem table" || got.Capacity.Total != 3 {
		t.Errorf("%s %+v, %v", got, got, err)
	}
	_, err = client.BatchGetItem(t.Context(), &dynamodb.BatchGetItemInput{RequestItems: map[string]types.KeysAndAttributes{table: {Keys: keys}}})
	if got := one(t, rec); err != nil || got.Items != 3 {
		t.Errorf("%+v, %v", got, err)
	}
	_, err = client.TransactWriteItems(t.Context(), &dynamodb.TransactWriteItemsInput{TransactItems: actions})
	if got := one(t, rec); err != nil || got.Items != 3 || got.Capacity.Total != 6 {
		t.Errorf("%+v, %v", got, err)
	}
}
