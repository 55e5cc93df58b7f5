package inmem

import (
	"github.com/keyplan/keyplan/planner/keytext"
	"github.com/keyplan/keyplan/planner/layout"
)

// Asked is the key condition of a request with the caller's arguments in it.
type Asked struct {
	Partition string
	// Sort is Empty where nothing can match, so that no request is made.
	Sort keytext.Condition
}

// Ask is what Run asks of the table.
func Ask(r *layout.Request, a Args, d byte) (Asked, error) {
	if void(r.Pattern, a) {
		return Asked{}, nil
	}
	partition, err := render(r.Pattern, template(r.Partition), a, d)
	if err != nil {
		return Asked{}, err
	}
	c, err := sortCondition(r, a, d)
	return Asked{partition, c}, err
}
