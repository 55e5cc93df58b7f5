package sample_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/keyplan/keyplan/emit/gorepo/internal/fakedb"
	"github.com/keyplan/keyplan/emit/gorepo/testdata/sample"
)

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
