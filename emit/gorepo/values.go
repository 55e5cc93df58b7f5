package gorepo

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/keyplan/keyplan/emit/internal/gosrc"
	"github.com/keyplan/keyplan/model"
)

// typed is a type of the language with its Go type: what printing a value's
// way to the item and back needs.
type typed struct {
	model model.Type
	value Type
}

// elem is the element of a list, map or set.
func (t typed) elem() typed {
	switch m := t.model.(type) {
	case model.List:
		return typed{m.Elem, Type{strings.TrimPrefix(t.value.text, "[]")}}
	case model.Set:
		return typed{m.Elem, Type{strings.TrimPrefix(t.value.text, "[]")}}
	case model.Map:
		return typed{m.Elem, Type{strings.TrimPrefix(t.value.text, "map[string]")}}
	}
	panic(fmt.Sprintf("gorepo: %T has no elements", t.model))
}

// writeStmt writes x as the attribute that the Go expression name names.
func (t typed) writeStmt(name, x string) string {
	switch m := t.model.(type) {
	case model.String, model.UUID, model.ULID, model.KSUID, model.Text:
		return "w.text(" + name + ", " + x + ")"
	case model.Enum:
		return "w.text(" + name + ", string(" + x + "))"
	case model.Int:
		return "w.int(" + name + ", " + x + ")"
	case model.Decimal:
		return "w.decimal(" + name + ", " + x + ")"
	case model.Bool:
		return "w.bool(" + name + ", " + x + ")"
	case model.Date:
		return "w.date(" + name + ", " + x + ")"
	case model.Timestamp:
		return "w.time(" + name + ", " + x + ", " + precisionWord(m.Precision) + ")"
	case model.Epoch:
		return "w.epoch(" + name + ", " + x + ", " + precisionWord(m.Precision) + ")"
	}
	return "w.item[" + name + "] = " + t.valueExpr(x)
}

// valueExpr is x as an attribute value.
func (t typed) valueExpr(x string) string {
	switch m := t.model.(type) {
	case model.Enum:
		return "text(string(" + x + "))"
	case model.Timestamp:
		return "timeValue(" + x + ", " + precisionWord(m.Precision) + ")"
	case model.Epoch:
		return "epochValue(" + x + ", " + precisionWord(m.Precision) + ")"
	case model.List:
		return "listValue(" + x + ", " + t.elem().valueFunc() + ")"
	case model.Map:
		return "mapValue(" + x + ", " + t.elem().valueFunc() + ")"
	case model.Set:
		return t.setExpr(x)
	case model.Object:
		return x + ".value()"
	}
	return t.valueFunc() + "(" + x + ")"
}

// valueFunc is a function from the Go type to an attribute value.
func (t typed) valueFunc() string {
	switch t.model.(type) {
	case model.String, model.UUID, model.ULID, model.KSUID, model.Text:
		return "text"
	case model.Int:
		return "int64Value"
	case model.Float:
		return "floatValue"
	case model.Decimal:
		return "decimalValue"
	case model.Bool:
		return "boolValue"
	case model.Date:
		return "dateValue"
	case model.Binary:
		return "bytesValue"
	case model.Any:
		return "anyValue"
	case model.Object:
		return t.value.String() + ".value"
	}
	return "func(v " + t.value.String() + ") types.AttributeValue { return " + t.valueExpr("v") + " }"
}

func (t typed) setExpr(x string) string {
	switch t.elem().model.(type) {
	case model.Int:
		return "numberSet(" + x + ", func(v int64) string { return strconv.FormatInt(v, 10) })"
	case model.Decimal:
		return "numberSet(" + x + ", Decimal.String)"
	case model.Binary:
		return "bytesSet(" + x + ")"
	}
	return "textSet(" + x + ")"
}

// asFunc is a function from an attribute value to the Go type.
func (t typed) asFunc() string {
	switch m := t.model.(type) {
	case model.String, model.UUID, model.ULID, model.KSUID, model.Text:
		return "asText"
	case model.Enum:
		return "asNamed[" + t.value.String() + "]"
	case model.Int:
		return "asInt"
	case model.Float:
		return "asFloat"
	case model.Decimal:
		return "asDecimal"
	case model.Bool:
		return "asBool"
	case model.Date:
		return "asDate"
	case model.Timestamp:
		return "asTime"
	case model.Epoch:
		return "asEpoch(" + precisionWord(m.Precision) + ")"
	case model.Binary:
		return "asBytes"
	case model.List:
		return "asList(" + t.elem().asFunc() + ")"
	case model.Map:
		return "asMap(" + t.elem().asFunc() + ")"
	case model.Object:
		return "as" + t.value.String()
	case model.Any:
		return "asAny"
	case model.Set:
		switch m.Elem.(type) {
		case model.Int:
			return "asNumberSet(parseInt)"
		case model.Decimal:
			return "asNumberSet(ParseDecimal)"
		case model.Binary:
			return "asBytesSet"
		}
		return "asTextSet"
	}
	panic(fmt.Sprintf("gorepo: %T on an item", t.model))
}

