// Package view shows results: to people as text, to programs as JSON, SARIF
// and GitHub's annotations.
//
// It takes a layout, its diagnostics and its proof as they are and knows no
// algorithms: nothing here plans, proves or decides what is wrong. Where a
// result is written to, and which form is asked for, is the command's business.
package view

import (
	"encoding/json"
	"io"

	"github.com/hashicorp/hcl/v2"

	"github.com/keyplan/keyplan/planner/layout"
	"github.com/keyplan/keyplan/planner/prove"
)

// Format is the version of every JSON document of the command.
const Format = 1

// Plan is the result of planning a model, as far as it came.
type Plan struct {
	// Layout is nil where the model could not be read.
	Layout *layout.Layout
	// Certified is nil where the layout is refused.
	Certified *prove.Certified
	// Diagnostics are sorted by place.
	Diagnostics hcl.Diagnostics
}

// WriteJSON writes v as an indented document. Key conditions are full of < and
// >, so nothing is escaped for HTML.
func WriteJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}
