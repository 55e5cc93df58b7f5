package gotest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/keyplan/keyplan/emit/gorepo"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/keytext"
)

// literals writes values as Go in a package that imports the generated one.
type literals struct {
	view *gorepo.View
	// pkg is the generated package's name.
	pkg string
}

// structLiteral is a row as a literal of its entity's struct, without the type.
func (l literals) structLiteral(x *gorepo.Entity, r *row) string {
	var parts []string
	for _, f := range x.Fields {
		v, ok := r.Values[f.Attribute.Name]
		if !ok {
			continue
		}
		parts = append(parts, f.Name+": "+l.field(f, v))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// field is a value of a field.
func (l literals) field(f *gorepo.Field, v model.Value) string {
	text := l.value(f.Attribute.Type, f.Value, v)
	if f.Type == f.Value {
		return text
	}
	if f.Value.In(l.pkg) == "int64" {
		text = "int64(" + text + ")"
	}
	return "ptr(" + text + ")"
}

// argument is a value that a method or a bound takes.
func (l literals) argument(a *model.Attribute, t gorepo.Type, v model.Value) string {
	if b, ok := a.Derive.(model.Bucket); ok {
		return at(bucketStart(b, v.(string)))
	}
	return l.value(a.Type, t, v)
}

// bucketStart is the first moment of a bucket.
func bucketStart(b model.Bucket, text string) time.Time {
	layout := map[string]string{"year": "2006", "month": "2006-01", "day": "2006-01-02", "hour": "2006-01-02T15"}[b.Unit]
	t, err := time.Parse(layout, text)
	if err != nil {
		panic("gotest: no bucket: " + text)
	}
	return t
}

func at(t time.Time) string { return "at(" + strconv.Quote(t.UTC().Format(time.RFC3339Nano)) + ")" }

// value is v, of model type t and Go type g.
func (l literals) value(t model.Type, g gorepo.Type, v model.Value) string {
	switch t := t.(type) {
	case model.String, model.UUID, model.ULID, model.KSUID, model.Text:
		return strconv.Quote(v.(string))
	case model.Enum:
		return l.pkg + "." + l.constant(g, v.(string))
	case model.Int:
		return strconv.FormatInt(v.(int64), 10)
	case model.Bool:
		return strconv.FormatBool(v.(bool))
	case model.Decimal:
		return "decimal(" + strconv.Quote(v.(string)) + ")"
	case model.Date:
		return "date(" + strconv.Quote(v.(string)) + ")"
	case model.Timestamp:
		return "at(" + strconv.Quote(v.(string)) + ")"
	case model.Epoch:
		n := v.(int64)
		return at([]time.Time{time.Unix(n, 0), time.UnixMilli(n), time.Unix(0, n)}[t.Precision])
	}
	return l.other(t, g)
}

// constant is the name of an enum's value.
func (l literals) constant(g gorepo.Type, v string) string {
	for _, e := range l.view.Enums {
		if e.Name == g.String() {
			return e.Constants[slices.Index(e.Type.Values, v)]
		}
	}
	panic("gotest: no enum " + g.String())
}

// other is some value of a type that has no key text.
func (l literals) other(t model.Type, g gorepo.Type) string {
	switch t := t.(type) {
	case model.Float:
		return "1.5"
	case model.Binary:
		return `[]byte("b")`
	case model.Any:
		return `"any"`
	case model.List:
		return g.In(l.pkg) + "{" + l.element(t.Elem, g.Elem()) + "}"
	case model.Set:
		return g.In(l.pkg) + "{" + l.element(t.Elem, g.Elem()) + "}"
	case model.Map:
		return g.In(l.pkg) + `{"k": ` + l.element(t.Elem, g.Elem()) + "}"
	case model.Object:
		return l.object(g)
	}
	panic(fmt.Sprintf("gotest: no value of %T", t))
}

// element is some value inside a list, set or map, which says its type.
func (l literals) element(t model.Type, g gorepo.Type) string {
	return elided(l.some(t, g), g.In(l.pkg))
}

// elided is a composite literal without its type.
func elided(literal, typ string) string {
	if rest, ok := strings.CutPrefix(literal, typ); ok && strings.HasPrefix(rest, "{") {
		return rest
	}
	return literal
}

// some is the first value of any type.
func (l literals) some(t model.Type, g gorepo.Type) string {
	a := &model.Attribute{Entity: &model.Entity{}, Type: t}
	if values := newPool(a, '#').values(); len(values) > 0 {
		return l.value(t, g, values[0])
	}
	return l.other(t, g)
}

func (l literals) object(g gorepo.Type) string {
	for _, o := range l.view.Objects {
		if o.Name != g.String() {
			continue
		}
		var parts []string
		for _, f := range o.Fields {
			text := l.some(f.Model.Type, f.Value)
			if f.Type != f.Value {
				if f.Value.In(l.pkg) == "int64" {
					text = "int64(" + text + ")"
				}
				text = "ptr(" + text + ")"
			}
			parts = append(parts, f.Name+": "+text)
		}
		return l.pkg + "." + o.Name + "{" + strings.Join(parts, ", ") + "}"
	}
	panic("gotest: no struct " + g.String())
}

// keyLiteral is a row's table key.
func (l literals) keyLiteral(x *gorepo.Entity, v keytext.Values) string {
	var parts []string
	for _, f := range x.KeyFields {
		parts = append(parts, f.Name+": "+l.field(f, v[f.Attribute.Name]))
	}
	return l.pkg + "." + x.Key + "{" + strings.Join(parts, ", ") + "}"
}
