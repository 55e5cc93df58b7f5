package keytext_test

import (
	"errors"
	"maps"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/keytext"
)

func attribute(name string, t model.Type) *model.Attribute {
	return &model.Attribute{Name: name, Type: t, StoredAs: name}
}

func TestKey(t *testing.T) {
	id := attribute("id", model.String{})
	id.InIdentity = true
	at := attribute("at", model.Timestamp{Precision: model.Second})
	note := attribute("note", model.String{})
	key := model.Template{model.Literal("o#"), model.Part{Attribute: at}, model.Literal("#"), model.Part{Attribute: id}}
	item := keytext.Values{"id": "1#2", "at": "2025-06-01T00:00:00Z"}
	if got, ok, err := item.Key(key, '#'); got != "o#2025-06-01T00:00:00Z#1$Z2" || !ok || err != nil {
		t.Errorf("Key = %q, %v, %v", got, ok, err)
	}
	if _, ok, err := item.Key(model.Template{model.Literal("n#"), model.Part{Attribute: note}}, '#'); ok || err != nil {
		t.Errorf("a key over an absent attribute: %v, %v", ok, err)
	}
	if _, _, err := (keytext.Values{"note": ""}).Key(model.Template{model.Part{Attribute: note}}, '#'); !errors.Is(err, keytext.ErrEmptyKey) {
		t.Errorf("an empty key: %v", err)
	}
	if _, _, err := (keytext.Values{"id": ""}).Key(model.Template{model.Literal("o#"), model.Part{Attribute: id}}, '#'); err == nil {
		t.Error("an empty identity must be refused")
	}
	raw := model.Template{model.Part{Attribute: note, Form: model.Raw}, model.Literal("#"), model.Part{Attribute: id}}
	if _, _, err := (keytext.Values{"id": "1", "note": "a#b"}).Key(raw, '#'); err == nil {
		t.Error("raw text with the delimiter in the middle of a key must be refused")
	}
}

func TestDerived(t *testing.T) {
	email := attribute("email", model.String{})
	first := attribute("first", model.String{})
	created := attribute("created", model.Timestamp{Precision: model.Millisecond})
	epoch := attribute("epoch", model.Epoch{Precision: model.Second})
	item := keytext.Values{"email": "Ann@É.x", "first": "日本語", "created": "2025-06-01T13:00:00.000Z", "epoch": int64(-1)}
	for _, c := range []struct {
		derive model.Derivation
		want   string
	}{
		{model.Lower{Source: email}, "ann@é.x"},
		{model.Upper{Source: email}, "ANN@É.X"},
		{model.First{Source: first, N: 2}, "日本"},
		{model.First{Source: first, N: 9}, "日本語"},
		{model.Bucket{Source: created, Unit: "hour"}, "2025-06-01T13"},
		{model.Bucket{Source: created, Unit: "day"}, "2025-06-01"},
		{model.Bucket{Source: created, Unit: "month"}, "2025-06"},
		{model.Bucket{Source: epoch, Unit: "year"}, "1969"},
		{model.SHA256{Source: first}, "77710aedc74ecfa33685e33a6c7df5cc83004da1bdcef7fb280f5c2b2e97e0a5"},
		{model.Joined{Parts: []model.JoinedPart{{Attribute: first}, {Literal: " "}, {Attribute: email}}}, "日本語 Ann@É.x"},
	} {
		a := attribute("derived", model.Text{})
		a.Derive = c.derive
		got, ok, err := item.Value(a)
		if got != c.want || !ok || err != nil {
			t.Errorf("%T = %v, %v, %v; want %q", c.derive, got, ok, err, c.want)
		}
	}
	a := attribute("derived", model.Text{})
	a.Derive = model.Lower{Source: email}
	if _, ok, err := (keytext.Values{}).Value(a); ok || err != nil {
		t.Errorf("derived of an absent source: %v, %v", ok, err)
	}
}

// TestReadKey: the parts of every key are read back from its text.
func TestReadKey(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.SampledFrom([]byte(delimiters)).Draw(t, "delimiter")
		var key model.Template
		item := keytext.Values{}
		lead := "o" + string(rune(d))
		for i := range rapid.IntRange(1, 4).Draw(t, "parts") {
			x := drawTyped(t)
			a := attribute(string(rune('a'+i)), x.typ)
			item[a.Name] = value(t, x.typ)
			key = append(key, model.Literal(lead), model.Part{Attribute: a, Form: x.form})
			lead = string(rune(d)) + rapid.SampledFrom([]string{"", "x" + string(rune(d))}).Draw(t, "literal")
		}
		if rapid.Bool().Draw(t, "closed") {
			key = append(key, model.Literal(string(rune(d))))
		}
		text, ok, err := item.Key(key, d)
		if !ok || err != nil {
			t.Fatalf("Key: %v, %v", ok, err)
		}
		got, err := keytext.ReadKey(key, d, text)
		if err != nil || !maps.Equal(got, item) {
			t.Fatalf("ReadKey(%q) = %v, %v; want %v", text, got, err, item)
		}
		if w, bounded := keytext.KeyWidth(key, 0); bounded && len(text) > w {
			t.Fatalf("%q has %d bytes, KeyWidth says %d", text, len(text), w)
		}
	})
}

func TestShard(t *testing.T) {
	id := attribute("id", model.String{})
	key := model.Template{model.Literal("p#"), model.Shard{N: 11, Attributes: []*model.Attribute{id}}}
	seen := map[string]bool{}
	for i := range 200 {
		text, ok, err := (keytext.Values{"id": strings.Repeat("x", i)}).Key(key, '#')
		if !ok || err != nil || len(text) != len("p#00") {
			t.Fatalf("shard key %q, %v, %v", text, ok, err)
		}
		seen[text] = true
	}
	if len(seen) != 11 || !seen["p#00"] || !seen["p#10"] {
		t.Errorf("200 items fill %d of 11 shards", len(seen))
	}
}

func TestWidth(t *testing.T) {
	key := model.Template{model.Literal("o#"), model.Part{Attribute: attribute("s", model.String{MaxLength: 10})},
		model.Literal("#"), model.Part{Attribute: attribute("n", model.Int{Min: ptr(-1), Max: ptr(10)})}}
	if w, bounded := keytext.KeyWidth(key, 32); w != 2+20+1+3 || !bounded {
		t.Errorf("KeyWidth = %d, %v", w, bounded)
	}
	key = append(key, model.Part{Attribute: attribute("u", model.String{})})
	if w, bounded := keytext.KeyWidth(key, 32); w != 26+32 || bounded {
		t.Errorf("KeyWidth = %d, %v", w, bounded)
	}
}
