package planner_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner"
	"github.com/keyplan/keyplan/planner/layout"
	"github.com/keyplan/keyplan/planner/prove"
)

// TestPinned: keys that a plan chose can be pinned, and the model then plans
// with as many indexes, and is proved.
func TestPinned(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawShop(t, limits{entities: 3, attrs: 4, patterns: 5})
		l, diags := planner.Plan(d.s.plan())
		if diags.HasErrors() {
			return
		}
		var pinned []string
		for _, x := range append([]*layout.Index{l.Table}, l.Indexes...) {
			for _, k := range x.Keys {
				if rapid.Bool().Draw(t, "pin "+x.Name+" "+k.Entity.Name) {
					k.Entity.Pins = append(k.Entity.Pins, d.s.pin(k, x.Name))
					pinned = append(pinned, x.Name+" "+k.Entity.Name)
				}
			}
		}
		if hole(d.s.m, len(l.Indexes)) {
			return
		}
		again, diags := planner.Plan(d.s.plan())
		if diags.HasErrors() || again.Minimum.GlobalIndexes != l.Minimum.GlobalIndexes {
			t.Fatalf("%s\nplans as\n%s\nand with %s pinned as\n%s%s", d, show(l), strings.Join(pinned, ", "), show(again), texts(diags))
		}
		if _, diags := prove.Prove(again); diags.HasErrors() {
			t.Fatalf("%s\nwith %s pinned\n%s%s", d, strings.Join(pinned, ", "), show(again), texts(diags))
		}
	})
}

// hole says that pins leave an index out.
func hole(m *model.Model, indexes int) bool {
	used := make([]bool, indexes+1)
	last := 0
	for _, e := range m.Entities {
		for _, p := range e.Pins {
			if p.Index != "table" {
				n := int(p.Index[len(p.Index)-1] - '0')
				used[n] = true
				last = max(last, n)
			}
		}
	}
	for n := 1; n <= last; n++ {
		if !used[n] {
			return true
		}
	}
	return false
}

func (s *shop) pin(k *layout.EntityKey, index string) *model.Pin {
	p := &model.Pin{Entity: k.Entity, Index: index, Partition: k.Partition, Sort: k.Sort, When: k.When, Range: s.here()}
	p.IndexRange, p.PartitionRange, p.SortRange = p.Range, p.Range, p.Range
	return p
}
