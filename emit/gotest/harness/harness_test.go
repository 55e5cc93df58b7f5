package harness

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/keyplan/keyplan/emit/gorepo/support"
	"github.com/keyplan/keyplan/localtest"
)

// fakeTB stands in for a test whose failures are of interest.
type fakeTB struct {
	testing.TB
	said []string
}

func (f *fakeTB) Errorf(format string, args ...any) {
	f.said = append(f.said, fmt.Sprintf(format, args...))
}
func (f *fakeTB) Fatal(args ...any) { panic(fmt.Sprint(args...)) }
func (f *fakeTB) Fatalf(format string, args ...any) {
	panic(fmt.Sprintf(format, args...))
}

// failures runs f as a test would and returns what it complained of.
func failures(t *testing.T, f func(testing.TB)) string {
	tb := &fakeTB{TB: t}
	func() {
		defer func() {
			if end := recover(); end != nil {
				tb.said = append(tb.said, fmt.Sprint(end))
			}
		}()
		f(tb)
	}()
	return strings.Join(tb.said, "\n")
}

func table() *dynamodb.CreateTableInput {
	key := func(partition, sort string) []types.KeySchemaElement {
		return []types.KeySchemaElement{
			{AttributeName: aws.String(partition), KeyType: types.KeyTypeHash},
			{AttributeName: aws.String(sort), KeyType: types.KeyTypeRange},
		}
	}
	in := &dynamodb.CreateTableInput{
		BillingMode: types.BillingModePayPerRequest, KeySchema: key("PK", "SK"),
		GlobalSecondaryIndexes: []types.GlobalSecondaryIndex{{
			IndexName: aws.String("GSI1"), KeySchema: key("GSI1PK", "GSI1SK"),
			Projection: &types.Projection{ProjectionType: types.ProjectionTypeAll},
		}},
	}
	for _, name := range []string{"PK", "SK", "GSI1PK", "GSI1SK"} {
		in.AttributeDefinitions = append(in.AttributeDefinitions, types.AttributeDefinition{
			AttributeName: aws.String(name), AttributeType: types.ScalarAttributeTypeS,
		})
	}
	return in
}

// store puts an item of these names and values.
func store(t *testing.T, client *dynamodb.Client, name string, pairs ...string) {
	t.Helper()
	item := map[string]types.AttributeValue{}
	for i := 0; i < len(pairs); i += 2 {
		item[pairs[i]] = &types.AttributeValueMemberS{Value: pairs[i+1]}
	}
	if _, err := client.PutItem(t.Context(), &dynamodb.PutItemInput{TableName: &name, Item: item}); err != nil {
		t.Fatal(err)
	}
}

// letters is a pattern that reads partition "p": its items are sort keys, and
// its cursors, too.
type letters struct {
	client  *dynamodb.Client
	table   string
	mistake string
}

func (l *letters) query(ctx context.Context, opts []any) iter.Seq2[*dynamodb.QueryOutput, error] {
	in := &dynamodb.QueryInput{
		TableName: &l.table, KeyConditionExpression: aws.String("PK = :pk"),
		ExpressionAttributeValues: map[string]types.AttributeValue{":pk": &types.AttributeValueMemberS{Value: "p"}},
	}
	if l.mistake == "a filter" {
		in.FilterExpression = aws.String("attribute_not_exists(x)")
	}
	var refused error
	for _, o := range opts {
		switch o := o.(type) {
		case support.PageSize:
			in.Limit = aws.Int32(int32(o))
		case support.After:
			if o == "" {
				continue
			}
			if len(o) != 1 && l.mistake != "any cursor" {
				refused = support.ErrCursor
			}
			in.ExclusiveStartKey = map[string]types.AttributeValue{
				"PK": &types.AttributeValueMemberS{Value: "p"}, "SK": &types.AttributeValueMemberS{Value: string(o)},
			}
		}
	}
	return func(yield func(*dynamodb.QueryOutput, error) bool) {
		if refused != nil {
			yield(nil, refused)
			return
		}
		for {
			out, err := l.client.Query(ctx, in)
			if !yield(out, err) || err != nil || len(out.LastEvaluatedKey) == 0 || l.mistake == "one page" {
				return
			}
			in.ExclusiveStartKey = out.LastEvaluatedKey
		}
	}
}

