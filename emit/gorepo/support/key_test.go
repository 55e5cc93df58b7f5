package support

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/keytext"
)

// biting draws short texts in which delimiters, escapes, their neighbours,
// prefixes of each other and wide characters are common.
func biting(t *rapid.T) string {
	if rapid.IntRange(0, 4).Draw(t, "any") == 0 {
		return rapid.StringN(-1, 8, 32).Draw(t, "text")
	}
	return rapid.StringOfN(rapid.RuneFrom([]rune("\x00 !\"#$%&*+,-ab~\u007f\u0080é\ud7ff\ue000\U0010ffff")), -1, 4, -1).Draw(t, "text")
}

func number64(t *rapid.T, lo, hi int64) int64 {
	return rapid.OneOf(rapid.Int64Range(lo, hi), rapid.Int64Range(max(lo, min(hi, -3)), min(hi, max(lo, 3))),
		rapid.SampledFrom([]int64{lo, hi})).Draw(t, "number")
}

func moment(t *rapid.T) time.Time {
	lo := time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC).Unix()
	hi := time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC).Unix()
	sec := rapid.OneOf(rapid.Int64Range(lo, hi), rapid.Int64Range(-2, 2), rapid.SampledFrom([]int64{lo, hi})).Draw(t, "seconds")
	nano := rapid.SampledFrom([]int64{0, 1, 999999, 1000000, 500000000, 999999999}).Draw(t, "nanoseconds")
	zone := time.FixedZone("", rapid.IntRange(-12, 14).Draw(t, "zone")*3600)
	if sec < lo+86400 || sec > hi-86400 {
		zone = time.UTC
	}
	return time.Unix(sec, nano).In(zone)
}

func decimalText(t *rapid.T) string {
	s := rapid.StringMatching(`-?[1-9][0-9]{0,6}(\.[0-9]{0,6}[1-9])?|-?0\.0{0,8}[1-9]|0|-?[1-9]0{0,125}`).Draw(t, "decimal")
	return s
}

var precisions = map[precision]model.Precision{second: model.Second, millisecond: model.Millisecond, nanosecond: model.Nanosecond}

// part is one way to write a part, here and in the reference.
type part struct {
	name string
	// draw returns a value, what the reference calls it, and its text.
	draw func(t *rapid.T) (v any, reference model.Value, text func(key) key)
	typ  model.Type
	form model.Form
}

func intPart(least, most int64, width int, typ model.Type) part {
	return part{"int", func(t *rapid.T) (any, model.Value, func(key) key) {
		v := number64(t, least, most)
		return v, v, func(k key) key { return k.int(v, width) }
	}, typ, model.Plain}
}

func timePart(p precision) part {
	return part{"time", func(t *rapid.T) (any, model.Value, func(key) key) {
		v := p.cut(moment(t))
		return v, keytext.Timestamp(precisions[p], v), func(k key) key { return k.time(v, p) }
	}, model.Timestamp{Precision: precisions[p]}, model.Plain}
}

func ptrTo(v int64) *int64 { return &v }

