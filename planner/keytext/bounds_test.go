package keytext_test

import (
	"math/big"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/keytext"
)

var operators = []keytext.Op{keytext.Equal, keytext.AtLeast, keytext.Above, keytext.AtMost, keytext.Below, keytext.BeginsWith}

// operatorsOf leaves begins_with to strings.
func operatorsOf(typ model.Type) []keytext.Op {
	if _, ok := typ.(model.String); ok {
		return operators
	}
	return operators[:5]
}

// drawBound draws a bound that is often near v, and for numbers and times often
// off the unit or out of the domain.
func (x typed) drawBound(t *rapid.T, v model.Value) keytext.Bound {
	b := keytext.Bound{Op: rapid.SampledFrom(operatorsOf(x.typ)).Draw(t, "operator"), Value: x.near(t, v)}
	switch x.typ.(type) {
	case model.String:
		if b.Op == keytext.BeginsWith {
			s := b.Value.(string)
			cut := rapid.IntRange(0, len(s)).Draw(t, "cut")
			b.Value = strings.ToValidUTF8(s[:cut], "")
		}
	case model.Int:
		if rapid.Bool().Draw(t, "far") {
			b.Value = number(t, -1<<63, 1<<63-1)
		}
	case model.Timestamp, model.Epoch:
		if rapid.Bool().Draw(t, "time") {
			year := rapid.SampledFrom([]int{0, 0, 0, -9999, 9999, 290}).Draw(t, "years")
			b.Value = moment(t).AddDate(year, 0, 0)
		}
	}
	return b
}

// wants is the plain filter: does v satisfy the bound, by the meaning of the
// values alone.
func wants(typ model.Type, b keytext.Bound, v model.Value) bool {
	c := 0
	switch bound := b.Value.(type) {
	case time.Time:
		c = instant(typ, v).Cmp(nanoseconds(bound))
	case string:
		if b.Op == keytext.BeginsWith {
			return strings.HasPrefix(v.(string), bound)
		}
		c = oracle(typ, v, bound)
	default:
		c = oracle(typ, v, bound)
	}
	switch b.Op {
	case keytext.Equal:
		return c == 0
	case keytext.AtLeast:
		return c >= 0
	case keytext.Above:
		return c > 0
	case keytext.AtMost:
		return c <= 0
	}
	return c < 0
}

// instant is the time of a timestamp or epoch in nanoseconds since 1970.
func instant(typ model.Type, v model.Value) *big.Int {
	if e, ok := typ.(model.Epoch); ok {
		scale := []int64{1e9, 1e6, 1}[e.Precision]
		return new(big.Int).Mul(big.NewInt(v.(int64)), big.NewInt(scale))
	}
	at, err := time.Parse(time.RFC3339Nano, v.(string))
	if err != nil {
		panic(err)
	}
	return nanoseconds(at)
}

func nanoseconds(at time.Time) *big.Int {
	n := new(big.Int).Mul(big.NewInt(at.Unix()), big.NewInt(1e9))
	return n.Add(n, big.NewInt(int64(at.Nanosecond())))
}

// TestBoundsExact: whatever the bounds, crossed, equal, off the unit or out of
// the domain, the condition selects exactly the items that a filter on the
// values selects, and nothing beside the prefix.
func TestBoundsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := drawTyped(t)
		d := string(rune(x.delimiter))
		prefix := rapid.SampledFrom([]string{"", "o" + d, "o" + d + "1" + d}).Draw(t, "prefix")
		v := value(t, x.typ)
		var bounds []keytext.Bound
		for range rapid.IntRange(0, 3).Draw(t, "bounds") {
			bounds = append(bounds, x.drawBound(t, v))
		}
		place := keytext.Bounded{Prefix: prefix, Type: x.typ, Form: x.form, Delimiter: x.delimiter}
		cond, err := place.Condition(bounds...)
		if err != nil {
			t.Fatalf("%v: %v", bounds, err)
		}
		x.compare(t, place, cond, bounds, v)
		x.compare(t, place, cond, bounds, x.near(t, v))
		if prefix == "" {
			return
		}
		for _, other := range []string{"n" + d + "~", "p" + d, "o" + d, "o", d} {
			if !strings.HasPrefix(other, prefix) && cond.Matches(other) {
				t.Fatalf("%v: %+v selects %q", bounds, cond, other)
			}
		}
	})
}

