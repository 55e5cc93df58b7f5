package gorepo

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/keyplan/keyplan/emit/internal/gosrc"
	"github.com/keyplan/keyplan/model"
)

// printDerived prints the methods that compute derived attributes.
func printDerived(f *gosrc.File, x *Entity) {
	r := reader{x: x, v: "o"}
	for _, d := range x.Derived {
		a := d.Attribute
		doc := sentence(d.Method, "is", a.Description, derivationProse(a)+", which is stored beside it")
		if a.Optional {
			doc += " It is nil where what it follows from is absent."
		}
		f.Comment(doc)
		expr := derivedExpr(a, r)
		if !a.Optional {
			f.P("func (o *", x.Type, ") ", d.Method, "() string { return ", expr, " }")
			f.P()
			continue
		}
		f.P("func (o *", x.Type, ") ", d.Method, "() *string {")
		for _, s := range stored(a) {
			if s.Optional {
				f.P("if ", r.absent(s), " {\nreturn nil\n}")
			}
		}
		f.P("return ptr(", expr, ")")
		f.P("}")
		f.P()
	}
}

// derivationProse is a derivation as the model writes it.
func derivationProse(a *model.Attribute) string {
	switch d := a.Derive.(type) {
	case model.Bucket:
		return "bucket(" + d.Source.Name + ", " + d.Unit + ")"
	case model.Lower:
		return "lower(" + d.Source.Name + ")"
	case model.Upper:
		return "upper(" + d.Source.Name + ")"
	case model.SHA256:
		return "sha256(" + d.Source.Name + ")"
	case model.First:
		return "first(" + d.Source.Name + ", " + strconv.Itoa(d.N) + ")"
	}
	return "text of several attributes"
}

// layouts are how a time is cut to its bucket.
var layouts = map[string]string{"hour": "2006-01-02T15", "day": "2006-01-02", "month": "2006-01", "year": "2006"}

// bucketExpr is the bucket of a time.
func bucketExpr(d model.Bucket, x string) string {
	return x + ".UTC().Format(" + strconv.Quote(layouts[d.Unit]) + ")"
}

// derivedExpr computes a derived attribute's text from its sources, which are
// there.
func derivedExpr(a *model.Attribute, r reader) string {
	switch d := a.Derive.(type) {
	case model.Bucket:
		return bucketExpr(d, r.value(d.Source))
	case model.Lower:
		return "lower(" + textOf(d.Source, r) + ")"
	case model.Upper:
		return "upper(" + textOf(d.Source, r) + ")"
	case model.SHA256:
		return "digest(" + textOf(d.Source, r) + ")"
	case model.First:
		return "first(" + textOf(d.Source, r) + ", " + strconv.Itoa(d.N) + ")"
	case model.Joined:
		out := ""
		for i, p := range d.Parts {
			if i > 0 {
				out += " + "
			}
			if p.Attribute == nil {
				out += strconv.Quote(p.Literal)
				continue
			}
			out += textOf(p.Attribute, r)
		}
		return out
	}
	panic(fmt.Sprintf("gorepo: no derivation %T", a.Derive))
}

// textOf is the unescaped key text of an attribute.
func textOf(a *model.Attribute, r reader) string { return textExpr(a.Type, r.value(a)) }

// textExpr is the unescaped key text of the Go value x.
func textExpr(t model.Type, x string) string {
	switch t := t.(type) {
	case model.String, model.UUID, model.ULID, model.KSUID, model.Text:
		return x
	case model.Enum:
		if !t.Ordered {
			return "string(" + x + ")"
		}
	}
	return "newKey()" + encodedExpr(t, model.Plain, x) + ".String()"
}

// printChecks prints the checks of the key struct's fields, and of all.
func printChecks(f *gosrc.File, x *Entity) {
	r := reader{x: x, v: "o"}
	f.P("func (o *", x.Type, ") check(c *check) {")
	if len(x.KeyFields) > 0 {
		f.P(x.KeyOf, "(*o).check(c)")
	}
	for _, fd := range x.Fields {
		if !x.inKey(fd) {
			printFieldCheck(f, fd, r)
		}
	}
	f.P("}")
	f.P()
}

// printFieldCheck prints the checks of one field, where it is there.
func printFieldCheck(f *gosrc.File, fd *Field, r reader) {
	inner := gosrc.New("", "")
	printValueCheck(inner, "c", fd.Attribute, fd.Value, r.value(fd.Attribute))
	if body := trimLine(inner.Body()); body == "" {
		return
	} else if p := r.present(fd.Attribute); p != "" {
		f.P("if ", p, " {\n", body, "\n}")
	} else {
		f.P(body)
	}
}

