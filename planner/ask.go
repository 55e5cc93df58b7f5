package planner

import (
	"cmp"
	"slices"
	"strings"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/layout"
)

// problem is a model and its patterns in the shape that the search reads:
// attributes are bits, entities and questions stand in the order of their
// names, so that the order of blocks in a file decides nothing.
type problem struct {
	m        *model.Model
	entities []*entity
	// questions are the planned patterns; those that ride on another are last.
	questions  []*question
	components []*component
	pins       pins
	kept       *kept
	budget     *budget
}

// entity is a model entity and what keys may hold of it.
type entity struct {
	m *model.Entity
	// attrs are the attributes that any key may hold: the identity in its
	// order, then those that patterns name, by name.
	attrs    []*model.Attribute
	identity set
	// firm attributes are immutable and required: a primary key may hold them.
	firm     set
	required set
	// coarse attributes have few values, buckets group many.
	coarse, bucket set
	// keyable attributes have key text.
	keyable set
	// widths are of the widest text, free ones without a declared bound.
	widths []int
	free   set
	// singles are the questions about this entity alone, without riders.
	singles []*view
	// shared are those about it and others.
	shared []*view
	// decl is the position in the model.
	decl int
	work writes
	kept *kept

	places  map[string]*place
	pairs   map[pairID]*pair
	answers map[string]*answer
}

// question is an access pattern, once however many patterns ask the same.
type question struct {
	p *access.Pattern
	// index is the position among the model's patterns.
	index int
	// views are parallel to the pattern's entities.
	views []*view
	// operands are the equals and then the constants of all entities: the
	// attribute of each view. Of questions about several entities only.
	operands [][]int
	equals   int
	// host answers this question too, whatever its key; nil for most.
	host *question
	// riders is how many questions have this one as their host.
	riders int
}

// view is what a question asks of one entity.
type view struct {
	q *question
	e *entity
	// at is the position in q.views.
	at int
	// equals are given by the caller, constants fixed by where.
	equals, constants set
	facts             []fact
	// order is range and sort; the leading bounded ones are of range.
	order   []elem
	bounded int
	// accepts a partition without attributes.
	accepts    bool
	consistent bool
	// needs are the entity's attributes that come back, by position in the
	// model.
	needs []bool
}

// fixed are the attributes whose value is known when the request is made.
func (v *view) fixed() set { return v.equals | v.constants }

// elem is one attribute of a sort key.
type elem struct {
	attr int
	desc bool
}

// fact is what a question's where says of one attribute.
type fact struct {
	attr  int
	d     domain
	atoms []model.Atom
}

// knows is what holds of an attribute in every item that the question means.
func (v *view) knows(a int) domain {
	d := v.e.base(a)
	if v.equals.has(a) {
		d.absent = false
	}
	for _, f := range v.facts {
		if f.attr == a {
			d = d.meet(f.d)
		}
	}
	return d
}

// base is what holds of an attribute in every item of the entity.
func (e *entity) base(a int) domain {
	if e.required.has(a) {
		return present()
	}
	return anything()
}

// tweak is a change to the model that a refusal tries out.
type tweak struct {
	immutable *model.Attribute
}

// newProblem reads the model. Patterns that something else answers are left
// out.
func newProblem(m *model.Model, patterns []*access.Pattern, t tweak, stored *layout.Stored) *problem {
	p := &problem{m: m, budget: &budget{}, kept: newKept(m, stored)}
	for i, e := range m.Entities {
		p.entities = append(p.entities, newEntity(e, i, mentioned(e, patterns, p.kept), t))
		p.entities[i].kept = p.kept
	}
	slices.SortFunc(p.entities, func(a, b *entity) int { return strings.Compare(a.m.Name, b.m.Name) })
	for i, ap := range patterns {
		if ap.External == "" {
			p.questions = append(p.questions, p.newQuestion(ap, i))
		}
	}
	slices.SortFunc(p.questions, func(a, b *question) int { return strings.Compare(a.p.Name, b.p.Name) })
	p.seat()
	return p
}

// find returns the entity of the model's.
func (p *problem) find(m *model.Entity) *entity {
	for _, e := range p.entities {
		if e.m == m {
			return e
		}
	}
	panic("planner: a pattern of an entity that is not in the model")
}

func newEntity(m *model.Entity, decl int, mentioned []*model.Attribute, t tweak) *entity {
	e := &entity{
		m: m, decl: decl, work: writesOf(m), attrs: slices.Clone(m.Identity),
		places: map[string]*place{}, pairs: map[pairID]*pair{}, answers: map[string]*answer{},
	}
	var named []*model.Attribute
	for _, a := range mentioned {
		if !slices.Contains(e.attrs, a) && !slices.Contains(named, a) {
			named = append(named, a)
		}
	}
	slices.SortFunc(named, func(a, b *model.Attribute) int { return cmp.Compare(a.Name, b.Name) })
	e.attrs = append(e.attrs, named...)
	for i, a := range e.attrs {
		e.describe(i, a, t.keeps(a))
	}
	return e
}

// keeps says that the attribute never changes.
func (t tweak) keeps(a *model.Attribute) bool {
	if a.Immutable || a == t.immutable {
		return true
	}
	return a.Derive != nil && !slices.ContainsFunc(a.Derive.Sources(), func(s *model.Attribute) bool { return !t.keeps(s) })
}

