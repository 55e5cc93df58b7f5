package sample_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
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

// item is any order or refund, as a filter sees it.
type row struct {
	at   time.Time
	name string
}

func TestBoundsAgainstFilter(t *testing.T) {
	onBoth(t, func(t *testing.T, api sample.API, name string) {
		ctx := context.Background()
		shop := sample.New(api, name, sample.Clock(func() time.Time { return start }))
		var all []row
		for n := range 12 {
			at := start.Add(time.Duration(n/3) * time.Millisecond) // ties
			must[sample.Order](t)(shop.Orders.Create(ctx, order(ann, n, at)))
			all = append(all, row{at, fmt.Sprint("o", n)})
			must[sample.Refund](t)(shop.Refunds.Create(ctx, sample.Refund{CustomerID: ann, RefundID: fmt.Sprint(n), PlacedAt: at}))
			all = append(all, row{at, fmt.Sprint("r", n)})
		}
		must[sample.Order](t)(shop.Orders.Create(ctx, order(bob, 99, start)))
		r := rand.New(rand.NewPCG(1, 2))
		pick := func() time.Time { return start.Add(time.Duration(r.IntN(12)-2) * 500 * time.Microsecond) }
		for range 60 {
			v, w := pick(), pick()
			bounds := []struct {
				b  sample.PlacedAtBound
				in func(time.Time) bool
			}{
				{sample.PlacedAtFrom(v), func(x time.Time) bool { return !x.Before(v) }},
				{sample.PlacedAtAfter(v), func(x time.Time) bool { return x.After(v) }},
				{sample.PlacedAtUntil(v), func(x time.Time) bool { return !x.After(v) }},
				{sample.PlacedAtBefore(v), func(x time.Time) bool { return x.Before(v) }},
				{sample.PlacedAtIs(v), func(x time.Time) bool { return x.Equal(v) }},
				{sample.PlacedAtBetween(v, w), func(x time.Time) bool { return !x.Before(v) && !x.After(w) }},
			}
			b, c := bounds[r.IntN(6)], bounds[r.IntN(6)]
			want := map[string]bool{}
			for _, x := range all {
				if b.in(x.at) && c.in(x.at) {
					want[x.name] = true
				}
			}
			got := map[string]bool{}
			last := time.Time{}
			for item, err := range shop.ActivityItems(ctx, ann, b.b, c.b, sample.PageSize(1+r.IntN(9))) {
				if err != nil {
					t.Fatal(err)
				}
				at := time.Time{}
				switch item := item.(type) {
				case *sample.Order:
					got[fmt.Sprint("o", item.Number)], at = true, item.PlacedAt
				case *sample.Refund:
					got["r"+item.RefundID], at = true, item.PlacedAt
				}
				if !last.IsZero() && at.After(last) {
					t.Error("not newest first")
				}
				last = at
			}
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("got %v, want %v", got, want)
			}
			orders := 0
			for o, err := range shop.Orders.ByStatus(ctx, sample.OrderStatusPending, b.b, c.b) {
				if err != nil {
					t.Fatal(err)
				}
				if orders++; o.CustomerID == ann && !want[fmt.Sprint("o", o.Number)] {
					t.Errorf("by status: %d is out of bounds", o.Number)
				}
			}
		}
	})
}

func TestCrossedBoundsMakeNoRequest(t *testing.T) {
	db := memory()
	shop := sample.New(db, "sample")
	for _, b := range []sample.PlacedAtBound{
		sample.PlacedAtBetween(start.Add(1), start), sample.PlacedAtBetween(start.Add(time.Hour), start),
		sample.PlacedAtIs(start.Add(time.Nanosecond)), sample.PlacedAtBefore(time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC)),
		sample.PlacedAtFrom(time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)),
	} {
		p, err := shop.Orders.ByStatusPage(context.Background(), sample.OrderStatusPaid, b)
		if err != nil || len(p.Items) > 0 || p.Next != "" {
			t.Errorf("%v, %v", p, err)
		}
	}
	if calls := db.Calls(); len(calls) > 0 {
		t.Errorf("%d requests", len(calls))
	}
}

