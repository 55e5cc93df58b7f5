package planner

import (
	"fmt"
	"slices"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/planner/layout"
)

// kept is what stored items oblige a plan to; the nil one to nothing.
type kept struct {
	stored *layout.Stored
	// names is the stored name of the entity attribute, "" for none.
	names string
}

func newKept(m *model.Model, s *layout.Stored) *kept {
	if s == nil {
		return nil
	}
	return &kept{stored: s, names: m.Table.EntityAttribute}
}

// indexes is the number of secondary indexes that exist.
func (k *kept) indexes() int {
	if k == nil {
		return 0
	}
	return len(k.stored.Indexes)
}

// keys are the stored ones of an entity.
func (k *kept) keys(e *model.Entity) []layout.StoredKey {
	if k == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(k.stored.Keys), func(s layout.StoredKey) bool { return s.Pin.Entity != e })
}

// narrow says that the index exists and does not carry everything: no other
// index is like it.
func (k *kept) narrow(at int) bool {
	return at > 0 && at <= k.indexes() && k.stored.Indexes[at-1].Projection.Kind != model.ProjectAll
}

// apart says that the pattern is not answered by what exists.
func (k *kept) apart(p *access.Pattern) bool {
	return k != nil && slices.Contains(k.stored.Apart, p)
}

// carries says that the index may answer a view and carries everything that it
// returns.
func (k *kept) carries(at int, v *view) bool {
	if at <= k.indexes() && k.apart(v.q.p) {
		return false
	}
	if !k.narrow(at) {
		return true
	}
	carried := k.stored.Indexes[at-1].Projection.Include
	if len(v.q.views) > 1 && k.names != "" && !slices.Contains(carried, k.names) {
		return false
	}
	for i, a := range v.e.m.Attributes {
		if v.needs[i] && !slices.Contains(carried, a.StoredAs) {
			return false
		}
	}
	return true
}

// keep adds the stored keys to the pins of the model; where the model pins a
// key itself it says the same.
func (st *state) keep() {
	for _, e := range st.p.entities {
		for _, s := range st.p.kept.keys(e.m) {
			at := indexNumber(st.m.Table, s.Pin.Index)
			if st.p.pins.of(e, at) != nil {
				continue
			}
			p := newPin(e, s.Pin, at)
			p.stored, p.note = true, s.Note
			st.p.pins[e.m] = append(st.p.pins[e.m], p)
		}
	}
	st.p.handOut()
	for _, e := range st.p.entities {
		for _, p := range st.p.pins[e.m] {
			if p.stored && e.best(st.budget, e.newPlace(p.at == 0, nil, p), 0) == nil {
				st.unkeepable(e, p)
			}
		}
	}
}

// unkeepable refuses a model in which an entity can no longer have a key that
// its items carry.
func (st *state) unkeepable(e *entity, p *pin) {
	why := p.fault()
	if why == "" {
		why = fmt.Sprintf("Its attributes (%s) make no key of it within the limits of DynamoDB, %d bytes of partition key and %d of sort key.",
			e.names(p.attributes()), maxPartitionBytes, maxSortBytes)
	}
	st.refuse(diag.Error("P215", e.m.NameRange, "stored key that "+e.m.Name+" cannot have",
		why+" Undo the change, or make it on purpose with \"keyplan plan -replan\".",
		diag.At("the key is stored as this", p.m.Range)))
	st.over = true
}

// steps says that an open end behind the last part of a key can be brought to
// the next value.
func steps(t model.Type) bool {
	switch t.(type) {
	case model.Int, model.Epoch, model.Timestamp, model.Date:
		return true
	}
	return false
}

// isWhole says that a sort key without parts is asked for as it is: of the
// model's own pins, and of stored ones whose literal begins nothing else.
func (p *pin) isWhole(delimiter byte) bool {
	if p == nil || !p.stored {
		return p != nil
	}
	lit := p.gaps[0]
	return lit == "" || lit[len(lit)-1] != delimiter
}

// bears says that the text of a stored key can be bounded as the questions ask:
// a part that ends the key without a delimiter can only where values have a
// next one.
func (p *pin) bears(delimited bool) bool {
	t := template(p.m.Sort)
	if !p.stored || !delimited || len(t) == 0 {
		return true
	}
	last, isPart := t[len(t)-1].(model.Part)
	return !isPart || last.Form == model.Plain && steps(last.Attribute.Type)
}
