package keytext

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/keyplan/keyplan/model"
)

// Check refuses a value that type t does not hold: the wrong Go type, out of
// bounds, too long, not canonical, not UTF-8. It is for types that can stand in
// a key; for others it is an error.
func Check(t model.Type, v model.Value) error {
	_, err := text(t, v)
	return err
}

// CheckAttribute is Check, and refuses what no derivation makes, and an empty
// text as an identity: a field of a key that was forgotten must address nothing.
func CheckAttribute(a *model.Attribute, v model.Value) error {
	err := Check(a.Type, v)
	if err == nil {
		err = checkDerived(a.Derive, v)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", a.Name, err)
	}
	if a.InIdentity && v == "" {
		return fmt.Errorf("%s: an identity attribute is empty", a.Name)
	}
	return nil
}

// checkDerived refuses what is no bucket and no hash.
func checkDerived(d model.Derivation, v model.Value) error {
	s, _ := v.(string)
	switch d := d.(type) {
	case model.Bucket:
		_, err := canonicalTime(bucketLayout(d.Unit), s)
		return err
	case model.SHA256:
		if strings.Trim(s, "0123456789abcdef") != "" {
			return fmt.Errorf("%q is no hash", s)
		}
	}
	return nil
}

// Encode is the key text of a value.
func Encode(t model.Type, f model.Form, d byte, v model.Value) (string, error) {
	plain, err := text(t, v)
	if err != nil {
		return "", err
	}
	switch f {
	case model.Plain:
		return escapePlain(d, plain), nil
	case model.Sorted:
		return escapeSorted(d, plain), nil
	case model.Desc:
		if !model.FixedWidth(t) {
			return "", fmt.Errorf("%s has no fixed width, so there is no descending text", t)
		}
		return complement(plain)
	case model.Raw:
		return raw(v), nil
	}
	panic("keytext: unknown form")
}

// Decode is the value of a key text, and refuses text that Encode does not
// write.
func Decode(t model.Type, f model.Form, d byte, s string) (model.Value, error) {
	v, err := decode(t, f, d, s)
	if err != nil {
		return nil, err
	}
	again, err := Encode(t, f, d, v)
	if err != nil {
		return nil, err
	}
	if again != s {
		return nil, fmt.Errorf("key text %q is not as %s is written", s, t)
	}
	return v, nil
}

func decode(t model.Type, f model.Form, d byte, s string) (model.Value, error) {
	var err error
	switch f {
	case model.Raw:
		return unraw(t, s)
	case model.Desc:
		s, err = complement(s)
	default:
		s, err = unescape(d, s)
	}
	if err != nil {
		return nil, err
	}
	return fromText(t, s)
}

// Escaped says that the text of t can hold any byte, so that its plain and
// sorted forms differ.
func Escaped(t model.Type) bool {
	switch t := t.(type) {
	case model.String:
		return true
	case model.Text:
		return !t.Fixed
	case model.Enum:
		return !t.Ordered
	}
	return false
}

// text is the unescaped text of a value.
func text(t model.Type, v model.Value) (string, error) {
	switch v := v.(type) {
	case string:
		return stringText(t, v)
	case int64:
		return intText(t, v)
	case bool:
		if _, ok := t.(model.Bool); !ok {
			return "", fmt.Errorf("%t is no %s", v, t)
		}
		if v {
			return "1", nil
		}
		return "0", nil
	}
	return "", fmt.Errorf("%v (%T) is no value of a key", v, v)
}

func intText(t model.Type, v int64) (string, error) {
	w := 0
	switch t := t.(type) {
	case model.Int:
		w = intDigits(t)
	case model.Epoch:
		w = epochDigits(t.Precision)
	default:
		return "", fmt.Errorf("%d is no %s", v, t)
	}
	if lo, hi := intDomain(t); v < lo || v > hi {
		return "", fmt.Errorf("%d is not within %d and %d", v, lo, hi)
	}
	return encodeInt(w, v), nil
}

func stringText(t model.Type, v string) (string, error) {
	if !utf8.ValidString(v) {
		return "", fmt.Errorf("%q is not UTF-8", v)
	}
	switch t := t.(type) {
	case model.String:
		return v, atMost(t.MaxLength, v)
	case model.Text:
		if t.Fixed {
			return v, fixed(t.Width, v)
		}
		return v, atMost(t.Width, v)
	case model.UUID:
		return v, shaped(v, "a uuid", isUUID)
	case model.ULID:
		return v, shaped(v, "a ulid", isULID)
	case model.KSUID:
		return v, shaped(v, "a ksuid", isKSUID)
	case model.Enum:
		return enumText(t, v)
	case model.Decimal:
		return encodeDecimal(v)
	case model.Timestamp:
		_, err := canonicalTime(timeLayout(t.Precision), v)
		return v, err
	case model.Date:
		_, err := canonicalTime(dateLayout, v)
		return v, err
	}
	return "", fmt.Errorf("%q is no %s", v, t)
}

