package sample_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/keyplan/keyplan/emit/gorepo/testdata/sample"
	"github.com/keyplan/keyplan/localtest"
)

func TestModifyWhileOthersWrite(t *testing.T) {
	ctx := context.Background()
	db := memory()
	shop := sample.New(db, "sample")
	c := must[sample.Customer](t)(shop.Customers.Create(ctx, sample.Customer{CustomerID: ann, Email: "a@x", Name: "0"}))
	key := sample.CustomerKeyOf(c)
	disturbed := 0
	db.Before = func(operation string, _ any) error {
		if operation != "UpdateItem" || disturbed == 3 {
			return nil
		}
		disturbed++
		item := db.Items()[1]
		item["name"] = &types.AttributeValueMemberS{Value: fmt.Sprint(disturbed)}
		item["later"] = &types.AttributeValueMemberS{Value: "unknown here"}
		db.Store(item)
		return nil
	}
	seen := ""
	c = must[sample.Customer](t)(shop.Customers.Modify(ctx, key, func(c *sample.Customer) error {
		seen += c.Name
		c.Name += "!"
		return nil
	}))
	if c.Name != "3!" || seen != "0123" {
		t.Errorf("%+v after %s", c, seen)
	}
	if item := db.Items()[1]; item["later"] == nil {
		t.Errorf("an attribute that the package does not know is gone: %v", item)
	}
	db.Before = nil
	db.Calls()
	must[sample.Customer](t)(shop.Customers.Modify(ctx, key, func(*sample.Customer) error { return nil }))
	if calls := db.Calls(); len(calls) != 1 {
		t.Errorf("%d requests for no change", len(calls))
	}
	_, err := shop.Customers.Modify(ctx, key, func(*sample.Customer) error { return errors.ErrUnsupported })
	wantError(t, err, errors.ErrUnsupported)
}

func TestLostResponses(t *testing.T) {
	db := memory()
	db.Lose = func(operation string) bool { return operation != "GetItem" && operation != "Query" }
	testLost(t, sample.New(db, "sample"), func(string) {})
}

func TestLostResponsesOnEngine(t *testing.T) {
	t.Parallel()
	client, name := localtest.New(t, createTable())
	var faults []*localtest.Injection
	testLost(t, sample.New(client, name), func(operation string) {
		faults = append(faults, localtest.Inject(t, client, localtest.LoseResponse{Operation: operation, Times: 1}))
	})
	for n, f := range faults {
		if f.Struck() != 1 {
			t.Errorf("response %d was not lost", n)
		}
	}
}

// testLost writes where every response is lost once: nothing fails, and
// nothing is written twice.
func testLost(t *testing.T, shop *sample.Table, lose func(operation string)) {
	ctx := context.Background()
	lose("PutItem")
	o := must[sample.Order](t)(shop.Orders.Create(ctx, order(ann, 1, start.AddDate(10, 0, 0))))
	lose("UpdateItem")
	o = must[sample.Order](t)(shop.Orders.Update(ctx, sample.OrderKeyOf(o), 1, sample.SetOrderNumber(2)))
	if o.Revision != 2 {
		t.Errorf("raised to %d", o.Revision)
	}
	lose("UpdateItem")
	o = must[sample.Order](t)(shop.Orders.Modify(ctx, sample.OrderKeyOf(o), func(o *sample.Order) error { o.Number++; return nil }))
	if o.Revision != 3 || o.Number != 3 {
		t.Errorf("modified: %+v", o)
	}
	lose("DeleteItem")
	if err := shop.Orders.Delete(ctx, sample.OrderKeyOf(o), 3); err != nil {
		t.Error(err)
	}
	lose("TransactWriteItems")
	c := must[sample.Customer](t)(shop.Customers.Create(ctx, sample.Customer{CustomerID: ann, Email: "a@x"}))
	key := sample.CustomerKeyOf(c)
	lose("TransactWriteItems")
	c = must[sample.Customer](t)(shop.Customers.Update(ctx, key, sample.SetCustomerEmail("a@x", "b@x")))
	if c.Email != "b@x" {
		t.Errorf("updated: %+v", c)
	}
	lose("TransactWriteItems")
	c = must[sample.Customer](t)(shop.Customers.Modify(ctx, key, func(c *sample.Customer) error { c.Email = "c@x"; return nil }))
	if c.Email != "c@x" {
		t.Errorf("modified: %+v", c)
	}
	lose("TransactWriteItems")
	if err := shop.Customers.Delete(ctx, key); err != nil {
		t.Error(err)
	}
}
