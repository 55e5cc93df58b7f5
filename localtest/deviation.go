package localtest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"
)

// Feature is a behaviour of DynamoDB that some engine is known not to have.
type Feature string

// The features. Each is true of DynamoDB.
const (
	// PrefixCase: begins_with tells "Ab" from "ab".
	PrefixCase Feature = "begins_with tells upper case from lower case"
	// PrefixNul: begins_with compares what follows a U+0000, too.
	PrefixNul Feature = "begins_with compares beyond U+0000"
	// IndexKeySize: an index key over 2,048 (partition) or 1,024 bytes (sort)
	// is refused.
	IndexKeySize Feature = "an index key that is too long is refused"
	// StartKeyBounds: an ExclusiveStartKey outside what the Query reads is
	// refused.
	StartKeyBounds Feature = "a start key outside the Query is refused"
)

// Deviation is a known difference of an engine from DynamoDB.
type Deviation struct {
	Feature Feature
	// Engine and Version are where it was seen.
	Engine, Version string
	// Instead is what the engine does.
	Instead string
}

// Deviations lists the known differences. What a test may rely on is what the
// engine that runs can do, which Need finds out, so the list is for reading.
func Deviations() []Deviation {
	return []Deviation{
		{PrefixCase, "dynoxide", "1.2.1", "takes the letters a to z of either case for the same"},
		{PrefixNul, "dynoxide", "1.2.1", "compares up to the U+0000 only, and so returns more"},
		{IndexKeySize, "dynoxide", "1.2.1", "stores the item and its index entry"},
		{StartKeyBounds, "dynoxide", "1.2.1", "reads on from where such a key would stand"},
	}
}

// Need skips the test, by the feature's name, when the engine behind client
// lacks a feature that the test relies on. It tries the feature out, once an
// engine, so that it is right about engines that nobody has listed.
func Need(t testing.TB, client *dynamodb.Client, features ...Feature) {
	t.Helper()
	w := wireOf(client)
	for _, f := range features {
		has, err := w.engine.has(t, f)
		if err != nil {
			t.Fatalf("localtest: find out whether on %s %s: %v", w.engine, f, err)
		}
		if !has {
			t.Skipf("localtest: this test cannot run on %s: it needs that %s", w.engine, f)
		}
	}
}

// abilities remembers which features an engine has.
type abilities struct {
	mu    sync.Mutex
	known map[Feature]bool
}

// has tries f out on the engine, unless that was done before.
func (r *running) has(t testing.TB, f Feature) (bool, error) {
	t.Helper()
	r.abilities.mu.Lock()
	defer r.abilities.mu.Unlock()
	if has, ok := r.abilities.known[f]; ok {
		return has, nil
	}
	w := newTable(t, r, probeTable())
	has, err := try(f, probe{w.bare(), w.table.TableName})
	if err == nil {
		if r.abilities.known == nil {
			r.abilities.known = map[Feature]bool{}
		}
		r.abilities.known[f] = has
	}
	return has, err
}

// probeTable has one index.
func probeTable() *dynamodb.CreateTableInput {
	keys := func(partition, sort string) []types.KeySchemaElement {
		return []types.KeySchemaElement{
			{AttributeName: aws.String(partition), KeyType: types.KeyTypeHash},
			{AttributeName: aws.String(sort), KeyType: types.KeyTypeRange},
		}
	}
	in := &dynamodb.CreateTableInput{
		TableName:   aws.String("localtest-probe"),
		BillingMode: types.BillingModePayPerRequest,
		KeySchema:   keys("PK", "SK"),
		GlobalSecondaryIndexes: []types.GlobalSecondaryIndex{{
			IndexName: aws.String("GSI1"), KeySchema: keys("GSI1PK", "GSI1SK"),
			Projection: &types.Projection{ProjectionType: types.ProjectionTypeKeysOnly},
		}},
	}
	for _, name := range []string{"PK", "SK", "GSI1PK", "GSI1SK"} {
		in.AttributeDefinitions = append(in.AttributeDefinitions, types.AttributeDefinition{
			AttributeName: aws.String(name), AttributeType: types.ScalarAttributeTypeS,
		})
	}
	return in
}

// try says whether the engine has the feature.
func try(f Feature, p probe) (bool, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	switch f {
	case PrefixCase:
		n, err := p.countPrefix(ctx, "a", "ab", "AB")
		return n == 1, err
	case PrefixNul:
		n, err := p.countPrefix(ctx, "a\x00b", "a\x00b", "a\x00c")
		return n == 1, err
	case IndexKeySize:
		long := p.refused(p.put(ctx, "PK", "p", "SK", "1", "GSI1PK", strings.Repeat("x", 2049), "GSI1SK", "s"))
		return long.both(p.refused(p.put(ctx, "PK", "p", "SK", "2", "GSI1PK", "p", "GSI1SK", strings.Repeat("x", 1025))))
	case StartKeyBounds:
		outside := p.refused(p.queryAfter(ctx, "PK", "other", "SK", "a"))
		return outside.both(p.refused(p.queryAfter(ctx, "PK", "p", "SK", "z")))
	}
	return false, fmt.Errorf("no such feature: %q", f)
}

// probe asks an engine.
type probe struct {
	client *dynamodb.Client
	table  *string
}

// put stores an item of the given names and values.
func (p probe) put(ctx context.Context, pairs ...string) error {
	_, err := p.client.PutItem(ctx, &dynamodb.PutItemInput{TableName: p.table, Item: texts(pairs...)})
	return err
}

// countPrefix stores items with these sort keys, and counts those that
// begins_with finds.
func (p probe) countPrefix(ctx context.Context, prefix string, sortKeys ...string) (int, error) {
	for _, sk := range sortKeys {
		if err := p.put(ctx, "PK", "p", "SK", sk); err != nil {
			return 0, err
		}
	}
	out, err := p.client.Query(ctx, &dynamodb.QueryInput{
		TableName:                 p.table,
		KeyConditionExpression:    aws.String("PK = :pk AND begins_with(SK, :sk)"),
		ExpressionAttributeValues: texts(":pk", "p", ":sk", prefix),
	})
	if err != nil {
		return 0, err
	}
	return len(out.Items), nil
}

// queryAfter reads what begins with "a" in partition "p", from a start key on.
func (p probe) queryAfter(ctx context.Context, start ...string) error {
	_, err := p.client.Query(ctx, &dynamodb.QueryInput{
		TableName:                 p.table,
		KeyConditionExpression:    aws.String("PK = :pk AND begins_with(SK, :sk)"),
		ExpressionAttributeValues: texts(":pk", "p", ":sk", "a"),
		ExclusiveStartKey:         texts(start...),
	})
	return err
}

// verdict is whether something was refused, or why that is not known.
type verdict struct {
	refused bool
	err     error
}

// refused reads a call's error: a validation error is a refusal, any other a
// failure to find out.
func (p probe) refused(err error) verdict {
	var api smithy.APIError
	if errors.As(err, &api) && api.ErrorCode() == "ValidationException" {
		return verdict{refused: true}
	}
	return verdict{err: err}
}

// both says whether v and w are refusals.
func (v verdict) both(w verdict) (bool, error) {
	return v.refused && w.refused, errors.Join(v.err, w.err)
}

// texts makes an item of names and string values.
func texts(pairs ...string) map[string]types.AttributeValue {
	item := map[string]types.AttributeValue{}
	for i := 0; i < len(pairs); i += 2 {
		item[pairs[i]] = &types.AttributeValueMemberS{Value: pairs[i+1]}
	}
	return item
}
