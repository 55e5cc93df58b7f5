package planner

import (
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/keyplan/keyplan/model"
)

// TestConsecutive: an order of blocks is found exactly where some permutation
// keeps every claim.
func TestConsecutive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 6).Draw(t, "blocks")
		var cs []claim
		for range rapid.IntRange(0, 5).Draw(t, "claims") {
			c := claim{members: set(rapid.IntRange(1, 1<<n-1).Draw(t, "members")), first: -1, last: -1}
			ends := slices.Collect(c.members.each())
			switch rapid.IntRange(0, 3).Draw(t, "end") {
			case 0:
				c.first = rapid.SampledFrom(ends).Draw(t, "first")
			case 1:
				c.last = rapid.SampledFrom(ends).Draw(t, "last")
			}
			cs = append(cs, c)
		}
		got := consecutive(&budget{}, make([]set, n), cs)
		if got != nil && !keeps(got, cs) {
			t.Fatalf("%v breaks a claim of %v", got, cs)
		}
		if got == nil && slices.ContainsFunc(permutations(n), func(p []int) bool { return keeps(p, cs) }) {
			t.Fatalf("no order for %v", cs)
		}
	})
}

// keeps says that the members of every claim stand side by side, and the right
// one at the end.
func keeps(order []int, cs []claim) bool {
	for _, c := range cs {
		var at []int
		for i, b := range order {
			if c.members.has(b) {
				at = append(at, i)
			}
		}
		low, high := at[0], at[len(at)-1]
		if high-low+1 != len(at) || c.first >= 0 && order[low] != c.first || c.last >= 0 && order[high] != c.last {
			return false
		}
	}
	return true
}

func permutations(n int) [][]int {
	if n == 0 {
		return [][]int{nil}
	}
	var out [][]int
	for _, p := range permutations(n - 1) {
		for i := range n {
			out = append(out, slices.Insert(slices.Clone(p), i, n-1))
		}
	}
	return out
}

// TestDomain: what is known of a value is what holds of each value there can be.
func TestDomain(t *testing.T) {
	enum := &model.Attribute{Name: "e", Type: model.Enum{Values: []string{"a", "b", "c"}}}
	text := &model.Attribute{Name: "t", Type: model.String{}}
	rapid.Check(t, func(t *rapid.T) {
		a := rapid.SampledFrom([]*model.Attribute{enum, text}).Draw(t, "attribute")
		values := []string{"", "a", "b", "c"}
		if a == text {
			values = append(values, "any other")
		}
		x, y := drawAtom(t, a), drawAtom(t, a)
		dx, dy := atomDomain(x), atomDomain(y)
		implies := true
		for _, v := range values {
			if holds(dx, v) != satisfied(x, v) {
				t.Fatalf("%s of %q is %t", x, v, holds(dx, v))
			}
			if both := dx.meet(dy); holds(both, v) != (satisfied(x, v) && satisfied(y, v)) {
				t.Fatalf("%s and %s of %q is %t", x, y, v, holds(both, v))
			}
			implies = implies && (!satisfied(x, v) || satisfied(y, v))
		}
		if dx.within(dy) != implies {
			t.Fatalf("%s implies %s: %t", x, y, implies)
		}
	})
}

func drawAtom(t *rapid.T, a *model.Attribute) model.Atom {
	value := rapid.SampledFrom([]string{"a", "b", "c"})
	switch rapid.IntRange(0, 4).Draw(t, "atom") {
	case 0:
		return model.Present{Attribute: a}
	case 1:
		return model.Absent{Attribute: a}
	case 2:
		return model.OneOf{Attribute: a, Values: []model.Value{value.Draw(t, "v"), value.Draw(t, "w")}}
	}
	return model.Compare{Attribute: a, Not: rapid.Bool().Draw(t, "not"), Value: value.Draw(t, "v")}
}

// satisfied says whether a value, "" for absent, satisfies the atom.
func satisfied(atom model.Atom, v string) bool {
	switch atom := atom.(type) {
	case model.Compare:
		return v != "" && (v == atom.Value) != atom.Not
	case model.OneOf:
		return slices.Contains(atom.Values, model.Value(v))
	case model.Present:
		return v != ""
	}
	return v == ""
}

func holds(d domain, v string) bool {
	if v == "" {
		return d.absent
	}
	return slices.Contains(d.vals, v) != d.other
}

// TestSubsets: every subset comes once, the empty one and the whole among them.
func TestSubsets(t *testing.T) {
	s := set(0b10110)
	var got []set
	for sub := range s.subsets() {
		if !sub.within(s) || slices.Contains(got, sub) {
			t.Errorf("%b of %b", sub, s)
		}
		got = append(got, sub)
	}
	if len(got) != 8 {
		t.Errorf("%d subsets", len(got))
	}
}

// TestPassesAreDocumented: the package comment lists the passes, in their order.
func TestPassesAreDocumented(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	var listed []string
	for _, line := range strings.Split(string(doc), "\n") {
		if name, ok := strings.CutPrefix(line, "//\t"); ok {
			listed = append(listed, strings.Fields(name)[0])
		}
	}
	var names []string
	for _, p := range passes() {
		names = append(names, p.name)
		if p.doc == "" || p.run == nil {
			t.Errorf("pass %s is empty", p.name)
		}
	}
	if !slices.Equal(listed, names) {
		t.Errorf("doc.go lists %v, the passes are %v", listed, names)
	}
}
