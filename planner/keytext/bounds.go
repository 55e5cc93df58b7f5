package keytext

import (
	"fmt"
	"unicode/utf8"

	"github.com/keyplan/keyplan/model"
)

// Bound is one bound that a caller gives of the last of a range's attributes.
type Bound struct {
	Op Op
	// Value is of the attribute's type. A time.Time, of any precision, may
	// stand for a timestamp or an epoch, and a timestamp may be finer than it
	// is stored; numbers may be outside the declared bounds.
	Value model.Value
}

// Op is an operator.
type Op int

// The operators. BeginsWith is for String alone.
const (
	Equal Op = iota
	AtLeast
	Above
	AtMost
	Below
	BeginsWith
)

// Bounded is the place in a sort key that bounds speak of.
type Bounded struct {
	// Prefix is P, what stands before the bounded part: it ends in the
	// delimiter, or is empty.
	Prefix string
	// From and To are what an open end is in a span over other entities; ""
	// for the first and the last text that begins with Prefix.
	From, To  string
	Type      model.Type
	Form      model.Form
	Delimiter byte
	// Last says that the part ends the key and no delimiter follows it, as
	// pinned keys may have it.
	Last bool
}

// Condition is what is said about the sort key.
type Condition struct {
	Kind ConditionKind
	// Low and High are inclusive; Exact and Begins use Low.
	Low, High string
}

// ConditionKind is what DynamoDB is asked.
type ConditionKind int

// The kinds. Empty makes no request: nothing can match.
const (
	Empty ConditionKind = iota
	Whole
	Exact
	Begins
	From
	To
	Between
)

// Matches says whether the sort key text is selected.
func (c Condition) Matches(key string) bool {
	switch c.Kind {
	case Whole:
		return true
	case Exact:
		return key == c.Low
	case Begins:
		return len(key) >= len(c.Low) && key[:len(c.Low)] == c.Low
	case From:
		return key >= c.Low
	case To:
		return key <= c.High
	case Between:
		return c.Low <= key && key <= c.High
	}
	return false
}

// Condition is the one sort key condition that all the bounds together make;
// an error is of a bound that the type has not, or that one condition cannot
// say.
func (b Bounded) Condition(bounds ...Bound) (Condition, error) {
	wanted, empty, err := b.place(bounds)
	if err != nil {
		return Condition{}, err
	}
	if equal, ok := equality(wanted); ok {
		return b.equal(equal, wanted, empty)
	}
	if len(wanted) == 0 && empty == nil && b.From == "" && b.To == "" {
		return begins(b.Prefix), nil
	}
	if len(wanted) == 1 && empty == nil && wanted[0].Op == BeginsWith {
		text, err := b.encode(wanted[0].Value)
		return begins(b.Prefix + text), err
	}
	return b.between(wanted, empty)
}

// Successor is the least text above every text that begins with prefix and
// ends in the delimiter: the prefix with its last byte replaced by the escape
// character. The empty prefix has none.
func Successor(prefix string, d byte) string {
	if prefix == "" {
		return ""
	}
	return prefix[:len(prefix)-1] + string(rune(Escape(d)))
}

func begins(prefix string) Condition {
	if prefix == "" {
		return Condition{Kind: Whole}
	}
	return Condition{Kind: Begins, Low: prefix}
}

func equality(bounds []Bound) (Bound, bool) {
	for _, b := range bounds {
		if b.Op == Equal {
			return b, true
		}
	}
	return Bound{}, false
}

// equal is one value, if the other bounds allow it.
func (b Bounded) equal(equal Bound, bounds []Bound, empty *emptiness) (Condition, error) {
	for _, other := range bounds {
		if !Admits(b.Type, other, equal.Value) {
			return Condition{}, nil
		}
	}
	text, err := b.encode(equal.Value)
	switch {
	case err != nil || empty != nil:
		return Condition{}, err
	case b.Last && b.Prefix+text == "":
		return Condition{}, nil
	case b.Last:
		return Condition{Kind: Exact, Low: b.Prefix + text}, nil
	}
	return begins(b.Prefix + text + string(rune(b.Delimiter))), nil
}

