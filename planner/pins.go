package planner

import (
	"fmt"

	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/model/diag"
)

// pin reads the keys that the model fixes by hand, and sets aside those that
// cannot be.
func (st *state) pin() {
	st.p.pins = pins{}
	for _, e := range st.p.entities {
		for _, m := range e.m.Pins {
			if p := st.readPin(e, m); p != nil {
				st.p.pins[e.m] = append(st.p.pins[e.m], p)
			}
		}
	}
	st.gapless()
	st.keep()
}

func (st *state) readPin(e *entity, m *model.Pin) *pin {
	if native(m.Partition) || native(m.Sort) {
		return nil
	}
	at := indexNumber(st.m.Table, m.Index)
	if at < 0 || at > st.m.Table.MaxIndexes {
		st.refuse(diag.Error("P010", m.IndexRange, "pin of an index that no plan has",
			fmt.Sprintf("%q is neither \"table\" nor one of the first %d indexes, which are named %q. Name one of those.",
				m.Index, st.m.Table.MaxIndexes, st.m.Table.Keys.Index),
			diag.At("indexes are named by the table", st.m.Table.Range)))
		return nil
	}
	if old := st.p.pins.of(e, at); old != nil {
		st.refuse(diag.Error("P011", m.IndexRange, "two pins of one key",
			fmt.Sprintf("%s can have one key on %s. Remove one of the two.", e.m.Name, m.Index),
			diag.At("the other pin is here", old.m.IndexRange)))
		return nil
	}
	p := newPin(e, m, at)
	if fault := p.fault(); fault != "" {
		st.refuse(diag.Error("P012", m.Range, "pinned key that "+e.m.Name+" cannot have", fault))
		return nil
	}
	return p
}

// fault says why an entity cannot have the key at all, "" when it can.
func (p *pin) fault() string {
	if p.at > 0 {
		return ""
	}
	for a := range p.attributes().each() {
		switch attr := p.attrs[a]; {
		case attr.Optional:
			return fmt.Sprintf("%s is optional, and every item needs a primary key. Make it required, or leave it out of the key.", attr.Name)
		case !attr.Immutable:
			return fmt.Sprintf("%s can change, and an item cannot be given another primary key. Mark it immutable, or leave it out of the key.", attr.Name)
		}
	}
	for a, attr := range p.attrs {
		if attr.InIdentity && !p.attributes().has(a) {
			return fmt.Sprintf("Two items that differ only in %s would have one primary key. Add it to the key.", attr.Name)
		}
	}
	if len(p.facts) > 0 {
		return "A primary key has no when: every item has one. Remove when."
	}
	return ""
}

func (p *pin) attributes() set {
	s := p.partition
	for _, el := range p.sort {
		s |= only(el.attr)
	}
	return s
}

// gapless refuses pins that leave an index before theirs unused: indexes are
// numbered without gaps.
func (st *state) gapless() {
	used := make([]bool, st.p.pins.indexes()+1)
	for _, e := range st.p.entities {
		for _, p := range st.p.pins[e.m] {
			used[p.at] = true
		}
	}
	for _, e := range st.p.entities {
		for _, p := range st.p.pins[e.m] {
			if p.at > 1 && !used[p.at-1] {
				name := fmt.Sprintf(st.m.Table.Keys.Index, p.at-1)
				st.refuse(diag.Error("P013", p.m.IndexRange, "pin leaves an index out",
					fmt.Sprintf("Nothing is pinned to %s, so the plan could leave it unused. Pin to %s instead.", name, name)))
				return
			}
		}
	}
}