// mentioned are the attributes of m that patterns, pins and stored keys name.
func mentioned(m *model.Entity, patterns []*access.Pattern, k *kept) []*model.Attribute {
	var out []*model.Attribute
	for _, p := range patterns {
		at := slices.Index(p.Entities, m)
		if at < 0 || p.External != "" {
			continue
		}
		for _, o := range operandsOf(p) {
			if a := o.Attributes[at]; a != nil {
				out = append(out, a)
			}
		}
		for _, atom := range p.Where[at].Atoms {
			out = append(out, atom.On())
		}
	}
	for _, pin := range m.Pins {
		out = append(out, pinned(pin)...)
	}
	for _, s := range k.keys(m) {
		out = append(out, pinned(s.Pin)...)
	}
	return out
}

func operandsOf(p *access.Pattern) []access.Operand {
	out := slices.Clone(p.Equals)
	if p.Range != nil {
		out = append(out, p.Range.Operands...)
	}
	for _, s := range p.Sort {
		out = append(out, s.Operand)
	}
	return out
}

func (e *entity) describe(i int, a *model.Attribute, immutable bool) {
	if a.InIdentity {
		e.identity |= only(i)
	}
	if !a.Optional {
		e.required |= only(i)
		if immutable {
			e.firm |= only(i)
		}
	}
	e.widths = append(e.widths, 0)
	if !model.KeyAllowed(a.Type) {
		return
	}
	e.keyable |= only(i)
	e.measure(i, a)
	switch a.Type.(type) {
	case model.Enum, model.Bool:
		e.coarse |= only(i)
	}
	switch a.Root().Derive.(type) {
	case model.Bucket, model.First:
		e.bucket |= only(i)
	}
}

// newQuestion resolves a pattern.
func (p *problem) newQuestion(ap *access.Pattern, index int) *question {
	q := &question{p: ap, index: index}
	for at, m := range ap.Entities {
		q.views = append(q.views, newView(q, p.find(m), at))
	}
	if len(q.views) > 1 {
		q.operands, q.equals = q.common()
	}
	return q
}

func newView(q *question, e *entity, at int) *view {
	v := &view{
		q: q, e: e, at: at, needs: needed(q.p, at),
		accepts: q.p.Shards == 1, consistent: q.p.Consistent,
	}
	for _, o := range q.p.Equals {
		v.equals |= only(e.bit(o.Attributes[at]))
	}
	for _, atom := range q.p.Where[at].Atoms {
		v.learn(e.bit(atom.On()), atom)
	}
	slices.SortFunc(v.facts, func(a, b fact) int { return cmp.Compare(a.attr, b.attr) })
	v.arrange()
	return v
}

// bit is the position of an attribute that a pattern or the identity names.
func (e *entity) bit(a *model.Attribute) int {
	i := slices.Index(e.attrs, a)
	if i < 0 {
		panic("planner: attribute " + a.Name + " is not one of " + e.m.Name)
	}
	return i
}

// constantOf is the one value that an atom allows.
func constantOf(atom model.Atom) (model.Value, bool) {
	switch atom := atom.(type) {
	case model.Compare:
		return atom.Value, !atom.Not
	case model.OneOf:
		return atom.Values[0], len(atom.Values) == 1
	}
	return nil, false
}

func (v *view) learn(a int, atom model.Atom) {
	if _, ok := constantOf(atom); ok {
		v.constants |= only(a)
	}
	for i := range v.facts {
		if v.facts[i].attr == a {
			v.facts[i].d = v.facts[i].d.meet(atomDomain(atom))
			v.facts[i].atoms = append(v.facts[i].atoms, atom)
			return
		}
	}
	v.facts = append(v.facts, fact{attr: a, d: atomDomain(atom), atoms: []model.Atom{atom}})
}

// arrange sets the order. What equals or where fixes needs no place in it,
// unless the caller may bound it.
func (v *view) arrange() {
	if v.leads() {
		return
	}
	if r := v.q.p.Range; r != nil {
		for _, o := range r.Operands {
			v.order = append(v.order, elem{attr: v.e.bit(o.Attributes[v.at])})
		}
		v.bounded = len(v.order)
	}
	for i, s := range v.q.p.Sort {
		el := elem{v.e.bit(s.Attributes[v.at]), s.Desc}
		switch {
		case i < v.bounded:
			v.order[i].desc = s.Desc
		case !v.fixed().has(el.attr):
			v.order = append(v.order, el)
		}
	}
}

// needed are the attributes that the pattern returns of its entity at that
// position: all, or those selected, and always the identity and the time to
// live.
func needed(p *access.Pattern, at int) []bool {
	e := p.Entities[at]
	out := make([]bool, len(e.Attributes))
	var listed []*model.Attribute
	if p.Select.Kind == access.SelectSome {
		listed = p.Select.Attributes[at]
	}
	for i, a := range e.Attributes {
		ttl := e.TTL != nil && e.TTL.Attribute == a
		out[i] = p.Select.Kind == access.SelectAll || ttl || a.InIdentity || slices.Contains(listed, a)
	}
	return out
}