func (x typed) compare(t *rapid.T, place keytext.Bounded, cond keytext.Condition, bounds []keytext.Bound, v model.Value) {
	want := true
	for _, b := range bounds {
		want = want && wants(x.typ, b, v)
	}
	key := place.Prefix + x.encode(t, v)
	if !place.Last {
		key += string(rune(x.delimiter)) + rapid.SampledFrom([]string{"", " ", "a", "~\U0010ffff"}).Draw(t, "rest")
	}
	if key == "" {
		return // no item has an empty key
	}
	if got := cond.Matches(key); got != want {
		t.Fatalf("%T %v of %v: selected %v, want %v; key %q, condition %+v", x.typ, bounds, v, got, want, key, cond)
	}
}

// TestBoundsOfALastPart: a part that ends its key, as pins may have it, is
// bounded exactly or not at all.
func TestBoundsOfALastPart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := drawTyped(t)
		if keytext.Escaped(x.typ) {
			x.form = model.Plain
		}
		v := value(t, x.typ)
		var bounds []keytext.Bound
		for range rapid.IntRange(0, 2).Draw(t, "bounds") {
			bounds = append(bounds, x.drawBound(t, v))
		}
		prefix := rapid.SampledFrom([]string{"", "o" + string(rune(x.delimiter))}).Draw(t, "prefix")
		place := keytext.Bounded{Prefix: prefix, Type: x.typ, Form: x.form, Delimiter: x.delimiter, Last: true}
		cond, err := place.Condition(bounds...)
		if err != nil && refusable(x, bounds) {
			return
		}
		if err != nil {
			t.Fatalf("%v: %v", bounds, err)
		}
		x.compare(t, place, cond, bounds, v)
		x.compare(t, place, cond, bounds, x.near(t, v))
	})
}

// refusable: a strict bound of a type that has no unit, or several bounds
// with a prefix.
func refusable(x typed, bounds []keytext.Bound) bool {
	for _, b := range bounds {
		switch x.typ.(type) {
		case model.Int, model.Epoch, model.Timestamp, model.Date:
			continue
		}
		if b.Op == keytext.Below || b.Op == keytext.Above && x.form == model.Desc || b.Op == keytext.BeginsWith && len(bounds) > 1 {
			return true
		}
	}
	return false
}

// TestBoundsBesideFirst: in a span over a first entity the bounds speak of the
// others only; the first comes in every case.
func TestBoundsBesideFirst(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := drawTyped(t)
		d := string(rune(x.delimiter))
		ascending := rapid.Bool().Draw(t, "ascending")
		place := keytext.Bounded{Prefix: "1" + d, Type: x.typ, Form: x.form, Delimiter: x.delimiter}
		first, ops := "0"+d+"u", []keytext.Op{keytext.AtMost, keytext.Below}
		place.From, place.To = "0"+d, "1"+string(rune(x.delimiter+1))
		if !ascending {
			first, ops = "2"+d+"u", []keytext.Op{keytext.AtLeast, keytext.Above}
			place.From, place.To = "1"+d, "2"+string(rune(x.delimiter+1))
		}
		if x.form == model.Desc {
			return // away from the first item is then the other direction; the planner's form is ascending
		}
		v := value(t, x.typ)
		b := x.drawBound(t, v)
		b.Op = rapid.SampledFrom(ops).Draw(t, "away")
		cond, err := place.Condition(b)
		if err != nil {
			t.Fatalf("%v: %v", b, err)
		}
		if !cond.Matches(first) {
			t.Fatalf("%v: %+v loses the first item", b, cond)
		}
		x.compare(t, place, cond, []keytext.Bound{b}, v)
		x.compare(t, place, cond, []keytext.Bound{b}, x.near(t, v))
	})
}
