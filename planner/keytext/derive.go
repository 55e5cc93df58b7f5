package keytext

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"unicode"

	"github.com/keyplan/keyplan/model"
)

// Values are an item's attributes by name; one that is absent has no entry.
// Derived attributes have none: they are computed.
type Values map[string]model.Value

// Value is the item's value of a, computed where a is derived, and whether it
// is present.
func (v Values) Value(a *model.Attribute) (model.Value, bool, error) {
	if a.Derive == nil {
		value, ok := v[a.Name]
		return value, ok, nil
	}
	for _, s := range a.Derive.Sources() {
		if _, ok, err := v.Value(s); !ok || err != nil {
			return nil, false, err
		}
	}
	value, err := v.derive(a)
	if err != nil {
		return nil, false, fmt.Errorf("%s: %w", a.Name, err)
	}
	return value, true, nil
}

func (v Values) derive(a *model.Attribute) (model.Value, error) {
	if j, ok := a.Derive.(model.Joined); ok {
		return v.join(j)
	}
	source := a.Derive.Sources()[0]
	value, _, err := v.Value(source)
	if err != nil {
		return nil, err
	}
	return Apply(a.Derive, source.Type, value)
}

func (v Values) join(j model.Joined) (model.Value, error) {
	var out strings.Builder
	for _, p := range j.Parts {
		out.WriteString(p.Literal)
		if p.Attribute == nil {
			continue
		}
		value, _, err := v.Value(p.Attribute)
		if err != nil {
			return nil, err
		}
		s, err := text(p.Attribute.Type, value)
		if err != nil {
			return nil, err
		}
		out.WriteString(s)
	}
	return out.String(), nil
}

// Apply is what a derivation of one source, of type t, makes of a value of it:
// what equals does with an argument of a lower, upper, sha256, first or bucket
// attribute.
func Apply(d model.Derivation, t model.Type, v model.Value) (model.Value, error) {
	if b, ok := d.(model.Bucket); ok {
		at, err := timeOf(t, v)
		if err != nil {
			return nil, err
		}
		return at.Format(bucketLayout(b.Unit)), nil
	}
	s, err := text(t, v)
	if err != nil {
		return nil, err
	}
	switch d := d.(type) {
	case model.Lower:
		return strings.Map(unicode.ToLower, s), nil
	case model.Upper:
		return strings.Map(unicode.ToUpper, s), nil
	case model.SHA256:
		sum := sha256.Sum256([]byte(s))
		return hex.EncodeToString(sum[:]), nil
	case model.First:
		runes := []rune(s)
		return string(runes[:min(d.N, len(runes))]), nil
	}
	panic(fmt.Sprintf("keytext: unknown derivation %T", d))
}
