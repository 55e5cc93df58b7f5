package gorepo

import (
	"fmt"
	"slices"

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
	for i, p := range l.Patterns {
		unreachedPattern(p, no)
		if p.Multiple && p.External == "" && t.EntityAttribute == "" {
			no(p.EntitiesRange, "a pattern of several entities without an entity attribute is")
		}
		if r := l.Requests[i]; r != nil && slices.ContainsFunc(r.Sort.Range, func(x model.Part) bool { return x.Form == model.Desc }) {
			no(p.RangeRange, "a range over a reversed attribute is")
		}
	}
	for _, e := range l.Model.Entities {
		unreachedEntity(l, e, no)
	}
	return diags
}

// unreachedEntity refuses a version that feeds a key, which updates would have
// to rewrite each time, and defaults that Go could not tell from values.
func unreachedEntity(l *layout.Layout, e *model.Entity, no func(hcl.Range, string)) {
	if e.Version != nil && slices.ContainsFunc(groups(l, e), func(g group) bool { return slices.Contains(g, e.Version) && len(g) > 0 }) {
		no(e.VersionRange, "a version that stands in a key is")
	}
	for _, a := range e.Attributes {
		if c, ok := a.OnCreate.(model.Const); ok && longDecimal(c.Value, a.Type) {
			no(a.NameRange, "a decimal constant of more than 18 digits is")
		}
	}
}

// longDecimal says whether a constant is a decimal that no int64 holds.
func longDecimal(v model.Value, t model.Type) bool {
	if _, ok := t.(model.Decimal); !ok {
		return false
	}
	_, _, ok := unscale(v.(string))
	return !ok
}

// ambiguous refuses defaults of required attributes whose zero value is a value
// too: it would silently become the default.
func ambiguous(e *model.Entity) hcl.Diagnostics {
	var diags hcl.Diagnostics
	for _, a := range e.Attributes {
		c, ok := a.OnCreate.(model.Const)
		if !ok || a.Optional {
			continue
		}
		zero := c.Value == int64(0) || c.Value == false || c.Value == "0"
		switch a.Type.(type) {
		case model.Bool, model.Int, model.Decimal:
			if !zero {
				diags = append(diags, diag.Error("E012", a.NameRange, "a default that Go cannot tell from a value",
					fmt.Sprintf("%s is required, so in Go it is left out as its zero value, and a caller's own zero would silently become %v. "+
						"Mark it optional: nil is then left out.", a.Name, c.Value)))
			}
		}
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
		unreachedCondition(k.When, at, no)
	}
}

// unreachedCondition refuses constants that Go code does not compare with yet.
func unreachedCondition(c model.Condition, at hcl.Range, no func(hcl.Range, string)) {
	for _, a := range c.Atoms {
		var values []model.Value
		switch a := a.(type) {
		case model.Compare:
			values = []model.Value{a.Value}
		case model.OneOf:
			values = a.Values
		}
		for _, v := range values {
			if longDecimal(v, a.On().Type) {
				no(at, "a decimal constant of more than 18 digits is")
			}
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
	for _, w := range p.Where {
		unreachedCondition(w, p.WhereRange, no)
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
