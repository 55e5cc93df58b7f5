package inmem

import (
	"fmt"
	"slices"
	"time"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/keytext"
)

// Filter is what the pattern means: the items that match, in an order that it
// allows. It takes no notice of take = first, limits and select.
func Filter(p *access.Pattern, a Args, items []*Item) ([]*Item, error) {
	var out []*Item
	if void(p, a) {
		return nil, nil
	}
	for _, it := range items {
		ok, err := meant(p, a, it)
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, it)
		}
	}
	slices.SortStableFunc(out, func(x, y *Item) int { return order(p, x, y) })
	return out, nil
}

func meant(p *access.Pattern, a Args, it *Item) (bool, error) {
	i := slices.Index(p.Entities, it.Entity)
	if i < 0 || it.Marker != nil {
		return false, nil
	}
	if ok, err := it.Values.Holds(p.Where[i]); !ok || err != nil {
		return false, err
	}
	for _, o := range p.Equals {
		v, ok, err := it.Values.Value(o.Attributes[i])
		if !ok || err != nil || v != a.Equals[o.Name] {
			return false, err
		}
	}
	if p.Range == nil {
		return true, nil
	}
	return within(p, i, a, it)
}

// within judges the ladder and the bounds, which do not speak of the first
// entity.
func within(p *access.Pattern, i int, a Args, it *Item) (bool, error) {
	for n, o := range p.Range.Operands {
		attr := o.Attributes[i]
		if attr == nil || n > len(a.Ladder) {
			break
		}
		v, ok, err := it.Values.Value(attr)
		if err != nil {
			return false, err
		}
		if n < len(a.Ladder) {
			if !ok || v != a.Ladder[n] {
				return false, nil
			}
			continue
		}
		for _, b := range a.Bounds {
			if !ok || !admits(attr.Type, b, v) {
				return false, nil
			}
		}
	}
	return true, nil
}

// admits compares a time with a bound of any precision, all else by its type.
func admits(t model.Type, b keytext.Bound, v model.Value) bool {
	at, ok := b.Value.(time.Time)
	if !ok {
		return keytext.Admits(t, b, v)
	}
	c := moment(t, v).Compare(at)
	switch b.Op {
	case keytext.Equal:
		return c == 0
	case keytext.AtLeast:
		return c >= 0
	case keytext.Above:
		return c > 0
	case keytext.AtMost:
		return c <= 0
	case keytext.Below:
		return c < 0
	}
	return false
}

func moment(t model.Type, v model.Value) time.Time {
	if e, ok := t.(model.Epoch); ok {
		n := v.(int64)
		return []time.Time{time.Unix(n, 0), time.UnixMilli(n), time.Unix(0, n)}[e.Precision]
	}
	at, err := time.Parse(time.RFC3339Nano, v.(string))
	if err != nil {
		panic("inmem: a stored time that is none: " + err.Error())
	}
	return at
}

// order compares two matching items as the pattern asks, 0 where it does not.
func order(p *access.Pattern, x, y *Item) int {
	i, j := slices.Index(p.Entities, x.Entity), slices.Index(p.Entities, y.Entity)
	if p.First != nil {
		if c := rank(x.Entity != p.First) - rank(y.Entity != p.First); c != 0 {
			return c
		}
	}
	for _, k := range sortKeys(p) {
		a, b := k.Attributes[i], k.Attributes[j]
		if a == nil || b == nil {
			return 0
		}
		c := compareOn(a, b, x, y)
		if k.Desc != p.Descending {
			c = -c
		}
		if c != 0 {
			return c
		}
	}
	return 0
}

func compareOn(a, b *model.Attribute, x, y *Item) int {
	v, okV, errV := x.Values.Value(a)
	w, okW, errW := y.Values.Value(b)
	if errV != nil || errW != nil || !okV || !okW {
		return 0
	}
	return keytext.Compare(a.Type, v, w)
}

func rank(b bool) int {
	if b {
		return 1
	}
	return 0
}

