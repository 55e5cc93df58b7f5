package prove_test

import (
	"testing"

	"github.com/keyplan/keyplan/planner/prove"
)

// TestExamples: the planned layouts of the examples hold.
func TestExamples(t *testing.T) {
	for _, path := range []string{"../../examples/shop", "../../examples/store"} {
		l := plan(t, path)
		certified, diags := prove.Prove(l)
		for _, d := range diags {
			t.Errorf("%s: %s: %s", path, d.Summary, d.Detail)
		}
		if certified == nil {
			continue
		}
		for i, p := range l.Patterns {
			if external := p.External != ""; external != (certified.Proof(i) == nil) {
				t.Errorf("%s: the proof of %s is %v", path, p.Name, certified.Proof(i))
			}
		}
	}
}
