package access

import (
	"fmt"
	"math"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/model/syntax"
)

const (
	// defaultMaxBuckets bounds a range over a bucketed attribute.
	defaultMaxBuckets = 31
	// maxBuckets is the most that max_buckets may say.
	maxBuckets = 10_000
	// maxShards is the most partitions that a pattern may be spread over.
	maxShards = 1000
)

func patternShape() syntax.Shape {
	return syntax.Shape{
		What: "an access pattern",
		Args: []string{"description", "entity", "entities", "equals", "range", "sort", "order", "where", "limit", "consistent",
			"select", "take", "one", "through", "shards", "max_buckets", "first", "external", "rate", "returns", "go_name"},
		Elsewhere: map[string]string{
			"filter":     "There is no filter: it would run after the read, which is paid for. Write what always holds as where, and what the caller gives as equals or range.",
			"index":      "The planner chooses the index. To fix a key by hand, write a key block in the entity.",
			"descending": "Write order = descending.",
			"ascending":  "Write order = ascending, or nothing: it is the default.",
			"page_size":  "The default page size is limit.",
		},
	}
}

// Decode reads the access_pattern blocks of m, in order. With diagnostics of
// severity error, of m or here, the patterns are as much as could be understood.
func Decode(m *model.Model) ([]*Pattern, hcl.Diagnostics) {
	var diags hcl.Diagnostics
	var patterns []*Pattern
	for _, block := range m.PatternBlocks {
		d := newDecoder(m, block, &diags)
		d.decode()
		if first := named(patterns, d.p.Name); first != nil {
			d.add(diag.Error("M010", d.p.NameRange, fmt.Sprintf("a second access pattern %s", syntax.Quote(d.p.Name)),
				"Names of one kind differ from each other. Rename one of the two, or drop it.",
				diag.At(fmt.Sprintf("the first %s is declared here", syntax.Quote(d.p.Name)), first.NameRange)))
			continue
		}
		patterns = append(patterns, d.p)
	}
	if !diags.HasErrors() {
		diags = append(diags, findSame(patterns)...)
	}
	return patterns, diag.Sort(diags)
}

func named(patterns []*Pattern, name string) *Pattern {
	for _, p := range patterns {
		if p.Name == name && name != "" {
			return p
		}
	}
	return nil
}

// decoder reads one block.
type decoder struct {
	m     *model.Model
	p     *Pattern
	r     *syntax.Reader
	diags *hcl.Diagnostics
	// from is how many diagnostics there were before this pattern.
	from int
}

func newDecoder(m *model.Model, block *hcl.Block, diags *hcl.Diagnostics) *decoder {
	from := len(*diags)
	b := &hclsyntax.Block{Type: block.Type, Labels: block.Labels, LabelRanges: block.LabelRanges, TypeRange: block.TypeRange, Body: block.Body.(*hclsyntax.Body)}
	r := syntax.Read(b, patternShape(), diags)
	d := &decoder{m: m, r: r, diags: diags, from: from, p: &Pattern{DeclRange: r.Header()}}
	name, ok := r.Label(b)
	d.p.Name, d.p.NameRange = name.V, name.Range
	if ok {
		if wrong := model.CheckName(name.V, "access pattern", name.Range); wrong != nil {
			d.add(wrong)
		}
	}
	return d
}

func (d *decoder) add(ds ...*hcl.Diagnostic) { *d.diags = append(*d.diags, ds...) }

// failed says whether this pattern has errors so far: then the rules about what
// is missing stay silent.
func (d *decoder) failed() bool { return (*d.diags)[d.from:].HasErrors() }

func (d *decoder) decode() {
	p := d.p
	p.Description = d.r.Text("description").V
	p.External = d.external()
	d.entities()
	d.numbers()
	d.flags()
	if len(p.Entities) == 0 || p.External != "" {
		return // what else an external pattern says is for its readers
	}
	d.first()
	p.Equals, p.EqualsRange = d.equals()
	d.where()
	d.ordering()
	d.selection()
	d.check()
}

func (d *decoder) external() string {
	v := d.r.Text("external")
	if v.Set && strings.TrimSpace(v.V) == "" {
		d.add(diag.Error("A020", v.Range, "external by nobody", `Say what answers the pattern: external = "OpenSearch".`))
	}
	return v.V
}

