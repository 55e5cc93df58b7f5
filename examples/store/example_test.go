package store_test

import (
	"testing"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/emit"
	"github.com/keyplan/keyplan/emit/gorepo"
	"github.com/keyplan/keyplan/emit/gotest"
	"github.com/keyplan/keyplan/emit/terraform"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner"
	"github.com/keyplan/keyplan/planner/prove"
)

// TestUpToDate makes everything that the model's emit blocks name again, in
// memory, and requires what is committed. Bring it up to date with
//
//	go run ./cmd/keyplan generate examples/store
func TestUpToDate(t *testing.T) {
	m, diags, err := model.Load(".")
	if err != nil {
		t.Fatal(err)
	}
	patterns, more := access.Decode(m)
	diags = append(diags, more...)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	layout, diags := planner.Plan(m, patterns, planner.Options{})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	certified, diags := prove.Prove(layout)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	set, diags := emit.Build(certified, []emit.Emitter{terraform.New(), gorepo.New(), gotest.New()}, nil)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	report, err := set.Check(".")
	if err != nil {
		t.Fatal(err)
	}
	if !report.Clean() {
		t.Errorf("missing %q, different %q, stale %q", report.Missing, report.Different, report.Stale)
	}
}
