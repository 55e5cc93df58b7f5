package access

import (
	"fmt"
	"slices"

	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/model/diag"
)

// check applies the rules that speak of several arguments together.
func (d *decoder) check() {
	d.keyTypes()
	d.present()
	d.repeated()
	d.directions()
	d.buckets()
	d.firstBounds()
	d.single()
	d.through()
	d.take()
	d.scan()
	d.tenant()
}

// keyTypes refuses attributes that cannot stand in a key, and begins_with of
// what is no string.
func (d *decoder) keyTypes() {
	operands := slices.Clone(d.p.Equals)
	for _, k := range d.p.ordered() {
		operands = append(operands, k.Operand)
	}
	for _, o := range operands {
		for _, a := range o.Attributes {
			if a != nil && !model.KeyAllowed(a.Type) && !d.native(a) {
				d.add(diag.Error("A006", o.Range, fmt.Sprintf("%s is %s and cannot stand in a key", a.Name, model.Describe(a.Type)),
					"What a pattern selects or sorts by stands in a key, and a value of this type has no key text. Take another attribute.",
					diag.At(a.Name+" is declared here", a.NameRange)))
				break
			}
		}
	}
	if r := d.p.Range; r != nil && r.Bounds == BeginsWith {
		a := r.Operands[0].Lead()
		if _, ok := a.Type.(model.String); !ok && !refused(a) {
			d.add(diag.Error("A007", r.Operands[0].Range, fmt.Sprintf("begins_with of %s", model.Describe(a.Type)),
				"Only a string begins with something. Bound the attribute with between, at_least or at_most.", diag.At(a.Name+" is declared here", a.NameRange)))
		}
	}
}

// native says whether a can be a key attribute itself, in its own type.
func (d *decoder) native(a *model.Attribute) bool {
	t := d.m.Table
	if model.ColumnType(a.Type) == "" {
		return false
	}
	if t.IndexKeys != model.Synthetic || a.StoredAs == t.Keys.Partition || a.StoredAs == t.Keys.Sort {
		return true
	}
	return slices.ContainsFunc(t.Indexes, func(x *model.Index) bool {
		return slices.Contains(x.Partition, a.StoredAs) || slices.Contains(x.Sort, a.StoredAs)
	})
}

// present refuses an order by what some items do not have: they would be
// missing, in silence.
func (d *decoder) present() {
	for _, k := range d.p.ordered() {
		for i, a := range k.Attributes {
			if a == nil || !a.Optional || d.p.Where[i].Implies(a) {
				continue
			}
			d.add(diag.Error("A005", k.Range, fmt.Sprintf("items without %s would be missing", a.Name),
				fmt.Sprintf("%s of %s is optional, and an item without it has no place in this order. Write where = present(%s) if that is meant, or make the attribute required.",
					a.Name, a.Entity.Name, k.Name), diag.At(a.Name+" is declared here", a.NameRange)))
			break
		}
	}
}

// repeated refuses an order by what is the same for all items read.
func (d *decoder) repeated() {
	for _, k := range d.p.ordered() {
		for _, o := range d.p.Equals {
			if same(k.Operand, o) {
				d.add(diag.Error("A009", k.Range, fmt.Sprintf("%s is in equals, too", k.Name),
					"All items that are read have the one value that the caller gives. Drop one of the two.", diag.At("equals is here", o.Range)))
			}
		}
		for i, a := range k.Attributes {
			if a != nil && slices.Contains(fixed(d.p.Where[i]), a) {
				d.add(diag.Error("A009", k.Range, fmt.Sprintf("%s is fixed by where", k.Name),
					"All items that are read have one value of it. Drop one of the two.", diag.At("where is here", d.p.WhereRange)))
				break
			}
		}
	}
}

// fixed lists the attributes of which the condition leaves one value by naming
// it.
func fixed(c model.Condition) []*model.Attribute {
	var out []*model.Attribute
	for _, atom := range c.Atoms {
		switch x := atom.(type) {
		case model.Compare:
			if !x.Not {
				out = append(out, x.Attribute)
			}
		case model.OneOf:
			if len(x.Values) == 1 {
				out = append(out, x.Attribute)
			}
		}
	}
	return out
}

func (d *decoder) directions() {
	for _, k := range d.p.Sort {
		a := k.Lead()
		if k.Desc && a != nil && !model.FixedWidth(a.Type) {
			d.add(diag.Error("A011", k.Range, fmt.Sprintf("desc of %s, whose width varies", k.Name),
				"Only text of fixed width has a complement: numbers, times, dates, ids and ordered enums. To turn the whole order round write order = descending.",
				diag.At(a.Name+" is declared here", a.NameRange)))
		}
	}
}

