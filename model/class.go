package model

import (
	"strconv"
)

// Describe names a type in a sentence: "an int", "a list(string)".
func Describe(t Type) string {
	if e, ok := t.(Enum); ok {
		if e.Ordered {
			return "an ordered enum"
		}
		return "an enum"
	}
	text := t.String()
	switch t.(type) {
	case Int, Epoch, Object:
		return "an " + text
	case Any, Unknown:
		return text
	}
	return "a " + text
}

// KeyAllowed says whether an attribute of that type may stand in a synthetic
// key.
func KeyAllowed(t Type) bool {
	switch t.(type) {
	case Float, Binary, List, Map, Set, Object, Any:
		return false
	}
	return true
}

// ColumnType is the DynamoDB type of a key attribute that holds t itself: "S", "N",
// "B", or "" for a type that cannot be one.
func ColumnType(t Type) string {
	switch t.(type) {
	case String, UUID, ULID, KSUID, Enum, Timestamp, Date, Text:
		return "S"
	case Int, Decimal, Epoch, Unknown:
		return "N"
	case Binary:
		return "B"
	}
	return ""
}

// FixedWidth says whether every value of t has key text of one width, sign
// aside: such parts keep their order without escaping, and have a complement.
func FixedWidth(t Type) bool {
	switch t := t.(type) {
	case UUID, ULID, KSUID, Int, Bool, Timestamp, Epoch, Date, Unknown:
		return true
	case Enum:
		return t.Ordered
	case Text:
		return t.Fixed
	}
	return false
}

// PlainWidth is the widest text of a value of t in bytes before anything is
// escaped, 0 for unbounded and for types that have no text.
func PlainWidth(t Type) int {
	switch t := t.(type) {
	case String, Enum, UUID, ULID, KSUID, Text, Date:
		return textWidth(t)
	case Int:
		return 1 + intDigits(t.Min, t.Max)
	case Epoch:
		return 1 + epochDigits(t.Precision)
	case Decimal:
		return 43
	case Bool:
		return 1
	case Timestamp:
		return len("2006-01-02T15:04:05Z") + []int{0, 4, 10}[t.Precision]
	}
	return 0
}

// intDigits is how many digits an int has in a key.
func intDigits(low, high *int64) int {
	if low == nil || high == nil {
		return 19
	}
	return max(digits(*low), digits(*high))
}

func epochDigits(p Precision) int { return []int{12, 15, 19}[p] }

func digits(n int64) int {
	s := strconv.FormatInt(n, 10)
	if s[0] == '-' {
		return len(s) - 1
	}
	return len(s)
}

// textWidth is the widest value of a text type in bytes, 0 for unbounded.
func textWidth(t Type) int {
	switch t := t.(type) {
	case String:
		return t.MaxLength
	case Text:
		return t.Width
	case UUID:
		return 36
	case ULID:
		return 26
	case KSUID:
		return 27
	case Date:
		return 10
	case Enum:
		widest := 0
		for _, v := range t.Values {
			widest = max(widest, len(v))
		}
		if t.Ordered {
			widest = max(widest, 3)
		}
		return widest
	}
	return 0
}

func isString(t Type) bool { _, ok := t.(String); return ok }

func isEnum(t Type) bool { _, ok := t.(Enum); return ok }

// isText says whether values of t are text of the caller's.
func isText(t Type) bool {
	switch t.(type) {
	case String, UUID, ULID, KSUID, Enum, Text:
		return true
	}
	return false
}

func isTime(t Type) bool {
	switch t.(type) {
	case Timestamp, Epoch:
		return true
	}
	return false
}
