package support

import (
	"crypto/sha256"
	"encoding/hex"
	"time"
)

// key is key text in the making. Each method appends one part, so that a key
// reads as its template does.
type key []byte

// newKey is an empty key with room for most.
func newKey() key { return make(key, 0, 96) }

func (k key) String() string { return string(k) }

// lit appends fixed text.
func (k key) lit(s string) key { return append(k, s...) }

// digits are the characters of an escape, of one byte each.
const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// plain appends s with the delimiter and the escape character escaped: what
// was two parts cannot be read as one.
func (k key) plain(s string) key {
	done := 0
	for i := 0; i < len(s); i++ {
		if s[i] == delimiter || s[i] == escape {
			k = append(append(k, s[done:i]...), escape, digits[s[i]])
			done = i + 1
		}
	}
	return append(k, s[done:]...)
}

// sorted appends s with every byte up to the escape character escaped, so that
// the delimiter after it sorts below whatever s goes on with.
func (k key) sorted(s string) key {
	done := 0
	for i := 0; i < len(s); i++ {
		if s[i] <= escape {
			k = append(append(k, s[done:i]...), escape, digits[s[i]])
			done = i + 1
		}
	}
	return append(k, s[done:]...)
}

// int appends v in width digits; of a negative one the complement, after "-".
func (k key) int(v int64, width int) key {
	n := uint64(v)
	if v < 0 {
		limit := uint64(1)
		for range width {
			limit *= 10
		}
		k, n = append(k, '-'), limit-1+n // wraps to limit - 1 - |v|
	}
	const zeros = "0000000000000000000"
	k = append(k, zeros[:width]...)
	fill(k[len(k)-width:], n)
	return k
}

// fill writes the last decimal digits of v over b.
func fill(b []byte, v uint64) {
	for i := len(b) - 1; i >= 0; i-- {
		b[i] = byte('0' + v%10)
		v /= 10
	}
}

// rank appends the place of an ordered enum's value, from 000.
func (k key) rank(place int) key { return k.int(int64(place), 3) }

// bool appends 0 or 1.
func (k key) bool(v bool) key {
	if v {
		return append(k, '1')
	}
	return append(k, '0')
}

// date appends YYYY-MM-DD.
func (k key) date(d Date) key { return appendDate(k, d) }

// time appends t as it is stored.
func (k key) time(t time.Time, p precision) key { return appendTime(k, t, p) }

// epoch appends the units since 1970.
func (k key) epoch(t time.Time, p precision, width int) key { return k.int(p.units(t), width) }

// decimal appends d so that byte order is numeric order.
func (k key) decimal(d Decimal) key {
	neg, ds, e := d.parts()
	if len(ds) == 0 {
		return append(k, '1')
	}
	if !neg {
		return append(append(k, '2').int(int64(e+130), 3), ds...)
	}
	k = append(k, '0').int(int64(999-(e+130)), 3)
	for _, c := range []byte(ds) {
		k = append(k, '0'+'9'-c)
	}
	return append(k, '~')
}

// desc appends a part of fixed width so that byte order is the opposite of its
// values': every byte is mirrored between "-" and "z", where all of them lie.
func (k key) desc(part key) key {
	for _, b := range part {
		k = append(k, '-'+'z'-b)
	}
	return k
}

// precision is the unit of a stored time.
type precision int

const (
	second precision = iota
	millisecond
	nanosecond
)

func (p precision) unit() time.Duration {
	switch p {
	case second:
		return time.Second
	case millisecond:
		return time.Millisecond
	}
	return time.Nanosecond
}

// units is t in whole units since 1970, rounded down.
func (p precision) units(t time.Time) int64 {
	switch p {
	case second:
		return t.Unix()
	case millisecond:
		return t.UnixMilli()
	}
	return t.UnixNano()
}

// at is the time of that many units since 1970.
func (p precision) at(units int64) time.Time {
	switch p {
	case second:
		return time.Unix(units, 0).UTC()
	case millisecond:
		return time.UnixMilli(units).UTC()
	}
	return time.Unix(0, units).UTC()
}

// cut is t in UTC without what is finer than p.
func (p precision) cut(t time.Time) time.Time {
	t = t.Round(0).UTC()
	return t.Add(-(time.Duration(t.Nanosecond()) % p.unit()))
}

// appendTime appends fixed-width RFC 3339 in UTC.
func appendTime(b []byte, t time.Time, p precision) []byte {
	t = t.UTC()
	year, month, day := t.Date()
	hour, minute, sec := t.Clock()
	at := len(b)
	b = append(b, "0000-00-00T00:00:00.000000000Z"...)
	s := b[at:]
	fill(s[0:4], uint64(year))
	fill(s[5:7], uint64(month))
	fill(s[8:10], uint64(day))
	fill(s[11:13], uint64(hour))
	fill(s[14:16], uint64(minute))
	fill(s[17:19], uint64(sec))
	switch p {
	case second:
		return append(b[:at+19], 'Z')
	case millisecond:
		fill(s[20:23], uint64(t.Nanosecond()/1e6))
		return append(b[:at+23], 'Z')
	}
	fill(s[20:29], uint64(t.Nanosecond()))
	return b
}

// digest is the SHA-256 of s in hexadecimal.
func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}

// first is the first n code points of s.
func first(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}
