package sample_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/keyplan/keyplan/emit/gorepo/testdata/sample"
	"github.com/keyplan/keyplan/localtest"
)

// TestConflictsOnEngine has every write meet a transaction on the same item:
// nothing was written, so all of them try again.
func TestConflictsOnEngine(t *testing.T) {
	t.Parallel()
	client, name := localtest.New(t, createTable())
	var faults []*localtest.Injection
	testLost(t, sample.New(client, name), func(operation string) {
		faults = append(faults, localtest.Inject(t, client, localtest.Conflict{Operation: operation, Times: 2}))
	})
	for n, f := range faults {
		if f.Struck() != 2 {
			t.Errorf("write %d met %d conflicts", n, f.Struck())
		}
	}
}

// TestThrottledOnEngine has every operation throttled once.
func TestThrottledOnEngine(t *testing.T) {
	t.Parallel()
	client, name := localtest.New(t, createTable())
	testLost(t, sample.New(client, name), func(operation string) {
		localtest.Inject(t, client, localtest.Throttle{Operation: operation, Times: 1})
	})
}

// TestSmallPagesOnEngine reads where a request returns less than was asked.
func TestSmallPagesOnEngine(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	client, name := localtest.New(t, createTable())
	shop := sample.New(client, name, sample.Clock(func() time.Time { return start }))
	const count = 8
	for n := range count {
		must[sample.Order](t)(shop.Orders.Create(ctx, order(ann, n, start)))
	}
	localtest.Inject(t, client, localtest.SmallPages{Items: 3})
	var got []int64
	for o, err := range shop.Orders.Pending(ctx, ann) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, o.Number)
	}
	if !slices.Equal(got, []int64{0, 1, 2, 3, 4, 5, 6, 7}) {
		t.Errorf("iterated %v", got)
	}
	if n := must[int64](t)(shop.Orders.Count(ctx, ann)); n != count {
		t.Errorf("counted %d", n)
	}
	var paged []int64
	var cursor sample.Cursor
	for range count {
		p := must[sample.Page[sample.Order]](t)(shop.Orders.PendingPage(ctx, ann, sample.PageSize(5), sample.After(cursor)))
		for _, o := range p.Items {
			paged = append(paged, o.Number)
		}
		if cursor = p.Next; cursor == "" {
			break
		}
	}
	if !slices.Equal(paged, got) {
		t.Errorf("paged %v", paged)
	}
}

// TestWritersOnEngine lets several writers count one order up and fight for
// one e-mail address: no acknowledged write is lost, and one customer wins.
func TestWritersOnEngine(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	client, name := localtest.New(t, createTable())
	shop := sample.New(client, name, sample.Clock(func() time.Time { return start }))
	o := must[sample.Order](t)(shop.Orders.Create(ctx, order(ann, 0, start)))
	var all sync.WaitGroup
	var mu sync.Mutex
	raised, created := int64(0), 0
	for n := range 6 {
		all.Go(func() {
			for range 5 {
				_, err := shop.Orders.Modify(ctx, sample.OrderKeyOf(o), func(o *sample.Order) error { o.Number++; return nil })
				if err != nil && !errors.Is(err, sample.ErrConflict) {
					t.Error(err)
				}
				if err == nil {
					mu.Lock()
					raised++
					mu.Unlock()
				}
			}
		})
		all.Go(func() {
			_, err := shop.Customers.Create(ctx, sample.Customer{CustomerID: fmt.Sprintf("01JC%022d", n), Email: "One@x"})
			var unique *sample.ErrUnique
			switch {
			case err == nil:
				mu.Lock()
				created++
				mu.Unlock()
			case !errors.As(err, &unique) && !errors.Is(err, sample.ErrConflict):
				t.Error(err)
			}
		})
	}
	all.Wait()
	got := must[sample.Order](t)(shop.Orders.Get(ctx, sample.OrderKeyOf(o), sample.ConsistentRead()))
	if got.Number != raised || got.Revision != raised+1 || raised == 0 {
		t.Errorf("%d writes were acknowledged, the order says %d in revision %d", raised, got.Number, got.Revision)
	}
	if created != 1 {
		t.Errorf("%d customers have one e-mail address", created)
	}
}

