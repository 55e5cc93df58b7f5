package support

import (
	"cmp"
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

// end is one end of a bound.
type end[T any] struct {
	v           T
	strict, top bool
}

func (b bound[T]) ends() []end[T] {
	switch b.op {
	case from, after:
		return []end[T]{{b.a, b.op == after, false}}
	case until, before:
		return []end[T]{{b.a, b.op == before, true}}
	case is:
		return []end[T]{{b.a, false, false}, {b.a, false, true}}
	case between:
		return []end[T]{{b.a, false, false}, {b.b, false, true}}
	}
	return nil
}

// place is where a bounded part stands: after base, and followed by the
// delimiter unless it is the bare end of a key that was fixed by hand. Of a
// descending part, what is low in value is high in text.
type place struct {
	base       string
	bare, desc bool
}

// narrow moves one end of the range to text. Nothing in a key ends in the
// escape character or right after the part, so that both ends are exact.
func (r *request) narrow(p place, text string, strict, top bool) {
	if p.desc {
		text, top = string(key(nil).desc(key(text))), !top
	}
	text = p.base + text
	switch {
	case p.bare && strict && top:
		r.check.fail(r.keys[1], "a strict upper bound cannot be asked of this key")
	case p.bare && strict:
		text += "\x00"
	case !p.bare && strict != top:
		text += string(escape)
	}
	r.bounded, r.bare = true, r.bare || p.bare
	switch {
	case !top:
		r.lo = max(r.lo, text)
	case text == "": // no key is empty
		r.empty = true
	case r.hi == "" || text < r.hi:
		r.hi = text
	}
}

// none leaves no value of the part, for a bound below or above them all. What
// the request reads of other entities on the far side stays.
func (r *request) none(p place, below bool) {
	far := place{base: p.base, bare: true}
	switch {
	case below != p.desc && r.from != "" && r.from < p.base:
		r.narrow(far, "", false, true)
	case below == p.desc && r.to > successor(p.base):
		far.base = successor(p.base)
		r.narrow(far, "", false, false)
	default:
		r.empty = true
	}
}

// domain is what a part can hold, in steps of its unit.
type domain[T any] struct {
	least, most T
	compare     func(a, b T) int
	step        func(v T, by int) T
	text        func(T) key
}

// apply narrows the range by the ends of a bound: beyond the domain they are
// open, or leave nothing.
func (d domain[T]) apply(r *request, p place, op operator, ends []end[T]) {
	for _, e := range ends {
		below, above := d.compare(e.v, d.least) < 0, d.compare(e.v, d.most) > 0
		by, last := 1, d.most
		if e.top {
			by, last = -1, d.least
		}
		step := e.strict && p.bare && !below && !above
		switch {
		case op == is && (below || above):
			r.empty = true
		case e.top && below, !e.top && above, step && d.compare(e.v, last) == 0:
			r.none(p, e.top)
		case below || above:
			r.bounded = true
		case step:
			r.narrow(p, d.text(d.step(e.v, by)).String(), false, e.top)
		default:
			r.narrow(p, d.text(e.v).String(), e.strict, e.top)
		}
	}
}

// boundInt bounds a number of the domain least to most, of width digits.
func (r *request) boundInt(p place, b bound[int64], width int, least, most int64) {
	domain[int64]{least, most, cmp.Compare[int64],
		func(v int64, by int) int64 { return v + int64(by) },
		func(v int64) key { return newKey().int(v, width) },
	}.apply(r, p, b.op, b.ends())
}

// boundTime bounds a time that is stored as text.
func (r *request) boundTime(p place, b bound[time.Time], u precision) {
	past := time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)
	r.boundUnits(p, b, u, time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC), past.Add(-u.unit()),
		func(t time.Time) key { return newKey().time(t, u) })
}

// boundEpoch bounds a number of units since 1970.
func (r *request) boundEpoch(p place, b bound[time.Time], u precision, width int, least, most int64) {
	r.boundUnits(p, b, u, u.at(least), u.at(most), func(t time.Time) key { return newKey().epoch(t, u, width) })
}

// boundUnits brings the ends to whole units first: a lower end up and an upper
// one down, inclusive where that moved it.
func (r *request) boundUnits(p place, b bound[time.Time], u precision, least, most time.Time, text func(time.Time) key) {
	ends := b.ends()
	for i, e := range ends {
		if t := u.cut(e.v); !t.Equal(e.v) {
			r.empty = r.empty || b.op == is
			if !e.top {
				t = t.Add(u.unit())
			}
			ends[i] = end[time.Time]{t, false, e.top}
		}
	}
	domain[time.Time]{least, most, time.Time.Compare,
		func(t time.Time, by int) time.Time { return t.Add(time.Duration(by) * u.unit()) }, text,
	}.apply(r, p, b.op, ends)
}

// boundDate bounds a day.
func (r *request) boundDate(p place, b bound[Date], name string) {
	for _, e := range b.ends() {
		r.check.date(name, e.v)
	}
	domain[Date]{Date{1, 1, 1}, Date{9999, 12, 31}, Date.Compare,
		func(d Date, by int) Date { return DateOf(d.In(time.UTC).AddDate(0, 0, by)) },
		func(d Date) key { return newKey().date(d) },
	}.apply(r, p, b.op, b.ends())
}

// boundText bounds a part whose every text is in its domain; enc makes it.
func boundText[T any](r *request, p place, b bound[T], enc func(key, T) key) {
	for _, e := range b.ends() {
		r.narrow(p, enc(newKey(), e.v).String(), e.strict, e.top)
	}
	if b.op == prefixed {
		r.loose = r.loose || p.bare
		r.begin(p.base + enc(newKey(), b.a).String())
	}
}

// boundString is boundText of a string, which must be valid.
func (r *request) boundString(p place, b bound[string], name string, enc func(key, string) key) {
	r.check.text(name, b.a, 0)
	r.check.text(name, b.b, 0)
	if b.op != prefixed || b.a != "" { // every text begins with the empty one
		boundText(r, p, b, enc)
	}
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
