package support

import (
	"errors"
	"maps"
	"slices"
	"testing"
)

// TestUpdateApplies combines changes as one call may: new values win over
// companions, present values stay conditions.
func TestUpdateApplies(t *testing.T) {
	type pair struct{ a, b, c string }
	setA := func(u *update[pair]) {
		u.set("a", func(p *pair) { p.a = "a2" })
		u.keep("b", func(p *pair) { p.b = "b1" })
	}
	setB := func(u *update[pair]) {
		u.set("b", func(p *pair) { p.b = "b2" })
		u.keep("a", func(p *pair) { p.a = "a1" })
	}
	setC := func(u *update[pair]) {
		u.set("c", func(p *pair) { p.c = "c2" })
		u.from("c", func(p *pair) { p.c = "c1" })
		u.keep("b", func(p *pair) { p.b = "b1" })
	}
	for name, x := range map[string]struct {
		changes  []func(*update[pair])
		was, is  pair
		required []string
	}{
		"one":            {[]func(*update[pair]){setA}, pair{"", "b1", ""}, pair{"a2", "b1", ""}, []string{"b"}},
		"both":           {[]func(*update[pair]){setA, setB}, pair{"a1", "b1", ""}, pair{"a2", "b2", ""}, nil},
		"both, reversed": {[]func(*update[pair]){setB, setA}, pair{"a1", "b1", ""}, pair{"a2", "b2", ""}, nil},
		"from":           {[]func(*update[pair]){setC}, pair{"", "b1", "c1"}, pair{"", "b1", "c2"}, []string{"b", "c"}},
		"all":            {[]func(*update[pair]){setC, setB, setA}, pair{"a1", "b1", "c1"}, pair{"a2", "b2", "c2"}, []string{"c"}},
	} {
		var u update[pair]
		for _, change := range x.changes {
			change(&u)
		}
		was, is, changed, required, err := u.apply(pair{})
		if err != nil || was != x.was || is != x.is || len(changed) != len(x.changes) {
			t.Errorf("%s: %v becomes %v, changed %v, %v", name, was, is, changed, err)
		}
		if got := slices.Sorted(maps.Keys(required)); !slices.Equal(got, x.required) {
			t.Errorf("%s requires %v, want %v", name, got, x.required)
		}
	}
	var u update[pair]
	if _, _, _, _, err := u.apply(pair{}); !errors.Is(err, ErrInvalid) {
		t.Errorf("no change: %v", err)
	}
	setA(&u)
	setA(&u)
	if _, _, _, _, err := u.apply(pair{}); !errors.Is(err, ErrInvalid) {
		t.Errorf("one attribute twice: %v", err)
	}
}
