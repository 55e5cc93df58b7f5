package view

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/hcl/v2"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/planner/layout"
)

func TestPlanText(t *testing.T) {
	var b bytes.Buffer
	if err := PlanText(&b, Plan{Layout: newShop().layout}, Screen{}); err != nil {
		t.Fatal(err)
	}
	want := `shop: 2 entities, 4 patterns and 1 external, 1 index

ENTITY          PK                                    SK                        GSI1PK           GSI1SK      KEY BYTES
customer        u#<customer_id>                       u#                                                     <=88
  unique email  #unique#customer#email#<customer_id>  #unique#
order           u#<customer_id>                       o#<placed_at>#<order_id>  STATUS#<status>  o#<title>#  ~201       where status != "done"

PATTERN             BY        REQUEST
orders_of_customer  table     Query       PK = u#<customer_id>, SK begins_with o#, range on placed_at, descending
one_order           table     GetItem     PK = u#<customer_id>, SK = o#<placed_at>#<order_id>
page                table     Query       PK = u#<customer_id>, SK between o# and u$, as orders_of_customer
by_title            GSI1      Query       GSI1PK = STATUS#<status>, GSI1SK begins_with o#, begins_with(title)
search              external  OpenSearch

1 global secondary index, and no layout has fewer:
order needs 1 index beyond the table: orders_of_customer and by_title each need a different partition key.
`
	if d := cmp.Diff(want, b.String()); d != "" {
		t.Error(d)
	}
}

// TestPlanTextOnANarrowTerminal: what does not fit is stacked, never cut.
func TestPlanTextOnANarrowTerminal(t *testing.T) {
	var b bytes.Buffer
	if err := PlanText(&b, Plan{Layout: newShop().layout}, Screen{Width: 60, Color: true}); err != nil {
		t.Fatal(err)
	}
	want := "shop: 2 entities, 4 patterns and 1 external, 1 index\n" + `
customer
  PK         u#<customer_id>
  SK         u#
  KEY BYTES  <=88
  unique email
  PK         #unique#customer#email#<customer_id>
  SK         #unique#
order
  PK         u#<customer_id>
  SK         o#<placed_at>#<order_id>
  GSI1PK     STATUS#<status>
  GSI1SK     o#<title>#
  KEY BYTES  ~201
             where status != "done"

orders_of_customer
  BY       table
  REQUEST  Query
           PK = u#<customer_id>, SK begins_with o#, range on placed_at, descending
one_order
  BY       table
  REQUEST  GetItem
           PK = u#<customer_id>, SK = o#<placed_at>#<order_id>
page
  BY       table
  REQUEST  Query
           PK = u#<customer_id>, SK between o# and u$, as orders_of_customer
by_title
  BY       GSI1
  REQUEST  Query
           GSI1PK = STATUS#<status>, GSI1SK begins_with o#, begins_with(title)
search
  BY       external
  REQUEST  OpenSearch

` + "\x1b[1m1 global secondary index, and no layout has fewer:\x1b[0m\n" +
		"order needs 1 index beyond the table: orders_of_customer and\nby_title each need a different partition key.\n"
	if d := cmp.Diff(want, b.String()); d != "" {
		t.Error(d)
	}
}

// TestMinimumNeverClaimsMore: without a proof the text says so.
func TestMinimumNeverClaimsMore(t *testing.T) {
	for want, m := range map[string]layout.Minimum{
		"No global secondary index is needed.\n": {Proved: true},
		"3 global secondary indexes, and at least 2: the search ended at its limit of steps.\n": {
			GlobalIndexes: 3, LowerBound: 2,
		},
	} {
		var b bytes.Buffer
		minimumText(&b, m, Screen{})
		if d := cmp.Diff(want, b.String()); d != "" {
			t.Error(d)
		}
	}
}

func TestPlanJSON(t *testing.T) {
	at := rangeAt("shop.hcl", 31, 3, 812, 6)
	diags := hcl.Diagnostics{diag.Warning("P003", at, "pattern <needs> a scan", "Nothing fixes it.",
		diag.At("total is declared here", rangeAt("shop.hcl", 19, 13, 500, 7)))}
	var b bytes.Buffer
	if err := PlanJSON(&b, Plan{Layout: newShop().layout, Diagnostics: diags}); err != nil {
		t.Fatal(err)
	}
	golden(t, "plan.json", b.Bytes())
}

