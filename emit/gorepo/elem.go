package gorepo

import "strings"

// Elem is the type of the elements of a slice or a map; t is one of them.
func (t Type) Elem() Type {
	if s, ok := strings.CutPrefix(t.text, "map[string]"); ok {
		return Type{s}
	}
	return Type{strings.TrimPrefix(t.text, "[]")}
}
