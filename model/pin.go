package model

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/model/syntax"
)

func keyShape() syntax.Shape {
	return syntax.Shape{What: "a key block", Args: []string{"partition", "sort", "when"}}
}

// pins reads the key blocks of an entity.
func (b *builder) pins(s *entitySpec) {
	for _, block := range s.r.Blocks("key") {
		b.pin(s, block)
	}
}

func (b *builder) pin(s *entitySpec, block *hclsyntax.Block) {
	e := s.entity
	r := b.read(block, keyShape())
	label, ok := r.Label(block)
	if !ok {
		return
	}
	p := &Pin{Entity: e, Index: label.V, Range: r.Header(), IndexRange: label.Range}
	for _, first := range e.Pins {
		if first.Index == p.Index {
			b.add(declaredTwice("key on", p.Index, label.Range, first.Range))
			return
		}
	}
	if p.Index != "table" && !b.m.Table.HasIndexName(p.Index) {
		b.unknownIndex(b.m.Table, label)
	}
	p.PartitionRange, p.SortRange = r.Header(), r.Header()
	if expr := r.Arg("partition"); expr != nil {
		p.PartitionRange = expr.Range()
		p.Partition = b.key(e, expr, false)
	} else {
		r.Missing("partition", "A key block fixes at least the partition key.")
	}
	if expr := r.Arg("sort"); expr != nil {
		p.SortRange = expr.Range()
		p.Sort = b.key(e, expr, true)
	}
	if expr := r.Arg("when"); expr != nil {
		p.When = DecodeCondition(expr, func(name syntax.Name) *Attribute { return b.attributeNamed(e, name) }, &b.diags)
		b.checkWhen(p, expr.Range())
	}
	b.checkPin(p)
	e.Pins = append(e.Pins, p)
}

// checkWhen refuses conditions where every item carries the key.
func (b *builder) checkWhen(p *Pin, at hcl.Range) {
	if p.Index == "table" {
		b.add(diag.Error("M068", at, "a condition on the table's key", "Every item has a primary key. Drop when, or pin an index."))
		return
	}
	_, native := p.Partition.(Columns)
	if native {
		b.add(diag.Error("M068", at, "a condition on a key of real attributes",
			"Every item that has the attributes is in such an index. Drop when, or build the key in a quoted template.",
			diag.At("the key is here", p.PartitionRange)))
	}
}

// checkPin applies the rules for the table's key, and those for keys that are
// attributes themselves.
func (b *builder) checkPin(p *Pin) {
	sides := []struct {
		key Key
		at  hcl.Range
	}{{p.Partition, p.PartitionRange}, {p.Sort, p.SortRange}}
	for i, side := range sides {
		for _, a := range keyAttributes(side.key) {
			if p.Index == "table" && (a.Optional || !a.Immutable) && !isUnknown(a.Type) {
				b.add(diag.Error("M068", side.at, fmt.Sprintf("%s may change or be absent and stands in the table's key", a.Name),
					fmt.Sprintf("An item cannot be re-keyed in place. Write immutable = true on %s, and no optional, or leave it out of the key.", a.Name),
					diag.At(a.Name+" is declared here", a.NameRange)))
			}
		}
		if columns, ok := side.key.(Columns); ok {
			b.checkColumns(p, columns, i == 1, side.at)
		}
	}
}

// keyAttributes lists the attributes that stand in a key.
func keyAttributes(k Key) []*Attribute {
	var out []*Attribute
	switch k := k.(type) {
	case Columns:
		out = append(out, k...)
	case Template:
		for _, s := range k {
			switch s := s.(type) {
			case Part:
				out = append(out, s.Attribute)
			case Shard:
				out = append(out, s.Attributes...)
			}
		}
	}
	return out
}

