package support

import (
	"errors"
	"math/big"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"pgregory.net/rapid"
)

// TestDecimalIsExact compares with arithmetic of unlimited precision.
func TestDecimalIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringMatching(`[+-]?[0-9]{1,20}(\.[0-9]{0,18})?([eE][+-]?[0-9]{1,2})?`).Draw(t, "number")
		want, ok := new(big.Rat).SetString(s)
		if !ok {
			t.Fatal(s)
		}
		d, err := ParseDecimal(s)
		if err != nil {
			digits := strings.Trim(strings.NewReplacer(".", "", "-", "", "+", "").Replace(strings.FieldsFunc(s, func(r rune) bool { return r == 'e' || r == 'E' })[0]), "0")
			if len(digits) <= maxDigits {
				t.Fatalf("%q is refused: %v", s, err)
			}
			return
		}
		if d.Rat().Cmp(want) != 0 {
			t.Fatalf("%q is %s", s, d)
		}
		other, err := ParseDecimal(d.String())
		if err != nil || other != d || d.IsZero() != (want.Sign() == 0) {
			t.Fatalf("%q is %q, and that is %q", s, d, other)
		}
		var again Decimal
		if text, err := d.MarshalText(); err != nil || again.UnmarshalText(text) != nil || again != d {
			t.Fatalf("%q is not read back", text)
		}
	})
}

func TestDecimalLimits(t *testing.T) {
	nines := strings.Repeat("9", 38)
	for _, s := range []string{nines, "-" + nines, "1e-130", "9.99e125", nines + strings.Repeat("0", 88), "0." + strings.Repeat("0", 129) + "1"} {
		if _, err := ParseDecimal(s); err != nil {
			t.Errorf("%s: %v", s, err)
		}
	}
	for _, s := range []string{"", ".", "-", "1.2.3", "1e", "e1", "0x1", "NaN", "Inf", " 1", "1 ", nines + "9", "1." + nines, "1e126", "1e-131", "1e99999", "1e9999999999999999999"} {
		if d, err := ParseDecimal(s); !errors.Is(err, ErrInvalid) {
			t.Errorf("%q is %s, %v", s, d, err)
		}
	}
	if a, b := NewDecimal(150, 2), NewDecimal(15, 1); a != b || a.String() != "1.5" || a.Compare(NewDecimal(-2, 0)) != 1 {
		t.Errorf("%s and %s", a, b)
	}
	if NewDecimal(0, 5) != (Decimal{}) || (Decimal{}).String() != "0" {
		t.Error("zero is not the zero value")
	}
}

func TestDates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, e := DateOf(moment(t).UTC()), DateOf(moment(t).UTC())
		again, err := ParseDate(d.String())
		if err != nil || again != d || !d.valid() {
			t.Fatalf("%v is read back as %v, %v", d, again, err)
		}
		if d.Compare(e) != strings.Compare(d.String(), e.String()) {
			t.Fatalf("%v and %v", d, e)
		}
	})
	for _, d := range []Date{{}, {2025, 2, 29}, {2025, 13, 1}, {2025, 1, 0}, {0, 1, 1}, {10000, 1, 1}, {-1, 1, 1}} {
		if d.valid() {
			t.Errorf("%v is a day", d)
		}
	}
}

func TestIdentifiers(t *testing.T) {
	now := time.Date(2025, 6, 1, 0, 0, 0, 0, time.UTC)
	a, b := newULID(now), newULID(now.Add(time.Millisecond))
	if !isULID(a) || a >= b || a[:10] != "01JWMCKG00" {
		t.Errorf("ulids %s %s", a, b)
	}
	c, d := newKSUID(now), newKSUID(now.Add(time.Second))
	if !isKSUID(c) || c >= d {
		t.Errorf("ksuids %s %s", c, d)
	}
	if u := newUUID(); !isUUID(u) || u[14] != '4' || u == newUUID() {
		t.Errorf("uuid %s", u)
	}
	for _, s := range []string{"", a[1:], "8" + a[1:], strings.ToLower(a), a[:25] + "U", a[:25] + "\xff"} {
		if isULID(s) {
			t.Errorf("%q is a ulid", s)
		}
	}
	for _, s := range []string{"", c[1:], "aWgEPTl1tmebfsQzFP4bxwgy80W", c[:26] + "-"} {
		if isKSUID(s) {
			t.Errorf("%q is a ksuid", s)
		}
	}
	for _, s := range []string{"", "00000000-0000-0000-0000-00000000000", "00000000-0000-0000-0000-00000000000A", "000000000000-0000-0000-0000-00000000"} {
		if isUUID(s) {
			t.Errorf("%q is a uuid", s)
		}
	}
}

