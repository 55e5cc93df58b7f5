package keytext

import (
	"strconv"

	"github.com/keyplan/keyplan/model"
)

// Encoding names how values of a become key text, and the unit that this
// depends on, "" for none: two attributes with equal names and units write equal
// text for equal values.
func Encoding(a *model.Attribute) (name, unit string) {
	switch d := a.Root().Derive.(type) {
	case model.Bucket:
		return "bucket", d.Unit
	case model.SHA256:
		return "sha256", ""
	}
	switch t := a.Type.(type) {
	case model.Int:
		return "int", strconv.Itoa(intDigits(t))
	case model.Epoch:
		return "epoch", Unit(t.Precision)
	case model.Timestamp:
		return "time", Unit(t.Precision)
	case model.Enum:
		if t.Ordered {
			return "rank", ""
		}
		return "text", ""
	case model.Decimal, model.Bool, model.Date, model.UUID, model.ULID, model.KSUID:
		return t.String(), ""
	}
	return "text", ""
}

// Unit is a precision's short name.
func Unit(p model.Precision) string {
	switch p {
	case model.Second:
		return "s"
	case model.Millisecond:
		return "ms"
	}
	return "ns"
}
