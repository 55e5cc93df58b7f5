package keytext_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/keytext"
)

// FuzzText: two strings keep their order and their difference as sorted text,
// and are read back from both forms; what is not UTF-8 is refused.
func FuzzText(f *testing.F) {
	for _, s := range []string{"", "a#", "a$", "ab!", "\x00", "\xff", "日本", "\U0010ffff"} {
		f.Add(s, "ab", byte('#'))
		f.Add("ab", s, byte('+'))
	}
	f.Fuzz(func(t *testing.T, a, b string, d byte) {
		if strings.IndexByte(delimiters, d) < 0 {
			return
		}
		for _, form := range []model.Form{model.Plain, model.Sorted} {
			x, errA := keytext.Encode(model.String{}, form, d, a)
			y, errB := keytext.Encode(model.String{}, form, d, b)
			if (errA == nil) != utf8.ValidString(a) || (errB == nil) != utf8.ValidString(b) {
				t.Fatalf("%q: %v, %q: %v", a, errA, b, errB)
			}
			if errA != nil || errB != nil {
				return
			}
			if got, err := keytext.Decode(model.String{}, form, d, x); err != nil || got != a {
				t.Fatalf("%q is read back as %v, %v", a, got, err)
			}
			if (x == y) != (a == b) || strings.HasPrefix(y, x) != strings.HasPrefix(b, a) {
				t.Fatalf("%q and %q become %q and %q", a, b, x, y)
			}
			if end := string(rune(d)); form == model.Sorted && strings.Compare(x+end, y+end) != strings.Compare(a, b) {
				t.Fatalf("%q and %q do not sort as %q and %q", x, y, a, b)
			}
		}
	})
}

// FuzzDecode: no text makes Decode panic, and what it accepts is exactly what
// Encode writes.
func FuzzDecode(f *testing.F) {
	for _, s := range []string{"", "1", "2132125", "0867874~", "-9999999999999999998", "000", "$Z", "$", "2025-06-01"} {
		f.Add(s, byte('#'))
	}
	f.Fuzz(func(t *testing.T, s string, d byte) {
		if strings.IndexByte(delimiters, d) < 0 {
			return
		}
		for _, typ := range keyTypes() {
			for _, form := range []model.Form{model.Plain, model.Sorted, model.Desc, model.Raw} {
				v, err := keytext.Decode(typ, form, d, s)
				if err != nil {
					continue
				}
				if again, err := keytext.Encode(typ, form, d, v); err != nil || again != s {
					t.Fatalf("%v: %q is read as %v and written as %q, %v", typ, s, v, again, err)
				}
			}
		}
	})
}
