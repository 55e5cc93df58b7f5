package keytext

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/keyplan/keyplan/model"
)

// intDigits is the number of digits of t in a key.
func intDigits(t model.Int) int {
	if t.Min == nil || t.Max == nil {
		return 19
	}
	return max(digits(*t.Min), digits(*t.Max))
}

// digits counts the decimal digits of the magnitude.
func digits(v int64) int {
	return len(strings.TrimPrefix(strconv.FormatInt(v, 10), "-"))
}

func epochDigits(p model.Precision) int {
	switch p {
	case model.Second:
		return 12
	case model.Millisecond:
		return 15
	case model.Nanosecond:
		return 19
	}
	panic("keytext: unknown precision")
}

// domain is the least and the greatest value of w digits within min and max.
func domain(w int, lo, hi *int64) (int64, int64) {
	least, greatest := int64(math.MinInt64), int64(math.MaxInt64)
	if w < 19 {
		greatest = power(w).Int64() - 1
		least = -greatest
	}
	if lo != nil {
		least = max(least, *lo)
	}
	if hi != nil {
		greatest = min(greatest, *hi)
	}
	return least, greatest
}

// intDomain is the domain of an int or an epoch.
func intDomain(t model.Type) (int64, int64) {
	switch t := t.(type) {
	case model.Int:
		return domain(19, t.Min, t.Max)
	case model.Epoch:
		return domain(epochDigits(t.Precision), t.Min, t.Max)
	}
	panic("keytext: no domain of numbers")
}

func power(n int) *big.Int {
	return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil)
}

// encodeInt writes v in w digits; a negative one as "-" and the w digits of
// 10^w - 1 + v, so that the text sorts as the number does.
func encodeInt(w int, v int64) string {
	if v >= 0 {
		return fmt.Sprintf("%0*d", w, v)
	}
	n := power(w)
	n.Sub(n, big.NewInt(1))
	n.Add(n, big.NewInt(v))
	return "-" + fmt.Sprintf("%0*s", w, n.String())
}

func decodeInt(w int, text string) (int64, error) {
	rest, negative := strings.CutPrefix(text, "-")
	if len(rest) != w || strings.Trim(rest, "0123456789") != "" {
		return 0, fmt.Errorf("key text %q is not a number of %d digits", text, w)
	}
	n, _ := new(big.Int).SetString(rest, 10)
	if negative {
		n.Add(n, big.NewInt(1))
		n.Sub(n, power(w))
	}
	if !n.IsInt64() {
		return 0, fmt.Errorf("key text %q is no 64-bit number", text)
	}
	return n.Int64(), nil
}

// decimal is ±0.digits × 10^exponent; digits neither begins nor ends with 0,
// and is empty for zero.
type decimal struct {
	negative bool
	digits   string
	exponent int
}

// parseDecimal reads [-]digits[.digits] without an exponent.
func parseDecimal(s string) (decimal, error) {
	var d decimal
	rest, negative := strings.CutPrefix(s, "-")
	whole, fraction, point := strings.Cut(rest, ".")
	if whole == "" || point && fraction == "" || strings.Trim(whole+fraction, "0123456789") != "" {
		return d, fmt.Errorf("%q is not a decimal", s)
	}
	d.digits = strings.TrimLeft(whole+fraction, "0")
	d.exponent = len(d.digits) - len(fraction)
	d.digits = strings.TrimRight(d.digits, "0")
	if d.digits == "" {
		return decimal{}, nil
	}
	d.negative = negative
	if len(d.digits) > 38 || d.exponent < -129 || d.exponent > 126 {
		return d, fmt.Errorf("%q does not fit DynamoDB's numbers", s)
	}
	return d, nil
}

// String is the canonical form: no exponent, no needless zero.
func (d decimal) String() string {
	if d.digits == "" {
		return "0"
	}
	text := ""
	switch n := len(d.digits); {
	case d.exponent <= 0:
		text = "0." + strings.Repeat("0", -d.exponent) + d.digits
	case d.exponent >= n:
		text = d.digits + strings.Repeat("0", d.exponent-n)
	default:
		text = d.digits[:d.exponent] + "." + d.digits[d.exponent:]
	}
	if d.negative {
		return "-" + text
	}
	return text
}

func encodeDecimal(s string) (string, error) {
	d, err := parseDecimal(s)
	if err != nil {
		return "", err
	}
	switch {
	case d.digits == "":
		return "1", nil
	case d.negative:
		return fmt.Sprintf("0%03d%s~", 999-(d.exponent+130), nines(d.digits)), nil
	}
	return fmt.Sprintf("2%03d%s", d.exponent+130, d.digits), nil
}

// nines is the nines' complement, which reverses the order of digits.
func nines(digits string) string {
	out := []byte(digits)
	for i, b := range out {
		out[i] = '0' + '9' - b
	}
	return string(out)
}

func decodeDecimal(text string) (string, error) {
	bad := fmt.Errorf("key text %q is not a decimal", text)
	if text == "1" {
		return "0", nil
	}
	body := strings.TrimSuffix(text, "~")
	if len(body) < 5 || strings.Trim(body, "0123456789") != "" {
		return "", bad
	}
	exponent, err := strconv.Atoi(body[1:4])
	if err != nil {
		return "", bad
	}
	if body[0] == '0' {
		return decimal{true, nines(body[4:]), 999 - exponent - 130}.String(), nil
	}
	return decimal{false, body[4:], exponent - 130}.String(), nil
}