func TestCursorsAtEveryPageSize(t *testing.T) {
	onBoth(t, func(t *testing.T, api sample.API, name string) {
		ctx := context.Background()
		shop := sample.New(api, name, sample.Clock(func() time.Time { return start }))
		must[sample.Customer](t)(shop.Customers.Create(ctx, sample.Customer{CustomerID: ann, Email: "a@x"}))
		const count = 7
		for n := range count {
			must[sample.Order](t)(shop.Orders.Create(ctx, order(ann, n, start.Add(time.Duration(n/4)*time.Second))))
			must[sample.Order](t)(shop.Orders.Create(ctx, order(bob, n, start)))
		}
		type read func(sample.Cursor, int) ([]string, sample.Cursor, error)
		orders := func(page func(...any) (sample.Page[sample.Order], error), after func(sample.Order) sample.Cursor) read {
			return func(c sample.Cursor, size int) (names []string, next sample.Cursor, err error) {
				p, err := page(sample.PageSize(size), sample.After(c))
				for i, o := range p.Items {
					names = append(names, o.CustomerID[25:]+fmt.Sprint(o.Number))
					if i == len(p.Items)-1 && p.Next != "" && after(o) != p.Next {
						t.Error("the page's cursor is not the last item's")
					}
				}
				return names, p.Next, err
			}
		}
		patterns := map[string]read{
			"OfCustomer": orders(func(o ...any) (sample.Page[sample.Order], error) {
				return shop.Orders.OfCustomerPage(ctx, ann, o[0].(sample.PageSize), o[1].(sample.After))
			}, shop.Orders.OfCustomerAfter),
			"ByStatus": orders(func(o ...any) (sample.Page[sample.Order], error) {
				return shop.Orders.ByStatusPage(ctx, sample.OrderStatusPending, o[0].(sample.PageSize), o[1].(sample.After))
			}, shop.Orders.ByStatusAfter),
			"Pending": orders(func(o ...any) (sample.Page[sample.Order], error) {
				return shop.Orders.PendingPage(ctx, ann, o[0].(sample.PageSize), o[1].(sample.After))
			}, shop.Orders.PendingAfter),
			"CustomerPage": func(c sample.Cursor, size int) (names []string, _ sample.Cursor, err error) {
				p, err := shop.CustomerPage(ctx, ann, sample.PageSize(size), sample.After(c))
				if p.Customer != nil {
					names = append(names, "customer")
				}
				for _, o := range p.Orders {
					names = append(names, fmt.Sprint(o.Number))
				}
				return names, p.Next, err
			},
		}
		for name, read := range patterns {
			whole, _, err := read("", 100)
			if err != nil || len(whole) < count {
				t.Fatalf("%s: %v, %v", name, whole, err)
			}
			for size := 1; size <= len(whole)+1; size++ {
				var got []string
				var cursor sample.Cursor
				for range len(whole) + 2 {
					names, next, err := read(cursor, size)
					if err != nil {
						t.Fatalf("%s by %d: %v", name, size, err)
					}
					got = append(got, names...)
					if cursor = next; cursor == "" {
						break
					}
				}
				if !slices.Equal(got, whole) {
					t.Errorf("%s by %d: %v, want %v", name, size, got, whole)
				}
			}
		}
	})
}

func TestStopAndResumeAtAnyItem(t *testing.T) {
	onBoth(t, func(t *testing.T, api sample.API, name string) {
		ctx := context.Background()
		shop := sample.New(api, name, sample.Clock(func() time.Time { return start }))
		const count = 6
		for n := range count {
			must[sample.Order](t)(shop.Orders.Create(ctx, order(ann, n, start)))
		}
		for stop := range count {
			var got []int64
			var cursor sample.Cursor
			for o, err := range shop.Orders.Pending(ctx, ann, sample.PageSize(4)) {
				if err != nil {
					t.Fatal(err)
				}
				if got = append(got, o.Number); len(got) == stop+1 {
					cursor = shop.Orders.PendingAfter(o)
					break
				}
			}
			for o, err := range shop.Orders.Pending(ctx, ann, sample.After(cursor)) {
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, o.Number)
			}
			if !slices.Equal(got, []int64{0, 1, 2, 3, 4, 5}) {
				t.Errorf("stopped behind %d: %v", stop, got)
			}
		}
	})
}

