package prove_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/keytext"
	"github.com/keyplan/keyplan/planner/layout"
	"github.com/keyplan/keyplan/planner/prove"
)

// TestRandomKeysAcceptedAreRight makes an index of random keys for one pattern,
// and a request that is read off one of them: what the prover accepts returns
// what the pattern means, with every other entity of the model in the way.
func TestRandomKeysAcceptedAreRight(t *testing.T) {
	all := bases(t)
	accepted, cases := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		b := all[rapid.IntRange(0, len(all)-1).Draw(t, "model")]
		n := rapid.IntRange(0, len(b.l.Patterns)-1).Draw(t, "pattern")
		l := clone(b.l)
		x := &layout.Index{Name: "GSI9", Kind: layout.Global,
			Partition: []layout.Column{{Name: "PK9", Type: "S"}}, Sort: []layout.Column{{Name: "SK9", Type: "S"}}}
		k := &maker{t: t, p: l.Patterns[n]}
		for _, e := range l.Model.Entities {
			x.Keys = append(x.Keys, k.key(e))
		}
		l.Indexes = append(l.Indexes, x)
		l.Requests = []*layout.Request{k.request(x)}
		l.Patterns = l.Patterns[n : n+1]
		cases++
		certified, _ := prove.Prove(l)
		if certified == nil {
			return
		}
		accepted++
		w := *b.w
		w.calls = b.w.calls[n : n+1]
		if err := w.wrong(l, func(*layout.Request) bool { return true }); err != nil {
			t.Fatalf("%s: proved, but %v", b.file, err)
		}
	})
	t.Logf("%d of %d layouts of random keys were accepted", accepted, cases)
	if accepted*100 < cases {
		t.Errorf("%d of %d layouts of random keys were accepted: too few to say anything", accepted, cases)
	}
}

// maker draws keys that often serve a pattern.
type maker struct {
	t *rapid.T
	p *access.Pattern
}

func (k *maker) likely(what string) bool { return rapid.IntRange(0, 9).Draw(k.t, what) > 0 }

func (k *maker) literal(common string) model.Literal {
	if k.likely("common literal") {
		return model.Literal(common)
	}
	return model.Literal(rapid.SampledFrom([]string{"c#", "o#", "oo#", "o#o#", "#", "0#"}).Draw(k.t, "literal"))
}

// key is of the attributes that the pattern gives, and where it is of an entity
// that the pattern does not speak of, of the same number of its own.
func (k *maker) key(e *model.Entity) *layout.EntityKey {
	i := slices.Index(k.p.Entities, e)
	var given, order []*model.Attribute
	for _, o := range k.p.Equals {
		given = append(given, k.choose(e, o.Attributes, i))
	}
	for _, s := range sortKeys(k.p) {
		order = append(order, k.choose(e, s.Attributes, i))
	}
	given = slices.DeleteFunc(given, func(a *model.Attribute) bool { return a == nil })
	order = slices.DeleteFunc(order, func(a *model.Attribute) bool { return a == nil })
	cut := rapid.IntRange(min(1, len(given)), len(given)).Draw(k.t, "cut")
	out := &layout.EntityKey{Entity: e, Partition: k.template("c#", given[:cut])}
	sort := append(slices.Clone(given[cut:]), order...)
	if k.likely("identity") {
		sort = append(sort, e.Identity...)
	}
	out.Sort = k.template("o#", sort)
	if i >= 0 && k.likely("when") {
		out.When = k.p.Where[i]
	}
	return out
}

func (k *maker) choose(e *model.Entity, attrs []*model.Attribute, i int) *model.Attribute {
	if i >= 0 && k.likely("its own") {
		return attrs[i]
	}
	return e.Attributes[rapid.IntRange(0, len(e.Attributes)-1).Draw(k.t, "attribute")]
}

func (k *maker) template(literal string, attrs []*model.Attribute) model.Template {
	lead := k.literal(literal)
	var out model.Template
	for _, a := range attrs {
		form := model.Sorted
		if !k.likely("sorted") {
			form = model.Plain
		}
		out = append(out, lead, model.Part{Attribute: a, Form: form})
		lead = "#"
	}
	if len(attrs) == 0 || rapid.Bool().Draw(k.t, "closed") {
		out = append(out, lead)
	}
	return out
}

func sortKeys(p *access.Pattern) []access.SortKey {
	if len(p.Sort) > 0 || p.Range == nil {
		return p.Sort
	}
	var out []access.SortKey
	for _, o := range p.Range.Operands {
		out = append(out, access.SortKey{Operand: o})
	}
	return out
}

// request is read off the key of an entity that the pattern's order speaks of.
func (k *maker) request(x *layout.Index) *layout.Request {
	i := 0
	if len(k.p.Entities) > 1 && k.p.Entities[0] == k.p.First {
		i = 1
	}
	own := x.Key(k.p.Entities[i])
	r := &layout.Request{Pattern: k.p, Index: x, Operation: layout.Query, Forward: k.likely("direction") != k.p.Descending}
	r.Partition = k.ask(own.Partition.(model.Template), i)
	sort := own.Sort.(model.Template)
	r.Sort.Kind = rapid.SampledFrom([]layout.SortKind{layout.Begins, layout.Begins, layout.Begins, layout.Whole}).Draw(k.t, "kind")
	for at, s := range sort {
		if p, ok := s.(model.Part); ok && !k.fixed(p.Attribute, i) {
			r.Sort.Prefix = sort[:at]
			k.bounds(r, sort[at:])
			break
		}
		r.Sort.Prefix = sort[:at+1]
	}
	r.Sort.Prefix = k.ask(r.Sort.Prefix, i)
	if k.p.First != nil {
		r.Sort.Kind = layout.Span
		r.Sort.From, r.Sort.To = model.Template{model.Literal("c#")}, model.Template{model.Literal("o$")}
	}
	if k.p.One {
		r.Limit = 2
	}
	return r
}

func (k *maker) fixed(a *model.Attribute, i int) bool {
	return slices.ContainsFunc(k.p.Equals, func(o access.Operand) bool { return o.Attributes[i] == a }) || k.constant(a, i) != nil
}

func (k *maker) constant(a *model.Attribute, i int) model.Value {
	for _, atom := range k.p.Where[i].Atoms {
		if c, ok := atom.(model.Compare); ok && c.Attribute == a && !c.Not {
			return c.Value
		}
	}
	return nil
}

// ask writes constants as literals.
func (k *maker) ask(t model.Template, i int) model.Template {
	var out model.Template
	for _, s := range t {
		if p, ok := s.(model.Part); ok && k.constant(p.Attribute, i) != nil {
			text, err := keytext.Encode(p.Attribute.Type, p.Form, '#', k.constant(p.Attribute, i))
			if err != nil {
				panic(err)
			}
			s = model.Literal(text)
		}
		out = append(out, s)
	}
	return out
}

func (k *maker) bounds(r *layout.Request, rest model.Template) {
	if k.p.Range == nil {
		return
	}
	for at, s := range rest {
		if p, ok := s.(model.Part); ok && len(r.Sort.Range) < len(k.p.Range.Operands) {
			r.Sort.Range = append(r.Sort.Range, p)
			r.Sort.EndsKey = at == len(rest)-1
		}
	}
}
