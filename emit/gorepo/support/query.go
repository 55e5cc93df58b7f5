package support

import (
	"context"
	"iter"
	"strings"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Page is a part of what a pattern reads, and where the next begins.
type Page[T any] struct {
	Items []T
	// Next is empty when there is no more.
	Next Cursor
}

// PageSize is how many items one request reads; it does not bound how many an
// iterator yields.
type PageSize int32

func (n PageSize) request(r *request) {
	if n < 1 {
		r.check.fail("PageSize", "%d", n)
	}
	r.limit = int32(n)
}

// After goes on behind a cursor. The empty cursor is the beginning.
type After Cursor

func (c After) request(r *request) { r.after = Cursor(c) }

// request is one Query in the making: what the pattern fixes, then what the
// call's options say.
type request struct {
	t       *table
	pattern string
	// layout is a hash of the key templates: cursors of others are refused.
	layout string
	// index is "" for the table; keys are its partition and sort attributes.
	index string
	keys  [2]string
	// condition is the key condition without bounds, the others with both or
	// one of them. They ask for :pk, and for :sk or :lo and :hi.
	condition, between, atLeast, atMost string
	names                               map[string]string
	projection                          string
	pk                                  string
	// prefix begins the sort key; from and to are its ends where several
	// entities are read that do not begin alike.
	prefix, from, to string
	backward         bool
	consistent       bool
	limit            int32
	grows            bool
	after            Cursor
	check            check
	// What the bounds come to: at least lo, at most hi, beginning with begins.
	// bare and loose say that an end, or the beginning, is of a part that ends
	// the key.
	bounded, empty, bare, loose bool
	lo, hi, begins              string
}

// ends are the inclusive ends of the sort key, "" for an open one.
func (r *request) ends() (lo, hi string) {
	lo, hi = r.from, r.to
	if r.prefix != "" {
		lo, hi = r.prefix, successor(r.prefix)
	}
	narrow := func(l, h string) {
		lo = max(lo, l)
		if hi == "" || h != "" && h < hi {
			hi = h
		}
	}
	narrow(r.lo, r.hi)
	if r.begins != "" {
		narrow(r.begins, successor(r.begins))
	}
	return lo, hi
}

// input is the request for the items behind start.
func (r *request) input(start map[string]types.AttributeValue) *dynamodb.QueryInput {
	values := map[string]types.AttributeValue{":pk": text(r.pk)}
	condition := r.condition
	lo, hi := r.ends()
	switch {
	case !r.bounded && r.begins != "" && r.from == "":
		condition, values[":sk"] = r.beginning(), text(r.begins)
	case !r.bounded && r.prefix != "":
		values[":sk"] = text(r.prefix)
	case !r.bounded && r.from == "":
	case lo != "" && hi != "":
		if r.bounded {
			condition = r.between
		}
		values[":lo"], values[":hi"] = text(lo), text(hi)
	case lo != "":
		condition, values[":lo"] = r.atLeast, text(lo)
	case hi != "":
		condition, values[":hi"] = r.atMost, text(hi)
	}
	in := &dynamodb.QueryInput{
		TableName:                 &r.t.name,
		KeyConditionExpression:    &condition,
		ExpressionAttributeNames:  r.names,
		ExpressionAttributeValues: values,
		ScanIndexForward:          ptr(!r.backward),
		ExclusiveStartKey:         start,
	}
	if r.index != "" {
		in.IndexName = &r.index
	}
	if r.projection != "" {
		in.ProjectionExpression = &r.projection
	}
	if r.limit > 0 {
		in.Limit = &r.limit
	}
	if r.consistent {
		in.ConsistentRead = ptr(true)
	}
	return in
}

// beginning is the condition that the sort key begins with :sk.
func (r *request) beginning() string {
	if r.prefix != "" {
		return r.condition
	}
	partition, sort, _ := strings.Cut(strings.TrimSuffix(r.atLeast, " >= :lo"), " AND ")
	return partition + " AND begins_with(" + sort + ", :sk)"
}

// start checks what can be checked before a request and returns where to
// start; nothing is true when the bounds exclude everything.
func (r *request) start() (_ map[string]types.AttributeValue, nothing bool, err error) {
	lo, hi := r.ends()
	r.check.keys(map[string]types.AttributeValue{r.keys[0]: text(r.pk)}, r.keys[0], "")
	if len(lo) > maxSortKey || len(hi) > maxSortKey {
		r.check.fail(r.keys[1], "more than %d bytes of key asked for", maxSortKey)
	}
	if r.loose && (r.bounded || r.from != "") {
		r.check.fail(r.keys[1], "a prefix beside other bounds cannot be asked of this key")
	}
	if r.check.err != nil {
		return nil, false, r.fail(r.check.err)
	}
	var from map[string]types.AttributeValue
	if r.after != "" {
		if from, err = r.position(r.after, lo, hi); err != nil {
			return nil, false, r.fail(err)
		}
	}
	// No key ends right after a part that the delimiter follows, or in the
	// escape character: two ends that meet are crossed, too.
	crossed := hi != "" && (lo > hi || lo == hi && !r.bare)
	return from, r.empty || crossed, nil
}

func (r *request) fail(err error) error {
	where := r.keys[0] + "=" + r.pk
	if r.index != "" {
		where = r.index + " " + where
	}
	return &failure{r.pattern, where, err}
}

// query is a request and what its items are.
type query[T any] struct {
	request
	decode func(map[string]types.AttributeValue) (T, error)
	// hide says which items are absent although they are there; nil for none.
	hide func(map[string]types.AttributeValue) bool
}

// pages yields one response after the other, each when it is asked for.
func (q *query[T]) pages(ctx context.Context) iter.Seq2[*dynamodb.QueryOutput, error] {
	return func(yield func(*dynamodb.QueryOutput, error) bool) {
		start, nothing, err := q.start()
		if err != nil {
			yield(nil, err)
		}
		if err != nil || nothing {
			return
		}
		for {
			out, err := q.t.api.Query(ctx, q.input(start))
			if err != nil {
				yield(nil, q.fail(err))
				return
			}
			if !yield(out, nil) || len(out.LastEvaluatedKey) == 0 {
				return
			}
			start = out.LastEvaluatedKey
			if q.grows { // past many items that are past their time
				q.limit = min(2*q.limit, 256)
			}
		}
	}
}

// each yields every item, and at most one error, after which it ends.
func (q *query[T]) each(ctx context.Context) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var zero T
		for out, err := range q.pages(ctx) {
			if err != nil {
				yield(zero, err)
				return
			}
			for _, item := range out.Items {
				if q.hide != nil && q.hide(item) {
					continue
				}
				v, err := q.decode(item)
				if err != nil {
					yield(zero, q.fail(err))
					return
				}
				if !yield(v, nil) {
					return
				}
			}
		}
	}
}

