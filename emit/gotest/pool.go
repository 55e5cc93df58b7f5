package gotest

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/keyplan/keyplan/model"
)

// now is what the clock of the generated tests says.
var now = time.Date(2025, time.June, 15, 12, 0, 0, 0, time.UTC)

// pool is the values that made items have for an attribute, those that break
// wrong keys first. It is the same for all attributes of one root, so that items
// that reference each other meet.
type pool struct {
	attribute *model.Attribute
	delimiter string
	// ttl says that the values are times at which items end.
	ttl bool
}

// poolSize is far more values than a test needs of one attribute.
const poolSize = 64

func newPool(a *model.Attribute, delimiter byte) pool {
	e := a.Entity
	return pool{
		attribute: a, delimiter: string(rune(delimiter)),
		ttl: e.TTL != nil && e.TTL.Attribute == a,
	}
}

// values lists up to poolSize different ones; an enum or a bool has few.
func (p pool) values() []model.Value {
	var out []model.Value
	for _, v := range p.candidates() {
		if len(out) < poolSize && p.fits(v) && !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}

func (p pool) candidates() []model.Value {
	switch t := p.attribute.Type.(type) {
	case model.String:
		return p.texts()
	case model.UUID:
		return numbered("00000000-0000-4000-8000-0000000000%02x")
	case model.ULID:
		return numbered("01JWNKC40000000000000000%02X")
	case model.KSUID:
		return numbered("2xKJ0000000000000000000%04d")
	case model.Enum:
		return anys(t.Values)
	case model.Bool:
		return []model.Value{false, true}
	case model.Int:
		return ints(t.Min, t.Max)
	case model.Decimal:
		return append(anys([]string{"1", "10", "9", "-1", "-10.5", "0", "0.05", "10.25"}), numbered("%d")...)
	case model.Timestamp:
		return p.times(func(at time.Time) model.Value { return at.Format(timeLayouts[t.Precision]) }, t.Precision)
	case model.Epoch:
		return p.times(func(at time.Time) model.Value { return units(at, t.Precision) }, t.Precision)
	case model.Date:
		return p.dates()
	}
	return nil
}

// fits says whether the attribute can hold v and a write keeps it: the zero
// value of an attribute with on_create is replaced, and one with on_write is
// always the clock's.
func (p pool) fits(v model.Value) bool {
	a := p.attribute
	switch t := a.Type.(type) {
	case model.String:
		if t.MaxLength > 0 && len(v.(string)) > t.MaxLength {
			return false
		}
	case model.Int:
		if !within(v.(int64), t.Min, t.Max) {
			return false
		}
	case model.Epoch:
		if !within(v.(int64), t.Min, t.Max) {
			return false
		}
	}
	_, decimal := a.Type.(model.Decimal)
	if zero := v == "" || v == int64(0) || v == false || decimal && v == "0"; zero {
		return a.OnCreate == nil && (v != "" || !a.InIdentity)
	}
	return true
}

func within(v int64, lo, hi *int64) bool {
	return (lo == nil || v >= *lo) && (hi == nil || v <= *hi)
}

// texts are adjacent in every way that key text could confuse: one begins
// another, the delimiter, the escape character and bytes below them stand in
// them.
func (p pool) texts() []model.Value {
	d := p.delimiter
	e := string(rune(d[0] + 1))
	first, second := "a", "ab"
	if p.attribute.Root().InIdentity {
		first, second = "1", "10"
	}
	out := []string{first, second, first + d + "0", first + " 0", first + e, first + d, "é" + first}
	if !p.attribute.Root().InIdentity {
		out = slices.Insert(out, 4, "")
	}
	return append(anys(out), numbered(first+"%d")...)
}

// timeLayouts are how timestamps are stored, by precision.
var timeLayouts = []string{"2006-01-02T15:04:05Z", "2006-01-02T15:04:05.000Z", "2006-01-02T15:04:05.000000000Z"}

// steps are the units of the precisions.
var steps = []time.Duration{time.Second, time.Millisecond, time.Nanosecond}

func units(at time.Time, p model.Precision) int64 {
	return []int64{at.Unix(), at.UnixMilli(), at.UnixNano()}[p]
}

// times lie around midnight, where a naive bound loses a day, and one unit
// apart. Those at which items end are in the future.
func (p pool) times(value func(time.Time) model.Value, precision model.Precision) []model.Value {
	if p.attribute.OnWrite != nil {
		return []model.Value{value(now)}
	}
	base := time.Date(2025, time.June, 1, 0, 0, 0, 0, time.UTC)
	if p.ttl {
		base = base.AddDate(5, 0, 0)
	}
	step := steps[precision]
	day := 24 * time.Hour
	out := []model.Value{value(base), value(base.Add(step)), value(base.Add(day)), value(base.Add(day - step)), value(base.Add(-step))}
	for i := range poolSize {
		out = append(out, value(base.Add(day+time.Duration(i)*time.Hour)))
	}
	return out
}

func (p pool) dates() []model.Value {
	base := time.Date(2025, time.June, 1, 0, 0, 0, 0, time.UTC)
	var out []model.Value
	for _, day := range []int{0, 1, 29, -1} {
		out = append(out, base.AddDate(0, 0, day).Format(time.DateOnly))
	}
	for i := range poolSize {
		out = append(out, base.AddDate(0, 0, i).Format(time.DateOnly))
	}
	return out
}

// ints are numbers whose text is easily sorted wrongly, and the ends.
func ints(lo, hi *int64) []model.Value {
	base := int64(1)
	if !within(base, lo, hi) {
		base = 0
		if lo != nil {
			base = *lo
		} else if hi != nil {
			base = *hi
		}
	}
	var out []model.Value
	for _, step := range []int64{0, 9, 8, -2, -11, -1} {
		out = append(out, base+step)
	}
	least, most := int64(math.MinInt64), int64(math.MaxInt64)
	if lo != nil {
		least = *lo
	}
	if hi != nil {
		most = *hi
	}
	out = append(out, least, most)
	for i := range int64(poolSize) {
		out = append(out, base+i, base-i)
	}
	return out
}

// numbered are texts of the format with numbers from 0, or from 2 where the
// number alone is the value.
func numbered(format string) []model.Value {
	var out []model.Value
	for i := range poolSize {
		out = append(out, fmt.Sprintf(format, i))
	}
	return out
}

func anys[T any](list []T) []model.Value {
	var out []model.Value
	for _, v := range list {
		out = append(out, v)
	}
	return out
}

// expiredAt is a time at which an item has ended for the clock of the tests,
// in the attribute's units.
func expiredAt(a *model.Attribute) (model.Value, bool) {
	t, ok := a.Type.(model.Epoch)
	if !ok {
		return nil, false
	}
	v := units(now.Add(-time.Hour), t.Precision)
	return v, within(v, t.Min, t.Max)
}

// upper is v in upper case where lower case gives v back, which is what a
// caller of a pattern by a lower-case attribute may give.
func upper(v model.Value) (model.Value, bool) {
	s, ok := v.(string)
	if !ok || strings.ToLower(strings.ToUpper(s)) != s || strings.ToUpper(s) == s {
		return nil, false
	}
	return strings.ToUpper(s), true
}
