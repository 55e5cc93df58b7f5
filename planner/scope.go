package planner

import (
	"fmt"
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/model/diag"
)

// scope refuses what the language can say and this version does not plan, one
// diagnostic for each kind, and goes on with the rest.
func (st *state) scope() {
	t := st.m.Table
	if t.IndexKeys != model.Synthetic {
		st.refuse(notYet("P090", t.IndexKeysRange, "multi-attribute index keys are not planned yet",
			"index_keys = native and auto are read but this version plans synthetic keys only. Leave index_keys out."))
	}
	if len(t.Indexes) > 0 {
		st.refuse(notYet("P091", t.Indexes[0].Range, "declared indexes are not planned yet",
			"This version chooses every index itself and cannot keep to those of an existing table. Remove the index blocks."))
		st.over = true
	}
	if t.LocalIndexes {
		st.refuse(notYet("P092", t.LocalIndexesRange, "local secondary indexes are not planned yet",
			"This version answers consistent patterns from the table alone. Leave local_indexes out."))
	}
	if t.Tenant != "" {
		st.refuse(notYet("P093", t.TenantRange, "a tenant is not planned yet",
			"This version does not lead keys with the tenant, and a layout without it would not keep tenants apart. Leave tenant out."))
		st.over = true
	}
	st.nativePins()
	for _, f := range unplanned() {
		st.scopePatterns(f)
	}
}

func notYet(code string, at hcl.Range, summary, detail string) *hcl.Diagnostic {
	return diag.Error(code, at, summary, detail)
}

// feature is something of a pattern that this version does not plan.
type feature struct {
	code, summary, detail string
	used                  func(*access.Pattern) bool
	at                    func(*access.Pattern) hcl.Range
}

func unplanned() []feature {
	return []feature{
		{"P094", "write sharding is not planned yet",
			"This version plans shards = 1, one accepted partition, and no more. Say shards = 1, or fix an attribute with equals.",
			func(p *access.Pattern) bool { return p.Shards > 1 },
			func(p *access.Pattern) hcl.Range { return p.ShardsRange }},
		{"P095", "a range over several buckets is not planned yet",
			"This version reads one bucket a request. Leave the range out, or the bucket out of equals.",
			overBuckets,
			func(p *access.Pattern) hcl.Range { return p.RangeRange }},
		{"P096", "reading through a unique constraint is not planned yet",
			"This version reads by an index. Leave through out.",
			func(p *access.Pattern) bool { return p.ThroughUnique },
			func(p *access.Pattern) hcl.Range { return p.NameRange }},
	}
}

// overBuckets says that the pattern bounds the time whose bucket it fixes, and
// so reads the buckets that the bounds touch.
func overBuckets(p *access.Pattern) bool {
	if p.Range == nil {
		return false
	}
	source := p.Range.Operands[0].Lead()
	return slices.ContainsFunc(p.Equals, func(o access.Operand) bool {
		b, ok := o.Lead().Derive.(model.Bucket)
		return ok && b.Source == source
	})
}

// scopePatterns refuses a feature once, naming every pattern that uses it.
func (st *state) scopePatterns(f feature) {
	var using []*access.Pattern
	for _, p := range st.patterns {
		if p.External == "" && f.used(p) {
			using = append(using, p)
		}
	}
	if len(using) == 0 {
		return
	}
	var also []diag.Related
	for _, p := range using[1:] {
		also = append(also, diag.At(p.Name+" does, too", f.at(p)))
	}
	st.refuse(diag.Error(f.code, f.at(using[0]), f.summary, f.detail, also...))
	for _, p := range using {
		st.drop(p)
	}
}

// nativePins refuses pins that are attributes themselves.
func (st *state) nativePins() {
	for _, e := range st.m.Entities {
		for _, pin := range e.Pins {
			if native(pin.Partition) || native(pin.Sort) {
				st.refuse(notYet("P090", pin.Range, "multi-attribute index keys are not planned yet",
					fmt.Sprintf("The key %q of %s is attributes as they are, and this version writes key text only. Put the attributes in a quoted template.",
						pin.Index, e.Name)))
				return
			}
		}
	}
}

func native(k model.Key) bool {
	_, ok := k.(model.Columns)
	return ok
}
