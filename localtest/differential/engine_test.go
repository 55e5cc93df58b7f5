package differential

import (
	"context"
	"fmt"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"pgregory.net/rapid"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/localtest"
	"github.com/keyplan/keyplan/planner/inmem"
	"github.com/keyplan/keyplan/planner/keytext"
	"github.com/keyplan/keyplan/planner/layout"
)

// engineChecks is how many cases run on the engine.
const engineChecks = 100

func TestEngine(t *testing.T) {
	atMost(t, engineChecks)
	for example, path := range examples() {
		t.Run(example, func(t *testing.T) {
			l := planned(t, path)
			client, name := localtest.New(t, create(l))
			e := &engine{ctx: t.Context(), client: client, name: name, layout: l}
			var count tally
			rapid.Check(t, func(t *rapid.T) {
				d := engineSafe()
				e.memory = d.fill(t, l)
				e.store(t)
				defer e.clear(t)
				each(l, func(p *access.Pattern, r *layout.Request) {
					a := d.args(t, p, e.memory.Items())
					count.add(p.Name, e.compare(t, p, r, a))
				})
			})
			count.require(t, l)
		})
	}
}

// engine is a table on a real engine, with the same items as one in memory.
type engine struct {
	ctx    context.Context
	client *dynamodb.Client
	name   string
	layout *layout.Layout
	memory *inmem.Table
}

// create is the planned table.
func create(l *layout.Layout) *dynamodb.CreateTableInput {
	in := &dynamodb.CreateTableInput{
		TableName: &l.Model.Table.Name, BillingMode: types.BillingModePayPerRequest,
		KeySchema: schema(l.Table),
	}
	for _, x := range indexes(l) {
		for _, c := range append(x.Partition[:1:1], x.Sort...) {
			in.AttributeDefinitions = append(in.AttributeDefinitions, types.AttributeDefinition{
				AttributeName: aws.String(c.Name), AttributeType: types.ScalarAttributeType(c.Type),
			})
		}
	}
	for _, x := range l.Indexes {
		in.GlobalSecondaryIndexes = append(in.GlobalSecondaryIndexes, types.GlobalSecondaryIndex{
			IndexName: &x.Name, KeySchema: schema(x),
			Projection: &types.Projection{ProjectionType: types.ProjectionTypeAll},
		})
	}
	return in
}

func indexes(l *layout.Layout) []*layout.Index { return append([]*layout.Index{l.Table}, l.Indexes...) }

func schema(x *layout.Index) []types.KeySchemaElement {
	return []types.KeySchemaElement{
		{AttributeName: aws.String(x.Partition[0].Name), KeyType: types.KeyTypeHash},
		{AttributeName: aws.String(x.Sort[0].Name), KeyType: types.KeyTypeRange},
	}
}

func text(s string) types.AttributeValue { return &types.AttributeValueMemberS{Value: s} }

// keys are the key attributes of an item on one index.
func (e *engine) keys(it *inmem.Item, x *layout.Index, item map[string]types.AttributeValue) {
	if k := e.memory.Key(it, x); k != nil {
		item[x.Partition[0].Name], item[x.Sort[0].Name] = text(k.Partition), text(k.Sort)
	}
}

// store puts all items, with nothing but their keys.
func (e *engine) store(t *rapid.T) {
	var writes []types.WriteRequest
	for _, it := range e.memory.Items() {
		item := map[string]types.AttributeValue{}
		for _, x := range indexes(e.layout) {
			e.keys(it, x, item)
		}
		writes = append(writes, types.WriteRequest{PutRequest: &types.PutRequest{Item: item}})
	}
	e.write(t, writes)
}

// clear removes them.
func (e *engine) clear(t *rapid.T) {
	var writes []types.WriteRequest
	for _, it := range e.memory.Items() {
		key := map[string]types.AttributeValue{}
		e.keys(it, e.layout.Table, key)
		writes = append(writes, types.WriteRequest{DeleteRequest: &types.DeleteRequest{Key: key}})
	}
	e.write(t, writes)
}

func (e *engine) write(t *rapid.T, writes []types.WriteRequest) {
	for len(writes) > 0 {
		n := min(25, len(writes))
		out, err := e.client.BatchWriteItem(e.ctx, &dynamodb.BatchWriteItemInput{
			RequestItems: map[string][]types.WriteRequest{e.name: writes[:n]},
		})
		if err != nil {
			t.Fatal(err)
		}
		writes = append(writes[n:], out.UnprocessedItems[e.name]...)
	}
}

