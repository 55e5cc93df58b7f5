package prove_test

import (
	"path/filepath"
	"slices"
	"testing"

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
	var right, wrong, ruled int
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
			certified, diags := prove.Prove(m.l)
			fault := w.wrong(m.l, m.touched)
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
	if wrong < 1000 || right < 100 {
		t.Errorf("%d wrong mutants and %d right ones are too few", wrong, right)
	}
}

func only(list, of []string) bool {
	return !slices.ContainsFunc(list, func(s string) bool { return !slices.Contains(of, s) })
}
