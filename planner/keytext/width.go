package keytext

import (
	"strconv"

	"github.com/keyplan/keyplan/model"
)

// Width is the most bytes that the text of t takes in a key, and whether there
// is such a bound.
func Width(t model.Type, f model.Form) (int, bool) {
	escaped := 2
	if f == model.Raw {
		escaped = 1
	}
	switch t := t.(type) {
	case model.String:
		return escaped * t.MaxLength, t.MaxLength > 0
	case model.Text:
		if t.Fixed {
			return t.Width, true
		}
		return escaped * t.Width, t.Width > 0
	case model.Enum:
		return enumWidth(t, escaped), true
	case model.UUID:
		return 36, true
	case model.ULID:
		return 26, true
	case model.KSUID:
		return 27, true
	case model.Bool:
		return boolWidth(f), true
	case model.Decimal:
		return decimalWidth(f), true
	case model.Timestamp:
		return len(timeLayout(t.Precision)), true
	case model.Date:
		return len(dateLayout), true
	case model.Int, model.Epoch:
		return numberWidth(t), true
	}
	panic("keytext: " + t.String() + " is in no key")
}

// numberWidth leaves out the sign where no value has one.
func numberWidth(t model.Type) int {
	w := 0
	switch t := t.(type) {
	case model.Int:
		w = intDigits(t)
	case model.Epoch:
		w = epochDigits(t.Precision)
	}
	if lo, _ := intDomain(t); lo < 0 {
		w++
	}
	return w
}

func enumWidth(t model.Enum, escaped int) int {
	if t.Ordered {
		return 3
	}
	longest := 0
	for _, v := range t.Values {
		longest = max(longest, len(v))
	}
	return escaped * longest
}

func boolWidth(f model.Form) int {
	if f == model.Raw {
		return len("false")
	}
	return 1
}

// decimalWidth is of 2 or 0, the exponent, 38 digits and ~; or of a sign, a
// point and every digit that DynamoDB's range can need.
func decimalWidth(f model.Form) int {
	if f == model.Raw {
		return 2 + 1 + 129 + 38
	}
	return 43
}

// KeyWidth is the most bytes that a key of the template takes, where every text
// without a bound counts as unbounded bytes; and whether there was none.
func KeyWidth(t model.Template, unbounded int) (width int, bounded bool) {
	bounded = true
	for _, s := range t {
		switch s := s.(type) {
		case model.Literal:
			width += len(s)
		case model.Shard:
			width += len(strconv.Itoa(s.N - 1))
		case model.Part:
			w, ok := Width(s.Attribute.Type, s.Form)
			if !ok {
				w, bounded = unbounded, false
			}
			width += w
		}
	}
	return width, bounded
}
