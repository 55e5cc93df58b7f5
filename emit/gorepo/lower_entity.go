package gorepo

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/layout"
)

// entityNames decides the names that stand for e in the package.
func (b *lowering) entityNames(e *model.Entity) {
	x := &Entity{Model: e, Type: exported(e.Name), Repo: exported(plural(e.Name))}
	at, atPlural := e.NameRange, e.NameRange
	if e.GoName != "" {
		x.Type, x.Repo = e.GoName, plural(e.GoName)
		at, atPlural = e.GoNameRange, e.GoNameRange
	}
	if e.Plural != "" {
		x.Repo, atPlural = e.Plural, e.PluralRange
	}
	x.Key, x.KeyOf, x.Change, x.Names = x.Type+"Key", x.Type+"KeyOf", x.Type+"Change", x.Type+"Names"
	what := fmt.Sprintf("entity %q", e.Name)
	for _, name := range []string{x.Type, x.Key, x.KeyOf, x.Change, x.Names} {
		b.claim(b.view.names, name, place{what, at})
	}
	b.claim(b.view.names, x.Repo, place{what, atPlural})
	b.claim(b.view.root, x.Repo, place{what, atPlural})
	x.File = b.fileName(e.Name)
	x.change = b.view.names.private(lowerFirst(x.Change))
	x.make, x.decode = b.view.names.private("new"+x.Repo), b.view.names.private("decode"+x.Type)
	b.view.Entities = append(b.view.Entities, x)
}

// fileName is the entity's file. A last word that the toolchain reads as a
// build constraint, and the names of the other files, get a suffix.
func (b *lowering) fileName(entity string) string {
	words := strings.Split(entity, "_")
	last := words[len(words)-1]
	if last == "test" || slices.Contains(platforms, last) || slices.Contains(otherFiles, entity) || strings.HasPrefix(entity, "support") {
		entity += "_entity"
	}
	return entity + ".go"
}

// otherFiles are the names of the other files, and those that Windows keeps
// for devices.
var otherFiles = strings.Fields(`
	doc keys bounds collections
	aux con nul prn com1 com2 com3 com4 com5 com6 com7 com8 com9
	lpt1 lpt2 lpt3 lpt4 lpt5 lpt6 lpt7 lpt8 lpt9`)

// platforms are the words that constrain a file by its name.
var platforms = strings.Fields(`
	aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd
	openbsd plan9 solaris wasip1 windows zos
	386 amd64 amd64p32 arm armbe arm64 arm64be loong64 mips mipsle mips64
	mips64le mips64p32 mips64p32le ppc ppc64 ppc64le riscv riscv64 s390 s390x
	sparc sparc64 wasm`)

// fields decides the struct's fields, the key's and the derived methods.
func (b *lowering) fields(x *Entity) {
	s := newScope("struct " + x.Type)
	for _, a := range x.Model.Attributes {
		name, at := exported(a.Name), a.NameRange
		if a.GoName != "" {
			name, at = a.GoName, a.GoNameRange
		}
		b.claim(s, name, place{fmt.Sprintf("attribute %q", a.Name), at})
		if a.Derive != nil {
			x.Derived = append(x.Derived, &Derived{Attribute: a, Method: name})
			continue
		}
		f := &Field{Attribute: a, Name: name, Value: b.attributeType(a)}
		f.Type = optionalType(a.Type, f.Value, a.Optional)
		x.Fields = append(x.Fields, f)
	}
	for _, a := range keyAttributes(b.view.Layout.Table.Key(x.Model)) {
		x.KeyFields = append(x.KeyFields, x.Field(a))
	}
}

// keyAttributes are the stored attributes that k's texts are computed from,
// the identity first.
func keyAttributes(k *layout.EntityKey) []*model.Attribute {
	var used []*model.Attribute
	for _, a := range templateAttributes(k.Partition, k.Sort) {
		used = appendNew(used, stored(a)...)
	}
	var out []*model.Attribute
	for _, a := range k.Entity.Identity {
		out = appendNew(out, stored(a)...)
	}
	return appendNew(out, used...)
}

// stored is a, or what it is derived from.
func stored(a *model.Attribute) []*model.Attribute {
	if a.Derive == nil {
		return []*model.Attribute{a}
	}
	var out []*model.Attribute
	for _, s := range a.Derive.Sources() {
		out = appendNew(out, stored(s)...)
	}
	return out
}

func appendNew(list []*model.Attribute, more ...*model.Attribute) []*model.Attribute {
	for _, a := range more {
		if !slices.Contains(list, a) {
			list = append(list, a)
		}
	}
	return list
}

