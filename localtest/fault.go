package localtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"sync/atomic"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
)

// Fault is something that goes wrong between a client and the engine: one of
// Throttle, LoseResponse, Conflict, Unprocessed, SmallPages and StaleIndexes.
type Fault interface {
	isFault()
}

// Throttle refuses requests as DynamoDB does when they exceed the throughput.
// The engine does not see them.
type Throttle struct {
	// Operation is which, "" for any.
	Operation string
	// Times is how many requests; a call is a request for each attempt.
	Times int
}

// LoseResponse lets the engine carry requests out and then breaks the
// connection, so that the client cannot know that they took effect.
type LoseResponse struct {
	// Operation is which, "" for any.
	Operation string
	// Times is how many requests; a call is a request for each attempt.
	Times int
}

// Conflict refuses requests as DynamoDB does when a transaction on the same
// item is under way. The engine does not see them.
type Conflict struct {
	// Operation is which, such as "TransactWriteItems" or "PutItem".
	Operation string
	// Times is how many requests; a call is a request for each attempt.
	Times int
}

// Unprocessed lets BatchWriteItem and BatchGetItem do the first half of what
// they are given, at least one item, and return the rest as unprocessed.
type Unprocessed struct {
	// Times is how many calls of more than one item.
	Times int
}

// SmallPages ends each page of a Query or Scan after so many items, as the
// limit of one megabyte does, until the injection is stopped.
type SmallPages struct {
	// Items is how many, at least 1.
	Items int
}

// StaleIndexes answers reads of secondary indexes from the state that the
// table had when the fault was injected, until the injection is stopped.
type StaleIndexes struct{}

func (Throttle) isFault()     {}
func (LoseResponse) isFault() {}
func (Conflict) isFault()     {}
func (Unprocessed) isFault()  {}
func (SmallPages) isFault()   {}
func (StaleIndexes) isFault() {}

// Injection is a fault at work.
type Injection struct {
	w     *wire
	fault Fault
	// left is how many times it still strikes; negative: without end.
	left atomic.Int64
	// struck counts how often it did.
	struck atomic.Int64
	// stale is the table that StaleIndexes reads.
	stale string
}

// Inject makes something go wrong with the requests of a client that New
// returned, until it has happened as often as the fault says, or Stop is called,
// or the test ends.
func Inject(t testing.TB, client *dynamodb.Client, fault Fault) *Injection {
	t.Helper()
	i := &Injection{w: wireOf(client), fault: fault}
	i.left.Store(-1)
	switch f := fault.(type) {
	case Throttle:
		i.left.Store(int64(f.Times))
	case LoseResponse:
		i.left.Store(int64(f.Times))
	case Conflict:
		i.left.Store(int64(f.Times))
	case Unprocessed:
		i.left.Store(int64(f.Times))
	case SmallPages:
		if f.Items < 1 {
			t.Fatalf("localtest: SmallPages of %d items: a page has at least one", f.Items)
		}
	case StaleIndexes:
		i.stale = copyTable(t, i.w)
	}
	i.w.mu.Lock()
	i.w.injections = append(i.w.injections, i)
	i.w.mu.Unlock()
	t.Cleanup(i.Stop)
	return i
}

// Stop ends it. Stopping twice is no mistake.
func (i *Injection) Stop() { i.left.Store(0) }

// Struck is how many requests, or calls, it has disturbed. A test of a fault
// that never struck has tested nothing.
func (i *Injection) Struck() int { return int(i.struck.Load()) }

// strike uses it up once, if there is something left.
func (i *Injection) strike() bool {
	for {
		left := i.left.Load()
		if left == 0 {
			return false
		}
		if left < 0 || i.left.CompareAndSwap(left, left-1) {
			i.struck.Add(1)
			return true
		}
	}
}

// active returns the injections that have something left.
func (w *wire) active() []*Injection {
	w.mu.Lock()
	defer w.mu.Unlock()
	var out []*Injection
	for _, i := range w.injections {
		if i.left.Load() != 0 {
			out = append(out, i)
		}
	}
	w.injections = out
	return append([]*Injection(nil), out...)
}

// attemptFault is the first fault that strikes this attempt, nil for none.
func (w *wire) attemptFault(operation string) *Injection {
	for _, i := range w.active() {
		var of string
		switch f := i.fault.(type) {
		case Throttle:
			of = f.Operation
		case LoseResponse:
			of = f.Operation
		case Conflict:
			of = f.Operation
		default:
			continue
		}
		if (of == "" || of == operation) && i.strike() {
			return i
		}
	}
	return nil
}

// instead is the response that takes the place of the engine's, nil where the
// engine answers.
func (i *Injection) instead(req *http.Request, sent []byte) (*http.Response, []byte) {
	switch i.fault.(type) {
	case Throttle:
		return refusal(req, map[string]any{
			"__type":  "com.amazonaws.dynamodb.v20120810#ThrottlingException",
			"message": "Rate of requests exceeds the allowed throughput. (injected)",
		})
	case Conflict:
		return conflict(req, sent)
	}
	return nil, nil
}

// after is the error that takes the place of a response that came.
func (i *Injection) after(req *http.Request) error {
	if _, ok := i.fault.(LoseResponse); !ok {
		return nil
	}
	return &url.Error{Op: "Post", URL: req.URL.String(), Err: fmt.Errorf("response lost (injected): %w", io.ErrUnexpectedEOF)}
}

// conflict is what DynamoDB says of a transaction and of a single write.
func conflict(req *http.Request, sent []byte) (*http.Response, []byte) {
	var b sentBody
	if json.Unmarshal(sent, &b) != nil || len(b.TransactItems) == 0 {
		return refusal(req, map[string]any{
			"__type":  "com.amazonaws.dynamodb.v20120810#TransactionConflictException",
			"message": "Transaction is ongoing for the item (injected)",
		})
	}
	reasons := make([]map[string]string, len(b.TransactItems))
	for i := range reasons {
		reasons[i] = map[string]string{"Code": "None"}
	}
	reasons[0] = map[string]string{"Code": "TransactionConflict", "Message": "Transaction is ongoing for the item (injected)"}
	return refusal(req, map[string]any{
		"__type": "com.amazonaws.dynamodb.v20120810#TransactionCanceledException",
		"Message": "Transaction cancelled, please refer cancellation reasons for specific reasons " +
			"[TransactionConflict] (injected)",
		"CancellationReasons": reasons,
	})
}

// refusal is a response that carries an error.
func refusal(req *http.Request, document map[string]any) (*http.Response, []byte) {
	body, err := json.Marshal(document)
	if err != nil {
		panic(err) // strings in maps always marshal
	}
	return &http.Response{
		Status: "400 Bad Request", StatusCode: http.StatusBadRequest,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header:        http.Header{"Content-Type": {"application/x-amz-json-1.0"}},
		Body:          io.NopCloser(bytes.NewReader(body)),
		ContentLength: int64(len(body)),
		Request:       req,
	}, body
}