// printCheck prints the checks of x, which is there, as the attribute name.
func (t typed) printCheck(f *gosrc.File, name, x string, depth int) {
	switch m := t.model.(type) {
	case model.String:
		f.Pf("c.text(%s, %s, %d)", name, x, m.MaxLength)
	case model.Text:
		f.Pf("c.text(%s, %s, 0)", name, x)
	case model.UUID:
		f.Pf("c.uuid(%s, %s)", name, x)
	case model.ULID:
		f.Pf("c.ulid(%s, %s)", name, x)
	case model.KSUID:
		f.Pf("c.ksuid(%s, %s)", name, x)
	case model.Enum:
		f.Pf("c.oneOf(%s, string(%s), %s)", name, x, quoted(m.Values))
	case model.Int:
		if m.Min != nil || m.Max != nil {
			f.Pf("c.int(%s, %s, %s)", name, x, bounds(m.Min, m.Max, math.MinInt64, math.MaxInt64))
		}
	case model.Float:
		f.Pf("c.float(%s, %s)", name, x)
	case model.Timestamp:
		f.Pf("c.time(%s, %s, %s)", name, x, precisionWord(m.Precision))
	case model.Epoch:
		f.Pf("c.epoch(%s, %s, %s, %s)", name, x, precisionWord(m.Precision), epochBounds(m))
	case model.Date:
		f.Pf("c.date(%s, %s)", name, x)
	case model.Binary:
		if m.MaxLength > 0 {
			f.Pf("c.bytes(%s, %s, %d)", name, x, m.MaxLength)
		}
	case model.Object:
		f.Pf("%s.check(c, %s)", x, name)
	case model.Any:
		f.Pf("c.any(%s, %s)", name, x)
	case model.List, model.Map, model.Set:
		t.printElemChecks(f, name, x, depth)
	}
}

// printElemChecks prints the checks of a list, map or set.
func (t typed) printElemChecks(f *gosrc.File, name, x string, depth int) {
	e, elem := fmt.Sprintf("e%d", depth), t.elem()
	if _, ok := t.model.(model.Set); ok {
		f.Pf("set(c, %s, %s, %s)", name, x, equalFunc(elem))
	}
	inner := gosrc.New("", "")
	elem.printCheck(inner, name, e, depth+1)
	body := inner.Body()
	if _, ok := t.model.(model.Map); ok {
		k := fmt.Sprintf("k%d", depth)
		if body == "" {
			f.Pf("for %s := range %s {", k, x)
		} else {
			f.Pf("for %s, %s := range %s {", k, e, x)
		}
		f.Pf("c.text(%s, %s, 0)", name, k)
		f.P(body + "}")
		return
	}
	if body != "" {
		f.Pf("for _, %s := range %s {", e, x)
		f.P(body + "}")
	}
}

// equalFunc says whether two elements of a set are one.
func equalFunc(elem typed) string {
	if _, ok := elem.model.(model.Binary); ok {
		return "slices.Equal[[]byte]"
	}
	return "func(a, b " + elem.value.String() + ") bool { return a == b }"
}

func quoted(values []string) string {
	var out []string
	for _, v := range values {
		out = append(out, strconv.Quote(v))
	}
	return strings.Join(out, ", ")
}

// bounds are two arguments; the ends of int64 have names.
func bounds(lo, hi *int64, least, most int64) string {
	if lo != nil {
		least = max(least, *lo)
	}
	if hi != nil {
		most = min(most, *hi)
	}
	return int64Expr(least) + ", " + int64Expr(most)
}

func int64Expr(v int64) string {
	switch v {
	case math.MinInt64:
		return "math.MinInt64"
	case math.MaxInt64:
		return "math.MaxInt64"
	}
	return strconv.FormatInt(v, 10)
}

// epochBounds are what the digits of a key can hold, within the model's own.
func epochBounds(t model.Epoch) string {
	most := int64(math.MaxInt64)
	least := int64(math.MinInt64)
	if w := epochWidth(t.Precision); w < 19 {
		most = int64(math.Pow10(w)) - 1
		least = -most
	}
	return bounds(t.Min, t.Max, least, most)
}
