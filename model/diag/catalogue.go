package diag

import (
	"cmp"
	"slices"
)

// Entry explains one code.
type Entry struct {
	// Code is a letter and three digits.
	Code string
	// Title is a short clause without the names of any model.
	Title string
	// Text is one paragraph: what the rule is, why, and what to do.
	Text string
}

// Catalogue returns every code there is, in order of codes.
func Catalogue() []Entry {
	all := slices.Concat(accessEntries(), emitEntries(), lockEntries(), modelEntries(), planEntries(), proveEntries())
	slices.SortFunc(all, func(a, b Entry) int { return cmp.Compare(a.Code, b.Code) })
	return all
}

// Lookup returns the entry of a code.
func Lookup(code string) (Entry, bool) {
	for _, e := range Catalogue() {
		if e.Code == code {
			return e, true
		}
	}
	return Entry{}, false
}
