package localtest

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
)

func TestEndpointRefusals(t *testing.T) {
	for _, c := range []struct{ endpoint, want string }{
		{"http://dynamodb.us-east-1.amazonaws.com", "not on loopback"},
		{"https://10.0.0.7:8000", "not on loopback"},
		{"http://localhost.example.com:8000", "not on loopback"},
		{"http://127.0.0.1.example.com:8000", "not on loopback"},
		{"http://[2001:db8::1]:8000", "not on loopback"},
		{"http://0.0.0.0:8000", "not on loopback"},
		{"127.0.0.1:8000", "must be a URL"},
		{"ftp://127.0.0.1", "must be a URL"},
		{"http://", "must be a URL"},
		{"http://127.0.0.1:8000/path", "only scheme, host and port"},
		{"http://127.0.0.1:8000?x=1", "only scheme, host and port"},
		{"http://me:secret@127.0.0.1:8000", "only scheme, host and port"},
	} {
		_, err := start(env(map[string]string{"KEYPLAN_ENDPOINT": c.endpoint}))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.endpoint, err, c.want)
		}
		if err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("the message shows a password: %v", err)
		}
	}
}

func TestEndpointTaken(t *testing.T) {
	for endpoint, remote := range map[string]bool{
		"http://127.0.0.1:8000": false, "http://127.9.9.9:1": false, "http://[::1]:8000/": false,
		"https://localhost:8443": false, "https://dynamodb.eu-west-1.amazonaws.com": true,
	} {
		vars := map[string]string{"KEYPLAN_ENDPOINT": endpoint, "KEYPLAN_ALLOW_REMOTE": "1"}
		r, err := start(env(vars))
		if err != nil || r.endpoint != endpoint || r.remote != remote {
			t.Errorf("%s: %+v, %v", endpoint, r, err)
		}
	}
	vars := map[string]string{"KEYPLAN_ENDPOINT": "http://10.0.0.7", "KEYPLAN_ALLOW_REMOTE": "yes"}
	if _, err := start(env(vars)); err == nil {
		t.Error("KEYPLAN_ALLOW_REMOTE=yes allows what only 1 should")
	}
}

func TestRequestsGoNowhereElse(t *testing.T) {
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		t.Error("a request was redirected or sent to a proxy")
	}))
	defer elsewhere.Close()
	t.Setenv("HTTP_PROXY", elsewhere.URL)
	here := httptest.NewServer(http.RedirectHandler(elsewhere.URL, http.StatusTemporaryRedirect))
	defer here.Close()
	w := newWire(&running{name: "endpoint", endpoint: here.URL}, named(testTable()))
	defer w.close()
	if err := w.createTable(); err == nil {
		t.Error("a redirect passed for an answer")
	}
}

func TestRemoteUsesTheCallersCredentials(t *testing.T) {
	vars := map[string]string{
		"KEYPLAN_ENDPOINT": "https://dynamodb.eu-west-1.amazonaws.com", "KEYPLAN_ALLOW_REMOTE": "1",
		"AWS_ACCESS_KEY_ID": "AKID", "AWS_SECRET_ACCESS_KEY": "secret", "AWS_REGION": "eu-west-1",
	}
	r, err := start(env(vars))
	if err != nil {
		t.Fatal(err)
	}
	o := newWire(r, named(testTable())).options()
	got, err := o.Credentials.Retrieve(t.Context())
	if err != nil || got.AccessKeyID != "AKID" || o.Region != "eu-west-1" {
		t.Errorf("%+v in %s, %v", got.AccessKeyID, o.Region, err)
	}
	vars["KEYPLAN_ENDPOINT"] = "http://127.0.0.1:8000"
	r, err = start(env(vars))
	if err != nil {
		t.Fatal(err)
	}
	got, err = newWire(r, named(testTable())).options().Credentials.Retrieve(t.Context())
	if err != nil || got.AccessKeyID != "localtest" {
		t.Errorf("a local engine is shown the credentials %q, %v", got.AccessKeyID, err)
	}
}

func TestNamedEngine(t *testing.T) {
	for name, want := range map[string]string{
		"endpoint": "KEYPLAN_ENGINE is endpoint: KEYPLAN_ENDPOINT is not set",
		"dynoxide": "KEYPLAN_ENGINE is dynoxide: dynoxide is not on PATH",
		"docker":   "KEYPLAN_ENGINE is docker: this version starts no container",
		"sqlite":   `KEYPLAN_ENGINE is "sqlite": it can be endpoint, dynoxide, docker or none`,
	} {
		_, err := start(env(map[string]string{"KEYPLAN_ENGINE": name}))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
		if _, ok := err.(*noEngineError); ok {
			t.Errorf("%s was asked for and its absence would only skip", name)
		}
	}
	// A name leaves out what stands before it.
	_, err := start(env(map[string]string{"KEYPLAN_ENGINE": "none", "KEYPLAN_ENDPOINT": "http://127.0.0.1:1"}))
	if _, ok := err.(*noEngineError); !ok {
		t.Errorf("KEYPLAN_ENGINE=none: %v", err)
	}
}

