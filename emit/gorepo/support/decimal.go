package support

import (
	"math/big"
	"strconv"
	"strings"
)

// Decimal is a decimal number of up to 38 digits, exactly. Equal numbers are
// equal values: 1.50 == 1.5. The zero value is 0.
type Decimal struct {
	text string // canonical, "" for 0
}

// maxDigits is how many significant digits DynamoDB keeps.
const maxDigits = 38

// ParseDecimal reads a number such as "12.50", "-3" or "1e-7".
func ParseDecimal(s string) (Decimal, error) {
	var buf [maxDigits]byte
	neg, ds, e, ok := scanDecimal(s, buf[:0])
	if !ok {
		return Decimal{}, invalid("decimal", "%q is not a number of at most %d digits", s, maxDigits)
	}
	if len(ds) == 0 {
		return Decimal{}, nil
	}
	if e < -129 || e > 126 {
		return Decimal{}, invalid("decimal", "%q is out of range", s)
	}
	var out [64]byte
	canonical := formatDecimal(out[:0], neg, ds, e)
	if string(canonical) == s {
		return Decimal{s}, nil
	}
	return Decimal{string(canonical)}, nil
}

// NewDecimal is unscaled / 10^scale: NewDecimal(1250, 2) is 12.5. It panics
// when scale is over 100.
func NewDecimal(unscaled int64, scale uint8) Decimal {
	if scale > 100 {
		panic("decimal: a scale over 100")
	}
	d, _ := ParseDecimal(strconv.FormatInt(unscaled, 10) + "e-" + strconv.Itoa(int(scale)))
	return d
}

// String is the number without superfluous zeros; very large and very small
// ones have an exponent.
func (d Decimal) String() string {
	if d.text == "" {
		return "0"
	}
	return d.text
}

// IsZero says that d is 0.
func (d Decimal) IsZero() bool { return d.text == "" }

// Rat is d for calculating.
func (d Decimal) Rat() *big.Rat {
	r, _ := new(big.Rat).SetString(d.String())
	return r
}

// Compare is -1, 0 or 1 as d is less than, equal to or greater than e.
func (d Decimal) Compare(e Decimal) int {
	return strings.Compare(string(newKey().decimal(d)), string(newKey().decimal(e)))
}

// MarshalText implements encoding.TextMarshaler.
func (d Decimal) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (d *Decimal) UnmarshalText(b []byte) (err error) {
	*d, err = ParseDecimal(string(b))
	return err
}

// parts is ±0.ds × 10^e, ds without zeros at its ends, and empty for 0.
func (d Decimal) parts() (neg bool, ds string, e int) {
	var buf [maxDigits]byte
	neg, b, e, _ := scanDecimal(d.text, buf[:0])
	return neg, string(b), e
}

// scanDecimal reads s as ±0.ds × 10^e.
func scanDecimal(s string, ds []byte) (neg bool, _ []byte, e int, ok bool) {
	if s != "" && (s[0] == '-' || s[0] == '+') {
		neg, s = s[0] == '-', s[1:]
	}
	mantissa, exponent := s, ""
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		mantissa, exponent = s[:i], s[i+1:]
		n, err := strconv.ParseInt(exponent, 10, 16)
		if err != nil {
			return false, nil, 0, false
		}
		e = int(n)
	}
	seen, point := false, false
	zeros := 0 // not yet known to stand between digits
	for _, c := range []byte(mantissa) {
		switch {
		case c == '.' && !point:
			point = true
			continue
		case c < '0' || c > '9':
			return false, nil, 0, false
		}
		seen = true
		if !point && (len(ds) > 0 || c != '0') {
			e++
		}
		if point && len(ds) == 0 && c == '0' {
			e--
		}
		if c == '0' {
			if len(ds) > 0 {
				zeros++
			}
			continue
		}
		if len(ds)+zeros >= maxDigits {
			return false, nil, 0, false
		}
		for ; zeros > 0; zeros-- {
			ds = append(ds, '0')
		}
		ds = append(ds, c)
	}
	return neg, ds, e, seen
}

// formatDecimal appends ±0.ds × 10^e as people write it.
func formatDecimal(b []byte, neg bool, ds []byte, e int) []byte {
	if neg {
		b = append(b, '-')
	}
	switch {
	case e > maxDigits || e < -5:
		b = append(b, ds[0])
		if len(ds) > 1 {
			b = append(append(b, '.'), ds[1:]...)
		}
		return strconv.AppendInt(append(b, 'E'), int64(e-1), 10)
	case e <= 0:
		b = append(b, "0."...)
		for range -e {
			b = append(b, '0')
		}
		return append(b, ds...)
	case len(ds) > e:
		b = append(append(b, ds[:e]...), '.')
		return append(b, ds[e:]...)
	}
	b = append(b, ds...)
	for range e - len(ds) {
		b = append(b, '0')
	}
	return b
}
