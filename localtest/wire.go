package localtest

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/ratelimit"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/smithy-go/middleware"
)

// wire is what lies between one client and the engine. It is the client's HTTP
// client, which is how RecorderOf and Inject find it again.
type wire struct {
	engine *running
	// table is how the client's table was created, under its own name.
	table     *dynamodb.CreateTableInput
	transport *http.Transport
	http      *http.Client

	mu       sync.Mutex
	requests []Request
	// injections are in the order in which they were made.
	injections []*Injection
}

func newWire(r *running, table *dynamodb.CreateTableInput) *wire {
	// No proxy, whatever the environment says: requests go to the endpoint
	// that was checked and nowhere else, so redirects are not followed either.
	transport := &http.Transport{MaxIdleConnsPerHost: 16, IdleConnTimeout: time.Minute}
	return &wire{
		engine: r, table: table, transport: transport,
		http: &http.Client{
			Transport: transport,
			CheckRedirect: func(*http.Request, []*http.Request) error {
				return http.ErrUseLastResponse
			},
		},
	}
}

// wireOf finds the wire of a client that New returned.
func wireOf(client *dynamodb.Client) *wire {
	w, ok := client.Options().HTTPClient.(*wire)
	if !ok {
		panic("localtest: the client is not one that New returned")
	}
	return w
}

// maxAttempts of one call, the first included: more than faults are usually
// injected at a time.
const maxAttempts = 5

// client is a client whose requests go over w.
func (w *wire) client() *dynamodb.Client {
	return dynamodb.New(w.options(), func(o *dynamodb.Options) {
		o.HTTPClient = w
		o.APIOptions = append(o.APIOptions, func(s *middleware.Stack) error {
			return s.Initialize.Add(middleware.InitializeMiddlewareFunc("localtest", w.call), middleware.Before)
		})
	})
}

// bare is a client to the same engine that nothing records or disturbs.
func (w *wire) bare() *dynamodb.Client {
	return dynamodb.New(w.options(), func(o *dynamodb.Options) { o.HTTPClient = wholeBodies{w.http} })
}

func (w *wire) options() dynamodb.Options {
	o := dynamodb.Options{
		BaseEndpoint: aws.String(w.engine.endpoint),
		Region:       "us-east-1",
		Credentials:  credentials.NewStaticCredentialsProvider("localtest", "localtest", ""),
		// Waits are short, since no engine here has to be spared, and there
		// is no budget that many injected faults would use up.
		Retryer: retry.NewStandard(func(o *retry.StandardOptions) {
			o.MaxAttempts = maxAttempts
			o.MaxBackoff = 20 * time.Millisecond
			o.RateLimiter = ratelimit.None
		}),
	}
	if w.engine.remote {
		get := w.engine.getenv
		o.Credentials = credentials.NewStaticCredentialsProvider(
			get("AWS_ACCESS_KEY_ID"), get("AWS_SECRET_ACCESS_KEY"), get("AWS_SESSION_TOKEN"))
		if region := get("AWS_REGION"); region != "" {
			o.Region = region
		}
	}
	return o
}

// close ends the client's connections, so that none of their goroutines is left
// when the test has ended.
func (w *wire) close() { w.transport.CloseIdleConnections() }

// Do implements dynamodb.HTTPClient: one attempt of one call.
func (w *wire) Do(req *http.Request) (*http.Response, error) {
	sent, err := takeBody(req)
	if err != nil {
		return nil, err
	}
	seen := readRequest(operationOf(req), sent, w.table)
	fault := w.attemptFault(seen.Operation)
	var resp *http.Response
	var body []byte
	if fault != nil {
		resp, body = fault.instead(req, sent)
	}
	if resp == nil {
		resp, body, err = roundTrip(w.http, req)
	}
	if err == nil {
		seen.readResponse(resp.StatusCode, body)
	}
	if fault != nil && err == nil {
		err = fault.after(req)
	}
	if err != nil {
		seen.Error = err.Error()
	}
	w.mu.Lock()
	w.requests = append(w.requests, seen)
	w.mu.Unlock()
	if err != nil {
		return nil, w.explain(err)
	}
	return resp, nil
}

// explain adds what the engine last said, where it has ended.
func (w *wire) explain(err error) error {
	if w.engine.child == nil {
		return err
	}
	if dead := w.engine.child.dead(); dead != nil {
		return fmt.Errorf("%w (%s: %v)", err, w.engine, dead)
	}
	return err
}

// operationOf reads "Query" from the header that names it.
func operationOf(req *http.Request) string {
	target := req.Header.Get("X-Amz-Target")
	return target[strings.LastIndexByte(target, '.')+1:]
}

// takeBody returns the request's body and leaves a copy in its place.
func takeBody(req *http.Request) ([]byte, error) {
	if req.Body == nil {
		return nil, nil
	}
	body, err := io.ReadAll(req.Body)
	if closed := req.Body.Close(); err == nil {
		err = closed
	}
	req.Body = io.NopCloser(bytes.NewReader(body))
	return body, err
}

// roundTrip sends req and reads the whole response before handing it over. Read
// by the SDK as it comes, about one response in a thousand of a local engine
// fails with "use of closed network connection".
func roundTrip(client *http.Client, req *http.Request) (*http.Response, []byte, error) {
	resp, err := client.Do(req)
	if err != nil {
		return nil, nil, err
	}
	body, err := io.ReadAll(resp.Body)
	if closed := resp.Body.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return nil, nil, err
	}
	resp.Body = io.NopCloser(bytes.NewReader(body))
	return resp, body, nil
}

// wholeBodies is an HTTP client that reads bodies whole and does nothing else.
type wholeBodies struct{ client *http.Client }

// Do implements dynamodb.HTTPClient.
func (b wholeBodies) Do(req *http.Request) (*http.Response, error) {
	resp, _, err := roundTrip(b.client, req)
	return resp, err
}
