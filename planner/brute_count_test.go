package planner_test

import (
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner"
)

// excludesGiven says that the pattern is of several entities and excludes values
// of what its caller gives: then no key of such a value is ever asked for, and
// what else stands there does no harm. The search does not look for that.
func excludesGiven(p *access.Pattern) bool {
	return len(p.Entities) > 1 && slices.ContainsFunc(p.Where[0].Atoms, func(atom model.Atom) bool {
		c, ok := atom.(model.Compare)
		return ok && c.Not && slices.ContainsFunc(p.Equals, func(o access.Operand) bool { return o.Attributes[0] == c.Attribute })
	})
}

// TestBruteForce: the planner needs as many indexes as the brute-force planner,
// and refuses what that cannot answer and nothing else.
func TestBruteForce(t *testing.T) {
	counts := map[int]int{}
	rapid.Check(t, func(t *rapid.T) {
		d := drawShop(t, limits{entities: 2, attrs: 3, patterns: 5})
		if slices.ContainsFunc(d.s.patterns, excludesGiven) {
			return
		}
		l, diags := planner.Plan(d.s.m, d.s.patterns, planner.Options{})
		got, want := l.Minimum.GlobalIndexes, newBrute(d).fewest()
		if diags.HasErrors() {
			got = -1
		}
		if got != want {
			t.Fatalf("%s\n%d indexes, brute force needs %d\n%s%s", d, got, want, show(l), texts(diags))
		}
		counts[got]++
	})
	for _, n := range slices.Sorted(maps.Keys(counts)) {
		t.Logf("%d models need %d indexes", counts[n], n)
	}
}
