package lock

import (
	"fmt"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/model/syntax"
)

// Read reads a lock file; owner is where the model that it belongs to begins,
// for messages. The parsed file is returned for showing them.
func Read(name string, src []byte, owner hcl.Range) (*File, *hcl.File, hcl.Diagnostics) {
	parsed, diags := model.Parse(name, src)
	shown := parsed
	if shown == nil {
		shown = &hcl.File{}
	}
	if diags.HasErrors() || parsed == nil {
		return nil, shown, edited(diags, owner)
	}
	r := &reader{src: src, owner: owner}
	f := r.file(name, parsed.Body.(*hclsyntax.Body))
	return f, shown, append(edited(r.diags, owner), r.own...)
}

// edited says of what no lock file of ours holds that it is not ours.
func edited(found hcl.Diagnostics, owner hcl.Range) hcl.Diagnostics {
	var out hcl.Diagnostics
	for _, d := range found {
		out = append(out, diag.Error("P201", *d.Subject, "lock file that was edited: "+d.Summary,
			"Nobody but keyplan writes this file, so what is stored is not known. Restore the text that was committed last.",
			diag.At("the model that it belongs to is here", owner)))
	}
	return out
}

type reader struct {
	src   []byte
	owner hcl.Range
	// diags are of the text, own of what it says.
	diags, own hcl.Diagnostics
}

func (r *reader) wrong(at hcl.Range, format string, args ...any) {
	r.diags = append(r.diags, diag.Error("P201", at, fmt.Sprintf(format, args...), ""))
}

func (r *reader) file(name string, body *hclsyntax.Body) *File {
	at := hcl.Range{Filename: name, Start: hcl.InitialPos, End: hcl.InitialPos}
	lock, sumGiven := r.head(body, at)
	if lock > Format || len(r.diags) > 0 {
		return nil
	}
	root := syntax.ReadBody(body, at, syntax.Shape{What: "a lock file", Blocks: []string{"lock", "table", "index", "entity"}}, &r.diags)
	f := &File{Name: name}
	if t := root.Single("table"); t != nil {
		f.Table = r.table(t)
	} else {
		r.wrong(at, "no table block")
	}
	for _, b := range root.Blocks("index") {
		f.Indexes = append(f.Indexes, r.index(b))
	}
	for _, b := range root.Blocks("entity") {
		f.Entities = append(f.Entities, r.entity(b))
	}
	r.twice(f)
	r.fits(f)
	if len(r.diags) == 0 && sumGiven.V != sum(f.body()) {
		r.own = append(r.own, diag.Error("P202", sumGiven.Range, "lock file that was edited",
			"Its text is not what keyplan wrote, so what is stored is not known. Restore the text that was committed last; a key is changed on purpose with \"keyplan plan -replan\".",
			diag.At("the model that it belongs to is here", r.owner)))
	}
	return f
}

// head reads the lock block before anything else, since a later format may hold
// what this reader does not know.
func (r *reader) head(body *hclsyntax.Body, at hcl.Range) (int, syntax.Value[string]) {
	var block *hclsyntax.Block
	for _, b := range body.Blocks {
		if b.Type == "lock" {
			block = b
			break
		}
	}
	if block == nil {
		r.wrong(at, "no lock block")
		return 0, syntax.Value[string]{Range: at}
	}
	var ignored hcl.Diagnostics
	s := syntax.Read(block, syntax.Shape{What: "a lock block", Args: []string{"format", "sum"}}, &ignored)
	format, sum := s.Int("format", 1, 1<<31), s.Text("sum")
	switch {
	case !format.Set:
		r.wrong(format.Range, "no format")
	case format.V > Format:
		r.own = append(r.own, diag.Error("P203", format.Range, fmt.Sprintf("lock file of format %d", format.V),
			fmt.Sprintf("This version reads formats up to %d, and what a later one fixes it could break. Use a later keyplan.", Format),
			diag.At("the model that it belongs to is here", r.owner)))
	default:
		r.diags = append(r.diags, ignored...)
	}
	return int(format.V), sum
}

func (r *reader) label(s *syntax.Reader, b *hclsyntax.Block) string {
	name, _ := s.Label(b)
	return name.V
}

func (r *reader) table(b *hclsyntax.Block) Table {
	s := syntax.Read(b, syntax.Shape{What: "a table", Args: []string{"partition", "sort", "delimiter", "entity_attribute", "ttl"}}, &r.diags)
	return Table{
		Label: r.label(s, b), Partition: s.Text("partition").V, Sort: s.Text("sort").V, Delimiter: s.Text("delimiter").V,
		EntityAttribute: s.Text("entity_attribute").V, TTL: s.Text("ttl").V, Range: b.DefRange(),
	}
}

