package prove

import (
	"fmt"
	"slices"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
)

// order proves that the order of the key is the order asked for, for each
// entity and across them.
func (p *prover) order(a *ask) {
	var first *carried
	firstAt, prefix := -1, 0
	for i, e := range a.pattern.Entities {
		c, f := p.keys[a.request.Index.Key(e)], a.meaning(i)
		if !ranged(a.pattern, i) || f.impossible() {
			continue // not ordered, or no item is meant
		}
		n, reason := a.sorted(i, c.sort, f)
		if reason == "" && first != nil {
			reason = a.aligned(firstAt, i, first.sort, c.sort, max(n, prefix))
		}
		if reason != "" {
			p.fail(ordered, a.pattern, reason, p.disorder(a, i, c, f))
			return
		}
		if first == nil {
			first, firstAt = c, i
		}
		prefix = max(prefix, n)
	}
	p.firstFirst(a)
}

// sorted says why the items of entity i do not come in the order asked for, and
// how many fields of the sort key make the order.
func (a *ask) sorted(i int, key []field, f *facts) (fields int, reason string) {
	want := a.wanted(i, f)
	for n, k := range key {
		if len(want) == 0 {
			break
		}
		if a.constant(i, k, f) {
			continue
		}
		if k.part.Attribute != want[0].Attributes[i] {
			return 0, fmt.Sprintf("%s stands before %s in the sort key of %s on %s",
				k.part.Attribute.Name, want[0].Name, a.pattern.Entities[i].Name, a.request.Index.Name)
		}
		ok, descending := sorts(*k.part, a.d, n < len(key)-1)
		if !ok {
			return 0, fmt.Sprintf("the text %s does not sort as its values do", k)
		}
		if (descending == a.request.Forward) != (want[0].Desc != a.pattern.Descending) {
			return 0, fmt.Sprintf("%s comes in the opposite direction", want[0].Name)
		}
		want, fields = want[1:], n+1
	}
	if len(want) > 0 {
		return 0, fmt.Sprintf("%s is not in the sort key of %s on %s", want[0].Name, a.pattern.Entities[i].Name, a.request.Index.Name)
	}
	return fields, ""
}

// wanted leaves out what is the same for all items that come back.
func (a *ask) wanted(i int, f *facts) []access.SortKey {
	var out []access.SortKey
	for _, k := range asked(a.pattern) {
		if !a.constant(i, field{part: &model.Part{Attribute: k.Attributes[i]}}, f) {
			out = append(out, k)
		}
	}
	return out
}

// constant: all items of entity i that come back have one text there.
func (a *ask) constant(i int, k field, f *facts) bool {
	if k.part == nil {
		return true
	}
	for _, o := range a.pattern.Equals {
		if o.Attributes[i] == k.part.Attribute {
			return true
		}
	}
	_, one := f.set(k.part.Attribute).value()
	return one
}

// aligned says why two entities do not merge into one order: up to the last
// field that makes the order their keys must be alike.
func (a *ask) aligned(i, j int, x, y []field, fields int) string {
	for _, k := range asked(a.pattern) {
		v, okV := a.meaning(i).set(k.Attributes[i]).value()
		w, okW := a.meaning(j).set(k.Attributes[j]).value()
		if okV && okW && v != w {
			return fmt.Sprintf("%s is %v in all of %s and %v in all of %s", k.Name, v, a.pattern.Entities[i].Name, w, a.pattern.Entities[j].Name)
		}
	}
	for n := range fields {
		if n >= len(x) || n >= len(y) || !a.alike(i, j, x[n], y[n]) {
			return fmt.Sprintf("%s and %s do not sort among each other on %s: their sort keys are not alike",
				a.pattern.Entities[i].Name, a.pattern.Entities[j].Name, a.request.Index.Name)
		}
	}
	return ""
}

func (a *ask) alike(i, j int, x, y field) bool {
	if x.part == nil || y.part == nil {
		return x.part == y.part && x.literal == y.literal
	}
	v, fixed := a.meaning(i).set(x.part.Attribute).value()
	w, also := a.meaning(j).set(y.part.Attribute).value()
	if fixed && also && v == w {
		return sameText(*x.part, *y.part, a.d)
	}
	for _, list := range [][]access.Operand{a.pattern.Equals, operands(asked(a.pattern))} {
		for _, o := range list {
			if o.Attributes[i] == x.part.Attribute && o.Attributes[j] == y.part.Attribute {
				return sameText(*x.part, *y.part, a.d)
			}
		}
	}
	return false
}

func operands(keys []access.SortKey) []access.Operand {
	var out []access.Operand
	for _, k := range keys {
		out = append(out, k.Operand)
	}
	return out
}

// firstFirst proves that the first entity comes before the others in the
// direction read.
func (p *prover) firstFirst(a *ask) {
	at := slices.Index(a.pattern.Entities, a.pattern.First)
	if at < 0 || a.meaning(at).impossible() {
		return
	}
	index := a.request.Index
	first := p.keys[index.Key(a.pattern.First)]
	for i, e := range a.pattern.Entities {
		if i == at || a.meaning(i).impossible() {
			continue
		}
		low, high := first, p.keys[index.Key(e)]
		if !a.request.Forward {
			low, high = high, low
		}
		if !below(low.sort[len(a.sort):], high.sort[len(a.sort):], p.d) {
			p.fail(ordered, a.pattern, fmt.Sprintf("%s does not come before every %s on %s", first.entity.Name, e.Name, index.Name), "")
			return
		}
	}
}

// below says that every text of the one is below every text of the other.
func below(low, high []field, d byte) bool {
	x, whole := known(low, d)
	y, wholeY := known(high, d)
	n := 0
	for n < min(len(x), len(y)) && x[n] == y[n] {
		n++
	}
	switch {
	case n < len(x) && n < len(y):
		return x[n] < y[n]
	case n == len(x) && whole:
		return len(y) > n || !wholeY && neverEmpty(high)
	}
	return false
}

// neverEmpty says that the text of the first part is never empty.
func neverEmpty(fields []field) bool {
	for i, f := range fields {
		if f.part != nil {
			_, escaped := f.part.Attribute.Type.(model.String)
			_, text := f.part.Attribute.Type.(model.Text)
			return f.part.Attribute.InIdentity || i < len(fields)-1 || !escaped && !text
		}
	}
	return false
}
