package view

import (
	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/layout"
)

// allIndexes are the table and the secondary indexes.
func allIndexes(l *layout.Layout) []*layout.Index {
	if l.Table == nil {
		return l.Indexes
	}
	return append([]*layout.Index{l.Table}, l.Indexes...)
}

func kindName(k layout.Kind) string {
	if k == layout.Local {
		return "local"
	}
	return "global"
}

func operationName(o layout.Operation) string {
	if o == layout.GetItem {
		return "GetItem"
	}
	return "Query"
}

// The lists of names are never nil: in JSON they are [], not null.

func columnNames(columns []layout.Column) []string {
	out := []string{}
	for _, c := range columns {
		out = append(out, c.Name)
	}
	return out
}

func keyEntities(x *layout.Index) []string {
	out := []string{}
	for _, k := range x.Keys {
		out = append(out, k.Entity.Name)
	}
	return out
}

func entityNames(entities []*model.Entity) []string {
	out := []string{}
	for _, e := range entities {
		out = append(out, e.Name)
	}
	return out
}

func patternNames(patterns []*access.Pattern) []string {
	out := []string{}
	for _, p := range patterns {
		out = append(out, p.Name)
	}
	return out
}
