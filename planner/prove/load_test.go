package prove_test

import (
	"testing"

	"github.com/hashicorp/hcl/v2"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/planner"
	"github.com/keyplan/keyplan/planner/layout"
)

// plan loads a model and plans it; it must be a model that can be planned.
func plan(t testing.TB, path string) *layout.Layout {
	t.Helper()
	m, diags, err := model.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	check(t, diags)
	patterns, diags := access.Decode(m)
	check(t, diags)
	l, diags := planner.Plan(m, patterns, planner.Options{})
	check(t, diags)
	return l
}

func check(t testing.TB, diags hcl.Diagnostics) {
	t.Helper()
	for _, d := range diags {
		if d.Severity == hcl.DiagError {
			t.Fatalf("%s: %s: %s [%s]", d.Subject, d.Summary, d.Detail, diag.InfoOf(d).Code)
		}
	}
}

// codes are the codes of the errors, each once, in order.
func codes(diags hcl.Diagnostics) []string {
	var out []string
	for _, d := range diags {
		code := diag.InfoOf(d).Code
		if d.Severity == hcl.DiagError && (len(out) == 0 || out[len(out)-1] != code) {
			out = append(out, code)
		}
	}
	return out
}
