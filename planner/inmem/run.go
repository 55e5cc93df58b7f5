package inmem

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/keytext"
	"github.com/keyplan/keyplan/planner/layout"
)

// Args are what a caller gives to a pattern.
type Args struct {
	// Equals are by the names of the pattern's equals. Of a derived attribute
	// it is the derived value; keytext.Apply makes it from the source's.
	Equals keytext.Values
	// Ladder are the values of a leading run of the range's attributes.
	Ladder []model.Value
	// Bounds are of the range's attribute that follows.
	Bounds []keytext.Bound
}

// Row is an item as a request returns it.
type Row struct {
	*Item
	index  *layout.Index
	layout *layout.Layout
}

// Run makes the request of a pattern: nothing where an argument is one that
// the generated package refuses or knows to match nothing. An error is of a
// request that could not be made at all.
func (t *Table) Run(r *layout.Request, a Args) ([]Row, error) {
	x := slices.Index(t.indexes, r.Index)
	if x < 0 {
		return nil, fmt.Errorf("the layout has no index %s", r.Index.Name)
	}
	asked, err := Ask(r, a, t.layout.Model.Table.Delimiter)
	if err != nil || asked.Sort.Kind == keytext.Empty {
		return nil, err
	}
	if r.Operation == layout.GetItem && (x != 0 || asked.Sort.Kind != keytext.Exact) {
		return nil, fmt.Errorf("GetItem takes the whole primary key of the table")
	}
	var out []Row
	for _, it := range t.items {
		k := it.keys[x]
		if k != nil && k.Partition == asked.Partition && asked.Sort.Matches(k.Sort) {
			out = append(out, Row{it, r.Index, t.layout})
		}
	}
	slices.SortFunc(out, func(a, b Row) int { return compareKeys(a, b, x) })
	if !r.Forward {
		slices.Reverse(out)
	}
	return limited(out, r), nil
}

func limited(rows []Row, r *layout.Request) []Row {
	limit := len(rows)
	if r.Limit > 0 {
		limit = min(limit, r.Limit)
	}
	if r.Pattern.TakeFirst {
		limit = min(limit, 1)
	}
	return rows[:limit]
}

// compareKeys is by sort key. DynamoDB promises nothing of ties; here they come
// in an order that is none of the items', so that nobody relies on it.
func compareKeys(a, b Row, x int) int {
	return cmp.Or(
		strings.Compare(a.keys[x].Sort, b.keys[x].Sort),
		cmp.Compare(scramble(*a.keys[0]), scramble(*b.keys[0])))
}

func scramble(k Key) uint64 {
	h := fnv.New64a()
	h.Write([]byte(k.Partition + "\x00" + k.Sort))
	return h.Sum64()
}

// void says that a generated method answers without a request: an identity
// attribute is empty, a value is none of its type, or where excludes it.
func void(p *access.Pattern, a Args) bool {
	excluded := len(p.Entities)
	for i := range p.Entities {
		if !possible(p, i, a) {
			excluded--
		}
	}
	return excluded == 0 || !valid(p, a)
}

func valid(p *access.Pattern, a Args) bool {
	for _, o := range p.Equals {
		for _, attr := range o.Attributes {
			if attr != nil && keytext.CheckAttribute(attr, a.Equals[o.Name]) != nil {
				return false
			}
		}
	}
	return true
}

// possible says whether where of entity i allows the arguments.
func possible(p *access.Pattern, i int, a Args) bool {
	for _, o := range p.Equals {
		for _, atom := range p.Where[i].Atoms {
			if atom.On() == o.Attributes[i] && !keytext.Satisfies(atom, a.Equals[o.Name], true) {
				return false
			}
		}
	}
	return true
}

// render is the text of a request's template.
func render(p *access.Pattern, t model.Template, a Args, d byte) (string, error) {
	out := ""
	for _, s := range t {
		switch s := s.(type) {
		case model.Literal:
			out += string(s)
		case model.Part:
			v, err := argument(p, s.Attribute, a)
			if err != nil {
				return "", err
			}
			text, err := keytext.Encode(s.Attribute.Type, s.Form, d, v)
			if err != nil {
				return "", err
			}
			out += text
		case model.Shard:
			return "", fmt.Errorf("a request reads one shard at a time")
		}
	}
	return out, nil
}

