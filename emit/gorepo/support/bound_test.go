package support

import (
	"slices"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"pgregory.net/rapid"

	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/keytext"
)

// bounded is one kind of part that can be bounded.
type bounded struct {
	name string
	typ  model.Type
	form model.Form
	// strict says that a bare part of it takes a strict upper bound.
	strict bool
	// value draws a value of the part, and its text.
	value func(*rapid.T) (model.Value, string)
	// bound draws a bound, as the reference has it, and applies it to r.
	bound func(t *rapid.T, r *request, p place) []keytext.Bound
}

// draws draws an operator with its operands.
func draws[T any](t *rapid.T, operand func(*rapid.T) (T, model.Value), text bool) (bound[T], []keytext.Bound) {
	ops := []operator{is, from, after, until, before, between}
	if text {
		ops = append(ops, prefixed)
	}
	b := bound[T]{op: rapid.SampledFrom(ops).Draw(t, "operator")}
	var v, w model.Value
	b.a, v = operand(t)
	if b.op == between {
		b.b, w = operand(t)
		return b, []keytext.Bound{{Op: keytext.AtLeast, Value: v}, {Op: keytext.AtMost, Value: w}}
	}
	op := map[operator]keytext.Op{is: keytext.Equal, from: keytext.AtLeast, after: keytext.Above, until: keytext.AtMost, before: keytext.Below, prefixed: keytext.BeginsWith}[b.op]
	return b, []keytext.Bound{{Op: op, Value: v}}
}

// near draws times around a few moments, the domain's ends among them.
func near(t *rapid.T) time.Time {
	at := rapid.SampledFrom([]time.Time{
		time.Unix(0, 0), time.Unix(-2, 0), time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC),
		time.Unix(0, -1<<63), time.Unix(0, 1<<63-1).Add(-time.Second), time.Date(9999, 12, 31, 23, 59, 59, 999999999, time.UTC),
	}).Draw(t, "moment")
	return at.Add(time.Duration(rapid.IntRange(-4, 4).Draw(t, "units")) * rapid.SampledFrom([]time.Duration{1, time.Microsecond * 500, time.Millisecond, time.Second}).Draw(t, "unit"))
}

func boundedInts(least, most int64, width int, typ model.Type) bounded {
	operand := func(t *rapid.T) (int64, model.Value) {
		v := rapid.OneOf(rapid.Int64Range(max(least, -4), 4), rapid.SampledFrom([]int64{-1 << 63, 1<<63 - 1, least, most, max(least, -1<<62) - 1, min(most, 1<<62) + 1})).Draw(t, "v")
		return v, v
	}
	return bounded{name: "int", typ: typ, strict: true,
		value: func(t *rapid.T) (model.Value, string) {
			v := rapid.OneOf(rapid.Int64Range(max(least, -5), min(most, 5)), rapid.SampledFrom([]int64{least, most})).Draw(t, "v")
			return v, newKey().int(v, width).String()
		},
		bound: func(t *rapid.T, r *request, p place) []keytext.Bound {
			b, ref := draws(t, operand, false)
			r.boundInt(p, b, width, least, most)
			return ref
		},
	}
}

func boundedTimes(name string, p precision, typ model.Type, value func(time.Time) (model.Value, string), apply func(*request, place, bound[time.Time])) bounded {
	return bounded{name: name, typ: typ, strict: true,
		value: func(t *rapid.T) (model.Value, string) {
			at := near(t)
			for at.UTC().Year() < 1 || at.UTC().Year() > 9999 || p == nanosecond && name == "epoch" && !at.Equal(time.Unix(0, at.UnixNano())) {
				at = time.Unix(0, 0)
			}
			return value(p.cut(at))
		},
		bound: func(t *rapid.T, r *request, p place) []keytext.Bound {
			b, ref := draws(t, func(t *rapid.T) (time.Time, model.Value) { at := near(t); return at, at }, false)
			apply(r, p, b)
			return ref
		},
	}
}

