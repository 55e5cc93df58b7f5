package planner

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"
)

// pair is a partition and a sort key that an entity can have on an index.
type pair struct {
	partition set
	sort      []elem
	// when are the facts that an item must have to carry the pair.
	when []fact
	// delimited says that the last part of the sort key may be bounded.
	delimited bool
	cost      cost
	// text decides between pairs of one cost.
	text string
}

// place is an index as an entity sees it: the table or not, and what the
// questions about several entities that it answers ask of the pair there.
type place struct {
	key   string
	table bool
	// links are the shared questions, each with its shape.
	links []link
	// partition is given when there are links or a pin.
	bound     bool
	partition set
	// prefix is how the sort key must begin.
	prefix []elem
	// apart is the number of parts that stand before the entity's own literal.
	apart int
	pin   *pin
}

// link is a shared question as one entity takes part in it.
type link struct {
	v *view
	s *shape
}

// pairID names a class: the questions in mask, answered together at a place.
type pairID struct {
	place string
	mask  uint64
}

// reading is how one view reads a pair.
type reading struct {
	v *view
	// length is the number of leading sort parts with known values; done says
	// that a later part was seen.
	length int
	seen   set
	// at is the number of order parts seen.
	at   int
	past bool
}

// best returns the best pair that answers the questions of the mask at a
// place, nil where none does.
func (e *entity) best(b *budget, pl *place, mask uint64) *pair {
	id := pairID{pl.key, mask}
	if found, ok := e.pairs[id]; ok {
		return found
	}
	if !e.pairwise(b, pl, mask) {
		e.pairs[id] = nil
		return nil
	}
	s := newSearch(e, b, pl, mask)
	s.run()
	e.pairs[id] = s.found
	return s.found
}

// pairwise says that the last question of the mask goes with each of the
// others: a class is never more feasible than its parts.
func (e *entity) pairwise(b *budget, pl *place, mask uint64) bool {
	if bits.OnesCount64(mask) <= 2 {
		return true
	}
	last := uint64(1) << (bits.Len64(mask) - 1)
	for rest := mask &^ last; rest != 0; rest &= rest - 1 {
		if e.best(b, pl, last|rest&-rest) == nil {
			return false
		}
	}
	return true
}

// search looks for the best pair of one class.
type search struct {
	e     *entity
	b     *budget
	pl    *place
	views []*view
	// carried are the attributes that the index must carry for them.
	carried []bool
	// wanted are the attributes that the pair may hold, needed those that it
	// must hold.
	wanted, needed set
	// constants are those that where alone fixes.
	constants set
	found     *pair

	partition set
	sort      []elem
	used      set
}

func newSearch(e *entity, b *budget, pl *place, mask uint64) *search {
	s := &search{e: e, b: b, pl: pl, carried: make([]bool, len(e.m.Attributes))}
	for i, v := range e.singles {
		if mask&(1<<i) != 0 {
			s.views = append(s.views, v)
			s.carry(v)
		}
	}
	for _, l := range pl.links {
		s.carry(l.v)
	}
	return s
}

func (s *search) carry(v *view) {
	for i, need := range v.needs {
		s.carried[i] = s.carried[i] || need
	}
	s.wanted |= v.fixed()
	s.needed |= v.equals
	s.constants |= v.constants &^ v.equals
	for _, el := range v.order {
		s.wanted |= only(el.attr)
		s.needed |= only(el.attr)
	}
}

func (s *search) run() {
	if s.pl.table {
		s.needed |= s.e.identity
		s.wanted = (s.wanted | s.e.identity) & s.e.firm
		if s.e.m.PrimaryIdentity {
			s.wanted &= s.e.identity
		}
		if !s.e.identity.within(s.wanted) {
			return
		}
	}
	s.wanted &= s.e.keyable
	if s.pl.pin != nil {
		s.tryPin()
		return
	}
	for _, p := range s.partitions() {
		s.b.step()
		if s.admits(p) {
			s.partition = p
			s.extend(s.start())
		}
	}
}

// partitions are those that every question fixes.
func (s *search) partitions() []set {
	if s.pl.bound {
		return []set{s.pl.partition}
	}
	fixed := s.wanted
	if len(s.views) == 0 {
		fixed &= s.e.identity
	}
	for _, v := range s.views {
		fixed &= v.fixed()
	}
	return slices.Collect(fixed.subsets())
}

// admits says that a partition may be that of the place.
func (s *search) admits(p set) bool {
	if !p.within(s.wanted) || s.e.partitionWidth(p) > maxPartitionBytes {
		return false
	}
	for _, v := range s.views {
		if !p.within(v.fixed()) || p == 0 && !s.pl.table && !v.accepts {
			return false
		}
	}
	if !s.pl.table {
		return true
	}
	if s.e.identity == 0 {
		return p == 0 || !p.within(s.e.coarse)
	}
	return p != 0 && !p.within(s.e.coarse)
}

func (s *search) start() []reading {
	out := make([]reading, len(s.views))
	for i, v := range s.views {
		out[i] = reading{v: v}
	}
	s.sort, s.used = s.sort[:0], s.partition
	return out
}

// extend tries every way to go on from the sort key so far.
func (s *search) extend(rs []reading) {
	s.b.step()
	if s.found != nil && s.worse() {
		return
	}
	n := len(s.sort)
	if n >= len(s.pl.prefix) && s.complete(rs) && s.offer(rs) {
		return
	}
	next := make([]reading, len(rs))
	for _, el := range s.choices(rs) {
		if s.used.has(el.attr) || !s.wanted.has(el.attr) || !s.advance(next, rs, el) {
			continue
		}
		s.sort, s.used = append(s.sort, el), s.used|only(el.attr)
		s.extend(next)
		s.sort, s.used = s.sort[:n], s.used&^only(el.attr)
	}
}