func (l *letters) items(out *dynamodb.QueryOutput) []string {
	var items []string
	for _, item := range out.Items {
		items = append(items, item["SK"].(*types.AttributeValueMemberS).Value)
	}
	return items
}

func (l *letters) many(t testing.TB) many[string, any] {
	return many[string, any]{
		rec: localtest.RecorderOf(l.client),
		each: func(opts ...any) iter.Seq2[string, error] {
			return func(yield func(string, error) bool) {
				for out, err := range l.query(t.Context(), opts) {
					if err != nil {
						yield("", err)
						return
					}
					for _, item := range l.items(out) {
						if !yield(item, nil) {
							return
						}
					}
				}
			}
		},
		page: func(opts ...any) (support.Page[string], error) {
			for out, err := range l.query(t.Context(), opts) {
				if err != nil {
					return support.Page[string]{}, err
				}
				page := support.Page[string]{Items: l.items(out)}
				if len(out.LastEvaluatedKey) > 0 {
					page.Next = support.Cursor(page.Items[len(page.Items)-1])
					if l.mistake == "a page too far back" {
						page.Next = support.Cursor(page.Items[0])
					}
				}
				return page, nil
			}
			return support.Page[string]{}, nil
		},
		after: func(item string) support.Cursor {
			if l.mistake == "the cursor before" {
				return support.Cursor(string(item[0] - 1))
			}
			return support.Cursor(item)
		},
	}
}

func TestManyFindsMistakes(t *testing.T) {
	client, name := localtest.New(t, table())
	for _, sk := range []string{"a", "b", "c", "d"} {
		store(t, client, name, "PK", "p", "SK", sk)
	}
	store(t, client, name, "PK", "q", "SK", "e")
	for mistake, complaint := range map[string]string{
		"":                    "",
		"a filter":            "the request was",
		"one page":            "got 1 items, want 4",
		"a page too far back": "got 7 items, want 4",
		"the cursor before":   "got 4 items, want 3",
		"any cursor":          "with a cursor from elsewhere",
	} {
		l := &letters{client: client, table: name, mistake: mistake}
		said := failures(t, func(tb testing.TB) {
			m := l.many(tb)
			m.check(tb, `Query table: PK = "p"`, these("a", "b", "c", "d"))
			m.refuses(tb, "long")
		})
		if (said == "") != (complaint == "") || !strings.Contains(said, complaint) {
			t.Errorf("%q: it says %q, want %q", mistake, said, complaint)
		}
	}
	l := &letters{client: client, table: name}
	for name, f := range map[string]func(testing.TB){
		"another request": func(tb testing.TB) { l.many(tb).check(tb, `Query table: PK = "q"`, these("a", "b", "c", "d")) },
		"no request":      func(tb testing.TB) { l.many(tb).check(tb, "", these("a", "b", "c", "d")) },
		"another order":   func(tb testing.TB) { l.many(tb).check(tb, `Query table: PK = "p"`, these("b", "a", "c", "d")) },
		"one less":        func(tb testing.TB) { l.many(tb).check(tb, `Query table: PK = "p"`, these("a", "b", "c")) },
	} {
		if failures(t, f) == "" {
			t.Errorf("%s passes", name)
		}
	}
}

func TestTiesComeInAnyOrder(t *testing.T) {
	letters := []string{"a", "b", "c", "d"}
	want := pick(letters, 0, 1, 2, 3).tied(1, 2)
	for got, ok := range map[string]bool{"abcd": true, "acbd": true, "bacd": false, "abdc": false, "abc": false, "abbd": false} {
		said := failures(t, func(tb testing.TB) { want.compare(tb, strings.Split(got, "")) })
		if (said == "") != ok {
			t.Errorf("%s: %q", got, said)
		}
	}
	if got := each(letters, strings.ToUpper); !slices.Equal(got, []string{"A", "B", "C", "D"}) {
		t.Errorf("%v", got)
	}
}

