// Package syntax reads the blocks of the language: arguments by name, bare
// names, literal values, labels. Whatever a block holds that its reader did not
// announce is reported, with the name that was probably meant, and then taken
// as that name, so that one slip of the pen is one diagnostic.
//
// It knows no block and no argument of the language by itself: packages model
// and access say what they expect.
package syntax

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/keyplan/keyplan/model/diag"
)

// Value is what an argument holds. Range is of the argument's value, or of the
// block's header where the argument was not given.
type Value[T any] struct {
	V     T
	Range hcl.Range
	// Set says that the argument was given and could be read.
	Set bool
}

// Name is a bare name and where it stands.
type Name = Value[string]

// Names is a list of bare names.
type Names = Value[[]Name]

// Shape is what a body may hold.
type Shape struct {
	// What names the kind of block in messages: "an entity".
	What string
	// Args and Blocks are the names of all arguments and blocks.
	Args, Blocks []string
	// Elsewhere says of a name that belongs to another block what to do.
	Elsewhere map[string]string
}

// Reader reads one body.
type Reader struct {
	shape  Shape
	header hcl.Range
	args   map[string]*hclsyntax.Attribute
	blocks []*hclsyntax.Block
	diags  *hcl.Diagnostics
}

// Read opens a block. What it holds and shape does not announce is reported.
func Read(b *hclsyntax.Block, shape Shape, diags *hcl.Diagnostics) *Reader {
	return ReadBody(b.Body, b.DefRange(), shape, diags)
}

// ReadBody opens a body; header is what a missing argument is reported at.
func ReadBody(body *hclsyntax.Body, header hcl.Range, shape Shape, diags *hcl.Diagnostics) *Reader {
	r := &Reader{shape: shape, header: header, args: map[string]*hclsyntax.Attribute{}, diags: diags}
	r.readArgs(body)
	for _, b := range body.Blocks {
		r.readBlock(b, body)
	}
	return r
}

func (r *Reader) readArgs(body *hclsyntax.Body) {
	var attrs, unknown []*hclsyntax.Attribute
	for _, a := range body.Attributes {
		attrs = append(attrs, a)
	}
	slices.SortFunc(attrs, func(a, b *hclsyntax.Attribute) int { return a.SrcRange.Start.Byte - b.SrcRange.Start.Byte })
	for _, a := range attrs {
		if slices.Contains(r.shape.Args, a.Name) {
			r.args[a.Name] = a
		} else {
			unknown = append(unknown, a)
		}
	}
	for _, a := range unknown {
		meant := r.unknownArg(a)
		if _, taken := r.args[meant]; meant != "" && !taken {
			r.args[meant] = a
		}
	}
}

// unknownArg reports a and returns the argument that was probably meant.
func (r *Reader) unknownArg(a *hclsyntax.Attribute) string {
	summary := fmt.Sprintf("%s has no argument %s", r.shape.What, Quote(a.Name))
	if slices.Contains(r.shape.Blocks, a.Name) {
		r.Report(diag.Error("M007", a.NameRange, summary,
			fmt.Sprintf("%s is a block: leave out the equals sign and write %s { … }.", Quote(a.Name), a.Name)))
		return ""
	}
	if where, ok := r.shape.Elsewhere[a.Name]; ok {
		r.Report(diag.Error("M007", a.NameRange, summary, where))
		return ""
	}
	meant := Suggest(a.Name, r.shape.Args)
	r.Report(diag.Error("M007", a.NameRange, summary, didYouMean(meant, "It takes", r.shape.Args)))
	return meant
}

func (r *Reader) readBlock(b *hclsyntax.Block, body *hclsyntax.Body) {
	if slices.Contains(r.shape.Blocks, b.Type) {
		r.blocks = append(r.blocks, b)
		return
	}
	summary := fmt.Sprintf("%s has no block %s", r.shape.What, Quote(b.Type))
	if slices.Contains(r.shape.Args, b.Type) {
		r.Report(diag.Error("M006", b.TypeRange, summary,
			fmt.Sprintf("%s is an argument: write %s = ….", Quote(b.Type), b.Type)))
		return
	}
	if where, ok := r.shape.Elsewhere[b.Type]; ok {
		r.Report(diag.Error("M006", b.TypeRange, summary, where))
		return
	}
	meant := Suggest(b.Type, r.shape.Blocks)
	detail := "It takes no blocks."
	if len(r.shape.Blocks) > 0 {
		detail = didYouMean(meant, "It takes the blocks", r.shape.Blocks)
	}
	r.Report(diag.Error("M006", b.TypeRange, summary, detail))
	if meant != "" {
		fixed := *b
		fixed.Type = meant
		r.blocks = append(r.blocks, &fixed)
	}
}

