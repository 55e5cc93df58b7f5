package gorepo

import (
	"strconv"
	"strings"

	"github.com/keyplan/keyplan/emit/internal/gosrc"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/layout"
)

// printPattern prints the methods of a pattern of one entity.
func printPattern(f *gosrc.File, p *Pattern) {
	if p.Shape == Get {
		return
	}
	printSelected(f, p)
	printOption(f, p)
	switch {
	case p.Request.Operation == layout.GetItem:
		printGetItem(f, p)
	case p.Shape == Many:
		printMany(f, p)
	default:
		printSingle(f, p)
	}
}

// recv is the method's receiver and what its request is made on.
func (p *Pattern) recv() (recv, table string) {
	if p.Entity == nil {
		return "t *Table", "t.t"
	}
	return "r " + p.Entity.Repo, "r.e.t"
}

// optionsParam is the options as the last parameter, "" for none.
func (p *Pattern) optionsParam() string {
	if p.Option == "" {
		return ""
	}
	return ", options ..." + p.Option
}

// optionsArg is the options as passed on.
func (p *Pattern) optionsArg() string {
	out := p.arguments()
	if out != "" {
		out += ", "
	}
	return out + "options"
}

// printOption prints the sealed interface of the options, and what seals it.
func printOption(f *gosrc.File, p *Pattern) {
	if p.seal == "" {
		return
	}
	var which []string
	for _, b := range p.Bounds {
		which = append(which, article(b.Name))
	}
	if p.paged() {
		which = append(which, "PageSize", "After")
	}
	if p.Consistent {
		which = append(which, "ConsistentRead")
	}
	f.Comment(p.Option + " is an option of " + p.qualified() + ": " + strings.Join(which, ", ") + ".")
	f.P("type ", p.Option, " interface{ ", p.seal, "(*request) }")
	f.P()
	if p.paged() {
		f.P("func (o PageSize) ", p.seal, "(r *request) { o.request(r) }")
		f.P("func (o After) ", p.seal, "(r *request) { o.request(r) }")
	}
	if p.Consistent {
		f.P("func (o Consistency) ", p.seal, "(r *request) { o.request(r) }")
	}
	for _, b := range p.Bounds {
		printBoundOption(f, p, b)
	}
	f.P()
}

// paged says whether a method of p reads page by page.
func (p *Pattern) paged() bool { return p.Shape == Many || p.Shape == Collection }

// patternDoc is a method's comment: what it does, and its one request.
func patternDoc(p *Pattern, verb, otherwise, errors string) string {
	doc := sentence(p.Method, verb, p.Access.Description, otherwise)
	if errors != "" {
		doc = strings.TrimSuffix(doc, ".") + ", or " + errors + "."
	}
	doc += "\n\nPattern " + p.Access.Name + ": " + operationProse(p.Request)
	if p.Request.Index.Kind != layout.Primary {
		doc += ", which may be a moment behind"
	}
	return doc + ",\n\n\t" + requestProse(p.Request) + tailProse(p)
}

// tailProse is what the key condition does not say.
func tailProse(p *Pattern) string {
	out := ""
	if ranged(p) {
		out = ", bounded by"
		for _, part := range p.Request.Sort.Range {
			out += " <" + part.Attribute.Name + ">"
		}
	}
	if p.Access.Consistent {
		out += ", consistent"
	}
	if !p.Request.Forward {
		out += ", descending"
	}
	switch p.Shape {
	case One:
		if p.Request.Operation == layout.Query {
			out += ", at most one"
		}
	case TakeFirst:
		out += ", the first"
	case Count:
		out += ", counted"
	}
	return out
}

