package fakedb

import (
	"math/big"
	"reflect"
	"regexp"
	"strings"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// evaluator evaluates one request's expressions.
type evaluator struct {
	names  map[string]string
	values Item
	// used are the placeholders that expressions named.
	used map[string]bool
	// bare allows names without a placeholder, as key conditions have them.
	bare bool

	tokens []string
	err    error
}

var token = regexp.MustCompile(`[#:]?[A-Za-z0-9_]+|<=|>=|<>|[=<>(),]`)

// condition says whether item satisfies an expression.
func (e *evaluator) condition(expression string, item Item) (bool, error) {
	e.tokens, e.err = token.FindAllString(expression, -1), nil
	ok := e.or(item)
	if e.err == nil && len(e.tokens) > 0 {
		e.err = invalid("%s: unexpected %q", expression, e.tokens[0])
	}
	return ok, e.err
}

func (e *evaluator) next() string {
	if len(e.tokens) == 0 {
		e.err = invalid("expression ends early")
		return ""
	}
	t := e.tokens[0]
	e.tokens = e.tokens[1:]
	return t
}

func (e *evaluator) accept(t string) bool {
	if len(e.tokens) > 0 && e.tokens[0] == t {
		e.tokens = e.tokens[1:]
		return true
	}
	return false
}

func (e *evaluator) expect(t string) {
	if !e.accept(t) && e.err == nil {
		e.err = invalid("%s expected before %v", t, e.tokens)
	}
}

func (e *evaluator) or(item Item) bool {
	v := e.and(item)
	for e.accept("OR") {
		w := e.and(item)
		v = v || w
	}
	return v
}

func (e *evaluator) and(item Item) bool {
	v := e.primary(item)
	for e.accept("AND") {
		w := e.primary(item)
		v = v && w
	}
	return v
}

func (e *evaluator) primary(item Item) bool {
	if e.err != nil {
		return false
	}
	if e.accept("NOT") {
		return !e.primary(item)
	}
	if e.accept("(") {
		v := e.or(item)
		e.expect(")")
		return v
	}
	t := e.next()
	switch t {
	case "attribute_exists", "attribute_not_exists":
		e.expect("(")
		name, err := e.name(e.next())
		e.expect(")")
		e.fail(err)
		_, ok := item[name]
		return ok == (t == "attribute_exists")
	case "begins_with":
		e.expect("(")
		a := e.value(e.next(), item)
		e.expect(",")
		b := e.value(e.next(), item)
		e.expect(")")
		return a != nil && strings.HasPrefix(textOf(a), textOf(b))
	}
	a := e.value(t, item)
	op := e.next()
	b := e.value(e.next(), item)
	if op == "BETWEEN" {
		e.expect("AND")
		c := e.value(e.next(), item)
		return compares(a, ">=", b) && compares(a, "<=", c)
	}
	return compares(a, op, b)
}

func (e *evaluator) fail(err error) {
	if e.err == nil {
		e.err = err
	}
}

func (e *evaluator) value(t string, item Item) types.AttributeValue {
	v, err := e.operand(t, item)
	e.fail(err)
	return v
}

// operand is a placeholder's value, or an attribute of item.
func (e *evaluator) operand(t string, item Item) (types.AttributeValue, error) {
	if strings.HasPrefix(t, ":") {
		v, ok := e.values[t]
		if !ok {
			return nil, invalid("undefined value %s", t)
		}
		e.used[t] = true
		return v, nil
	}
	name, err := e.name(t)
	return item[name], err
}

func (e *evaluator) name(t string) (string, error) {
	if strings.HasPrefix(t, "#") {
		n, ok := e.names[t]
		if !ok {
			return "", invalid("undefined name %s", t)
		}
		e.used[t] = true
		return n, nil
	}
	if !e.bare || t == "" {
		return "", invalid("%q where a placeholder is expected", t)
	}
	return t, nil
}

func compares(a types.AttributeValue, op string, b types.AttributeValue) bool {
	if a == nil || b == nil || reflect.TypeOf(a) != reflect.TypeOf(b) {
		return false
	}
	c := 0
	switch a := a.(type) {
	case *types.AttributeValueMemberS:
		c = strings.Compare(a.Value, textOf(b))
	case *types.AttributeValueMemberN:
		x, _ := new(big.Rat).SetString(a.Value)
		y, _ := new(big.Rat).SetString(b.(*types.AttributeValueMemberN).Value)
		c = x.Cmp(y)
	default:
		if !reflect.DeepEqual(a, b) {
			c = 1
		}
		if op != "=" && op != "<>" {
			return false
		}
	}
	switch op {
	case "=":
		return c == 0
	case "<>":
		return c != 0
	case "<":
		return c < 0
	case "<=":
		return c <= 0
	case ">":
		return c > 0
	}
	return op == ">=" && c >= 0
}
