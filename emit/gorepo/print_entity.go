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

// inKey says whether fd is a field of the key struct, too.
func (x *Entity) inKey(fd *Field) bool { return slices.Contains(x.KeyFields, fd) }

// printKeyStruct prints the struct of the table key, its checks and its texts.
func printKeyStruct(f *gosrc.File, x *Entity) {
	f.Comment(x.Key + " addresses one " + words(x.Model.Name) + "." + supersetNote(x))
	f.P("type ", x.Key, " struct {")
	for _, fd := range x.KeyFields {
		f.P(fd.Name, " ", fd.Type)
	}
	f.P("}")
	f.P()
	f.P("// ", x.KeyOf, " addresses o.")
	param := "o"
	if len(x.KeyFields) == 0 {
		param = "_"
	}
	f.P("func ", x.KeyOf, "(", param, " ", x.Type, ") ", x.Key, " {")
	f.P("return ", x.Key, "{", copyFields(x.KeyFields, "o"), "}")
	f.P("}")
	f.P()
	if len(x.KeyFields) > 0 {
		r := reader{x: x, v: "k"}
		f.P("func (k ", x.Key, ") check(c *check) {")
		for _, fd := range x.KeyFields {
			printFieldCheck(f, fd, r)
		}
		f.P("}")
		f.P()
	}
	printPrimary(f, x)
}

func copyFields(fields []*Field, from string) string {
	var out []string
	for _, fd := range fields {
		out = append(out, fd.Name+": "+from+"."+fd.Name)
	}
	return strings.Join(out, ", ")
}

// supersetNote says what addresses an item beyond its identity.
func supersetNote(x *Entity) string {
	var more []string
	for _, fd := range x.KeyFields {
		if !identifies(fd.Attribute) {
			more = append(more, fd.Name)
		}
	}
	if len(more) == 0 {
		return ""
	}
	return " Beside the identity it holds " + strings.Join(more, ", ") + ": two that differ only there are two items."
}

// printPrimary prints the texts of the table key, checked.
func printPrimary(f *gosrc.File, x *Entity) {
	r, k := reader{x: x, v: "k"}, "k"
	if slices.ContainsFunc(x.keys[0].parts, func(a *model.Attribute) bool { return a.Derive != nil }) {
		r.v = "o"
	}
	f.P("func (", k, " ", x.Key, ") primary() primary {")
	f.P("var c check")
	if len(x.KeyFields) > 0 {
		f.P("k.check(&c)")
	}
	if r.v == "o" {
		f.P("o := &", x.Type, "{", copyFields(x.KeyFields, "k"), "}")
	}
	table, sort := x.keys[0], `""`
	if table.sort != nil {
		sort = table.sort.call("newKey()", r.value) + ".String()"
	}
	f.P("return c.primary(", table.partition.call("newKey()", r.value), ".String(), ", sort, ")")
	f.P("}")
	f.P()
}

// call is a call of the key function, on the key k with the values of its
// parts.
func (fn *keyFunc) call(k string, value func(*model.Attribute) string) string {
	args := []string{k}
	for _, p := range fn.params {
		args = append(args, value(p.attribute))
	}
	return fn.name + "(" + strings.Join(args, ", ") + ")"
}

// printEncode prints the way from the struct to an item.
func printEncode(f *gosrc.File, v *View, x *Entity) {
	texts, numbers, others := counts(v, x)
	f.P("func (o *", x.Type, ") encode() map[string]types.AttributeValue {")
	f.Pf("w := newWriter(%d, %d, %d)", texts, numbers, others)
	r := reader{x: x, v: "o", locals: map[*model.Attribute]string{}}
	for _, d := range x.Derived {
		f.P(d.local, " := ", r.field(d.Attribute))
		r.locals[d.Attribute] = d.local
	}
	for _, p := range x.keys {
		printWriteKeys(f, p, r)
	}
	if name := v.Layout.Model.Table.EntityAttribute; name != "" {
		f.P("w.text(", strconv.Quote(name), ", ", strconv.Quote(x.Model.Name), ")")
	}
	printWriteFields(f, x, r)
	f.P("return w.item")
	f.P("}")
	f.P()
}

// printWriteKeys prints the writing of both halves of a key, or of none where
// the item does not carry it.
func printWriteKeys(f *gosrc.File, p *keyPair, r reader) {
	carried := r.carries(p.key.When, p.parts)
	if p.index.Kind == layout.Primary {
		carried = ""
	}
	if carried != "" {
		f.P("if ", carried, " {")
	}
	f.P("w.keyText(", strconv.Quote(p.index.Partition[0].Name), ", ", p.partition.call("w.key()", r.value), ")")
	if p.sort != nil {
		f.P("w.keyText(", strconv.Quote(p.index.Sort[0].Name), ", ", p.sort.call("w.key()", r.value), ")")
	}
	if carried != "" {
		f.P("}")
	}
}

// counts are how many texts, numbers and other values an item has at most.
func counts(v *View, x *Entity) (texts, numbers, others int) {
	if v.Layout.Model.Table.EntityAttribute != "" {
		texts++
	}
	for _, p := range x.keys {
		texts++
		if p.sort != nil {
			texts++
		}
	}
	for _, a := range x.Model.Attributes {
		switch a.Type.(type) {
		case model.String, model.UUID, model.ULID, model.KSUID, model.Text, model.Enum, model.Date, model.Timestamp:
			texts++
		case model.Int, model.Decimal, model.Epoch:
			numbers++
		default:
			others++
		}
	}
	return texts, numbers, others
}

// printDecode prints the way from an item to the struct.
func printDecode(f *gosrc.File, x *Entity) {
	f.P("func ", x.decode, "(item map[string]types.AttributeValue) (", x.Type, ", error) {")
	f.P("d := newDecoder(item, ", strconv.Quote(x.Model.Name), ")")
	f.P("o := ", x.Type, "{")
	for _, fd := range x.Fields {
		f.P(fd.Name, ": ", decodeExpr(fd), ",")
	}
	f.P("}")
	f.P("return o, d.err")
	f.P("}")
	f.P()
}

// printNames prints the attributes' stored names, for the caller's conditions.
func printNames(f *gosrc.File, x *Entity) {
	var names []string
	for _, a := range x.Model.Attributes {
		names = append(names, goNameOf(a))
	}
	f.Comment(fmt.Sprintf("%s are the names of the attributes of %s on the item, for conditions.", x.Names, article(words(x.Model.Name))))
	f.P("func ", x.Names, "() (n struct {")
	f.P(strings.Join(names, ", "), " expression.NameBuilder")
	f.P("}) {")
	for i, a := range x.Model.Attributes {
		f.P("n.", names[i], " = expression.NameNoDotSplit(", strconv.Quote(a.StoredAs), ")")
	}
	f.P("return n")
	f.P("}")
	f.P()
}