// printGetItem prints a read of one item by its whole key, by parameters.
func printGetItem(f *gosrc.File, p *Pattern) {
	recv, _ := p.recv()
	result, sort, options := p.Result.String(), `""`, "options"
	doc := patternDoc(p, "returns", "the "+words(p.Entity.Model.Name)+given(p), "ErrNotFound")
	if p.Shape == Count {
		result = "int64"
		doc = patternDoc(p, "returns", "how many items there are"+given(p)+", 0 or 1", "")
	}
	if len(p.Request.Index.Sort) > 0 {
		sort = p.text(p.Request.Sort.Prefix)
	}
	if p.Access.Consistent {
		options = "[]GetOption{ConsistentRead()}"
	}
	f.Comment(doc)
	f.P("func (", recv, ") ", p.Method, "(ctx context.Context", p.signature(), p.optionsParam(), ") (", result, ", error) {")
	f.P("var c check")
	printParamChecks(f, p, "c")
	call := "r.e.get(ctx, " + strconv.Quote(p.Access.Name) + ", c.primary(" + p.text(p.Request.Partition.(model.Template)) + ", " + sort + "), " + options + ")"
	switch {
	case p.Shape == Count:
		f.P("_, err := ", call)
		f.P("switch {\ncase errors.Is(err, ErrNotFound):\nreturn 0, nil\ncase err != nil:\nreturn 0, err\n}")
		f.P("return 1, nil")
	case p.Selected == nil:
		f.P("return ", call)
	default:
		f.P("o, err := ", call)
		f.P("if err != nil {\nreturn ", p.Result, "{}, err\n}")
		f.P("return ", p.Result, "{", p.selection(), "}, nil")
	}
	f.P("}")
	f.P()
}

// selection is the fields of a select's struct, of the entity o.
func (p *Pattern) selection() string {
	r := reader{x: p.Entity, v: "o"}
	var out []string
	for _, fd := range p.Selected {
		out = append(out, fd.Name+": "+r.field(fd.Attribute))
	}
	return strings.Join(out, ", ")
}

// printSingle prints a pattern that is one method: one item, the first, or how
// many.
func printSingle(f *gosrc.File, p *Pattern) {
	var result, end, doc string
	switch p.Shape {
	case One:
		result, end = p.Result.String(), "one"
		doc = patternDoc(p, "returns", "the "+words(p.Entity.Model.Name)+given(p), "ErrNotFound")
	case TakeFirst:
		result, end = p.Result.String(), "first"
		doc = patternDoc(p, "returns", "the first "+words(p.Entity.Model.Name)+given(p), "ErrNotFound")
	case Count:
		result, end = "int64", "count"
		doc = patternDoc(p, "returns", "how many items there are"+given(p), "")
	}
	recv, _ := p.recv()
	f.Comment(doc)
	f.P("func (", recv, ") ", p.Method, "(ctx context.Context", p.signature(), p.optionsParam(), ") (", result, ", error) {")
	printQuery(f, p)
	f.P("return q.", end, "(ctx)")
	f.P("}")
	f.P()
}

// printMany prints the three methods of a pattern with many items, and the
// request that they share.
func printMany(f *gosrc.File, p *Pattern) {
	recv, _ := p.recv()
	query := "r.query" + p.Method
	f.Comment(patternDoc(p, "yields", p.Entity.many()+given(p), ""))
	f.P("func (", recv, ") ", p.Method, "(ctx context.Context", p.signature(), p.optionsParam(), ") iter.Seq2[", p.Result, ", error] {")
	f.P("return ", query, "(", p.optionsArg(), ").each(ctx)")
	f.P("}")
	f.P()
	size := ""
	if p.Access.Limit > 0 {
		size = ", of " + strconv.Itoa(p.Access.Limit) + " unless PageSize says otherwise"
	}
	f.Comment(p.Page + " returns one page of " + p.Method + size + ".")
	f.P("func (", recv, ") ", p.Page, "(ctx context.Context", p.signature(), p.optionsParam(), ") (Page[", p.Result, "], error) {")
	f.P("return ", query, "(", p.optionsArg(), ").page(ctx)")
	f.P("}")
	f.P()
	printAfter(f, p, query)
	f.P("func (", recv, ") query", p.Method, "(", strings.TrimPrefix(p.signature()+", ", ", "), "options []", p.Option, ") *query[", p.Result, "] {")
	printQuery(f, p)
	f.P("return q")
	f.P("}")
	f.P()
}

