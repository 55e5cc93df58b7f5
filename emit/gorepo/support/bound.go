package support

import (
	"strings"
	"time"
	"unicode/utf8"
)

// operator is what a bound says.
type operator int

const (
	is operator = iota
	from
	after
	until
	before
	between
	prefixed
)

// bound is one bound as the caller gave it: of a type, not yet of a key.
type bound[T any] struct {
	op operator
	// a is the operand, and b the upper one of between.
	a, b T
}

// lower is the operand that is a lower end.
func (b bound[T]) lower() (v T, strict, ok bool) {
	return b.a, b.op == after, b.op == is || b.op == from || b.op == after || b.op == between
}

// upper is the operand that is an upper end.
func (b bound[T]) upper() (v T, strict, ok bool) {
	if b.op == between {
		return b.b, false, true
	}
	return b.a, b.op == before, b.op == is || b.op == until || b.op == before
}

// edge is one end in key text.
type edge struct {
	text   string
	strict bool
}

// place is where a bounded part stands: after base, and followed by the
// delimiter unless it is the bare end of a key that was fixed by hand.
type place struct {
	base string
	bare bool
}

// low narrows the range to what is at or above e. Nothing in a key ends in the
// escape character or right after the part, so both ends are exact.
func (r *request) low(p place, e edge) {
	t := p.base + e.text
	switch {
	case e.strict && p.bare:
		t += "\x00"
	case e.strict:
		t += string(escape)
	}
	r.bounded, r.lo = true, max(r.lo, t)
}

// high narrows the range to what is at or below e.
func (r *request) high(p place, e edge) {
	t := p.base + e.text
	switch {
	case p.bare && e.strict:
		r.check.fail(r.pattern, "an upper end that is left out cannot be asked of this key")
	case !p.bare && !e.strict:
		t += string(escape)
	}
	if r.hi == "" || t < r.hi {
		r.hi = t
	}
	r.bounded = true
}

// under narrows the range to the keys that begin with the place's base.
func (r *request) under(base string) {
	r.low(place{base: base}, edge{})
	r.high(place{base: successor(base), bare: true}, edge{})
}

// boundInt bounds a number of the domain least to most, of width digits.
func (r *request) boundInt(p place, b bound[int64], width int, least, most int64) {
	text := func(v int64) string { return newKey().int(v, width).String() }
	if v, strict, ok := b.lower(); ok {
		switch {
		case v > most, v == most && strict, b.op == is && v < least:
			r.empty = true
		case v < least: // open
			r.bounded = true
		case strict && p.bare:
			r.low(p, edge{text(v + 1), false})
		default:
			r.low(p, edge{text(v), strict})
		}
	}
	if v, strict, ok := b.upper(); ok {
		switch {
		case v < least, v == least && strict:
			r.empty = true
		case v > most: // open
			r.bounded = true
		case strict && p.bare:
			r.high(p, edge{text(v - 1), false})
		default:
			r.high(p, edge{text(v), strict})
		}
	}
}

// boundUnits is a bound of a time in whole units: a lower end is rounded up
// and an upper one down, and is inclusive where that changed it.
func boundUnits[T any](b bound[time.Time], p precision, units func(time.Time) T) (_ bound[T], empty bool) {
	floor := func(t time.Time) (time.Time, bool) { u := p.cut(t); return u, u.Equal(t) }
	ceil := func(t time.Time) (time.Time, bool) {
		u, on := floor(t)
		if !on {
			u = u.Add(p.unit())
		}
		return u, on
	}
	out := bound[T]{op: b.op}
	switch b.op {
	case is:
		t, on := floor(b.a)
		out.a, empty = units(t), !on
	case from, after:
		t, on := ceil(b.a)
		out.a = units(t)
		if !on {
			out.op = from
		}
	case until, before:
		t, on := floor(b.a)
		out.a = units(t)
		if !on {
			out.op = until
		}
	case between:
		lo, _ := ceil(b.a)
		hi, _ := floor(b.b)
		out.a, out.b = units(lo), units(hi)
	}
	return out, empty
}

