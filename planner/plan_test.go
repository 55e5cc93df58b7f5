package planner_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/keyplan/keyplan/planner"
	"github.com/keyplan/keyplan/planner/layout"
	"github.com/keyplan/keyplan/planner/prove"
)

// planned is the layout of a small model as text, proved.
func planned(t *testing.T, lines ...string) string {
	t.Helper()
	l, diags := planner.Plan(built(lines...).plan())
	if diags.HasErrors() {
		t.Fatal(texts(diags))
	}
	if _, diags := prove.Prove(l); diags.HasErrors() {
		t.Fatal(texts(diags), show(l))
	}
	return show(l)
}

// built is a model of lines: patterns have a colon after their name, entities
// have none.
func built(lines ...string) *shop {
	s := newShop()
	for _, line := range lines {
		if name, _, _ := strings.Cut(line, " "); strings.HasSuffix(name, ":") {
			s.pattern(line)
		} else {
			s.entity(line)
		}
	}
	return s
}

// example is a small model and its layout.
type example struct {
	lines []string
	want  string
}

// collectionExamples are of patterns about several entities.
func collectionExamples() map[string]example {
	return map[string]example{
		"a collection keeps the entities' own literals where they follow one another": {
			[]string{
				"user u# = user_id:string | name:string",
				"order o# = user_id=user.user_id, order_id | total:decimal",
				"page: user, order | equals user_id",
			}, `
table user: u#${user_id} / u#
table order: u#${user_id} / o#${order_id}
page: Query table u#${user_id} o#..u$ ()
0 indexes, at least 0, proved true`},
		"first moves an entity before the others": {
			[]string{
				"user u# = user_id:string |",
				"order o# = user_id=user.user_id, order_id | placed_at:time!",
				"page: user, order | first user | equals user_id | range order_id",
			}, `
table user: u#${user_id} / 0#
table order: u#${user_id} / 1#${order_id}#
page: Query table u#${user_id} 0#..1$ (1#) [${order_id}]
0 indexes, at least 0, proved true`},
		"the first of a descending order is the last": {
			[]string{
				"user u# = user_id:string |",
				"order o# = user_id=user.user_id, order_id |",
				"page: user, order | first user | equals user_id | sort order_id | descending",
			}, `
table user: u#${user_id} / u#
table order: u#${user_id} / o#${order_id}
page: Query table u#${user_id} o#..u$ () back
0 indexes, at least 0, proved true`},
		"merged entities share the beginning of their keys": {
			[]string{
				"invoice i# = id | customer_id:string at:time",
				"item t# = item_id | customer_id:string at:time",
				"activity: invoice, item | equals customer_id | range at",
			}, `
table invoice: i#${id} / i#
table item: t#${item_id} / t#
GSI1 invoice: CUSTOMER_ID#${customer_id} / 0#${at}#i#
GSI1 item: CUSTOMER_ID#${customer_id} / 0#${at}#t#
activity: Query GSI1 CUSTOMER_ID#${customer_id} ^ 0# [${at}]
1 indexes, at least 1, proved true
invoice needs 1 index beyond the table: activity cannot be answered from the table, because at can change and customer_id can change`},
		"what the partition does not hold leads the sort key of all": {
			[]string{
				"order o# = user:string, order_id |",
				"line l# = user:string, order_id=order.order_id, line:int |",
				"order_with_lines: order, line | equals user, order_id",
				"orders_and_lines: order, line | equals user",
			}, `
table order: USER#${user} / 0#${order_id}#o#
table line: USER#${user} / 0#${order_id}#l#${line}
order_with_lines: Query table USER#${user} ^ 0#${order_id}#
orders_and_lines: Query table USER#${user} ^ 0#
0 indexes, at least 0, proved true`},
		"collections that overlap stand in one row": {
			[]string{
				"a a# = k:string |", "b b# = k=a.k, n:int |", "c c# = k=a.k, m:int |",
				"ac: a, c | equals k", "cb: c, b | equals k", "x: a | equals k",
			}, `
table a: a#${k} / 0#
table b: a#${k} / 2#${n}
table c: a#${k} / 1#${m}
ac: Query table a#${k} 0#..1$ ()
cb: Query table a#${k} 1#..2$ ()
x: GetItem table a#${k} = 0#
0 indexes, at least 0, proved true`},
	}
}