// page reads one page.
func (q *query[T]) page(ctx context.Context) (Page[T], error) {
	for out, err := range q.pages(ctx) {
		if err != nil {
			return Page[T]{}, err
		}
		if len(out.Items) == 0 && len(out.LastEvaluatedKey) > 0 {
			continue // nothing to put a cursor behind
		}
		page := Page[T]{Items: make([]T, 0, len(out.Items))}
		for _, item := range out.Items {
			if q.hide != nil && q.hide(item) {
				continue
			}
			v, err := q.decode(item)
			if err != nil {
				return Page[T]{}, q.fail(err)
			}
			page.Items = append(page.Items, v)
		}
		if len(out.LastEvaluatedKey) > 0 {
			page.Next = q.cursor(out.Items[len(out.Items)-1])
		}
		return page, nil
	}
	return Page[T]{}, nil
}

// first is the first item, or ErrNotFound.
func (q *query[T]) first(ctx context.Context) (T, error) {
	q.limit, q.grows = 1, true
	for v, err := range q.each(ctx) {
		return v, err
	}
	var zero T
	return zero, q.fail(ErrNotFound)
}

// one is the only item, or ErrNotFound, or ErrNotSingle.
func (q *query[T]) one(ctx context.Context) (T, error) {
	q.limit, q.grows = 2, true
	var found, zero T
	n := 0
	for v, err := range q.each(ctx) {
		if err != nil {
			return zero, err
		}
		if n++; n == 2 {
			return zero, q.fail(ErrNotSingle)
		}
		found = v
	}
	if n == 0 {
		return zero, q.fail(ErrNotFound)
	}
	return found, nil
}

// count is how many items there are. Where some may be past their time, what
// says so is read of each, which costs the same.
func (q *query[T]) count(ctx context.Context) (int64, error) {
	var n int64
	for out, err := range q.pages(ctx) {
		if err != nil {
			return 0, err
		}
		if q.hide == nil {
			n += int64(out.Count)
			continue
		}
		for _, item := range out.Items {
			if !q.hide(item) {
				n++
			}
		}
	}
	return n, nil
}

// within says whether a sort key falls in the range that is asked for.
func (r *request) within(sk, lo, hi string) bool {
	return sk >= lo && (hi == "" || sk <= hi) && strings.HasPrefix(sk, r.prefix) && strings.HasPrefix(sk, r.begins)
}
