package planner_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/planner"
)

// order is an entity that many refusals are about.
const order = "order o# = order_id | customer:string at:time! status:enum note:string? total:decimal!"

// refusal is a model that something is said about. Change is made to it before
// it is planned; nil for none.
type refusal struct {
	lines  []string
	change func(*shop)
	want   string
}

// patternRefusals are of patterns and entities.
func patternRefusals() map[string]refusal {
	return map[string]refusal{
		"a consistent pattern by what can change": {
			lines: []string{order, "of: order | equals customer | consistent"},
			want: `[P002] consistent pattern that the table cannot answer
Only the table is read consistently, and its key cannot answer of: customer can change. Mark customer of order immutable, or leave consistent out of of.
- customer is declared here`,
		},
		"a consistent pattern with a condition": {
			lines: []string{order, "open: order | equals order_id | where status!b | consistent"},
			want: `[P002] consistent pattern that the table cannot answer
Only the table is read consistently, and its key cannot answer open: status can change. Leave consistent out of open.
- status is declared here`,
		},
		"consistent patterns that need different keys": {
			lines: []string{
				"order o# = order_id | customer:string! shop:string! at:time!",
				"of_customer: order | equals customer | consistent", "of_shop: order | equals shop | consistent",
			},
			want: `[P004] consistent patterns that need different table keys
Only the table is read consistently, and no one key of it answers of_customer and of_shop together. Add shop to equals of of_customer, or add customer to equals of of_shop, or leave consistent out of of_customer.
- of_shop is consistent, too
[P020] order is addressed by more than its identity
order is addressed by customer and order_id; callers with only order_id cannot reach one, and two items that differ in customer alone are two. Write primary = identity to forbid it, or make customer part of the identity.`,
		},
		"an identity that does not spread": {
			lines: []string{"flag f# = kind:enum, on:bool | x:string"},
			want: `[P001] flag has no primary key
Its identity holds only enums and bools (kind and on), so all items of the table would crowd into a few partitions. Add an attribute with many values to the identity.`,
		},
		"an identity that is too long": {
			lines: []string{"page p# = url:long | x:string"},
			want: `[P001] page has no primary key
The widest text of url passes the limits of DynamoDB, 2048 bytes of partition key and 1024 of sort key. Give the attributes a smaller max_length.`,
		},
		"an order by what is too long": {
			lines: []string{"page p# = id | site:string url:long", "of: page | equals site | sort url"},
			want: `[P003] pattern that no key answers
No partition key and sort key answer of with one Query: site can change, url can be 4000 bytes of key text. Drop the pattern, or ask for less of it.
- site is declared here
- url is declared here`,
		},
		"too many indexes": {
			lines:  []string{order, "a: order | equals customer", "b: order | equals status", "c: order | equals note"},
			change: func(s *shop) { s.m.Table.MaxIndexes = 2 },
			want: `[P005] plan needs 3 indexes and max_indexes is 2
Order needs 3 indexes beyond the table: a, b and c each need a different partition key, and none of them can be the table's, because customer can change, note is optional and status can change. Raise max_indexes to 3, or mark customer of order immutable, or add status to equals of a, or add note to equals of a.
- a is one of them
- b is one of them
- c is one of them`,
		},
		"a collection that costs an index": {
			lines: []string{
				"user u# = user_id:string | email:string!", "order o# = order_id | user_id=user.user_id total:decimal",
				"page: user, order | equals user_id", "mail: user | equals email", "get: user | equals user_id",
			},
			change: func(s *shop) { s.m.Table.MaxIndexes = 0 },
			want: `[P005] plan needs 1 index and max_indexes is 0
User needs 1 index beyond the table: page and mail each need a different partition key. Raise max_indexes to 1.
- page is one of them
- mail is one of them
[P020] user is addressed by more than its identity
user is addressed by email and user_id; callers with only user_id cannot reach one, and two items that differ in email alone are two. Write primary = identity to forbid it, or make email part of the identity.
- user_id of order refers to it
- get gives less and is answered by a Query`,
		},
	}
}

// pinRefusals are of keys fixed by hand.
func pinRefusals() map[string]refusal {
	return map[string]refusal{
		"a pin of an index that no plan has": {
			lines:  []string{order},
			change: func(s *shop) { s.pinText("order", "by_status", "STATUS#", "status", "o#", "") },
			want: `[P010] pin of an index that no plan has
"by_status" is neither "table" nor one of the first 20 indexes, which are named "GSI%d". Name one of those.
- indexes are named by the table`,
		},
		"two pins of one key": {
			lines: []string{order},
			change: func(s *shop) {
				s.pinText("order", "GSI1", "STATUS#", "status", "o#", "")
				s.pinText("order", "GSI1", "CUSTOMER#", "customer", "o#", "")
			},
			want: `[P011] two pins of one key
order can have one key on GSI1. Remove one of the two.
- the other pin is here`,
		},
		"a pin that leaves an index out": {
			lines:  []string{order},
			change: func(s *shop) { s.pinText("order", "GSI2", "STATUS#", "status", "o#", "") },
			want: `[P013] pin leaves an index out
Nothing is pinned to GSI1, so the plan could leave it unused. Pin to GSI1 instead.`,
		},
		"a pinned primary key that can change": {
			lines:  []string{order},
			change: func(s *shop) { s.pinText("order", "table", "CUSTOMER#", "customer", "o#", "order_id") },
			want: `[P012] pinned key that order cannot have
customer can change, and an item cannot be given another primary key. Mark it immutable, or leave it out of the key.`,
		},
		"a pinned primary key without the identity": {
			lines:  []string{order},
			change: func(s *shop) { s.pinText("order", "table", "AT#", "at", "o#", "total") },
			want: `[P012] pinned key that order cannot have
Two items that differ only in order_id would have one primary key. Add it to the key.`,
		},
	}
}

