package planner_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/keyplan/keyplan/planner"
)

// large draws a model of a size, always the same for a seed: entities that
// belong to one another, and patterns of the kinds that services have.
func large(entities, patterns int, seed uint64) *shop {
	r := rand.New(rand.NewPCG(seed, 1))
	s := newShop()
	for i := range entities {
		name := fmt.Sprintf("e%d", i)
		ids := []string{name + "_id:string"}
		if parent := i - 1 - r.IntN(3); i%3 > 0 && parent >= 0 {
			ids = append([]string{fmt.Sprintf("e%d_id=e%d.e%d_id", parent, parent, parent)}, ids...)
		}
		s.entity(fmt.Sprintf("%s %s# = %s | owner:string kind:enum at:time! score:int due:date? note:string", name, name, strings.Join(ids, ", ")))
	}
	for i := range patterns {
		s.pattern(largePattern(r, s, i))
	}
	return s
}

func largePattern(r *rand.Rand, s *shop, i int) string {
	e := s.m.Entities[r.IntN(len(s.m.Entities))]
	name := fmt.Sprintf("p%d: %s", i, e.Name)
	parent := e.Identity[0].Name
	switch kind := r.IntN(8); {
	case kind == 0 && len(e.Identity) > 1:
		return fmt.Sprintf("p%d: %s, %s | equals %s", i, e.Identity[0].References.Entity.Name, e.Name, parent)
	case kind < 2:
		var ids []string
		for _, a := range e.Identity {
			ids = append(ids, a.Name)
		}
		return name + " | equals " + strings.Join(ids, ", ")
	case kind < 4:
		return name + " | equals owner | range at | descending"
	case kind == 4:
		return name + " | equals owner, kind | range score"
	case kind == 5:
		return name + " | equals " + parent + " | sort at"
	case kind == 6:
		return name + " | equals kind | range due | where due!"
	}
	return name + " | equals owner | sort score | where kind=a"
}

func BenchmarkLarge(b *testing.B) {
	for _, size := range [][2]int{{20, 100}, {200, 1000}} {
		b.Run(fmt.Sprintf("%d entities, %d patterns", size[0], size[1]), func(b *testing.B) {
			for b.Loop() {
				s := large(size[0], size[1], 1)
				l, diags := planner.Plan(s.plan())
				if diags.HasErrors() {
					b.Fatal(texts(diags))
				}
				b.ReportMetric(float64(l.Minimum.Steps), "steps")
				b.ReportMetric(float64(l.Minimum.GlobalIndexes), "indexes")
			}
		})
	}
}

// TestLarge: a model of a large service is planned to the end.
func TestLarge(t *testing.T) {
	for seed := range uint64(3) {
		s := large(20, 100, seed)
		l, diags := planner.Plan(s.plan())
		if diags.HasErrors() || !l.Minimum.Proved {
			t.Errorf("seed %d, %d steps: %s", seed, l.Minimum.Steps, texts(diags))
		}
		t.Logf("seed %d: %d indexes in %d steps", seed, l.Minimum.GlobalIndexes, l.Minimum.Steps)
	}
}
