package harness

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/keyplan/keyplan/emit/gorepo/support"
	"github.com/keyplan/keyplan/localtest"
)

// hunted is an entity as the hunt for stale keys changes it at random: T is its
// struct, K its key. What it has not is nil.
type hunted[T, K, C, G any] struct {
	made   []T
	key    func(T) K
	create func(context.Context, T, ...C) (T, error)
	get    func(context.Context, K, ...G) (T, error)
	remove func(context.Context, T) error
	// update changes some attributes of an item to those of another.
	update func(ctx context.Context, v, with T, random *rand.Rand) (T, error)
	// modify does with what assign does.
	modify func(context.Context, K, func(*T) error, ...C) (T, error)
	assign func(v *T, with T)
	// put stores an item with the key that rekey gives it.
	put   func(context.Context, T, ...C) (T, error)
	rekey func(v *T, from T)
}

// huntSteps is how often the hunt changes an entity's items.
const huntSteps = 150

// hunt changes items at random, the same way at every run, and returns what is
// left of them. Some requests are throttled, and of some the response is lost:
// nothing may come of that. A change that a unique constraint refuses changes
// nothing.
func (h hunted[T, K, C, G]) hunt(t testing.TB, client *dynamodb.Client) []T {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	live := make([]*T, len(h.made))
	for range huntSteps {
		i, with := random.IntN(len(h.made)), h.made[random.IntN(len(h.made))]
		faults := []localtest.Fault{localtest.Throttle{Times: 2}, localtest.LoseResponse{Times: 1}, localtest.Throttle{}}
		fault := localtest.Inject(t, client, faults[min(random.IntN(8), 2)])
		got, err := h.step(t, h.made[i], live[i], with, random)
		fault.Stop()
		if unique := new(support.ErrUnique); errors.As(err, &unique) {
			continue
		}
		if err != nil {
			t.Fatalf("change %s to %s: %v", show(live[i]), show(with), err)
		}
		live[i] = got
	}
	var left []T
	for i, item := range live {
		got, err := h.get(t.Context(), h.key(h.made[i]))
		switch {
		case item == nil && !errors.Is(err, support.ErrNotFound):
			t.Errorf("deleted, and read back %s, %v", show(got), err)
		case item != nil && (err != nil || !reflect.DeepEqual(got, *item)):
			t.Errorf("changed to %s, and read back %s, %v", show(*item), show(got), err)
		case item != nil:
			left = append(left, got)
		}
	}
	return left
}

// step makes one change of the item that made is or was, and returns what it
// is afterwards, nil for deleted.
func (h hunted[T, K, C, G]) step(t testing.TB, made T, item *T, with T, random *rand.Rand) (*T, error) {
	ctx := t.Context()
	var got T
	var err error
	switch choice := random.IntN(10); {
	case item == nil:
		got, err = h.create(ctx, made)
	case choice == 0:
		return nil, h.remove(ctx, *item)
	case choice < 3 && h.put != nil:
		h.rekey(&with, *item)
		got, err = h.put(ctx, with)
	case choice < 6 && h.modify != nil:
		got, err = h.modify(ctx, h.key(made), func(v *T) error {
			h.assign(v, with)
			return nil
		})
	case h.update != nil:
		got, err = h.update(ctx, *item, with, random)
	default:
		got = *item
	}
	return &got, err
}

// double stores every item a second time, under another partition key of the
// table and the same keys of its indexes, which no generated package would do.
func double(t testing.TB, client *dynamodb.Client, name string, table *dynamodb.CreateTableInput) {
	t.Helper()
	partition := *table.KeySchema[0].AttributeName
	for _, item := range scan(t, client, name, nil, table) {
		item[partition] = &types.AttributeValueMemberS{Value: item[partition].(*types.AttributeValueMemberS).Value + "!"}
		if _, err := client.PutItem(t.Context(), &dynamodb.PutItemInput{TableName: &name, Item: item}); err != nil {
			t.Fatal(err)
		}
	}
}

// some are at least one of changes, at random.
func some[C any](random *rand.Rand, changes []C) []C {
	random.Shuffle(len(changes), func(i, j int) { changes[i], changes[j] = changes[j], changes[i] })
	return changes[:1+random.IntN(len(changes))]
}

// sameKeys fails the test unless the changed table holds what the fresh one does,
// whose items were stored in one piece: then no key is stale or half written.
// The named attributes may differ. Every entry of an index must be the item as
// the table has it, and every item with the index's keys must be in it.
func sameKeys(t testing.TB, client *dynamodb.Client, changed, fresh string, table *dynamodb.CreateTableInput, except ...string) {
	t.Helper()
	got, want := scan(t, client, changed, nil, table), scan(t, client, fresh, nil, table)
	for key, item := range got {
		for _, name := range except {
			if _, ok := want[key][name]; ok {
				want[key][name] = item[name]
			}
		}
		if !reflect.DeepEqual(item, want[key]) {
			t.Errorf("after changes the table holds %s\nwritten in one piece it is %s", show(item), show(want[key]))
		}
	}
	if len(got) != len(want) {
		t.Errorf("after changes the table holds %d items, written in one piece they are %d", len(got), len(want))
	}
	for _, index := range table.GlobalSecondaryIndexes {
		entries := scan(t, client, changed, index.IndexName, table)
		for key, item := range got {
			entry, ok := entries[key]
			if has := hasKeys(item, index.KeySchema); has != ok {
				t.Errorf("%s: in the index %v, with its keys %v: %s", *index.IndexName, ok, has, show(item))
			}
			for name, value := range entry {
				if !reflect.DeepEqual(value, item[name]) {
					t.Errorf("%s: the entry has %s = %s, the item %s", *index.IndexName, name, show(value), show(item[name]))
				}
			}
		}
	}
}

func hasKeys(item map[string]types.AttributeValue, schema []types.KeySchemaElement) bool {
	return !slices.ContainsFunc(schema, func(k types.KeySchemaElement) bool { return item[*k.AttributeName] == nil })
}

// scan reads a whole table or index, as no generated package can.
func scan(t testing.TB, client *dynamodb.Client, name string, index *string, table *dynamodb.CreateTableInput) map[string]map[string]types.AttributeValue {
	t.Helper()
	items := map[string]map[string]types.AttributeValue{}
	pages := dynamodb.NewScanPaginator(client, &dynamodb.ScanInput{
		TableName: &name, IndexName: index, ConsistentRead: aws.Bool(index == nil),
	})
	for pages.HasMorePages() {
		page, err := pages.NextPage(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, item := range page.Items {
			key := ""
			for _, k := range table.KeySchema {
				key += fmt.Sprintf("%q ", item[*k.AttributeName])
			}
			items[key] = item
		}
	}
	return items
}