func parts() []part {
	text := func(form model.Form, enc func(key, string) key) part {
		return part{"text", func(t *rapid.T) (any, model.Value, func(key) key) {
			v := biting(t)
			return v, v, func(k key) key { return enc(k, v) }
		}, model.String{}, form}
	}
	values := []string{"pending", "paid", "shipped"}
	return []part{
		text(model.Plain, key.plain), text(model.Sorted, key.sorted),
		intPart(-1<<63, 1<<63-1, 19, model.Int{}),
		intPart(-20, 300, 3, model.Int{Min: ptrTo(-20), Max: ptrTo(300)}),
		intPart(0, 9, 1, model.Int{Min: ptrTo(0), Max: ptrTo(9)}),
		intPart(-999999999999, 999999999999, 12, model.Epoch{Precision: model.Second}),
		timePart(second), timePart(millisecond), timePart(nanosecond),
		{"epoch", func(t *rapid.T) (any, model.Value, func(key) key) {
			v := millisecond.cut(moment(t))
			return v, v.UnixMilli(), func(k key) key { return k.epoch(v, millisecond, 15) }
		}, model.Epoch{Precision: model.Millisecond}, model.Plain},
		{"date", func(t *rapid.T) (any, model.Value, func(key) key) {
			v := DateOf(moment(t).UTC())
			return v, v.String(), func(k key) key { return k.date(v) }
		}, model.Date{}, model.Plain},
		{"decimal", func(t *rapid.T) (any, model.Value, func(key) key) {
			s := decimalText(t)
			v, err := ParseDecimal(s)
			if err != nil {
				t.Fatal(err)
			}
			return v, s, func(k key) key { return k.decimal(v) }
		}, model.Decimal{}, model.Plain},
		{"bool", func(t *rapid.T) (any, model.Value, func(key) key) {
			v := rapid.Bool().Draw(t, "bool")
			return v, v, func(k key) key { return k.bool(v) }
		}, model.Bool{}, model.Plain},
		{"rank", func(t *rapid.T) (any, model.Value, func(key) key) {
			n := rapid.IntRange(0, 2).Draw(t, "rank")
			return n, values[n], func(k key) key { return k.rank(n) }
		}, model.Enum{Values: values, Ordered: true}, model.Plain},
		{"desc int", func(t *rapid.T) (any, model.Value, func(key) key) {
			v := number64(t, -1<<63, 1<<63-1)
			return v, v, func(k key) key { return k.desc(key.int(nil, v, 19)) }
		}, model.Int{}, model.Desc},
		{"desc ulid", func(t *rapid.T) (any, model.Value, func(key) key) {
			v := newULID(moment(t))
			return v, v, func(k key) key { return k.desc(key(v)) }
		}, model.ULID{}, model.Desc},
	}
}

// TestKeyTextIsTheReference compares every encoding with the reference's.
func TestKeyTextIsTheReference(t *testing.T) {
	for _, p := range parts() {
		t.Run(fmt.Sprintf("%s %s %d", p.name, p.typ, p.form), rapid.MakeCheck(func(t *rapid.T) {
			_, reference, text := p.draw(t)
			want, err := keytext.Encode(p.typ, p.form, delimiter, reference)
			if err != nil {
				t.Fatal(err)
			}
			if got := text(newKey().lit("x#")).String(); got != "x#"+want {
				t.Fatalf("%v is %q, want %q", reference, got, want)
			}
		}))
	}
}

// TestKeyTextOrders compares the order of texts, each followed by the
// delimiter and another part, with the order of values.
func TestKeyTextOrders(t *testing.T) {
	for _, p := range parts() {
		if p.form == model.Plain && p.typ == (model.String{}) {
			continue // not sorted
		}
		t.Run(fmt.Sprintf("%s %s %d", p.name, p.typ, p.form), rapid.MakeCheck(func(t *rapid.T) {
			_, a, ta := p.draw(t)
			_, b, tb := p.draw(t)
			x := ta(newKey()).lit("#").plain(biting(t)).String()
			y := tb(newKey()).lit("#").plain(biting(t)).String()
			want := keytext.Compare(p.typ, a, b)
			if p.form == model.Desc {
				want = -want
			}
			if want != 0 && strings.Compare(x, y) != want {
				t.Fatalf("%v is %q, %v is %q", a, x, b, y)
			}
		}))
	}
}

// TestKeyTextIsDistinct: two parts joined are two values and no other two.
func TestKeyTextIsDistinct(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c, d := biting(t), biting(t), biting(t), biting(t)
		x := newKey().plain(a).lit("#").sorted(b).lit("#").String()
		y := newKey().plain(c).lit("#").sorted(d).lit("#").String()
		if (x == y) != (a == c && b == d) {
			t.Fatalf("%q %q and %q %q are %q and %q", a, b, c, d, x, y)
		}
	})
}

