package planner_test

import (
	"path/filepath"
	"testing"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner"
	"github.com/keyplan/keyplan/planner/layout"
)

// planExample plans a model of examples/.
func planExample(tb testing.TB, name string) *layout.Layout {
	tb.Helper()
	m, diags, err := model.Load(filepath.Join("..", "examples", name))
	if err != nil || diags.HasErrors() {
		tb.Fatal(err, texts(diags))
	}
	patterns, diags := access.Decode(m)
	if diags.HasErrors() {
		tb.Fatal(texts(diags))
	}
	l, diags := planner.Plan(m, patterns, planner.Options{})
	if diags.HasErrors() {
		tb.Fatal(texts(diags))
	}
	return l
}

func TestExamples(t *testing.T) {
	for name, indexes := range map[string]int{"shop": 2, "store": 0} {
		l := planExample(t, name)
		if l.Minimum.GlobalIndexes != indexes || !l.Minimum.Proved {
			t.Errorf("%s:\n%s", name, show(l))
		}
		t.Logf("%s in %d steps:\n%s", name, l.Minimum.Steps, show(l))
	}
}

func BenchmarkShop(b *testing.B) {
	for b.Loop() {
		planExample(b, "shop")
	}
}