// argument is what the caller gives for an attribute that a request names.
func argument(p *access.Pattern, attr *model.Attribute, a Args) (model.Value, error) {
	for _, o := range p.Equals {
		if slices.Contains(o.Attributes, attr) {
			return a.Equals[o.Name], nil
		}
	}
	return nil, fmt.Errorf("%s is not given by the caller", attr.Name)
}

// sortCondition is the request's condition with the caller's bounds.
func sortCondition(r *layout.Request, a Args, d byte) (keytext.Condition, error) {
	s := r.Sort
	prefix, err := render(r.Pattern, s.Prefix, a, d)
	if err != nil {
		return keytext.Condition{}, err
	}
	if len(a.Ladder)+len(a.Bounds) > 0 {
		return bounded(r, a, prefix, d)
	}
	switch s.Kind {
	case layout.Whole:
		return keytext.Condition{Kind: keytext.Whole}, nil
	case layout.Exact:
		return keytext.Condition{Kind: keytext.Exact, Low: prefix}, nil
	case layout.Begins:
		return keytext.Bounded{Prefix: prefix}.Condition()
	case layout.Span:
		from, to, err := span(r, a, d)
		return keytext.Condition{Kind: keytext.Between, Low: from, High: to}, err
	}
	panic("inmem: unknown sort condition")
}

func span(r *layout.Request, a Args, d byte) (from, to string, err error) {
	if from, err = render(r.Pattern, r.Sort.From, a, d); err != nil {
		return "", "", err
	}
	to, err = render(r.Pattern, r.Sort.To, a, d)
	return from, to, err
}

// bounded descends the ladder by equality and bounds the next part.
func bounded(r *layout.Request, a Args, prefix string, d byte) (keytext.Condition, error) {
	parts := r.Sort.Range
	if r.Pattern.Range == nil || len(parts) != len(r.Pattern.Range.Operands) {
		return keytext.Condition{}, fmt.Errorf("the request bounds other attributes than the pattern")
	}
	place := keytext.Bounded{Prefix: prefix, Delimiter: d}
	if r.Sort.Kind == layout.Span {
		from, to, err := span(r, a, d)
		if err != nil {
			return keytext.Condition{}, err
		}
		place.From, place.To = from, to
	}
	for i, part := range parts {
		if !slices.Contains(r.Pattern.Range.Operands[i].Attributes, part.Attribute) {
			return keytext.Condition{}, fmt.Errorf("the request bounds %s, the caller %s", part.Attribute.Name, r.Pattern.Range.Operands[i].Name)
		}
		place.Type, place.Form = part.Attribute.Type, part.Form
		place.Last = r.Sort.EndsKey && i == len(parts)-1
		if i == len(a.Ladder) {
			return place.Condition(a.Bounds...)
		}
		c, err := place.Condition(keytext.Bound{Op: keytext.Equal, Value: a.Ladder[i]})
		if err != nil || c.Kind != keytext.Begins {
			return c, err // nothing, or the key itself
		}
		place = keytext.Bounded{Prefix: c.Low, Delimiter: d}
	}
	return keytext.Condition{Kind: keytext.Begins, Low: place.Prefix}, nil
}

// Has says whether a, present on the item, can be read from what the index
// returned: it is projected, or it is of the identity and stands in a projected
// key.
func (r Row) Has(a *model.Attribute) bool {
	switch p := r.index.Projection; {
	case r.index.Kind == layout.Primary || p.Kind == model.ProjectAll:
		return true
	case p.Kind == model.ProjectInclude && slices.Contains(p.Include, a.StoredAs):
		return true
	}
	return a.InIdentity && (inKey(r.index.Key(a.Entity), a) || inKey(r.layout.Table.Key(a.Entity), a))
}

// HasEntity says whether the entity attribute was returned, where the table has
// one.
func (r Row) HasEntity() bool {
	name, p := r.layout.Model.Table.EntityAttribute, r.index.Projection
	return name == "" || r.index.Kind == layout.Primary || p.Kind == model.ProjectAll || slices.Contains(p.Include, name)
}

func inKey(k *layout.EntityKey, a *model.Attribute) bool {
	if k == nil {
		return false
	}
	for _, side := range []model.Key{k.Partition, k.Sort} {
		t, _ := side.(model.Template)
		for _, s := range t {
			if p, ok := s.(model.Part); ok && p.Attribute == a {
				return true
			}
		}
	}
	return false
}
