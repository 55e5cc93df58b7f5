package localtest

import (
	"encoding/json"
	"regexp"
	"strconv"
)

// expand puts names and values where an expression has placeholders. A
// placeholder that stands for nothing is left, so that it shows.
func expand(expression string, names map[string]string, values map[string]json.RawMessage) string {
	placeholder := regexp.MustCompile(`[#:][A-Za-z0-9_]+`)
	return placeholder.ReplaceAllStringFunc(expression, func(p string) string {
		if name, ok := names[p]; ok {
			return name
		}
		if value, ok := values[p]; ok {
			return renderValue(value)
		}
		return p
	})
}

// renderValue writes an attribute value for people: a string quoted as in Go, a
// number bare, anything else as the JSON that was sent.
func renderValue(value json.RawMessage) string {
	var v struct{ S, N *string }
	if json.Unmarshal(value, &v) == nil {
		switch {
		case v.S != nil:
			return strconv.Quote(*v.S)
		case v.N != nil:
			return *v.N
		}
	}
	return string(value)
}