func (r *reader) index(b *hclsyntax.Block) Index {
	s := syntax.Read(b, syntax.Shape{What: "an index", Args: []string{"owner", "partition", "sort", "projection"}}, &r.diags)
	x := Index{Name: r.label(s, b), Owner: s.Name("owner").V, Partition: s.Text("partition").V, Sort: s.Text("sort").V, Range: b.DefRange()}
	switch expr := s.Arg("projection").(type) {
	case *hclsyntax.FunctionCallExpr:
		x.Projection.Kind = model.ProjectInclude
		for _, arg := range expr.Args {
			text, _ := syntax.TextOf(arg, &r.diags)
			x.Projection.Include = append(x.Projection.Include, text)
		}
		if expr.Name != "include" {
			r.wrong(expr.Range(), "not a projection")
		}
	case nil:
		r.wrong(b.DefRange(), "index without a projection")
	default:
		if s.Keyword("projection", "all", "keys_only").V == "keys_only" {
			x.Projection.Kind = model.ProjectKeysOnly
		}
	}
	return x
}

func (r *reader) entity(b *hclsyntax.Block) Entity {
	s := syntax.Read(b, syntax.Shape{What: "an entity", Args: []string{"value", "prefix"}, Blocks: []string{"attribute", "key", "unique"}}, &r.diags)
	e := Entity{Name: r.label(s, b), Value: s.Text("value").V, Prefix: s.Text("prefix").V, Range: b.DefRange()}
	for _, a := range s.Blocks("attribute") {
		e.Attributes = append(e.Attributes, r.attribute(a))
	}
	for _, k := range s.Blocks("key") {
		e.Keys = append(e.Keys, r.key(k))
	}
	for _, u := range s.Blocks("unique") {
		su := syntax.Read(u, syntax.Shape{What: "a unique block", Args: []string{"partition", "sort"}}, &r.diags)
		e.Uniques = append(e.Uniques, Unique{
			Name: r.label(su, u), Partition: r.template(su.Arg("partition"), u.DefRange()), Sort: r.template(su.Arg("sort"), u.DefRange()), Range: u.DefRange(),
		})
	}
	return e
}

func (r *reader) attribute(b *hclsyntax.Block) Attribute {
	s := syntax.Read(b, syntax.Shape{What: "an attribute", Args: []string{"type", "stored_as", "prefix", "ranks", "derive"}}, &r.diags)
	a := Attribute{
		Name: r.label(s, b), StoredAs: s.Text("stored_as").V, Type: s.Text("type").V,
		Prefix: s.Text("prefix").V, Derive: s.Text("derive").V, Range: b.DefRange(),
	}
	if a.StoredAs == "" {
		a.StoredAs = a.Name
	}
	if a.Type == "" {
		r.wrong(b.DefRange(), "attribute without a type")
	}
	if expr := s.Arg("ranks"); expr != nil {
		items, ok := syntax.ItemsOf(expr)
		if !ok {
			r.wrong(expr.Range(), "not a list")
		}
		for _, item := range items {
			text, _ := syntax.TextOf(item, &r.diags)
			a.Ranks = append(a.Ranks, text)
		}
	}
	return a
}

func (r *reader) key(b *hclsyntax.Block) Key {
	s := syntax.Read(b, syntax.Shape{What: "a key", Args: []string{"partition", "sort", "when", "note"}}, &r.diags)
	k := Key{
		Index: r.label(s, b), Partition: r.template(s.Arg("partition"), b.DefRange()), Sort: r.template(s.Arg("sort"), b.DefRange()),
		Note: s.Text("note").V, Range: b.DefRange(),
	}
	if expr := s.Arg("when"); expr != nil {
		k.Condition = expr
		k.When = string(expr.Range().SliceBytes(r.src))
	}
	return k
}

