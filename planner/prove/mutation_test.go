package prove_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"

	"github.com/keyplan/keyplan/planner/layout"
	"github.com/keyplan/keyplan/planner/prove"
)

// rules are the codes of what a layout must not do although every pattern would
// be answered: clashing literals, keys that change or are too long, keys that
// cannot be read back. Running patterns does not show them.
var rules = []string{"P110", "P111", "P112", "P113", "P115"}

// TestMutants: after any single change of a right layout the prover says what
// running every pattern over all items of a small domain says.
func TestMutants(t *testing.T) {
	files, err := filepath.Glob("testdata/mutate/*.hcl")
	if err != nil || len(files) == 0 {
		t.Fatal("no models to mutate", err)
	}
	var right, wrong, ruled, refused, shown int
	for _, file := range files {
		l := plan(t, file)
		w, err := newWorld(l)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.wrong(l, func(*layout.Request) bool { return true }); err != nil {
			t.Fatalf("%s: the planned layout: %v", file, err)
		}
		if c, diags := prove.Prove(l); c == nil {
			t.Fatalf("%s: the planned layout: %v", file, codes(diags))
		}
		for _, m := range mutants(l) {
			changed, touched := m.of(l)
			certified, diags := prove.Prove(changed)
			fault := w.wrong(changed, touched)
			if certified == nil && showable(diags) {
				refused++
				if strings.Contains(diags[0].Detail, "For example") {
					shown++
				}
			}
			switch {
			case certified == nil && only(codes(diags), rules):
				ruled++
			case certified != nil && fault != nil:
				t.Errorf("%s, %s: proved, but %v", file, m.name, fault)
			case certified == nil && fault == nil:
				t.Errorf("%s, %s: refused, but right: %s: %s", file, m.name, codes(diags), diags[0].Detail)
			case fault != nil:
				wrong++
			default:
				right++
			}
		}
	}
	t.Logf("%d wrong mutants, %d right ones, %d against a rule that running does not show", wrong, right, ruled)
	t.Logf("%d of %d refusals for the items that are read show a counterexample", shown, refused)
	if shown*10 < refused*9 {
		t.Errorf("only %d of %d refusals show a counterexample", shown, refused)
	}
	if wrong < 1000 || right < 100 {
		t.Errorf("%d wrong mutants and %d right ones are too few", wrong, right)
	}
}

// showable says that the first error is about which items are read.
func showable(diags hcl.Diagnostics) bool {
	return only(codes(diags)[:1], []string{"P101", "P103", "P104", "P106"})
}

func only(list, of []string) bool {
	return !slices.ContainsFunc(list, func(s string) bool { return !slices.Contains(of, s) })
}
