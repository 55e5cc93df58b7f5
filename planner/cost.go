package planner

import (
	"cmp"
	"math"
	"slices"

	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/keytext"
)

// cost is what the objective counts beyond the number of indexes, in its order.
// Costs add up over keys, entities and components.
type cost struct {
	// superset counts primary keys that hold more than the identity.
	superset int
	// work is write work in millionths of a write unit a second.
	work int64
	// weak counts keys by the spread of their partition, the worst first.
	weak [spreads]int
	// dense counts, of every key, the attributes that only a where fixes: in the
	// key they keep items there that nobody reads, in a when they do not.
	dense int
	// thin counts, of every question, the attributes that its caller gives and
	// that the partition does not hold: among partitions of one class, one of
	// more attributes spreads more.
	thin int
	// bytes is the sum of the widest key bytes.
	bytes int
	// grouped counts keys that begin with a literal of several entities; with
	// turns it decides between keys that are otherwise equal, before the bytes
	// of their templates do.
	grouped int
	// turns counts the pairs of identity attributes that keys hold against the
	// identity's own order.
	turns int
}

// The spreads of a partition, the worst first: no attribute, none but enums and
// bools, none but these and buckets, an ordinary attribute, the identity.
const (
	spreadNone = iota
	spreadCoarse
	spreadBucket
	spreadPlain
	spreadIdentity
	spreads
)

func (c cost) plus(o cost) cost {
	c.superset += o.superset
	c.work += o.work
	for i, n := range o.weak {
		c.weak[i] += n
	}
	c.dense += o.dense
	c.thin += o.thin
	c.bytes += o.bytes
	c.grouped += o.grouped
	c.turns += o.turns
	return c
}

// minus undoes plus.
func (c cost) minus(o cost) cost {
	c.superset -= o.superset
	c.work -= o.work
	for i, n := range o.weak {
		c.weak[i] -= n
	}
	c.dense -= o.dense
	c.thin -= o.thin
	c.bytes -= o.bytes
	c.grouped -= o.grouped
	c.turns -= o.turns
	return c
}

func (c cost) compare(o cost) int {
	return cmp.Or(
		cmp.Compare(c.superset, o.superset), cmp.Compare(c.work, o.work),
		slices.Compare(c.weak[:], o.weak[:]), cmp.Compare(c.dense, o.dense),
		cmp.Compare(c.thin, o.thin), cmp.Compare(c.bytes, o.bytes),
		cmp.Compare(c.grouped, o.grouped), cmp.Compare(c.turns, o.turns))
}

// unboundedWidth is what a text without a declared bound counts.
const unboundedWidth = 32

// The limits of DynamoDB on key text.
const (
	maxPartitionBytes = 2048
	maxSortBytes      = 1024
)

func (e *entity) measure(i int, a *model.Attribute) {
	w, bounded := keytext.Width(a.Type, model.Plain)
	if !bounded {
		w = unboundedWidth
		e.free |= only(i)
	}
	e.widths[i] = w
}

// spread is the class of a partition: that of its strongest attribute.
func (e *entity) spread(partition set) int {
	switch {
	case partition == 0:
		return spreadNone
	case e.identity.within(partition):
		return spreadIdentity
	case partition.within(e.coarse):
		return spreadCoarse
	case partition.within(e.coarse | e.bucket):
		return spreadBucket
	}
	return spreadPlain
}

// partitionWidth is the widest partition key text.
func (e *entity) partitionWidth(partition set) int {
	if partition == 0 {
		return len(e.m.Prefix)
	}
	w := partition.size() - 1
	for a := range partition.each() {
		w += len(e.attrs[a].Prefix) + e.widths[a]
	}
	return w
}

// sortWidth is the widest sort key text with the entity's own prefix; apart is
// the number of parts before it.
func (e *entity) sortWidth(sort []elem, apart int, delimited bool) int {
	w := len(e.m.Prefix) + max(len(sort)-1, 0)
	for _, el := range sort {
		w += e.widths[el.attr]
	}
	if apart > 0 {
		w += len("0#")
		if apart == len(sort) {
			w++
		}
	}
	if delimited && apart < len(sort) {
		w++
	}
	return w
}

// writes are an entity's writes a second at its busiest hour, in millionths,
// and the size of its items.
type writes struct {
	creates, updates, deletes int64
	// size is bytes an item, share the part of each attribute by position.
	size   float64
	shares []float64
	// mutable attributes are those that an update can touch.
	mutable []bool
}

// writesOf reads the declared workload, else one of each a second.
func writesOf(m *model.Entity) writes {
	w := writes{creates: millionths(1), updates: millionths(1), deletes: millionths(1)}
	busiest := -1.0
	for _, l := range m.Workloads {
		if total := l.Creates + l.Updates + l.Deletes; total > busiest {
			busiest = total
			w.creates, w.updates, w.deletes = millionths(l.Creates), millionths(l.Updates), millionths(l.Deletes)
		}
		w.size = max(w.size, l.Size)
	}
	total := 0.0
	for _, a := range m.Attributes {
		bytes := estimate(a)
		total += bytes
		w.shares = append(w.shares, bytes)
		w.mutable = append(w.mutable, !a.Immutable)
	}
	if w.size == 0 {
		w.size = total
	}
	for i := range w.shares {
		w.shares[i] /= total
	}
	return w
}

func millionths(f float64) int64 { return int64(math.Round(f * 1e6)) }

// estimate is the bytes of an attribute on an item, its name with it: half of
// the bound of a text that has one.
func estimate(a *model.Attribute) float64 {
	value := float64(unboundedWidth)
	switch t := a.Type.(type) {
	case model.String:
		if t.MaxLength > 0 {
			value = float64(t.MaxLength) / 2
		}
	case model.Binary:
		if t.MaxLength > 0 {
			value = float64(t.MaxLength) / 2
		}
	case model.Int, model.Epoch, model.Decimal, model.Float:
		value = 8
	case model.Bool:
		value = 1
	case model.Enum, model.UUID, model.ULID, model.KSUID, model.Timestamp, model.Date:
		w, _ := keytext.Width(a.Type, model.Plain)
		value = float64(w)
	case model.Text:
		if t.Width > 0 {
			value = float64(t.Width)
		}
	}
	return float64(len(a.StoredAs)) + value
}

// writeWork is what an index costs that carries those attributes of the entity
// whose key is made of those in held, and whose when speaks of those in gates.
// An update of a held attribute is a delete and a put there. One of a gate
// alone is at most one of the two: the item enters, or it leaves.
func (e *entity) writeWork(carried []bool, held, gates set) int64 {
	share, touched := 0.0, e.changes(gates)
	for i, c := range carried {
		if c {
			share += e.work.shares[i]
			touched = touched || e.work.mutable[i]
		}
	}
	if share > 0.5 {
		share = 1
		touched = touched || slices.Contains(e.work.mutable, true)
	}
	units := int64(max(1, math.Ceil(share*e.work.size/1024)))
	updates := int64(0)
	switch {
	case e.changes(held):
		updates = 2 * e.work.updates
	case touched:
		updates = e.work.updates
	}
	return (e.work.creates + e.work.deletes + updates) * units
}

// changes says that an update can change one of those attributes.
func (e *entity) changes(attrs set) bool {
	for a := range attrs.each() {
		if !e.attrs[a].Immutable {
			return true
		}
	}
	return false
}
