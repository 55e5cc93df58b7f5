package keytext_test

import (
	"strings"
	"time"

	"pgregory.net/rapid"

	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/keytext"
)

const delimiters = "#!%*+"

func ptr(v int64) *int64 { return &v }

// keyTypes are every type that stands in a key, in every variant that shapes
// its text.
func keyTypes() []model.Type {
	return []model.Type{
		model.String{}, model.String{MaxLength: 8}, model.Text{}, model.Text{Width: 8},
		model.Text{Width: 10, Fixed: true},
		model.UUID{}, model.ULID{}, model.KSUID{}, model.Bool{}, model.Decimal{}, model.Date{},
		model.Enum{Values: []string{"pending", "paid", "shipped", "a#", "a", "a!"}},
		model.Enum{Values: []string{"pending", "paid", "shipped", "a#", "a", "a!"}, Ordered: true},
		model.Int{}, model.Int{Min: ptr(-20), Max: ptr(300)}, model.Int{Min: ptr(0), Max: ptr(0)},
		model.Int{Min: ptr(1)}, model.Int{Max: ptr(5)},
		model.Timestamp{Precision: model.Second}, model.Timestamp{Precision: model.Millisecond},
		model.Timestamp{Precision: model.Nanosecond},
		model.Epoch{Precision: model.Second}, model.Epoch{Precision: model.Millisecond},
		model.Epoch{Precision: model.Nanosecond}, model.Epoch{Min: ptr(0), Max: ptr(99)},
	}
}

// formsOf are the forms that order t wherever they stand.
func formsOf(t model.Type) []model.Form {
	if model.FixedWidth(t) {
		return []model.Form{model.Plain, model.Sorted, model.Desc}
	}
	if keytext.Escaped(t) {
		return []model.Form{model.Sorted}
	}
	return []model.Form{model.Plain, model.Sorted}
}

func digitsOf(t *rapid.T, alphabet string, n int) string {
	return rapid.StringOfN(rapid.RuneFrom([]rune(alphabet)), n, n, n).Draw(t, "digits")
}

// biting draws short texts in which delimiters, escapes, their neighbours,
// prefixes of each other and wide characters are common.
func biting(t *rapid.T, limit int) string {
	if rapid.IntRange(0, 4).Draw(t, "any") == 0 {
		return rapid.StringN(-1, -1, limit).Draw(t, "text")
	}
	return rapid.StringOfN(rapid.RuneFrom([]rune("\x00 !\"#$%&*+,-ab~\u007f\u0080é\ud7ff\ue000\U0010ffff")), -1, 4, limit).Draw(t, "text")
}

func number(t *rapid.T, lo, hi int64) int64 {
	return rapid.OneOf(rapid.Int64Range(lo, hi), rapid.Int64Range(max(lo, -3), max(lo, min(hi, 3))),
		rapid.SampledFrom([]int64{lo, hi})).Draw(t, "number")
}

func moment(t *rapid.T) time.Time {
	lo := time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC).Unix()
	hi := time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC).Unix()
	sec := rapid.OneOf(rapid.Int64Range(lo, hi), rapid.Int64Range(-2, 2), rapid.SampledFrom([]int64{lo, hi})).Draw(t, "seconds")
	nano := rapid.SampledFrom([]int64{0, 1, 999999, 1000000, 500000000, 999999999}).Draw(t, "nanoseconds")
	return time.Unix(sec, nano).UTC()
}

func decimalText(t *rapid.T) string {
	whole := strings.TrimLeft(rapid.StringMatching(`[0-9]{0,5}`).Draw(t, "whole"), "0")
	fraction := strings.TrimRight(rapid.StringMatching(`0{0,3}[0-9]{0,4}`).Draw(t, "fraction"), "0")
	if rapid.IntRange(0, 9).Draw(t, "far") == 0 {
		whole, fraction = "1"+strings.Repeat("0", rapid.IntRange(0, 125).Draw(t, "zeros")), ""
	}
	if whole == "" {
		whole = "0"
	}
	if fraction != "" {
		whole += "." + fraction
	}
	if whole != "0" && rapid.Bool().Draw(t, "negative") {
		return "-" + whole
	}
	return whole
}

// value draws a valid value of t, never one that is refused.
func value(t *rapid.T, typ model.Type) model.Value {
	switch typ := typ.(type) {
	case model.String:
		if typ.MaxLength > 0 {
			return biting(t, typ.MaxLength)
		}
		return biting(t, 12)
	case model.Text:
		if typ.Fixed {
			return digitsOf(t, "0123456789-", typ.Width)
		}
		return biting(t, 8)
	case model.UUID:
		h := digitsOf(t, "0123456789abcdef", 32)
		return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
	case model.ULID:
		return digitsOf(t, "01234567", 1) + digitsOf(t, "0123456789ABCDEFGHJKMNPQRSTVWXYZ", 25)
	case model.KSUID:
		return digitsOf(t, "012ABCXYZ", 1) + digitsOf(t, "0129AMZamz", 26)
	case model.Bool:
		return rapid.Bool().Draw(t, "bool")
	case model.Decimal:
		return decimalText(t)
	case model.Date:
		return moment(t).Format("2006-01-02")
	case model.Enum:
		return rapid.SampledFrom(typ.Values).Draw(t, "enum")
	case model.Timestamp:
		return keytext.Timestamp(typ.Precision, moment(t))
	case model.Int:
		lo, hi := int64(-1<<63), int64(1<<63-1)
		if typ.Min != nil {
			lo = *typ.Min
		}
		if typ.Max != nil {
			hi = *typ.Max
		}
		return number(t, lo, hi)
	case model.Epoch:
		if typ.Max != nil {
			return number(t, *typ.Min, *typ.Max)
		}
		limit := map[model.Precision]int64{model.Second: 1e12 - 1, model.Millisecond: 1e15 - 1, model.Nanosecond: 1<<63 - 1}
		return number(t, -limit[typ.Precision], limit[typ.Precision])
	}
	panic("no values of " + typ.String())
}