// compare runs a request on both and compares both with what the pattern
// means. It returns how many items came back.
func (e *engine) compare(t *rapid.T, p *access.Pattern, r *layout.Request, a inmem.Args) int {
	got := e.run(t, r, a)
	rows, err := e.memory.Run(r, a)
	if err != nil {
		t.Fatalf("%s with %+v: %v", p.Name, a, err)
	}
	if len(got) != len(rows) {
		t.Fatalf("%s with %+v: the engine returns %d items, memory %d", p.Name, a, len(got), len(rows))
	}
	seen := map[inmem.Key]*inmem.Item{}
	for _, it := range e.memory.Items() {
		seen[*e.memory.Key(it, e.layout.Table)] = it
	}
	for i, key := range got {
		it := seen[key]
		if it == nil {
			t.Fatalf("%s with %+v: the engine returns %v, which was not stored", p.Name, a, key)
		}
		// Where keys tie, each may have its own order.
		if x := r.Index; *e.memory.Key(it, x) != *e.memory.Key(rows[i].Item, x) {
			t.Fatalf("%s with %+v: at %d the engine returns %v, memory %v", p.Name, a, i, it, rows[i].Item)
		}
	}
	if err := inmem.Agree(p, a, rows, e.memory.Items()); err != nil {
		t.Fatalf("with %+v: %v", a, err)
	}
	return len(got)
}

// run makes a request and returns the primary keys of what comes back, in
// order, page by page.
func (e *engine) run(t *rapid.T, r *layout.Request, a inmem.Args) []inmem.Key {
	asked, err := inmem.Ask(r, a, e.layout.Model.Table.Delimiter)
	if err != nil {
		t.Fatal(err)
	}
	if asked.Sort.Kind == keytext.Empty {
		return nil
	}
	if r.Operation == layout.GetItem {
		return e.get(t, r, asked)
	}
	x := r.Index
	in := &dynamodb.QueryInput{TableName: &e.name, ScanIndexForward: &r.Forward}
	in.KeyConditionExpression, in.ExpressionAttributeValues = condition(asked)
	in.ExpressionAttributeNames = map[string]string{"#p": x.Partition[0].Name}
	if asked.Sort.Kind != keytext.Whole {
		in.ExpressionAttributeNames["#s"] = x.Sort[0].Name
	}
	if x.Kind != layout.Primary {
		in.IndexName = &x.Name
	}
	want := -1
	switch {
	case r.Pattern.TakeFirst:
		want = 1
	case r.Limit > 0:
		want = r.Limit
	}
	in.Limit = aws.Int32(int32(rapid.IntRange(1, 5).Draw(t, "page")))
	var out []inmem.Key
	for {
		page, err := e.client.Query(e.ctx, in)
		if err != nil {
			t.Fatalf("%s with %+v: %v", r.Pattern.Name, a, err)
		}
		for _, item := range page.Items {
			out = append(out, e.primary(item))
			if len(out) == want {
				return out
			}
		}
		if len(page.LastEvaluatedKey) == 0 {
			return out
		}
		in.ExclusiveStartKey = page.LastEvaluatedKey
	}
}

func (e *engine) get(t *rapid.T, r *layout.Request, asked inmem.Asked) []inmem.Key {
	key := map[string]types.AttributeValue{
		r.Index.Partition[0].Name: text(asked.Partition), r.Index.Sort[0].Name: text(asked.Sort.Low),
	}
	out, err := e.client.GetItem(e.ctx, &dynamodb.GetItemInput{TableName: &e.name, Key: key})
	if err != nil {
		t.Fatal(err)
	}
	if len(out.Item) == 0 {
		return nil
	}
	return []inmem.Key{e.primary(out.Item)}
}

func (e *engine) primary(item map[string]types.AttributeValue) inmem.Key {
	part := func(c layout.Column) string {
		s, ok := item[c.Name].(*types.AttributeValueMemberS)
		if !ok {
			return fmt.Sprintf("no %s", c.Name)
		}
		return s.Value
	}
	return inmem.Key{Partition: part(e.layout.Table.Partition[0]), Sort: part(e.layout.Table.Sort[0])}
}

// condition is the key condition with its values.
func condition(a inmem.Asked) (*string, map[string]types.AttributeValue) {
	values := map[string]types.AttributeValue{":p": text(a.Partition)}
	lo, hi := func() { values[":lo"] = text(a.Sort.Low) }, func() { values[":hi"] = text(a.Sort.High) }
	expression := "#p = :p"
	switch a.Sort.Kind {
	case keytext.Exact:
		expression += " AND #s = :lo"
		lo()
	case keytext.Begins:
		expression += " AND begins_with(#s, :lo)"
		lo()
	case keytext.From:
		expression += " AND #s >= :lo"
		lo()
	case keytext.To:
		expression += " AND #s <= :hi"
		hi()
	case keytext.Between:
		expression += " AND #s BETWEEN :lo AND :hi"
		lo()
		hi()
	}
	return &expression, values
}