func boundedParts() []bounded {
	out := []bounded{
		boundedInts(-1<<63, 1<<63-1, 19, model.Int{}),
		boundedInts(-20, 300, 3, model.Int{Min: ptrTo(-20), Max: ptrTo(300)}),
		boundedInts(3, 7, 1, model.Int{Min: ptrTo(3), Max: ptrTo(7)}),
	}
	for p, width := range map[precision]int{second: 12, millisecond: 15, nanosecond: 19} {
		out = append(out, boundedTimes("time", p, model.Timestamp{Precision: precisions[p]},
			func(at time.Time) (model.Value, string) {
				return keytext.Timestamp(precisions[p], at), newKey().time(at, p).String()
			},
			func(r *request, at place, b bound[time.Time]) { r.boundTime(at, b, p) }))
		limit := map[precision]int64{second: 999999999999, millisecond: 999999999999999, nanosecond: 1<<63 - 1}[p]
		least := -limit
		if p == nanosecond {
			least--
		}
		out = append(out, boundedTimes("epoch", p, model.Epoch{Precision: precisions[p]},
			func(at time.Time) (model.Value, string) {
				return p.units(at), newKey().epoch(at, p, width).String()
			},
			func(r *request, at place, b bound[time.Time]) { r.boundEpoch(at, b, p, width, least, limit) }))
	}
	drawDate := func(t *rapid.T) (Date, model.Value) {
		at := near(t).UTC()
		for at.Year() < 1 || at.Year() > 9999 {
			at = time.Unix(0, 0)
		}
		d := DateOf(at.AddDate(0, 0, rapid.IntRange(0, 3).Draw(t, "days")))
		if !d.valid() {
			d = DateOf(at)
		}
		return d, d.String()
	}
	drawDecimal := func(t *rapid.T) (Decimal, model.Value) {
		s := rapid.SampledFrom([]string{"0", "1", "-1", "1.5", "-1.5", "10", "9", "0.001", "-0.001", "1.05"}).Draw(t, "decimal")
		d, err := ParseDecimal(s)
		if err != nil {
			t.Fatal(err)
		}
		return d, s
	}
	drawText := func(t *rapid.T) (string, model.Value) {
		s := rapid.StringOfN(rapid.RuneFrom([]rune("\x00 !#$%a\ud7ff\U0010ffff")), 0, 3, -1).Draw(t, "text")
		return s, s
	}
	return append(out,
		bounded{name: "date", typ: model.Date{}, strict: true,
			value: func(t *rapid.T) (model.Value, string) { d, v := drawDate(t); return v, d.String() },
			bound: func(t *rapid.T, r *request, p place) []keytext.Bound {
				b, ref := draws(t, drawDate, false)
				r.boundDate(p, b, "date")
				return ref
			}},
		bounded{name: "decimal", typ: model.Decimal{},
			value: func(t *rapid.T) (model.Value, string) { d, v := drawDecimal(t); return v, newKey().decimal(d).String() },
			bound: func(t *rapid.T, r *request, p place) []keytext.Bound {
				b, ref := draws(t, drawDecimal, false)
				boundText(r, p, b, key.decimal)
				return ref
			}},
		bounded{name: "text", typ: model.String{}, form: model.Sorted,
			value: func(t *rapid.T) (model.Value, string) { s, v := drawText(t); return v, newKey().sorted(s).String() },
			bound: func(t *rapid.T, r *request, p place) []keytext.Bound {
				b, ref := draws(t, drawText, true)
				r.boundString(p, b, "text", key.sorted)
				return ref
			}})
}

// descending is x in a key that runs the other way.
func descending(x bounded) bounded {
	value, apply := x.value, x.bound
	x.name, x.form = "desc "+x.name, model.Desc
	x.value = func(t *rapid.T) (model.Value, string) {
		v, text := value(t)
		return v, key(nil).desc(key(text)).String()
	}
	x.bound = func(t *rapid.T, r *request, p place) []keytext.Bound {
		p.desc = true
		return apply(t, r, p)
	}
	return x
}

