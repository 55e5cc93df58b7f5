package harness

import (
	"errors"
	"iter"
	"testing"

	"github.com/keyplan/keyplan/emit/gorepo/support"
	"github.com/keyplan/keyplan/localtest"
)

// many is a pattern that returns many items, with the arguments of its equals
// given: T is what it returns, O its options.
type many[T, O any] struct {
	rec  *localtest.Recorder
	each func(...O) iter.Seq2[T, error]
	// page is nil for a pattern whose pages are of a type of its own.
	page func(...O) (support.Page[T], error)
	// after is nil for a select that does not return what a cursor is made of.
	after func(T) support.Cursor
}

// check asks in every way: the whole, in pages of one, two and all, and from
// behind each item on. All must be the same items, by the request that was
// planned and by no other; no request at all where that is "".
func (m many[T, O]) check(t testing.TB, request string, want expected[T], opts ...O) {
	t.Helper()
	m.rec.Take()
	got := all(t, m.each(opts...))
	want.compare(t, got)
	ran(t, m.rec, request)
	for _, size := range []int{1, 2, max(len(got), 1)} {
		sized := append(opts[:len(opts):len(opts)], any(support.PageSize(size)).(O))
		same(t, all(t, m.each(sized...)), got)
		if m.page != nil {
			same(t, m.pages(t, size, sized), got)
		}
		ran(t, m.rec, request)
	}
	if m.after == nil {
		return
	}
	for i, item := range got {
		behind := any(support.After(m.after(item))).(O)
		same(t, all(t, m.each(append(opts[:len(opts):len(opts)], behind)...)), got[i+1:])
		ran(t, m.rec, request)
	}
}

// pages reads page by page.
func (m many[T, O]) pages(t testing.TB, size int, opts []O) []T {
	t.Helper()
	var items []T
	for cursor := support.Cursor(""); ; {
		page, err := m.page(append(opts[:len(opts):len(opts)], any(support.After(cursor)).(O))...)
		if err != nil {
			t.Fatal(err)
		}
		if len(page.Items) > size {
			t.Errorf("a page of %d holds %d items", size, len(page.Items))
		}
		items = append(items, page.Items...)
		if cursor = page.Next; cursor == "" {
			return items
		}
	}
}

// refuses asks with a cursor that is not of this call: an error, before any
// request.
func (m many[T, O]) refuses(t testing.TB, cursor support.Cursor, opts ...O) {
	t.Helper()
	m.rec.Take()
	opts = append(opts[:len(opts):len(opts)], any(support.After(cursor)).(O))
	for item, err := range m.each(opts...) {
		if !errors.Is(err, support.ErrCursor) {
			t.Errorf("with a cursor from elsewhere: got %s, %v", show(item), err)
		}
	}
	if m.page != nil {
		if page, err := m.page(opts...); !errors.Is(err, support.ErrCursor) {
			t.Errorf("with a cursor from elsewhere: got %s, %v", show(page), err)
		}
	}
	ran(t, m.rec, "")
}

// altered is a cursor with its last character changed.
func altered(cursor support.Cursor) support.Cursor {
	last := byte('A')
	if cursor[len(cursor)-1] == last {
		last = 'B'
	}
	return cursor[:len(cursor)-1] + support.Cursor(last)
}

// all reads a sequence to its end.
func all[T any](t testing.TB, seq iter.Seq2[T, error]) []T {
	t.Helper()
	var items []T
	for item, err := range seq {
		if err != nil {
			t.Fatal(err)
		}
		items = append(items, item)
	}
	return items
}

// one checks a read of one item, which is one request.
func one[T any](t testing.TB, rec *localtest.Recorder, request string, want T) func(T, error) {
	t.Helper()
	rec.Take()
	return func(got T, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		same(t, []T{got}, []T{want})
		if n := ran(t, rec, request); n != 1 {
			t.Errorf("%d requests for one item", n)
		}
	}
}

// first checks a read of the first of many: it must be one of want.
func first[T any](t testing.TB, rec *localtest.Recorder, request string, want ...T) func(T, error) {
	t.Helper()
	rec.Take()
	return func(got T, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		arrange(want, []T{got})
		same(t, []T{got}, want[:1])
		ran(t, rec, request)
	}
}

// none checks a read of one item that is not there.
func none[T any](t testing.TB, rec *localtest.Recorder, request string) func(T, error) {
	t.Helper()
	rec.Take()
	return func(got T, err error) {
		t.Helper()
		if !errors.Is(err, support.ErrNotFound) {
			t.Errorf("got %s, %v, want ErrNotFound", show(got), err)
		}
		ran(t, rec, request)
	}
}

// counted checks a count.
func counted(t testing.TB, rec *localtest.Recorder, request string, want int64) func(int64, error) {
	t.Helper()
	rec.Take()
	return func(got int64, err error) {
		t.Helper()
		if err != nil || got != want {
			t.Errorf("counted %d, %v, want %d", got, err, want)
		}
		ran(t, rec, request)
	}
}

// ran fails the test unless every request since the last look was the one that
// was planned, and read nothing but what it names. None must have been made
// where that is "". It returns how many there were.
func ran(t testing.TB, rec *localtest.Recorder, request string) int {
	t.Helper()
	requests := rec.Take()
	if (len(requests) == 0) != (request == "") {
		t.Errorf("%d requests were made, planned was %q", len(requests), request)
	}
	for _, r := range requests {
		if r.String() != request {
			t.Errorf("the request was %s\n           planned: %s", r, request)
		}
		read := r.Capacity.Table
		if r.Index != "" {
			read = r.Capacity.Indexes[r.Index]
		}
		if read == 0 || read != r.Capacity.Total {
			t.Errorf("%s consumed %+v", r, r.Capacity)
		}
	}
	return len(requests)
}
