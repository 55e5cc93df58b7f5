package sample_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/keyplan/keyplan/emit/gorepo/internal/fakedb"
	"github.com/keyplan/keyplan/emit/gorepo/testdata/sample"
	"github.com/keyplan/keyplan/localtest"
)

// clock is a time that tests set.
type clock struct{ now time.Time }

func (c *clock) read() time.Time { return c.now }

var start = time.Date(2025, 6, 1, 12, 0, 0, 0, time.UTC)

const (
	ann = "01JA0000000000000000000001"
	bob = "01JA0000000000000000000002"
)

// onBoth runs a test on the table in memory and on an engine.
func onBoth(t *testing.T, test func(t *testing.T, api sample.API, name string)) {
	t.Run("memory", func(t *testing.T) {
		t.Parallel()
		test(t, memory(), "sample")
	})
	t.Run("engine", func(t *testing.T) {
		t.Parallel()
		client, name := localtest.New(t, createTable())
		test(t, client, name)
	})
}

func memory() *fakedb.DB {
	return fakedb.New(
		fakedb.Index{Name: "GSI1", Partition: "GSI1PK", Sort: "GSI1SK"},
		fakedb.Index{Name: "GSI2", Partition: "GSI2PK", Sort: "GSI2SK"},
		fakedb.Index{Name: "GSI3", Partition: "GSI3PK", Sort: "GSI3SK"})
}

func createTable() *dynamodb.CreateTableInput {
	in := &dynamodb.CreateTableInput{TableName: aws.String("sample"), BillingMode: types.BillingModePayPerRequest}
	pair := func(pk, sk string) []types.KeySchemaElement {
		for _, n := range []string{pk, sk} {
			in.AttributeDefinitions = append(in.AttributeDefinitions, types.AttributeDefinition{AttributeName: &n, AttributeType: types.ScalarAttributeTypeS})
		}
		return []types.KeySchemaElement{
			{AttributeName: &pk, KeyType: types.KeyTypeHash}, {AttributeName: &sk, KeyType: types.KeyTypeRange}}
	}
	in.KeySchema = pair("PK", "SK")
	for _, n := range []string{"GSI1", "GSI2", "GSI3"} {
		in.GlobalSecondaryIndexes = append(in.GlobalSecondaryIndexes, types.GlobalSecondaryIndex{
			IndexName: aws.String(n), KeySchema: pair(n+"PK", n+"SK"), Projection: &types.Projection{ProjectionType: types.ProjectionTypeAll}})
	}
	return in
}

func order(customer string, n int, at time.Time) sample.Order {
	return sample.Order{
		CustomerID: customer, OrderID: fmt.Sprintf("01JB%022d", n), PlacedAt: at,
		Status: sample.OrderStatusPending, Total: sample.NewDecimal(int64(n)*101, 2), Number: int64(n),
	}
}

func must[T any](t *testing.T) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func wantError(t *testing.T, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("got %v, want %v", err, want)
	}
}

func TestCreateAndGet(t *testing.T) {
	onBoth(t, func(t *testing.T, api sample.API, name string) {
		ctx := context.Background()
		shop := sample.New(api, name, sample.Clock(func() time.Time { return start }))
		o := must[sample.Order](t)(shop.Orders.Create(ctx, sample.Order{
			CustomerID: ann, PlacedAt: start, Status: sample.OrderStatusPending, Note: aws.String("a#b"),
		}))
		if len(o.OrderID) != 26 || o.Revision != 1 {
			t.Errorf("defaults: %+v", o)
		}
		if d := o.ExpiresAt.Sub(start); d < 720*time.Hour || d > 792*time.Hour {
			t.Errorf("expires after %s", d)
		}
		got := must[sample.Order](t)(shop.Orders.Get(ctx, sample.OrderKeyOf(o), sample.ConsistentRead()))
		if got.Note == nil || *got.Note != "a#b" || !got.PlacedAt.Equal(start) || got.ExpiresAt != o.ExpiresAt || got.Total != o.Total {
			t.Errorf("got %+v, want %+v", got, o)
		}
		_, err := shop.Orders.Create(ctx, o)
		wantError(t, err, sample.ErrExists)
		var failed *types.ConditionalCheckFailedException
		if !errors.As(err, &failed) {
			t.Errorf("the SDK's error is out of reach in %v", err)
		}
		_, err = shop.Orders.Get(ctx, sample.OrderKey{CustomerID: bob, OrderID: o.OrderID})
		wantError(t, err, sample.ErrNotFound)
		if !strings.Contains(err.Error(), "get_order") || !strings.Contains(err.Error(), "u#"+bob) {
			t.Errorf("error names neither pattern nor key: %v", err)
		}
	})
}

