package prove

import (
	"slices"
	"strings"

	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/keytext"
)

// samples are some values of a type, in ascending order, with texts among them
// of which one begins the other.
func samples(a *model.Attribute) []model.Value {
	if list, few := values(a.Type); few {
		return list
	}
	switch t := a.Type.(type) {
	case model.String, model.Text:
		return textSamples(a)
	case model.UUID:
		return list("00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002")
	case model.ULID:
		return list("01ARZ3NDEKTSV4RRFFQ69G5FAV", "01ARZ3NDEKTSV4RRFFQ69G5FAW")
	case model.KSUID:
		return list("0ujsswThIGTUYm2K8FjOOfXtY1K", "0ujsszwN8NRY24YaXiTIE2VWDTS")
	case model.Decimal:
		return list("-1", "2", "10")
	case model.Date:
		return list("2025-06-01", "2025-06-02")
	case model.Timestamp:
		return list(stamp(t, "2025-06-01T00:00:00"), stamp(t, "2025-06-02T00:00:00"))
	case model.Int, model.Epoch:
		return within64(a.Type)
	}
	return nil
}

func list[T any](values ...T) []model.Value {
	var out []model.Value
	for _, v := range values {
		out = append(out, v)
	}
	return out
}

func stamp(t model.Timestamp, to string) string {
	return to + []string{"Z", ".000Z", ".000000000Z"}[t.Precision]
}

// within64 are the numbers about zero that the type holds, or its ends.
func within64(t model.Type) []model.Value {
	var out []model.Value
	for _, v := range append(list[int64](-1, 2, 10), ends(t)...) {
		if keytext.Check(t, v) == nil && !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}

func ends(t model.Type) []model.Value {
	var out []model.Value
	switch t := t.(type) {
	case model.Int:
		for _, end := range []*int64{t.Min, t.Max} {
			if end != nil {
				out = append(out, *end)
			}
		}
	case model.Epoch:
		for _, end := range []*int64{t.Min, t.Max} {
			if end != nil {
				out = append(out, *end)
			}
		}
	}
	return out
}

func textSamples(a *model.Attribute) []model.Value {
	var out []model.Value
	candidates := list("a", "a!", "b", "a#", "")
	switch d := a.Derive.(type) {
	case model.Bucket:
		w := map[string]int{"year": 4, "month": 7, "day": 10, "hour": 13}[d.Unit]
		candidates = list("2025-06-01T00"[:w], "2026-07-02T01"[:w])
	case model.SHA256:
		candidates = list(strings.Repeat("0", 64), strings.Repeat("1", 64))
	case model.Upper:
		candidates = list("A", "A!", "B")
	}
	for _, v := range candidates {
		if keytext.CheckAttribute(a, v) == nil {
			out = append(out, v)
		}
	}
	return out
}

// allowed are the samples that the facts allow.
func (f *facts) allowed(a *model.Attribute) []model.Value {
	candidates := samples(a)
	if s := f.set(a); !s.except {
		candidates = s.list
	}
	var out []model.Value
	for _, v := range candidates {
		if f.allow(a, v) && keytext.CheckAttribute(a, v) == nil {
			out = append(out, v)
		}
	}
	return out
}

// item makes an item with the facts: where an attribute is free, its sample
// number n. It is nil where none was found.
func (f *facts) item(e *model.Entity, n int) keytext.Values {
	out := keytext.Values{}
	for _, a := range e.Attributes {
		if a.Derive != nil || !keyable(a.Type) || !f.has(a) {
			continue
		}
		options := f.allowed(a)
		if len(options) == 0 {
			return nil
		}
		out[a.Name] = options[n%len(options)]
	}
	for _, a := range e.Attributes {
		if a.Derive != nil && !f.agree(out, a) {
			return nil
		}
	}
	return out
}

// agree changes the source of a derived attribute until its value is one that
// the facts allow.
func (f *facts) agree(item keytext.Values, a *model.Attribute) bool {
	fits := func() bool {
		v, ok, err := item.Value(a)
		return err == nil && (!ok || f.allow(a, v))
	}
	if fits() {
		return true
	}
	source := a.Derive.Sources()[0]
	if source.Derive != nil {
		return false
	}
	for _, v := range append(f.allowed(source), f.set(a).list...) {
		if f.allow(source, v) && keytext.CheckAttribute(source, v) == nil {
			item[source.Name] = v
			if fits() {
				return true
			}
		}
	}
	return false
}
