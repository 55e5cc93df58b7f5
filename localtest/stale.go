package localtest

import (
	"context"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
)

// copyTable copies the table as it stands into another of the same shape, and
// returns that one's name. Reading a copy is the one way to see an old state of
// an index exactly, ties, paging and all.
func copyTable(t testing.TB, w *wire) string {
	t.Helper()
	copied := newTable(t, w.engine, w.table)
	client := copied.bare()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	pages := dynamodb.NewScanPaginator(client, &dynamodb.ScanInput{
		TableName: w.table.TableName, ConsistentRead: aws.Bool(true),
	})
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			t.Fatalf("localtest: copy the table for stale reads: %v", err)
		}
		for _, item := range page.Items {
			if _, err := client.PutItem(ctx, &dynamodb.PutItemInput{TableName: copied.table.TableName, Item: item}); err != nil {
				t.Fatalf("localtest: copy the table for stale reads: %v", err)
			}
		}
	}
	return *copied.table.TableName
}
