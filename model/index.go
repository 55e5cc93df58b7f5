package model

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/model/syntax"
)

func indexShape() syntax.Shape {
	return syntax.Shape{
		What:   "an index",
		Args:   []string{"partition", "sort", "local", "projection"},
		Blocks: []string{"vector"},
	}
}

// maxKeyAttributes is how many attributes a multi-attribute key has at most, on
// each side.
const maxKeyAttributes = 4

// index reads a declared index of an existing table.
func (b *builder) index(t *Table, block *hclsyntax.Block) {
	r := b.read(block, indexShape())
	label, ok := r.Label(block)
	x := &Index{Name: label.V, Range: r.Header()}
	if ok && (!isDynamoName(label.V, 3) || label.V == "table") {
		b.add(diag.Error("M022", label.Range, fmt.Sprintf("illegal index name %s", syntax.Quote(label.V)),
			"DynamoDB takes 3 to 255 letters, digits, underscores, hyphens and dots; \"table\" stands for the table itself."))
	}
	if first := t.Index(label.V); ok && first != nil {
		b.add(declaredTwice("index", label.V, label.Range, first.Range))
		return
	}
	if v := r.Blocks("vector"); len(v) > 0 {
		b.add(diag.Error("M026", v[0].DefRange(), "vector indexes are not planned",
			"A vector index answers no Query, so no access pattern can use one. Drop the index, and declare what it answers as a pattern with external = \"…\"."))
	}
	x.Local = r.Bool("local").V
	x.Partition = b.keyColumns(r, "partition")
	x.Sort = b.keyColumns(r, "sort")
	x.Projection = b.projection(r)
	b.checkIndex(t, x, r)
	t.Indexes = append(t.Indexes, x)
}

// keyColumns reads a string or a list of strings.
func (b *builder) keyColumns(r *syntax.Reader, arg string) []string {
	expr := r.Arg(arg)
	if expr == nil {
		return nil
	}
	items, ok := syntax.ItemsOf(expr)
	if !ok {
		items = []hclsyntax.Expression{expr}
	}
	var out []string
	for _, item := range items {
		text, ok := syntax.TextOf(item, &b.diags)
		if ok && b.attributeName(syntax.Value[string]{V: text, Range: item.Range()}) {
			out = append(out, text)
		}
	}
	if len(items) > maxKeyAttributes {
		b.add(diag.Error("M024", expr.Range(), "too many key attributes",
			fmt.Sprintf("An index has at most %d attributes on each side of its key.", maxKeyAttributes)))
	}
	return out
}

func (b *builder) checkIndex(t *Table, x *Index, r *syntax.Reader) {
	if r.Arg("partition") == nil {
		if x.Local {
			x.Partition = []string{t.Keys.Partition}
		} else {
			r.Missing("partition", "Name the attribute that is the index's partition key, as it stands in the table.")
		}
	}
	b.repeatedColumn(x, r)
	if !x.Local {
		return
	}
	at := r.ArgName("local")
	switch {
	case len(x.Partition) != 1 || x.Partition[0] != t.Keys.Partition:
		b.add(diag.Error("M024", at, "a local index with a partition key of its own",
			fmt.Sprintf("A local secondary index has the table's partition key, %s. Drop partition, or drop local.", syntax.Quote(t.Keys.Partition))))
	case len(x.Sort) != 1:
		b.add(diag.Error("M024", at, "a local index without one sort key",
			"A local secondary index orders the table's item collections by one other attribute: name it in sort."))
	}
}

// repeatedColumn refuses an attribute that stands in the key twice.
func (b *builder) repeatedColumn(x *Index, r *syntax.Reader) {
	seen := map[string]bool{}
	for i, name := range append(append([]string(nil), x.Partition...), x.Sort...) {
		arg := "partition"
		if i >= len(x.Partition) {
			arg = "sort"
		}
		if seen[name] && r.Arg(arg) != nil {
			b.add(diag.Error("M024", r.Arg(arg).Range(), fmt.Sprintf("%s stands in the key twice", syntax.Quote(name)),
				"A key has each of its attributes once. Drop one of the two."))
			return
		}
		seen[name] = true
	}
}

// projection reads all, keys_only or include("a", …).
func (b *builder) projection(r *syntax.Reader) Projection {
	expr := r.Arg("projection")
	if expr == nil {
		return Projection{}
	}
	switch hcl.ExprAsKeyword(expr) {
	case "all":
		return Projection{Kind: ProjectAll}
	case "keys_only":
		return Projection{Kind: ProjectKeysOnly}
	}
	call, ok := expr.(*hclsyntax.FunctionCallExpr)
	if !ok || call.Name != "include" || len(call.Args) == 0 {
		b.add(diag.Error("M018", expr.Range(), "unknown projection",
			`It is all, keys_only, or include("a", "b") with the names of attributes as they stand on the items.`))
		return Projection{}
	}
	p := Projection{Kind: ProjectInclude}
	for _, arg := range call.Args {
		text, ok := syntax.TextOf(arg, &b.diags)
		if ok && b.attributeName(syntax.Value[string]{V: text, Range: arg.Range()}) {
			p.Include = append(p.Include, text)
		}
	}
	return p
}
