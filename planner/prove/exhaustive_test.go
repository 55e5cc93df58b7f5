package prove_test

import (
	"fmt"
	"slices"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/inmem"
	"github.com/keyplan/keyplan/planner/keytext"
	"github.com/keyplan/keyplan/planner/layout"
)

// world is every item that can be made of three values an attribute, and every
// call of every pattern over them, with what each means.
type world struct {
	l      *layout.Layout
	entity []*model.Entity
	values []keytext.Values
	calls  [][]call
}

// call is one call of a pattern; want are numbers of items, in an order that
// the pattern allows, each with its rank in that order.
type call struct {
	args inmem.Args
	want []int
	rank map[int]int
}

// domainOf are the three values of an attribute: texts that begin each other,
// that hold the delimiter, the escape character and bytes below both, that are
// upper case, empty, or a literal.
func domainOf(a *model.Attribute) []model.Value {
	switch t := a.Type.(type) {
	case model.String:
		text := [][]model.Value{{"a", "a#", "a!"}, {"a", "a!$", "o"}, {"a", "a !", "A$"}}[len(a.Root().Name)%3]
		switch {
		case a.InIdentity || a.Optional:
			return text
		case a.References != nil:
			return []model.Value{"", text[1], text[2]}
		}
		return []model.Value{"", "o", "!#"}
	case model.Enum:
		return []model.Value{t.Values[0], t.Values[1], t.Values[2]}
	case model.Bool:
		return []model.Value{false, true}
	case model.Int, model.Epoch:
		return []model.Value{int64(-1), int64(2), int64(10)}
	case model.Decimal:
		return []model.Value{"-1", "2", "10"}
	case model.Timestamp:
		return []model.Value{"2024-12-31T23:59:59Z", "2025-01-01T00:00:00Z", "2025-01-01T00:00:01Z"}
	case model.Text:
		return nil
	}
	panic("no domain of " + a.Type.String())
}

// itemsOf are all items of e, those without optional attributes among them.
func itemsOf(e *model.Entity) []keytext.Values {
	out := []keytext.Values{{}}
	for _, a := range e.Attributes {
		if a.Derive != nil {
			continue
		}
		values := domainOf(a)
		var more []keytext.Values
		for _, item := range out {
			for _, v := range values {
				next := keytext.Values{a.Name: v}
				for name, w := range item {
					next[name] = w
				}
				more = append(more, next)
			}
			if a.Optional {
				more = append(more, item)
			}
		}
		out = more
	}
	return out
}

// newWorld works out what every pattern of l means.
func newWorld(l *layout.Layout) (*world, error) {
	w := &world{l: l, calls: make([][]call, len(l.Patterns))}
	table := inmem.New(l)
	for _, e := range l.Model.Entities {
		for _, v := range itemsOf(e) {
			if _, err := table.Add(e, v); err != nil {
				return nil, err
			}
			w.entity, w.values = append(w.entity, e), append(w.values, v)
		}
	}
	items := table.Items()
	for i, p := range l.Patterns {
		for _, args := range argsOf(p) {
			c, err := newCall(p, args, items)
			if err != nil {
				return nil, err
			}
			w.calls[i] = append(w.calls[i], c)
		}
	}
	return w, nil
}

func newCall(p *access.Pattern, args inmem.Args, items []*inmem.Item) (call, error) {
	c := call{args: args, rank: map[int]int{}}
	want, err := inmem.Filter(p, args, items)
	for i, it := range want {
		n := slices.Index(items, it)
		c.want = append(c.want, n)
		c.rank[n] = i
		if i > 0 && inmem.Tied(p, want[i-1], it) {
			c.rank[n] = c.rank[c.want[i-1]]
		}
	}
	return c, err
}

// argsOf are all calls of a pattern: every value of equals, and of the range
// every rung of the ladder, every operator and every two ends.
func argsOf(p *access.Pattern) []inmem.Args {
	var out []inmem.Args
	for _, equals := range equalsOf(p.Equals) {
		out = append(out, inmem.Args{Equals: equals})
		if p.Range == nil {
			continue
		}
		ladders := [][]model.Value{nil}
		for _, o := range p.Range.Operands {
			var longer [][]model.Value
			for _, ladder := range ladders {
				for _, bounds := range boundsOf(p.Range, o.Lead()) {
					out = append(out, inmem.Args{Equals: equals, Ladder: ladder, Bounds: bounds})
				}
				for _, v := range argumentDomain(o.Lead()) {
					longer = append(longer, append(slices.Clone(ladder), v))
				}
			}
			ladders = longer
		}
	}
	return out
}

func equalsOf(list []access.Operand) []keytext.Values {
	out := []keytext.Values{{}}
	for _, o := range list {
		var more []keytext.Values
		for _, given := range out {
			for _, v := range argumentDomain(o.Lead()) {
				next := keytext.Values{o.Name: v}
				for name, w := range given {
					next[name] = w
				}
				more = append(more, next)
			}
		}
		out = more
	}
	return out
}

// argumentDomain is the domain, of a derived attribute what it makes of its
// source's.
func argumentDomain(a *model.Attribute) []model.Value {
	if a.Derive == nil {
		return domainOf(a)
	}
	var out []model.Value
	source := a.Derive.Sources()[0]
	for _, v := range domainOf(source) {
		w, err := keytext.Apply(a.Derive, source.Type, v)
		if err != nil {
			panic(err)
		}
		out = append(out, w)
	}
	return out
}

