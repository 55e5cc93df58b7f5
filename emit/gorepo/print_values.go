package gorepo

import (
	"fmt"
	"strconv"

	"github.com/keyplan/keyplan/emit/internal/gosrc"
	"github.com/keyplan/keyplan/model"
)

// printDerived prints the methods that compute derived attributes.
func printDerived(f *gosrc.File, x *Entity) {
	r := reader{x, "v"}
	for _, d := range x.Derived {
		a := d.Attribute
		doc := a.Description
		f.Comment(sentence(d.Method, "is", doc, "the derived attribute "+a.Name))
		if !a.Optional {
			f.P("func (v ", x.Type, ") ", d.Method, "() string { return ", derivedExpr(a, r), " }")
			f.P()
			continue
		}
		f.P("//")
		f.P("// It is nil where what it is derived from is absent.")
		f.P("func (v ", x.Type, ") ", d.Method, "() *string {")
		for _, s := range stored(a) {
			if s.Optional {
				f.P("if ", r.absent(s), " { return nil }")
			}
		}
		f.P("return ptr(", derivedExpr(a, r), ")")
		f.P("}")
		f.P()
	}
}

// derivedExpr computes a derived attribute's text from its sources, which are
// there.
func derivedExpr(a *model.Attribute, r reader) string {
	switch d := a.Derive.(type) {
	case model.Bucket:
		return "bucket(" + r.value(d.Source) + ", " + d.Unit + ")"
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
func textOf(a *model.Attribute, r reader) string {
	x := r.value(a)
	switch t := a.Type.(type) {
	case model.String, model.UUID, model.ULID, model.KSUID, model.Text:
		return x
	case model.Enum:
		if !t.Ordered {
			return "string(" + x + ")"
		}
	}
	return "newKey()" + partExpr(model.Part{Attribute: a}, x) + ".String()"
}

// printCheckMethod prints the checks of every field.
func printCheckMethod(f *gosrc.File, x *Entity) {
	r := reader{x, "v"}
	f.P("func (v *", x.Type, ") check(c *check) {")
	for _, fd := range x.Fields {
		printFieldCheck(f, fd, r)
	}
	f.P("}")
	f.P()
}

func printFieldCheck(f *gosrc.File, fd *Field, r reader) {
	a, name := fd.Attribute, strconv.Quote(fd.Attribute.Name)
	inner := gosrc.New("", "")
	t := typed{a.Type, fd.Value}
	x := r.value(a)
	if needsParens(a) {
		x = "(" + x + ")"
	}
	t.printCheck(inner, name, x, 1)
	body := inner.Body()
	if a.InIdentity && isText(a.Type) {
		body += "c.notEmpty(" + name + ", " + x + ")\n"
	}
	if _, ok := a.Type.(model.Any); ok && !a.Optional {
		body = "c.there(" + name + ", " + x + " != nil)\n" + body
	}
	if body == "" {
		return
	}
	if p := r.present(a); p != "" {
		f.P("if ", p, " {\n", body, "}")
		return
	}
	f.P(trimLine(body))
}

// needsParens says whether a method is called on the value behind a pointer.
func needsParens(a *model.Attribute) bool {
	_, object := a.Type.(model.Object)
	return object && a.Optional
}

func isText(t model.Type) bool { _, ok := t.(model.String); return ok }

func trimLine(s string) string {
	if n := len(s); n > 0 && s[n-1] == '\n' {
		return s[:n-1]
	}
	return s
}

// printWriteFields prints the writing of every attribute.
func printWriteFields(f *gosrc.File, x *Entity) {
	r := reader{x, "v"}
	for _, a := range x.Model.Attributes {
		t := typed{a.Type, Type{"string"}}
		if fd := x.Field(a); fd != nil {
			t.value = fd.Value
		}
		v := r.value(a)
		if needsParens(a) {
			v = "(" + v + ")"
		}
		stmt := t.writeStmt(strconv.Quote(a.StoredAs), v)
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
	f.P("func (v ", o.Name, ") check(c *check, name string) {")
	for _, fd := range o.Fields {
		printNestedField(f, fd, func(inner *gosrc.File, t typed, x string) { t.printCheck(inner, "name", x, 1) })
	}
	f.P("}")
	f.P()
	f.P("func (v ", o.Name, ") value() types.AttributeValue {")
	f.Pf("m := make(map[string]types.AttributeValue, %d)", len(o.Fields))
	for _, fd := range o.Fields {
		printNestedField(f, fd, func(inner *gosrc.File, t typed, x string) {
			inner.P("m[", strconv.Quote(fd.Model.Name), "] = ", t.valueExpr(x))
		})
	}
	f.P("return &types.AttributeValueMemberM{Value: m}")
	f.P("}")
	f.P()
	f.P("func as", o.Name, "(av types.AttributeValue) (", o.Name, ", error) {")
	f.P("m, ok := av.(*types.AttributeValueMemberM)")
	f.P("if !ok { return ", o.Name, "{}, wrongType(av, \"a map\") }")
	f.P("d := decoder{item: m.Value}")
	f.P("v := ", o.Name, "{")
	for _, fd := range o.Fields {
		f.P(fd.Name, ": ", decodeCall(typed{fd.Model.Type, fd.Value}, fd.Model.Name, fd.Model.Optional), ",")
	}
	f.P("}")
	f.P("return v, d.err")
	f.P("}")
	f.P()
}

// printNestedField prints body for the field's value, where it is there.
func printNestedField(f *gosrc.File, fd *ObjectField, body func(*gosrc.File, typed, string)) {
	x, present := "v."+fd.Name, ""
	if fd.Model.Optional {
		switch fd.Model.Type.(type) {
		case model.Timestamp, model.Epoch, model.Date:
			present = "!" + x + ".IsZero()"
		case model.Set:
			present = "len(" + x + ") > 0"
		default:
			present = x + " != nil"
		}
	}
	if fd.Type != fd.Value {
		x = "*" + x
		if _, ok := fd.Model.Type.(model.Object); ok {
			x = "(" + x + ")"
		}
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