// TestPutAndDeleteWhileTheEmailChanges has another writer move the marker
// between what Put and Delete read and what they write: each reads again, and
// no marker is left behind.
func TestPutAndDeleteWhileTheEmailChanges(t *testing.T) {
	ctx := context.Background()
	for name, write := range map[string]func(*sample.Table, sample.Customer) error{
		"put": func(shop *sample.Table, c sample.Customer) error {
			c.Email = "new@x"
			_, err := shop.Customers.Put(ctx, c)
			return err
		},
		"delete": func(shop *sample.Table, c sample.Customer) error {
			return shop.Customers.Delete(ctx, sample.CustomerKeyOf(c))
		},
		"modify": func(shop *sample.Table, c sample.Customer) error {
			_, err := shop.Customers.Modify(ctx, sample.CustomerKeyOf(c), func(c *sample.Customer) error { c.Email = "new@x"; return nil })
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			db := memory()
			other := sample.New(db, "sample")
			c := must[sample.Customer](t)(other.Customers.Create(ctx, sample.Customer{CustomerID: ann, Email: "old@x"}))
			disturbed := false
			db.Before = func(operation string, _ any) error {
				if operation == "TransactWriteItems" && !disturbed {
					disturbed = true
					must[sample.Customer](t)(other.Customers.Update(ctx, sample.CustomerKeyOf(c), sample.SetCustomerEmail("old@x", "between@x")))
				}
				return nil
			}
			if err := write(sample.New(db, "sample"), c); err != nil {
				t.Fatal(err)
			}
			if !disturbed {
				t.Fatal("nothing came between")
			}
			owners(t, db.Items(), start)
			for _, item := range db.Items() {
				checkKeys(t, item)
			}
		})
	}
}

// TestSecondItemIsAnError has two customers under one e-mail address, as only a
// writer outside this package can store them.
func TestSecondItemIsAnError(t *testing.T) {
	ctx := context.Background()
	db := memory()
	shop := sample.New(db, "sample")
	must[sample.Customer](t)(shop.Customers.Create(ctx, sample.Customer{CustomerID: ann, Email: "a@x"}))
	for _, item := range db.Items() {
		if str(item, "entity") == "customer" {
			item["PK"], item["customer_id"] = &types.AttributeValueMemberS{Value: "u#" + bob}, &types.AttributeValueMemberS{Value: bob}
			db.Store(item)
		}
	}
	_, err := shop.Customers.ByEmail(ctx, "a@x")
	wantError(t, err, sample.ErrNotSingle)
}

// TestModifyInPlace changes what a field points to and what a slice holds, not
// the field: that is a change as any other.
func TestModifyInPlace(t *testing.T) {
	ctx := context.Background()
	shop := sample.New(memory(), "sample", sample.Clock(func() time.Time { return start }))
	o := order(ann, 1, start)
	note := "before"
	o.Note = &note
	o = must[sample.Order](t)(shop.Orders.Create(ctx, o))
	must[sample.Order](t)(shop.Orders.Modify(ctx, sample.OrderKeyOf(o), func(o *sample.Order) error { *o.Note = "after"; return nil }))
	if o := must[sample.Order](t)(shop.Orders.Get(ctx, sample.OrderKeyOf(o))); *o.Note != "after" || o.Revision != 2 {
		t.Errorf("%s in revision %d", *o.Note, o.Revision)
	}
	c := must[sample.Customer](t)(shop.Customers.Create(ctx, sample.Customer{CustomerID: ann, Email: "a@x",
		Tags: []string{"x"}, Address: &sample.CustomerAddress{Street: "before", City: &note}}))
	must[sample.Customer](t)(shop.Customers.Modify(ctx, sample.CustomerKeyOf(c), func(c *sample.Customer) error {
		c.Tags[0], c.Address.Street, *c.Address.City = "y", "after", "there"
		return nil
	}))
	c = must[sample.Customer](t)(shop.Customers.Get(ctx, sample.CustomerKeyOf(c)))
	if c.Tags[0] != "y" || c.Address.Street != "after" || *c.Address.City != "there" {
		t.Errorf("%v %+v %s", c.Tags, *c.Address, *c.Address.City)
	}
}