// keyExamples are of patterns about one.
func keyExamples() map[string]example {
	return map[string]example{
		"a sparse index where a condition is all that is asked": {
			[]string{
				"order o# = order_id | customer:string status:enum at:time!",
				"open: order | equals customer | sort at | where status=a",
			}, `
table order: o#${order_id} / o#
GSI1 order: CUSTOMER#${customer} / o#${at} when status == "a"
open: Query GSI1 CUSTOMER#${customer} ^ o#
1 indexes, at least 1, proved true
order needs 1 index beyond the table: open cannot be answered from the table, because customer can change and status can change`},
		"a fixed part of a key where another pattern asks by it": {
			[]string{
				"order o# = order_id | customer:string status:enum at:time!",
				"open: order | equals customer | sort at | where status=a",
				"by_status: order | equals customer, status | range at",
			}, `
table order: o#${order_id} / o#
GSI1 order: CUSTOMER#${customer}#STATUS#${status} / o#${at}#
open: Query GSI1 CUSTOMER#${customer}#STATUS#a ^ o#
by_status: Query GSI1 CUSTOMER#${customer}#STATUS#${status} ^ o# [${at}]
1 indexes, at least 1, proved true
order needs 1 index beyond the table: open cannot be answered from the table, because customer can change and status can change`},
		"a superset key saves an index": {
			[]string{
				"order o# = order_id | customer:string! at:time!",
				"of_customer: order | equals customer | range at | descending",
			}, `
table order: CUSTOMER#${customer} / o#${at}#${order_id}
of_customer: Query table CUSTOMER#${customer} ^ o# [${at}] back
0 indexes, at least 0, proved true`},
		"no superset key where there is an index anyway": {
			[]string{
				"order o# = order_id | customer:string! at:time!",
				"note n# = note_id | writer:string",
				"of_customer: order | equals customer | range at",
				"of_writer: note | equals writer",
			}, `
table order: o#${order_id} / o#
table note: n#${note_id} / n#
GSI1 order: CUSTOMER#${customer} / o#${at}#
GSI1 note: WRITER#${writer} / n#
of_customer: Query GSI1 CUSTOMER#${customer} ^ o# [${at}]
of_writer: Query GSI1 WRITER#${writer} ^ n#
1 indexes, at least 1, proved true
note needs 1 index beyond the table: of_writer cannot be answered from the table, because writer can change`},
		"a ladder descends": {
			[]string{
				"desk d# = desk_id | building:string! team:string! office:string!",
				"desks: desk | equals building | range team, office",
			}, `
table desk: BUILDING#${building} / d#${sorted(team)}#${sorted(office)}#${desk_id}
desks: Query table BUILDING#${building} ^ d# [${sorted(team)}] [${sorted(office)}]
0 indexes, at least 0, proved true`},
	}
}

func TestPlans(t *testing.T) {
	for _, examples := range []map[string]example{collectionExamples(), keyExamples()} {
		for name, e := range examples {
			t.Run(name, func(t *testing.T) { check(t, "the layout", planned(t, e.lines...), e.want) })
		}
	}
}

// TestOrderOfBlocks: the order of blocks in a file changes the numbers of the
// indexes at most.
func TestOrderOfBlocks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawShop(t, limits{entities: 3, attrs: 4, patterns: 5})
		want := keysOf(planner.Plan(d.s.plan()))
		d.s.m.Entities = rapid.Permutation(d.s.m.Entities).Draw(t, "entities")
		d.s.patterns = rapid.Permutation(d.s.patterns).Draw(t, "patterns")
		if got := keysOf(planner.Plan(d.s.plan())); !slices.Equal(got, want) {
			t.Fatalf("%s\nplans as\n%s\nand in another order as\n%s", d, strings.Join(want, "\n"), strings.Join(got, "\n"))
		}
	})
}

