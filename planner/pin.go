package planner

import (
	"fmt"
	"slices"

	"github.com/keyplan/keyplan/model"
)

// pin is a key that the model fixes by hand.
type pin struct {
	m *model.Pin
	// at is the index, 0 for the table.
	at        int
	partition set
	sort      []elem
	// gaps are the literals before each part of the sort key and after the last,
	// without the delimiter that joins them to what is before.
	gaps  []string
	facts []fact
	// attrs are the entity's.
	attrs []*model.Attribute
	// stored says that it is not the model's, but on the items already; note is
	// what was said of its literals.
	stored bool
	note   string
}

// pins are those of a model, by entity.
type pins map[*model.Entity][]*pin

// of returns the entity's pin on an index, nil for none.
func (ps pins) of(e *entity, at int) *pin {
	for _, p := range ps[e.m] {
		if p.at == at {
			return p
		}
	}
	return nil
}

// indexes is the number of secondary indexes that pins ask for.
func (ps pins) indexes() int {
	n := 0
	for _, list := range ps {
		for _, p := range list {
			n = max(n, p.at)
		}
	}
	return n
}

// indexNumber is the number of the index of that name, 0 for the table and -1
// for none that a plan can have.
func indexNumber(t *model.Table, name string) int {
	if name == "table" {
		return 0
	}
	n := -1
	if _, err := fmt.Sscanf(name, t.Keys.Index, &n); err != nil || n < 1 || fmt.Sprintf(t.Keys.Index, n) != name {
		return -1
	}
	return n
}

// newPin reads the templates of a key block.
func newPin(e *entity, m *model.Pin, at int) *pin {
	p := &pin{m: m, at: at, attrs: e.attrs}
	for _, s := range template(m.Partition) {
		if part, ok := s.(model.Part); ok {
			p.partition |= only(e.bit(part.Attribute))
		}
	}
	p.gaps = []string{""}
	for _, s := range template(m.Sort) {
		switch s := s.(type) {
		case model.Part:
			p.sort = append(p.sort, elem{e.bit(s.Attribute), s.Form == model.Desc})
			p.gaps = append(p.gaps, "")
		case model.Literal:
			lit := string(s)
			if len(p.sort) > 0 {
				lit = lit[1:]
			}
			p.gaps[len(p.sort)] = lit
		}
	}
	v := &view{e: e}
	for _, atom := range m.When.Atoms {
		v.learn(e.bit(atom.On()), atom)
	}
	p.facts = v.facts
	return p
}

// template is a synthetic key, nil of a native one.
func template(k model.Key) model.Template {
	t, _ := k.(model.Template)
	return t
}

// tryPin offers the one pair that the pin allows.
func (s *search) tryPin() {
	p := s.pl.pin
	for _, el := range p.sort {
		s.wanted |= only(el.attr)
	}
	s.wanted |= p.partition
	if s.pl.table && !s.wanted.within(s.e.firm) {
		return
	}
	if s.pl.bound && s.pl.partition != p.partition || !s.admits(p.partition) || !beginsWith(p.sort, s.pl.prefix) {
		return
	}
	s.partition = p.partition
	rs := s.start()
	for _, el := range p.sort {
		next := make([]reading, len(rs))
		if s.used.has(el.attr) || !s.advance(next, rs, el) {
			return
		}
		s.sort, s.used, rs = append(s.sort, el), s.used|only(el.attr), next
	}
	if s.complete(rs) && p.bears(s.delimited()) {
		s.offer(rs)
	}
}

func beginsWith(sort, prefix []elem) bool {
	return len(sort) >= len(prefix) && slices.Equal(sort[:len(prefix)], prefix)
}

// pinsAgree says that the pinned keys among a question's entities begin one
// item collection: their partition keys are one text.
func (ps pins) agree(s *shape, at int) bool {
	var text string
	for _, v := range s.q.views {
		p := ps.of(v.e, at)
		if p == nil {
			continue
		}
		t := s.mapped(v, template(p.m.Partition))
		if text != "" && t != text {
			return false
		}
		text = t
	}
	return true
}

// mapped is a partition template with operands in place of attributes.
func (s *shape) mapped(v *view, t model.Template) string {
	out := ""
	for _, seg := range t {
		part, ok := seg.(model.Part)
		if !ok {
			out += seg.String()
			continue
		}
		for _, o := range s.partition {
			if s.q.operands[o][v.at] == v.e.bit(part.Attribute) {
				out += fmt.Sprintf("${%d %d}", o, part.Form)
			}
		}
	}
	return out
}
