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
		return "encode" + t.value.String() + "(" + x + ")"
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
		return "encode" + t.value.String()
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
		return "decode" + t.value.String()
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

// printCheck prints the checks of x, which is there, as the attribute name; c
// is the check.
func (t typed) printCheck(f *gosrc.File, c, name, x string, depth int) {
	switch m := t.model.(type) {
	case model.String:
		f.Pf("%s.text(%s, %s, %d)", c, name, x, m.MaxLength)
	case model.Text:
		f.Pf("%s.text(%s, %s, 0)", c, name, x)
	case model.UUID:
		f.Pf("%s.uuid(%s, %s)", c, name, x)
	case model.ULID:
		f.Pf("%s.ulid(%s, %s)", c, name, x)
	case model.KSUID:
		f.Pf("%s.ksuid(%s, %s)", c, name, x)
	case model.Enum:
		f.Pf("%s.oneOf(%s, string(%s), %s)", c, name, x, quoted(m.Values))
	case model.Int:
		if m.Min != nil || m.Max != nil {
			f.Pf("%s.int(%s, %s, %s)", c, name, x, bounds(m.Min, m.Max, math.MinInt64, math.MaxInt64))
		}
	case model.Float:
		f.Pf("%s.float(%s, %s)", c, name, x)
	case model.Timestamp:
		f.Pf("%s.time(%s, %s, %s)", c, name, x, precisionWord(m.Precision))
	case model.Epoch:
		f.Pf("%s.epoch(%s, %s, %s, %s)", c, name, x, precisionWord(m.Precision), epochBounds(m))
	case model.Date:
		f.Pf("%s.date(%s, %s)", c, name, x)
	case model.Binary:
		if m.MaxLength > 0 {
			f.Pf("%s.bytes(%s, %s, %d)", c, name, x, m.MaxLength)
		}
	case model.Object:
		f.Pf("check%s(%s, %s, %s)", t.value, c, name, x)
	case model.Any:
		f.Pf("checkAny(%s, %s, %s)", c, name, x)
	case model.List, model.Map, model.Set:
		t.printElemChecks(f, c, name, x, depth)
	}
}

// printElemChecks prints the checks of a list, map or set.
func (t typed) printElemChecks(f *gosrc.File, c, name, x string, depth int) {
	v, elem := "v", t.elem()
	if depth > 1 {
		v += strconv.Itoa(depth)
	}
	if _, ok := t.model.(model.Set); ok {
		f.Pf("%s(%s, %s, %s)", setCheck(elem), c, name, x)
	}
	inner := gosrc.New("", "")
	elem.printCheck(inner, c, name, v, depth+1)
	body := inner.Body()
	if _, ok := t.model.(model.Map); ok {
		k := "n" + strconv.Itoa(depth)
		if body == "" {
			f.Pf("for %s := range %s {", k, x)
		} else {
			f.Pf("for %s, %s := range %s {", k, v, x)
		}
		f.Pf("%s.text(%s, %s, 0)", c, name, k)
		f.P(body + "}")
		return
	}
	if body != "" {
		f.Pf("for _, %s := range %s {", v, x)
		f.P(body + "}")
	}
}

// setCheck is the runtime's function for a set of such elements.
func setCheck(elem typed) string {
	if _, ok := elem.model.(model.Binary); ok {
		return "checkBytesSet"
	}
	return "checkSet"
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