// Admits says whether v, of type t, is within a bound whose value is of t, too.
func Admits(t model.Type, b Bound, v model.Value) bool {
	if b.Op == BeginsWith {
		prefix, s := b.Value.(string), v.(string)
		return len(s) >= len(prefix) && s[:len(prefix)] == prefix
	}
	c := Compare(t, v, b.Value)
	switch b.Op {
	case Equal:
		return c == 0
	case AtLeast:
		return c >= 0
	case Above:
		return c > 0
	case AtMost:
		return c <= 0
	case Below:
		return c < 0
	}
	panic("keytext: unknown operator")
}

// encode is the text of a bound; it may be longer than the values are.
func (b Bounded) encode(v model.Value) (string, error) {
	t := b.Type
	if s, ok := t.(model.String); ok {
		s.MaxLength = 0
		t = s
	}
	if x, ok := t.(model.Text); ok && !x.Fixed {
		t = model.Text{}
	}
	return Encode(t, b.Form, b.Delimiter, v)
}

// end is an inclusive end; the zero end is open.
type end struct {
	text string
	set  bool
}

func at(text string) end { return end{text, true} }

// orOpen is open for the empty text, which is below every key.
func orOpen(text string) end { return end{text, text != ""} }

// between narrows the open ends by every bound.
func (b Bounded) between(bounds []Bound, empty *emptiness) (Condition, error) {
	low, high := orOpen(b.Prefix), orOpen(Successor(b.Prefix, b.Delimiter))
	if b.From != "" {
		low = at(b.From)
	}
	if b.To != "" {
		high = at(b.To)
	}
	for _, bound := range bounds {
		l, h, err := b.ends(bound, len(bounds) > 1)
		if err != nil {
			return Condition{}, err
		}
		if l.set && (!low.set || l.text > low.text) {
			low = l
		}
		if h.set && (!high.set || h.text < high.text) {
			high = h
		}
	}
	if empty != nil {
		return b.nothing(low.text, high.text, *empty), nil
	}
	return condition(low, high), nil
}

// condition says the least: no key is empty, so nothing is at most the empty
// text and everything at least.
func condition(low, high end) Condition {
	lower := low.set && low.text != ""
	switch {
	case high.set && high.text == "" || lower && high.set && low.text > high.text:
		return Condition{}
	case lower && high.set:
		return Condition{Kind: Between, Low: low.text, High: high.text}
	case lower:
		return Condition{Kind: From, Low: low.text}
	case high.set:
		return Condition{Kind: To, High: high.text}
	}
	return Condition{Kind: Whole}
}

// nothing is the condition where no value of the part is wanted: none, or in a
// span what stands beside the part, which bounds do not speak of.
func (b Bounded) nothing(low, high string, side emptiness) Condition {
	end := Successor(b.Prefix, b.Delimiter)
	switch {
	case side == noneBelow && b.From != "" && b.From < b.Prefix:
		return Condition{Kind: Between, Low: low, High: b.Prefix}
	case side == noneAbove && b.To > end:
		return Condition{Kind: Between, Low: end, High: high}
	}
	return Condition{}
}

// ends are the inclusive ends of one bound. The bound of descending text is the
// opposite one.
func (b Bounded) ends(bound Bound, several bool) (low, high end, err error) {
	text, err := b.encode(bound.Value)
	if err != nil {
		return low, high, err
	}
	here := b.Prefix + text
	after := here + string(rune(Escape(b.Delimiter)))
	op := bound.Op
	if b.Form == model.Desc {
		op = opposite(op)
	}
	switch {
	case op == AtLeast:
		return at(here), high, nil
	case op == AtMost && b.Last:
		return low, at(here), nil
	case op == AtMost:
		return low, at(after), nil
	case op == Above && b.Last:
		return at(here + "\x00"), high, nil
	case op == Above:
		return at(after), high, nil
	case op == Below && !b.Last:
		return low, at(here), nil
	case op == BeginsWith && (!b.Last || !several):
		return at(here), orOpen(textAfter(b.Prefix + text)), nil
	}
	return low, high, fmt.Errorf("one sort key condition cannot say this bound of a part that ends its key")
}

func opposite(op Op) Op {
	switch op {
	case AtLeast:
		return AtMost
	case AtMost:
		return AtLeast
	case Above:
		return Below
	case Below:
		return Above
	}
	return op
}

// textAfter is the least text above all that begin with text: its last code
// point raised by one. Nothing is above a run of the greatest.
func textAfter(text string) string {
	for text != "" {
		r, n := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-n]
		if r < utf8.MaxRune {
			r++
			if r == 0xD800 {
				r = 0xE000
			}
			return text + string(r)
		}
	}
	return ""
}