func TestPrefixTrue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := biting(t), biting(t)
		if whole := newKey().sorted(a + b).String(); !strings.HasPrefix(whole, newKey().sorted(a).String()) {
			t.Fatalf("%q does not begin as %q", whole, a)
		}
	})
}

func TestDerived(t *testing.T) {
	source := &model.Attribute{Name: "s", Type: model.String{}}
	rapid.Check(t, func(t *rapid.T) {
		s := biting(t)
		if rapid.Bool().Draw(t, "letters") {
			s = rapid.StringOf(rapid.Rune()).Draw(t, "s")
		}
		for name, x := range map[string]struct {
			d   model.Derivation
			got string
		}{
			"lower":  {model.Lower{Source: source}, lower(s)},
			"upper":  {model.Upper{Source: source}, upper(s)},
			"sha256": {model.SHA256{Source: source}, digest(s)},
			"first":  {model.First{Source: source, N: 3}, first(s, 3)},
		} {
			want, err := keytext.Apply(x.d, source.Type, s)
			if err != nil {
				t.Fatal(err)
			}
			if x.got != want {
				t.Fatalf("%s(%q) is %q, want %q", name, s, x.got, want)
			}
		}
	})
}

// TestFoldEveryRune is over all of Unicode: the table must not miss one.
func TestFoldEveryRune(t *testing.T) {
	for r := rune(0); r <= 0x10ffff; r++ {
		s := string(r)
		if r >= 0xd800 && r < 0xe000 {
			continue
		}
		if lower(s) != strings.Map(lowerOf, s) || upper(s) != strings.Map(upperOf, s) {
			t.Fatalf("%U becomes %q and %q", r, lower(s), upper(s))
		}
	}
}

func TestWrittenExamples(t *testing.T) {
	d := func(s string) Decimal {
		v, err := ParseDecimal(s)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	for _, x := range []struct{ got, want string }{
		{newKey().plain("a#b$c").String(), "a$Zb$ac"},
		{newKey().sorted(" #$").String(), "$W$Z$a"},
		{newKey().int(-1, 19).String(), "-9999999999999999998"},
		{newKey().int(-1<<63, 19).String(), "-0776627963145224191"},
		{newKey().decimal(d("12.5")).String(), "2132125"},
		{newKey().decimal(d("-12.50")).String(), "0867874~"},
		{newKey().decimal(d("-0")).String(), "1"},
		{newKey().time(time.Date(2025, 6, 1, 0, 0, 0, 0, time.UTC), millisecond).String(), "2025-06-01T00:00:00.000Z"},
	} {
		if x.got != x.want {
			t.Errorf("got %q, want %q", x.got, x.want)
		}
	}
}

func FuzzKeyText(f *testing.F) {
	f.Add("a#b", "$", int64(-1))
	f.Add("", "\x00 !", int64(0))
	f.Fuzz(func(t *testing.T, a, b string, n int64) {
		check := func(form model.Form, typ model.Type, v model.Value, got key) {
			want, err := keytext.Encode(typ, form, delimiter, v)
			if err == nil && string(got) != want {
				t.Fatalf("%v is %q, want %q", v, got, want)
			}
		}
		check(model.Plain, model.String{}, a, newKey().plain(a))
		check(model.Sorted, model.String{}, b, newKey().sorted(b))
		check(model.Plain, model.Int{}, n, newKey().int(n, 19))
		if d, err := ParseDecimal(a); err == nil {
			again, err := ParseDecimal(d.String())
			if err != nil || again != d {
				t.Fatalf("%q is %q and then %q, %v", a, d, again, err)
			}
			check(model.Plain, model.Decimal{}, a, newKey().decimal(d))
		}
		r := &request{t: newTable(nil, a, nil), pk: b, keys: [2]string{"PK", "SK"}}
		if _, err := r.position(Cursor(a), "", ""); err == nil {
			t.Fatalf("%q is a cursor", a)
		}
	})
}
