package gorepo

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/planner/layout"
)

// unreached refuses what this version does not generate yet, at the model's
// lines: absent is better than wrong.
func unreached(l *layout.Layout) hcl.Diagnostics {
	var diags hcl.Diagnostics
	no := func(at hcl.Range, what string) {
		diags = append(diags, diag.Error("E090", at, what+" not generated yet",
			"This version of the Go emitter does not know it. Leave it out of the model, or the go and tests blocks."))
	}
	t := l.Model.Table
	if t.Tenant != "" {
		no(t.TenantRange, "tenant is")
	}
	for _, x := range append([]*layout.Index{l.Table}, l.Indexes...) {
		unreachedIndex(x, t, no)
	}
	for _, p := range l.Patterns {
		unreachedPattern(p, no)
	}
	return diags
}

func unreachedIndex(x *layout.Index, t *model.Table, no func(hcl.Range, string)) {
	switch {
	case x.Declared != nil:
		no(x.Declared.Range, "a declared index is")
		return
	case x.Kind == layout.Local:
		no(t.LocalIndexesRange, "a local secondary index is")
		return
	case len(x.Partition) != 1 || len(x.Sort) > 1:
		no(t.IndexKeysRange, "a multi-attribute key is")
		return
	}
	for _, k := range x.Keys {
		at := k.Entity.NameRange
		if k.Pin != nil {
			at = k.Pin.Range
		}
		for _, side := range []model.Key{k.Partition, k.Sort} {
			unreachedKey(side, at, no)
		}
	}
}

func unreachedKey(side model.Key, at hcl.Range, no func(hcl.Range, string)) {
	switch side := side.(type) {
	case model.Columns:
		no(at, "a key of real attributes is")
	case model.Template:
		for _, s := range side {
			if _, ok := s.(model.Shard); ok {
				no(at, "a shard is")
			}
		}
	}
}

func unreachedPattern(p *access.Pattern, no func(hcl.Range, string)) {
	if p.External != "" {
		return
	}
	if p.Shards > 1 {
		no(p.ShardsRange, fmt.Sprintf("shards = %d is", p.Shards))
	}
	if p.ThroughUnique {
		no(p.DeclRange, "through = unique is")
	}
	if p.Multiple && (p.Select.Kind == access.SelectSome || p.Select.Kind == access.SelectKeys) {
		no(p.SelectRange, "select over several entities is")
	}
	if p.Multiple && p.TakeFirst {
		no(p.DeclRange, "take = first over several entities is")
	}
	if p.Range == nil {
		return
	}
	ranged := p.Range.Operands[0].Lead()
	for _, o := range p.Equals {
		if d, ok := o.Attributes[0].Derive.(model.Bucket); ok && d.Source == ranged {
			no(p.RangeRange, "a range over buckets is")
		}
	}
}
