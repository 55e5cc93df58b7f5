package planner_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner"
	"github.com/keyplan/keyplan/planner/layout"
)

// shop builds small models in code, so that a test of the planner needs no
// parser.
type shop struct {
	m        *model.Model
	patterns []*access.Pattern
	line     int
}

func newShop() *shop {
	return &shop{m: &model.Model{Table: &model.Table{
		Label: "shop", Name: "shop", EntityAttribute: "entity", Delimiter: '#', MaxIndexes: 20,
		Keys: model.KeyNames{
			Partition: "PK", Sort: "SK", Index: "GSI%d", IndexPartition: "GSI%dPK", IndexSort: "GSI%dSK",
			Local: "LSI%d", LocalSort: "LSI%dSK",
		},
	}}}
}

// plan is what Plan takes.
func (s *shop) plan() (*model.Model, []*access.Pattern, planner.Options) {
	return s.m, s.patterns, planner.Options{}
}

func (s *shop) here() hcl.Range {
	s.line++
	pos := hcl.Pos{Line: s.line, Column: 1, Byte: s.line * 10}
	end := hcl.Pos{Line: s.line, Column: 5, Byte: s.line*10 + 4}
	return hcl.Range{Filename: "shop.hcl", Start: pos, End: end}
}

// entity declares one: "name prefix# = id, id2 | attribute…", where an attribute
// is name[:type][?][!][=root] with ? for optional and ! for immutable.
func (s *shop) entity(text string) *model.Entity {
	head, attrs, _ := strings.Cut(text, "|")
	name, ids, _ := strings.Cut(head, "=")
	fields := strings.Fields(name)
	e := &model.Entity{Name: fields[0], Prefix: fields[1], PrefixSet: true, Range: s.here()}
	e.NameRange, e.IdentityRange = e.Range, e.Range
	s.m.Entities = append(s.m.Entities, e)
	for _, a := range strings.FieldsFunc(ids, comma) {
		attr := s.attribute(e, strings.TrimSpace(a))
		attr.InIdentity, attr.Immutable = true, true
		e.Identity = append(e.Identity, attr)
	}
	for _, a := range strings.Fields(attrs) {
		s.attribute(e, a)
	}
	s.prefixes(e)
	return e
}

func comma(r rune) bool { return r == ',' }

func (s *shop) attribute(e *model.Entity, text string) *model.Attribute {
	text, root, isRef := strings.Cut(text, "=")
	a := &model.Attribute{Entity: e, Type: model.ULID{}, Range: s.here()}
	a.NameRange = a.Range
	a.Optional = strings.Contains(text, "?")
	a.Immutable = strings.Contains(text, "!")
	text = strings.Trim(text, "?!")
	name, typ, typed := strings.Cut(text, ":")
	a.Name, a.StoredAs = name, name
	if typed {
		a.Type = typeOf(typ)
	}
	if isRef {
		owner, attr, _ := strings.Cut(root, ".")
		a.References = s.find(owner).Attribute(attr)
		a.Type = a.References.Type
	}
	e.Attributes = append(e.Attributes, a)
	return a
}

func typeOf(name string) model.Type {
	switch name {
	case "ulid":
		return model.ULID{}
	case "string":
		return model.String{MaxLength: 40}
	case "text":
		return model.String{}
	case "long":
		return model.String{MaxLength: 2000}
	case "int":
		return model.Int{}
	case "time":
		return model.Timestamp{Precision: model.Millisecond}
	case "date":
		return model.Date{}
	case "bool":
		return model.Bool{}
	case "enum":
		return model.Enum{Values: []string{"a", "b", "c"}}
	case "float":
		return model.Float{}
	case "decimal":
		return model.Decimal{}
	}
	panic("no type " + name)
}

// prefixes chooses the literals of attributes as keys.md says.
func (s *shop) prefixes(e *model.Entity) {
	for _, a := range e.Attributes {
		r := a.Root()
		a.Prefix = strings.ToUpper(r.Name) + "#"
		if ids := r.Entity.Identity; len(ids) > 0 && ids[len(ids)-1] == r {
			a.Prefix = r.Entity.Prefix
		}
	}
}

func (s *shop) find(name string) *model.Entity {
	for _, e := range s.m.Entities {
		if e.Name == name {
			return e
		}
	}
	panic("no entity " + name)
}

// pattern declares one: "name: entity, entity | equals a, b | range a | sort -a,
// b | where a=v && b! | descending | first e | shards | consistent".
func (s *shop) pattern(text string) *access.Pattern {
	parts := strings.Split(text, "|")
	name, entities, _ := strings.Cut(parts[0], ":")
	p := &access.Pattern{Name: strings.TrimSpace(name), MaxBuckets: 31, DeclRange: s.here()}
	p.NameRange = p.DeclRange
	for _, e := range strings.FieldsFunc(entities, comma) {
		p.Entities = append(p.Entities, s.find(strings.TrimSpace(e)))
	}
	p.Multiple = len(p.Entities) > 1
	p.Where = make([]model.Condition, len(p.Entities))
	for _, clause := range parts[1:] {
		word, rest, _ := strings.Cut(strings.TrimSpace(clause), " ")
		s.clause(p, word, strings.FieldsFunc(strings.ReplaceAll(rest, " ", ""), comma))
	}
	if p.First != nil && p.Range != nil {
		p.Range.Bounds = access.AtMost
		if p.Descending {
			p.Range.Bounds = access.AtLeast
		}
	}
	p.One, p.OneBy = one(p)
	s.patterns = append(s.patterns, p)
	return p
}

