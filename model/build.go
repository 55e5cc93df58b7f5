package model

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/model/syntax"
)

// builder turns blocks into a Model: first every block into a spec, which is
// what was typed, then specs into entities whose names are pointers, then the
// rules that speak of several of them.
type builder struct {
	m     *Model
	diags hcl.Diagnostics
	// specs are parallel to m.Entities.
	specs []*entitySpec
}

func rootShape() syntax.Shape {
	return syntax.Shape{
		What:   "a model",
		Blocks: []string{"table", "entity", "access_pattern", "emit"},
		Elsewhere: map[string]string{
			"attribute": "An attribute block stands inside an entity block.",
			"key":       "A key block stands inside an entity block.",
			"index":     "An index block stands inside the table block.",
		},
	}
}

func (m *Model) build(blocks []*hclsyntax.Block) hcl.Diagnostics {
	b := &builder{m: m}
	start := fileStart(m.FileNames[0])
	root := syntax.ReadBody(&hclsyntax.Body{Blocks: blocks}, start, rootShape(), &b.diags)
	if table := root.Single("table"); table != nil {
		m.Table = b.table(table)
		for _, second := range root.Blocks("table")[1:] {
			b.table(second) // for its own mistakes
		}
	} else {
		b.add(diag.Error("M009", start, "a model without a table block",
			`A model describes one table. Write table "name" {} beside the entities.`))
		m.Table = defaultTable(start)
	}
	for _, block := range root.Blocks("entity") {
		b.entity(block)
	}
	if len(m.Entities) == 0 {
		b.add(diag.Error("M009", m.Table.Range, "a model without entities",
			`A table holds items of at least one entity. Write entity "name" { … }.`))
	}
	for _, block := range root.Blocks("access_pattern") {
		m.PatternBlocks = append(m.PatternBlocks, block.AsHCLBlock())
	}
	for _, block := range root.Blocks("emit") {
		b.emit(block)
	}
	b.resolve()
	return b.diags
}

func (b *builder) add(d ...*hcl.Diagnostic) { b.diags = append(b.diags, d...) }

// read opens a block.
func (b *builder) read(block *hclsyntax.Block, shape syntax.Shape) *syntax.Reader {
	return syntax.Read(block, shape, &b.diags)
}

// name reads the label of a block that names something of the language.
func (b *builder) name(block *hclsyntax.Block) syntax.Name {
	name, ok := syntax.Label(block, &b.diags)
	if ok {
		name.Set = b.legalName(name, block.Type)
	}
	return name
}

// legalName applies the rule for names of tables, entities, attributes and
// patterns.
func (b *builder) legalName(name syntax.Name, what string) bool {
	d := CheckName(name.V, what, name.Range)
	if d != nil {
		b.add(d)
	}
	return d == nil
}

// declaredTwice reports the second of two things with one name.
func declaredTwice(what, name string, second, first hcl.Range) *hcl.Diagnostic {
	if name == "" {
		return diag.Error("M010", second, "a second "+what, "Put the arguments of both into one, or drop one.", diag.At("the first is here", first))
	}
	return diag.Error("M010", second, fmt.Sprintf("a second %s %s", what, syntax.Quote(name)),
		"Names of one kind differ from each other. Rename one of the two, or drop it.",
		diag.At(fmt.Sprintf("the first %s is declared here", syntax.Quote(name)), first))
}
