package keytext_test

import (
	"math"
	"testing"
	"time"

	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/keytext"
)

// TestEncode pins the texts that keys.md gives.
func TestEncode(t *testing.T) {
	enum := model.Enum{Values: []string{"pending", "paid"}}
	rank := model.Enum{Values: []string{"pending", "paid"}, Ordered: true}
	for _, c := range []struct {
		typ   model.Type
		form  model.Form
		value model.Value
		want  string
	}{
		{model.String{}, model.Plain, "a#b$ c", "a$Zb$a c"},
		{model.String{}, model.Sorted, "a#b$ c\x00!%", "a$Zb$a$Wc$0$X%"},
		{model.String{}, model.Raw, "a#b$", "a#b$"},
		{model.String{}, model.Plain, "", ""},
		{enum, model.Plain, "paid", "paid"},
		{rank, model.Plain, "paid", "001"},
		{model.Int{}, model.Plain, int64(20), "0000000000000000020"},
		{model.Int{}, model.Plain, int64(-1), "-9999999999999999998"},
		{model.Int{}, model.Plain, int64(math.MinInt64), "-0776627963145224191"},
		{model.Int{}, model.Raw, int64(-20), "-20"},
		{model.Int{Min: ptr(-20), Max: ptr(300)}, model.Plain, int64(-20), "-979"},
		{model.Int{Min: ptr(0), Max: ptr(99)}, model.Plain, int64(7), "07"},
		{model.Int{Min: ptr(0), Max: ptr(99)}, model.Desc, int64(7), "wp"},
		{model.Int{Min: ptr(0)}, model.Plain, int64(7), "0000000000000000007"},
		{model.Decimal{}, model.Plain, "12.5", "2132125"},
		{model.Decimal{}, model.Plain, "-12.5", "0867874~"},
		{model.Decimal{}, model.Plain, "0", "1"},
		{model.Decimal{}, model.Plain, "-0", "1"},
		{model.Decimal{}, model.Plain, "1.00", "21311"},
		{model.Decimal{}, model.Plain, "1", "21311"},
		{model.Decimal{}, model.Plain, "0.001", "21281"},
		{model.Bool{}, model.Plain, true, "1"},
		{model.Timestamp{Precision: model.Millisecond}, model.Plain, "2025-06-01T00:00:00.000Z", "2025-06-01T00:00:00.000Z"},
		{model.Epoch{}, model.Plain, int64(1748736000), "001748736000"},
		{model.Epoch{Precision: model.Millisecond}, model.Plain, int64(-1), "-999999999999998"},
		{model.Epoch{Precision: model.Nanosecond}, model.Plain, int64(5), "0000000000000000005"},
		{model.Date{}, model.Plain, "0001-01-01", "0001-01-01"},
		{model.UUID{}, model.Plain, "0b0f1c1e-0000-4000-8000-00000000000a", "0b0f1c1e-0000-4000-8000-00000000000a"},
		{model.KSUID{}, model.Plain, "aWgEPTl1tmebfsQzFP4bxwgy80V", "aWgEPTl1tmebfsQzFP4bxwgy80V"},
	} {
		got, err := keytext.Encode(c.typ, c.form, '#', c.value)
		if err != nil || got != c.want {
			t.Errorf("Encode(%v, %v, %v) = %q, %v; want %q", c.typ, c.form, c.value, got, err, c.want)
		}
	}
	if got, _ := keytext.Encode(model.String{}, model.Plain, '+', "a+b,#"); got != "a,hb,i#" {
		t.Errorf("with + as delimiter: %q", got)
	}
}

