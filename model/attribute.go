package model

import (
	"fmt"
	"math"
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/model/syntax"
)

// attributeSpec is an attribute block as it was typed.
type attributeSpec struct {
	attribute *Attribute
	r         *syntax.Reader
	optional  syntax.Value[bool]
	immutable syntax.Value[bool]
	// prefixSet says that the attribute has a prefix of its own.
	prefixSet bool
}

func attributeShape() syntax.Shape {
	return syntax.Shape{
		What: "an attribute",
		Args: []string{"type", "references", "derive", "optional", "immutable", "stored_as", "description", "min", "max",
			"max_length", "precision", "ordered", "on_create", "on_write", "prefix", "go_name"},
		Elsewhere: map[string]string{
			"required": "Attributes are required unless optional = true.",
			"mutable":  "Attributes are mutable unless immutable = true.",
			"unique":   "Write a unique block beside the attributes: unique \"name\" { attributes = [name] }.",
			"default":  "A value that is set when the caller leaves it out is on_create.",
			"enum":     "Write type = enum(\"a\", \"b\").",
			"values":   "Write type = enum(\"a\", \"b\").",
		},
	}
}

func (b *builder) attribute(spec *entitySpec, block *hclsyntax.Block) {
	e := spec.entity
	r := b.read(block, attributeShape())
	label := b.name(block)
	if first := e.Attribute(label.V); label.V != "" && first != nil {
		b.add(declaredTwice("attribute", label.V, label.Range, first.NameRange))
		return
	}
	a := &Attribute{
		Entity: e, Name: label.V, Type: Unknown{}, StoredAs: label.V, Description: r.Text("description").V,
		Range: r.Header(), NameRange: label.Range, TypeRange: r.Header(), StoredAsRange: label.Range,
	}
	s := &attributeSpec{attribute: a, r: r, optional: r.Bool("optional"), immutable: r.Bool("immutable")}
	a.Optional, a.Immutable = s.optional.V, s.immutable.V
	if v := r.Text("stored_as"); v.Set {
		a.StoredAsRange = v.Range
		if b.attributeName(v) {
			a.StoredAs = v.V
		}
	}
	a.GoName, a.GoNameRange = b.goName(r, "go_name")
	v := r.Text("prefix")
	a.PrefixRange = v.Range
	if v.Set && b.legalPrefix(v) {
		a.Prefix, s.prefixSet = v.V, true
	}
	b.attributeType(s)
	e.Attributes = append(e.Attributes, a)
	spec.attributes = append(spec.attributes, s)
}

// attributeType reads type and what shapes it, and checks that an attribute has
// one of type, references and derive.
func (b *builder) attributeType(s *attributeSpec) {
	var sources []string
	for _, arg := range s.r.Given() {
		if slices.Contains([]string{"type", "references", "derive"}, arg) {
			sources = append(sources, arg)
		}
	}
	name := s.attribute.Name
	switch {
	case len(sources) == 0:
		b.add(diag.Error("M035", s.attribute.Range, fmt.Sprintf("attribute %s without a type", syntax.Quote(name)),
			"Give it a type (type = string), or the attribute whose type it takes (references = …), or how it is computed (derive = …)."))
	case len(sources) > 1:
		b.add(diag.Error("M035", s.r.ArgName(sources[1]), fmt.Sprintf("attribute %s has both %s", syntax.Quote(name), syntax.List(sources, "and")),
			"Each of them says what the type is. Keep one.", diag.At(sources[0]+" is given here", s.r.ArgName(sources[0]))))
	}
	if expr := s.r.Arg("type"); expr != nil {
		s.attribute.TypeRange = expr.Range()
		if t, ok := b.typeOf(expr); ok {
			s.attribute.Type = b.shaped(s, t)
		}
		return
	}
	for _, arg := range sources {
		s.attribute.TypeRange = s.r.Arg(arg).Range()
		b.foreignArguments(s, arg)
	}
}

