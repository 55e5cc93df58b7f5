package gotest

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/keyplan/keyplan/emit"
	"github.com/keyplan/keyplan/emit/gorepo"
	"github.com/keyplan/keyplan/localtest"
)

// The two examples run where they stand. These run in a module of their own.
func TestGeneratedTestsPass(t *testing.T) {
	for _, name := range []string{"wide", "odd"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := generate(t, "testdata/"+name+".hcl")
			run(t, dir, nil, "vet", "./...")
			endpoint := endpointOf(t)
			run(t, dir, []string{"KEYPLAN_ENGINE=endpoint", "KEYPLAN_ENDPOINT=" + endpoint}, "test", "-vet=off", "./...")
		})
	}
}

// A test file that passes whatever the package does is worth nothing: each of
// these mistakes in the generated package must fail it.
func TestGeneratedTestsFail(t *testing.T) {
	if testing.Short() {
		t.Skip("many runs of go test")
	}
	endpoint := endpointOf(t)
	for _, mistake := range []struct{ name, file, old, replacement string }{
		{"a key that is not escaped", "keys.go", `.plain(tValue)`, `.lit(tValue)`},
		{"an inclusive end that is exclusive", "support_bound.go", `strict != top`, `strict == top`},
		{"cursors of any pattern", "support_cursor.go", `string(b[1:1+bindingSize]) != string(r.binding())`, `false`},
		{"a key that no update moves", "db.go", `"GSI1PK", "GSI1SK"`, `"X", "Y"`},
	} {
		t.Run(mistake.name, func(t *testing.T) {
			dir := generate(t, "testdata/odd.hcl")
			path := filepath.Join(dir, "odddb", mistake.file)
			src, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			wrong := regexp.MustCompile(regexp.QuoteMeta(mistake.old)).ReplaceAllLiteral(src, []byte(mistake.replacement))
			if string(wrong) == string(src) {
				t.Fatalf("%s has no %q", mistake.file, mistake.old)
			}
			if err := os.WriteFile(path, wrong, 0o644); err != nil {
				t.Fatal(err)
			}
			out, err := command(dir, []string{"KEYPLAN_ENGINE=endpoint", "KEYPLAN_ENDPOINT=" + endpoint}, "test", "-vet=off", "./...").CombinedOutput()
			if err == nil || !bytes.Contains(out, []byte("--- FAIL: Test")) {
				t.Errorf("no test fails: %v\n%s", err, out)
			}
		})
	}
}

// generate writes the package and the tests of a model into a module of its
// own, which takes this module from where it stands.
func generate(t *testing.T, path string) string {
	t.Helper()
	dir := t.TempDir()
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	mod = regexp.MustCompile(`(?m)^module .*$`).ReplaceAll(mod, []byte("module example.com/generated"))
	mod = append(mod, "\nrequire github.com/keyplan/keyplan v0.0.0\nreplace github.com/keyplan/keyplan => "+root+"\n"...)
	write(t, dir, "go.mod", mod)
	write(t, dir, "go.sum", sum)
	write(t, dir, filepath.Base(path), src)
	c := certify(t, filepath.Join(dir, filepath.Base(path)))
	for _, e := range []emit.Emitter{gorepo.New(), New()} {
		b := block(t, c, e.Kind())
		files, diags := e.Emit(c, b)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		for _, f := range files {
			write(t, dir, filepath.Join(b.Path, f.Path), f.Content)
		}
	}
	return dir
}

func write(t *testing.T, dir, name string, content []byte) {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, content, 0o644); err != nil {
		t.Fatal(err)
	}
}

// run runs the go command in dir and requires that it goes well.
func run(t *testing.T, dir string, env []string, args ...string) {
	t.Helper()
	if out, err := command(dir, env, args...).CombinedOutput(); err != nil {
		t.Fatalf("go %v: %v\n%s", args, err, out)
	}
}

func command(dir string, env []string, args ...string) *exec.Cmd {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off"), env...)
	return cmd
}

// endpointOf is the address of the engine of this test binary, which the tests
// of another module can use, too.
func endpointOf(t *testing.T) string {
	t.Helper()
	client, _ := localtest.New(t, &dynamodb.CreateTableInput{
		BillingMode:          types.BillingModePayPerRequest,
		AttributeDefinitions: []types.AttributeDefinition{{AttributeName: aws.String("PK"), AttributeType: types.ScalarAttributeTypeS}},
		KeySchema:            []types.KeySchemaElement{{AttributeName: aws.String("PK"), KeyType: types.KeyTypeHash}},
	})
	return *client.Options().BaseEndpoint
}
