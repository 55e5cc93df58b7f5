package prove_test

import (
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/layout"
	"github.com/keyplan/keyplan/planner/prove"
)

// base is a model with its planned layout, all items and all mutants.
type base struct {
	file    string
	l       *layout.Layout
	w       *world
	mutants []mutant
}

func bases(t *testing.T) []base {
	files, err := filepath.Glob("testdata/mutate/*.hcl")
	if err != nil {
		t.Fatal(err)
	}
	var out []base
	for _, file := range files {
		l := plan(t, file)
		w, err := newWorld(l)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, base{file, l, w, mutants(l)})
	}
	return out
}

// TestAcceptedIsRight: whatever is done to a layout, when the prover accepts it
// every pattern returns what it means.
func TestAcceptedIsRight(t *testing.T) {
	all := bases(t)
	accepted, cases := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		b := all[rapid.IntRange(0, len(all)-1).Draw(t, "model")]
		l := clone(b.l)
		cases++
		for range rapid.IntRange(0, 2).Draw(t, "renames") {
			from := rapid.SampledFrom(literalsOf(l)).Draw(t, "from")
			to := rapid.SampledFrom(append(literalsOf(l), "0#", "zz#", "#zz#", "a#", "o#a#")).Draw(t, "to")
			rename(l, from, to)
		}
		for range rapid.IntRange(0, 2).Draw(t, "changes") {
			m := b.mutants[rapid.IntRange(0, len(b.mutants)-1).Draw(t, "mutant")]
			if (m.index < 0 || len(indexes(l)) > m.index) && !broken(func() { m.apply(l) }) {
				t.Log(m.name)
			}
		}
		certified, _ := prove.Prove(l)
		if certified == nil {
			return
		}
		accepted++
		if err := b.w.wrong(l, func(*layout.Request) bool { return true }); err != nil {
			t.Fatalf("%s: proved, but %v", b.file, err)
		}
	})
	t.Logf("%d of %d random layouts were accepted", accepted, cases)
	if accepted*50 < cases {
		t.Errorf("%d of %d random layouts were accepted: too few to say anything", accepted, cases)
	}
}

// broken says that a change is of something that an earlier one removed.
func broken(apply func()) (failed bool) {
	defer func() { failed = recover() != nil }()
	apply()
	return false
}

// rename puts another literal in every place of one, in keys and in requests.
func rename(l *layout.Layout, from, to model.Literal) {
	successor := from[:len(from)-1] + "$"
	in := func(t model.Template) {
		for i, s := range t {
			switch s {
			case from:
				t[i] = to
			case successor:
				t[i] = to[:len(to)-1] + "$"
			default:
				if lit, ok := s.(model.Literal); ok && strings.HasPrefix(string(lit), string(from)) {
					t[i] = to + lit[len(from):]
				}
			}
		}
	}
	for _, x := range indexes(l) {
		for _, k := range x.Keys {
			in(k.Partition.(model.Template))
			in(k.Sort.(model.Template))
		}
	}
	for _, r := range l.Requests {
		for _, t := range []model.Template{r.Partition.(model.Template), r.Sort.Prefix, r.Sort.From, r.Sort.To} {
			in(t)
		}
	}
}