// TestPlanJSONOfNothing: a model that cannot be read has the same document.
func TestPlanJSONOfNothing(t *testing.T) {
	var b bytes.Buffer
	if err := PlanJSON(&b, Plan{}); err != nil {
		t.Fatal(err)
	}
	golden(t, "nothing.json", b.Bytes())
}

// TestBounded covers every kind of bound over the three shapes of key: with a
// literal and a delimiter, ending in its part, and without a literal.
func TestBounded(t *testing.T) {
	s := newShop()
	type shape struct {
		prefix  model.Template
		endsKey bool
	}
	shapes := map[string]shape{
		"delimited": {text("o#"), false}, "last": {text("o#"), true},
		"bare": {text(), false}, "bare last": {text(), true},
	}
	const lead = "PK = :pk"
	for _, c := range []struct {
		shape  string
		bounds access.Bounds
		expr   string
		lo, hi string
	}{
		{"delimited", access.AnyBound, " AND SK BETWEEN :lo AND :hi", "o#${placed_at}", "o#${placed_at}$"},
		{"delimited", access.Between, " AND SK BETWEEN :lo AND :hi", "o#${placed_at}", "o#${placed_at}$"},
		{"delimited", access.AtLeast, " AND SK BETWEEN :lo AND :hi", "o#${placed_at}", "o$"},
		{"delimited", access.Above, " AND SK BETWEEN :lo AND :hi", "o#${placed_at}$", "o$"},
		{"delimited", access.AtMost, " AND SK BETWEEN :lo AND :hi", "o#", "o#${placed_at}$"},
		{"delimited", access.Below, " AND SK BETWEEN :lo AND :hi", "o#", "o#${placed_at}"},
		{"last", access.AnyBound, " AND SK BETWEEN :lo AND :hi", "o#${placed_at}", "o#${placed_at}"},
		{"last", access.Above, " AND SK BETWEEN :lo AND :hi", "o#${placed_at}", "o$"},
		{"bare", access.AtLeast, " AND SK >= :lo", "${placed_at}", ""},
		{"bare", access.AtMost, " AND SK <= :hi", "", "${placed_at}$"},
		{"bare last", access.Above, " AND SK > :lo", "${placed_at}", ""},
		{"bare last", access.Below, " AND SK < :hi", "", "${placed_at}"},
	} {
		s.ofCustomer.Range.Bounds = c.bounds
		r := s.layout.Requests[0]
		r.Sort.Prefix, r.Sort.EndsKey = shapes[c.shape].prefix, shapes[c.shape].endsKey
		got, ok := bounded(r, '#')
		if !ok {
			t.Fatalf("%s: no bounds", c.shape)
		}
		want := map[string]string{":pk": "u#${customer_id}"}
		for name, v := range map[string]string{":lo": c.lo, ":hi": c.hi} {
			if v != "" {
				want[name] = v
			}
		}
		if d := cmp.Diff(lead+c.expr, got.expression()) + cmp.Diff(want, got.values()); d != "" {
			t.Errorf("%s, bounds %d: %s", c.shape, c.bounds, d)
		}
	}
}

// TestLadder: the leading attributes are given, the last one is bounded.
func TestLadder(t *testing.T) {
	s := newShop()
	s.ofCustomer.Range.Operands = []access.Operand{operand(s.title), operand(s.placedAt)}
	r := s.layout.Requests[0]
	r.Sort.Range = []model.Part{sorted(s.title), {Attribute: s.placedAt}}
	got, _ := bounded(r, '#')
	want := map[string]string{
		":pk": "u#${customer_id}", ":lo": "o#${sorted(title)}#${placed_at}", ":hi": "o#${sorted(title)}#${placed_at}$",
	}
	if d := cmp.Diff(want, got.values()); d != "" {
		t.Error(d)
	}
}

func TestNativeKeys(t *testing.T) {
	s := newShop()
	s.gsi1.Partition = []layout.Column{{Name: "st", Type: "S"}, {Name: "cu", Type: "S"}}
	s.orderOnGSI1.Partition = model.Columns{s.status, s.customerID}
	r := s.layout.Requests[3]
	r.Partition = s.orderOnGSI1.Partition
	c := unbounded(r)
	if got, want := c.expression(), "st = :pk1 AND cu = :pk2 AND begins_with(GSI1SK, :sk)"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	data, err := json.Marshal(entityKeys(s.layout, s.order))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(data, []byte(`"GSI1":{"partition":["status","customer_id"],`)) {
		t.Errorf("native keys are lists: %s", data)
	}
}