func TestExpirySpreads(t *testing.T) {
	now := time.Date(2025, 6, 1, 0, 0, 0, 0, time.UTC)
	seen := map[time.Time]bool{}
	for range 100 {
		at := expiry(now, 100*time.Hour, 10)
		if d := at.Sub(now); d < 100*time.Hour || d > 110*time.Hour || at.Nanosecond() != 0 {
			t.Fatalf("after %s", d)
		}
		seen[at] = true
	}
	if len(seen) < 50 {
		t.Errorf("%d different of 100", len(seen))
	}
	if at := expiry(now, time.Hour, 0); at != now.Add(time.Hour) {
		t.Errorf("without jitter at %s", at)
	}
}

func TestEqualValues(t *testing.T) {
	n := func(s string) types.AttributeValue { return number(s) }
	m := func(v types.AttributeValue) types.AttributeValue {
		return &types.AttributeValueMemberM{Value: map[string]types.AttributeValue{"a": v}}
	}
	for _, x := range []struct {
		a, b types.AttributeValue
		want bool
	}{
		{text("a"), text("a"), true}, {text("a"), text("b"), false}, {text("1"), n("1"), false},
		{n("1"), n("1.0"), true}, {n("1e2"), n("100"), true}, {n("1"), n("2"), false},
		{boolValue(true), boolValue(true), true}, {boolValue(true), boolValue(false), false},
		{bytesValue([]byte("a")), bytesValue([]byte("a")), true}, {bytesValue([]byte("a")), bytesValue([]byte("b")), false},
		{textSet([]string{"a", "b"}), textSet([]string{"b", "a"}), true}, {textSet([]string{"a"}), textSet([]string{"a", "b"}), false},
		{numberSet([]string{"1", "2"}, strings.Clone), numberSet([]string{"2.0", "1"}, strings.Clone), true},
		{bytesSet([][]byte{{1}, {2}}), bytesSet([][]byte{{2}, {1}}), true},
		{m(n("1")), m(n("1.0")), true}, {m(n("1")), m(n("2")), false}, {m(nil), m(n("1")), false},
		{listValue([]string{"a", "b"}, text), listValue([]string{"a", "b"}, text), true}, {listValue([]string{"a", "b"}, text), listValue([]string{"b", "a"}, text), false},
		{nil, nil, true}, {nil, text(""), false}, {text(""), nil, false},
	} {
		if got := equalValues(x.a, x.b); got != x.want {
			t.Errorf("%v and %v: %t", x.a, x.b, got)
		}
	}
}

