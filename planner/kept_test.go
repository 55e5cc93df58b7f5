package planner_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/planner"
	"github.com/keyplan/keyplan/planner/layout"
	"github.com/keyplan/keyplan/planner/prove"
)

// storedAs is a layout as what items have.
func storedAs(l *layout.Layout) *layout.Stored {
	out := &layout.Stored{}
	for _, x := range append([]*layout.Index{l.Table}, l.Indexes...) {
		for _, k := range x.Keys {
			p := &model.Pin{Entity: k.Entity, Index: x.Name, Partition: k.Partition, Sort: k.Sort, When: k.When}
			out.Keys = append(out.Keys, layout.StoredKey{Pin: p, Note: k.Note})
		}
	}
	for _, x := range l.Indexes {
		out.Indexes = append(out.Indexes, layout.StoredIndex{Name: x.Name, Projection: x.Projection})
	}
	return out
}

// TestStored: patterns that are added one at a time to a random model change no
// key and no projection that is there, the prover accepts every layout, and what
// is refused is about consistent reads alone: for everything else there are
// further indexes.
func TestStored(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawShop(t, limits{entities: 3, attrs: 4, patterns: 6})
		m, all, o := d.s.plan()
		order := rapid.Permutation(indexesOf(all)).Draw(t, "order")
		for n := range len(order) + 1 {
			var some []*access.Pattern
			for i, p := range all {
				if slices.Contains(order[:n], i) {
					some = append(some, p)
				}
			}
			fresh, diags := planner.Plan(m, some, planner.Options{})
			if diags.HasErrors() {
				return
			}
			l, diags := planner.Plan(m, some, o)
			if o.Stored == nil {
				o.Stored = storedAs(l)
				continue
			}
			if diags.HasErrors() {
				for _, dg := range diags {
					if code := diag.InfoOf(dg).Code; dg.Severity == 1 && code != "P002" && code != "P004" {
						t.Fatalf("%s\nwith %d patterns: %s", d, n, texts(diags))
					}
				}
				return
			}
			if was := changed(o.Stored, l); was != "" {
				t.Fatalf("%s\n%s is not what was stored:\n%s", d, was, show(l))
			}
			if _, diags := prove.Prove(l); diags.HasErrors() {
				t.Fatalf("%s\nwith %d patterns\n%sfresh\n%s%s", d, n, show(l), show(fresh), texts(diags))
			}
			if l.Minimum.GlobalIndexes < fresh.Minimum.GlobalIndexes && fresh.Minimum.Proved {
				t.Fatalf("%s\n%sis smaller than the least\n%s", d, show(l), show(fresh))
			}
			o.Stored = storedAs(l)
		}
	})
}

func indexesOf[T any](list []T) []int {
	var out []int
	for i := range list {
		out = append(out, i)
	}
	return out
}

// changed names what a layout has otherwise than it was stored.
func changed(s *layout.Stored, l *layout.Layout) string {
	all := append([]*layout.Index{l.Table}, l.Indexes...)
	find := func(name string) *layout.Index {
		return all[slices.IndexFunc(all, func(x *layout.Index) bool { return x.Name == name })]
	}
	for _, k := range s.Keys {
		is := find(k.Pin.Index).Key(k.Pin.Entity)
		name := k.Pin.Index + " " + k.Pin.Entity.Name
		if is == nil || is.Note != k.Note || is.When.String() != k.Pin.When.String() {
			return name
		}
		for i, side := range []model.Key{is.Partition, is.Sort} {
			was := []model.Key{k.Pin.Partition, k.Pin.Sort}[i]
			if side.(model.Template).String() != was.(model.Template).String() {
				return name
			}
		}
	}
	for _, x := range s.Indexes {
		is := find(x.Name).Projection
		if is.Kind != x.Projection.Kind || !slices.Equal(is.Include, x.Projection.Include) {
			return x.Name
		}
	}
	return ""
}