func TestForeignCursors(t *testing.T) {
	ctx := context.Background()
	db := memory()
	shop := sample.New(db, "sample", sample.Clock(func() time.Time { return start }))
	o := must[sample.Order](t)(shop.Orders.Create(ctx, order(ann, 1, start)))
	other := order(bob, 1, start)
	good := shop.Orders.ByStatusAfter(o)
	if _, err := shop.Orders.ByStatusPage(ctx, o.Status, sample.After(good)); err != nil {
		t.Fatal(err)
	}
	paid := o
	paid.Status = sample.OrderStatusPaid
	flipped := []byte(good)
	flipped[len(flipped)/2] ^= 1
	db.Calls()
	try := func(name string, err error) {
		t.Helper()
		if !errors.Is(err, sample.ErrCursor) {
			t.Errorf("%s: %v", name, err)
		}
	}
	byStatus := func(c sample.Cursor, options ...sample.OrdersByStatusOption) error {
		_, err := shop.Orders.ByStatusPage(ctx, o.Status, append(options, sample.After(c))...)
		return err
	}
	try("another pattern", byStatus(shop.Orders.PendingAfter(o)))
	try("other arguments", byStatus(shop.Orders.ByStatusAfter(paid)))
	try("altered", byStatus(sample.Cursor(flipped)))
	try("cut", byStatus(good[:len(good)-1]))
	try("longer", byStatus(good+"AAAA"))
	try("nonsense", byStatus("%"))
	try("another table", func() error {
		_, err := sample.New(db, "other").Orders.ByStatusPage(ctx, o.Status, sample.After(good))
		return err
	}())
	try("out of bounds", byStatus(good, sample.PlacedAtAfter(start)))
	try("not in the index", func() error {
		_, err := shop.Orders.PendingPage(ctx, ann, sample.After(shop.Orders.PendingAfter(paid)))
		return err
	}())
	try("of another customer", func() error {
		_, err := shop.Orders.PendingPage(ctx, ann, sample.After(shop.Orders.PendingAfter(other)))
		return err
	}())
	signed := sample.New(db, "sample", sample.CursorKey([]byte("new"), []byte("old")))
	old := sample.New(db, "sample", sample.CursorKey([]byte("old")))
	stranger := sample.New(db, "sample", sample.CursorKey([]byte("other")))
	page := func(shop *sample.Table, c sample.Cursor) error {
		_, err := shop.Orders.ByStatusPage(ctx, o.Status, sample.After(c))
		return err
	}
	try("unsigned", page(signed, good))
	try("signed where none is", page(shop, signed.Orders.ByStatusAfter(o)))
	try("signed by a stranger", page(signed, stranger.Orders.ByStatusAfter(o)))
	try("signed by the new one", page(old, signed.Orders.ByStatusAfter(o)))
	for _, err := range shop.Orders.ByStatus(ctx, o.Status, sample.After("x")) {
		try("in an iterator", err)
	}
	if calls := db.Calls(); len(calls) > 0 {
		t.Errorf("%d requests", len(calls))
	}
	if err := page(signed, old.Orders.ByStatusAfter(o)); err != nil {
		t.Errorf("signed by an older one: %v", err)
	}
	if err := byStatus(good, sample.PlacedAtFrom(start)); err != nil {
		t.Errorf("other bounds that hold it: %v", err)
	}
}

func TestCollectionKeepsWhatItDoesNotKnow(t *testing.T) {
	ctx := context.Background()
	db := memory()
	shop := sample.New(db, "sample")
	must[sample.Customer](t)(shop.Customers.Create(ctx, sample.Customer{CustomerID: ann, Email: "a@x"}))
	must[sample.Order](t)(shop.Orders.Create(ctx, order(ann, 1, start)))
	must[sample.Refund](t)(shop.Refunds.Create(ctx, sample.Refund{CustomerID: ann, RefundID: "1", PlacedAt: start}))
	s := func(v string) types.AttributeValue { return &types.AttributeValueMemberS{Value: v} }
	db.Store(fakedb.Item{"PK": s("u#" + ann), "SK": s("d#1"), "entity": s("draft"), "x": &types.AttributeValueMemberNULL{Value: true}})
	db.Store(fakedb.Item{"PK": s("u#" + ann), "SK": s("e#1")})
	p := must[sample.CustomerPage](t)(shop.CustomerPage(ctx, ann))
	if p.Customer == nil || len(p.Orders) != 1 || len(p.Unknown) != 2 || p.Next != "" {
		t.Errorf("%+v", p)
	}
	var kinds []string
	for item, err := range shop.CustomerPageItems(ctx, ann, sample.PageSize(1)) {
		kinds = append(kinds, fmt.Sprintf("%T %v", item, err))
		if _, err := shop.CustomerPage(ctx, ann, sample.After(shop.CustomerPageAfter(ann, item))); err != nil {
			t.Error(err)
		}
	}
	want := []string{"*sample.Customer <nil>", "sample.RawItem <nil>", "sample.RawItem <nil>", "*sample.Order <nil>"}
	if !slices.Equal(kinds, want) {
		t.Errorf("%v", kinds)
	}
	db.Store(fakedb.Item{"PK": s("u#" + ann), "SK": s("o#0"), "entity": s("order")})
	if _, err := shop.CustomerPage(ctx, ann); !errors.Is(err, sample.ErrInvalid) {
		t.Errorf("an order without attributes: %v", err)
	}
}

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