func enumText(t model.Enum, v string) (string, error) {
	rank := slices.Index(t.Values, v)
	if rank < 0 || v == "" {
		return "", fmt.Errorf("%q is none of %s", v, t)
	}
	if t.Ordered {
		return fmt.Sprintf("%03d", rank), nil
	}
	return v, nil
}

// atMost refuses more bytes than limit, 0 for no limit.
func atMost(limit int, v string) error {
	if limit > 0 && len(v) > limit {
		return fmt.Errorf("%q is longer than %d bytes", v, limit)
	}
	return nil
}

// fixed refuses what no bucket and no hash is: they are digits, lower-case
// letters, T and -.
func fixed(width int, v string) error {
	if len(v) != width || strings.Trim(v, "0123456789abcdefT-") != "" {
		return fmt.Errorf("%q is not a text of %d bytes that a bucket or a hash has", v, width)
	}
	return nil
}

func shaped(v, name string, is func(string) bool) error {
	if !is(v) {
		return fmt.Errorf("%q is not %s in canonical form", v, name)
	}
	return nil
}

func isUUID(s string) bool {
	if len(s) != 36 {
		return false
	}
	for i := range len(s) {
		want := "0123456789abcdef"
		if i == 8 || i == 13 || i == 18 || i == 23 {
			want = "-"
		}
		if strings.IndexByte(want, s[i]) < 0 {
			return false
		}
	}
	return true
}

const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

func isULID(s string) bool {
	return len(s) == 26 && s[0] <= '7' && strings.Trim(s, crockford) == ""
}

func isKSUID(s string) bool {
	return len(s) == 27 && s <= "aWgEPTl1tmebfsQzFP4bxwgy80V" && strings.Trim(s, escapes) == ""
}

// fromText is the value that text wrote; Decode checks that it did.
func fromText(t model.Type, s string) (model.Value, error) {
	switch t := t.(type) {
	case model.Bool:
		return s == "1", nil
	case model.Int:
		return decodeInt(intDigits(t), s)
	case model.Epoch:
		return decodeInt(epochDigits(t.Precision), s)
	case model.Decimal:
		return decodeDecimal(s)
	case model.Enum:
		if !t.Ordered {
			return s, nil
		}
		rank, err := strconv.Atoi(s)
		if err != nil || rank < 0 || rank >= len(t.Values) {
			return nil, fmt.Errorf("%q is no rank of %s", s, t)
		}
		return t.Values[rank], nil
	}
	return s, nil
}

// raw is the value as other programs write it: text as it is, numbers in
// decimal.
func raw(v model.Value) string { return fmt.Sprint(v) }

func unraw(t model.Type, s string) (model.Value, error) {
	switch t.(type) {
	case model.Bool:
		return s == "true", nil
	case model.Int, model.Epoch:
		return strconv.ParseInt(s, 10, 64)
	}
	return s, nil
}

// Compare orders two values of t as patterns do: text by code point, an ordered
// enum by declaration, numbers and times by magnitude. Both must be of t.
func Compare(t model.Type, a, b model.Value) int {
	switch a := a.(type) {
	case int64:
		return cmp.Compare(a, b.(int64))
	case bool:
		return cmp.Compare(rank(a), rank(b.(bool)))
	}
	x, y := a.(string), b.(string)
	switch t := t.(type) {
	case model.Enum:
		if t.Ordered {
			return cmp.Compare(slices.Index(t.Values, x), slices.Index(t.Values, y))
		}
	case model.Decimal:
		return compareDecimals(x, y)
	}
	return strings.Compare(x, y)
}

func rank(b bool) int {
	if b {
		return 1
	}
	return 0
}

// compareDecimals aligns the two numbers on the point and compares digits.
func compareDecimals(a, b string) int {
	negative := strings.HasPrefix(a, "-")
	if negative != strings.HasPrefix(b, "-") {
		return cmp.Compare(rank(!negative), rank(negative))
	}
	a, b = strings.TrimPrefix(a, "-"), strings.TrimPrefix(b, "-")
	if negative {
		a, b = b, a
	}
	aw, af, _ := strings.Cut(a, ".")
	bw, bf, _ := strings.Cut(b, ".")
	return cmp.Or(cmp.Compare(len(aw), len(bw)), strings.Compare(aw, bw), strings.Compare(af, bf))
}
