package lock_test

import (
	"bytes"
	"reflect"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"pgregory.net/rapid"

	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/model/lock"
)

// drawing makes random lock files that do not contradict themselves.
type drawing struct{ t *rapid.T }

func (d drawing) text(label string) string {
	return rapid.OneOf(
		rapid.StringMatching(`[a-z#$%{}"\\ ]{1,8}`),
		rapid.SampledFrom([]string{"${x}", "%{if}", "$${", "日本", "a\tb", "#unique#", `"`, "\\"}),
	).Draw(d.t, label)
}

func (d drawing) name(label string) string {
	return rapid.StringMatching(`[a-e][a-z0-9_]{0,4}`).Filter(func(s string) bool { return s != "for" }).Draw(d.t, label)
}

func (d drawing) names(label string, least int) []string {
	return rapid.SliceOfNDistinct(rapid.StringMatching(`[a-e][a-z0-9_]{0,4}`), least, least+3, rapid.ID[string]).Draw(d.t, label)
}

func (d drawing) template(attrs []string) lock.Template {
	out := lock.Template{{Literal: d.text("literal")}}
	for range rapid.IntRange(0, 3).Draw(d.t, "parts") {
		e := rapid.SampledFrom([]lock.Segment{
			{Encoding: "text"}, {Encoding: "int", Unit: "19"}, {Encoding: "time", Unit: "ms"}, {Encoding: "rank"},
			{Encoding: "text", Form: model.Sorted}, {Encoding: "int", Unit: "3", Form: model.Desc}, {Encoding: "text", Form: model.Raw},
			{Encoding: "bucket", Unit: "day"}, {Encoding: "sha256"},
		}).Draw(d.t, "part")
		e.Attribute = rapid.SampledFrom(attrs).Draw(d.t, "attribute")
		out = append(out, e, lock.Segment{Literal: d.text("literal")})
	}
	return out
}

func (d drawing) entity(name string, indexes []string) lock.Entity {
	e := lock.Entity{Name: name, Value: name}
	if rapid.Bool().Draw(d.t, "prefixed") {
		e.Prefix = d.text("prefix")
	}
	attrs := d.names("attributes", 1)
	for _, a := range attrs {
		attr := lock.Attribute{Name: a, StoredAs: a, Type: rapid.SampledFrom([]string{"S", "N", "time(ms)", "NS"}).Draw(d.t, "type")}
		if rapid.Bool().Draw(d.t, "more") {
			attr.StoredAs, attr.Prefix, attr.Derive = d.text("stored"), d.text("prefix"), d.text("derive")
			attr.Ranks = []string{d.text("rank"), d.text("rank")}
		}
		e.Attributes = append(e.Attributes, attr)
	}
	for _, x := range append([]string{"table"}, indexes...) {
		k := lock.Key{Index: x, Partition: d.template(attrs), Sort: d.template(attrs)}
		if rapid.Bool().Draw(d.t, "sparse") {
			k.When = rapid.SampledFrom([]string{`a == "x"`, `present(b) && a != 3`, `one_of(c, "x", "y$${")`}).Draw(d.t, "when")
			k.Note = d.text("note")
		}
		e.Keys = append(e.Keys, k)
	}
	e.Uniques = []lock.Unique{{Name: "u", Partition: d.template(attrs), Sort: d.template(attrs)}}
	return e
}

func drawFile(t *rapid.T) *lock.File {
	d := drawing{t}
	f := &lock.File{Name: "keyplan.lock.hcl", Table: lock.Table{
		Label: d.name("label"), Partition: d.text("partition"), Sort: d.text("sort"), Delimiter: "#", EntityAttribute: d.text("entity"), TTL: d.text("ttl"),
	}}
	entities, indexes := d.names("entities", 1), d.names("indexes", 0)
	for _, x := range indexes {
		p := rapid.SampledFrom([]model.Projection{
			{}, {Kind: model.ProjectKeysOnly}, {Kind: model.ProjectInclude, Include: []string{"a", d.text("include")}},
		}).Draw(t, "projection")
		f.Indexes = append(f.Indexes, lock.Index{Name: x, Owner: entities[0], Partition: d.text("partition"), Sort: d.text("sort"), Projection: p})
	}
	for _, e := range entities {
		f.Entities = append(f.Entities, d.entity(e, indexes))
	}
	return f
}

// TestRoundTrip: what is written is read back, ranges aside, and written the
// same.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := drawFile(t)
		text := f.Bytes()
		back, _, diags := lock.Read(f.Name, text, hcl.Range{})
		if len(diags) > 0 {
			t.Fatalf("%s\n%s", diags, text)
		}
		if again := back.Bytes(); !bytes.Equal(again, text) {
			t.Fatalf("%s\nis written again as\n%s", text, again)
		}
		strip(reflect.ValueOf(back).Elem())
		if !reflect.DeepEqual(f, back) {
			t.Fatalf("%s\nis read as\n%#v\nnot\n%#v", text, back, f)
		}
	})
}

// strip takes out of a file what only reading gives.
func strip(v reflect.Value) {
	switch v.Kind() {
	case reflect.Slice:
		for i := range v.Len() {
			strip(v.Index(i))
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[hcl.Range]() {
			v.SetZero()
			return
		}
		for i := range v.NumField() {
			strip(v.Field(i))
		}
	case reflect.Interface:
		v.SetZero()
	}
}

// TestEdited: whatever byte of the body of a lock is changed, it is refused, or
// says the same as before.
func TestEdited(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := drawFile(t)
		text := f.Bytes()
		at := rapid.IntRange(0, len(text)-1).Draw(t, "at")
		edited := bytes.Clone(text)
		edited[at] = rapid.SampledFrom([]byte(" aAz0#\"}\n")).Draw(t, "byte")
		back, _, diags := lock.Read(f.Name, edited, hcl.Range{})
		if !diags.HasErrors() && !bytes.Equal(back.Bytes(), text) {
			t.Fatalf("%q for %q at %d of\n%s\nis not noticed", edited[at], text[at], at, text)
		}
	})
}

func FuzzRead(f *testing.F) {
	f.Add([]byte("lock {\n  format = 1\n}\ntable \"a\" {}\n"))
	f.Add([]byte("lock {\n  format = 1\n}\ntable \"a\" {}\nentity \"x\" {\n key \"table\" {\n partition = \"${desc(int(3, a))}\"\n when = a\n}\n}\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		file, shown, diags := lock.Read("keyplan.lock.hcl", text, hcl.Range{Filename: "shop.hcl"})
		if shown == nil || file == nil && !diags.HasErrors() {
			t.Fatal("neither a lock nor a reason")
		}
		for _, d := range diags {
			if d.Subject == nil || d.Detail == "" {
				t.Fatalf("%#v has no place or no advice", d)
			}
		}
	})
}