// TestNoStaleKey makes random writes and then compares every key with what the
// item's attributes say, in words of its own.
func TestNoStaleKey(t *testing.T) {
	ctx := context.Background()
	r := rand.New(rand.NewPCG(3, 4))
	for range 40 {
		db := memory()
		c := &clock{start}
		shop := sample.New(db, "sample", sample.Clock(c.read))
		for range 60 {
			randomWrite(ctx, r, shop)
			c.now = c.now.Add(time.Duration(r.IntN(90)) * time.Minute)
		}
		for _, item := range db.Items() {
			checkKeys(t, item)
		}
		owners(t, db.Items(), c.now)
	}
}

func randomWrite(ctx context.Context, r *rand.Rand, shop *sample.Table) {
	statuses := []sample.OrderStatus{"pending", "paid", "shipped"}
	customer := []string{ann, bob}[r.IntN(2)]
	key := sample.OrderKey{CustomerID: customer, OrderID: fmt.Sprintf("01JB%022d", r.IntN(3))}
	email := fmt.Sprintf("%c@x", "aAbBc"[r.IntN(5)])
	ck := sample.CustomerKey{CustomerID: customer}
	now := start.Add(time.Duration(r.IntN(2)) * time.Second)
	switch r.IntN(9) {
	case 0:
		o := order(customer, r.IntN(3), now)
		o.Status, o.ExpiresAt = statuses[r.IntN(3)], start.Add(time.Duration(r.IntN(100))*time.Hour)
		_, _ = shop.Orders.Create(ctx, o)
	case 1, 2:
		if o, err := shop.Orders.Get(ctx, key); err == nil {
			_, _ = shop.Orders.Update(ctx, key, o.Revision, sample.SetOrderStatus(statuses[r.IntN(3)], now), sample.SetOrderNumber(int64(r.IntN(9))))
		}
	case 3:
		_, _ = shop.Orders.Modify(ctx, key, func(o *sample.Order) error { o.Status = statuses[r.IntN(3)]; return nil })
	case 4:
		_ = shop.Orders.Delete(ctx, key, int64(r.IntN(3)))
	case 5:
		_, _ = shop.Customers.Create(ctx, sample.Customer{CustomerID: customer, Email: email})
	case 6:
		_, _ = shop.Customers.Update(ctx, ck, sample.SetCustomerEmail("a@x", email))
	case 7:
		_, _ = shop.Customers.Modify(ctx, ck, func(c *sample.Customer) error { c.Email = email; return nil })
	case 8:
		if r.IntN(3) == 0 {
			_ = shop.Customers.Delete(ctx, ck)
		} else {
			_, _ = shop.Customers.Put(ctx, sample.Customer{CustomerID: customer, Email: email})
		}
	}
}

func str(item fakedb.Item, name string) string {
	if s, ok := item[name].(*types.AttributeValueMemberS); ok {
		return s.Value
	}
	return ""
}

func checkKeys(t *testing.T, item fakedb.Item) {
	t.Helper()
	id, at := str(item, "customer_id"), str(item, "placed_at")
	want := map[string]string{}
	switch str(item, "entity") {
	case "customer":
		key := strings.ToLower(str(item, "email"))
		want = map[string]string{"PK": "u#" + id, "SK": "c#", "GSI1PK": "EMAIL#" + key, "GSI1SK": "c#", "email_key": key}
	case "order":
		o := str(item, "order_id")
		want = map[string]string{"PK": "u#" + id, "SK": "o#" + o, "GSI1PK": "STATUS#" + str(item, "status"), "GSI1SK": "o#" + at + "#" + o,
			"GSI3PK": "u#" + id, "GSI3SK": "0#" + at + "#o#"}
		if str(item, "status") == "pending" {
			want["GSI2PK"], want["GSI2SK"] = "u#"+id, "o#"+at+"#"+o
		}
	case "#unique":
		return
	}
	for _, name := range []string{"PK", "SK", "GSI1PK", "GSI1SK", "GSI2PK", "GSI2SK", "GSI3PK", "GSI3SK", "email_key"} {
		if got := str(item, name); got != want[name] {
			t.Errorf("%s is %q, want %q, on %v", name, got, want[name], item)
		}
	}
}

// owners compares the markers with the customers: one each.
func owners(t *testing.T, items []fakedb.Item, now time.Time) {
	t.Helper()
	want, got := map[string]string{}, map[string]string{}
	for _, item := range items {
		switch str(item, "entity") {
		case "customer":
			want["#unique#customer#email#"+str(item, "email_key")] = str(item, "PK")
		case "#unique":
			got[str(item, "PK")] = str(item["#owner"].(*types.AttributeValueMemberM).Value, "PK")
		}
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("markers are %v, want %v", got, want)
	}
}
