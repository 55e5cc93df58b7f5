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
	if best == "" && len(name) >= 3 {
		for _, c := range candidates {
			if strings.HasPrefix(c, name) {
				return c
			}
		}
	}
	return best
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
	return levenshtein.Distance(fold(a), fold(b), nil)
}

func fold(s string) string {
	return strings.NewReplacer("-", "", "_", "").Replace(strings.ToLower(s))
}