func TestNothingThere(t *testing.T) {
	_, err := start(env(nil))
	if _, ok := err.(*noEngineError); !ok {
		t.Fatalf("an empty environment: %v", err)
	}
	if want := "npm install --ignore-scripts --prefix .engine @dynoxide/linux-x64@1.2.1"; !strings.Contains(howToInstall("linux", "amd64"), want) {
		t.Errorf("%q lacks %q", howToInstall("linux", "amd64"), want)
	}
	if got := howToInstall("darwin", "arm64"); strings.Contains(got, "npm") || !strings.Contains(got, "KEYPLAN_ENDPOINT=") {
		t.Errorf("for a machine without a binary: %q", got)
	}
}

// script writes an executable file.
func script(t *testing.T, path, text string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("shell scripts do not run on Windows")
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestFindDynoxide(t *testing.T) {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("npm has the binary for linux-x64 only")
	}
	root := t.TempDir()
	const inModules = "@dynoxide/linux-x64/dynoxide"
	below := filepath.Join(root, "a", "b")
	engine := script(t, filepath.Join(root, ".engine", "node_modules", inModules), "")
	e := environment{getenv: env(nil).getenv, dir: below}
	expect := func(want string) {
		t.Helper()
		if got, err := findDynoxide(e); err != nil || got != want {
			t.Errorf("got %q, %v; want %q", got, err, want)
		}
	}
	expect(engine)
	nearer := script(t, filepath.Join(root, "a", "node_modules", inModules), "")
	expect(nearer)
	bin := filepath.Join(root, "bin")
	onPath := script(t, filepath.Join(bin, "dynoxide"), "")
	e.getenv = env(map[string]string{"PATH": "relative" + string(filepath.ListSeparator) + bin}).getenv
	expect(onPath)
	e.getenv = env(map[string]string{"PATH": bin, "KEYPLAN_DYNOXIDE": nearer}).getenv
	expect(nearer)
	e.getenv = env(map[string]string{"KEYPLAN_DYNOXIDE": filepath.Join(root, "missing")}).getenv
	if _, err := startDynoxide(e); err == nil || !strings.Contains(err.Error(), "KEYPLAN_DYNOXIDE") {
		t.Errorf("a KEYPLAN_DYNOXIDE that is not there: %v", err)
	}
}

func TestPortRaceIsRetried(t *testing.T) {
	dir := t.TempDir()
	mark := filepath.Join(dir, "mark")
	// The first start finds its port taken, the second does not.
	path := script(t, filepath.Join(dir, "dynoxide"), `
[ "$1" = --version ] && { echo dynoxide 9.9; exit; }
[ -e `+mark+` ] || { : > `+mark+`; echo "error: port is already in use" >&2; exit 1; }
echo "Dynoxide listening on http://127.0.0.1:$5" >&2
exec sleep 600`)
	r, err := startDynoxide(env(map[string]string{"KEYPLAN_DYNOXIDE": path, "PATH": os.Getenv("PATH")}))
	if err != nil {
		t.Fatal(err)
	}
	defer r.child.stop()
	if r.version != "9.9" || !strings.HasPrefix(r.endpoint, "http://127.0.0.1:") {
		t.Errorf("%+v", r)
	}
}

func TestEngineThatDoesNotStart(t *testing.T) {
	path := script(t, filepath.Join(t.TempDir(), "dynoxide"), `echo "error: no disk" >&2; exit 1`)
	_, err := startDynoxide(env(map[string]string{"KEYPLAN_DYNOXIDE": path}))
	if err == nil || !strings.Contains(err.Error(), "does not start") || !strings.Contains(err.Error(), "no disk") {
		t.Errorf("%v", err)
	}
}

func TestEngineThatDiesIsNamed(t *testing.T) {
	r, err := startDynoxide(environment{getenv: os.Getenv, dir: workingDir()})
	if _, ok := err.(*absentError); ok {
		New(t, testTable()) // skips, or fails in CI, in the usual words
		t.Skip("the engine is an endpoint, which is not ours to end")
	}
	if err != nil {
		t.Fatal(err)
	}
	w := newWire(r, named(testTable()))
	defer w.close()
	if err := w.createTable(); err != nil {
		t.Fatal(err)
	}
	r.child.stop()
	_, err = w.client().Scan(t.Context(), &dynamodb.ScanInput{TableName: w.table.TableName})
	if err == nil || !strings.Contains(err.Error(), "it ended; it said: Dynoxide listening") {
		t.Errorf("%v", err)
	}
}
