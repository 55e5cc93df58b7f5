package planner

import (
	"cmp"
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// answer is the best way to answer an entity's own questions over a table and
// indexes, given what shared questions ask of each.
type answer struct {
	cost cost
	text string
	// pairs are the entity's by index, the table first; nil where it is not in
	// the index.
	pairs []*pair
	// masks are the own questions that each answers.
	masks []uint64
}

// answer finds it, nil where there is none. Places are the table's and then one
// an index, nil where nothing is asked of the index.
func (e *entity) answer(b *budget, places []*place) *answer {
	key := answerKey(places)
	if found, ok := e.answers[key]; ok {
		return found
	}
	d := &dealing{e: e, b: b, places: places, masks: make([]uint64, len(places)), pairs: make([]*pair, len(places))}
	if d.begin() {
		d.deal(0)
	}
	if b.spent() || b.greedy {
		return d.found
	}
	e.answers[key] = d.found
	return d.found
}

func answerKey(places []*place) string {
	var out strings.Builder
	for _, pl := range places {
		if pl != nil {
			out.WriteString(pl.key)
		}
		out.WriteByte('|')
	}
	return out.String()
}

// dealing deals out the questions of one entity.
type dealing struct {
	e      *entity
	b      *budget
	places []*place
	masks  []uint64
	pairs  []*pair
	cost   cost
	found  *answer
}

// begin gives every place its pair before any own question is dealt.
func (d *dealing) begin() bool {
	for i, pl := range d.places {
		if pl == nil {
			continue
		}
		if d.pairs[i] = d.e.best(d.b, pl, 0); d.pairs[i] == nil {
			return false
		}
		d.cost = d.cost.plus(d.pairs[i].cost)
	}
	return true
}

// deal gives question number i to every index that can take it, the cheapest
// first.
func (d *dealing) deal(i int) {
	d.b.step()
	if d.b.spent() || d.found != nil && (d.b.greedy || d.cost.compare(d.found.cost) > 0) {
		return
	}
	if i == len(d.e.singles) {
		d.keep()
		return
	}
	for _, o := range d.options(i) {
		before, pair := d.cost, d.pairs[o.at]
		d.masks[o.at] |= 1 << i
		d.pairs[o.at], d.cost = o.pair, o.cost
		d.deal(i + 1)
		d.masks[o.at] &^= 1 << i
		d.pairs[o.at], d.cost = pair, before
	}
}

type option struct {
	at   int
	pair *pair
	cost cost
}

func (d *dealing) options(i int) []option {
	var out []option
	opened := false
	for at, pl := range d.places {
		unused := pl == nil && d.masks[at] == 0 && !d.e.kept.narrow(at)
		if d.e.singles[i].consistent && at > 0 || unused && opened || !d.e.kept.carries(at, d.e.singles[i]) {
			continue
		}
		opened = opened || unused
		if pl == nil {
			pl = d.e.intern(&place{})
		}
		p := d.e.best(d.b, pl, d.masks[at]|1<<i)
		if p == nil {
			continue
		}
		c := d.cost.plus(p.cost)
		if d.pairs[at] != nil {
			c = c.minus(d.pairs[at].cost)
		}
		out = append(out, option{at, p, c})
	}
	slices.SortStableFunc(out, func(a, b option) int { return a.cost.compare(b.cost) })
	return out
}

// keep keeps what is dealt when it is better than what was found.
func (d *dealing) keep() {
	text := d.text()
	if d.found != nil && cmp.Or(d.cost.compare(d.found.cost), strings.Compare(text, d.found.text)) >= 0 {
		return
	}
	d.found = &answer{cost: d.cost, text: text, pairs: slices.Clone(d.pairs), masks: slices.Clone(d.masks)}
}

// text lists the templates of the pairs, those of indexes that nothing
// distinguishes in their own order.
func (d *dealing) text() string {
	var fixed, open []string
	for i, p := range d.pairs {
		switch {
		case p == nil:
		case d.places[i] != nil || d.e.kept.narrow(i):
			fixed = append(fixed, strconv.Itoa(i)+" "+p.text)
		default:
			open = append(open, p.text)
		}
	}
	slices.Sort(open)
	return strings.Join(append(fixed, open...), "\n")
}

// crowded says that more questions exclude each other than there are indexes:
// a quick no before any search.
func (e *entity) crowded(b *budget, indexes int) bool {
	return bits.OnesCount64(e.clique(b)) > indexes+1
}

// clique is a large set of own questions of which no two go on one index, found
// by taking each question in turn and adding what still fits.
func (e *entity) clique(b *budget) uint64 {
	var best uint64
	for i := range e.singles {
		mask := uint64(1) << i
		for j := range e.singles {
			if j != i && e.excludesAll(b, j, mask) {
				mask |= 1 << j
			}
		}
		if bits.OnesCount64(mask) > bits.OnesCount64(best) {
			best = mask
		}
	}
	return best
}

func (e *entity) excludesAll(b *budget, j int, mask uint64) bool {
	open := e.intern(&place{})
	for rest := mask; rest != 0; rest &= rest - 1 {
		if e.best(b, open, 1<<j|rest&-rest) != nil {
			return false
		}
	}
	return true
}
