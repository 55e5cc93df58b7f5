package gorepo

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/keyplan/keyplan/emit/internal/gosrc"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/layout"
)

// printRepo prints the repository: its type, what the runtime knows of the
// entity, and the methods that every entity has.
func printRepo(f *gosrc.File, v *View, x *Entity) {
	one := words(x.Model.Name)
	f.Comment(x.Repo + " reads and writes " + x.many() + ".")
	f.P("type ", x.Repo, " struct{ e *entity[", x.Type, "] }")
	f.P()
	printDescriptor(f, v, x)
	printGet(f, v, x)
	printWrites(f, x, one)
}

// printDescriptor prints what the runtime knows of the entity.
func printDescriptor(f *gosrc.File, v *View, x *Entity) {
	e := x.Model
	f.P("func ", x.make, "(t *table) ", x.Repo, " {")
	f.P("return ", x.Repo, "{&entity[", x.Type, "]{")
	f.P("t: t,")
	f.P("name: ", strconv.Quote(x.Repo), ",")
	var all, fixed []*model.Attribute
	for _, fd := range x.Fields {
		all = append(all, fd.Attribute)
		if fd.Attribute.Immutable || slices.Contains(x.KeyFields, fd) {
			fixed = append(fixed, fd.Attribute)
		}
	}
	f.P("attributes: ", storedList(all), ",")
	if len(fixed) > 0 {
		f.P("fixed: ", storedList(fixed), ",")
	}
	printStoredNames(f, all)
	printDependents(f, v, x)
	printUniques(f, v, x)
	if e.Version != nil {
		f.P("version: ", strconv.Quote(e.Version.StoredAs), ",")
		f.P("revision: func(o *", x.Type, ") *int64 { return &o.", x.Field(e.Version).Name, " },")
	}
	if e.TTL != nil && !e.TTL.ReturnExpired {
		f.P("expires: true,")
	}
	created, written, _ := defaults(x)
	if len(created) > 0 {
		f.P("created: (*", x.Type, ").created,")
	}
	if len(written) > 0 {
		f.P("written: (*", x.Type, ").written,")
	}
	f.P("check: (*", x.Type, ").check,")
	f.P("encode: (*", x.Type, ").encode,")
	f.P("decode: ", x.decode, ",")
	f.P("}}")
	f.P("}")
	f.P()
}

// printStoredNames prints the names that differ on the item.
func printStoredNames(f *gosrc.File, attrs []*model.Attribute) {
	var out []string
	for _, a := range attrs {
		if a.StoredAs != a.Name {
			out = append(out, strconv.Quote(a.Name)+": "+strconv.Quote(a.StoredAs))
		}
	}
	if len(out) > 0 {
		f.P("stored: map[string]string{", strings.Join(out, ", "), "},")
	}
}

// storedList is the stored names as a slice.
func storedList(attrs []*model.Attribute) string {
	var out []string
	for _, a := range attrs {
		out = append(out, a.StoredAs)
	}
	return "[]string{" + quoted(out) + "}"
}

// printDependents prints what follows from attributes: derived ones, and the
// keys of indexes.
func printDependents(f *gosrc.File, v *View, x *Entity) {
	if len(x.Derived) > 0 {
		f.P("derived: []dependent{")
		for _, d := range x.Derived {
			f.P("{names: []string{", strconv.Quote(d.Attribute.StoredAs), "}, from: ", storedList(stored(d.Attribute)), "},")
		}
		f.P("},")
	}
	if len(x.keys) < 2 {
		return
	}
	f.P("indexes: []dependent{")
	for _, p := range x.keys[1:] {
		f.P("{names: []string{", strconv.Quote(p.index.Partition[0].Name), ", ", strconv.Quote(p.index.Sort[0].Name), "}, from: ",
			storedList(feeds(p.key)), "},")
	}
	f.P("},")
}

// feeds are the stored attributes that a key follows from.
func feeds(k *layout.EntityKey) []*model.Attribute {
	used := templateAttributes(k.Partition, k.Sort)
	for _, a := range k.When.Atoms {
		used = appendNew(used, a.On())
	}
	return storedAll(used)
}

