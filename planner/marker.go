package planner

import (
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/layout"
)

// markerName stands between delimiters at the beginning of the keys of the
// items that enforce uniqueness. No literal of a model begins with the
// delimiter, so nothing else can equal them.
const markerName = "unique"

// markers are the items that enforce every unique constraint.
func markers(m *model.Model) []*layout.Marker {
	var out []*layout.Marker
	for _, e := range m.Entities {
		for _, u := range e.Uniques {
			out = append(out, newMarker(m.Table, e, u))
		}
	}
	return out
}

func newMarker(t *model.Table, e *model.Entity, u *model.Unique) *layout.Marker {
	d := string(t.Delimiter)
	lit := d + markerName + d + e.Name + d + u.Name + d
	var partition model.Template
	for i, a := range u.Attributes {
		if i > 0 {
			lit = d
		}
		partition = append(partition, model.Literal(lit), model.Part{Attribute: a})
	}
	return &layout.Marker{
		Entity: e, Unique: u, Partition: partition,
		Sort: model.Template{model.Literal(d + markerName + d)},
	}
}
