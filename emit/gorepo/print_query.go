package gorepo

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/emit/internal/gosrc"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/layout"
)

// value is an attribute of the request's templates as an expression over the
// parameters.
func (p *Pattern) value(a *model.Attribute) string {
	for _, param := range p.Params {
		if !slices.Contains(param.operand.Attributes, a) {
			continue
		}
		if d, ok := a.Derive.(model.Bucket); ok {
			return bucketExpr(d, param.Name)
		}
		if param.Derived == nil {
			return param.Name
		}
		text := textExpr(param.Attribute.Type, param.Name)
		switch a.Derive.(type) {
		case model.Lower:
			return "lower(" + text + ")"
		case model.Upper:
			return "upper(" + text + ")"
		}
		return "digest(" + text + ")"
	}
	panic(fmt.Sprintf("gorepo: pattern %s has no parameter for %s", p.Access.Name, a.Name))
}

// textOf is a template of the request as a string expression.
func (p *Pattern) text(t model.Template) string {
	if len(t) == 0 {
		return `""`
	}
	if len(t) == 1 {
		if l, ok := t[0].(model.Literal); ok {
			return strconv.Quote(string(l))
		}
	}
	for _, e := range p.Access.Entities {
		k := p.Request.Index.Key(e)
		if x := p.owner(e); x != nil && k != nil && k.Partition != nil && t.String() == k.Partition.(model.Template).String() && sameParts(t, k.Partition.(model.Template)) {
			return p.pair(x).partition.call("newKey()", p.value) + ".String()"
		}
	}
	return keyExpr(t, p.value) + ".String()"
}

// sameParts says whether two templates of one text speak of one entity.
func sameParts(a, b model.Template) bool {
	return slices.Equal(templateAttributes(a), templateAttributes(b))
}

// owner is the entity's view.
func (p *Pattern) owner(e *model.Entity) *Entity {
	if p.Entity != nil {
		return p.Entity
	}
	for _, m := range p.Members {
		if m.Entity.Model == e {
			return m.Entity
		}
	}
	return nil
}

// pair is x's key on the pattern's index.
func (p *Pattern) pair(x *Entity) *keyPair {
	for _, k := range x.keys {
		if k.index == p.Request.Index {
			return k
		}
	}
	panic("gorepo: an entity that is not in its pattern's index")
}

// signature is the parameters as declared, each with a comma before it.
func (p *Pattern) signature() string {
	if len(p.Params) == 0 {
		return ""
	}
	var params []declared
	for _, param := range p.Params {
		params = append(params, declared{param.Name, param.Type})
	}
	return ", " + declare(params)
}

// arguments are the parameters as passed on.
func (p *Pattern) arguments() string {
	var out []string
	for _, param := range p.Params {
		out = append(out, param.Name)
	}
	return strings.Join(out, ", ")
}

// fingerprint is a hash of the key templates that p reads by, with everything
// that shapes their text: a cursor of another layout is refused.
func (p *Pattern) fingerprint() string {
	h := sha256.New()
	for _, e := range p.Access.Entities {
		k := p.Request.Index.Key(e)
		fmt.Fprintf(h, "%s\x00%s\x00", p.Request.Index.Name, e.Name)
		for _, side := range []model.Key{k.Partition, k.Sort} {
			t, _ := side.(model.Template)
			fmt.Fprintf(h, "%s\x00", t.String())
			for _, a := range templateAttributes(t) {
				fmt.Fprintf(h, "%s\x00", shapeOf(a.Type))
			}
		}
	}
	fmt.Fprintf(h, "%t", p.Request.Forward)
	return hex.EncodeToString(h.Sum(nil)[:4])
}

// shapeOf is a type with everything that shapes its key text.
func shapeOf(t model.Type) string {
	switch t := t.(type) {
	case model.Int:
		return fmt.Sprintf("int %d", intWidth(t))
	case model.Epoch:
		return fmt.Sprintf("epoch %d", epochWidth(t.Precision))
	case model.Timestamp:
		return "timestamp " + precisionWord(t.Precision)
	case model.Enum:
		if t.Ordered {
			return "rank " + quoted(t.Values)
		}
	}
	return t.String()
}