// foreignArguments reports what an attribute cannot say because its type, or
// its value, comes from elsewhere.
func (b *builder) foreignArguments(s *attributeSpec, source string) {
	shaping := []string{"min", "max", "max_length", "precision", "ordered"}
	why := "The type, with all its bounds, is that of the referenced attribute: write %s there."
	if source == "derive" {
		shaping = append(shaping, "optional", "immutable", "on_create", "on_write")
		why = "A derived attribute is computed by every write and is as optional and as immutable as its source: drop %s, or write it there."
	}
	for _, arg := range s.r.Given() {
		if slices.Contains(shaping, arg) {
			b.add(diag.Error("M041", s.r.ArgName(arg), fmt.Sprintf("%s beside %s", arg, source), fmt.Sprintf(why, arg)))
		}
	}
}

// shaped applies the arguments that shape a type.
func (b *builder) shaped(s *attributeSpec, t Type) Type {
	r := s.r
	fits := map[string]bool{}
	switch t := t.(type) {
	case Int:
		fits["min"], fits["max"] = true, true
		low, high := r.Int("min", math.MinInt64, math.MaxInt64), r.Int("max", math.MinInt64, math.MaxInt64)
		t.Min, t.Max = b.bounds(low, high)
		return b.rest(s, t, fits)
	case Epoch:
		fits["min"], fits["max"], fits["precision"] = true, true, true
		t.Precision = b.precision(r, Second)
		limit := epochLimit(t.Precision)
		low, high := r.Int("min", -limit, limit), r.Int("max", -limit, limit)
		t.Min, t.Max = b.bounds(low, high)
		return b.rest(s, t, fits)
	case Timestamp:
		fits["precision"] = true
		t.Precision = b.precision(r, Millisecond)
		return b.rest(s, t, fits)
	case Enum:
		fits["ordered"] = true
		t.Ordered = r.Bool("ordered").V
		if t.Ordered && len(t.Values) > 1000 {
			b.add(diag.Error("M034", s.r.ArgName("ordered"), "too many values for an ordered enum",
				"Its rank has three digits in a key, so it has at most 1000 values."))
		}
		return b.rest(s, t, fits)
	case String:
		fits["max_length"] = true
		t.MaxLength = int(r.Int("max_length", 1, maxItemSize).V)
		return b.rest(s, t, fits)
	case Binary:
		fits["max_length"] = true
		t.MaxLength = int(r.Int("max_length", 1, maxItemSize).V)
		return b.rest(s, t, fits)
	}
	return b.rest(s, t, fits)
}

// rest reports the shaping arguments that do not fit the type.
func (b *builder) rest(s *attributeSpec, t Type, fits map[string]bool) Type {
	users := map[string]string{
		"min": "int and epoch", "max": "int and epoch", "max_length": "string and binary",
		"precision": "timestamp and epoch", "ordered": "enum",
	}
	for _, arg := range s.r.Given() {
		if user, shapes := users[arg]; shapes && !fits[arg] {
			b.add(diag.Error("M032", s.r.ArgName(arg), fmt.Sprintf("%s does not fit %s", arg, Describe(t)),
				fmt.Sprintf("The argument is for %s. Drop it, or change the type.", user), diag.At("the type is given here", s.attribute.TypeRange)))
		}
	}
	return t
}

// epochLimit is the largest number of units that a key has digits for.
func epochLimit(p Precision) int64 {
	switch p {
	case Second:
		return 999_999_999_999
	case Millisecond:
		return 999_999_999_999_999
	}
	return math.MaxInt64
}

func (b *builder) bounds(low, high syntax.Value[int64]) (min, max *int64) {
	if low.Set {
		min = &low.V
	}
	if high.Set {
		max = &high.V
	}
	if low.Set && high.Set && low.V > high.V {
		b.add(diag.Error("M033", high.Range, "max is less than min",
			fmt.Sprintf("No value is at least %d and at most %d. Exchange the two.", low.V, high.V), diag.At("min is given here", low.Range)))
	}
	return min, max
}

func (b *builder) precision(r *syntax.Reader, otherwise Precision) Precision {
	switch r.Keyword("precision", "second", "millisecond", "nanosecond").V {
	case "second":
		return Second
	case "millisecond":
		return Millisecond
	case "nanosecond":
		return Nanosecond
	}
	return otherwise
}
