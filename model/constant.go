package model

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/model/syntax"
)

// constant reads a constant of a's type.
func constant(a *Attribute, expr hclsyntax.Expression, diags *hcl.Diagnostics) (Value, bool) {
	switch t := a.Type.(type) {
	case Int:
		v, ok := syntax.IntOf(expr, bound(t.Min, minInt64), bound(t.Max, maxInt64), diags)
		return v, ok
	case Epoch:
		limit := epochLimit(t.Precision)
		v, ok := syntax.IntOf(expr, bound(t.Min, -limit), bound(t.Max, limit), diags)
		return v, ok
	case Bool:
		v, ok := syntax.BoolOf(syntax.Unwrap(expr), diags)
		return v, ok
	case Decimal:
		return decimalConstant(a, expr, diags)
	case Unknown:
		return nil, false
	case String, UUID, ULID, KSUID, Enum, Timestamp, Date, Text:
		text, ok := syntax.TextOf(syntax.Unwrap(expr), diags)
		if !ok {
			return nil, false
		}
		v, d := textConstant(a, text, expr.Range())
		if d != nil {
			*diags = append(*diags, d)
			return nil, false
		}
		return v, true
	}
	*diags = append(*diags, misfit(a, expr.Range(), "A value of this type cannot be written as a constant."))
	return nil, false
}

const (
	minInt64 = -1 << 63
	maxInt64 = 1<<63 - 1
)

func bound(given *int64, otherwise int64) int64 {
	if given != nil {
		return *given
	}
	return otherwise
}

func misfit(a *Attribute, at hcl.Range, detail string) *hcl.Diagnostic {
	return diag.Error("M067", at, fmt.Sprintf("not a value of %s", a.Name), detail,
		diag.At(fmt.Sprintf("%s is %s", a.Name, Describe(a.Type)), a.Root().TypeRange))
}

// textConstant checks text against a's type and returns it as it is stored.
func textConstant(a *Attribute, text string, at hcl.Range) (Value, *hcl.Diagnostic) {
	switch t := a.Type.(type) {
	case Enum:
		if slices.Contains(t.Values, text) {
			return text, nil
		}
		detail := fmt.Sprintf("The values are %s.", t)
		if meant := syntax.Suggest(text, t.Values); meant != "" {
			detail = fmt.Sprintf("Did you mean %s? ", syntax.Quote(meant)) + detail
		}
		return nil, misfit(a, at, detail)
	case String:
		if t.MaxLength > 0 && len(text) > t.MaxLength {
			return nil, misfit(a, at, fmt.Sprintf("It has %d bytes, and max_length is %d.", len(text), t.MaxLength))
		}
	case UUID:
		if !isUUID(text) {
			return nil, misfit(a, at, "A uuid is 36 characters, lower-case hexadecimal digits and hyphens.")
		}
	case ULID:
		if len(text) != 26 || text[0] > '7' || strings.Trim(text, "0123456789ABCDEFGHJKMNPQRSTVWXYZ") != "" {
			return nil, misfit(a, at, "A ulid is 26 digits and upper-case letters of Crockford's base 32, the first of them 0 to 7.")
		}
	case KSUID:
		if len(text) != 27 || text > "aWgEPTl1tmebfsQzFP4bxwgy80V" || !isAlphanumeric(text) {
			return nil, misfit(a, at, "A ksuid is 27 letters and digits, at most aWgEPTl1tmebfsQzFP4bxwgy80V.")
		}
	case Date:
		d, err := time.Parse(time.DateOnly, text)
		if err != nil || d.Year() < 1 {
			return nil, misfit(a, at, "A date is written YYYY-MM-DD.")
		}
	case Timestamp:
		return timestampConstant(a, t, text, at)
	}
	return text, nil
}

func isUUID(s string) bool {
	if len(s) != 36 {
		return false
	}
	for i := range len(s) {
		hyphen := i == 8 || i == 13 || i == 18 || i == 23
		if hyphen != (s[i] == '-') || !hyphen && !strings.Contains("0123456789abcdef", s[i:i+1]) {
			return false
		}
	}
	return true
}

func isAlphanumeric(s string) bool {
	for i := range len(s) {
		c := s[i]
		if (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') {
			return false
		}
	}
	return true
}

// timestampConstant is a time as it is stored: fixed-width, in UTC.
func timestampConstant(a *Attribute, t Timestamp, text string, at hcl.Range) (Value, *hcl.Diagnostic) {
	v, err := time.Parse(time.RFC3339Nano, text)
	v = v.UTC()
	if err != nil || v.Year() < 1 || v.Year() > 9999 {
		return nil, misfit(a, at, `A timestamp is written "2025-06-01T12:00:00Z".`)
	}
	unit := []time.Duration{time.Second, time.Millisecond, time.Nanosecond}[t.Precision]
	if v.Nanosecond()%int(unit) != 0 {
		return nil, misfit(a, at, "It is finer than the attribute's precision.")
	}
	layout := []string{"2006-01-02T15:04:05Z", "2006-01-02T15:04:05.000Z", "2006-01-02T15:04:05.000000000Z"}[t.Precision]
	return v.Format(layout), nil
}

// maxDecimalDigits is how many significant digits DynamoDB keeps.
const maxDecimalDigits = 38

func decimalConstant(a *Attribute, expr hclsyntax.Expression, diags *hcl.Diagnostics) (Value, bool) {
	f, ok := syntax.NumberOf(expr)
	if !ok {
		*diags = append(*diags, diag.Error("M012", expr.Range(), "a number is expected here", "Write a decimal number, without quotes."))
		return nil, false
	}
	text, ok := canonicalDecimal(f)
	if !ok {
		*diags = append(*diags, misfit(a, expr.Range(), "A decimal has at most 38 significant digits and lies between 1e-130 and 1e126."))
	}
	return text, ok
}

// canonicalDecimal writes f in positional notation with no digit too many. The
// parser keeps some 150 digits, so what lies past the 38th is really there when
// it is not zero.
func canonicalDecimal(f *big.Float) (string, bool) {
	if f.Sign() == 0 {
		return "0", true
	}
	mantissa, exponent, _ := strings.Cut(f.Text('e', 100), "e")
	mantissa = strings.TrimRight(strings.Replace(strings.TrimPrefix(mantissa, "-"), ".", "", 1), "0")
	var exp int
	if _, err := fmt.Sscanf(exponent, "%d", &exp); err != nil || len(mantissa) > maxDecimalDigits || exp > 125 || exp < -130 {
		return "", false
	}
	var out string
	switch point := exp + 1; {
	case point <= 0:
		out = "0." + strings.Repeat("0", -point) + mantissa
	case point >= len(mantissa):
		out = mantissa + strings.Repeat("0", point-len(mantissa))
	default:
		out = mantissa[:point] + "." + mantissa[point:]
	}
	if f.Sign() < 0 {
		out = "-" + out
	}
	return out, true
}
