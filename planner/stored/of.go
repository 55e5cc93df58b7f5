// Package stored holds a plan to what a table stores: it makes the lock of a
// layout, says where a model would store otherwise than its lock, and plans
// around the lock.
//
// It does not read or write files, and whether a plan is right is for package
// prove.
package stored

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"

	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/model/lock"
	"github.com/keyplan/keyplan/planner/keytext"
	"github.com/keyplan/keyplan/planner/layout"
)

// Of is the lock of a layout.
func Of(l *layout.Layout) *lock.File {
	t := l.Model.Table
	f := &lock.File{Table: lock.Table{
		Label: t.Label, Partition: t.Keys.Partition, Sort: t.Keys.Sort, Delimiter: string(t.Delimiter),
		EntityAttribute: t.EntityAttribute, TTL: ttlOf(l.Model),
	}}
	for _, x := range l.Indexes {
		f.Indexes = append(f.Indexes, lock.Index{
			Name: x.Name, Owner: x.Keys[0].Entity.Name,
			Partition: x.Partition[0].Name, Sort: x.Sort[0].Name, Projection: x.Projection,
		})
	}
	for _, e := range l.Model.Entities {
		f.Entities = append(f.Entities, entityOf(l, e))
	}
	return f
}

// ttlOf is the stored name of the table's time to live, "" for none.
func ttlOf(m *model.Model) string {
	for _, e := range m.Entities {
		if e.TTL != nil {
			return e.TTL.Attribute.StoredAs
		}
	}
	return ""
}

func entityOf(l *layout.Layout, e *model.Entity) lock.Entity {
	out := lock.Entity{Name: e.Name}
	if l.Model.Table.EntityAttribute != "" {
		out.Value = e.Name
	}
	var texts []model.Template
	for _, x := range append([]*layout.Index{l.Table}, l.Indexes...) {
		k := x.Key(e)
		if k == nil {
			continue
		}
		partition, sort := template(k.Partition), template(k.Sort)
		texts = append(texts, partition, sort)
		out.Keys = append(out.Keys, lock.Key{
			Index: x.Name, Partition: written(partition), Sort: written(sort), When: conditionText(k.When), Note: k.Note,
		})
	}
	if slices.ContainsFunc(texts, func(t model.Template) bool { return len(t) > 0 && t[0] == model.Literal(e.Prefix) }) {
		out.Prefix = e.Prefix
	}
	for _, leaf := range leaves(e) {
		out.Attributes = append(out.Attributes, leaf.attribute(texts, l.Model.Table.Delimiter))
	}
	for _, m := range l.Markers {
		if m.Entity == e {
			out.Uniques = append(out.Uniques, lock.Unique{Name: m.Unique.Name, Partition: written(m.Partition), Sort: written(m.Sort)})
		}
	}
	return out
}

func template(k model.Key) model.Template {
	t, _ := k.(model.Template)
	return t
}

// written is a template with whole encodings.
func written(t model.Template) lock.Template {
	var out lock.Template
	for _, s := range t {
		switch s := s.(type) {
		case model.Literal:
			out = append(out, lock.Segment{Literal: string(s)})
		case model.Part:
			name, unit := keytext.Encoding(s.Attribute)
			out = append(out, lock.Segment{Encoding: name, Unit: unit, Attribute: s.Attribute.Name, Form: s.Form})
		default: // the prover knows no shards yet, so that none comes to be stored
			out = append(out, lock.Segment{Literal: s.String()})
		}
	}
	return out
}

// leaf is an attribute, or what stands inside one, by its path.
type leaf struct {
	attr *model.Attribute
	// name and stored are paths from the attribute's name and stored name.
	name, stored, kind string
}

// leaves lists what the items of an entity hold, every attribute before what is
// inside it.
func leaves(e *model.Entity) []leaf {
	var out []leaf
	for _, a := range e.Attributes {
		walk(a.Type, "", func(path, kind string) {
			out = append(out, leaf{a, a.Name + path, a.StoredAs + path, kind})
		})
	}
	return out
}

func walk(t model.Type, path string, visit func(path, kind string)) {
	visit(path, storedType(t))
	switch t := t.(type) {
	case model.List:
		walk(t.Elem, path+"[]", visit)
	case model.Map:
		walk(t.Elem, path+".*", visit)
	case model.Object:
		for _, f := range t.Fields {
			walk(f.Type, path+"."+f.Name, visit)
		}
	}
}

// storedType is DynamoDB's type, with the unit where that shapes the value.
func storedType(t model.Type) string {
	switch t := t.(type) {
	case model.Int, model.Decimal, model.Float:
		return "N"
	case model.Epoch:
		return "epoch(" + keytext.Unit(t.Precision) + ")"
	case model.Timestamp:
		return "time(" + keytext.Unit(t.Precision) + ")"
	case model.Date:
		return "date"
	case model.Bool:
		return "BOOL"
	case model.Binary:
		return "B"
	case model.List:
		return "L"
	case model.Map, model.Object:
		return "M"
	case model.Set:
		return storedType(t.Elem) + "S"
	case model.Any:
		return "any"
	}
	return "S"
}

func (v leaf) attribute(texts []model.Template, d byte) lock.Attribute {
	a := v.attr
	out := lock.Attribute{Name: v.name, StoredAs: v.stored, Type: v.kind}
	if v.name != a.Name {
		return out
	}
	out.Derive = deriveText(a.Derive)
	for _, t := range texts {
		for i, s := range t {
			part, isPart := s.(model.Part)
			if !isPart || part.Attribute != a {
				continue
			}
			if enum, ok := a.Type.(model.Enum); ok && enum.Ordered {
				out.Ranks = enum.Values
			}
			if i > 0 && (t[i-1] == model.Literal(a.Prefix) || t[i-1] == model.Literal(string(d)+a.Prefix)) {
				out.Prefix = a.Prefix
			}
		}
	}
	return out
}

// deriveText says how an attribute is computed, from stored names.
func deriveText(d model.Derivation) string {
	switch d := d.(type) {
	case model.Bucket:
		return "bucket(" + d.Source.StoredAs + ", " + d.Unit + ")"
	case model.Lower:
		return "lower(" + d.Source.StoredAs + ")"
	case model.Upper:
		return "upper(" + d.Source.StoredAs + ")"
	case model.SHA256:
		return "sha256(" + d.Source.StoredAs + ")"
	case model.First:
		return fmt.Sprintf("first(%s, %d)", d.Source.StoredAs, d.N)
	case model.Joined:
		var b strings.Builder
		for _, p := range d.Parts {
			if p.Attribute != nil {
				b.WriteString("<" + p.Attribute.StoredAs + ">")
			} else {
				b.WriteString(p.Literal)
			}
		}
		return b.String()
	}
	return ""
}

// conditionText is a condition as HCL reads it back.
func conditionText(c model.Condition) string {
	var out []string
	for _, a := range c.Atoms {
		out = append(out, atomText(a))
	}
	return strings.Join(out, " && ")
}

func atomText(a model.Atom) string {
	switch a := a.(type) {
	case model.Compare:
		op := " == "
		if a.Not {
			op = " != "
		}
		return a.Attribute.Name + op + valueText(a.Value)
	case model.OneOf:
		out := []string{a.Attribute.Name}
		for _, v := range a.Values {
			out = append(out, valueText(v))
		}
		return "one_of(" + strings.Join(out, ", ") + ")"
	}
	return a.String()
}

func valueText(v model.Value) string {
	if s, ok := v.(string); ok {
		return string(hclwrite.TokensForValue(cty.StringVal(s)).Bytes())
	}
	return fmt.Sprint(v)
}