func TestInvalidBeforeAnyRequest(t *testing.T) {
	ctx := context.Background()
	db := memory()
	shop := sample.New(db, "sample")
	create := func(change func(*sample.Order)) error {
		o := order(ann, 1, start)
		change(&o)
		_, err := shop.Orders.Create(ctx, o)
		return err
	}
	for name, err := range map[string]error{
		"customer_id": create(func(o *sample.Order) { o.CustomerID = "" }),
		"order_id":    create(func(o *sample.Order) { o.OrderID = "01jb0000000000000000000001" }),
		"placed_at":   create(func(o *sample.Order) { o.PlacedAt = time.Time{} }),
		"millisecond": nil,
		"status":      create(func(o *sample.Order) { o.Status = "lost" }),
		"number":      create(func(o *sample.Order) { o.Number = 1000000 }),
		"note":        create(func(o *sample.Order) { o.Note = aws.String("\xff") }),
		"item":        create(func(o *sample.Order) { o.Note = aws.String(strings.Repeat("x", 400<<10)) }),
	} {
		if name == "millisecond" {
			continue
		}
		wantError(t, err, sample.ErrInvalid)
		if err != nil && !strings.Contains(err.Error(), name) {
			t.Errorf("%s is not named: %v", name, err)
		}
	}
	wantError(t, create(func(o *sample.Order) { o.PlacedAt = start.Add(time.Nanosecond) }), sample.ErrInvalid)
	_, err := shop.Orders.Get(ctx, sample.OrderKey{CustomerID: ann})
	wantError(t, err, sample.ErrInvalid)
	_, err = shop.Refunds.Get(ctx, sample.RefundKey{CustomerID: ann})
	wantError(t, err, sample.ErrInvalid)
	_, err = shop.Orders.ByStatusPage(ctx, "lost")
	wantError(t, err, sample.ErrInvalid)
	_, err = shop.Refunds.Create(ctx, sample.Refund{CustomerID: ann, RefundID: strings.Repeat("#", 600), PlacedAt: start})
	wantError(t, err, sample.ErrInvalid)
	if calls := db.Calls(); len(calls) > 0 {
		t.Errorf("%d requests", len(calls))
	}
}

