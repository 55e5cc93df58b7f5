package prove

import (
	"strings"
)

// rest is what a request says of the text after the fields that it fixes.
type rest struct {
	kind restKind
	// low is the text of begins, low and high the inclusive ends of between.
	low, high string
}

type restKind int

const (
	anything restKind = iota
	// nothing: the key ends.
	nothing
	begins
	between
)

// answer is whether the texts of a template satisfy a condition.
type answer int

const (
	never answer = iota
	sometimes
	always
)

// judge says which texts of the fields satisfy the condition; one that cannot
// be decided is sometimes. No fields are the end of the key.
func (r rest) judge(fields []field, d byte) answer {
	switch {
	case r.kind == anything:
		return always
	case r.kind == nothing:
		return of(len(fields) == 0)
	case len(fields) == 0:
		return never
	}
	text, whole := known(fields, d)
	if r.kind == begins {
		return judgeBegins(text, whole, r.low)
	}
	return min(judgeLow(text, whole, r.low), judgeHigh(text, whole, r.high))
}

func of(b bool) answer {
	if b {
		return always
	}
	return never
}

func judgeBegins(text string, whole bool, prefix string) answer {
	if !whole && len(text) < len(prefix) && strings.HasPrefix(prefix, text) {
		return sometimes
	}
	return of(strings.HasPrefix(text, prefix))
}

// judgeLow: texts that begin with text are all at least low, or all below it,
// unless low begins with text, too.
func judgeLow(text string, whole bool, low string) answer {
	if !whole && text < low && strings.HasPrefix(low, text) {
		return sometimes
	}
	return of(text >= low)
}

func judgeHigh(text string, whole bool, high string) answer {
	if !whole && strings.HasPrefix(high, text) {
		return sometimes
	}
	return of(text <= high)
}