// TestEffort: a search that ends early says so, has every request, and claims no
// more than it knows.
func TestEffort(t *testing.T) {
	s := daintree()
	l, diags := planner.Plan(s.m, s.patterns, planner.Options{Effort: 20})
	if diags.HasErrors() || l.Minimum.Proved || l.Minimum.LowerBound > 2 || l.Minimum.GlobalIndexes < 2 || l.Minimum.Because != nil {
		t.Errorf("%s%s", show(l), texts(diags))
	}
	if slices.Contains(l.Requests, nil) {
		t.Errorf("a pattern has no request:\n%s", show(l))
	}
	if _, diags := prove.Prove(l); diags.HasErrors() {
		t.Error(texts(diags))
	}
}

// TestAnyEffort: wherever a search ends, its layout is proved and its bounds hold.
func TestAnyEffort(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawShop(t, limits{entities: 3, attrs: 4, patterns: 6})
		full, diags := planner.Plan(d.s.plan())
		if diags.HasErrors() {
			return
		}
		effort := rapid.IntRange(1, full.Minimum.Steps).Draw(t, "effort")
		l, diags := planner.Plan(d.s.m, d.s.patterns, planner.Options{Effort: effort})
		if diags.HasErrors() {
			t.Fatalf("%s\nwith effort %d\n%s", d, effort, texts(diags))
		}
		if _, diags := prove.Prove(l); diags.HasErrors() {
			t.Fatalf("%s\nwith effort %d\n%s%s", d, effort, show(l), texts(diags))
		}
		got, want := l.Minimum, full.Minimum.GlobalIndexes
		if got.LowerBound > want || want > got.GlobalIndexes || got.Proved && got.GlobalIndexes != want {
			t.Fatalf("%s\nwith effort %d claims %+v, and needs %d", d, effort, got, want)
		}
	})
}

// TestManyParts: that equals can stand in any order in a key costs no time.
func TestManyParts(t *testing.T) {
	names := "k0, k1, k2, k3, k4, k5, k6, k7, k8, k9, k10, k11"
	s := built("x x# = id, "+names+" |", "y y# = id, "+names+", n |", "all: x, y | equals id, k0, k1, k2, k3", "some: x | equals "+names)
	l, diags := planner.Plan(s.plan())
	if diags.HasErrors() || !l.Minimum.Proved || l.Minimum.Steps > 500_000 {
		t.Errorf("%d steps\n%s%s", l.Minimum.Steps, show(l), texts(diags))
	}
}

// TestContext: a context that has ended ends the search.
func TestContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := daintree()
	l, _ := planner.Plan(s.m, s.patterns, planner.Options{Context: ctx})
	if l == nil || len(l.Indexes) > 0 {
		t.Errorf("planned on:\n%s", show(l))
	}
}

// TestTrace: every pass can be followed by name.
func TestTrace(t *testing.T) {
	s := daintree()
	seen := map[string]bool{}
	planner.Plan(s.m, s.patterns, planner.Options{Trace: func(pass, text string) { seen[pass] = text != "" }})
	for _, pass := range []string{"scope", "ask", "pin", "refuse", "search", "place", "write", "project", "request", "explain"} {
		if !seen[pass] {
			t.Errorf("pass %s said nothing", pass)
		}
	}
}

// keysOf lists the keys without the numbers of their indexes.
func keysOf(l *layout.Layout, diags any) []string {
	var out []string
	for _, line := range strings.Split(show(l), "\n") {
		line, _, _ = strings.Cut(line, " as ")
		_, key, ok := strings.Cut(line, " ")
		if ok && !strings.Contains(line, "beyond the table") && !strings.Contains(line, "proved") {
			for n := range 9 {
				key = strings.ReplaceAll(key, fmt.Sprintf("GSI%d", n), "GSI")
			}
			out = append(out, key)
		}
	}
	slices.Sort(out)
	return out
}
