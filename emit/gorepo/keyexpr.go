package gorepo

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/keyplan/keyplan/model"
)

// keyExpr is a template as a chain of the runtime's key methods, on an empty
// key: `newKey().lit("o#").plain(orderID)`. value gives the Go expression of a
// part's value: of a derived attribute its text, of others the field's value.
func keyExpr(t model.Template, value func(*model.Attribute) string) string {
	var b strings.Builder
	b.WriteString("newKey()")
	for _, s := range t {
		b.WriteString(segmentExpr(s, value))
	}
	return b.String()
}

func segmentExpr(s model.Segment, value func(*model.Attribute) string) string {
	switch s := s.(type) {
	case model.Literal:
		return ".lit(" + strconv.Quote(string(s)) + ")"
	case model.Part:
		return partExpr(s, value(s.Attribute))
	}
	panic(fmt.Sprintf("gorepo: no key expression for %T", s))
}

// partExpr appends one part's text to a key.
func partExpr(p model.Part, x string) string {
	switch p.Form {
	case model.Raw:
		return rawExpr(p.Attribute.Type, x)
	case model.Desc:
		return ".desc(newKey()" + encodedExpr(p.Attribute.Type, model.Plain, x) + ")"
	}
	return encodedExpr(p.Attribute.Type, p.Form, x)
}

// encodedExpr appends the Go value x of type t, in the form Plain or Sorted.
func encodedExpr(t model.Type, form model.Form, x string) string {
	escape := ".plain("
	if form == model.Sorted {
		escape = ".sorted("
	}
	switch t := t.(type) {
	case model.String, model.Text, model.UUID, model.ULID, model.KSUID:
		return escape + x + ")"
	case model.Enum:
		if t.Ordered {
			return fmt.Sprintf(".rank(slices.Index([]string{%s}, string(%s)))", quoted(t.Values), x)
		}
		return escape + "string(" + x + "))"
	case model.Int:
		return fmt.Sprintf(".int(%s, %d)", x, intWidth(t))
	case model.Decimal:
		return ".decimal(" + x + ")"
	case model.Bool:
		return ".bool(" + x + ")"
	case model.Timestamp:
		return ".time(" + x + ", " + precisionWord(t.Precision) + ")"
	case model.Epoch:
		return fmt.Sprintf(".epoch(%s, %s, %d)", x, precisionWord(t.Precision), epochWidth(t.Precision))
	case model.Date:
		return ".date(" + x + ")"
	}
	panic(fmt.Sprintf("gorepo: %T in a key", t))
}

// rawExpr appends a value as other programs write it.
func rawExpr(t model.Type, x string) string {
	switch t := t.(type) {
	case model.Int:
		return ".lit(strconv.FormatInt(" + x + ", 10))"
	case model.Epoch:
		return ".lit(strconv.FormatInt(" + precisionWord(t.Precision) + ".units(" + x + "), 10))"
	case model.Decimal:
		return ".lit(" + callee(x) + ".String())"
	case model.Date:
		return ".date(" + x + ")"
	case model.Bool:
		return ".lit(strconv.FormatBool(" + x + "))"
	case model.Timestamp:
		return ".time(" + x + ", " + precisionWord(t.Precision) + ")"
	case model.Enum:
		return ".lit(string(" + x + "))"
	}
	return ".lit(" + x + ")"
}

// callee is x as what a method is called on.
func callee(x string) string {
	if strings.HasPrefix(x, "*") {
		return "(" + x + ")"
	}
	return x
}

// intWidth is the number of digits of t in a key.
func intWidth(t model.Int) int {
	if t.Min == nil || t.Max == nil {
		return 19
	}
	digits := func(v int64) int { return len(strings.TrimPrefix(strconv.FormatInt(v, 10), "-")) }
	return max(digits(*t.Min), digits(*t.Max))
}

func epochWidth(p model.Precision) int { return [...]int{12, 15, 19}[p] }
