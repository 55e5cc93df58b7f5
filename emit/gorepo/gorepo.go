// Package gorepo generates the Go package of a table: a typed repository for
// each entity, one method for each access pattern, and the keys that all of
// them share.
//
// It works in two steps. Names lowers the certified layout to a View, in which
// every Go name and type is decided and clashes have become diagnostics; the
// print functions then only print, one declaration kind each. What is the same
// for every model is not printed: it is package support, a real and tested
// package whose files are copied.
//
// What the layout cannot do, the API cannot say: there is no Scan, no filter
// and no choice of an index. It does not plan, prove or write to disk.
package gorepo

import (
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/keyplan/keyplan/emit"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/layout"
	"github.com/keyplan/keyplan/planner/prove"
)

// New is the emitter of "go" blocks.
func New() emit.Emitter { return emitter{} }

type emitter struct{}

// Kind implements emit.Emitter.
func (emitter) Kind() string { return "go" }

// Emit implements emit.Emitter.
func (emitter) Emit(c *prove.Certified, block *model.Emit) ([]emit.File, hcl.Diagnostics) {
	return files(c.Layout(), block)
}

// files is Emit on a layout that the caller vouches for.
func files(l *layout.Layout, block *model.Emit) ([]emit.File, hcl.Diagnostics) {
	v, diags := Names(l, block)
	if diags.HasErrors() {
		return nil, diags
	}
	_ = v
	return nil, diags
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