func TestUpdate(t *testing.T) {
	onBoth(t, func(t *testing.T, api sample.API, name string) {
		ctx := context.Background()
		shop := sample.New(api, name, sample.Clock(func() time.Time { return start }))
		o := must[sample.Order](t)(shop.Orders.Create(ctx, order(ann, 1, start)))
		key := sample.OrderKeyOf(o)

		_, err := shop.Orders.Update(ctx, key, 1, sample.SetOrderStatus(sample.OrderStatusPaid, start.Add(time.Second)))
		wantError(t, err, sample.ErrConflict)
		_, err = shop.Orders.Update(ctx, key, 7, sample.SetOrderStatus(sample.OrderStatusPaid, start))
		wantError(t, err, sample.ErrConflict)
		_, err = shop.Orders.Update(ctx, key, 1, sample.SetOrderNumber(2), sample.If(sample.OrderNames().Number.Equal(expression.Value(5))))
		wantError(t, err, sample.ErrCondition)
		_, err = shop.Orders.Update(ctx, key, 1, sample.SetOrderNumber(2), sample.SetOrderNumber(3))
		wantError(t, err, sample.ErrInvalid)
		_, err = shop.Orders.Update(ctx, sample.OrderKey{CustomerID: bob, OrderID: o.OrderID}, 1, sample.SetOrderNumber(2))
		wantError(t, err, sample.ErrNotFound)

		got := must[sample.Order](t)(shop.Orders.Update(ctx, key, 1,
			sample.SetOrderStatus(sample.OrderStatusPaid, start), sample.SetOrderNote("n"),
			sample.If(sample.OrderNames().Number.Equal(expression.Value(1)))))
		if got.Status != sample.OrderStatusPaid || got.Revision != 2 || *got.Note != "n" {
			t.Errorf("updated: %+v", got)
		}
		for range shop.Orders.Pending(ctx, ann) {
			t.Error("a paid order is pending")
		}
		n := 0
		for o, err := range shop.Orders.ByStatus(ctx, sample.OrderStatusPaid) {
			if n++; err != nil || o.Revision != 2 {
				t.Errorf("%+v, %v", o, err)
			}
		}
		if n != 1 {
			t.Errorf("%d paid orders", n)
		}
		got = must[sample.Order](t)(shop.Orders.Update(ctx, key, 2, sample.RemoveOrderNote(), sample.SetOrderStatus(sample.OrderStatusPending, start)))
		if got.Note != nil {
			t.Errorf("the note is still there: %+v", got)
		}
		for o, err := range shop.Orders.Pending(ctx, ann) {
			if n++; err != nil || o.Revision != 3 {
				t.Errorf("%+v, %v", o, err)
			}
		}
		if n != 2 {
			t.Error("the pending order is not in the index again")
		}
		wantError(t, shop.Orders.Delete(ctx, key, 1), sample.ErrConflict)
		if err := shop.Orders.Delete(ctx, key, 3); err != nil {
			t.Error(err)
		}
		if err := shop.Orders.Delete(ctx, key, 3); err != nil {
			t.Errorf("deleting what is not there: %v", err)
		}
	})
}

func TestUnique(t *testing.T) {
	onBoth(t, func(t *testing.T, api sample.API, name string) {
		ctx := context.Background()
		shop := sample.New(api, name)
		taken := func(err error) {
			t.Helper()
			var u *sample.ErrUnique
			if !errors.As(err, &u) || u.Name != "email" {
				t.Errorf("got %v, want ErrUnique", err)
			}
		}
		a := must[sample.Customer](t)(shop.Customers.Create(ctx, sample.Customer{CustomerID: ann, Email: "A@x", Tags: []string{"t"},
			Address: &sample.CustomerAddress{Street: "s"}, Birthday: sample.Date{Year: 2000, Month: 2, Day: 29}}))
		_, err := shop.Customers.Create(ctx, sample.Customer{CustomerID: bob, Email: "a@X"})
		taken(err)
		_, err = shop.Customers.Create(ctx, a)
		wantError(t, err, sample.ErrExists)
		b := must[sample.Customer](t)(shop.Customers.Create(ctx, sample.Customer{CustomerID: bob, Email: "b@x"}))
		if c := must[sample.Customer](t)(shop.Customers.ByEmail(ctx, "a@X")); c.CustomerID != ann || c.Address.Street != "s" || c.Birthday != a.Birthday || c.Tags[0] != "t" {
			t.Errorf("by e-mail: %+v", c)
		}
		bk := sample.CustomerKeyOf(b)
		_, err = shop.Customers.Update(ctx, bk, sample.SetCustomerEmail("b@x", "A@x"))
		taken(err)
		_, err = shop.Customers.Update(ctx, bk, sample.SetCustomerEmail("c@x", "d@x"))
		wantError(t, err, sample.ErrConflict)
		b = must[sample.Customer](t)(shop.Customers.Update(ctx, bk, sample.SetCustomerEmail("b@x", "c@x"), sample.SetCustomerName("Bob")))
		if b.Email != "c@x" || b.Name != "Bob" || b.EmailKey() != "c@x" {
			t.Errorf("updated: %+v", b)
		}
		// b@x is free again, by put as by create.
		a.Email = "b@x"
		must[sample.Customer](t)(shop.Customers.Put(ctx, a))
		_, err = shop.Customers.Put(ctx, sample.Customer{CustomerID: ann, Email: "C@X"})
		taken(err)
		b = must[sample.Customer](t)(shop.Customers.Modify(ctx, bk, func(c *sample.Customer) error { c.Email = "a@x"; return nil }))
		if c := must[sample.Customer](t)(shop.Customers.ByEmail(ctx, "a@x")); c.CustomerID != bob || b.Email != "a@x" {
			t.Errorf("by e-mail: %+v", c)
		}
		_, err = shop.Customers.Modify(ctx, bk, func(c *sample.Customer) error { c.Email = "B@x"; return nil })
		taken(err)
		_, err = shop.Customers.Modify(ctx, bk, func(c *sample.Customer) error { c.CreatedAt = start; return nil })
		wantError(t, err, sample.ErrInvalid)
		if err := shop.Customers.Delete(ctx, bk); err != nil {
			t.Error(err)
		}
		must[sample.Customer](t)(shop.Customers.Create(ctx, sample.Customer{CustomerID: bob, Email: "A@x"}))
		_, err = shop.Customers.ByEmail(ctx, "c@x")
		wantError(t, err, sample.ErrNotFound)
		wantError(t, shop.Customers.Delete(ctx, bk, sample.If(sample.CustomerNames().Name.Equal(expression.Value("x")))), sample.ErrCondition)
	})
}