// otherRefusals are of what is not planned, and warnings.
func otherRefusals() map[string]refusal {
	return map[string]refusal{
		"what is not planned yet": {
			lines: []string{order, "a: order | equals customer", "b: order | equals status", "c: order | equals at"},
			change: func(s *shop) {
				s.m.Table.IndexKeys, s.m.Table.LocalIndexes = model.Native, true
				s.patterns[0].Shards, s.patterns[1].Shards, s.patterns[2].ThroughUnique = 4, 8, true
			},
			want: `[P090] multi-attribute index keys are not planned yet
index_keys = native and auto are read but this version plans synthetic keys only. Leave index_keys out.
[P092] local secondary indexes are not planned yet
This version answers consistent patterns from the table alone. Leave local_indexes out.
[P094] write sharding is not planned yet
This version plans shards = 1, one accepted partition, and no more. Say shards = 1, or fix an attribute with equals.
- b does, too
[P096] reading through a unique constraint is not planned yet
This version reads by an index. Leave through out.`,
		},
		"a tenant and declared indexes": {
			lines: []string{order},
			change: func(s *shop) {
				s.m.Table.Tenant, s.m.Table.Indexes = "customer", []*model.Index{{Name: "by_at"}}
			},
			want: `[P091] declared indexes are not planned yet
This version chooses every index itself and cannot keep to those of an existing table. Remove the index blocks.
[P093] a tenant is not planned yet
This version does not lead keys with the tenant, and a layout without it would not keep tenants apart. Leave tenant out.`,
		},
		"a superset key": {
			lines: []string{
				"order o# = order_id | customer:string! at:time!", "line l# = order_id=order.order_id, n:int |",
				"of: order | equals customer | range at", "get: order | equals order_id",
			},
			change: func(s *shop) { s.patterns = s.patterns[:1] },
			want: `[P020] order is addressed by more than its identity
order is addressed by customer, at and order_id; callers with only order_id cannot reach one, and two items that differ in customer and at alone are two. Write primary = identity to forbid it, or make customer and at part of the identity.
- order_id of line refers to it`,
		},
		"a text without a bound": {
			lines: []string{"a a# = id:text |", "b b# = id=a.id, n:text | x:text", "all: b | equals id"},
			want: `[P021] id of a stands in a key without a bound
A partition key takes 2048 bytes and a sort key 1024, so a longer value is refused when it is written. Give id a max_length.
[P021] n of b stands in a key without a bound
A partition key takes 2048 bytes and a sort key 1024, so a longer value is refused when it is written. Give n a max_length.`,
		},
	}
}

// TestRefusals pins what is said.
func TestRefusals(t *testing.T) {
	for _, cases := range []map[string]refusal{patternRefusals(), pinRefusals(), otherRefusals()} {
		for name, c := range cases {
			t.Run(name, func(t *testing.T) { check(t, "the refusal", c.said(t), c.want) })
		}
	}
}

// said is what planning the model says.
func (c refusal) said(t *testing.T) string {
	s := built(c.lines...)
	if c.change != nil {
		c.change(s)
	}
	l, diags := planner.Plan(s.plan())
	if l == nil {
		t.Fatal("no layout")
	}
	var got strings.Builder
	for _, d := range diags {
		info := diag.InfoOf(d)
		fmt.Fprintf(&got, "[%s] %s\n%s\n", info.Code, d.Summary, d.Detail)
		for _, r := range info.Related {
			fmt.Fprintf(&got, "- %s\n", r.Message)
		}
	}
	return got.String()
}

// TestRefusedPlansTheRest: what is refused is left out, and everything else is
// planned.
func TestRefusedPlansTheRest(t *testing.T) {
	s := built(order, "of: order | equals customer | consistent", "get: order | equals order_id")
	l, _ := planner.Plan(s.plan())
	check(t, "the layout", show(l), `
table order: o#${order_id} / o#
of: none
get: GetItem table o#${order_id} = o#
0 indexes, at least 0, proved true`)
}

// TestExternal: a pattern that something else answers is left alone.
func TestExternal(t *testing.T) {
	s := built(order, "search: order | equals total")
	s.patterns[0].External = "OpenSearch"
	l, diags := planner.Plan(s.plan())
	if len(diags) > 0 || len(l.Indexes) > 0 || l.Requests[0] != nil {
		t.Errorf("%s%s", show(l), texts(diags))
	}
}

// TestBuckets: a range over the time of a bucket in equals is refused.
func TestBuckets(t *testing.T) {
	s := built(order, "day: order | equals note | range at")
	e := s.find("order")
	e.Attribute("note").Derive = model.Bucket{Source: e.Attribute("at"), Unit: "day"}
	s.patterns[0].Range.Bounds = access.Between
	_, diags := planner.Plan(s.plan())
	if len(diags) != 1 || diag.InfoOf(diags[0]).Code != "P095" {
		t.Error(texts(diags))
	}
}

// pinText pins a key of one attribute on each side; "" for none.
func (s *shop) pinText(entity, index, before, partition, lit, sort string) {
	e := s.find(entity)
	p := &model.Pin{
		Entity: e, Index: index, Range: s.here(), IndexRange: s.here(),
		Partition: model.Template{model.Literal(before), model.Part{Attribute: e.Attribute(partition)}},
	}
	t := model.Template{model.Literal(lit)}
	if sort != "" {
		t = append(t, model.Part{Attribute: e.Attribute(sort)})
	}
	p.Sort = t
	e.Pins = append(e.Pins, p)
}
