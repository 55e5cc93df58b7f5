package harness

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/keyplan/keyplan/emit/gorepo/support"
)

// expected is what a pattern must return: exactly these items in this order.
// Ties are runs of them, from one place to another, that may come in any order,
// because an index does not order items with equal keys.
type expected[T any] struct {
	items []T
	ties  [][2]int
}

// pick are those of made with these numbers.
func pick[T any](made []T, numbers ...int) expected[T] {
	var want expected[T]
	for _, n := range numbers {
		want.items = append(want.items, made[n])
	}
	return want
}

// these are items of several entities.
func these[T any](items ...T) expected[T] { return expected[T]{items: items} }

// tied says that the items from one place to another are in no order.
func (w expected[T]) tied(from, to int) expected[T] {
	w.ties = append(w.ties, [2]int{from, to})
	return w
}

// compare fails the test unless got is what was expected.
func (w expected[T]) compare(t testing.TB, got []T) {
	t.Helper()
	rest := slices.Clone(got)
	for _, tie := range w.ties {
		if len(rest) == len(w.items) {
			arrange(rest[tie[0]:tie[1]+1], w.items[tie[0]:tie[1]+1])
		}
	}
	same(t, rest, w.items)
}

// arrange brings the items of got that want has, too, into the order of want.
func arrange[T any](got, want []T) {
	for i := range want {
		for j := i; j < len(got); j++ {
			if reflect.DeepEqual(got[j], want[i]) {
				got[i], got[j] = got[j], got[i]
				break
			}
		}
	}
}

// same fails the test unless got and want are equal, item by item.
func same[T any](t testing.TB, got, want []T) {
	t.Helper()
	if len(got) == 0 && len(want) == 0 || reflect.DeepEqual(got, want) {
		return
	}
	t.Errorf("got %d items, want %d:", len(got), len(want))
	for i := range max(len(got), len(want)) {
		switch {
		case i >= len(got):
			t.Errorf("%d: missing %s", i, show(want[i]))
		case i >= len(want):
			t.Errorf("%d: beyond what was expected, %s", i, show(got[i]))
		case !reflect.DeepEqual(got[i], want[i]):
			t.Errorf("%d: got %s, want %s", i, show(got[i]), show(want[i]))
		}
	}
}

// show writes a value with what its pointers point to.
func show(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprintf("%+v", v)
	}
	return string(text)
}

// at is a time in RFC 3339.
func at(text string) time.Time {
	v, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		panic(err)
	}
	return v.UTC()
}

// decimal is a number of the generated package.
func decimal(text string) support.Decimal {
	v, err := support.ParseDecimal(text)
	if err != nil {
		panic(err)
	}
	return v
}

// date is a day of the generated package.
func date(text string) support.Date {
	v, err := support.ParseDate(text)
	if err != nil {
		panic(err)
	}
	return v
}

// ptr is a pointer to a value, for optional fields.
func ptr[T any](v T) *T { return &v }

// each is what f makes of every item.
func each[T, U any](items []T, f func(T) U) []U {
	var out []U
	for _, item := range items {
		out = append(out, f(item))
	}
	return out
}
