package prove_test

import (
	"slices"

	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/layout"
)

// clone copies a layout as far as mutations change it.
func clone(l *layout.Layout) *layout.Layout {
	out := *l
	moved := map[*layout.Index]*layout.Index{}
	out.Table = cloneIndex(l.Table)
	moved[l.Table] = out.Table
	out.Indexes = nil
	for _, x := range l.Indexes {
		moved[x] = cloneIndex(x)
		out.Indexes = append(out.Indexes, moved[x])
	}
	out.Requests = nil
	for _, r := range l.Requests {
		copied := *r
		copied.Index = moved[r.Index]
		copied.Partition = slices.Clone(r.Partition.(model.Template))
		copied.Sort.Prefix = slices.Clone(r.Sort.Prefix)
		copied.Sort.From = slices.Clone(r.Sort.From)
		copied.Sort.To = slices.Clone(r.Sort.To)
		copied.Sort.Range = slices.Clone(r.Sort.Range)
		out.Requests = append(out.Requests, &copied)
	}
	return &out
}

func cloneIndex(x *layout.Index) *layout.Index {
	out := *x
	out.Projection.Include = slices.Clone(x.Projection.Include)
	out.Keys = nil
	for _, k := range x.Keys {
		copied := *k
		copied.Partition = slices.Clone(k.Partition.(model.Template))
		copied.Sort = slices.Clone(k.Sort.(model.Template))
		copied.When.Atoms = slices.Clone(k.When.Atoms)
		out.Keys = append(out.Keys, &copied)
	}
	return &out
}