// buckets checks a range over the attribute of which equals has a bucket.
func (d *decoder) buckets() {
	bucketed := d.p.Bucketed()
	if bucketed == nil {
		if d.r.Arg("max_buckets") != nil {
			d.add(diag.Error("A017", d.p.MaxBucketsRange, "max_buckets without buckets",
				"It bounds a pattern with a bucket of an attribute in equals and range = between of that attribute. Drop it."))
		}
		return
	}
	r := d.p.Range
	if r.Bounds != Between || len(r.Operands) > 1 {
		t := r.Operands[0].Name
		d.add(diag.Error("A021", r.Range, fmt.Sprintf("%s is read bucket by bucket and needs both ends", t),
			fmt.Sprintf("An open end would touch buckets without number. Write range = between(%s), or sort = %s to read one bucket.", t, t),
			diag.At("the bucket is here", bucketed.Range)))
	}
}

// Bucketed returns the operand of equals that is a bucket of what range bounds,
// nil for none: then the caller gives the bounds, not the bucket.
func (p *Pattern) Bucketed() *Operand {
	if p.Range == nil {
		return nil
	}
	for i, o := range p.Equals {
		a := o.Lead()
		if a == nil {
			continue
		}
		b, ok := a.Derive.(model.Bucket)
		if ok && slices.Contains(p.Range.Operands[0].Attributes, b.Source) {
			return &p.Equals[i]
		}
	}
	return nil
}

// firstBounds checks that a range is bounded only away from the first item:
// both come in one request.
func (d *decoder) firstBounds() {
	p := d.p
	if p.First == nil || p.Range == nil {
		return
	}
	ok := p.Range.Bounds == AtMost || p.Range.Bounds == Below
	offer := "at_most"
	if p.Descending {
		ok = p.Range.Bounds == AtLeast || p.Range.Bounds == Above
		offer = "at_least"
	}
	if !ok || len(p.Range.Operands) > 1 {
		d.add(diag.Error("A012", p.Range.Range, fmt.Sprintf("a range that would cut off the first %s", p.First.Name),
			fmt.Sprintf("One request begins at the first item, so only the far end can be bounded. Write range = %s(%s), or sort.", offer, p.Range.Operands[0].Name),
			diag.At("the first entity is named here", p.FirstRange)))
	}
}

func (d *decoder) take() {
	p := d.p
	if !p.TakeFirst {
		return
	}
	at := d.r.Arg("take").Range()
	switch {
	case len(p.ordered()) == 0 && !d.failed():
		d.add(diag.Error("A019", at, "the first of no order", "Say by what: sort = placed_at."))
	case p.Limit > 0:
		d.add(diag.Error("A019", at, "both take and limit", "The pattern returns one item, so it has no pages. Drop limit.", diag.At("limit is given here", d.r.ArgName("limit"))))
	case p.Select.Kind == SelectCount:
		d.add(diag.Error("A019", at, "a count of the first item", "Drop take, or select."))
	}
}

// scan refuses a pattern that nothing but reading the whole table would answer.
func (d *decoder) scan() {
	p := d.p
	single := !slices.ContainsFunc(p.Entities, func(e *model.Entity) bool { return len(e.Identity) > 0 })
	if len(p.Equals) > 0 || d.r.Arg("equals") != nil && d.failed() || p.Shards > 0 || single || d.r.Arg("shards") != nil {
		return
	}
	at, detail := p.DeclRange, "Nothing fixes a partition key."
	if p.Range != nil {
		at = p.RangeRange
		detail = fmt.Sprintf("Nothing fixes a partition key: %s is only a range.", operandNames(p.Range.Operands))
	}
	d.add(diag.Error("A002", at, "pattern needs a scan",
		detail+" Add the attribute that callers always know to equals, or write shards = 1 to accept that all items stand in one partition, or drop the pattern."))
}

// tenant checks that no pattern reads across tenants.
func (d *decoder) tenant() {
	name := d.m.Table.Tenant
	if name == "" {
		return
	}
	for _, e := range d.p.Entities {
		if e.Public || e.Attribute(name) == nil {
			continue
		}
		i := d.index(e)
		if !slices.ContainsFunc(d.p.Equals, func(o Operand) bool { return o.Attributes[i] == e.Attribute(name) }) {
			d.add(diag.Error("A022", d.p.EqualsRange, fmt.Sprintf("a pattern that reads %s of all tenants", e.Name),
				fmt.Sprintf("Every read is of one tenant: add %s to equals.", name), diag.At("the tenant is named here", d.m.Table.TenantRange)))
			return
		}
	}
}
