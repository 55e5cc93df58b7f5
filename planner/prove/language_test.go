package prove

import (
	"cmp"
	"testing"

	"pgregory.net/rapid"

	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/keytext"
)

// keyAttributes are attributes of every type that stands in a key.
func keyAttributes() []*model.Attribute {
	small, large := int64(-5), int64(70)
	at := &model.Attribute{Name: "at", Type: model.Timestamp{}}
	var out []*model.Attribute
	for _, t := range []model.Type{
		model.String{}, model.String{MaxLength: 20}, model.UUID{}, model.ULID{}, model.KSUID{}, model.Bool{}, model.Date{},
		model.Decimal{}, model.Int{}, model.Int{Min: &small, Max: &large}, model.Enum{Values: []string{"a", "ab", "a!"}},
		model.Enum{Values: []string{"x", "2025-06-01", "a"}, Ordered: true}, model.Timestamp{}, model.Timestamp{Precision: model.Nanosecond},
		model.Epoch{}, model.Epoch{Precision: model.Millisecond}, model.Text{Width: 30}, model.Text{},
	} {
		out = append(out, &model.Attribute{Name: "a", Type: t})
	}
	for i, unit := range []string{"year", "month", "day", "hour"} {
		t := model.Text{Width: 4 + 3*i, Fixed: true}
		out = append(out, &model.Attribute{Name: unit, Type: t, Derive: model.Bucket{Source: at, Unit: unit}})
	}
	return append(out, &model.Attribute{Name: "hash", Type: model.Text{Width: 64, Fixed: true}, Derive: model.SHA256{Source: out[0]}})
}

func drawPart(t *rapid.T, attrs []*model.Attribute) model.Part {
	a := attrs[rapid.IntRange(0, len(attrs)-1).Draw(t, "attribute")]
	forms := []model.Form{model.Plain, model.Sorted, model.Raw}
	if model.FixedWidth(a.Type) {
		forms = append(forms, model.Desc)
	}
	return model.Part{Attribute: a, Form: rapid.SampledFrom(forms).Draw(t, "form")}
}

// drawText draws a text that the part may have.
func drawText(t *rapid.T, p model.Part) string {
	if all, ok := shapes(p); ok && p.Form != model.Raw {
		out := ""
		for _, class := range rapid.SampledFrom(all).Draw(t, "shape") {
			out += rapid.StringOfN(rapid.RuneFrom([]rune(class)), 1, 1, 1).Draw(t, "byte")
		}
		return out
	}
	if text, ok := write(p, '#', drawValue(t, p.Attribute)); ok {
		return text
	}
	return ""
}

func drawValue(t *rapid.T, a *model.Attribute) model.Value {
	_, isText := a.Type.(model.String)
	if isText && rapid.Bool().Draw(t, "text") {
		return rapid.StringOfN(rapid.RuneFrom([]rune("a! #$0Aé")), 0, 3, 20).Draw(t, "value")
	}
	return rapid.SampledFrom(samples(a)).Draw(t, "value")
}

// TestDisjoint: where a text is of both parts they are not disjoint.
func TestDisjoint(t *testing.T) {
	attrs := keyAttributes()
	met := 0
	rapid.Check(t, func(t *rapid.T) {
		x, y := drawPart(t, attrs), drawPart(t, attrs)
		text := drawText(t, x)
		_, okX := read(x, '#', text)
		_, okY := read(y, '#', text)
		if okX && okY {
			met++
			if disjoint(x, y, '#') || disjoint(y, x, '#') {
				t.Fatalf("%q is of %s %s and of %s %s, which are called disjoint", text, x, x.Attribute.Type, y, y.Attribute.Type)
			}
		}
	})
	if met == 0 {
		t.Error("no text was ever of two parts")
	}
}

// TestDisjointPairs pins some that are, so that not everything is refused.
func TestDisjointPairs(t *testing.T) {
	part := func(t model.Type) model.Part { return model.Part{Attribute: &model.Attribute{Name: "a", Type: t}} }
	for _, c := range []struct {
		a, b model.Type
		want bool
	}{
		{model.UUID{}, model.ULID{}, true}, {model.Timestamp{}, model.Date{}, true}, {model.ULID{}, model.KSUID{}, true},
		{model.Int{}, model.Timestamp{}, true}, {model.UUID{}, model.Decimal{}, true}, {model.String{MaxLength: 9}, model.Date{}, true},
		{model.String{}, model.Date{}, false}, {model.Int{}, model.Epoch{Precision: model.Nanosecond}, false}, {model.Int{}, model.Decimal{}, false},
	} {
		if got := disjoint(part(c.a), part(c.b), '#'); got != c.want {
			t.Errorf("disjoint(%s, %s) = %v", c.a, c.b, got)
		}
	}
}

// TestSorts: what is said to sort does, followed and not.
func TestSorts(t *testing.T) {
	attrs := keyAttributes()
	rapid.Check(t, func(t *rapid.T) {
		p := drawPart(t, attrs)
		followed := rapid.Bool().Draw(t, "followed")
		ok, descending := sorts(p, '#', followed)
		v, w := drawValue(t, p.Attribute), drawValue(t, p.Attribute)
		x, okX := write(p, '#', v)
		y, okY := write(p, '#', w)
		if !ok || !okX || !okY {
			return
		}
		if followed {
			rest := rapid.SampledFrom([]string{"", "a", "~"})
			x, y = x+"#"+rest.Draw(t, "rest"), y+"#"+rest.Draw(t, "rest")
		}
		want := keytext.Compare(p.Attribute.Type, v, w)
		if descending {
			want = -want
		}
		if want != 0 && cmp.Compare(x, y) != want {
			t.Fatalf("%s %s: %v and %v are %q and %q", p, p.Attribute.Type, v, w, x, y)
		}
	})
}

// TestSameText: parts that are said to write alike do.
func TestSameText(t *testing.T) {
	attrs := keyAttributes()
	rapid.Check(t, func(t *rapid.T) {
		x := drawPart(t, attrs)
		y := model.Part{Attribute: x.Attribute, Form: rapid.SampledFrom([]model.Form{model.Plain, model.Sorted, model.Desc, model.Raw}).Draw(t, "form")}
		if !sameText(x, y, '#') {
			return
		}
		v := drawValue(t, x.Attribute)
		a, okA := write(x, '#', v)
		b, okB := write(y, '#', v)
		if a != b || okA != okB {
			t.Fatalf("%v is %q as %s and %q as %s", v, a, x, b, y)
		}
	})
}