func (s *shop) clause(p *access.Pattern, word string, names []string) {
	switch word {
	case "first":
		p.First = s.find(names[0])
	case "equals":
		for _, n := range names {
			p.Equals = append(p.Equals, s.operand(p, n, false))
		}
	case "range":
		p.Range = &access.Range{Range: s.here()}
		for _, n := range names {
			p.Range.Operands = append(p.Range.Operands, s.operand(p, n, true))
		}
	case "sort":
		for _, n := range names {
			desc := strings.HasPrefix(n, "-")
			p.Sort = append(p.Sort, access.SortKey{Operand: s.operand(p, strings.TrimPrefix(n, "-"), true), Desc: desc})
		}
	case "where":
		for _, n := range names {
			s.where(p, n)
		}
	case "descending":
		p.Descending = true
	case "shards":
		p.Shards = 1
	case "consistent":
		p.Consistent = true
	case "select":
		p.Select.Kind = access.SelectSome
		for _, e := range p.Entities {
			var list []*model.Attribute
			for _, n := range names {
				list = append(list, e.Attribute(n))
			}
			p.Select.Attributes = append(p.Select.Attributes, list)
		}
	default:
		panic("no clause " + word)
	}
}

func (s *shop) operand(p *access.Pattern, name string, ordered bool) access.Operand {
	o := access.Operand{Name: name, Range: s.here()}
	for _, e := range p.Entities {
		a := e.Attribute(name)
		if ordered && e == p.First {
			a = nil
		} else if a == nil {
			panic(fmt.Sprintf("%s: %s has no %s", p.Name, e.Name, name))
		}
		o.Attributes = append(o.Attributes, a)
	}
	return o
}

// where adds a=v, a!v, a! (present) or a? (absent).
func (s *shop) where(p *access.Pattern, text string) {
	p.WhereRange = s.here()
	for i, e := range p.Entities {
		var atom model.Atom
		if name, v, ok := strings.Cut(text, "="); ok {
			atom = model.Compare{Attribute: e.Attribute(name), Value: v}
		} else if name, v, ok := strings.Cut(text, "!"); ok && v != "" {
			atom = model.Compare{Attribute: e.Attribute(name), Not: true, Value: v}
		} else if ok {
			atom = model.Present{Attribute: e.Attribute(name)}
		} else {
			atom = model.Absent{Attribute: e.Attribute(strings.TrimSuffix(text, "?"))}
		}
		p.Where[i].Atoms = append(p.Where[i].Atoms, atom)
	}
}

// one says that a pattern can match one item at most.
func one(p *access.Pattern) (bool, *model.Unique) {
	if len(p.Entities) > 1 {
		return false, nil
	}
	fixed := map[*model.Attribute]bool{}
	for _, o := range p.Equals {
		fixed[o.Attributes[0]] = true
	}
	for _, a := range p.Where[0].Atoms {
		if c, ok := a.(model.Compare); ok && !c.Not {
			fixed[c.Attribute] = true
		}
	}
	for _, a := range p.Entities[0].Identity {
		if !fixed[a] {
			return false, nil
		}
	}
	return true, nil
}

// show prints a layout, one line a key and one a pattern.
func show(l *layout.Layout) string {
	var b strings.Builder
	for _, x := range append([]*layout.Index{l.Table}, l.Indexes...) {
		for _, k := range x.Keys {
			fmt.Fprintf(&b, "%s %s: %s / %s", x.Name, k.Entity.Name, k.Partition, k.Sort)
			if len(k.When.Atoms) > 0 {
				fmt.Fprintf(&b, " when %s", k.When)
			}
			b.WriteByte('\n')
		}
	}
	for i, r := range l.Requests {
		if r == nil {
			fmt.Fprintf(&b, "%s: none\n", l.Patterns[i].Name)
			continue
		}
		fmt.Fprintf(&b, "%s: %s %s %s", r.Pattern.Name, []string{"GetItem", "Query"}[r.Operation], r.Index.Name, r.Partition)
		switch s := r.Sort; s.Kind {
		case layout.Exact:
			fmt.Fprintf(&b, " = %s", s.Prefix)
		case layout.Begins:
			fmt.Fprintf(&b, " ^ %s", s.Prefix)
		case layout.Span:
			fmt.Fprintf(&b, " %s..%s (%s)", s.From, s.To, s.Prefix)
		}
		for _, part := range r.Sort.Range {
			fmt.Fprintf(&b, " [%s]", part)
		}
		if !r.Forward {
			b.WriteString(" back")
		}
		if r.Limit > 0 {
			fmt.Fprintf(&b, " limit %d", r.Limit)
		}
		for _, p := range r.SharesWith {
			fmt.Fprintf(&b, " as %s", p.Name)
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "%d indexes, at least %d, proved %t\n", l.Minimum.GlobalIndexes, l.Minimum.LowerBound, l.Minimum.Proved)
	for _, r := range l.Minimum.Because {
		fmt.Fprintln(&b, r.Text)
	}
	return b.String()
}

func texts(diags hcl.Diagnostics) string {
	var b strings.Builder
	for _, d := range diags {
		fmt.Fprintf(&b, "%s: %s; %s\n", d.Subject, d.Summary, d.Detail)
	}
	return b.String()
}

func check(t *testing.T, what, got, want string) {
	t.Helper()
	if strings.TrimSpace(got) != strings.TrimSpace(want) {
		t.Errorf("%s is\n%s\nwant\n%s", what, got, want)
	}
}