func boundsOf(r *access.Range, a *model.Attribute) [][]keytext.Bound {
	ops := map[access.Bounds][]keytext.Op{
		access.AnyBound: {keytext.Equal, keytext.AtLeast, keytext.Above, keytext.AtMost, keytext.Below},
		access.AtLeast:  {keytext.AtLeast}, access.Above: {keytext.Above}, access.AtMost: {keytext.AtMost},
		access.Below: {keytext.Below}, access.BeginsWith: {keytext.BeginsWith},
	}[r.Bounds]
	var out [][]keytext.Bound
	for _, v := range domainOf(a) {
		for _, op := range ops {
			out = append(out, []keytext.Bound{{Op: op, Value: v}})
		}
		for _, w := range domainOf(a) {
			if r.Bounds == access.AnyBound || r.Bounds == access.Between {
				out = append(out, []keytext.Bound{{Op: keytext.AtLeast, Value: v}, {Op: keytext.AtMost, Value: w}})
			}
		}
	}
	if _, ok := a.Type.(model.String); ok && r.Bounds == access.AnyBound {
		out = append(out, []keytext.Bound{{Op: keytext.BeginsWith, Value: "a"}})
	}
	return out
}

// wrong says how a layout fails to answer the patterns over all the items, nil
// where it does not. Touched says which of the requests can differ from the
// world's.
func (w *world) wrong(l *layout.Layout, touched func(*layout.Request) bool) error {
	table := inmem.New(l)
	for i, e := range w.entity {
		if _, err := table.Add(e, w.values[i]); err != nil {
			return fmt.Errorf("an item that cannot be stored: %w", err)
		}
	}
	if err := w.collide(table, l); err != nil {
		return err
	}
	number := map[*inmem.Item]int{}
	for i, it := range table.Items() {
		number[it] = i
	}
	for i, r := range l.Requests {
		if r == nil || !touched(r) {
			continue
		}
		for _, c := range w.calls[i] {
			if err := w.differ(table, r, c, number); err != nil {
				return fmt.Errorf("%s %v: %w", r.Pattern.Name, c.args, err)
			}
		}
	}
	return nil
}

// collide looks for two items under one primary key that are not one item.
func (w *world) collide(table *inmem.Table, l *layout.Layout) error {
	seen := map[inmem.Key]*inmem.Item{}
	for _, it := range table.All() {
		k := *table.Key(it, l.Table)
		old := seen[k]
		seen[k] = it
		if old != nil && (old.Marker != it.Marker || it.Marker == nil && !sameIdentity(old, it)) {
			return fmt.Errorf("%v and %v share a primary key", old, it)
		}
	}
	return nil
}

func sameIdentity(a, b *inmem.Item) bool {
	if a.Entity != b.Entity {
		return false
	}
	for _, id := range a.Entity.Identity {
		if a.Values[id.Name] != b.Values[id.Name] {
			return false
		}
	}
	return true
}

// differ makes one call. All items are read at once, so that a limit is judged
// by itself.
func (w *world) differ(table *inmem.Table, r *layout.Request, c call, number map[*inmem.Item]int) error {
	if err := limits(r, c, w); err != nil {
		return err
	}
	whole, pattern := *r, *r.Pattern
	pattern.TakeFirst = false
	whole.Pattern, whole.Limit = &pattern, 0
	rows, err := table.Run(&whole, c.args)
	if err != nil {
		return err
	}
	if r.Pattern.Consistent && r.Index.Kind == layout.Global {
		return fmt.Errorf("no consistent read")
	}
	last := -1
	for _, row := range rows {
		n, isItem := number[row.Item]
		rank, wanted := c.rank[n]
		switch {
		case !isItem || !wanted:
			return fmt.Errorf("%v is not meant", row.Item)
		case rank < last:
			return fmt.Errorf("%v is out of order", row.Item)
		}
		last = rank
	}
	if len(rows) != len(c.want) {
		return fmt.Errorf("%d of %d items", len(rows), len(c.want))
	}
	return inmem.Carried(r.Pattern, rows)
}

// limits: a pattern that returns many must not stop at a limit, one that
// returns one must see a second.
func limits(r *layout.Request, c call, w *world) error {
	if r.Limit == 0 || len(c.want) == 0 || r.Pattern.One && r.Limit > 1 {
		return nil
	}
	var keys []keytext.Values
	for _, n := range c.want {
		id := keytext.Values{}
		for _, a := range w.primary(w.entity[n]) {
			id[a.Name] = w.values[n][a.Name]
		}
		if !slices.ContainsFunc(keys, func(k keytext.Values) bool { return fmt.Sprint(k) == fmt.Sprint(id) }) {
			keys = append(keys, id)
		}
	}
	if len(keys) > r.Limit {
		return fmt.Errorf("stops at %d of %d items", r.Limit, len(keys))
	}
	return nil
}

// primary are the attributes of an entity's primary key.
func (w *world) primary(e *model.Entity) []*model.Attribute {
	k := w.l.Table.Key(e)
	var out []*model.Attribute
	for _, side := range []model.Key{k.Partition, k.Sort} {
		for _, s := range side.(model.Template) {
			if p, ok := s.(model.Part); ok {
				out = append(out, p.Attribute)
			}
		}
	}
	return out
}
