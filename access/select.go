package access

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/model/syntax"
)

// selection reads select.
func (d *decoder) selection() {
	p := d.p
	p.SelectRange = p.DeclRange
	expr := d.r.Arg("select")
	if expr == nil {
		return
	}
	p.SelectRange = expr.Range()
	switch word := hcl.ExprAsKeyword(expr); word {
	case "keys":
		p.Select.Kind = SelectKeys
		return
	case "count":
		p.Select.Kind = SelectCount
		return
	}
	attributes := make([][]*model.Attribute, len(p.Entities))
	switch x := expr.(type) {
	case *hclsyntax.TupleConsExpr:
		if len(p.Entities) > 1 {
			d.add(diag.Error("A013", expr.Range(), "a selection of several entities in one list",
				fmt.Sprintf("Say it for each: select = { %s = [ … ] }.", p.Entities[0].Name)))
			return
		}
		attributes[0] = d.selected(p.Entities[0], x)
	case *hclsyntax.ObjectConsExpr:
		d.selectedMap(x, attributes)
	default:
		d.add(diag.Error("A013", expr.Range(), "not a selection",
			"Write keys, count, a list of attributes, or with several entities a map of such lists."))
		return
	}
	p.Select = Select{Kind: SelectSome, Attributes: attributes}
}

func (d *decoder) selectedMap(x *hclsyntax.ObjectConsExpr, attributes [][]*model.Attribute) {
	for _, item := range x.Items {
		text, ok := syntax.KeyOf(item.KeyExpr, d.diags)
		if !ok {
			continue
		}
		e := d.m.FindEntity(syntax.Name{V: text, Range: item.KeyExpr.Range()}, d.diags)
		if e == nil {
			continue
		}
		i := d.index(e)
		switch {
		case i < 0:
			d.add(diag.Error("A013", item.KeyExpr.Range(), fmt.Sprintf("the pattern does not return %s", e.Name),
				"Select attributes of the pattern's own entities.", diag.At("they are named here", d.p.EntitiesRange)))
		case attributes[i] != nil:
			d.add(diag.Error("A009", item.KeyExpr.Range(), fmt.Sprintf("%s is named twice", e.Name), "Put the attributes of both into one list."))
		default:
			attributes[i] = d.selected(e, item.ValueExpr)
		}
	}
}

func (d *decoder) selected(e *model.Entity, expr hclsyntax.Expression) []*model.Attribute {
	names, ok := syntax.NamesOf(expr, d.diags)
	if ok && len(names) == 0 {
		d.add(diag.Error("A013", expr.Range(), "a selection of nothing", "Name attributes, or write select = keys, or select = count."))
	}
	var out []*model.Attribute
	for _, name := range names {
		a := e.FindAttribute(name, d.diags)
		if a == nil {
			continue
		}
		for _, other := range out {
			if other == a {
				d.twice(name, "select")
				a = nil
				break
			}
		}
		if a != nil {
			out = append(out, a)
		}
	}
	return out
}