// TestRefused: what a type does not hold is refused, never converted.
func TestRefused(t *testing.T) {
	for _, c := range []struct {
		typ   model.Type
		value model.Value
	}{
		{model.String{}, "\xff"}, {model.String{}, int64(1)}, {model.String{MaxLength: 2}, "abc"},
		{model.Enum{Values: []string{"a"}}, "b"}, {model.Enum{Values: []string{""}}, ""},
		{model.Int{Max: ptr(5)}, int64(6)}, {model.Int{Min: ptr(5)}, int64(4)}, {model.Int{}, "1"},
		{model.Epoch{}, int64(1e12)}, {model.Epoch{}, int64(-1e12)}, {model.Bool{}, "1"},
		{model.Decimal{}, ""}, {model.Decimal{}, "1e3"}, {model.Decimal{}, "."}, {model.Decimal{}, "1."}, {model.Decimal{}, "+1"},
		{model.Decimal{}, "123456789012345678901234567890123456789"},
		{model.UUID{}, "0B0F1C1E-0000-4000-8000-00000000000A"}, {model.UUID{}, "0b0f1c1e000040008000000000000000000a"},
		{model.ULID{}, "8ZZZZZZZZZZZZZZZZZZZZZZZZZ"}, {model.ULID{}, "01arz3ndektsv4rrffq69g5fav"},
		{model.KSUID{}, "aWgEPTl1tmebfsQzFP4bxwgy80W"}, {model.KSUID{}, "short"},
		{model.Timestamp{}, "2025-06-01T00:00:00.000Z"}, {model.Timestamp{}, "0000-06-01T00:00:00Z"},
		{model.Timestamp{}, "2025-06-01T00:00:00+00:00"}, {model.Timestamp{}, "2025-02-30T00:00:00Z"},
		{model.Date{}, "2025-6-1"}, {model.Date{}, "0000-01-01"},
		{model.Text{Width: 4, Fixed: true}, "abc"}, {model.Float{}, 1.5}, {model.Binary{}, []byte("a")},
	} {
		if s, err := keytext.Encode(c.typ, model.Plain, '#', c.value); err == nil {
			t.Errorf("Encode(%#v, %v) = %q, want an error", c.typ, c.value, s)
		}
	}
	for _, c := range []struct {
		typ  model.Type
		text string
	}{
		{model.String{}, "$"}, {model.String{}, "$~"}, {model.String{}, "$A"}, {model.String{}, "a#"},
		{model.Bool{}, "2"}, {model.Int{}, "1"}, {model.Int{}, "+000000000000000020"}, {model.Int{}, "9999999999999999999"},
		{model.Decimal{}, "2131"}, {model.Decimal{}, "213110"}, {model.Decimal{}, "2999" + "1"}, {model.Decimal{}, "0867874"},
		{model.Decimal{}, "2132125~"}, {model.Decimal{}, "3132125"}, {model.Decimal{}, ""},
		{model.Enum{Values: []string{"a"}, Ordered: true}, "001"}, {model.Enum{Values: []string{"a"}, Ordered: true}, "0"},
	} {
		if v, err := keytext.Decode(c.typ, model.Plain, '#', c.text); err == nil {
			t.Errorf("Decode(%v, %q) = %v, want an error", c.typ, c.text, v)
		}
	}
}

