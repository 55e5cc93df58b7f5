// Package localtest gives a test a table on a real DynamoDB engine.
//
//	func TestOrders(t *testing.T) {
//		client, table := localtest.New(t, &dynamodb.CreateTableInput{ … })
//		shop := shopdb.New(client, table)
//		…
//	}
//
// New starts the engine when the first test asks for one, gives every test a
// table of its own, so that tests may run in parallel, and deletes the table
// when the test ends.
//
// # Engines
//
// The first of these that is there is taken, unless KEYPLAN_ENGINE names one
// (endpoint, dynoxide, docker or none):
//
//	endpoint   whatever answers at KEYPLAN_ENDPOINT. It must be on loopback,
//	           unless KEYPLAN_ALLOW_REMOTE=1.
//	dynoxide   a child process of the test binary, on a free port, in memory.
//	           The program is KEYPLAN_DYNOXIDE, or on PATH, or in
//	           node_modules or .engine/node_modules of the test's directory or
//	           one above it, where this command puts it:
//	           npm install --ignore-scripts --prefix .engine @dynoxide/linux-x64@1.2.1
//
// With none of them the test is skipped and says what to install. With CI=true
// it fails instead, so that a build cannot pass without having run.
//
// # Looking and breaking
//
// RecorderOf returns what a client really asked the engine: operation, index,
// key condition and consumed capacity. Inject makes things go wrong on the way:
// throttling, lost responses, unprocessed items, conflicts, small pages, stale
// indexes. Both work on every engine.
//
// An engine is not DynamoDB. Where one is known to differ, Deviations says so,
// and Need skips a test that would stand on the difference, by name.
package localtest

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// patience is how long anything that an engine does may take: starting,
// creating a table, deleting one. DynamoDB itself needs most of a minute for a
// table with indexes.
const patience = 2 * time.Minute

// shared is the engine of this test binary, started by the first test that
// needs it. There is no handle that tests of one binary have in common and that
// could carry it, so it is a variable of the package; it is set once and never
// changed.
var shared = sync.OnceValues(func() (*running, error) {
	return start(environment{getenv: os.Getenv, dir: workingDir()})
})

// New creates a table as the input says, under a name of its own that begins
// with the input's TableName, and returns a client and that name. The input is
// not changed. The table is deleted when the test ends.
//
// Without an engine the test is skipped, or fails where CI=true; see the
// package comment.
func New(t testing.TB, table *dynamodb.CreateTableInput) (*dynamodb.Client, string) {
	t.Helper()
	return newOn(t, shared, os.Getenv, table)
}

// newOn is New on the engine that engine returns.
func newOn(t testing.TB, engine func() (*running, error), getenv func(string) string, table *dynamodb.CreateTableInput) (*dynamodb.Client, string) {
	t.Helper()
	r, err := engine()
	var none *noEngineError
	switch {
	case errors.As(err, &none) && getenv("CI") != "true":
		t.Skip(err)
	case err != nil:
		t.Fatal(err)
	}
	w := newTable(t, r, table)
	t.Logf("localtest: table %s on %s", *w.table.TableName, r)
	return w.client(), *w.table.TableName
}

// newTable creates a table for as long as the test runs. Nothing of that is
// recorded or disturbed.
func newTable(t testing.TB, r *running, table *dynamodb.CreateTableInput) *wire {
	t.Helper()
	w := newWire(r, named(table))
	t.Cleanup(w.close)
	if err := w.createTable(); err != nil {
		t.Fatalf("localtest: create table %s on %s: %v", *w.table.TableName, r, err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if _, err := w.bare().DeleteTable(ctx, &dynamodb.DeleteTableInput{TableName: w.table.TableName}); err != nil {
			t.Errorf("localtest: delete table %s on %s: %v", *w.table.TableName, r, err)
		}
	})
	return w
}

// createTable creates w.table and waits until it can be used.
func (w *wire) createTable() error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	client := w.bare()
	out, err := client.CreateTable(ctx, w.table)
	if err != nil {
		return err
	}
	if d := out.TableDescription; d == nil || d.TableStatus != types.TableStatusActive {
		in := &dynamodb.DescribeTableInput{TableName: w.table.TableName}
		return dynamodb.NewTableExistsWaiter(client).Wait(ctx, in, patience)
	}
	return nil
}

// maxTableName is DynamoDB's.
const maxTableName = 255

// named is a copy of table under a name that no other test has.
func named(table *dynamodb.CreateTableInput) *dynamodb.CreateTableInput {
	in := *table
	id := make([]byte, 8)
	rand.Read(id) // never fails: crypto/rand ends the process instead
	suffix := "-" + hex.EncodeToString(id)
	base := aws.ToString(table.TableName)
	if base == "" {
		base = "localtest"
	}
	base = base[:min(len(base), maxTableName-len(suffix))]
	in.TableName = aws.String(base + suffix)
	return &in
}

// noEngineError says that there is no engine, and what would bring one.
type noEngineError struct{ why string }

func (e *noEngineError) Error() string {
	return "localtest: no DynamoDB engine to test on: " + e.why
}

// workingDir is the directory that go test runs a test binary in: that of the
// package. Without one, no node_modules can be found, which is no failure yet.
func workingDir() string {
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	return dir
}

// environment is what the choice of an engine depends on.
type environment struct {
	getenv func(string) string
	// dir is where the search for node_modules begins, "" for nowhere.
	dir string
}

// running is an engine that answers.
type running struct {
	name, version, endpoint string
	// remote says that the endpoint is not on this machine, so that requests
	// carry the caller's own credentials.
	remote bool
	// getenv finds those.
	getenv func(string) string
	// child is the process, nil for an endpoint.
	child     *child
	abilities abilities
}

// String names the engine for logs and messages.
func (r *running) String() string {
	return strings.TrimSpace(fmt.Sprintf("%s %s", r.name, r.version)) + " at " + r.endpoint
}
