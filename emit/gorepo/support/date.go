package support

import (
	"cmp"
	"time"
)

// Date is a day of the calendar, without a time or a zone. Its zero value is
// no date: what an optional attribute holds when it is absent.
type Date struct {
	Year  int
	Month time.Month
	Day   int
}

// DateOf is the day of t in t's own zone.
func DateOf(t time.Time) Date {
	y, m, d := t.Date()
	return Date{y, m, d}
}

// ParseDate reads YYYY-MM-DD.
func ParseDate(s string) (Date, error) {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		return Date{}, invalid("date", "%q is not YYYY-MM-DD", s)
	}
	return DateOf(t), nil
}

// String is YYYY-MM-DD.
func (d Date) String() string { return string(appendDate(nil, d)) }

// IsZero says that d is no date.
func (d Date) IsZero() bool { return d == Date{} }

// Compare is -1, 0 or 1 as d is before, at or after e.
func (d Date) Compare(e Date) int {
	return cmp.Or(cmp.Compare(d.Year, e.Year), cmp.Compare(d.Month, e.Month), cmp.Compare(d.Day, e.Day))
}

// In is the start of the day in loc.
func (d Date) In(loc *time.Location) time.Time {
	return time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, loc)
}

// MarshalText implements encoding.TextMarshaler.
func (d Date) MarshalText() ([]byte, error) { return appendDate(nil, d), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (d *Date) UnmarshalText(b []byte) (err error) {
	*d, err = ParseDate(string(b))
	return err
}

// valid says that d is a day of the years 0001 to 9999.
func (d Date) valid() bool {
	return d.Year >= 1 && d.Year <= 9999 && DateOf(d.In(time.UTC)) == d
}

func appendDate(b []byte, d Date) []byte {
	b = append(b, "0000-00-00"...)
	day := b[len(b)-10:]
	fill(day[0:4], uint64(d.Year))
	fill(day[5:7], uint64(d.Month))
	fill(day[8:10], uint64(d.Day))
	return b
}
