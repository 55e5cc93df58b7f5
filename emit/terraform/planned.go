package terraform

import (
	"math"
	"slices"

	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/layout"
)

// The bytes of one unit.
const (
	readUnit  = 4096
	writeUnit = 1024
)

// plannedReads is what the patterns that read x take in read units a second,
// if the model declares all that this needs: the rate of each, how many items
// it returns, and their sizes. An alarm on a guess would teach to ignore it.
func (m *module) plannedReads(x *layout.Index) (units float64, known bool) {
	for _, r := range m.layout.Requests {
		if r == nil || m.payer(r.Index) != x {
			continue
		}
		size, ok := largest(r.Pattern.Entities)
		if r.Pattern.Rate == nil || !ok {
			return 0, false
		}
		items := 1.0
		if !r.Pattern.One {
			if r.Pattern.Returns == nil {
				return 0, false
			}
			items = *r.Pattern.Returns
		}
		each := math.Max(1, math.Ceil(items*size/readUnit)) / 2
		if r.Pattern.Consistent {
			each *= 2
		}
		units += *r.Pattern.Rate * each
		known = true
	}
	return round(units), known && units > 0
}

// plannedWrites is what the entities that stand in x take in write units a
// second, at most: the whole item, and on an index one write more for an update
// that moves its entry. Of several hours the busiest counts.
func (m *module) plannedWrites(x *layout.Index) (units float64, known bool) {
	for _, on := range append([]*layout.Index{m.layout.Table}, m.layout.Indexes...) {
		if m.payer(on) != x {
			continue
		}
		for _, k := range on.Keys {
			size, ok := largest([]*model.Entity{k.Entity})
			if !ok {
				return 0, false
			}
			busiest := 0.0
			for _, w := range k.Entity.Workloads {
				busiest = math.Max(busiest, math.Ceil(size/writeUnit)*writes(on, k, w))
			}
			units += busiest
			known = true
		}
	}
	return round(units), known && units > 0
}

// payer is where CloudWatch counts the units of x: a local index's are the
// table's.
func (m *module) payer(x *layout.Index) *layout.Index {
	if x.Kind == layout.Local {
		return m.layout.Table
	}
	return x
}

// writes is how often a second an item is written in x. In the table an entity
// with a unique is written in transactions, which take twice, its markers with
// it.
func writes(x *layout.Index, k *layout.EntityKey, w model.Workload) float64 {
	if x.Kind == layout.Primary {
		all := w.Creates + w.Updates + w.Deletes
		if n := len(k.Entity.Uniques); n > 0 {
			return 2 * (all + float64(n)*(w.Creates+2*w.Updates+w.Deletes))
		}
		return all
	}
	moves := 1.0
	if slices.ContainsFunc(k.Entity.Attributes, func(a *model.Attribute) bool { return !a.Immutable }) {
		moves = 2
	}
	return w.Creates + moves*w.Updates + w.Deletes
}

// largest is the size of the largest item of the entities, if each has one
// declared.
func largest(entities []*model.Entity) (size float64, known bool) {
	for _, e := range entities {
		declared := 0.0
		for _, w := range e.Workloads {
			declared = math.Max(declared, w.Size)
		}
		if declared == 0 {
			return 0, false
		}
		size = math.Max(size, declared)
	}
	return size, len(entities) > 0
}

// round is up to a tenth of a unit, so that the number can be read.
func round(units float64) float64 { return math.Ceil(units*10-1e-9) / 10 }
