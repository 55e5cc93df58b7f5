package sample_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/keyplan/keyplan/emit/gorepo/internal/fakedb"
	"github.com/keyplan/keyplan/emit/gorepo/testdata/sample"
)

// row is any order or refund, as a filter sees it.
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
