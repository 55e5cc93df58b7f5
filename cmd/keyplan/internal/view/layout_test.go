package view

import (
	"github.com/hashicorp/hcl/v2"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/layout"
)

// shop is a layout put together by hand: a view must not need a planner.
type shop struct {
	layout                    *layout.Layout
	customer, order           *model.Entity
	customerID, orderID       *model.Attribute
	placedAt, status, title   *model.Attribute
	table, gsi1               *layout.Index
	ofCustomer, byTitle       *access.Pattern
	oneOrder, page, elsewhere *access.Pattern
	customerKey, orderKey     *layout.EntityKey
	orderOnGSI1               *layout.EntityKey
}

func newShop() *shop {
	s := &shop{
		customer: &model.Entity{Name: "customer", Prefix: "u#"},
		order:    &model.Entity{Name: "order", Prefix: "o#"},
	}
	s.customerID = attribute(s.order, "customer_id", model.String{MaxLength: 40})
	s.orderID = attribute(s.order, "order_id", model.ULID{})
	s.placedAt = attribute(s.order, "placed_at", model.Timestamp{Precision: model.Millisecond})
	s.status = attribute(s.order, "status", model.Enum{Values: []string{"open", "done"}})
	s.title = attribute(s.order, "title", model.String{})
	own := attribute(s.customer, "customer_id", model.String{MaxLength: 40})

	s.customerKey = &layout.EntityKey{Entity: s.customer, Partition: text("u#", own), Sort: text("u#")}
	s.orderKey = &layout.EntityKey{Entity: s.order, Partition: text("u#", s.customerID), Sort: text("o#", s.placedAt, "#", s.orderID)}
	s.orderOnGSI1 = &layout.EntityKey{
		Entity: s.order, Partition: text("STATUS#", s.status), Sort: text("o#", sorted(s.title), "#"),
		When: model.Condition{Atoms: []model.Atom{model.Compare{Attribute: s.status, Not: true, Value: "done"}}},
	}
	s.table = &layout.Index{
		Name: "table", Kind: layout.Primary, Partition: column("PK"), Sort: column("SK"),
		Keys: []*layout.EntityKey{s.customerKey, s.orderKey},
	}
	s.gsi1 = &layout.Index{
		Name: "GSI1", Kind: layout.Global, Partition: column("GSI1PK"), Sort: column("GSI1SK"),
		Projection: model.Projection{Kind: model.ProjectInclude, Include: []string{"n", "total"}},
		Keys:       []*layout.EntityKey{s.orderOnGSI1},
	}
	s.layout = &layout.Layout{
		Model: &model.Model{
			Table:    &model.Table{Label: "shop", Name: "shop-prod", Delimiter: '#'},
			Entities: []*model.Entity{s.customer, s.order},
		},
		Table: s.table, Indexes: []*layout.Index{s.gsi1},
		Markers: []*layout.Marker{{
			Entity: s.customer, Unique: &model.Unique{Name: "email"},
			Partition: text("#unique#customer#email#", own), Sort: text("#unique#"),
		}},
		Minimum: layout.Minimum{GlobalIndexes: 1, LowerBound: 1, Proved: true},
	}
	s.ask()
	return s
}

// ask adds the patterns and their requests.
func (s *shop) ask() {
	orders, pk := []*model.Entity{s.order}, text("u#", s.customerID)
	s.ofCustomer = &access.Pattern{
		Name: "orders_of_customer", Entities: orders, Equals: []access.Operand{operand(s.customerID)},
		Range: &access.Range{Operands: []access.Operand{operand(s.placedAt)}}, Descending: true,
	}
	s.oneOrder = &access.Pattern{
		Name: "one_order", Entities: orders, One: true,
		Equals: []access.Operand{operand(s.customerID), operand(s.placedAt), operand(s.orderID)},
	}
	s.page = &access.Pattern{
		Name: "page", Entities: []*model.Entity{s.customer, s.order}, Multiple: true,
		Equals: []access.Operand{operand(s.customerID)},
	}
	s.byTitle = &access.Pattern{
		Name: "by_title", Entities: orders, Equals: []access.Operand{operand(s.status)},
		Range: &access.Range{Operands: []access.Operand{operand(s.title)}, Bounds: access.BeginsWith},
	}
	s.elsewhere = &access.Pattern{Name: "search", Entities: orders, External: "OpenSearch"}
	s.layout.Patterns = []*access.Pattern{s.ofCustomer, s.oneOrder, s.page, s.byTitle, s.elsewhere}
	s.layout.Minimum.Because = []layout.Reason{{
		Entity: s.order, Patterns: []*access.Pattern{s.ofCustomer, s.byTitle},
		Text: "order needs 1 index beyond the table: orders_of_customer and by_title each need a different partition key.",
	}}
	s.layout.Requests = []*layout.Request{
		{
			Pattern: s.ofCustomer, Index: s.table, Operation: layout.Query, Partition: pk,
			Sort: layout.SortCondition{Kind: layout.Begins, Prefix: text("o#"), Range: []model.Part{{Attribute: s.placedAt}}},
		},
		{
			Pattern: s.oneOrder, Index: s.table, Operation: layout.GetItem, Partition: pk, Forward: true,
			Sort: layout.SortCondition{Kind: layout.Exact, Prefix: text("o#", s.placedAt, "#", s.orderID)},
		},
		{
			Pattern: s.page, Index: s.table, Operation: layout.Query, Partition: pk, Forward: true,
			Sort:       layout.SortCondition{Kind: layout.Span, From: text("o#"), To: text("u$")},
			SharesWith: []*access.Pattern{s.ofCustomer},
		},
		{
			Pattern: s.byTitle, Index: s.gsi1, Operation: layout.Query, Partition: text("STATUS#", s.status), Forward: true,
			Sort: layout.SortCondition{Kind: layout.Begins, Prefix: text("o#"), Range: []model.Part{sorted(s.title)}},
		},
		nil,
	}
}

func attribute(e *model.Entity, name string, t model.Type) *model.Attribute {
	a := &model.Attribute{Entity: e, Name: name, Type: t}
	e.Attributes = append(e.Attributes, a)
	return a
}

func sorted(a *model.Attribute) model.Part { return model.Part{Attribute: a, Form: model.Sorted} }

// text is a template of literals, attributes and parts.
func text(segments ...any) model.Template {
	var out model.Template
	for _, s := range segments {
		switch s := s.(type) {
		case string:
			out = append(out, model.Literal(s))
		case *model.Attribute:
			out = append(out, model.Part{Attribute: s})
		case model.Part:
			out = append(out, s)
		}
	}
	return out
}

func column(name string) []layout.Column { return []layout.Column{{Name: name, Type: "S"}} }

func operand(a *model.Attribute) access.Operand {
	return access.Operand{Name: a.Name, Attributes: []*model.Attribute{a}}
}

func rangeAt(file string, line, column, byte, length int) hcl.Range {
	return hcl.Range{
		Filename: file,
		Start:    hcl.Pos{Line: line, Column: column, Byte: byte},
		End:      hcl.Pos{Line: line, Column: column + length, Byte: byte + length},
	}
}