// templateAttributes are the attributes of keys in order, each once.
func templateAttributes(keys ...model.Key) []*model.Attribute {
	var out []*model.Attribute
	for _, k := range keys {
		switch k := k.(type) {
		case model.Columns:
			out = appendNew(out, k...)
		case model.Template:
			for _, s := range k {
				switch s := s.(type) {
				case model.Part:
					out = appendNew(out, s.Attribute)
				case model.Shard:
					out = appendNew(out, s.Attributes...)
				}
			}
		}
	}
	return out
}

// attributeType is a's Go type without the pointer of an optional one. The
// attributes of one root share its enum or struct.
func (b *lowering) attributeType(a *model.Attribute) Type {
	root := a.Root()
	if t, ok := b.types[root]; ok {
		return t
	}
	base := exported(root.Entity.Name)
	if x := b.view.Entity(root.Entity); x != nil {
		base = x.Type
	}
	name := exported(root.Name)
	if root.GoName != "" {
		name = root.GoName
	}
	what := place{fmt.Sprintf("the type of attribute %q of entity %q", root.Name, root.Entity.Name), root.NameRange}
	b.typeOwner, b.typeDoc = root.Entity, "the "+words(root.Name)+" of "+article(base)
	t := b.goType(a.Type, base+name, what)
	b.types[root] = t
	return t
}

// goType is the Go type of t; an enum or object takes the given name, an
// element of a list or map that name and "Item".
func (b *lowering) goType(t model.Type, name string, p place) Type {
	switch t := t.(type) {
	case model.String, model.UUID, model.ULID, model.KSUID, model.Text:
		return Type{"string"}
	case model.Enum:
		return b.enum(t, name, p)
	case model.Int:
		return Type{"int64"}
	case model.Decimal:
		return Type{own + "Decimal"}
	case model.Float:
		return Type{"float64"}
	case model.Bool:
		return Type{"bool"}
	case model.Timestamp, model.Epoch:
		return Type{"time.Time"}
	case model.Date:
		return Type{own + "Date"}
	case model.Binary:
		return Type{"[]byte"}
	case model.List:
		return Type{"[]" + b.goType(t.Elem, name+"Item", p).text}
	case model.Set:
		return Type{"[]" + b.goType(t.Elem, name+"Item", p).text}
	case model.Map:
		return Type{"map[string]" + b.goType(t.Elem, name+"Item", p).text}
	case model.Object:
		return b.object(t, name, p)
	case model.Any:
		return Type{"any"}
	}
	panic(fmt.Sprintf("gorepo: no Go type for %T", t))
}

// optionalType is the field's type: a pointer for what has no zero value of
// its own to mean absent.
func optionalType(t model.Type, value Type, optional bool) Type {
	if !optional {
		return value
	}
	switch t.(type) {
	case model.Timestamp, model.Epoch, model.Date, model.Binary, model.List, model.Map, model.Set, model.Any:
		return value
	}
	return value.Pointer()
}

func (b *lowering) enum(t model.Enum, name string, p place) Type {
	e := &Enum{Name: name, Type: t, doc: b.typeDoc, entity: b.typeOwner}
	b.claim(b.view.names, name, p)
	for i, v := range t.Values {
		c := name + identifier(v)
		if c == name || slices.Contains(e.Constants, c) {
			c = fmt.Sprintf("%sValue%d", name, i+1)
		}
		e.Constants = append(e.Constants, c)
		b.claim(b.view.names, c, p)
	}
	b.view.Enums = append(b.view.Enums, e)
	return Type{own + name}
}

// identifier is text as a part of an identifier: its letters and digits, a
// capital after each gap.
func identifier(text string) string {
	var b strings.Builder
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		r := []rune(w)
		if up := word(w); r[0] < unicode.MaxASCII {
			b.WriteString(up)
			continue
		}
		b.WriteString(string(unicode.ToUpper(r[0])) + string(r[1:]))
	}
	return b.String()
}

func (b *lowering) object(t model.Object, name string, p place) Type {
	o := &Object{Name: name, Type: t, doc: b.typeDoc, entity: b.typeOwner}
	b.claim(b.view.names, name, p)
	for _, verb := range []string{"check", "encode", "decode"} {
		b.claim(b.view.names, verb+name, p)
	}
	s := newScope("struct " + name)
	for _, f := range t.Fields {
		field := &ObjectField{Model: f, Name: exported(f.Name)}
		if field.Name == "" || !isGoName(field.Name) {
			field.Name = "Field" + identifier(f.Name)
		}
		b.claim(s, field.Name, place{fmt.Sprintf("field %q in %s", f.Name, p.what), p.rng})
		field.Value = b.goType(f.Type, name+field.Name, p)
		field.Type = optionalType(f.Type, field.Value, f.Optional)
		o.Fields = append(o.Fields, field)
	}
	b.view.Objects = append(b.view.Objects, o)
	return Type{own + name}
}
