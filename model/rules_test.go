package model

import (
	"math/big"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// TestCaseMappingGrowth: what bounds the width of lower and upper. A text of n
// bytes maps to at most n + n/2.
func TestCaseMappingGrowth(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		n := utf8.RuneLen(r)
		if n < 0 {
			continue
		}
		for _, mapped := range []rune{unicode.ToLower(r), unicode.ToUpper(r)} {
			if utf8.RuneLen(mapped) > n+n/2 {
				t.Errorf("%U of %d bytes maps to %U of %d", r, n, mapped, utf8.RuneLen(mapped))
			}
		}
	}
}

// TestCanonicalDecimal: the text is the number, exactly, and has no digit too
// many.
func TestCanonicalDecimal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		digits := rapid.StringMatching(`-?[1-9][0-9]{0,37}`).Draw(t, "digits")
		exponent := rapid.IntRange(-80, 80).Draw(t, "exponent")
		want, _, err := big.ParseFloat(digits+"e"+big.NewInt(int64(exponent)).String(), 10, 512, big.ToNearestEven)
		if err != nil {
			t.Fatal(err)
		}
		text, ok := canonicalDecimal(want)
		if !ok {
			t.Fatalf("%s is refused", want.Text('g', 50))
		}
		got, _, err := big.ParseFloat(text, 10, 512, big.ToNearestEven)
		if err != nil || got.Cmp(want) != 0 {
			t.Fatalf("%s is not %s", text, want.Text('g', 50))
		}
		last := text[len(text)-1]
		hasPoint := false
		for _, c := range text {
			hasPoint = hasPoint || c == '.'
		}
		if hasPoint && (last == '0' || last == '.') {
			t.Fatalf("%s ends in a digit that says nothing", text)
		}
	})
	for _, tooFine := range []string{"123456789012345678901234567890123456789", "1e126", "1e-131", "0.1000000000000000000000000000000000000001e5"} {
		f, _, _ := big.ParseFloat(tooFine, 10, 512, big.ToNearestEven)
		if text, ok := canonicalDecimal(f); ok {
			t.Errorf("%s became %s", tooFine, text)
		}
	}
}

func TestNameLike(t *testing.T) {
	for from, want := range map[string]string{
		"orderLine": "order_line", "Order": "order", "order-id": "order_id", "2nd": "nd", "_x": "x", "": "", "###": "", "HTTPServer": "httpserver", "a b  c": "a_b_c", "for": "",
	} {
		if got := nameLike(from); got != want {
			t.Errorf("%q: %q, want %q", from, got, want)
		}
	}
}

func TestReservedName(t *testing.T) {
	table := defaultTable(fileStart("a.hcl"))
	for name, want := range map[string]bool{
		"PK": true, "SK": true, "GSI1PK": true, "GSI20SK": true, "GSI21SK": false, "GSI0PK": false, "GSIPK": false, "GSI1": false, "LSI1SK": false, "pk": false, "GSI1PKx": false,
	} {
		if got := table.ReservedName(name); got != want {
			t.Errorf("%q: %t", name, got)
		}
	}
}

func TestWidths(t *testing.T) {
	low, high := int64(-5), int64(1000)
	for _, tt := range []struct {
		t     Type
		plain int
		fixed bool
	}{
		{String{}, 0, false}, {String{MaxLength: 7}, 7, false}, {Int{}, 20, true}, {Int{Min: &low, Max: &high}, 5, true}, {Int{Min: &low}, 20, true},
		{Epoch{}, 13, true}, {Timestamp{Precision: Millisecond}, 24, true}, {Timestamp{}, 20, true}, {Timestamp{Precision: Nanosecond}, 30, true},
		{Date{}, 10, true}, {UUID{}, 36, true}, {Decimal{}, 43, false}, {Bool{}, 1, true}, {Enum{Values: []string{"ab", "c"}}, 2, false},
		{Enum{Values: []string{"ab", "c"}, Ordered: true}, 3, true}, {Text{Width: 64, Fixed: true}, 64, true}, {List{Elem: String{}}, 0, false},
	} {
		if got := PlainWidth(tt.t); got != tt.plain {
			t.Errorf("%s: %d wide, want %d", tt.t, got, tt.plain)
		}
		if got := FixedWidth(tt.t); got != tt.fixed {
			t.Errorf("%s: fixed %t", tt.t, got)
		}
	}
}