// printAfter prints the cursor behind an item.
func printAfter(f *gosrc.File, p *Pattern, query string) {
	if p.After == "" {
		return
	}
	recv, _ := p.recv()
	f.Comment(p.After + " is the cursor of " + p.Method + " behind o.")
	f.P("func (", recv, ") ", p.After, "(o ", p.Result, ") Cursor {")
	r := reader{x: p.Entity, v: "o", selected: p.Selected}
	var need []*model.Attribute
	args := ""
	for _, param := range p.Params {
		a := param.Attribute
		if d, ok := a.Derive.(model.Bucket); ok {
			a = d.Source
		}
		need = appendNew(need, a)
		args += r.value(a) + ", "
	}
	if p.Selected != nil {
		need = cursorAttributes(p)
	}
	for _, a := range need {
		if a.Optional {
			f.P("if ", r.absent(a), " {\nreturn nowhere\n}")
		}
	}
	if p.Selected == nil {
		f.P("return ", query, "(", args, "nil).cursor(o.encode())")
	} else {
		f.P("return ", query, "(", args, "nil).cursor(map[string]types.AttributeValue{")
		printKeyItem(f, p.Entity.keys[0], r)
		if k := p.pair(p.Entity); k != p.Entity.keys[0] {
			printKeyItem(f, k, r)
		}
		f.P("})")
	}
	f.P("}")
	f.P()
}

// printKeyItem prints both halves of a key inside the literal of an item.
func printKeyItem(f *gosrc.File, k *keyPair, r reader) {
	f.P(strconv.Quote(k.index.Partition[0].Name), ": text(", k.partition.call("newKey()", r.value), ".String()),")
	if k.sort != nil {
		f.P(strconv.Quote(k.index.Sort[0].Name), ": text(", k.sort.call("newKey()", r.value), ".String()),")
	}
}

// printQuery prints the request as the variable q, with checks and options.
func printQuery(f *gosrc.File, p *Pattern) {
	_, table := p.recv()
	decode := p.decode
	if decode == "" && p.Entity != nil {
		decode = "r.e.decode"
	}
	result := p.Result.String()
	if p.Shape == Count {
		decode = ""
		if p.Entity == nil {
			result = "RawItem"
		}
	}
	head := "q := &query[" + result + "]{"
	if decode != "" {
		head += "decode: " + decode + ", "
	}
	if hiding := p.hiding(); len(hiding) > 0 && p.Entity != nil {
		head += "hide: r.e.hidden, "
	} else if len(hiding) > 0 {
		head += "hide: t.t.hides(" + quoted(hiding) + "), "
	}
	f.P(head, "request: request{")
	printRequest(f, p, table)
	f.P("}}")
	printParamChecks(f, p, "q.check")
	if c := p.excluded(); len(c) > 0 {
		f.P("q.empty = ", strings.Join(c, " || "))
	}
	printFixedBounds(f, p)
	if p.Option != "" {
		f.P("for _, o := range options {")
		f.P("o.", p.seal, "(&q.request)")
		f.P("}")
	}
}

// printSelected prints the struct of a pattern with a select, and how it is
// read.
func printSelected(f *gosrc.File, p *Pattern) {
	if p.decode == "" || p.Entity == nil {
		return
	}
	f.Comment(p.Result.String() + " is what " + p.qualified() + " reads of " + article(words(p.Entity.Model.Name)) + ".")
	f.P("type ", p.Result, " struct {")
	for _, fd := range p.Selected {
		f.P(fd.Name, " ", fd.Type)
	}
	f.P("}")
	f.P()
	if p.Request.Operation == layout.GetItem {
		return
	}
	f.P("func ", p.decode, "(item map[string]types.AttributeValue) (", p.Result, ", error) {")
	f.P("d := newDecoder(item, ", strconv.Quote(p.Entity.Model.Name), ")")
	f.P("o := ", p.Result, "{")
	for _, fd := range p.Selected {
		f.P(fd.Name, ": ", decodeExpr(fd), ",")
	}
	f.P("}")
	f.P("return o, d.err")
	f.P("}")
	f.P()
}
