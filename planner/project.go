package planner

import (
	"maps"
	"slices"

	"github.com/keyplan/keyplan/model"
)

// The limits of DynamoDB on attributes that indexes name.
const (
	maxIncludedIndex = 20
	maxIncludedTable = 100
)

// project decides what every secondary index carries: what its questions
// return, or everything once that is most of the items or too many names.
func (st *state) project() {
	total := 0
	for i, s := range st.shelves {
		if s.at == 0 {
			continue
		}
		pr := st.projection(s)
		if s.at <= st.p.kept.indexes() {
			pr = st.p.kept.stored.Indexes[s.at-1].Projection
		}
		total += len(pr.Include)
		if total > maxIncludedTable {
			total -= len(pr.Include)
			pr = model.Projection{Kind: model.ProjectAll}
		}
		st.projections[i] = pr
	}
}

func (st *state) projection(s *shelf) model.Projection {
	carried := map[string]bool{}
	part, whole := 0.0, 0.0
	for _, k := range s.keys {
		for i, a := range k.e.m.Attributes {
			carried[a.StoredAs] = carried[a.StoredAs] || st.returned(s, k.e)[i]
		}
	}
	for _, k := range s.keys {
		for i, a := range k.e.m.Attributes {
			bytes := k.e.work.shares[i] * k.e.work.size
			whole += bytes
			if carried[a.StoredAs] {
				part += bytes
			}
		}
	}
	if st.namesEntities(s) {
		carried[st.p.m.Table.EntityAttribute] = true
	}
	var include []string
	for _, name := range slices.Sorted(maps.Keys(carried)) {
		if carried[name] {
			include = append(include, name)
		}
	}
	switch {
	case part > whole/2 || len(include) > maxIncludedIndex:
		return model.Projection{Kind: model.ProjectAll}
	case len(include) == 0:
		return model.Projection{Kind: model.ProjectKeysOnly}
	}
	return model.Projection{Kind: model.ProjectInclude, Include: include}
}

// returned are the attributes of an entity that the index's patterns return.
func (st *state) returned(s *shelf, e *entity) []bool {
	out := make([]bool, len(e.m.Attributes))
	for _, q := range st.p.questions {
		if v := q.viewOf(e); v != nil && st.seats[q].shelf == s {
			for i, need := range v.needs {
				out[i] = out[i] || need
			}
		}
	}
	return out
}

// namesEntities says that items of several entities come back together, so that
// the entity attribute must tell them apart.
func (st *state) namesEntities(s *shelf) bool {
	if st.p.m.Table.EntityAttribute == "" {
		return false
	}
	return slices.ContainsFunc(st.p.questions, func(q *question) bool {
		return len(q.views) > 1 && st.seats[q].shelf == s
	})
}
