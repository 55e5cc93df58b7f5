package model

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/model/syntax"
)

func workloadShape() syntax.Shape {
	return syntax.Shape{What: "a workload block", Args: []string{"items", "size", "creates", "updates", "deletes"}}
}

// maxItemSize is DynamoDB's limit of an item, in bytes.
const maxItemSize = 400 << 10

func (b *builder) workload(e *Entity, block *hclsyntax.Block) {
	r := b.read(block, workloadShape())
	w := Workload{
		Items: r.Amount("items").V, Creates: r.Amount("creates").V,
		Updates: r.Amount("updates").V, Deletes: r.Amount("deletes").V, Range: r.Header(),
	}
	if size := r.Amount("size"); size.Set {
		w.Size = size.V
		if size.V == 0 || size.V > maxItemSize {
			b.add(diag.Error("M059", size.Range, "impossible item size",
				fmt.Sprintf("An item has more than 0 and at most %d bytes. Leave size out to have it estimated from the types.", maxItemSize)))
		}
	}
	if len(block.Labels) > 0 {
		label, _ := syntax.Label(block, &b.diags)
		w.Label = label.V
	}
	e.Workloads = append(e.Workloads, w)
}

// workloadLabels refuses several workloads that cannot be told apart.
func (b *builder) workloadLabels(e *Entity) {
	seen := map[string]hcl.Range{}
	for _, w := range e.Workloads {
		if first, taken := seen[w.Label]; taken {
			b.add(diag.Error("M059", w.Range, fmt.Sprintf("two workload blocks of %s for one hour", e.Name),
				"Several workload blocks are different hours, told apart by their labels: write workload \"evening\" { … }.",
				diag.At("the first is here", first)))
			continue
		}
		seen[w.Label] = w.Range
		if w.Label == "" && len(e.Workloads) > 1 {
			b.add(diag.Error("M059", w.Range, fmt.Sprintf("a workload of %s that does not name its hour", e.Name),
				"Several workload blocks are different hours, told apart by their labels: write workload \"evening\" { … }."))
		}
	}
}
