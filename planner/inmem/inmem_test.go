package inmem_test

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/inmem"
	"github.com/keyplan/keyplan/planner/keytext"
)

func put(t *testing.T, table *inmem.Table, e *model.Entity, v keytext.Values) *inmem.Item {
	t.Helper()
	old, err := table.Put(e, v)
	if err != nil {
		t.Fatal(err)
	}
	return old
}

func (s *shop) fill(t *testing.T) *inmem.Table {
	table := inmem.New(s.layout)
	put(t, table, s.customer, keytext.Values{"customer_id": "1", "email": "a"})
	put(t, table, s.customer, keytext.Values{"customer_id": "1#"})
	for _, number := range []string{"a", "a!", "b#"} {
		put(t, table, s.order, keytext.Values{"customer_id": "1", "number": number, "title": "t" + number, "status": "open"})
		put(t, table, s.order, keytext.Values{"customer_id": "1#", "number": number, "title": "x", "status": "paid"})
	}
	return table
}

func numbers(rows []inmem.Row) []string {
	var out []string
	for _, r := range rows {
		n, _ := r.Values["number"].(string)
		out = append(out, r.Entity.Name+" "+n)
	}
	return out
}

func equal(t *testing.T, got []string, want ...string) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("got %q, want %q", got, want)
	}
	for i := range got {
		if got[i] != want[i] {
			t.Fatalf("got %q, want %q", got, want)
		}
	}
}

// TestRun pins what each kind of request returns.
func TestRun(t *testing.T) {
	s := newShop()
	table := s.fill(t)
	run := func(i int, a inmem.Args) []string {
		t.Helper()
		rows, err := table.Run(s.layout.Requests[i], a)
		if err != nil {
			t.Fatal(err)
		}
		if err := inmem.Agree(s.layout.Patterns[i], a, rows, table.Items()); err != nil {
			t.Fatal(err)
		}
		return numbers(rows)
	}
	one := keytext.Values{"customer_id": "1"}
	equal(t, run(0, inmem.Args{Equals: one}), "customer ", "order a", "order a!", "order b#")
	most := []keytext.Bound{{Op: keytext.AtMost, Value: "a"}}
	equal(t, run(0, inmem.Args{Equals: one, Bounds: most}), "customer ", "order a")
	equal(t, run(0, inmem.Args{Equals: keytext.Values{"customer_id": ""}}))
	equal(t, run(1, inmem.Args{Equals: one}), "order b#", "order a!", "order a")
	equal(t, run(1, inmem.Args{Equals: one, Bounds: []keytext.Bound{{Op: keytext.Above, Value: "ta"}}}), "order b#", "order a!")
	equal(t, run(1, inmem.Args{Equals: keytext.Values{"customer_id": "1#"}}))
	equal(t, run(2, inmem.Args{Equals: keytext.Values{"customer_id": "1#", "number": "a!"}}), "order a!")
	equal(t, run(2, inmem.Args{Equals: keytext.Values{"customer_id": "1#", "number": "c"}}))
}

// TestPut: an item is replaced by its primary key, and markers keep a value to
// one owner.
func TestPut(t *testing.T) {
	s := newShop()
	table := s.fill(t)
	if old := put(t, table, s.customer, keytext.Values{"customer_id": "1", "email": "b"}); old == nil || old.Values["email"] != "a" {
		t.Errorf("the replaced item is %v", old)
	}
	put(t, table, s.customer, keytext.Values{"customer_id": "2", "email": "a"}) // freed above
	if _, err := table.Put(s.customer, keytext.Values{"customer_id": "3", "email": "b"}); !errors.Is(err, inmem.ErrUnique) {
		t.Errorf("a taken e-mail: %v", err)
	}
	for _, bad := range []keytext.Values{
		{}, {"customer_id": ""}, {"customer_id": "\xff"}, {"customer_id": int64(1)}, {"customer_id": "1", "colour": "red"},
	} {
		if _, err := table.Put(s.customer, bad); err == nil {
			t.Errorf("%v was stored", bad)
		}
	}
	if n := len(table.Items()); n != 3+6 {
		t.Errorf("%d items, want 9", n)
	}
}

