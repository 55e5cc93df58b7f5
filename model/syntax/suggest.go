package syntax

import (
	"strings"

	"github.com/agext/levenshtein"
)

// Suggest returns the candidate that name was probably meant to be, "" where
// none is near. Of equally near ones the first is taken.
func Suggest(name string, candidates []string) string {
	best, bestDistance := "", allowed(name)+1
	for _, c := range candidates {
		if d := distance(name, c); d < bestDistance {
			best, bestDistance = c, d
		}
	}
	if best != "" {
		return best
	}
	for _, c := range candidates {
		if len(name) >= 3 && strings.HasPrefix(c, name) || len(c) >= 3 && strings.HasPrefix(name, c) {
			return c
		}
	}
	return ""
}

// allowed is how many edits a slip of the pen may have.
func allowed(name string) int {
	switch n := len([]rune(name)); {
	case n <= 2:
		return 0
	case n <= 4:
		return 1
	case n <= 7:
		return 2
	}
	return 3
}

// distance counts edits; case and the choice of separator count for nothing.
func distance(a, b string) int {
	if len(a) > 128 { // no name is this long, and the distance is quadratic
		return len(a)
	}
	a, b = fold(a), fold(b)
	if swapped(a, b) {
		return 1
	}
	return levenshtein.Distance(a, b, nil)
}

// swapped says whether two neighbouring letters changed places.
func swapped(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) - 1 {
		if a[i] != b[i] {
			return a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
		}
	}
	return false
}

func fold(s string) string {
	return strings.NewReplacer("-", "", "_", "").Replace(strings.ToLower(s))
}
