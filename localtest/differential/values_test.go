package differential

import (
	"fmt"
	"time"

	"pgregory.net/rapid"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/inmem"
	"github.com/keyplan/keyplan/planner/keytext"
)

// domain draws values. The letters are those of text.
type domain struct{ letters []rune }

// anything is every kind of character that key text treats in its own way.
func anything() domain {
	return domain{[]rune{'a', 'b', 'A', '#', '$', '!', '%', ' ', '~', '\n', 0, 'é', '\uffff', '\U0010ffff'}}
}

// engineSafe leaves out what an engine is known to compare wrongly in
// begins_with (localtest.Deviations): letters of both cases, U+0000, and the
// characters whose escapes differ in case alone.
func engineSafe() domain {
	return domain{[]rune{'a', 'b', '#', '$', '!', '%', ' ', '~', 'é', '\uffff', '\U0010ffff'}}
}

// base is where times lie.
var base = time.Date(2025, time.June, 1, 0, 0, 0, 0, time.UTC)

// value draws a value of a, from few, so that items meet.
func (d domain) value(t *rapid.T, a *model.Attribute) model.Value {
	label := a.Entity.Name + "." + a.Name
	n := rapid.IntRange(0, 3).Draw(t, label)
	switch typ := a.Type.(type) {
	case model.String:
		limit := 3
		if typ.MaxLength > 0 && typ.MaxLength < limit*4 {
			limit = typ.MaxLength / 4
		}
		least := 0
		if a.InIdentity {
			least = 1
		}
		return string(rapid.SliceOfN(rapid.SampledFrom(d.letters), least, max(limit, least)).Draw(t, label))
	case model.UUID:
		return fmt.Sprintf("00000000-0000-4000-8000-00000000000%d", n)
	case model.ULID:
		return fmt.Sprintf("01JWNKC400000000000000000%d", n)
	case model.KSUID:
		return fmt.Sprintf("2xKJ00000000000000000000%03d", n)
	case model.Enum:
		return rapid.SampledFrom(typ.Values).Draw(t, label)
	case model.Bool:
		return n%2 == 0
	case model.Int:
		return d.number(t, label, typ.Min, typ.Max)
	case model.Decimal:
		return rapid.SampledFrom([]string{"-10.5", "-1", "0", "0.05", "9", "10", "10.25"}).Draw(t, label)
	case model.Timestamp:
		return moment(n, typ.Precision).Format([]string{"2006-01-02T15:04:05Z", "2006-01-02T15:04:05.000Z", "2006-01-02T15:04:05.000000000Z"}[typ.Precision])
	case model.Epoch:
		at := moment(n, typ.Precision)
		return []int64{at.Unix(), at.UnixMilli(), at.UnixNano()}[typ.Precision]
	case model.Date:
		return base.AddDate(0, 0, n).Format(time.DateOnly)
	}
	return "other" // of no consequence to any key
}

func (d domain) number(t *rapid.T, label string, lo, hi *int64) model.Value {
	least, most := int64(-11), int64(11)
	if lo != nil {
		least = *lo
		most = max(most, least+11)
	}
	if hi != nil {
		most = *hi
		if lo == nil {
			least = min(least, most-11)
		}
	}
	near := rapid.OneOf(rapid.Just(least), rapid.Just(most), rapid.Int64Range(least, min(most, least+11)))
	return near.Draw(t, label)
}

// moment is one of four, a unit or a day apart.
func moment(n int, p model.Precision) time.Time {
	unit := []time.Duration{time.Second, time.Millisecond, time.Nanosecond}[p]
	return base.Add([]time.Duration{0, unit, 24*time.Hour - unit, 24 * time.Hour}[n])
}

// item draws the stored attributes of an item of e.
func (d domain) item(t *rapid.T, e *model.Entity) keytext.Values {
	out := keytext.Values{}
	for _, a := range e.Attributes {
		if a.Derive != nil || a.Optional && rapid.Bool().Draw(t, a.Name+" absent") {
			continue
		}
		out[a.Name] = d.value(t, a)
	}
	return out
}

// args draws arguments for p: mostly those of an item, so that something
// matches.
func (d domain) args(t *rapid.T, p *access.Pattern, items []*inmem.Item) inmem.Args {
	entity := rapid.IntRange(0, len(p.Entities)-1).Draw(t, "entity of the arguments")
	values := d.item(t, p.Entities[entity])
	var near []*inmem.Item
	for _, it := range items {
		if it.Entity == p.Entities[entity] {
			near = append(near, it)
		}
	}
	if len(near) > 0 && rapid.IntRange(0, 4).Draw(t, "arguments of an item") > 0 {
		values = rapid.SampledFrom(near).Draw(t, "item of the arguments").Values
	}
	out := inmem.Args{Equals: keytext.Values{}}
	for _, o := range p.Equals {
		if v, ok := d.valueOf(t, values, o.Attributes[entity]); ok {
			out.Equals[o.Name] = v
		}
	}
	d.bounds(t, p, &out)
	return out
}

// valueOf is the item's value of a, or another where it has none.
func (d domain) valueOf(t *rapid.T, values keytext.Values, a *model.Attribute) (model.Value, bool) {
	if v, ok, err := values.Value(a); ok && err == nil {
		return v, true
	}
	if a.Derive != nil {
		return nil, false
	}
	return d.value(t, a), true
}

// bounds draws a leading run of the range by equality and bounds on the next.
func (d domain) bounds(t *rapid.T, p *access.Pattern, out *inmem.Args) {
	if p.Range == nil {
		return
	}
	if p.Range.Bounds != access.AnyBound {
		for _, op := range fixed[p.Range.Bounds] {
			out.Bounds = append(out.Bounds, d.bound(t, p.Range.Operands[0].Lead(), op))
		}
		return
	}
	depth := rapid.IntRange(0, len(p.Range.Operands)-1).Draw(t, "depth")
	for _, o := range p.Range.Operands[:depth] {
		out.Ladder = append(out.Ladder, d.value(t, o.Lead()))
	}
	a := p.Range.Operands[depth].Lead()
	ops := []keytext.Op{keytext.Equal, keytext.AtLeast, keytext.Above, keytext.AtMost, keytext.Below}
	if _, ok := a.Type.(model.String); ok {
		ops = append(ops, keytext.BeginsWith)
	}
	for range rapid.IntRange(0, 2).Draw(t, "bounds") {
		out.Bounds = append(out.Bounds, d.bound(t, a, rapid.SampledFrom(ops).Draw(t, "operator")))
	}
}

// fixed are the ends of a pattern that fixes its operator.
var fixed = map[access.Bounds][]keytext.Op{
	access.AtLeast: {keytext.AtLeast}, access.Above: {keytext.Above},
	access.AtMost: {keytext.AtMost}, access.Below: {keytext.Below},
	access.Between: {keytext.AtLeast, keytext.AtMost}, access.BeginsWith: {keytext.BeginsWith},
}

// bound draws a bound; of a time often between two units.
func (d domain) bound(t *rapid.T, a *model.Attribute, op keytext.Op) keytext.Bound {
	v := d.value(t, a)
	if s, ok := v.(string); ok && op == keytext.BeginsWith && s == "" {
		v = string(d.letters[0])
	}
	if stamp, ok := a.Type.(model.Timestamp); ok && rapid.Bool().Draw(t, "off the unit") {
		v = moment(rapid.IntRange(0, 3).Draw(t, "time"), stamp.Precision).Add(time.Nanosecond)
	}
	return keytext.Bound{Op: op, Value: v}
}
