package keytext

import (
	"fmt"
	"math/big"
	"time"

	"github.com/keyplan/keyplan/model"
)

// timeLayout is how a timestamp is stored.
func timeLayout(p model.Precision) string {
	switch p {
	case model.Second:
		return "2006-01-02T15:04:05Z"
	case model.Millisecond:
		return "2006-01-02T15:04:05.000Z"
	case model.Nanosecond:
		return "2006-01-02T15:04:05.000000000Z"
	}
	panic("keytext: unknown precision")
}

const dateLayout = "2006-01-02"

// unit is the step of a precision.
func unit(p model.Precision) time.Duration {
	switch p {
	case model.Second:
		return time.Second
	case model.Millisecond:
		return time.Millisecond
	case model.Nanosecond:
		return time.Nanosecond
	}
	panic("keytext: unknown precision")
}

// canonicalTime refuses what is not exactly as layout writes it.
func canonicalTime(layout, s string) (time.Time, error) {
	t, err := time.Parse(layout, s)
	if err != nil || t.Format(layout) != s || t.Year() < 1 {
		return t, fmt.Errorf("%q is not a time as it is stored (%s)", s, layout)
	}
	return t, nil
}

// Timestamp is t as a timestamp of precision p is stored, cut to the
// precision. It panics outside the years 1 to 9999.
func Timestamp(p model.Precision, t time.Time) string {
	t = t.UTC()
	if t.Year() < 1 || t.Year() > 9999 {
		panic("keytext: a year that no timestamp holds")
	}
	return t.Format(timeLayout(p))
}

// epochTime is the time of an epoch value.
func epochTime(p model.Precision, v int64) time.Time {
	switch p {
	case model.Second:
		return time.Unix(v, 0).UTC()
	case model.Millisecond:
		return time.UnixMilli(v).UTC()
	}
	return time.Unix(0, v).UTC()
}

// epochUnits is t in units of p, rounded down, and whether it was on the unit.
func epochUnits(p model.Precision, t time.Time) (*big.Int, bool) {
	n := big.NewInt(t.Unix())
	n.Mul(n, big.NewInt(int64(time.Second)))
	n.Add(n, big.NewInt(int64(t.Nanosecond())))
	n, rest := n.DivMod(n, big.NewInt(int64(unit(p))), new(big.Int))
	return n, rest.Sign() == 0
}

// bucketLayout is how a bucket of unit is written.
func bucketLayout(unit string) string {
	switch unit {
	case "year":
		return "2006"
	case "month":
		return "2006-01"
	case "day":
		return "2006-01-02"
	case "hour":
		return "2006-01-02T15"
	}
	panic("keytext: unknown bucket " + unit)
}

// timeOf is the time that a value of a timestamp, epoch or date stands for.
func timeOf(t model.Type, v model.Value) (time.Time, error) {
	switch t := t.(type) {
	case model.Timestamp:
		return canonicalTime(timeLayout(t.Precision), v.(string))
	case model.Date:
		return canonicalTime(dateLayout, v.(string))
	case model.Epoch:
		return epochTime(t.Precision, v.(int64)), nil
	}
	return time.Time{}, fmt.Errorf("%s is no type of time", t)
}