// placeholders are how the request names its key attributes: by their own
// names where an expression can hold them, else by placeholders.
type placeholders struct {
	pk, sk string
	names  []string
}

func keyNames(x *layout.Index) placeholders {
	var out placeholders
	out.pk = out.name("#pk", x.Partition[0].Name)
	if len(x.Sort) > 0 {
		out.sk = out.name("#sk", x.Sort[0].Name)
	}
	return out
}

// name is n where it can stand in an expression by itself, else placeholder.
func (h *placeholders) name(placeholder, n string) string {
	if plainName(n) {
		return n
	}
	h.names = append(h.names, strconv.Quote(placeholder)+": "+strconv.Quote(n))
	return placeholder
}

// plainName says whether a name needs no placeholder: letters, digits and
// underscores. No reserved word holds a digit or is one of the usual names.
func plainName(n string) bool {
	digit := n == "PK" || n == "SK" || n == "pk" || n == "sk"
	for i, c := range []byte(n) {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z':
		case i > 0 && '0' <= c && c <= '9':
			digit = true
		case i > 0 && c == '_':
		default:
			return false
		}
	}
	return digit
}

// printRequest prints the request's fields inside a composite literal.
func printRequest(f *gosrc.File, p *Pattern, table string) {
	r, h := p.Request, keyNames(p.Request.Index)
	f.P("t: ", table, ",")
	f.P("pattern: ", strconv.Quote(p.Access.Name), ",")
	if p.paged() {
		f.P("layout: ", strconv.Quote(p.fingerprint()), ",")
	}
	if r.Index.Kind != layout.Primary {
		f.P("index: ", strconv.Quote(r.Index.Name), ",")
	}
	sk := `""`
	if len(r.Index.Sort) > 0 {
		sk = strconv.Quote(r.Index.Sort[0].Name)
	}
	f.P("keys: [2]string{", strconv.Quote(r.Index.Partition[0].Name), ", ", sk, "},")
	printConditions(f, p, h)
	projection := p.projection(&h)
	if len(h.names) > 0 {
		f.P("names: map[string]string{", strings.Join(h.names, ", "), "},")
	}
	if projection != "" {
		f.P("projection: ", strconv.Quote(projection), ",")
	}
	f.P("pk: ", p.text(r.Partition.(model.Template)), ",")
	switch {
	case r.Sort.Kind == layout.Span:
		f.P("from: ", p.text(r.Sort.From), ",")
		f.P("to: ", p.text(r.Sort.To), ",")
	case len(r.Sort.Prefix) > 0:
		f.P("prefix: ", p.text(r.Sort.Prefix), ",")
	}
	if !r.Forward {
		f.P("backward: true,")
	}
	if p.Access.Consistent {
		f.P("consistent: true,")
	}
	if p.Access.Limit > 0 && p.paged() {
		f.P("limit: ", p.Access.Limit, ",")
	}
}

// printConditions prints the key conditions that the request can make.
func printConditions(f *gosrc.File, p *Pattern, h placeholders) {
	r := p.Request
	pk := h.pk + " = :pk"
	condition, open := pk, false
	switch {
	case r.Sort.Kind == layout.Exact:
		condition += " AND " + h.sk + " = :sk"
	case r.Sort.Kind == layout.Span:
		condition += " AND " + h.sk + " BETWEEN :lo AND :hi"
	case r.Sort.Kind == layout.Begins && len(r.Sort.Prefix) > 0:
		condition += " AND begins_with(" + h.sk + ", :sk)"
	default:
		open = true
	}
	f.P("condition: ", strconv.Quote(condition), ",")
	if !ranged(p) {
		return
	}
	f.P("between: ", strconv.Quote(pk+" AND "+h.sk+" BETWEEN :lo AND :hi"), ",")
	if open {
		f.P("atLeast: ", strconv.Quote(pk+" AND "+h.sk+" >= :lo"), ",")
		f.P("atMost: ", strconv.Quote(pk+" AND "+h.sk+" <= :hi"), ",")
	}
}

