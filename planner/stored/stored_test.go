package stored_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"pgregory.net/rapid"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/model/lock"
	"github.com/keyplan/keyplan/planner"
	"github.com/keyplan/keyplan/planner/layout"
	"github.com/keyplan/keyplan/planner/prove"
	"github.com/keyplan/keyplan/planner/stored"
)

const examples = "../../examples"

// models are those of examples/, the published ones among them.
func models(t *testing.T) []string {
	t.Helper()
	out := []string{"shop", "store"}
	found, err := filepath.Glob(filepath.Join(examples, "published", "*", "model.hcl"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		rel, err := filepath.Rel(examples, filepath.Dir(f))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, rel)
	}
	return out
}

func load(t *testing.T, name string) (*model.Model, []*access.Pattern) {
	t.Helper()
	m, diags, err := model.Load(filepath.Join(examples, name))
	if err != nil || diags.HasErrors() {
		t.Fatal(err, diags)
	}
	patterns, diags := access.Decode(m)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return m, patterns
}

func codes(diags hcl.Diagnostics) []string {
	var out []string
	for _, d := range diags {
		if d.Severity == hcl.DiagError {
			out = append(out, diag.InfoOf(d).Code)
		}
	}
	return out
}

// again writes a lock and reads it back.
func again(t *testing.T, f *lock.File) *lock.File {
	t.Helper()
	text := f.Bytes()
	read, _, diags := lock.Read("keyplan.lock.hcl", text, hcl.Range{})
	if len(diags) > 0 {
		t.Fatalf("%s\n%s", diags, text)
	}
	if !bytes.Equal(read.Bytes(), text) {
		t.Fatalf("written\n%s\nread back as\n%s", text, read.Bytes())
	}
	return read
}

// TestGrowing: patterns of an example that are added one at a time, in random
// order, never change what is stored; every step is proved; and the end is
// refused by the one code there is for it, or has exactly the indexes more than
// the fresh plan that it says.
func TestGrowing(t *testing.T) {
	for _, name := range models(t) {
		t.Run(name, func(t *testing.T) {
			m, all := load(t, name)
			if _, diags := planner.Plan(m, all, planner.Options{}); diags.HasErrors() {
				t.Skip("the model is refused as it is")
			}
			orders := 3
			if name == "shop" || name == "store" {
				orders = 20
			}
			for seed := range orders {
				grow(t, m, all, rapid.Permutation(all).Example(seed))
			}
		})
	}
}

func grow(t *testing.T, m *model.Model, all, order []*access.Pattern) {
	var old *lock.File
	for n := range len(order) + 1 {
		some := slices.DeleteFunc(slices.Clone(all), func(p *access.Pattern) bool { return !slices.Contains(order[:n], p) })
		if old == nil {
			l, diags := planner.Plan(m, some, planner.Options{})
			if diags.HasErrors() {
				t.Fatal(diags)
			}
			old = again(t, stored.Of(l))
			continue
		}
		l, diags := stored.Fit(m, some, old, planner.Options{})
		if diags.HasErrors() {
			if slices.ContainsFunc(codes(diags), func(c string) bool { return c != "P217" }) {
				t.Fatal(diags)
			}
			return
		}
		if _, diags := prove.Prove(l); diags.HasErrors() {
			t.Fatalf("after %s: %s", order[n-1].Name, diags)
		}
		now := again(t, stored.Of(l))
		keeps(t, old, now)
		if n == len(order) {
			worse(t, m, some, l)
		}
		old = now
	}
}

// keeps requires every key and projection of an old lock in a new one.
func keeps(t *testing.T, old, now *lock.File) {
	for i, x := range old.Indexes {
		if y := now.Indexes[i]; y.Name != x.Name || y.Projection.Kind != x.Projection.Kind || !slices.Equal(y.Projection.Include, x.Projection.Include) {
			t.Fatalf("index %v became %v", x, y)
		}
	}
	for i := range old.Entities {
		e := &old.Entities[i]
		for _, k := range e.Keys {
			is := now.Entity(e.Name).Key(k.Index)
			if is == nil || !is.Partition.Equal(k.Partition) || !is.Sort.Equal(k.Sort) || is.When != k.When || is.Note != k.Note {
				t.Fatalf("key %v of %s became %v", k, e.Name, is)
			}
		}
	}
}

// worse requires of the minimum that it says how many indexes a fresh plan
// saves.
func worse(t *testing.T, m *model.Model, patterns []*access.Pattern, l *layout.Layout) {
	fresh, _ := planner.Plan(m, patterns, planner.Options{})
	said := l.Minimum.Fresh
	if said == nil || said.GlobalIndexes != len(fresh.Indexes) || l.Minimum.GlobalIndexes != len(l.Indexes) || len(l.Indexes) < len(fresh.Indexes) {
		t.Fatalf("%d indexes, %d afresh, and the plan says %+v", len(l.Indexes), len(fresh.Indexes), l.Minimum)
	}
}

// TestUnchanged: a model beside its own lock plans as it did, to the byte.
func TestUnchanged(t *testing.T) {
	for _, name := range models(t) {
		m, all := load(t, name)
		l, diags := planner.Plan(m, all, planner.Options{})
		if diags.HasErrors() {
			continue
		}
		old := again(t, stored.Of(l))
		next, diags := stored.Fit(m, all, old, planner.Options{})
		if diags.HasErrors() || !bytes.Equal(stored.Of(next).Bytes(), old.Bytes()) {
			t.Errorf("%s: %s\n%s\nbecame\n%s", name, diags, old.Bytes(), stored.Of(next).Bytes())
		}
	}
}

// TestCommitted: the locks of the examples are what they plan as.
func TestCommitted(t *testing.T) {
	for _, name := range []string{"shop", "store"} {
		m, all := load(t, name)
		l, _ := planner.Plan(m, all, planner.Options{})
		text, err := os.ReadFile(filepath.Join(examples, name, "keyplan.lock.hcl"))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(text, stored.Of(l).Bytes()) {
			t.Errorf("%s: the committed lock is not of the plan", name)
		}
	}
}