func didYouMean(meant, lead string, all []string) string {
	list := lead + " " + List(all, "and") + "."
	if len(all) == 1 {
		list = fmt.Sprintf("Write %s.", all[0])
	}
	if meant == "" {
		return list
	}
	return fmt.Sprintf("Did you mean %s? %s", Quote(meant), list)
}

// Report adds diagnostics to the reader's.
func (r *Reader) Report(d ...*hcl.Diagnostic) { *r.diags = append(*r.diags, d...) }

// Header is the range of the block's header.
func (r *Reader) Header() hcl.Range { return r.header }

// Arg returns the argument's expression, nil where it was not given.
func (r *Reader) Arg(name string) hclsyntax.Expression {
	if !slices.Contains(r.shape.Args, name) {
		panic("syntax: argument " + name + " was not announced")
	}
	a := r.args[name]
	if a == nil {
		return nil
	}
	return a.Expr
}

// ArgName is the range of the argument's name, the header's where it was not
// given.
func (r *Reader) ArgName(name string) hcl.Range {
	if a := r.args[name]; a != nil {
		return a.NameRange
	}
	return r.header
}

// Given returns the names of the arguments that were given, in source order.
func (r *Reader) Given() []string {
	var out []string
	for _, name := range r.shape.Args {
		if r.args[name] != nil {
			out = append(out, name)
		}
	}
	slices.SortFunc(out, func(a, b string) int { return r.args[a].SrcRange.Start.Byte - r.args[b].SrcRange.Start.Byte })
	return out
}

// Blocks returns the blocks of one type in source order.
func (r *Reader) Blocks(blockType string) []*hclsyntax.Block {
	if !slices.Contains(r.shape.Blocks, blockType) {
		panic("syntax: block " + blockType + " was not announced")
	}
	var out []*hclsyntax.Block
	for _, b := range r.blocks {
		if b.Type == blockType {
			out = append(out, b)
		}
	}
	return out
}

// Single returns the only block of one type, nil for none; further ones are
// reported.
func (r *Reader) Single(blockType string) *hclsyntax.Block {
	all := r.Blocks(blockType)
	if len(all) == 0 {
		return nil
	}
	for _, b := range all[1:] {
		r.Report(diag.Error("M010", b.DefRange(), fmt.Sprintf("a second %s block", blockType),
			fmt.Sprintf("There is one %s block in %s. Put the arguments of both into one, or drop one.", blockType, r.shape.What),
			diag.At("the first is here", all[0].DefRange())))
	}
	return all[0]
}

// Label returns the one label of b. Whether the name is legal is for the caller
// to say.
func (r *Reader) Label(b *hclsyntax.Block) (Name, bool) { return Label(b, r.diags) }

// Label returns the one label of b, and reports any other number of them.
func Label(b *hclsyntax.Block, diags *hcl.Diagnostics) (Name, bool) {
	if len(b.Labels) == 0 {
		*diags = append(*diags, diag.Error("M008", b.DefRange(), fmt.Sprintf("%s block without a name", b.Type),
			fmt.Sprintf("A block of this type has one label: write %s \"name\" { … }.", b.Type)))
		return Name{Range: b.DefRange()}, false
	}
	if len(b.Labels) > 1 {
		*diags = append(*diags, diag.Error("M008", b.LabelRanges[1], fmt.Sprintf("%s block with more than one label", b.Type),
			fmt.Sprintf("A block of this type has one label: write %s %q { … }.", b.Type, b.Labels[0])))
	}
	return Name{V: b.Labels[0], Range: b.LabelRanges[0], Set: true}, true
}

// NoLabels reports the labels of a block that takes none.
func NoLabels(b *hclsyntax.Block, diags *hcl.Diagnostics) {
	if len(b.Labels) > 0 {
		*diags = append(*diags, diag.Error("M008", b.LabelRanges[0], fmt.Sprintf("%s block with a label", b.Type),
			fmt.Sprintf("A block of this type has no label: write %s { … }.", b.Type)))
	}
}

// Missing reports an argument that the block must have.
func (r *Reader) Missing(arg, detail string) {
	r.Report(diag.Error("M009", r.header, fmt.Sprintf("%s without %s", r.shape.What, Quote(arg)), detail))
}

// Quote writes a name as messages do. Control characters are escaped.
func Quote(s string) string { return strconv.Quote(s) }

// List joins names for a sentence: a, b and c.
func List(names []string, last string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " " + last + " " + names[len(names)-1]
}
