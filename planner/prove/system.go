package prove

import (
	"slices"

	"github.com/keyplan/keyplan/model"
)

// side tells apart the two things whose key texts are compared.
type side int

const (
	// item is an item, or the first of two.
	item side = iota
	// other is the second item, or the arguments of a pattern.
	other
)

// node is the text of one part of one side.
type node struct {
	side side
	part model.Part
}

// system is a set of equations between texts of two sides. It is unsatisfiable
// when no values whatever make two keys, or a key and a request, meet. Where it
// cannot decide, it counts as satisfiable.
type system struct {
	d     byte
	facts [2]*facts
	nodes []node
	// class is the number of the class that the node is in.
	class []int
	// texts are of the classes that have one text only.
	texts  map[int]string
	values []fixed
	dead   bool
}

// fixed is an attribute that has one value only.
type fixed struct {
	side  side
	attr  *model.Attribute
	value model.Value
}

func newSystem(d byte, a, b *facts) *system {
	return &system{d: d, facts: [2]*facts{a, b}, texts: map[int]string{}}
}

// add returns the number of the node of a part.
func (s *system) add(sd side, p model.Part) int {
	n := node{sd, p}
	if i := slices.Index(s.nodes, n); i >= 0 {
		return i
	}
	s.nodes = append(s.nodes, n)
	s.class = append(s.class, len(s.class))
	return len(s.nodes) - 1
}

// meet states that the fields of the two sides are the same text, field by
// field. A raw part that ends a key is equal to anything that is left.
func (s *system) meet(a, b []field) {
	for i := range min(len(a), len(b)) {
		if a[i].tail || b[i].tail {
			if a[i].tail && b[i].tail {
				s.meetField(a[i], b[i])
			}
			return
		}
		s.meetField(a[i], b[i])
	}
	if len(a) != len(b) {
		s.dead = true
	}
}

func (s *system) meetField(a, b field) {
	switch {
	case a.part == nil && b.part == nil:
		s.dead = s.dead || a.literal != b.literal
	case a.part == nil:
		s.fix(s.add(other, *b.part), a.literal)
	case b.part == nil:
		s.fix(s.add(item, *a.part), b.literal)
	default:
		s.merge(s.add(item, *a.part), s.add(other, *b.part))
	}
}

func (s *system) merge(i, j int) {
	from, to := s.class[j], s.class[i]
	for k, c := range s.class {
		if c == from {
			s.class[k] = to
		}
	}
	if text, ok := s.texts[from]; ok && from != to {
		delete(s.texts, from)
		s.fix(i, text)
	}
}

// fix states that the node's text is this one.
func (s *system) fix(i int, text string) {
	was, ok := s.texts[s.class[i]]
	s.dead = s.dead || ok && was != text
	s.texts[s.class[i]] = text
}

// satisfiable draws every conclusion and says whether a contradiction came of
// it.
func (s *system) satisfiable() bool {
	for before := -1; !s.dead && before != len(s.texts)+len(s.values); {
		before = len(s.texts) + len(s.values)
		s.readTexts()
		s.deriveValues()
		s.writeValues()
		s.enumerate()
	}
	return !s.dead && !s.apart() && !s.facts[item].impossible() && !s.facts[other].impossible()
}

// readTexts reads the value of every node whose text is known.
func (s *system) readTexts() {
	for i, n := range s.nodes {
		text, ok := s.texts[s.class[i]]
		if !ok {
			continue
		}
		v, ok := read(n.part, s.d, text)
		if !ok {
			s.dead = true
			return
		}
		s.setValue(n.side, n.part.Attribute, v)
	}
}

func (s *system) setValue(sd side, a *model.Attribute, v model.Value) {
	if was, ok := s.value(sd, a); ok {
		s.dead = s.dead || was != v
		return
	}
	s.dead = s.dead || !s.facts[sd].allow(a, v)
	s.values = append(s.values, fixed{sd, a, v})
}

// value is the one value that the attribute has.
func (s *system) value(sd side, a *model.Attribute) (model.Value, bool) {
	for _, f := range s.values {
		if f.side == sd && f.attr == a {
			return f.value, true
		}
	}
	return s.facts[sd].set(a).value()
}

// deriveValues computes what derived attributes are where their sources are
// known. Arguments are given by themselves, so that it is of items alone.
func (s *system) deriveValues() {
	for _, n := range s.nodes {
		if n.part.Attribute.Derive == nil || s.facts[n.side].arguments {
			continue
		}
		known := factsOf()
		for _, source := range n.part.Attribute.Derive.Sources() {
			if v, ok := s.value(n.side, source); ok {
				known.isIn(source, only(v))
			}
		}
		if v, ok := known.derived(n.part.Attribute); ok {
			s.setValue(n.side, n.part.Attribute, v)
		}
	}
}

// writeValues writes the text of every node whose value is known.
func (s *system) writeValues() {
	for i, n := range s.nodes {
		v, ok := s.value(n.side, n.part.Attribute)
		if !ok {
			continue
		}
		text, ok := write(n.part, s.d, v)
		if !ok {
			s.dead = true
			return
		}
		s.fix(i, text)
	}
}

// enumerate looks at classes in which one part has few values.
func (s *system) enumerate() {
	for i, n := range s.nodes {
		allowed := s.facts[n.side].set(n.part.Attribute)
		if _, ok := s.texts[s.class[i]]; ok || allowed.except {
			continue
		}
		var texts []string
		for _, v := range allowed.list {
			if text, ok := write(n.part, s.d, v); ok && s.takes(s.class[i], text) {
				texts = append(texts, text)
			}
		}
		switch len(texts) {
		case 0:
			s.dead = true
		case 1:
			s.fix(i, texts[0])
		}
	}
}

// takes says that every part of the class can have the text.
func (s *system) takes(class int, text string) bool {
	for i, n := range s.nodes {
		if s.class[i] != class {
			continue
		}
		v, ok := read(n.part, s.d, text)
		if !ok || !s.facts[n.side].allow(n.part.Attribute, v) {
			return false
		}
	}
	return true
}

// apart says that two parts of one class have no text in common.
func (s *system) apart() bool {
	for i, a := range s.nodes {
		for j, b := range s.nodes[:i] {
			if s.class[i] == s.class[j] && disjoint(a.part, b.part, s.d) {
				return true
			}
		}
	}
	return false
}

// same says that in every solution the attribute of the item has the value of
// the argument.
func (s *system) same(a, argument *model.Attribute) bool {
	v, okV := s.value(item, a)
	w, okW := s.value(other, argument)
	if okV && okW {
		return v == w
	}
	for i, n := range s.nodes {
		for j, m := range s.nodes {
			if n.side == item && m.side == other && n.part.Attribute == a && m.part.Attribute == argument &&
				s.class[i] == s.class[j] && sameText(n.part, m.part, s.d) {
				return true
			}
		}
	}
	return false
}

// fill puts what is known of the item's side into fields: values that have one
// text only become literals.
func (s *system) fill(fields []field) []field {
	out := slices.Clone(fields)
	for i, f := range out {
		if f.part == nil {
			continue
		}
		if v, ok := s.value(item, f.part.Attribute); ok {
			if text, ok := write(*f.part, s.d, v); ok {
				out[i] = field{literal: text}
			}
		}
	}
	return out
}
