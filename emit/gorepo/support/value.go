package support

import (
	"bytes"
	"fmt"
	"maps"
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// writer makes an item, which shares no memory with what it is made of that
// anyone can write to. Its values stand in one block for each type, and its
// key texts, times and numbers are cut from one string.
type writer struct {
	item    map[string]types.AttributeValue
	texts   []types.AttributeValueMemberS
	numbers []types.AttributeValueMemberN
	cutFrom strings.Builder
	scratch [256]byte
}

// newWriter has room for an item of that many texts, numbers and others.
func newWriter(texts, numbers, others int) *writer {
	return &writer{
		item:    make(map[string]types.AttributeValue, texts+numbers+others),
		texts:   make([]types.AttributeValueMemberS, 0, texts),
		numbers: make([]types.AttributeValueMemberN, 0, numbers),
	}
}

// key is where the next key text is made.
func (w *writer) key() key { return w.scratch[:0] }

// cut is b as a part of the one string.
func (w *writer) cut(b []byte) string {
	if w.cutFrom.Cap() == 0 {
		w.cutFrom.Grow(64 + 24*cap(w.texts))
	}
	from := w.cutFrom.Len()
	w.cutFrom.Write(b)
	return w.cutFrom.String()[from:]
}

func (w *writer) text(name, v string) {
	w.texts = append(w.texts, types.AttributeValueMemberS{Value: v})
	w.item[name] = &w.texts[len(w.texts)-1]
}

func (w *writer) number(name, v string) {
	w.numbers = append(w.numbers, types.AttributeValueMemberN{Value: v})
	w.item[name] = &w.numbers[len(w.numbers)-1]
}

func (w *writer) keyText(name string, k key) { w.text(name, w.cut(k)) }

func (w *writer) int(name string, v int64) {
	w.number(name, w.cut(strconv.AppendInt(w.scratch[:0], v, 10)))
}

func (w *writer) decimal(name string, v Decimal) { w.number(name, v.String()) }

func (w *writer) bool(name string, v bool) { w.item[name] = &types.AttributeValueMemberBOOL{Value: v} }

func (w *writer) date(name string, v Date) { w.text(name, w.cut(appendDate(w.scratch[:0], v))) }

func (w *writer) time(name string, v time.Time, p precision) {
	w.text(name, w.cut(appendTime(w.scratch[:0], v, p)))
}

func (w *writer) epoch(name string, v time.Time, p precision) { w.int(name, p.units(v)) }

func text(v string) types.AttributeValue { return &types.AttributeValueMemberS{Value: v} }

func number(v string) types.AttributeValue { return &types.AttributeValueMemberN{Value: v} }

func int64Value(v int64) types.AttributeValue { return number(strconv.FormatInt(v, 10)) }

func floatValue(v float64) types.AttributeValue {
	return number(strconv.FormatFloat(v, 'f', -1, 64))
}

func boolValue(v bool) types.AttributeValue { return &types.AttributeValueMemberBOOL{Value: v} }

func bytesValue(v []byte) types.AttributeValue {
	return &types.AttributeValueMemberB{Value: bytes.Clone(v)}
}

func decimalValue(v Decimal) types.AttributeValue { return number(v.String()) }

func dateValue(v Date) types.AttributeValue { return text(v.String()) }

func timeValue(v time.Time, p precision) types.AttributeValue {
	return text(string(appendTime(nil, v, p)))
}

func epochValue(v time.Time, p precision) types.AttributeValue { return int64Value(p.units(v)) }

func listValue[T any](v []T, elem func(T) types.AttributeValue) types.AttributeValue {
	list := make([]types.AttributeValue, 0, len(v))
	for _, e := range v {
		list = append(list, elem(e))
	}
	return &types.AttributeValueMemberL{Value: list}
}

func mapValue[T any](v map[string]T, elem func(T) types.AttributeValue) types.AttributeValue {
	m := make(map[string]types.AttributeValue, len(v))
	for name, e := range v {
		m[name] = elem(e)
	}
	return &types.AttributeValueMemberM{Value: m}
}

func textSet(v []string) types.AttributeValue {
	return &types.AttributeValueMemberSS{Value: slices.Clone(v)}
}

func bytesSet(v [][]byte) types.AttributeValue {
	out := make([][]byte, 0, len(v))
	for _, e := range v {
		out = append(out, bytes.Clone(e))
	}
	return &types.AttributeValueMemberBS{Value: out}
}

// numberSet is of numbers in text.
func numberSet[T any](v []T, elem func(T) string) types.AttributeValue {
	out := make([]string, 0, len(v))
	for _, e := range v {
		out = append(out, elem(e))
	}
	return &types.AttributeValueMemberNS{Value: out}
}

// decoder reads an item. The first value that is not of its type is its error;
// what is read after that is zero.
type decoder struct {
	item map[string]types.AttributeValue
	err  error
}

// newDecoder is for an item of entity, and refuses one of another.
func newDecoder(item map[string]types.AttributeValue, entity string) decoder {
	d := decoder{item: item}
	if s, ok := item[entityAttribute].(*types.AttributeValueMemberS); ok && s.Value != entity {
		d.err = invalid(entityAttribute, "the item is of %q, not of %q", s.Value, entity)
	}
	return d
}

// newObject is for a nested object.
func newObject(av types.AttributeValue) decoder {
	m, ok := av.(*types.AttributeValueMemberM)
	if !ok {
		return decoder{err: wrongType(av, "an object")}
	}
	return decoder{item: m.Value}
}

// entityOf is the entity that an item says it is of.
func entityOf(item map[string]types.AttributeValue) string {
	if s, ok := item[entityAttribute].(*types.AttributeValueMemberS); ok {
		return s.Value
	}
	return ""
}

// must reads an attribute that every item has.
func must[T any](d *decoder, name string, as func(types.AttributeValue) (T, error)) (v T) {
	av, ok := d.item[name]
	if !ok && d.err == nil {
		d.err = invalid(name, "the stored item has none")
	}
	if d.err == nil {
		v, d.err = named(name, av, as)
	}
	return v
}

// zeroOr reads an attribute whose absence is its zero value.
func zeroOr[T any](d *decoder, name string, as func(types.AttributeValue) (T, error)) (v T) {
	if av, ok := d.item[name]; ok && d.err == nil {
		v, d.err = named(name, av, as)
	}
	return v
}

// maybe reads an attribute whose absence is nil.
func maybe[T any](d *decoder, name string, as func(types.AttributeValue) (T, error)) *T {
	if _, ok := d.item[name]; !ok {
		return nil
	}
	v := zeroOr(d, name, as)
	return &v
}

// maybeText is maybe of a text, and points into the item.
func maybeText(d *decoder, name string) *string {
	if s, ok := d.item[name].(*types.AttributeValueMemberS); ok {
		return &s.Value
	}
	return maybe(d, name, asText)
}

func named[T any](name string, av types.AttributeValue, as func(types.AttributeValue) (T, error)) (T, error) {
	v, err := as(av)
	if err != nil {
		err = invalid(name, "stored: %s", err)
	}
	return v, err
}

func wrongType(av types.AttributeValue, want string) error {
	return fmt.Errorf("a %T, not %s", av, want)
}

func asText(av types.AttributeValue) (string, error) {
	if s, ok := av.(*types.AttributeValueMemberS); ok {
		return s.Value, nil
	}
	return "", wrongType(av, "a text")
}

// asNamed is asText for a named type, as enums are.
func asNamed[T ~string](av types.AttributeValue) (T, error) {
	s, err := asText(av)
	return T(s), err
}

func asNumber(av types.AttributeValue) (string, error) {
	if n, ok := av.(*types.AttributeValueMemberN); ok {
		return n.Value, nil
	}
	return "", wrongType(av, "a number")
}

func asInt(av types.AttributeValue) (int64, error) {
	n, err := asNumber(av)
	if err != nil {
		return 0, err
	}
	return parseInt(n)
}

// parseInt reads a whole number, with an exponent or a fraction of zeros too.
func parseInt(n string) (int64, error) {
	v, err := strconv.ParseInt(n, 10, 64)
	if err != nil {
		return strconv.ParseInt(plainNumber(n), 10, 64)
	}
	return v, nil
}

func asFloat(av types.AttributeValue) (float64, error) {
	n, err := asNumber(av)
	if err != nil {
		return 0, err
	}
	return strconv.ParseFloat(n, 64)
}

func asDecimal(av types.AttributeValue) (Decimal, error) {
	n, err := asNumber(av)
	if err != nil {
		return Decimal{}, err
	}
	return ParseDecimal(n)
}

func asBool(av types.AttributeValue) (bool, error) {
	if b, ok := av.(*types.AttributeValueMemberBOOL); ok {
		return b.Value, nil
	}
	return false, wrongType(av, "a bool")
}

func asBytes(av types.AttributeValue) ([]byte, error) {
	if b, ok := av.(*types.AttributeValueMemberB); ok {
		return b.Value, nil
	}
	return nil, wrongType(av, "binary")
}

func asDate(av types.AttributeValue) (Date, error) {
	s, err := asText(av)
	if err != nil {
		return Date{}, err
	}
	return ParseDate(s)
}

// asTime reads RFC 3339 of any precision.
func asTime(av types.AttributeValue) (time.Time, error) {
	s, err := asText(av)
	if err != nil {
		return time.Time{}, err
	}
	t, err := time.Parse(time.RFC3339Nano, s)
	return t.UTC(), err
}

func asEpoch(p precision) func(types.AttributeValue) (time.Time, error) {
	return func(av types.AttributeValue) (time.Time, error) {
		n, err := asInt(av)
		return p.at(n), err
	}
}

func asList[T any](elem func(types.AttributeValue) (T, error)) func(types.AttributeValue) ([]T, error) {
	return func(av types.AttributeValue) ([]T, error) {
		l, ok := av.(*types.AttributeValueMemberL)
		if !ok {
			return nil, wrongType(av, "a list")
		}
		out := make([]T, len(l.Value))
		for i, e := range l.Value {
			v, err := elem(e)
			if err != nil {
				return nil, fmt.Errorf("[%d]: %w", i, err)
			}
			out[i] = v
		}
		return out, nil
	}
}

func asMap[T any](elem func(types.AttributeValue) (T, error)) func(types.AttributeValue) (map[string]T, error) {
	return func(av types.AttributeValue) (map[string]T, error) {
		m, ok := av.(*types.AttributeValueMemberM)
		if !ok {
			return nil, wrongType(av, "a map")
		}
		out := make(map[string]T, len(m.Value))
		for name, e := range m.Value {
			v, err := elem(e)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			out[name] = v
		}
		return out, nil
	}
}

func asTextSet(av types.AttributeValue) ([]string, error) {
	if s, ok := av.(*types.AttributeValueMemberSS); ok {
		return s.Value, nil
	}
	return nil, wrongType(av, "a set of texts")
}

func asBytesSet(av types.AttributeValue) ([][]byte, error) {
	if s, ok := av.(*types.AttributeValueMemberBS); ok {
		return s.Value, nil
	}
	return nil, wrongType(av, "a set of binaries")
}

func asNumberSet[T any](parse func(string) (T, error)) func(types.AttributeValue) ([]T, error) {
	return func(av types.AttributeValue) ([]T, error) {
		s, ok := av.(*types.AttributeValueMemberNS)
		if !ok {
			return nil, wrongType(av, "a set of numbers")
		}
		out := make([]T, len(s.Value))
		for i, n := range s.Value {
			v, err := parse(n)
			if err != nil {
				return nil, err
			}
			out[i] = v
		}
		return out, nil
	}
}

// equalValues says that two values mean the same to DynamoDB: numbers by
// value, sets in any order.
func equalValues(a, b types.AttributeValue) bool {
	switch x := a.(type) {
	case *types.AttributeValueMemberS:
		y, ok := b.(*types.AttributeValueMemberS)
		return ok && x.Value == y.Value
	case *types.AttributeValueMemberN:
		y, ok := b.(*types.AttributeValueMemberN)
		return ok && plainNumber(x.Value) == plainNumber(y.Value)
	case *types.AttributeValueMemberL:
		y, ok := b.(*types.AttributeValueMemberL)
		return ok && slices.EqualFunc(x.Value, y.Value, equalValues)
	case *types.AttributeValueMemberM:
		y, ok := b.(*types.AttributeValueMemberM)
		return ok && equalItems(x.Value, y.Value)
	case *types.AttributeValueMemberSS:
		y, ok := b.(*types.AttributeValueMemberSS)
		return ok && equalSets(x.Value, y.Value, strings.Clone)
	case *types.AttributeValueMemberNS:
		y, ok := b.(*types.AttributeValueMemberNS)
		return ok && equalSets(x.Value, y.Value, plainNumber)
	case *types.AttributeValueMemberBS:
		y, ok := b.(*types.AttributeValueMemberBS)
		return ok && equalSets(x.Value, y.Value, func(v []byte) string { return string(v) })
	}
	return reflect.DeepEqual(a, b)
}

func equalItems(a, b map[string]types.AttributeValue) bool { return maps.EqualFunc(a, b, equalValues) }

func equalSets[T any](a, b []T, text func(T) string) bool {
	sorted := func(set []T) (out []string) {
		for _, v := range set {
			out = append(out, text(v))
		}
		slices.Sort(out)
		return out
	}
	return slices.Equal(sorted(a), sorted(b))
}

// plainNumber is one text for all that mean the number.
func plainNumber(n string) string {
	if r, ok := new(big.Rat).SetString(n); ok {
		return r.RatString()
	}
	return n
}
