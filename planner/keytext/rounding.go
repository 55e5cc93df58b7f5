package keytext

import (
	"fmt"
	"math/big"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/keyplan/keyplan/model"
)

// emptiness is the end at which a bound leaves nothing.
type emptiness int

const (
	// noneBelow: an upper bound below every value.
	noneBelow emptiness = iota
	// noneAbove: a lower bound above every value.
	noneAbove
	// noneAt: a value that does not exist.
	noneAt
)

// place brings every bound to the unit and into the domain of the type: those
// that say nothing are dropped, and one that leaves nothing is reported.
func (b Bounded) place(bounds []Bound) ([]Bound, *emptiness, error) {
	var out []Bound
	var empty *emptiness
	for _, bound := range bounds {
		bound, kept, none, err := b.placeOne(bound)
		if err != nil {
			return nil, nil, err
		}
		if none != nil {
			empty = b.mirrored(*none)
		}
		if kept {
			out = append(out, bound)
		}
	}
	return out, empty, nil
}

// mirrored is the end of the text at which nothing is left.
func (b Bounded) mirrored(e emptiness) *emptiness {
	if b.Form == model.Desc && e != noneAt {
		e = noneBelow + noneAbove - e
	}
	return &e
}

func (b Bounded) placeOne(bound Bound) (out Bound, kept bool, none *emptiness, err error) {
	if bound.Op == BeginsWith {
		return b.placePrefix(bound)
	}
	out, side, err := round(b.Type, bound)
	if err == nil && side == 0 && b.Last {
		out, side = step(b.Type, out)
	}
	if err != nil || side == 0 {
		return out, err == nil, nil, err
	}
	none = outside(bound.Op, side)
	return out, false, none, nil
}

func (b Bounded) placePrefix(bound Bound) (Bound, bool, *emptiness, error) {
	s, ok := bound.Value.(string)
	if _, text := b.Type.(model.String); !text || !ok || !utf8.ValidString(s) {
		return bound, false, nil, fmt.Errorf("%v begins no %s", bound.Value, b.Type)
	}
	return bound, s != "", nil, nil
}

// outside says what a bound beyond the domain means: below it (side < 0) a
// lower end is open, above it an upper one; the rest leaves nothing.
func outside(op Op, side int) *emptiness {
	none := noneAt
	switch op {
	case AtLeast, Above:
		if side < 0 {
			return nil
		}
		none = noneAbove
	case AtMost, Below:
		if side > 0 {
			return nil
		}
		none = noneBelow
	}
	return &none
}

// round brings a bound to the unit of t. Side is -1 or 1 for a bound that is
// then outside the domain; an equality off the unit is outside, too.
func round(t model.Type, b Bound) (out Bound, side int, err error) {
	switch t := t.(type) {
	case model.Timestamp:
		return roundTimestamp(t, b)
	case model.Epoch:
		if at, ok := b.Value.(time.Time); ok {
			n, on := epochUnits(t.Precision, at)
			return roundNumber(t, b, n, on)
		}
		return roundInt(t, b)
	case model.Int:
		return roundInt(t, b)
	case model.String:
		if s, ok := b.Value.(string); !ok || !utf8.ValidString(s) {
			return b, 0, fmt.Errorf("%v is no text", b.Value)
		}
		return b, 0, nil
	case model.Text:
		if s, ok := b.Value.(string); ok && !t.Fixed && utf8.ValidString(s) {
			return b, 0, nil
		}
	}
	return b, 0, Check(t, b.Value)
}

func roundInt(t model.Type, b Bound) (Bound, int, error) {
	v, ok := b.Value.(int64)
	if !ok {
		return b, 0, fmt.Errorf("%v is no %s", b.Value, t)
	}
	return roundNumber(t, b, big.NewInt(v), true)
}

// roundNumber takes the number of whole units at or below the bound, and
// whether the bound is on the unit.
func roundNumber(t model.Type, b Bound, n *big.Int, on bool) (Bound, int, error) {
	if !on {
		if b.Op == Equal {
			return b, 1, nil
		}
		b.Op, n = offUnit(b.Op, n)
	}
	lo, hi := intDomain(t)
	if side := beyond(n, lo, hi); side != 0 {
		return b, side, nil
	}
	b.Value = n.Int64()
	return b, 0, nil
}

// offUnit moves a lower end up and an upper end down to the unit, where it is
// inclusive.
func offUnit(op Op, floor *big.Int) (Op, *big.Int) {
	if op == AtLeast || op == Above {
		return AtLeast, floor.Add(floor, big.NewInt(1))
	}
	return AtMost, floor
}

func beyond(n *big.Int, lo, hi int64) int {
	switch {
	case n.Cmp(big.NewInt(lo)) < 0:
		return -1
	case n.Cmp(big.NewInt(hi)) > 0:
		return 1
	}
	return 0
}

func roundTimestamp(t model.Timestamp, b Bound) (Bound, int, error) {
	at, ok := b.Value.(time.Time)
	if s, text := b.Value.(string); text {
		var err error
		at, err = time.Parse(time.RFC3339Nano, s)
		ok = err == nil && strings.HasSuffix(s, "Z")
	}
	if !ok {
		return b, 0, fmt.Errorf("%v is no timestamp", b.Value)
	}
	at = at.UTC()
	floor := at.Truncate(unit(t.Precision))
	if !floor.Equal(at) {
		switch b.Op {
		case Equal:
			return b, 1, nil
		case AtLeast, Above:
			b.Op, floor = AtLeast, floor.Add(unit(t.Precision))
		default:
			b.Op = AtMost
		}
	}
	switch {
	case floor.Year() < 1:
		return b, -1, nil
	case floor.Year() > 9999:
		return b, 1, nil
	}
	b.Value = floor.Format(timeLayout(t.Precision))
	return b, 0, nil
}

// step makes a strict bound of a part that ends its key inclusive, one unit
// further in; side is not 0 past the domain's end. Types without a unit stay.
func step(t model.Type, b Bound) (Bound, int) {
	by := 0
	switch b.Op {
	case Above:
		by = 1
	case Below:
		by = -1
	default:
		return b, 0
	}
	v, side, ok := neighbour(t, b.Value, by)
	if !ok {
		return b, 0
	}
	b.Value = v
	b.Op = AtMost
	if by > 0 {
		b.Op = AtLeast
	}
	return b, side
}

// neighbour is the value one unit after or before v.
func neighbour(t model.Type, v model.Value, by int) (next model.Value, side int, ok bool) {
	switch t := t.(type) {
	case model.Int, model.Epoch:
		n := big.NewInt(v.(int64))
		n.Add(n, big.NewInt(int64(by)))
		lo, hi := intDomain(t)
		return n.Int64(), beyond(n, lo, hi), true
	case model.Timestamp:
		at, _ := timeOf(t, v)
		next, side := inYears(at.Add(time.Duration(by)*unit(t.Precision)), timeLayout(t.Precision))
		return next, side, true
	case model.Date:
		at, _ := timeOf(t, v)
		next, side := inYears(at.AddDate(0, 0, by), dateLayout)
		return next, side, true
	}
	return nil, 0, false
}

func inYears(at time.Time, layout string) (string, int) {
	switch {
	case at.Year() < 1:
		return "", -1
	case at.Year() > 9999:
		return "", 1
	}
	return at.Format(layout), 0
}