// choices are the parts that may come next and that some question has use for.
func (s *search) choices(rs []reading) []elem {
	if n := len(s.sort); n < len(s.pl.prefix) {
		return s.pl.prefix[n : n+1]
	}
	var out []elem
	useful := set(0)
	if s.pl.table {
		useful |= s.e.identity
	}
	for _, r := range rs {
		if !r.past && r.at == 0 {
			useful |= r.v.fixed()
		}
		if r.at < len(r.v.order) && r.ready(s) {
			if el := r.v.order[r.at]; el.desc {
				out = append(out, el)
			} else {
				useful |= only(el.attr)
			}
		}
	}
	for a := range (useful & s.wanted &^ s.used).each() {
		out = append(out, elem{attr: a})
	}
	return out
}

// ready says that everything that the caller gives stands in the key.
func (r reading) ready(s *search) bool {
	return r.v.equals.within(s.partition | r.seen)
}

// advance reads one more part, and says whether every question can live with
// it.
func (s *search) advance(next, rs []reading, el elem) bool {
	for i, r := range rs {
		switch {
		case r.past:
		case r.at == 0 && r.v.fixed().has(el.attr):
			r.seen |= only(el.attr)
			r.length++
		case !r.ready(s) || r.at == 0 && r.length < s.pl.apart:
			return false
		case r.at == len(r.v.order):
			r.past = true
		case r.v.order[r.at] == el:
			r.at++
		default:
			return false
		}
		next[i] = r
	}
	return true
}

// complete says that the key so far answers every question, but for what where
// asks.
func (s *search) complete(rs []reading) bool {
	for _, r := range rs {
		if !r.ready(s) || r.at < len(r.v.order) || r.length < s.pl.apart {
			return false
		}
	}
	return !s.pl.table || s.e.identity.within(s.used)
}

// offer makes a pair of the key so far, keeps the better one, and says whether
// it is a pair at all.
func (s *search) offer(rs []reading) bool {
	when, ok := s.condition(rs)
	if !ok {
		return false
	}
	p := &pair{partition: s.partition, sort: slices.Clone(s.sort), when: when, delimited: s.delimited()}
	if s.e.sortWidth(p.sort, s.pl.apart, p.delimited) > maxSortBytes {
		return false
	}
	p.cost = s.price(p)
	p.text = s.e.pairText(p)
	if s.found == nil || cmp.Or(p.cost.compare(s.found.cost), strings.Compare(p.text, s.found.text)) < 0 {
		s.found = p
	}
	return true
}

// delimited says that a question may bound the last part.
func (s *search) delimited() bool {
	if len(s.sort) == 0 {
		return false
	}
	last := s.sort[len(s.sort)-1].attr
	for _, v := range s.views {
		if bounds(v, last) {
			return true
		}
	}
	for _, l := range s.pl.links {
		if bounds(l.v, last) {
			return true
		}
	}
	return false
}

func bounds(v *view, attr int) bool {
	for _, el := range v.order[:v.bounded] {
		if el.attr == attr {
			return true
		}
	}
	return false
}

// condition finds the weakest when that makes the class complete.
func (s *search) condition(rs []reading) ([]fact, bool) {
	var when []fact
	if s.pl.pin != nil {
		when = slices.Clone(s.pl.pin.facts)
	}
	for i := range s.members(rs) {
		v, seen := s.member(rs, i)
		for _, f := range v.facts {
			if s.grants(v, seen, f, when) {
				continue
			}
			if s.pl.table || s.pl.pin != nil || slices.ContainsFunc(when, func(w fact) bool { return w.attr == f.attr }) {
				return nil, false
			}
			when = append(when, f)
		}
	}
	for i := range s.members(rs) {
		if v, _ := s.member(rs, i); !s.carries(v, when) {
			return nil, false
		}
	}
	slices.SortFunc(when, func(a, b fact) int { return cmp.Compare(a.attr, b.attr) })
	return when, true
}

func (s *search) members(rs []reading) int { return len(rs) + len(s.pl.links) }

// member is a view of the class and the attributes of the key that have known
// values when it reads.
func (s *search) member(rs []reading, i int) (*view, set) {
	if i < len(rs) {
		return rs[i].v, s.partition | rs[i].seen
	}
	l := s.pl.links[i-len(rs)]
	return l.v, s.partition | l.s.known(l.v)
}

// grants says that every item in the range of v has the fact: because the key
// fixes its attribute, because the attribute stands in the key, or because when
// says so.
func (s *search) grants(v *view, known set, f fact, when []fact) bool {
	if v.equals.has(f.attr) || v.constants.has(f.attr) && known.has(f.attr) {
		return true
	}
	d := s.e.base(f.attr)
	if s.used.has(f.attr) {
		d.absent = false
	}
	for _, w := range when {
		if w.attr == f.attr {
			d = d.meet(w.d)
		}
	}
	return d.within(f.d)
}

// carries says that every item that v means carries the pair.
func (s *search) carries(v *view, when []fact) bool {
	for a := range s.used.each() {
		if v.knows(a).absent {
			return false
		}
	}
	for _, w := range when {
		if !v.knows(w.attr).within(w.d) {
			return false
		}
	}
	return true
}
