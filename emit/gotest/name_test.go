package gotest

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestPackageNames: whatever the package is called, the tests know it by a name
// that stands for nothing else in them.
func TestPackageNames(t *testing.T) {
	for name, want := range map[string]string{
		"shopdb": "shopdb", "db": "dbpkg", "types": "typespkg", "errors": "errorspkg", "t": "tpkg", "ran": "ranpkg",
	} {
		dir := t.TempDir()
		src := `table "items" {}
emit "go" {
  path    = "out"
  package = "` + name + `"
}
emit "tests" {
  path    = "out"
  package = "out_test"
}
entity "thing" {
  identity = [thing_id]
  attribute "thing_id" { type = ulid }
}
access_pattern "get_thing" {
  entity = thing
  equals = [thing_id]
}
`
		for file, text := range map[string]string{"model.hcl": src, "go.mod": "module example.com/m\n"} {
			if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		l := certify(t, dir).Layout()
		out, diags := files(l, l.Model.Emits[1])
		if diags.HasErrors() {
			t.Fatalf("%s: %v", name, diags)
		}
		text := string(out[0].Content)
		if line := want + " " + strconv.Quote("example.com/m/out"); !strings.Contains(text, line) {
			t.Errorf("%s: no import %s", name, line)
		}
		if call := want + ".New(client, name"; !strings.Contains(text, call) {
			t.Errorf("%s: the tests do not call %s", name, call)
		}
	}
}