// TestBoundsAreTheReference draws a place, one or two bounds and keys, and asks
// of every key whether the request selects it.
func TestBoundsAreTheReference(t *testing.T) {
	parts := boundedParts()
	for _, x := range parts {
		if model.FixedWidth(x.typ) {
			parts = append(parts, descending(x))
		}
	}
	for _, x := range parts {
		t.Run(x.name+" "+x.typ.String(), rapid.MakeCheck(func(t *rapid.T) {
			r := &request{t: newTable(nil, "t", nil), pk: "p", keys: [2]string{"PK", "SK"},
				condition: "begins", between: "between", atLeast: "PK = :pk AND SK >= :lo", atMost: "to",
				prefix: rapid.SampledFrom([]string{"", "o#", "o#x#"}).Draw(t, "prefix")}
			p := place{base: r.prefix, bare: rapid.IntRange(0, 3).Draw(t, "bare") == 0}
			ref := keytext.Bounded{Prefix: r.prefix, Type: x.typ, Form: x.form, Delimiter: delimiter, Last: p.bare}
			if r.prefix != "" && rapid.IntRange(0, 2).Draw(t, "span") == 0 {
				r.condition = "between"
				r.from, r.to, r.prefix = rapid.SampledFrom([]string{r.prefix, "a#"}).Draw(t, "from"), rapid.SampledFrom([]string{successor(r.prefix), "z$"}).Draw(t, "to"), ""
				ref.From, ref.To = r.from, r.to
			}
			var bounds []keytext.Bound
			for range rapid.IntRange(0, 2).Draw(t, "bounds") {
				bounds = append(bounds, x.bound(t, r, p)...)
			}
			if ref.From != "" && slices.ContainsFunc(bounds, func(b keytext.Bound) bool {
				lower := b.Op == keytext.AtLeast || b.Op == keytext.Above
				return b.Op == keytext.Equal || lower != (bounds[0].Op == keytext.AtLeast || bounds[0].Op == keytext.Above)
			}) {
				return // what stands first in a collection leaves one direction to bounds
			}
			want, err := ref.Condition(bounds...)
			if err != nil {
				if _, _, mine := r.start(); mine == nil && r.bounded {
					t.Fatalf("the reference refuses %v: %v", bounds, err)
				}
				return
			}
			_, nothing, err := r.start()
			if err != nil && p.bare && !x.strict {
				return // one condition cannot say it; the reference knows more of them
			}
			if err != nil {
				t.Fatalf("%v: %v", bounds, err)
			}
			got := selection(t, r, nothing)
			if want.Kind == keytext.Empty && got.Kind != keytext.Empty {
				t.Fatalf("%v makes a request, %v", bounds, got)
			}
			for range 8 {
				sk := p.base
				switch n := rapid.IntRange(0, 7).Draw(t, "key"); {
				case n == 0 && p.base != "": // without a prefix, nothing else is there
					sk = rapid.SampledFrom([]string{"a#", "z#1", "n#", "p#", "o", "p", "o#x", "o#y#", "b#2#3"}).Draw(t, "other")
				default:
					_, text := x.value(t)
					if sk += text; !p.bare {
						sk += "#" + rapid.SampledFrom([]string{"", "1", "#", "é"}).Draw(t, "rest")
					}
				}
				if sk != "" && got.Matches(sk) != want.Matches(sk) {
					t.Fatalf("%v at %+v: %q is %t in %+v, and %t in %+v", bounds, p, sk, got.Matches(sk), got, want.Matches(sk), want)
				}
			}
		}))
	}
}

// selection is what the request asks, in the words of the reference.
func selection(t *rapid.T, r *request, nothing bool) keytext.Condition {
	if nothing {
		return keytext.Condition{}
	}
	in := r.input(nil)
	v := func(name string) string {
		s, ok := in.ExpressionAttributeValues[name].(*types.AttributeValueMemberS)
		if !ok {
			t.Fatalf("%s has no %s", *in.KeyConditionExpression, name)
		}
		return s.Value
	}
	values := len(in.ExpressionAttributeValues)
	switch *in.KeyConditionExpression {
	case "PK = :pk AND begins_with(SK, :sk)":
		return keytext.Condition{Kind: keytext.Begins, Low: v(":sk")}
	case "begins":
		if r.prefix == "" && r.begins == "" && values == 1 {
			return keytext.Condition{Kind: keytext.Whole}
		}
		return keytext.Condition{Kind: keytext.Begins, Low: v(":sk")}
	case "between":
		return keytext.Condition{Kind: keytext.Between, Low: v(":lo"), High: v(":hi")}
	case "PK = :pk AND SK >= :lo":
		return keytext.Condition{Kind: keytext.From, Low: v(":lo")}
	}
	return keytext.Condition{Kind: keytext.To, High: v(":hi")}
}
