package keytext_test

import (
	"cmp"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/keytext"
)

// typed is a type, a form of it and a delimiter.
type typed struct {
	typ       model.Type
	form      model.Form
	delimiter byte
}

func drawTyped(t *rapid.T) typed {
	typ := rapid.SampledFrom(keyTypes()).Draw(t, "type")
	return typed{typ, rapid.SampledFrom(formsOf(typ)).Draw(t, "form"), rapid.SampledFrom([]byte(delimiters)).Draw(t, "delimiter")}
}

func (x typed) encode(t *rapid.T, v model.Value) string {
	s, err := keytext.Encode(x.typ, x.form, x.delimiter, v)
	if err != nil {
		t.Fatalf("Encode(%#v, %v, %v): %v", x.typ, x.form, v, err)
	}
	return s
}

// near draws a second value that is often equal to the first, or an extension
// of it.
func (x typed) near(t *rapid.T, v model.Value) model.Value {
	switch rapid.IntRange(0, 3).Draw(t, "near") {
	case 0:
		return v
	case 1:
		if _, ok := x.typ.(model.String); ok {
			longer := v.(string) + rapid.SampledFrom([]string{"", "\x00", " ", "!", "#", "$", "%", ",", "a", "é"}).Draw(t, "more")
			if keytext.Check(x.typ, longer) == nil {
				return longer
			}
		}
	}
	return value(t, x.typ)
}

// TestDecodable: every value is read back from its text, in every form, and no
// text but a raw one holds the delimiter.
func TestDecodable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		typ := rapid.SampledFrom(keyTypes()).Draw(t, "type")
		forms := append(formsOf(typ), model.Plain, model.Raw)
		x := typed{typ, rapid.SampledFrom(forms).Draw(t, "form"), rapid.SampledFrom([]byte(delimiters)).Draw(t, "delimiter")}
		v := value(t, typ)
		s := x.encode(t, v)
		if x.form != model.Raw && strings.IndexByte(s, x.delimiter) >= 0 {
			t.Fatalf("%v is %q, which holds the delimiter", v, s)
		}
		if x.form != model.Raw && strings.HasSuffix(s, string(rune(keytext.Escape(x.delimiter)))) {
			t.Fatalf("%v is %q, which ends in the escape character", v, s)
		}
		got, err := keytext.Decode(typ, x.form, x.delimiter, s)
		if err != nil || got != v {
			t.Fatalf("Decode(%q) = %v, %v; want %v", s, got, err, v)
		}
	})
}

// TestDistinctAndOrdered: byte order of texts that a delimiter follows is the
// order of the values, and so two values never share a text.
func TestDistinctAndOrdered(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := drawTyped(t)
		v := value(t, x.typ)
		w := x.near(t, v)
		rest := rapid.SampledFrom([]string{"", "a", "~"})
		a := x.encode(t, v) + string(rune(x.delimiter)) + rest.Draw(t, "rest")
		b := x.encode(t, w) + string(rune(x.delimiter)) + rest.Draw(t, "rest")
		want := oracle(x.typ, v, w)
		if x.form == model.Desc {
			want = -want
		}
		if want != 0 && cmp.Compare(a, b) != want {
			t.Fatalf("%v and %v compare %d, their texts %q and %q do not", v, w, want, a, b)
		}
		if got := keytext.Compare(x.typ, v, w); got != oracle(x.typ, v, w) {
			t.Fatalf("Compare(%v, %v) = %d", v, w, got)
		}
		if want == 0 && v != w {
			t.Fatalf("%v and %v are different and compare equal", v, w)
		}
	})
}

// TestPlainOrderedAtTheEnd: plain text orders when nothing follows it.
func TestPlainOrderedAtTheEnd(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := typed{model.String{}, model.Plain, rapid.SampledFrom([]byte(delimiters)).Draw(t, "delimiter")}
		v := value(t, x.typ)
		w := x.near(t, v)
		if got, want := cmp.Compare(x.encode(t, v), x.encode(t, w)), cmp.Compare(v.(string), w.(string)); got != want {
			t.Fatalf("%q and %q compare %d, their texts %d", v, w, want, got)
		}
	})
}

// TestPrefixTrue: the text of a prefix is a prefix of the text, and of nothing
// else.
func TestPrefixTrue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		form := rapid.SampledFrom([]model.Form{model.Plain, model.Sorted, model.Raw}).Draw(t, "form")
		x := typed{model.String{}, form, rapid.SampledFrom([]byte(delimiters)).Draw(t, "delimiter")}
		v := value(t, x.typ)
		w := x.near(t, v)
		got := strings.HasPrefix(x.encode(t, w), x.encode(t, v))
		if want := strings.HasPrefix(w.(string), v.(string)); got != want {
			t.Fatalf("%q begins with %q: %v, its text: %v", w, v, want, got)
		}
	})
}

// oracle compares values by other means than the package: big numbers, ranks.
func oracle(typ model.Type, v, w model.Value) int {
	switch typ := typ.(type) {
	case model.Decimal:
		a, _ := new(big.Rat).SetString(v.(string))
		b, _ := new(big.Rat).SetString(w.(string))
		return a.Cmp(b)
	case model.Enum:
		if typ.Ordered {
			return cmp.Compare(position(typ, v), position(typ, w))
		}
	}
	switch v := v.(type) {
	case int64:
		return cmp.Compare(v, w.(int64))
	case bool:
		return cmp.Compare(fmt.Sprint(v), fmt.Sprint(w)) // "false" sorts below "true"
	}
	return cmp.Compare(v.(string), w.(string))
}

func position(e model.Enum, v model.Value) int {
	for i, w := range e.Values {
		if v == w {
			return i
		}
	}
	panic("no value of the enum")
}