// template reads literals and parts in their encodings.
func (r *reader) template(expr hclsyntax.Expression, block hcl.Range) Template {
	var parts []hclsyntax.Expression
	switch x := expr.(type) {
	case *hclsyntax.TemplateExpr:
		parts = x.Parts
	case *hclsyntax.TemplateWrapExpr:
		parts = []hclsyntax.Expression{x.Wrapped}
	default:
		r.wrong(block, "key that is no template")
		return nil
	}
	var t Template
	for _, part := range parts {
		if text, ok := literal(part); ok {
			if n := len(t); n > 0 && t[n-1].Attribute == "" {
				t[n-1].Literal += text
				continue
			}
			t = append(t, Segment{Literal: text, Range: part.Range()})
			continue
		}
		s, ok := r.part(part)
		if !ok {
			r.wrong(part.Range(), "part without its encoding")
			return nil
		}
		t = append(t, s)
	}
	if len(t) == 0 {
		r.wrong(expr.Range(), "empty key")
	}
	return t
}

// literal is text as it stands, or quoted inside a part.
func literal(expr hclsyntax.Expression) (string, bool) {
	if t, ok := expr.(*hclsyntax.TemplateExpr); ok && t.IsStringLiteral() {
		expr = t.Parts[0]
	}
	lit, ok := expr.(*hclsyntax.LiteralValueExpr)
	if !ok || lit.Val.Type() != cty.String {
		return "", false
	}
	return lit.Val.AsString(), true
}

// part reads an encoding of an attribute, within its form.
func (r *reader) part(expr hclsyntax.Expression) (Segment, bool) {
	call, ok := expr.(*hclsyntax.FunctionCallExpr)
	if !ok {
		return Segment{}, false
	}
	s := Segment{Range: expr.Range()}
	for _, f := range []model.Form{model.Sorted, model.Desc, model.Raw} {
		if call.Name == formName(f) && len(call.Args) == 1 {
			s.Form = f
			if call, ok = call.Args[0].(*hclsyntax.FunctionCallExpr); !ok {
				return s, false
			}
			break
		}
	}
	s.Encoding = call.Name
	if n := len(call.Args); n < 1 || n > 2 || !slices.Contains(encodings(), call.Name) {
		return s, false
	}
	if len(call.Args) == 2 {
		s.Unit = string(call.Args[0].Range().SliceBytes(r.src))
	}
	s.Attribute, ok = syntax.NameOf(call.Args[len(call.Args)-1], &r.diags)
	return s, ok
}

func encodings() []string {
	return []string{"text", "int", "epoch", "time", "rank", "decimal", "bool", "date", "uuid", "ulid", "ksuid", "bucket", "sha256"}
}

// twice refuses what is said two times.
func (r *reader) twice(f *File) {
	seen := map[string]bool{}
	once := func(what, name string, at hcl.Range) {
		if seen[what+name] {
			r.wrong(at, "%s %q given twice", what, name)
		}
		seen[what+name] = true
	}
	for _, x := range f.Indexes {
		once("index ", x.Name, x.Range)
	}
	for _, e := range f.Entities {
		once("entity ", e.Name, e.Range)
		for _, a := range e.Attributes {
			once("attribute "+e.Name+".", a.Name, a.Range)
		}
		for _, k := range e.Keys {
			once("key "+e.Name+" on ", k.Index, k.Range)
		}
		for _, u := range e.Uniques {
			once("unique "+e.Name+".", u.Name, u.Range)
		}
	}
}

// fits refuses a file that contradicts itself.
func (r *reader) fits(f *File) {
	used := map[string]bool{}
	indexes := map[string]bool{"table": true}
	for _, x := range f.Indexes {
		indexes[x.Name] = true
	}
	for i := range f.Entities {
		e := &f.Entities[i]
		if e.Key("table") == nil {
			r.wrong(e.Range, "entity %q without a key on the table", e.Name)
		}
		for _, k := range e.Keys {
			used[k.Index] = true
			if !indexes[k.Index] {
				r.wrong(k.Range, "key on %q, which has no block", k.Index)
			}
			r.known(e, k.Partition, k.Sort)
		}
		for _, u := range e.Uniques {
			r.known(e, u.Partition, u.Sort)
		}
	}
	for _, x := range f.Indexes {
		if !used[x.Name] {
			r.wrong(x.Range, "index %q on which no entity has a key", x.Name)
		}
		if f.Entity(x.Owner) == nil {
			r.wrong(x.Range, "index %q of an entity %q, which has no block", x.Name, x.Owner)
		}
	}
}

func (r *reader) known(e *Entity, templates ...Template) {
	for _, s := range slices.Concat(templates...) {
		if s.Attribute != "" && e.Attribute(s.Attribute) == nil {
			r.wrong(s.Range, "key of %q with an attribute %q, which has no block", e.Name, s.Attribute)
		}
	}
}