func printUniques(f *gosrc.File, v *View, x *Entity) {
	if len(x.Model.Uniques) == 0 {
		return
	}
	r := reader{x: x, v: "o"}
	f.P("uniques: []unique[", x.Type, "]{")
	for _, m := range v.Layout.Markers {
		if m.Entity != x.Model {
			continue
		}
		from := storedAll(m.Unique.Attributes)
		if x.Model.TTL != nil {
			from = appendNew(from, x.Model.TTL.Attribute)
		}
		f.P("{name: ", strconv.Quote(m.Unique.Name), ", from: ", storedList(from), ", sort: ", strconv.Quote(literalText(m.Sort)),
			", key: func(o *", x.Type, ", k key) key {")
		for _, a := range m.Unique.Attributes {
			if a.Optional {
				f.P("if ", r.absent(a), " {\nreturn k\n}")
			}
		}
		f.P("return ", v.markers[m].call("k", r.value))
		f.P("}},")
	}
	f.P("},")
}

// literalText is a template of literals.
func literalText(t model.Template) string {
	var b strings.Builder
	for _, s := range t {
		b.WriteString(string(s.(model.Literal)))
	}
	return b.String()
}

// defaults are the statements that fill in what create and every write set,
// and what the latter sets.
func defaults(x *Entity) (created, written []string, names []*model.Attribute) {
	r := reader{x: x, v: "o"}
	for _, fd := range x.Fields {
		a := fd.Attribute
		if ttl := x.Model.TTL; ttl != nil && ttl.Attribute == a && ttl.After > 0 {
			created = append(created, fmt.Sprintf("if %s {\n%s = expiry(now, %s, %d)\n}",
				leftOut(fd, r), r.field(a), durationExpr(ttl.After), ttl.JitterPercent))
		}
		if a.OnCreate != nil {
			created = append(created, fmt.Sprintf("if %s {\n%s = %s\n}", leftOut(fd, r), r.field(a), defaultExpr(fd, a.OnCreate)))
		}
		if a.OnWrite != nil {
			written = append(written, r.field(a)+" = "+defaultExpr(fd, a.OnWrite))
			names = append(names, a)
		}
	}
	return created, written, names
}

// printDefaults prints the methods that fill in defaults.
func printDefaults(f *gosrc.File, x *Entity) {
	created, written, names := defaults(x)
	if len(created) > 0 {
		f.P("// created fills in what a create sets.")
		f.P("func (o *", x.Type, ") created(", nowParam(created), " time.Time) {\n", strings.Join(created, "\n"), "\n}")
		f.P()
	}
	if len(written) > 0 {
		f.P("// written fills in what every write sets, and names it.")
		f.P("func (o *", x.Type, ") written(now time.Time) []string {\n", strings.Join(written, "\n"))
		f.P("return ", storedList(names), "\n}")
		f.P()
	}
}

// nowParam is the parameter's name, "_" where the statements do not use it.
func nowParam(stmts []string) string {
	if strings.Contains(strings.Join(stmts, "\n"), "now") {
		return "now"
	}
	return "_"
}

// leftOut says whether the caller gave a field no value.
func leftOut(fd *Field, r reader) string {
	a := fd.Attribute
	if a.Optional {
		return r.absent(a)
	}
	x := r.field(a)
	switch a.Type.(type) {
	case model.Timestamp, model.Epoch, model.Date:
		return x + ".IsZero()"
	case model.Int, model.Float:
		return x + " == 0"
	case model.Decimal:
		return x + ".IsZero()"
	case model.Bool:
		return "!" + x
	}
	return x + ` == ""`
}

// defaultExpr is what a default sets the field to, at the time now.
func defaultExpr(fd *Field, d model.Default) string {
	expr := ""
	switch d := d.(type) {
	case model.Now:
		expr = nowExpr(fd.Attribute.Type)
	case model.NewID:
		expr = map[string]string{"ulid": "newULID(now)", "ksuid": "newKSUID(now)", "uuid": "newUUID()"}[d.Kind]
	case model.Const:
		expr = constExpr(fd.Attribute.Type, d.Value)
	}
	if fd.Type == fd.Value.Pointer() {
		if _, enum := fd.Attribute.Type.(model.Enum); enum {
			expr = fd.Value.String() + "(" + expr + ")"
		}
		if _, n := fd.Attribute.Type.(model.Int); n {
			expr = "int64(" + expr + ")"
		}
		return "ptr(" + expr + ")"
	}
	return expr
}

func nowExpr(t model.Type) string {
	switch t := t.(type) {
	case model.Timestamp:
		return precisionWord(t.Precision) + ".cut(now)"
	case model.Epoch:
		return precisionWord(t.Precision) + ".cut(now)"
	}
	return "DateOf(now.UTC())"
}