// entities reads entity or entities.
func (d *decoder) entities() {
	p := d.p
	one, many := d.r.Name("entity"), d.r.Names("entities")
	hasOne, hasMany := d.r.Arg("entity") != nil, d.r.Arg("entities") != nil
	p.EntitiesRange, p.Multiple = one.Range, hasMany
	if hasMany {
		p.EntitiesRange = many.Range
	}
	switch {
	case hasOne && hasMany:
		d.add(diag.Error("A001", d.r.ArgName("entities"), "both entity and entities",
			"Write entity for items of one kind, entities for a collection of several.", diag.At("entity is given here", d.r.ArgName("entity"))))
	case !hasOne && !hasMany:
		if p.External == "" {
			d.add(diag.Error("A001", p.DeclRange, fmt.Sprintf("access pattern %s of no entity", syntax.Quote(p.Name)), "Say what it returns: entity = …, or entities = [ … ]."))
		}
	case hasMany && many.Set && len(many.V) == 0:
		d.add(diag.Error("A001", many.Range, "no entities", "Say what the pattern returns: entities = [customer, order]."))
	}
	names := many.V
	if one.Set {
		names = append([]syntax.Name{one}, names...)
	}
	seen := map[*model.Entity]bool{}
	for _, name := range names {
		e := d.m.FindEntity(name, d.diags)
		switch {
		case e == nil:
		case seen[e]:
			if !hasOne {
				d.add(diag.Error("A009", name.Range, fmt.Sprintf("%s is named twice", e.Name), "Drop one of the two."))
			}
		default:
			seen[e] = true
			p.Entities = append(p.Entities, e)
		}
	}
}

func (d *decoder) numbers() {
	p := d.p
	p.Limit = int(d.r.Int("limit", 1, math.MaxInt32).V)
	shards := d.r.Int("shards", 1, maxShards)
	p.Shards, p.ShardsRange = int(shards.V), shards.Range
	buckets := d.r.Int("max_buckets", 1, maxBuckets)
	p.MaxBuckets, p.MaxBucketsRange = defaultMaxBuckets, buckets.Range
	if buckets.Set {
		p.MaxBuckets = int(buckets.V)
	}
	if v := d.r.Amount("rate"); v.Set {
		p.Rate = &v.V
	}
	if v := d.r.Amount("returns"); v.Set {
		p.Returns = &v.V
	}
}

func (d *decoder) flags() {
	p := d.p
	consistent := d.r.Bool("consistent")
	p.Consistent, p.ConsistentRange = consistent.V, consistent.Range
	p.TakeFirst = d.r.Keyword("take", "first").Set
	p.ThroughUnique = d.r.Keyword("through", "unique").Set
	order := d.r.Keyword("order", "ascending", "descending")
	p.OrderRange, p.Descending = order.Range, order.V == "descending"
	p.OneRange = d.r.Bool("one").Range
	name := d.r.Text("go_name")
	p.GoName, p.GoNameRange = name.V, name.Range
	if name.Set {
		if wrong := model.CheckGoName(name, "go_name"); wrong != nil {
			d.add(wrong)
			p.GoName = ""
		}
	}
}

// first reads which entity must come first.
func (d *decoder) first() {
	p := d.p
	name := d.r.Name("first")
	p.FirstRange = name.Range
	if !name.Set {
		return
	}
	e := d.m.FindEntity(name, d.diags)
	if e == nil {
		return
	}
	if d.index(e) < 0 || len(p.Entities) < 2 {
		d.add(diag.Error("A012", name.Range, fmt.Sprintf("%s cannot come first", e.Name),
			"The argument says which of several entities leads the collection: name one of entities.", diag.At("the entities are named here", p.EntitiesRange)))
		return
	}
	p.First = e
}

// index is the place of e among the pattern's entities, -1 for none.
func (d *decoder) index(e *model.Entity) int {
	for i, other := range d.p.Entities {
		if other == e {
			return i
		}
	}
	return -1
}

func (d *decoder) equals() ([]Operand, hcl.Range) {
	names := d.r.Names("equals")
	var out []Operand
	for _, name := range names.V {
		o, ok := d.operand(name, nil)
		switch {
		case !ok:
		case holds(out, o):
			d.twice(name, "equals")
		default:
			out = append(out, o)
		}
	}
	return out, names.Range
}

// holds says whether o speaks of an attribute that list already has.
func holds(list []Operand, o Operand) bool {
	for _, other := range list {
		if same(other, o) {
			return true
		}
	}
	return false
}

func (d *decoder) twice(name syntax.Name, where string) {
	d.add(diag.Error("A009", name.Range, fmt.Sprintf("%s is named twice", name.V),
		fmt.Sprintf("The caller gives each attribute once, and %s already has it. Drop one of the two.", where)))
}

// same says whether two operands speak of one attribute.
func same(a, b Operand) bool {
	for i := range a.Attributes {
		if i < len(b.Attributes) && a.Attributes[i] != nil && a.Attributes[i] == b.Attributes[i] {
			return true
		}
	}
	return false
}

// where reads the condition, once for each entity, in the entity's own
// attributes.
func (d *decoder) where() {
	p := d.p
	p.Where = make([]model.Condition, len(p.Entities))
	expr := d.r.Arg("where")
	if expr == nil {
		return
	}
	p.WhereRange = expr.Range()
	for i := range p.Entities {
		p.Where[i] = model.DecodeCondition(expr, func(name syntax.Name) *model.Attribute {
			o, ok := d.operand(name, nil)
			if !ok {
				return nil
			}
			return o.Attributes[i]
		}, d.diags)
	}
}