// TestAgreeSees: each way in which a request can be wrong is seen.
func TestAgreeSees(t *testing.T) {
	for name, spoil := range map[string]func(s *shop){
		"backwards":  func(s *shop) { s.layout.Requests[1].Forward = true },
		"first last": func(s *shop) { s.layout.Requests[0].Forward = false },
		"too little": func(s *shop) { s.layout.Requests[0].Sort.To = model.Template{lit("0$")} },
		"too much": func(s *shop) {
			s.table.Keys[1].Partition = model.Template{lit("u#")}
			s.layout.Requests[0].Partition = model.Template{lit("u#")}
		},
		"no sparse index":      func(s *shop) { s.index.Keys[0].When = model.Condition{} },
		"narrow projection":    func(s *shop) { s.index.Projection.Include = nil },
		"plain text in a sort": func(s *shop) { s.index.Keys[0].Sort.(model.Template)[1] = part(s.order.Attribute("title")) },
		"another literal":      func(s *shop) { s.index.Keys[0].Sort.(model.Template)[0] = lit("x#") },
		"a limit":              func(s *shop) { s.layout.Requests[1].Limit = 2 },
	} {
		s := newShop()
		spoil(s)
		table := s.fill(t)
		put(t, table, s.order, keytext.Values{"customer_id": "1", "number": "c", "title": "ta", "status": "paid"})
		if s.agrees(t, table) {
			t.Errorf("%s: not seen", name)
		}
	}
}

func (s *shop) agrees(t *testing.T, table *inmem.Table) bool {
	for i, r := range s.layout.Requests {
		for _, a := range []inmem.Args{
			{Equals: keytext.Values{"customer_id": "1", "number": "a"}},
			{Equals: keytext.Values{"customer_id": "1#", "number": "b#"}},
		} {
			rows, err := table.Run(r, a)
			if err != nil {
				t.Fatal(err)
			}
			if inmem.Agree(s.layout.Patterns[i], a, rows, table.Items()) != nil {
				return false
			}
		}
	}
	return true
}

// TestRightLayoutAgrees: random items and arguments never make the hand-made
// layout and the filter differ.
func TestRightLayoutAgrees(t *testing.T) {
	s := newShop()
	text := rapid.StringOfN(rapid.RuneFrom([]rune("#$!a\x00~")), 1, 3, -1)
	rapid.Check(t, func(t *rapid.T) {
		table := inmem.New(s.layout)
		ids := rapid.SliceOfN(text, 1, 2).Draw(t, "ids")
		id := rapid.SampledFrom(ids)
		for range rapid.IntRange(0, 8).Draw(t, "items") {
			s.putRandom(t, table, id.Draw(t, "id"), text)
		}
		a := inmem.Args{Equals: keytext.Values{"customer_id": id.Draw(t, "customer_id"), "number": text.Draw(t, "number")}}
		for i, r := range s.layout.Requests {
			if r.Sort.Range != nil && rapid.Bool().Draw(t, "bounded") {
				ops := []keytext.Op{keytext.AtMost, keytext.Below, keytext.AtLeast, keytext.Above, keytext.Equal, keytext.BeginsWith}
				op := rapid.SampledFrom(ops[:2+4*i]).Draw(t, "operator")
				a.Bounds = append(a.Bounds, keytext.Bound{Op: op, Value: text.Draw(t, "bound")})
			}
			rows, err := table.Run(r, a)
			if err != nil {
				t.Fatal(err)
			}
			if err := inmem.Agree(r.Pattern, a, rows, table.Items()); err != nil {
				t.Fatal(err)
			}
			a.Bounds = nil
		}
	})
}

func (s *shop) putRandom(t *rapid.T, table *inmem.Table, id string, text *rapid.Generator[string]) {
	v := keytext.Values{"customer_id": id}
	e := s.customer
	if rapid.Bool().Draw(t, "order") {
		e = s.order
		v["number"], v["title"] = text.Draw(t, "number"), text.Draw(t, "title")
		v["status"] = rapid.SampledFrom([]string{"open", "paid"}).Draw(t, "status")
	}
	if _, err := table.Put(e, v); err != nil {
		t.Fatal(err)
	}
}
