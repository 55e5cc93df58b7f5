package terraform

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/planner"
)

// TestModelsThatMakeNoModule runs whole models, each wrong in the line that is
// marked: it is refused there, with that code, before anything is written. What
// only Terraform can refuse is in .ci/terraform.
func TestModelsThatMakeNoModule(t *testing.T) {
	for _, tt := range []struct{ name, line, code string }{
		{"quote in the table's name", `name = "a\"b"`, "M021"},
		{"template in the table's name", `name = "a$${b}"`, "M021"},
		{"newline in the table's name", `name = "shop\n"`, "M021"},
		{"slash in the table's name", `name = "shop/index/x"`, "M021"},
		{"short table's name", `name = "ab"`, "M021"},
		{"long table's name", `name = "` + strings.Repeat("x", 256) + `"`, "M021"},
		{"quote in an index's name", `index "a\"b" { partition = "p" }`, "M022"},
		{"template in an index's name", `index "a$${b}" { partition = "p" }`, "M022"},
		{"newline in an index's name", `index "abc\n" { partition = "p" }`, "M022"},
		{"an index called table", `index "table" { partition = "p" }`, "M022"},
		{"five partition attributes", `index "five" { partition = ["a", "b", "c", "d", "e"] }`, "M024"},
		{"local index with two sort attributes", "index \"local\" { # mark\n    local = true\n    sort = [\"a\", \"b\"]\n  }", "M024"},
		{"reserved tag", `tags = { "AWS:x" = "1" }`, "M028"},
		{"long tag", `tags = { x = "` + strings.Repeat("v", 257) + `" }`, "M028"},
		{"unknown billing", `billing = sometimes`, ""},
		{"unknown encryption", `encryption = customer`, ""},
		{"capacity on demand", "capacity { # mark\n    read = 1\n    write = 1\n  }", "M025"},
		{"warm throughput below the floor", `warm_throughput { write_units_per_second = 3999 }`, "E194"},
		{"undeclared argument of the provider", `kinesis { stream = "a" }`, "E191"},
		{"21 indexes", `max_indexes = 21`, ""},
		{"replica without its key", "replica { region_name = \"a\" } # mark\n  encryption = customer_managed", "E196"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text := "table \"shop\" {\n  " + tt.line + "\n}\nentity \"order\" {\n  identity = [id]\n  attribute \"id\" { type = uuid }\n}\n" +
				"access_pattern \"get_order\" {\n  entity = order\n  equals = [id]\n}\n"
			made, diags := fromText(t, text)
			if made != 0 {
				t.Errorf("%d files", made)
			}
			first, last := 2, 2+strings.Count(tt.line, "\n")
			for _, d := range diags {
				in := d.Severity == hcl.DiagError && d.Subject != nil && d.Subject.Start.Line >= first && d.Subject.Start.Line <= last
				if in && (tt.code == "" || diag.InfoOf(d).Code == tt.code) {
					return
				}
			}
			t.Errorf("not refused with %s in lines %d to %d: %v", tt.code, first, last, diags)
		})
	}
	if made, diags := fromText(t, "table \"shop\" {}\nentity \"order\" {\n  identity = [id]\n  attribute \"id\" { type = uuid }\n}\n"); made == 0 {
		t.Errorf("a right model makes no module: %v", diags)
	}
}

// fromText is the number of files that a model makes, and what is said.
func fromText(t *testing.T, text string) (int, hcl.Diagnostics) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "shop.hcl")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	m, diags, err := model.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	if diags.HasErrors() {
		return 0, diags
	}
	patterns, diags := access.Decode(m)
	if diags.HasErrors() {
		return 0, diags
	}
	l, diags := planner.Plan(m, patterns, planner.Options{})
	if diags.HasErrors() {
		return 0, diags
	}
	made, diags := files(l, emitBlock())
	return len(made), diags
}
