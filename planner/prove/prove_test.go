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

// TestTenant: every partition key leads with the tenant, markers' too, but for
// public entities.
func TestTenant(t *testing.T) {
	l := plan(t, "testdata/mutate/collection.hcl")
	l.Model.Table.Tenant = "customer_id"
	certified, diags := prove.Prove(l)
	if certified != nil || len(diags) != 2 || len(codes(diags)) != 1 || codes(diags)[0] != "P104" {
		t.Errorf("the e-mail index and the marker do not lead with the tenant: %v", diags)
	}
	l.Model.Entities[0].Public = true
	if certified, diags := prove.Prove(l); certified == nil {
		t.Errorf("a public entity is held to the tenant: %v", diags)
	}
}
