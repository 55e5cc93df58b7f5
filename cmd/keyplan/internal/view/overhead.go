package view

import (
	"fmt"

	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/keytext"
	"github.com/keyplan/keyplan/planner/layout"
)

// assumedText is the bytes that a text without a bound counts for.
const assumedText = 32

// overhead is the most bytes that the keys add to an item: the names and texts
// of its key attributes, which it would not hold without them. A native key
// adds none. Where a text has no bound the number is an estimate.
func overhead(l *layout.Layout, e *model.Entity) string {
	total, exact := 0, true
	for _, x := range allIndexes(l) {
		k := x.Key(e)
		if k == nil {
			continue
		}
		for i, side := range []model.Key{k.Partition, k.Sort} {
			t, isText := side.(model.Template)
			if !isText {
				continue
			}
			width, bounded := keytext.KeyWidth(t, assumedText)
			column := append(columnNames(x.Partition)[:1], columnNames(x.Sort)...)[i]
			total += len(column) + width
			exact = exact && bounded
		}
	}
	if !exact {
		return fmt.Sprintf("~%d", total)
	}
	return fmt.Sprintf("<=%d", total)
}
