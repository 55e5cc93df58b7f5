// Package emit turns a certified layout into files. It holds what every
// emitter shares: the contract, and writing a set of files so that each is
// whole, old or new, whatever happens.
//
// Build runs the emit blocks of a model into a Set, which is in memory; Write
// and Check work on the same bytes. A manifest in every output directory says
// which files keyplan owns there, and only what stands in it and carries the
// header is ever overwritten or removed.
//
// The emitters are its subpackages; each knows its own target and none of the
// others. Nothing here plans: an emitter takes only what prove certified.
package emit

import (
	"github.com/hashicorp/hcl/v2"

	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/prove"
)

// File is one generated file, complete and formatted.
type File struct {
	// Path is relative to the emit block's path, with slashes.
	Path    string
	Content []byte
}

// Emitter makes the files of one kind of emit block. It writes nothing.
type Emitter interface {
	// Kind is the label of the emit blocks that it serves.
	Kind() string
	// Emit returns the files, or diagnostics at the model's lines.
	Emit(c *prove.Certified, block *model.Emit) ([]File, hcl.Diagnostics)
}