// checkColumns checks that attributes which are the key itself are the ones
// that the index, or the table, is keyed by.
func (b *builder) checkColumns(p *Pin, columns Columns, sort bool, at hcl.Range) {
	t := b.m.Table
	for _, a := range columns {
		if ColumnType(a.Type) == "" {
			b.add(diag.Error("M052", at, fmt.Sprintf("%s is %s and cannot be a key", a.Name, Describe(a.Type)),
				"A key attribute is stored as a string, a number or binary.", diag.At(a.Name+" is declared here", a.NameRange)))
		}
	}
	want, described := b.keyedBy(p, sort)
	if !described {
		if p.Index != "table" && t.IndexKeys == Synthetic {
			b.add(diag.Error("M063", at, "a key of real attributes on a planned index",
				fmt.Sprintf("The indexes of this table have keys of text: write \"${%s}\" in quotes. For real attributes write index_keys = native in the table, or describe the existing index there.", columns[0].Name)))
		}
		return
	}
	same := len(want) == len(columns)
	for i := 0; same && i < len(want); i++ {
		same = columns[i].StoredAs == want[i]
	}
	switch {
	case same:
	case len(want) == 0:
		b.add(diag.Error("M063", at, fmt.Sprintf("%s has no sort key", syntax.Quote(p.Index)), "The index is declared without one. Drop sort."))
	default:
		b.add(diag.Error("M063", at, fmt.Sprintf("not what %s is keyed by", syntax.Quote(p.Index)),
			fmt.Sprintf("Its key is the attribute %s, and these are stored under other names. Name the attribute that is stored so, with stored_as where it is called otherwise here, or build the key in a quoted template.",
				quoted(want))))
	}
}

// keyedBy lists the key attributes on one side, where the model describes them.
func (b *builder) keyedBy(p *Pin, sort bool) ([]string, bool) {
	t := b.m.Table
	if p.Index == "table" {
		if sort {
			return []string{t.Keys.Sort}, true
		}
		return []string{t.Keys.Partition}, true
	}
	x := t.Index(p.Index)
	if x == nil {
		return nil, false
	}
	if sort {
		return x.Sort, true
	}
	return x.Partition, true
}

func quoted(names []string) string {
	var out []string
	for _, n := range names {
		out = append(out, syntax.Quote(n))
	}
	if len(out) == 0 {
		return "nothing"
	}
	return syntax.List(out, "and")
}

// key reads one side of a key: a quoted template, an attribute, or a list of
// attributes. It is nil where the text is wrong.
func (b *builder) key(e *Entity, expr hclsyntax.Expression, sort bool) Key {
	switch x := expr.(type) {
	case *hclsyntax.TemplateExpr:
		return b.template(e, x.Parts, x, sort)
	case *hclsyntax.TemplateWrapExpr:
		return b.template(e, []hclsyntax.Expression{x.Wrapped}, x, sort)
	case *hclsyntax.TupleConsExpr, *hclsyntax.ScopeTraversalExpr:
		return b.columns(e, x)
	}
	b.add(diag.Error("M063", expr.Range(), "not a key", `Write a template of attributes in quotes: "u#${customer_id}".`))
	return nil
}

func (b *builder) columns(e *Entity, expr hclsyntax.Expression) Key {
	items, ok := syntax.ItemsOf(expr)
	if !ok {
		items = []hclsyntax.Expression{expr}
	}
	if len(items) == 0 || len(items) > maxKeyAttributes {
		b.add(diag.Error("M063", expr.Range(), "illegal number of key attributes", fmt.Sprintf("A key has 1 to %d attributes on each side.", maxKeyAttributes)))
		return nil
	}
	var out Columns
	for _, item := range items {
		name, ok := syntax.NameOf(item, &b.diags)
		if !ok {
			return nil
		}
		a := b.attributeNamed(e, syntax.Name{V: name, Range: item.Range()})
		if a == nil {
			return nil
		}
		if contains(out, a) {
			b.add(diag.Error("M010", item.Range(), fmt.Sprintf("%s stands in the key twice", a.Name), "Drop one of the two."))
			return nil
		}
		out = append(out, a)
	}
	return out
}
