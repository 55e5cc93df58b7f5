package prove

import (
	"slices"
	"strings"

	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/keytext"
)

// The language of a part is the set of texts that its values have.

// read is the value that the text s stands for, false where it is none of the
// part's texts.
func read(p model.Part, d byte, s string) (model.Value, bool) {
	v, err := keytext.Decode(p.Attribute.Type, p.Form, d, s)
	if err != nil || keytext.CheckAttribute(p.Attribute, v) != nil {
		return nil, false
	}
	return v, true
}

// write is the text of a value, false where the part does not take it.
func write(p model.Part, d byte, v model.Value) (string, bool) {
	if keytext.CheckAttribute(p.Attribute, v) != nil {
		return "", false
	}
	s, err := keytext.Encode(p.Attribute.Type, p.Form, d, v)
	return s, err == nil
}

// keyable says that values of t have key text.
func keyable(t model.Type) bool {
	switch t.(type) {
	case model.Float, model.Binary, model.List, model.Map, model.Set, model.Object, model.Any:
		return false
	}
	return true
}

// enumerable is the most numbers of an int that are looked at one by one.
const enumerable = 64

// values lists a type's values where they are few.
func values(t model.Type) ([]model.Value, bool) {
	var out []model.Value
	switch t := t.(type) {
	case model.Bool:
		return []model.Value{false, true}, true
	case model.Enum:
		for _, v := range t.Values {
			out = append(out, v)
		}
		return out, true
	case model.Int:
		if t.Min == nil || t.Max == nil || uint64(*t.Max-*t.Min) >= enumerable {
			return nil, false
		}
		for v := *t.Min; v <= *t.Max; v++ {
			out = append(out, v)
		}
		return out, true
	}
	return nil, false
}

// sameText says that two parts write one value alike, so that equal texts are
// equal values and equal values have equal texts.
func sameText(a, b model.Part, d byte) bool {
	if !model.Equal(a.Attribute.Type, b.Attribute.Type) {
		return false
	}
	if a.Form == b.Form || written(a) == written(b) {
		return true
	}
	list, few := values(a.Attribute.Type)
	return few && !slices.ContainsFunc(list, func(v model.Value) bool {
		x, okX := write(a, d, v)
		y, okY := write(b, d, v)
		return !okX || !okY || x != y
	})
}

// written is the form that the text has: plain, sorted and raw are one where
// nothing is escaped and nothing is encoded.
func written(p model.Part) model.Form {
	t := p.Attribute.Type
	_, isDecimal := t.(model.Decimal)
	_, few := values(t) // ranks and bools are encoded, and compared one by one
	encoded := isDecimal || isNumber(t) || few
	if !keytext.Escaped(t) && (p.Form == model.Sorted || p.Form == model.Raw && !encoded && model.FixedWidth(t)) {
		return model.Plain
	}
	return p.Form
}

func plain(f model.Form) bool { return f == model.Plain || f == model.Sorted }

// sorts says that texts sort as the values do, in descending order for desc.
// Followed says that the delimiter comes after the part; what sorts then can
// be bounded, too.
func sorts(p model.Part, d byte, followed bool) (ok, descending bool) {
	t := p.Attribute.Type
	if list, few := values(t); few {
		return sortsList(p, d, list, followed)
	}
	_, isDecimal := t.(model.Decimal)
	switch {
	case p.Form == model.Raw:
		_, isText := t.(model.String)
		return !isNumber(t) && !isDecimal && (model.FixedWidth(t) || isText && !followed), false
	case model.FixedWidth(t):
		return true, p.Form == model.Desc
	case p.Form == model.Desc:
		return false, false
	case isDecimal:
		return true, false
	}
	return p.Form == model.Sorted || !followed, false
}

func isNumber(t model.Type) bool {
	switch t.(type) {
	case model.Int, model.Epoch:
		return true
	}
	return false
}

// sortsList compares every two values.
func sortsList(p model.Part, d byte, list []model.Value, followed bool) (ok, descending bool) {
	descending = p.Form == model.Desc
	for _, v := range list {
		for _, w := range list {
			if c := keytext.Compare(p.Attribute.Type, v, w); c == 0 || c > 0 != descending {
				continue
			}
			x, okX := write(p, d, v)
			y, okY := write(p, d, w)
			if followed {
				x += string(rune(keytext.Escape(d)))
			}
			if !okX || !okY || x >= y {
				return false, descending
			}
		}
	}
	return true, descending
}

