package prove

import (
	"fmt"
	"slices"
	"strings"

	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/keytext"
)

// field is what stands between two delimiters of a key text: a literal, or one
// part. No literal holds a delimiter and no encoded value does, so a key text
// falls into the fields of its template in one way only. That is what lets
// templates be compared field by field.
type field struct {
	literal string
	// part is nil for a literal.
	part *model.Part
	// tail says that the part is raw text and ends the key: it may hold
	// delimiters.
	tail bool
}

func (f field) String() string {
	if f.part == nil {
		return f.literal
	}
	return f.part.String()
}

// split cuts a template into its fields. The reason is "" where that can be
// done.
func split(t model.Template, d byte) (fields []field, reason string) {
	var now field
	for i, s := range t {
		switch s := s.(type) {
		case model.Literal:
			pieces := strings.Split(string(s), string(rune(d)))
			if now.part != nil && pieces[0] != "" {
				return nil, fmt.Sprintf("nothing separates %s from the text %q after it", now.part, pieces[0])
			}
			now.literal += pieces[0]
			for _, piece := range pieces[1:] {
				fields = append(fields, now)
				now = field{literal: piece}
			}
		case model.Part:
			if now.part != nil || now.literal != "" {
				return nil, fmt.Sprintf("no delimiter stands before %s", s)
			}
			now = field{part: &s, tail: i == len(t)-1 && s.Form == model.Raw && holds(s.Attribute.Type, d)}
		default:
			return nil, fmt.Sprintf("%s is not proved by this version", s)
		}
	}
	return append(fields, now), ""
}

// holds says that a value of the type can hold the delimiter.
func holds(t model.Type, d byte) bool {
	e, ok := t.(model.Enum)
	if !ok {
		return keytext.Escaped(t)
	}
	return slices.ContainsFunc(e.Values, func(v string) bool { return strings.IndexByte(v, d) >= 0 })
}

// join is the text of literal fields.
func join(fields []field, d byte) (text string, ok bool) {
	for i, f := range fields {
		if f.part != nil {
			return "", false
		}
		if i > 0 {
			text += string(rune(d))
		}
		text += f.literal
	}
	return text, true
}

// known is how every text of the fields begins, and whether that is all of it.
func known(fields []field, d byte) (text string, whole bool) {
	for i, f := range fields {
		if i > 0 {
			text += string(rune(d))
		}
		if f.part != nil {
			return text, false
		}
		text += f.literal
	}
	return text, true
}

// parts lists the attributes of the fields.
func parts(fields []field) []*model.Attribute {
	var out []*model.Attribute
	for _, f := range fields {
		if f.part != nil {
			out = append(out, f.part.Attribute)
		}
	}
	return out
}
