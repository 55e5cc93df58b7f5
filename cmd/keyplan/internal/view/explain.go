package view

import (
	"fmt"
	"io"

	"github.com/keyplan/keyplan/model/diag"
)

// Explain writes the paragraph of one code.
func Explain(w io.Writer, e diag.Entry, width int) error {
	_, err := fmt.Fprintf(w, "%s: %s\n\n%s\n", e.Code, e.Title, wrap(e.Text, width))
	return err
}