// sortKeys are what the order is by: sort, else the range's attributes.
func sortKeys(p *access.Pattern) []access.SortKey {
	if len(p.Sort) > 0 || p.Range == nil {
		return p.Sort
	}
	var out []access.SortKey
	for _, o := range p.Range.Operands {
		out = append(out, access.SortKey{Operand: o})
	}
	return out
}

// Agree says how the rows differ from what the pattern means of all the items:
// an item too many or too few, the wrong order, an attribute that the pattern
// returns and the index does not carry. Ties may come in any order.
func Agree(p *access.Pattern, a Args, rows []Row, all []*Item) error {
	want, err := Filter(p, a, all)
	if err != nil {
		return err
	}
	if p.TakeFirst {
		return agreeFirst(p, rows, want)
	}
	for _, r := range rows {
		if !slices.Contains(want, r.Item) {
			return fmt.Errorf("%s returns what it does not mean: %v", p.Name, r.Item)
		}
	}
	if p.One && len(want) > 1 {
		if len(rows) < 2 {
			return fmt.Errorf("%s: two items match, and the request does not see it", p.Name)
		}
		return Carried(p, rows)
	}
	if len(rows) != len(want) {
		return fmt.Errorf("%s returns %d items and means %d", p.Name, len(rows), len(want))
	}
	for i := 1; i < len(rows); i++ {
		if order(p, rows[i-1].Item, rows[i].Item) > 0 {
			return fmt.Errorf("%s returns %v before %v", p.Name, rows[i-1].Item, rows[i].Item)
		}
	}
	return Carried(p, rows)
}

func agreeFirst(p *access.Pattern, rows []Row, want []*Item) error {
	if len(rows) != min(1, len(want)) {
		return fmt.Errorf("%s returns %d items, and %d match", p.Name, len(rows), len(want))
	}
	if len(rows) == 1 && (!slices.Contains(want, rows[0].Item) || order(p, rows[0].Item, want[0]) != 0) {
		return fmt.Errorf("%s returns %v, the first is %v", p.Name, rows[0].Item, want[0])
	}
	return Carried(p, rows)
}

// Tied says that the pattern allows either order of two items that match.
func Tied(p *access.Pattern, x, y *Item) bool { return order(p, x, y) == 0 }

// Carried looks for attributes that the index does not carry.
func Carried(p *access.Pattern, rows []Row) error {
	for _, r := range rows {
		if len(p.Entities) > 1 && !r.HasEntity() {
			return fmt.Errorf("%s returns items whose entity cannot be told", p.Name)
		}
		for _, a := range wanted(p, r.Entity) {
			if !r.Has(a) {
				return fmt.Errorf("%s returns %s without %s", p.Name, r.Entity.Name, a.Name)
			}
		}
	}
	return nil
}

// wanted are the stored attributes that a pattern returns of an entity:
// identity and expiry always, of a derived one what it is computed from.
func wanted(p *access.Pattern, e *model.Entity) []*model.Attribute {
	out := slices.Clone(e.Identity)
	if e.TTL != nil && !e.TTL.ReturnExpired {
		out = append(out, e.TTL.Attribute)
	}
	switch p.Select.Kind {
	case access.SelectAll:
		out = append(out, e.Attributes...)
	case access.SelectSome:
		out = append(out, p.Select.Attributes[slices.Index(p.Entities, e)]...)
	}
	return stored(out)
}

func stored(attrs []*model.Attribute) []*model.Attribute {
	var out []*model.Attribute
	for _, a := range attrs {
		if a.Derive != nil {
			out = append(out, stored(a.Derive.Sources())...)
			continue
		}
		out = append(out, a)
	}
	return out
}

// String shows the item's values in declaration order.
func (it *Item) String() string {
	if it.Marker != nil {
		return "marker of " + it.owner.String()
	}
	out := it.Entity.Name + "("
	for _, a := range it.Entity.Attributes {
		if v, ok := it.Values[a.Name]; ok {
			out += fmt.Sprintf(" %s=%#v", a.Name, v)
		}
	}
	return out + " )"
}
