package localtest

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// testTable is a table with one index, for the tests of this package.
func testTable() *dynamodb.CreateTableInput {
	in := probeTable()
	in.TableName = aws.String("shop")
	in.GlobalSecondaryIndexes[0].Projection.ProjectionType = types.ProjectionTypeAll
	return in
}

// put stores an item and fails the test where that fails.
func put(t *testing.T, client *dynamodb.Client, table string, pairs ...string) {
	t.Helper()
	_, err := client.PutItem(t.Context(), &dynamodb.PutItemInput{TableName: &table, Item: texts(pairs...)})
	if err != nil {
		t.Fatal(err)
	}
}

// sortKeys reads a whole index or table and returns the sort keys in order.
func sortKeys(items []map[string]types.AttributeValue) string {
	var out []string
	for _, item := range items {
		out = append(out, item["SK"].(*types.AttributeValueMemberS).Value)
	}
	return strings.Join(out, " ")
}

func TestNewGivesATableOfItsOwn(t *testing.T) {
	in := testTable()
	a, nameA := New(t, in)
	b, nameB := New(t, in)
	if nameA == nameB || !strings.HasPrefix(nameA, "shop-") {
		t.Fatalf("names %q and %q", nameA, nameB)
	}
	if *in.TableName != "shop" {
		t.Errorf("the input's table name became %q", *in.TableName)
	}
	put(t, a, nameA, "PK", "p", "SK", "1")
	for client, want := range map[*dynamodb.Client]int{a: 1, b: 0} {
		name := map[*dynamodb.Client]string{a: nameA, b: nameB}[client]
		out, err := client.Scan(t.Context(), &dynamodb.ScanInput{TableName: &name})
		if err != nil || len(out.Items) != want {
			t.Errorf("%s holds %v, error %v; want %d items", name, out, err, want)
		}
	}
}

func TestNewRunsInParallel(t *testing.T) {
	for i := range 16 {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			client, table := New(t, testTable())
			for n := range 20 {
				put(t, client, table, "PK", "p", "SK", fmt.Sprintf("%02d", n))
			}
			if got := len(RecorderOf(client).Take()); got != 20 {
				t.Errorf("%d requests were recorded, want this test's 20", got)
			}
		})
	}
}

func TestTableIsDeletedWhenTheTestEnds(t *testing.T) {
	outer, _ := New(t, testTable())
	var name string
	t.Run("inner", func(t *testing.T) { _, name = New(t, testTable()) })
	_, err := outer.DescribeTable(t.Context(), &dynamodb.DescribeTableInput{TableName: &name})
	var gone *types.ResourceNotFoundException
	if !errors.As(err, &gone) {
		t.Errorf("after the test its table is still there: %v", err)
	}
}

func TestNewLeavesNoGoroutine(t *testing.T) {
	New(t, testTable()) // the engine and its goroutines are the test binary's
	before := runtime.NumGoroutine()
	for i := range 10 {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			client, table := New(t, testTable())
			put(t, client, table, "PK", "p", "SK", "1")
			Inject(t, client, StaleIndexes{})
		})
	}
	// Connections end in goroutines of their own, soon after they are closed.
	for deadline := time.Now().Add(5 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		if runtime.NumGoroutine() <= before {
			return
		}
		if time.Now().After(deadline) {
			stacks := make([]byte, 1<<20)
			t.Fatalf("%d goroutines before, %d after:\n%s", before, runtime.NumGoroutine(), stacks[:runtime.Stack(stacks, true)])
		}
	}
}

func TestLongTableNamesFit(t *testing.T) {
	in := testTable()
	in.TableName = aws.String(strings.Repeat("n", 255))
	_, name := New(t, in)
	if len(name) > 255 || !strings.HasPrefix(name, "nnn") {
		t.Errorf("the table is called %q", name)
	}
}

func TestRefusedTableFailsTheTest(t *testing.T) {
	engine := engineOf(t)
	in := testTable()
	in.AttributeDefinitions = in.AttributeDefinitions[1:]
	got := pretend(func(tb testing.TB) { newOn(tb, engine, os.Getenv, in) })
	if !strings.HasPrefix(got, "fatal: localtest: create table shop-") {
		t.Error(got)
	}
}

func TestNoEngineSkipsAndInCIFails(t *testing.T) {
	none := func() (*running, error) { return start(env(map[string]string{"KEYPLAN_ENGINE": "none"})) }
	got := pretend(func(tb testing.TB) { newOn(tb, none, env(nil).getenv, testTable()) })
	if !strings.HasPrefix(got, "skip: localtest: no DynamoDB engine to test on: ") {
		t.Error(got)
	}
	ci := env(map[string]string{"CI": "true"})
	got = pretend(func(tb testing.TB) { newOn(tb, none, ci.getenv, testTable()) })
	if !strings.HasPrefix(got, "fatal: localtest: no DynamoDB engine to test on: ") {
		t.Error(got)
	}
}

func TestBrokenEngineFailsEverywhere(t *testing.T) {
	broken := func() (*running, error) { return nil, errors.New("localtest: it is broken") }
	got := pretend(func(tb testing.TB) { newOn(tb, broken, env(nil).getenv, testTable()) })
	if got != "fatal: localtest: it is broken" {
		t.Error(got)
	}
}

// engineOf returns the engine that this test binary runs on, or skips.
func engineOf(t *testing.T) func() (*running, error) {
	t.Helper()
	New(t, testTable())
	return shared
}

// env is an environment of these variables and no directory.
func env(vars map[string]string) environment {
	return environment{getenv: func(name string) string { return vars[name] }}
}

// fakeTB stands in for a test whose end is of interest.
type fakeTB struct {
	testing.TB
	end string
}

func (f *fakeTB) Helper()             {}
func (f *fakeTB) Logf(string, ...any) {}
func (f *fakeTB) Cleanup(func())      {}
func (f *fakeTB) Skip(args ...any)    { f.stop("skip: " + fmt.Sprint(args...)) }
func (f *fakeTB) Skipf(format string, args ...any) {
	f.stop("skip: " + fmt.Sprintf(format, args...))
}
func (f *fakeTB) Fatal(args ...any) { f.stop("fatal: " + fmt.Sprint(args...)) }
func (f *fakeTB) Fatalf(format string, args ...any) {
	f.stop("fatal: " + fmt.Sprintf(format, args...))
}

func (f *fakeTB) stop(end string) {
	f.end = end
	runtime.Goexit()
}

// pretend runs f as a test would and says how it ended, "" for normally.
func pretend(f func(testing.TB)) string {
	tb := &fakeTB{}
	var wg sync.WaitGroup
	wg.Go(func() { f(tb) })
	wg.Wait()
	return tb.end
}

func TestPointerToNobodysClientPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a recorder of a client that New did not return")
		}
	}()
	RecorderOf(dynamodb.New(dynamodb.Options{Region: "us-east-1"}))
}