// boundEpoch bounds a number of units since 1970.
func (r *request) boundEpoch(p place, b bound[time.Time], u precision, width int, least, most int64) {
	units, empty := boundUnits(b, u, func(t time.Time) int64 {
		switch {
		case u == nanosecond && t.Before(u.at(-1<<63)):
			return -1 << 63
		case u == nanosecond && t.After(u.at(1<<63-1)):
			return 1<<63 - 1
		}
		return u.units(t)
	})
	r.empty = r.empty || empty
	r.boundInt(p, units, width, least, most)
}

// boundTime bounds a time that is stored as text.
func (r *request) boundTime(p place, b bound[time.Time], u precision) {
	units, empty := boundUnits(b, u, func(t time.Time) time.Time { return t })
	r.empty = r.empty || empty
	text := func(t time.Time) string { return string(appendTime(nil, t, u)) }
	least, past := time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)
	if t, strict, ok := units.lower(); ok {
		switch {
		case !t.Before(past), units.op == is && t.Before(least):
			r.empty = true
		case t.Before(least): // open
			r.bounded = true
		case strict && p.bare && !t.Add(u.unit()).Before(past):
			r.empty = true
		case strict && p.bare:
			r.low(p, edge{text(t.Add(u.unit())), false})
		default:
			r.low(p, edge{text(t), strict})
		}
	}
	if t, strict, ok := units.upper(); ok {
		switch {
		case t.Before(least), strict && p.bare && t.Equal(least):
			r.empty = true
		case !t.Before(past): // open
			r.bounded = true
		case strict && p.bare:
			r.high(p, edge{text(t.Add(-u.unit())), false})
		default:
			r.high(p, edge{text(t), strict})
		}
	}
}

// boundDate bounds a day.
func (r *request) boundDate(p place, b bound[Date], name string) {
	step := func(d Date, days int, strict bool) edge {
		if strict && p.bare {
			d, strict = DateOf(d.In(time.UTC).AddDate(0, 0, days)), false
		}
		r.empty = r.empty || !d.valid()
		return edge{d.String(), strict}
	}
	if d, strict, ok := b.lower(); ok {
		r.check.date(name, d)
		r.low(p, step(d, 1, strict))
	}
	if d, strict, ok := b.upper(); ok {
		r.check.date(name, d)
		r.high(p, step(d, -1, strict))
	}
}

// boundText bounds a part whose every text is in its domain; enc makes it.
func boundText[T any](r *request, p place, b bound[T], enc func(key, T) key) {
	if v, strict, ok := b.lower(); ok {
		r.low(p, edge{enc(newKey(), v).String(), strict})
	}
	if v, strict, ok := b.upper(); ok {
		r.high(p, edge{enc(newKey(), v).String(), strict})
	}
	if b.op == prefixed {
		r.begin(p.base + enc(newKey(), b.a).String())
	}
}

// boundString is boundText of a string, which must be valid.
func (r *request) boundString(p place, b bound[string], name string, enc func(key, string) key) {
	r.check.text(name, b.a, 0)
	r.check.text(name, b.b, 0)
	if b.op == prefixed && b.a == "" {
		r.check.fail(name, "an empty prefix")
	}
	boundText(r, p, b, enc)
}

// begin narrows the range to the keys that begin with t.
func (r *request) begin(t string) {
	switch {
	case strings.HasPrefix(t, r.begins):
		r.begins = t
	case !strings.HasPrefix(r.begins, t):
		r.empty = true
	}
}

// successor is the least text above every text that begins with prefix.
// Prefixes end in the delimiter or in a character of a value; neither the
// result nor a text that goes on from it is ever a key.
func successor(prefix string) string {
	for prefix != "" {
		c, size := utf8.DecodeLastRuneInString(prefix)
		prefix = prefix[:len(prefix)-size]
		switch {
		case c == 0xD7FF:
			return prefix + string(rune(0xE000))
		case c < utf8.MaxRune:
			return prefix + string(c+1)
		}
	}
	return ""
}
