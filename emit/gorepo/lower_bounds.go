package gorepo

import (
	"fmt"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
)

// operators are the functions of a bound that the caller chooses.
var operators = []struct {
	op     Operator
	suffix string
}{
	{From, "From"}, {After, "After"}, {Until, "Until"}, {Before, "Before"}, {Between, "Between"}, {Equal, "Is"}, {Prefix, "Prefix"},
}

// bounds decides the types of bounds and the functions that make them, of
// every pattern whose caller chooses the operator.
func (b *lowering) bounds() {
	b.qualified = b.qualifiedBounds()
	for _, p := range b.view.Patterns {
		if p == nil || !chooses(p) {
			continue
		}
		var rung *BoundType
		for i, o := range p.Access.Range.Operands {
			p.Bounds = append(p.Bounds, b.boundType(p, o, rung, false))
			if i+1 < len(p.Access.Range.Operands) {
				rung = b.boundType(p, o, rung, true)
				p.Bounds = append(p.Bounds, rung)
			}
		}
	}
}

// chooses says whether the caller of p gives bounds as options.
func chooses(p *Pattern) bool {
	return p.Shape != Get && p.Shape != One && p.Access.Range != nil && p.Access.Range.Bounds == access.AnyBound
}

// qualifiedBounds are the Go names of attributes that stand in ranges with
// different Go types: their functions have the entity in front.
func (b *lowering) qualifiedBounds() map[string]bool {
	first, out := map[string]Type{}, map[string]bool{}
	for _, p := range b.view.Patterns {
		if p == nil || !chooses(p) {
			continue
		}
		name, t := b.boundName(p.Access.Range.Operands[0])
		if old, ok := first[name]; ok && old != t {
			out[name] = true
		}
		first[name] = t
	}
	return out
}

// boundName is the attribute's Go name and the type that its bounds take.
func (b *lowering) boundName(o access.Operand) (string, Type) {
	a := o.Lead()
	return goNameOf(a), b.valueType(a)
}

func goNameOf(a *model.Attribute) string {
	if a.GoName != "" {
		return a.GoName
	}
	return exported(a.Name)
}

// valueType is the Go type of a value of a: of a bucket the time that is in
// it.
func (b *lowering) valueType(a *model.Attribute) Type {
	if _, ok := a.Derive.(model.Bucket); ok {
		return Type{"time.Time"}
	}
	return b.attributeType(a)
}

// boundType finds or makes the type of o's bounds, or of the step down by o,
// below the rung that leads to it.
func (b *lowering) boundType(p *Pattern, o access.Operand, parent *BoundType, down bool) *BoundType {
	name, t := b.boundName(o)
	lead := o.Lead()
	prefix := name
	if parent == nil && b.qualified[name] {
		prefix = b.view.Entity(lead.Entity).Type + name
	}
	typeName := prefix
	if parent != nil {
		typeName = parent.base + name
	}
	base := typeName
	if down {
		typeName += "Rung"
	} else {
		typeName += "Bound"
	}
	for _, x := range b.view.Bounds {
		if x.Name == typeName && x.Value == t {
			x.patterns = append(x.patterns, p)
			return x
		}
	}
	x := &BoundType{Name: typeName, Attribute: lead, Value: t, Parent: parent, Rung: down, base: base, patterns: []*Pattern{p}}
	what := place{fmt.Sprintf("the bound of access_pattern %q", p.Access.Name), patternPlace(p.Access)}
	b.claim(b.view.names, typeName, what)
	b.boundFuncs(x, prefix, what)
	b.view.Bounds = append(b.view.Bounds, x)
	return x
}

// boundFuncs gives x its functions, or its methods on the rung above.
func (b *lowering) boundFuncs(x *BoundType, prefix string, what place) {
	s := b.view.names
	if x.Parent != nil {
		s = x.Parent.methods
	}
	add := func(name string, op Operator) {
		b.claim(s, name, what)
		x.Funcs = append(x.Funcs, &Bound{Name: name, Operator: op})
	}
	if x.Rung {
		x.methods = newScope("the type " + x.Name)
		add("In"+prefix, In)
		return
	}
	for _, o := range operators {
		if o.op != Prefix || hasPrefixes(x.Attribute) {
			add(prefix+o.suffix, o.op)
		}
	}
}

// hasPrefixes says whether a bound can say how the text of a begins.
func hasPrefixes(a *model.Attribute) bool {
	switch a.Type.(type) {
	case model.String:
		return true
	case model.Text:
		_, bucket := a.Derive.(model.Bucket)
		return !bucket
	}
	return false
}

// params are what p's method takes by position, without their names.
func (b *lowering) params(p *Pattern) []*Param {
	var out []*Param
	for _, o := range p.Access.Equals {
		out = append(out, b.equals(o))
	}
	r := p.Access.Range
	if p.Shape == Get {
		return nil
	}
	if r == nil || r.Bounds == access.AnyBound {
		return out
	}
	a := r.Operands[0].Lead()
	for _, op := range fixed[r.Bounds] {
		out = append(out, &Param{Type: b.valueType(a), Attribute: a, Bound: op, base: unexported(a.Name) + suffixes[op]})
	}
	return out
}

// fixed are the ends that a pattern's own operator asks the caller for.
var fixed = map[access.Bounds][]Operator{
	access.AtLeast: {From}, access.Above: {After}, access.AtMost: {Until}, access.Below: {Before},
	access.Between: {From, Until}, access.BeginsWith: {Prefix},
}

var suffixes = map[Operator]string{From: "From", After: "After", Until: "Until", Before: "Before", Prefix: "Prefix"}

// equals is the parameter of an attribute that is asked for by value.
func (b *lowering) equals(o access.Operand) *Param {
	a := o.Attributes[0]
	var source *model.Attribute
	switch d := a.Derive.(type) {
	case model.Lower:
		source = d.Source
	case model.Upper:
		source = d.Source
	case model.SHA256:
		source = d.Source
	default:
		return &Param{Type: b.valueType(a), Attribute: a, base: unexported(a.Name), operand: o}
	}
	return &Param{Type: b.valueType(source), Attribute: source, Derived: a, base: unexported(source.Name), operand: o}
}
