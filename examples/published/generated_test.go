package published

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/keyplan/keyplan/emit"
	"github.com/keyplan/keyplan/emit/gorepo"
	"github.com/keyplan/keyplan/emit/gotest"
	"github.com/keyplan/keyplan/emit/terraform"
	"github.com/keyplan/keyplan/localtest"
)

// emits is a second file of each model: where its outputs go, which no design
// says. The Go package is named %[1]s.
const emits = `
emit "terraform" { path = "infra" }

emit "go" {
  path    = "%[1]s"
  package = "%[1]s"
}

emit "tests" {
  path    = "%[1]s"
  package = "%[1]s_test"
}
`

// packageOf is the name of a design's Go package.
func packageOf(slug string) string { return strings.ReplaceAll(slug, "-", "") + "db" }

// Every design's package is generated and its tests run on an engine, in one
// module, so that one go test compiles and runs them all.
func TestGenerated(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a package for each design")
	}
	if *update {
		t.Skip("writes nothing here")
	}
	endpoint := endpointOf(t)
	dir := newModule(t)
	for _, d := range designs() {
		write(t, filepath.Join(dir, d.slug, "model.hcl"), readFile(t, filepath.Join(d.slug, "model.hcl")))
		write(t, filepath.Join(dir, d.slug, "emit.hcl"), fmt.Sprintf(emits, packageOf(d.slug)))
		c, _ := certify(t, filepath.Join(dir, d.slug))
		set, diags := emit.Build(c, []emit.Emitter{terraform.New(), gorepo.New(), gotest.New()}, nil)
		if diags.HasErrors() {
			t.Errorf("%s: %s", d.slug, text(t, c.Layout().Model, diags))
			continue
		}
		if _, err := set.Write(filepath.Join(dir, d.slug)); err != nil {
			t.Fatal(err)
		}
	}
	// With -trimpath what is compiled is found again in the next temporary directory.
	cmd := exec.Command("go", "test", "-v", "-trimpath", "./...")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off",
		"KEYPLAN_ENGINE=endpoint", "KEYPLAN_ENDPOINT="+endpoint)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, failures(string(out)))
	}
	for _, d := range designs() {
		ran := fmt.Sprintf("ok  \texample.com/published/%s/%s\t", d.slug, packageOf(d.slug))
		if !strings.Contains(string(out), ran) {
			t.Errorf("the tests of %s did not run", d.slug)
		}
	}
	if !strings.Contains(string(out), "--- PASS: ") {
		t.Error("no test ran")
	}
}

// failures are the lines of go test that say what went wrong.
func failures(out string) string {
	passing := regexp.MustCompile(`(?m)^\s*(--- PASS|=== (RUN|PAUSE|CONT|NAME)|\S+_test\.go:\d+: localtest:).*\n`)
	return passing.ReplaceAllString(out, "")
}

// newModule is a module of its own that takes this one from where it stands.
func newModule(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	mod := regexp.MustCompile(`(?m)^module .*$`).ReplaceAllString(readFile(t, filepath.Join(root, "go.mod")), "module example.com/published")
	mod += "\nrequire github.com/keyplan/keyplan v0.0.0\nreplace github.com/keyplan/keyplan => " + root + "\n"
	write(t, filepath.Join(dir, "go.mod"), mod)
	write(t, filepath.Join(dir, "go.sum"), readFile(t, filepath.Join(root, "go.sum")))
	return dir
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// endpointOf is the address of this test binary's engine, which the generated
// tests use, too: one engine for all.
func endpointOf(t *testing.T) string {
	t.Helper()
	client, _ := localtest.New(t, &dynamodb.CreateTableInput{
		BillingMode:          types.BillingModePayPerRequest,
		AttributeDefinitions: []types.AttributeDefinition{{AttributeName: aws.String("PK"), AttributeType: types.ScalarAttributeTypeS}},
		KeySchema:            []types.KeySchemaElement{{AttributeName: aws.String("PK"), KeyType: types.KeyTypeHash}},
	})
	return *client.Options().BaseEndpoint
}