// projection is what the request asks to be returned, "" for everything: of a
// count what says whether an item is past its time, of a select its fields and
// what a cursor is made of.
func (p *Pattern) projection(h *placeholders) string {
	t, x := p.view.Layout.Table, p.Request.Index
	names := []string{t.Partition[0].Name}
	switch {
	case p.Shape == Count:
	case len(p.Selected) > 0:
		for _, c := range slices.Concat(t.Sort, x.Partition, x.Sort) {
			names = append(names, c.Name)
		}
		for _, fd := range p.Selected {
			names = append(names, fd.Attribute.StoredAs)
		}
		if x.Kind == layout.Primary || x.Projection.Kind == model.ProjectAll ||
			slices.Contains(x.Projection.Include, p.view.Layout.Model.Table.EntityAttribute) {
			names = append(names, p.view.Layout.Model.Table.EntityAttribute)
		}
	default:
		return ""
	}
	if len(p.hiding()) > 0 {
		names = append(names, ttlName(p.view.Layout.Model))
		if p.Shape == Count && p.Entity == nil {
			names = append(names, p.view.Layout.Model.Table.EntityAttribute)
		}
	}
	var out, seen []string
	for _, n := range names {
		if n != "" && !slices.Contains(seen, n) {
			seen = append(seen, n)
			out = append(out, h.name("#p"+strconv.Itoa(len(seen)), n))
		}
	}
	return strings.Join(out, ", ")
}

// hiding are the pattern's entities whose items are absent past their time.
func (p *Pattern) hiding() []string {
	var out []string
	for _, e := range p.Access.Entities {
		if e.TTL != nil && !e.TTL.ReturnExpired {
			out = append(out, e.Name)
		}
	}
	return out
}

// printParamChecks refuses what no item can have, and finds what the pattern's
// own where excludes.
func printParamChecks(f *gosrc.File, p *Pattern, c string) {
	for _, param := range p.Params {
		if param.Bound != Equal {
			continue
		}
		a := param.Attribute
		if _, bucket := a.Derive.(model.Bucket); bucket {
			f.Pf("%s.time(%q, %s, nanosecond)", c, a.Name, param.Name)
			continue
		}
		printValueCheck(f, c, a, param.Type, param.Name)
	}
}

// excluded are the conditions under which the pattern's where excludes what
// the parameters ask for.
func (p *Pattern) excluded() []string {
	var out []string
	for _, w := range p.Access.Where {
		for _, atom := range w.Atoms {
			for _, o := range p.Access.Equals {
				if slices.Contains(o.Attributes, atom.On()) {
					if c := p.excludes(atom); c != "" && !slices.Contains(out, c) {
						out = append(out, c)
					}
				}
			}
		}
	}
	return out
}

// excludes is the opposite of an atom over the parameters; "" where asking for
// a value is enough.
func (p *Pattern) excludes(atom model.Atom) string {
	on := atom.On()
	switch atom := atom.(type) {
	case model.Compare:
		op := "!="
		if atom.Not {
			op = "=="
		}
		return compareExpr(on.Type, p.value(on), op, atom.Value)
	case model.OneOf:
		var none []string
		for _, v := range atom.Values {
			none = append(none, compareExpr(on.Type, p.value(on), "!=", v))
		}
		return strings.Join(none, " && ")
	case model.Absent:
		return "true"
	}
	return ""
}

// printFixedBounds narrows the request by the bounds that stand among the
// parameters.
func printFixedBounds(f *gosrc.File, p *Pattern) {
	r := p.Access.Range
	if r == nil || r.Bounds == access.AnyBound {
		return
	}
	part := p.Request.Sort.Range[0]
	for _, param := range p.Params {
		if param.Bound == Equal {
			continue
		}
		base := "q.prefix"
		if p.Request.Sort.Kind == layout.Span {
			base = p.text(p.Request.Sort.Prefix)
		}
		place := placeExpr(base, p.Request.Sort.EndsKey && len(p.Request.Sort.Range) == 1)
		value := fmt.Sprintf("bound[%s]{op: %s, a: %s}", param.Type, operatorNames[param.Bound], param.Name)
		switch part.Attribute.Type.(type) {
		case model.Enum, model.UUID, model.ULID, model.KSUID:
			printValueCheck(f, "q.check", part.Attribute, param.Type, param.Name)
		}
		f.P(boundCall("q", "&q.request", place, part, param.Type, value))
	}
}