// disjoint says that no text is of both parts. It is sure of what it says;
// what it cannot decide it calls not disjoint.
func disjoint(a, b model.Part, d byte) bool {
	if a.Form == model.Raw || b.Form == model.Raw {
		return false
	}
	x, okX := shapes(a)
	y, okY := shapes(b)
	switch {
	case okX && okY:
		return !slices.ContainsFunc(x, func(s shape) bool { return slices.ContainsFunc(y, s.meets) })
	case okX:
		return !slices.ContainsFunc(x, func(s shape) bool { return s.fits(b) })
	case okY:
		return disjoint(b, a, d)
	}
	return false
}

// shape is the bytes that can stand at each place of texts of one length.
type shape []string

const (
	digits    = "0123456789"
	hex       = digits + "abcdef"
	crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	base62    = digits + "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
)

// shapes are those of a part whose texts are of fixed width.
func shapes(p model.Part) ([]shape, bool) {
	if !model.FixedWidth(p.Attribute.Type) {
		return nil, false
	}
	w, _ := keytext.Width(p.Attribute.Type, model.Plain)
	var out []shape
	switch p.Attribute.Type.(type) {
	case model.UUID:
		out = []shape{picture("xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx", hex)}
	case model.ULID:
		out = []shape{picture(strings.Repeat("x", w), crockford)}
		out[0][0] = digits[:8]
	case model.KSUID:
		out = []shape{picture(strings.Repeat("x", w), base62)}
	case model.Timestamp:
		out = []shape{picture("xxxx-xx-xxTxx:xx:xx.xxxxxxxxx"[:w-1]+"Z", digits)}
	case model.Date:
		out = []shape{picture("xxxx-xx-xx", digits)}
	case model.Text:
		out = []shape{picture(bucketOrHash(p.Attribute, w), hex)}
	case model.Int, model.Epoch:
		out = numberShapes(p)
	default: // bool and rank
		out = []shape{picture(strings.Repeat("x", w), digits)}
	}
	if p.Form == model.Desc {
		for _, s := range out {
			s.mirror()
		}
	}
	return out, true
}

// numberShapes are of the digits, and with a sign where there are negative
// numbers.
func numberShapes(p model.Part) []shape {
	w, _ := keytext.Width(p.Attribute.Type, model.Plain)
	zero, ok := write(model.Part{Attribute: p.Attribute}, '#', int64(0))
	if ok {
		w = len(zero)
	}
	unsigned := picture(strings.Repeat("x", w), digits)
	signed := append(shape{"-"}, unsigned...)
	return []shape{unsigned, slices.Clone(signed)}
}

// bucketOrHash is the picture of a bucket, else of a hash.
func bucketOrHash(a *model.Attribute, w int) string {
	if _, ok := a.Derive.(model.Bucket); ok {
		return "xxxx-xx-xxTxx"[:w]
	}
	return strings.Repeat("x", w)
}

// picture is the shape where every x is one of the letters and all else itself.
func picture(s, letters string) shape {
	out := make(shape, len(s))
	for i := range len(s) {
		out[i] = s[i : i+1]
		if s[i] == 'x' {
			out[i] = letters
		}
	}
	return out
}

// mirror is the complement of descending text, of every place.
func (s shape) mirror() {
	for i, class := range s {
		out := []byte(class)
		for j := range out {
			out[j] = '-' + 'z' - out[j]
		}
		s[i] = string(out)
	}
}

// meets says that some text has both shapes.
func (s shape) meets(other shape) bool {
	if len(s) != len(other) {
		return false
	}
	for i := range s {
		if !strings.ContainsAny(s[i], other[i]) {
			return false
		}
	}
	return true
}

// fits says that some text of the shape may be of the part, which has no fixed
// width. Shapes hold no byte that text escapes.
func (s shape) fits(p model.Part) bool {
	switch t := p.Attribute.Type.(type) {
	case model.String:
		return t.MaxLength == 0 || len(s) <= t.MaxLength
	case model.Text:
		return t.Width == 0 || len(s) <= t.Width
	case model.Decimal:
		return !slices.ContainsFunc(s, func(class string) bool { return !strings.ContainsAny(class, digits+"~") })
	}
	return true
}
