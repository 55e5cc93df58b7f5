package harness

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"github.com/keyplan/keyplan/emit/gorepo/support"
)

// create stores items and fails the test unless each is stored as it was given.
func create[T, C any](t testing.TB, store func(context.Context, T, ...C) (T, error), items []T) {
	t.Helper()
	for i, item := range items {
		got, err := store(t.Context(), item)
		if err != nil {
			t.Fatalf("create number %d, %s: %v", i, show(item), err)
		}
		if !reflect.DeepEqual(got, item) {
			t.Fatalf("created number %d as %s, want %s", i, show(got), show(item))
		}
	}
}

// taken checks that a write was refused because of a unique constraint.
func taken[T any](t testing.TB, name string) func(T, error) {
	t.Helper()
	return func(got T, err error) {
		t.Helper()
		if unique := new(support.ErrUnique); !errors.As(err, &unique) || unique.Name != name {
			t.Errorf("stored %s, %v, want ErrUnique of %s", show(got), err, name)
		}
	}
}

// deleted checks that a delete went well.
func deleted(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