// TestBoundsTable pins the conditions of keys.md, "Bounds".
func TestBoundsTable(t *testing.T) {
	text := keytext.Bounded{Prefix: "o#", Type: model.String{}, Form: model.Sorted, Delimiter: '#'}
	bare := keytext.Bounded{Type: model.String{}, Form: model.Sorted, Delimiter: '#'}
	small := keytext.Bounded{Prefix: "o#", Type: model.Int{Min: ptr(0), Max: ptr(9)}, Delimiter: '#'}
	at := keytext.Bounded{Prefix: "o#", Type: model.Timestamp{Precision: model.Second}, Delimiter: '#'}
	span := keytext.Bounded{Prefix: "1#", From: "0#", To: "1$", Type: model.Int{Min: ptr(0), Max: ptr(9)}, Delimiter: '#'}
	half := time.Date(2025, 6, 1, 0, 0, 0, 5e8, time.UTC)
	bound := func(op keytext.Op, v any) keytext.Bound { return keytext.Bound{Op: op, Value: v} }
	for _, c := range []struct {
		name   string
		in     keytext.Bounded
		bounds []keytext.Bound
		want   keytext.Condition
	}{
		{"nothing", text, nil, keytext.Condition{Kind: keytext.Begins, Low: "o#"}},
		{"equal", text, []keytext.Bound{bound(keytext.Equal, "t")}, keytext.Condition{Kind: keytext.Begins, Low: "o#t#"}},
		{"from", text, []keytext.Bound{bound(keytext.AtLeast, "t")}, keytext.Condition{Kind: keytext.Between, Low: "o#t", High: "o$"}},
		{"above", text, []keytext.Bound{bound(keytext.Above, "t")}, keytext.Condition{Kind: keytext.Between, Low: "o#t$", High: "o$"}},
		{"to", text, []keytext.Bound{bound(keytext.AtMost, "t")}, keytext.Condition{Kind: keytext.Between, Low: "o#", High: "o#t$"}},
		{"below", text, []keytext.Bound{bound(keytext.Below, "t")}, keytext.Condition{Kind: keytext.Between, Low: "o#", High: "o#t"}},
		{"begins", text, []keytext.Bound{bound(keytext.BeginsWith, "a b")}, keytext.Condition{Kind: keytext.Begins, Low: "o#a$Wb"}},
		{"both", text, []keytext.Bound{bound(keytext.AtLeast, "a"), bound(keytext.AtMost, "b")}, keytext.Condition{Kind: keytext.Between, Low: "o#a", High: "o#b$"}},
		{"crossed", text, []keytext.Bound{bound(keytext.AtLeast, "b"), bound(keytext.AtMost, "a")}, keytext.Condition{}},
		{"no prefix, nothing", bare, nil, keytext.Condition{Kind: keytext.Whole}},
		{"no prefix, from", bare, []keytext.Bound{bound(keytext.AtLeast, "t")}, keytext.Condition{Kind: keytext.From, Low: "t"}},
		{"no prefix, to", bare, []keytext.Bound{bound(keytext.AtMost, "t")}, keytext.Condition{Kind: keytext.To, High: "t$"}},
		{"below the domain", small, []keytext.Bound{bound(keytext.AtLeast, int64(-5))}, keytext.Condition{Kind: keytext.Begins, Low: "o#"}},
		{"nothing below", small, []keytext.Bound{bound(keytext.AtMost, int64(-5))}, keytext.Condition{}},
		{"above the domain", small, []keytext.Bound{bound(keytext.Below, int64(50))}, keytext.Condition{Kind: keytext.Begins, Low: "o#"}},
		{"nothing above", small, []keytext.Bound{bound(keytext.Above, int64(50))}, keytext.Condition{}},
		{"equal outside", small, []keytext.Bound{bound(keytext.Equal, int64(50))}, keytext.Condition{}},
		{"strict off the unit", at, []keytext.Bound{bound(keytext.Above, half)}, keytext.Condition{Kind: keytext.Between, Low: "o#2025-06-01T00:00:01Z", High: "o$"}},
		{"upper off the unit", at, []keytext.Bound{bound(keytext.Below, half)}, keytext.Condition{Kind: keytext.Between, Low: "o#", High: "o#2025-06-01T00:00:00Z$"}},
		{"equal off the unit", at, []keytext.Bound{bound(keytext.Equal, half)}, keytext.Condition{}},
		{"first alone", span, []keytext.Bound{bound(keytext.Below, int64(-1))}, keytext.Condition{Kind: keytext.Between, Low: "0#", High: "1#"}},
		{"first and some", span, []keytext.Bound{bound(keytext.AtMost, int64(3))}, keytext.Condition{Kind: keytext.Between, Low: "0#", High: "1#3$"}},
		{"first and all", span, nil, keytext.Condition{Kind: keytext.Between, Low: "0#", High: "1$"}},
	} {
		got, err := c.in.Condition(c.bounds...)
		if err != nil || got != c.want {
			t.Errorf("%s: %+v, %v; want %+v", c.name, got, err, c.want)
		}
	}
	if _, err := small.Condition(bound(keytext.BeginsWith, "0")); err == nil {
		t.Error("begins_with is for strings alone")
	}
}

// TestLastPart pins the strict bounds of a part that ends its key.
func TestLastPart(t *testing.T) {
	small := keytext.Bounded{Prefix: "o#", Type: model.Int{Min: ptr(0), Max: ptr(9)}, Delimiter: '#', Last: true}
	for _, c := range []struct {
		op   keytext.Op
		v    int64
		want keytext.Condition
	}{
		{keytext.Above, 3, keytext.Condition{Kind: keytext.Between, Low: "o#4", High: "o$"}},
		{keytext.Below, 3, keytext.Condition{Kind: keytext.Between, Low: "o#", High: "o#2"}},
		{keytext.Above, 9, keytext.Condition{}},
		{keytext.Below, 0, keytext.Condition{}},
		{keytext.Equal, 3, keytext.Condition{Kind: keytext.Exact, Low: "o#3"}},
	} {
		got, err := small.Condition(keytext.Bound{Op: c.op, Value: c.v})
		if err != nil || got != c.want {
			t.Errorf("%v %d: %+v, %v; want %+v", c.op, c.v, got, err, c.want)
		}
	}
	text := keytext.Bounded{Prefix: "o#", Type: model.String{}, Delimiter: '#', Last: true}
	if _, err := text.Condition(keytext.Bound{Op: keytext.Below, Value: "t"}); err == nil {
		t.Error("a strict upper bound of a text that ends its key must be refused")
	}
}
