package prove

import (
	"fmt"
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/planner/layout"
)

// Prove discharges every obligation for every pattern of a finished layout. It
// returns a Certified layout when all of them hold, and otherwise nil and a
// diagnostic for each that does not, with two items that break it where such
// can be named.
func Prove(l *layout.Layout) (*Certified, hcl.Diagnostics) {
	p := &prover{l: l, d: l.Model.Table.Delimiter, keys: map[*layout.EntityKey]*carried{}}
	if !p.readable() {
		return nil, p.diags
	}
	p.primary()
	p.literals()
	p.widths()
	proofs := make([][]Obligation, len(l.Patterns))
	for i, pattern := range l.Patterns {
		if pattern.External == "" {
			p.pattern(pattern, l.Requests[i])
			proofs[i] = owed(pattern)
		}
	}
	if p.diags.HasErrors() {
		return nil, p.diags
	}
	return &Certified{layout: l, proofs: proofs}, p.diags
}

// prover gathers what is wrong with one layout.
type prover struct {
	l     *layout.Layout
	d     byte
	diags hcl.Diagnostics
	// keys are looked up only.
	keys map[*layout.EntityKey]*carried
	// markers are parallel to the layout's.
	markers []*carried
}

// carried is a pair of keys as it is read, and what is known of every item
// that carries it.
type carried struct {
	entity          *model.Entity
	marker          *layout.Marker
	when            model.Condition
	partition, sort []field
}

// facts are of an item that carries the pair.
func (c *carried) facts() *facts {
	f := factsOf(c.when)
	for _, a := range c.attributes() {
		f.isPresent(a)
	}
	return f
}

// attributes are those of both keys.
func (c *carried) attributes() []*model.Attribute {
	return append(parts(c.partition), parts(c.sort)...)
}

// what names the item that carries the pair.
func (c *carried) what() string {
	if c.marker != nil {
		return fmt.Sprintf("the marker of unique %q of %s", c.marker.Unique.Name, c.entity.Name)
	}
	return c.entity.Name
}

func (p *prover) indexes() []*layout.Index {
	return append([]*layout.Index{p.l.Table}, p.l.Indexes...)
}

// pattern proves one pattern. Where its request answers another question
// altogether, what rests on it is not looked at.
func (p *prover) pattern(pattern *access.Pattern, r *layout.Request) {
	if !p.answerable(pattern, r) {
		return
	}
	a, o, reason := p.read(r)
	if reason != "" {
		p.fail(o, pattern, reason, "")
		return
	}
	sound := true
	for i := range pattern.Entities {
		sound = p.entity(a, i) && sound
	}
	for _, c := range p.strangers(a) {
		p.stranger(a, c)
	}
	if sound {
		p.order(a)
	}
	p.projection(a)
	p.reads(a)
}

// answerable refuses requests that are none, and patterns that one request
// cannot answer.
func (p *prover) answerable(pattern *access.Pattern, r *layout.Request) bool {
	switch {
	case r == nil:
		p.diags = append(p.diags, diag.Error("P114", pattern.NameRange, "pattern has no request",
			"The layout has nothing that answers "+pattern.Name+"."))
	case r.Pattern != pattern || !slices.Contains(p.indexes(), r.Index):
		p.malformed(pattern.NameRange, "the request of "+pattern.Name+" is of another layout")
	case pattern.Shards > 1:
		p.unproved(pattern.ShardsRange, "a pattern over several shards")
	case pattern.ThroughUnique:
		p.unproved(pattern.NameRange, "a read through a unique constraint")
	case acrossBuckets(pattern):
		p.unproved(pattern.RangeRange, "a range over several buckets")
	default:
		return true
	}
	return false
}

// acrossBuckets: between over the source of a bucket in equals takes both
// bounds instead of the bucket, and reads several.
func acrossBuckets(p *access.Pattern) bool {
	if p.Range == nil || p.Range.Bounds != access.Between {
		return false
	}
	bounded := p.Range.Operands[len(p.Range.Operands)-1].Lead()
	for _, o := range p.Equals {
		if b, ok := o.Lead().Derive.(model.Bucket); ok && b.Source == bounded {
			return true
		}
	}
	return false
}

// reads judges consistent, single and the operation.
func (p *prover) reads(a *ask) {
	r := a.request
	if a.pattern.Consistent && r.Index.Kind == layout.Global {
		p.fail(consistent, a.pattern, fmt.Sprintf("it reads %s, and a global secondary index has no consistent reads", r.Index.Name), "")
	}
	if r.Operation == layout.GetItem && (r.Index.Kind != layout.Primary || r.Sort.Kind != layout.Exact || a.pattern.Range != nil) {
		p.fail(contiguous, a.pattern, "GetItem takes the whole primary key of the table", "")
	}
	if a.pattern.One {
		p.single(a)
		return
	}
	if r.Limit != 0 {
		p.fail(single, a.pattern, fmt.Sprintf("it returns many items and asks for %d", r.Limit), "")
	}
}

// single: two items can match only where the model does not tell them apart by
// what the pattern gives; then the request asks for two, and sees it.
func (p *prover) single(a *ask) {
	r := a.request
	if r.Operation == layout.GetItem || r.Limit == 0 || r.Limit >= 2 {
		return
	}
	if a.pattern.OneBy == nil && len(a.pattern.Entities) == 1 {
		e := a.pattern.Entities[0]
		if c := p.keys[p.l.Table.Key(e)]; within(c.attributes(), e.Identity) {
			return
		}
	}
	p.fail(single, a.pattern, "two items can match, and it asks for one, so that a second is never seen", "")
}

func within(list, all []*model.Attribute) bool {
	return !slices.ContainsFunc(list, func(a *model.Attribute) bool { return !slices.Contains(all, a) })
}