func TestExpired(t *testing.T) {
	onBoth(t, func(t *testing.T, api sample.API, name string) {
		ctx := context.Background()
		c := &clock{start}
		shop := sample.New(api, name, sample.Clock(c.read))
		for n := range 4 {
			o := order(ann, n, start)
			o.ExpiresAt = start.Add(time.Duration(2-n%2) * time.Hour)
			must[sample.Order](t)(shop.Orders.Create(ctx, o))
		}
		c.now = start.Add(time.Hour)
		key := sample.OrderKeyOf(order(ann, 3, start))
		_, err := shop.Orders.Get(ctx, key)
		wantError(t, err, sample.ErrNotFound)
		_, err = shop.Orders.Update(ctx, key, 1, sample.SetOrderNumber(9))
		wantError(t, err, sample.ErrNotFound)
		_, err = shop.Orders.Modify(ctx, key, func(o *sample.Order) error { o.Number = 9; return nil })
		wantError(t, err, sample.ErrNotFound)
		if n := must[int64](t)(shop.Orders.Count(ctx, ann)); n != 2 {
			t.Errorf("count is %d", n)
		}
		if o := must[sample.Order](t)(shop.Orders.Latest(ctx, ann)); o.Number != 2 {
			t.Errorf("latest is %d", o.Number)
		}
		var got []int64
		var cursor sample.Cursor
		for pages := 0; ; pages++ {
			p := must[sample.Page[sample.Order]](t)(shop.Orders.OfCustomerPage(ctx, ann, sample.PageSize(1), sample.After(cursor)))
			for _, o := range p.Items {
				got = append(got, o.Number)
			}
			if cursor = p.Next; cursor == "" || pages > 9 {
				break
			}
		}
		if !slices.Equal(got, []int64{2, 0}) {
			t.Errorf("pages past expired items: %v", got)
		}
		o := order(ann, 3, start)
		o.Number = 33
		if o = must[sample.Order](t)(shop.Orders.Create(ctx, o)); o.Revision != 1 {
			t.Errorf("created over an expired one: %+v", o)
		}
		_, err = shop.Orders.Create(ctx, o)
		wantError(t, err, sample.ErrExists)
	})
}