func TestNestedValues(t *testing.T) {
	list := []map[string]int64{{"a": 1, "b": -1}, {}}
	av := listValue(list, func(m map[string]int64) types.AttributeValue { return mapValue(m, int64Value) })
	got, err := asList(asMap(asInt))(av)
	if err != nil || !reflect.DeepEqual(got, list) {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := asList(asMap(asText))(av); err == nil || !strings.Contains(err.Error(), "[0]") {
		t.Errorf("a number as a text: %v", err)
	}
	if _, err := asMap(asInt)(av); err == nil {
		t.Error("a list is a map")
	}
	if v, err := asInt(number("1e3")); v != 1000 || err != nil {
		t.Errorf("%d, %v", v, err)
	}
	if _, err := asInt(number("1.5")); err == nil {
		t.Error("1.5 is whole")
	}
	d := decoder{item: map[string]types.AttributeValue{"a": text("x")}}
	if must(&d, "a", asInt) != 0 || must(&d, "b", asText) != "" || !errors.Is(d.err, ErrInvalid) || !strings.Contains(d.err.Error(), "a: ") {
		t.Errorf("the first wrong attribute is not the error: %v", d.err)
	}
}

func TestClauses(t *testing.T) {
	var x clauses
	x.alive(number("5"))
	x.equal("a", text("1"))
	x.equal("b", nil)
	x.change("c", text("2"))
	x.change("d", nil)
	if err := x.when([]Condition{If(expression.Name("a").Equal(expression.Value(1))), If(expression.Name("e").AttributeExists())}); err != nil {
		t.Fatal(err)
	}
	want := "attribute_exists(#n0) AND (attribute_not_exists(#n1) OR #n1 > :v0) AND #n2 = :v1 AND attribute_not_exists(#n3)" +
		" AND ((#0 = :0) AND (attribute_exists (#1)))"
	if got := *x.condition(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := *x.update(); got != "SET #n4 = :v2 REMOVE #n5" {
		t.Errorf("got %s", got)
	}
	if n := len(x.names); n != 8 || x.names["#n1"] != ttlAttribute || x.names["#0"] != "a" {
		t.Errorf("names: %v", x.names)
	}
	if err := x.when([]Condition{If(expression.ConditionBuilder{})}); !errors.Is(err, ErrInvalid) {
		t.Errorf("an empty condition: %v", err)
	}
	var none clauses
	if none.condition() != nil || none.names != nil || none.values != nil {
		t.Error("no condition is not nil")
	}
}

func TestChecks(t *testing.T) {
	at := time.Date(2025, 6, 1, 0, 0, 0, 0, time.UTC)
	for name, f := range map[string]func(*check){
		"utf8":     func(c *check) { c.text("a", "\xff", 0) },
		"long":     func(c *check) { c.text("a", "ééé", 5) },
		"empty":    func(c *check) { c.notEmpty("a", "") },
		"uuid":     func(c *check) { c.uuid("a", "A") },
		"enum":     func(c *check) { c.oneOf("a", "", "x") },
		"least":    func(c *check) { c.int("a", 1, 2, 3) },
		"nan":      func(c *check) { var zero float64; c.float("a", zero/zero) },
		"huge":     func(c *check) { c.float("a", 1e300) },
		"no time":  func(c *check) { c.time("a", time.Time{}, second) },
		"fine":     func(c *check) { c.time("a", at.Add(time.Microsecond), millisecond) },
		"year 0":   func(c *check) { c.time("a", at.AddDate(-2025, 0, 0), second) },
		"in UTC":   func(c *check) { c.time("a", time.Date(9999, 12, 31, 23, 0, 0, 0, time.FixedZone("", -7200)), second) },
		"epoch":    func(c *check) { c.epoch("a", at, second, 0, 10) },
		"epoch ns": func(c *check) { c.epoch("a", at.AddDate(500, 0, 0), nanosecond, -1<<63, 1<<63-1) },
		"date":     func(c *check) { c.date("a", Date{2025, 2, 30}) },
		"bytes":    func(c *check) { c.bytes("a", []byte("abc"), 2) },
		"set":      func(c *check) { checkSet(c, "a", []int{1, 2, 1}) },
		"no set":   func(c *check) { checkSet(c, "a", []int{}) },
		"key": func(c *check) {
			c.keys(map[string]types.AttributeValue{"a": text(strings.Repeat("x", 2049))}, "a", "b")
		},
		"item": func(c *check) { c.item(map[string]types.AttributeValue{"a": bytesValue(make([]byte, 400<<10))}) },
	} {
		var c check
		if f(&c); !errors.Is(c.err, ErrInvalid) {
			t.Errorf("%s is let through: %v", name, c.err)
		}
		c = check{only: map[string]bool{"b": true}}
		if f(&c); c.err != nil && name != "item" && name != "key" {
			t.Errorf("%s is looked at although it does not change: %v", name, c.err)
		}
	}
	var c check
	c.text("a", "é", 2)
	c.time("a", at.Add(time.Millisecond).In(time.FixedZone("", 3600)), millisecond)
	c.epoch("a", at, second, -999999999999, 999999999999)
	c.float("a", -0.1)
	c.item(map[string]types.AttributeValue{"a": bytesValue(make([]byte, 400<<10-1))})
	if c.err != nil {
		t.Error(c.err)
	}
}
