package gorepo

import (
	"strconv"
	"strings"

	"github.com/keyplan/keyplan/emit/internal/gosrc"
)

// printCollection prints a pattern of several entities: the aggregate, the
// sealed interface of its items, and the methods of the table.
func printCollection(f *gosrc.File, p *Pattern) {
	if p.Shape == Count {
		printOption(f, p)
		printSingle(f, p)
		return
	}
	printAggregate(f, p)
	printOption(f, p)
	query := "t.query" + p.Method
	f.Comment(patternDoc(p, "reads", "items"+given(p), ""))
	f.P("func (t *Table) ", p.Method, "(ctx context.Context", p.signature(), p.optionsParam(), ") (", p.Method, ", error) {")
	f.P("q := ", query, "(", p.optionsArg(), ")")
	f.P("items, err := q.page(ctx)")
	f.P("page := ", p.Method, "{Next: items.Next}")
	f.P("for _, item := range items.Items {")
	if p.single() {
		f.P("if !item.", p.add, "(&page) {")
		f.P("return ", p.Method, "{}, q.fail(ErrNotSingle)")
		f.P("}")
	} else {
		f.P("item.", p.add, "(&page)")
	}
	f.P("}")
	f.P("return page, err")
	f.P("}")
	f.P()
	f.Comment(p.Items + " yields what " + p.Method + " reads, one item after the other.")
	f.P("func (t *Table) ", p.Items, "(ctx context.Context", p.signature(), p.optionsParam(), ") iter.Seq2[", p.Item, ", error] {")
	f.P("return ", query, "(", p.optionsArg(), ").each(ctx)")
	f.P("}")
	f.P()
	f.Comment(p.After + " is the cursor of " + p.Method + " behind item.")
	f.P("func (t *Table) ", p.After, "(", strings.TrimPrefix(p.signature()+", ", ", "), "item ", p.Item, ") Cursor {")
	args := p.arguments()
	if args != "" {
		args += ", "
	}
	f.P("return ", query, "(", args, "nil).cursor(item.encode())")
	f.P("}")
	f.P()
	f.P("func (t *Table) query", p.Method, "(", strings.TrimPrefix(p.signature()+", ", ", "), "options []", p.Option, ") *query[", p.Item, "] {")
	printQuery(f, p)
	f.P("return q")
	f.P("}")
	f.P()
	printItemDecode(f, p)
}

// single says whether a field of the aggregate holds one item, so that a
// second is an error.
func (p *Pattern) single() bool {
	for _, m := range p.Members {
		if m.One {
			return true
		}
	}
	return false
}

// printAggregate prints the aggregate and the sealed interface of its items.
func printAggregate(f *gosrc.File, p *Pattern) {
	f.Comment(p.Method + " is what Table." + p.Method + " reads.")
	f.P("type ", p.Method, " struct {")
	var kinds []string
	for _, m := range p.Members {
		kinds = append(kinds, article("*"+m.Entity.Type))
		if m.One {
			f.P(m.Name, " *", m.Entity.Type)
		} else {
			f.P(m.Name, " []", m.Entity.Type)
		}
	}
	f.P("// Unknown are items that no entity here claims.")
	f.P("Unknown []RawItem")
	f.P("// Next is empty when there is no more.")
	f.P("Next Cursor")
	f.P("}")
	f.P()
	result := ""
	if p.single() {
		result = " bool"
	}
	f.Comment(p.Item + " is " + strings.Join(kinds, ", ") + " or a RawItem.")
	f.P("type ", p.Item, " interface {")
	f.P("encode() map[string]types.AttributeValue")
	f.P(p.add, "(*", p.Method, ")", result)
	f.P("}")
	f.P()
	for _, m := range p.Members {
		printAdd(f, p, "o *"+m.Entity.Type, m, result)
	}
	printAdd(f, p, "o RawItem", nil, result)
	f.P()
}

// printAdd prints how an item gets into the aggregate; with a result, whether
// there is room for it.
func printAdd(f *gosrc.File, p *Pattern, recv string, m *Member, result string) {
	stmt := "p.Unknown = append(p.Unknown, o)"
	switch {
	case m != nil && m.One:
		f.P("func (", recv, ") ", p.add, "(p *", p.Method, ") bool {")
		f.P("first := p.", m.Name, " == nil")
		f.P("p.", m.Name, " = o")
		f.P("return first")
		f.P("}")
		f.P()
		return
	case m != nil:
		stmt = "p." + m.Name + " = append(p." + m.Name + ", *o)"
	}
	if result == "" {
		f.P("func (", recv, ") ", p.add, "(p *", p.Method, ") { ", stmt, " }")
		return
	}
	f.P("func (", recv, ") ", p.add, "(p *", p.Method, ") bool {")
	f.P(stmt)
	f.P("return true")
	f.P("}")
	f.P()
}

// printItemDecode prints which entity an item is of.
func printItemDecode(f *gosrc.File, p *Pattern) {
	f.P("func ", p.decode, "(item map[string]types.AttributeValue) (", p.Item, ", error) {")
	f.P("switch entityOf(item) {")
	for _, m := range p.Members {
		f.P("case ", strconv.Quote(m.Entity.Model.Name), ":")
		f.P("o, err := ", m.Entity.decode, "(item)")
		f.P("return &o, err")
	}
	f.P("}")
	f.P("return RawItem(item), nil")
	f.P("}")
	f.P()
}
