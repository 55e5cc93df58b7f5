package inmem_test

import (
	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/layout"
)

// shop is a small model with a right layout made by hand.
type shop struct {
	layout          *layout.Layout
	customer, order *model.Entity
	table, index    *layout.Index
}

func attribute(e *model.Entity, name string, t model.Type) *model.Attribute {
	a := &model.Attribute{Entity: e, Name: name, StoredAs: name, Type: t}
	e.Attributes = append(e.Attributes, a)
	return a
}

func identity(e *model.Entity, name string) *model.Attribute {
	a := attribute(e, name, model.String{})
	a.InIdentity, a.Immutable = true, true
	e.Identity = append(e.Identity, a)
	return a
}

func lit(s string) model.Literal { return model.Literal(s) }

func part(a *model.Attribute) model.Part { return model.Part{Attribute: a} }

func sorted(a *model.Attribute) model.Part { return model.Part{Attribute: a, Form: model.Sorted} }

func operand(name string, attrs ...*model.Attribute) access.Operand {
	return access.Operand{Name: name, Attributes: attrs}
}

func newShop() *shop {
	s := &shop{customer: &model.Entity{Name: "customer"}, order: &model.Entity{Name: "order"}}
	id := identity(s.customer, "customer_id")
	email := attribute(s.customer, "email", model.String{})
	email.Optional = true
	of := identity(s.order, "customer_id")
	of.References = id
	number := identity(s.order, "number")
	title := attribute(s.order, "title", model.String{})
	status := attribute(s.order, "status", model.Enum{Values: []string{"open", "paid"}})
	s.customer.Uniques = []*model.Unique{{Name: "email", Attributes: []*model.Attribute{email}}}

	s.table = &layout.Index{Name: "table", Kind: layout.Primary, Keys: []*layout.EntityKey{
		{Entity: s.customer, Partition: model.Template{lit("u#"), part(id)}, Sort: model.Template{lit("0#")}},
		{Entity: s.order, Partition: model.Template{lit("u#"), part(of)}, Sort: model.Template{lit("1#"), sorted(number), lit("#")}},
	}}
	open := model.Condition{Atoms: []model.Atom{model.Compare{Attribute: status, Value: "open"}}}
	s.index = &layout.Index{Name: "GSI1", Kind: layout.Global, Projection: model.Projection{Kind: model.ProjectInclude, Include: []string{"title"}},
		Keys: []*layout.EntityKey{{Entity: s.order, When: open, Partition: model.Template{lit("u#"), part(of)},
			Sort: model.Template{lit("o#"), sorted(title), lit("#"), part(number)}}}}

	none := model.Condition{}
	everything := &access.Pattern{Name: "everything", Entities: []*model.Entity{s.customer, s.order}, Multiple: true,
		Where: []model.Condition{none, none}, Equals: []access.Operand{operand("customer_id", id, of)}, First: s.customer,
		Range: &access.Range{Operands: []access.Operand{operand("number", nil, number)}, Bounds: access.AtMost}}
	byTitle := &access.Pattern{Name: "open_by_title", Entities: []*model.Entity{s.order}, Where: []model.Condition{open},
		Equals: []access.Operand{operand("customer_id", of)}, Descending: true,
		Range:  &access.Range{Operands: []access.Operand{operand("title", title)}},
		Select: access.Select{Kind: access.SelectSome, Attributes: [][]*model.Attribute{{title}}}}
	one := &access.Pattern{Name: "get_order", Entities: []*model.Entity{s.order}, Where: []model.Condition{none}, One: true,
		Equals: []access.Operand{operand("customer_id", of), operand("number", number)}}
	user := model.Template{lit("u#"), part(of)}
	s.layout = &layout.Layout{
		Model: &model.Model{Table: &model.Table{Delimiter: '#', EntityAttribute: "entity"}, Entities: []*model.Entity{s.customer, s.order}},
		Table: s.table, Indexes: []*layout.Index{s.index},
		Patterns: []*access.Pattern{everything, byTitle, one},
		Requests: []*layout.Request{
			{Pattern: everything, Index: s.table, Operation: layout.Query, Forward: true, Partition: model.Template{lit("u#"), part(id)},
				Sort: layout.SortCondition{Kind: layout.Span, Prefix: model.Template{lit("1#")}, From: model.Template{lit("0#")},
					To: model.Template{lit("1$")}, Range: []model.Part{sorted(number)}}},
			{Pattern: byTitle, Index: s.index, Operation: layout.Query, Partition: user,
				Sort: layout.SortCondition{Kind: layout.Begins, Prefix: model.Template{lit("o#")}, Range: []model.Part{sorted(title)}}},
			{Pattern: one, Index: s.table, Operation: layout.GetItem, Partition: user,
				Sort: layout.SortCondition{Kind: layout.Exact, Prefix: model.Template{lit("1#"), sorted(number), lit("#")}}},
		},
		Markers: []*layout.Marker{{Entity: s.customer, Unique: s.customer.Uniques[0],
			Partition: model.Template{lit("#unique#customer#email#"), part(email)}, Sort: model.Template{lit("#unique#")}}},
	}
	return s
}