func TestOneItem(t *testing.T) {
	client, name := localtest.New(t, table())
	store(t, client, name, "PK", "p", "SK", "a")
	rec := localtest.RecorderOf(client)
	get := func(sk string) (string, error) {
		out, err := client.GetItem(t.Context(), &dynamodb.GetItemInput{TableName: &name, Key: map[string]types.AttributeValue{
			"PK": &types.AttributeValueMemberS{Value: "p"}, "SK": &types.AttributeValueMemberS{Value: sk},
		}})
		if err != nil || len(out.Item) == 0 {
			return "", errors.Join(err, support.ErrNotFound)
		}
		return sk, nil
	}
	const planned = `GetItem table: PK = "p" AND SK = "a"`
	for what, c := range map[string]struct {
		ask func(testing.TB)
		ok  bool
	}{
		"one":             {func(tb testing.TB) { one(tb, rec, planned, "a")(get("a")) }, true},
		"another":         {func(tb testing.TB) { one(tb, rec, planned, "b")(get("a")) }, false},
		"none":            {func(tb testing.TB) { none[string](tb, rec, `GetItem table: PK = "p" AND SK = "b"`)(get("b")) }, true},
		"none, and one":   {func(tb testing.TB) { none[string](tb, rec, planned)(get("a")) }, false},
		"first of two":    {func(tb testing.TB) { first(tb, rec, planned, "b", "a")(get("a")) }, true},
		"first of others": {func(tb testing.TB) { first(tb, rec, planned, "b", "c")(get("a")) }, false},
		"twice":           {func(tb testing.TB) { check := one(tb, rec, planned, "a"); get("a"); check(get("a")) }, false},
		"counted":         {func(tb testing.TB) { f := counted(tb, rec, planned, 3); get("a"); f(3, nil) }, true},
		"miscounted":      {func(tb testing.TB) { f := counted(tb, rec, planned, 3); get("a"); f(4, nil) }, false},
		"taken":           {func(tb testing.TB) { taken[string](tb, "n")("", &support.ErrUnique{Name: "n"}) }, true},
		"taken otherwise": {func(tb testing.TB) { taken[string](tb, "n")("", &support.ErrUnique{Name: "m"}) }, false},
		"deleted":         {func(tb testing.TB) { deleted(tb, nil) }, true},
		"not deleted":     {func(tb testing.TB) { deleted(tb, errors.New("no")) }, false},
	} {
		if said := failures(t, c.ask); (said == "") != c.ok {
			t.Errorf("%s: %q", what, said)
		}
	}
}

// memory is a repository of numbers by name.
type memory map[string]int

type named struct {
	Name string
	N    int
}

func (m memory) hunted(mistake string) hunted[named, string, any, any] {
	put := func(_ context.Context, v named, _ ...any) (named, error) {
		m[v.Name] = v.N
		return v, nil
	}
	return hunted[named, string, any, any]{
		made: []named{{"a", 1}, {"b", 2}, {"c", 3}},
		key:  func(v named) string { return v.Name }, put: put,
		create: func(ctx context.Context, v named, _ ...any) (named, error) {
			if _, ok := m[v.Name]; ok {
				return named{}, support.ErrExists
			}
			return put(ctx, v)
		},
		rekey: func(v *named, from named) { v.Name = from.Name },
		get: func(_ context.Context, k string, _ ...any) (named, error) {
			if n, ok := m[k]; ok {
				return named{k, n}, nil
			}
			return named{}, support.ErrNotFound
		},
		remove: func(_ context.Context, v named) error {
			if mistake != "nothing is deleted" {
				delete(m, v.Name)
			}
			return nil
		},
		update: func(_ context.Context, v, with named, random *rand.Rand) (named, error) {
			v.N = some(random, []int{with.N, v.N})[0]
			if mistake != "an update is lost" {
				m[v.Name] = v.N
			}
			return v, nil
		},
		modify: func(_ context.Context, k string, change func(*named) error, _ ...any) (named, error) {
			v := named{k, m[k]}
			err := change(&v)
			m[k] = v.N
			return v, err
		},
		assign: func(v *named, with named) { v.N = with.N },
	}
}