// printValueCheck prints the checks of x as a value of a.
func printValueCheck(f *gosrc.File, c string, a *model.Attribute, value Type, x string) {
	name := strconv.Quote(a.Name)
	typed{a.Type, value}.printCheck(f, c, name, x, 1)
	if _, ok := a.Type.(model.String); ok && identifies(a) {
		f.Pf("%s.notEmpty(%s, %s)", c, name, x)
	}
}

// identifies says whether a stands in its entity's identity, itself or by what
// is derived from it.
func identifies(a *model.Attribute) bool { return slices.Contains(storedAll(a.Entity.Identity), a) }

func trimLine(s string) string {
	if n := len(s); n > 0 && s[n-1] == '\n' {
		return s[:n-1]
	}
	return s
}

// printWriteFields prints the writing of every attribute.
func printWriteFields(f *gosrc.File, x *Entity, r reader) {
	for _, a := range x.Model.Attributes {
		t := typed{a.Type, Type{"string"}}
		if fd := x.Field(a); fd != nil {
			t.value = fd.Value
		}
		stmt := t.writeStmt(strconv.Quote(a.StoredAs), r.value(a))
		if p := r.present(a); p != "" {
			f.P("if ", p, " {\n", stmt, "\n}")
			continue
		}
		f.P(stmt)
	}
}

// decodeExpr reads a field from the decoder d.
func decodeExpr(fd *Field) string {
	a := fd.Attribute
	return decodeCall(typed{a.Type, fd.Value}, a.StoredAs, a.Optional)
}

func decodeCall(t typed, name string, optional bool) string {
	q := strconv.Quote(name)
	switch {
	case !optional:
		return "must(&d, " + q + ", " + t.asFunc() + ")"
	case optionalType(t.model, t.value, true) == t.value:
		return "zeroOr(&d, " + q + ", " + t.asFunc() + ")"
	case t.asFunc() == "asText":
		return "maybeText(&d, " + q + ")"
	}
	return "maybe(&d, " + q + ", " + t.asFunc() + ")"
}

// printObjectValues prints an object's way to an item and back.
func printObjectValues(f *gosrc.File, o *Object) {
	f.P("func check", o.Name, "(c *check, name string, o ", o.Name, ") {")
	for _, fd := range o.Fields {
		printNestedField(f, fd, func(inner *gosrc.File, t typed, x string) { t.printCheck(inner, "c", "name", x, 1) })
	}
	f.P("}")
	f.P()
	f.P("func encode", o.Name, "(o ", o.Name, ") types.AttributeValue {")
	f.P("m := map[string]types.AttributeValue{}")
	for _, fd := range o.Fields {
		printNestedField(f, fd, func(inner *gosrc.File, t typed, x string) {
			inner.P("m[", strconv.Quote(fd.Model.Name), "] = ", t.valueExpr(x))
		})
	}
	f.P("return &types.AttributeValueMemberM{Value: m}")
	f.P("}")
	f.P()
	f.P("func decode", o.Name, "(v types.AttributeValue) (", o.Name, ", error) {")
	f.P("d := newObject(v)")
	f.P("o := ", o.Name, "{")
	for _, fd := range o.Fields {
		f.P(fd.Name, ": ", decodeCall(typed{fd.Model.Type, fd.Value}, fd.Model.Name, fd.Model.Optional), ",")
	}
	f.P("}")
	f.P("return o, d.err")
	f.P("}")
	f.P()
}

// printNestedField prints body for the field's value, where it is there.
func printNestedField(f *gosrc.File, fd *ObjectField, body func(*gosrc.File, typed, string)) {
	x, present := "o."+fd.Name, ""
	if fd.Model.Optional {
		present = x + " != nil"
		switch fd.Model.Type.(type) {
		case model.Timestamp, model.Epoch, model.Date:
			present = "!" + x + ".IsZero()"
		}
	}
	if fd.Type != fd.Value {
		x = "*" + x
	}
	inner := gosrc.New("", "")
	body(inner, typed{fd.Model.Type, fd.Value}, x)
	switch text := trimLine(inner.Body()); {
	case text == "":
	case present != "":
		f.P("if ", present, " {\n", text, "\n}")
	default:
		f.P(text)
	}
}