func TestHuntFindsMistakes(t *testing.T) {
	client, _ := localtest.New(t, table())
	for _, mistake := range []string{"", "nothing is deleted", "an update is lost"} {
		m := memory{}
		said := failures(t, func(tb testing.TB) {
			if left := m.hunted(mistake).hunt(tb, client); mistake == "" && len(left) != len(m) {
				tb.Errorf("%d items are left of %d", len(left), len(m))
			}
		})
		if (said == "") != (mistake == "") {
			t.Errorf("%q: %q", mistake, said)
		}
	}
}

func TestSameKeysFindsStaleOnes(t *testing.T) {
	fresh := [][]string{{"PK", "p", "SK", "1", "GSI1PK", "g", "GSI1SK", "x", "v", "1"}, {"PK", "p", "SK", "2"}}
	for what, c := range map[string]struct {
		changed [][]string
		ok      bool
	}{
		"the same":        {fresh, true},
		"other version":   {[][]string{{"PK", "p", "SK", "1", "GSI1PK", "g", "GSI1SK", "x", "v", "7"}, fresh[1]}, true},
		"stale":           {[][]string{{"PK", "p", "SK", "1", "GSI1PK", "g", "GSI1SK", "y", "v", "1"}, fresh[1]}, false},
		"half written":    {[][]string{fresh[0], {"PK", "p", "SK", "2", "GSI1PK", "g"}}, false},
		"not removed":     {[][]string{fresh[0], {"PK", "p", "SK", "2", "GSI1PK", "g", "GSI1SK", "x"}}, false},
		"missing an item": {fresh[:1], false},
	} {
		client, a := localtest.New(t, table())
		_, b := localtest.New(t, table())
		for _, item := range c.changed {
			store(t, client, a, item...)
		}
		for _, item := range fresh {
			store(t, client, b, item...)
		}
		said := failures(t, func(tb testing.TB) { sameKeys(tb, client, a, b, table(), "v") })
		if (said == "") != c.ok {
			t.Errorf("%s: %q", what, said)
		}
	}
}

func TestDouble(t *testing.T) {
	client, name := localtest.New(t, table())
	store(t, client, name, "PK", "p", "SK", "1", "GSI1PK", "g", "GSI1SK", "x")
	double(t, client, name, table())
	if got := scan(t, client, name, aws.String("GSI1"), table()); len(got) != 2 {
		t.Errorf("the index holds %v", got)
	}
}

func TestCreate(t *testing.T) {
	keep := func(_ context.Context, v named, _ ...any) (named, error) { return v, nil }
	change := func(_ context.Context, v named, _ ...any) (named, error) { v.N++; return v, nil }
	items := []named{{"a", 1}}
	if said := failures(t, func(tb testing.TB) { create(tb, keep, items) }); said != "" {
		t.Error(said)
	}
	if said := failures(t, func(tb testing.TB) { create(tb, change, items) }); said == "" {
		t.Error("an item that is stored otherwise passes")
	}
}

func TestValues(t *testing.T) {
	if got := at("2025-06-01T02:00:00.5+02:00").String(); got != "2025-06-01 00:00:00.5 +0000 UTC" {
		t.Error(got)
	}
	if got := decimal("12.50").String() + " " + date("2025-06-01").String() + " " + *ptr("p"); got != "12.5 2025-06-01 p" {
		t.Error(got)
	}
	if altered("abA") == "abA" || altered("abc") == "abc" {
		t.Error("an altered cursor is the same")
	}
}
