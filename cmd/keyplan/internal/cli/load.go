package cli

import (
	"errors"
	"io/fs"

	"github.com/hashicorp/hcl/v2"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/cmd/keyplan/internal/view"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/planner/layout"
	"github.com/keyplan/keyplan/planner/prove"
)

// planned is how far the stages came with a model, and everything that they
// had to say.
type planned struct {
	files map[string]*hcl.File
	// model is nil where the files could not be read as one.
	model     *model.Model
	layout    *layout.Layout
	certified *prove.Certified
	diags     hcl.Diagnostics
}

// load runs the stages up to the proof. The questions are decoded even against
// a model with mistakes, so that the author sees all of them at once; planning
// and proving need all before them to be right.
func load(path string, o searchOptions, a *app) (*planned, error) {
	m, diags, err := model.Load(path)
	if err != nil {
		return nil, unreadable(err)
	}
	p := &planned{model: m, diags: diags}
	if m == nil {
		return p, nil
	}
	p.files = m.Files
	patterns, ds := access.Decode(m)
	p.add(ds)
	if p.diags.HasErrors() {
		return p, nil
	}
	if p.layout, ds, err = o.plan(m, patterns, a); err != nil {
		return nil, err
	}
	p.add(ds)
	if p.diags.HasErrors() {
		return p, nil
	}
	p.certified, ds = prove.Prove(p.layout)
	p.add(ds)
	return p, nil
}

// add keeps the diagnostics in the order of their places.
func (p *planned) add(diags hcl.Diagnostics) {
	p.diags = diag.Sort(append(p.diags, diags...))
}

// unreadable tells a path that the author can mend from a disk that fails.
func unreadable(err error) error {
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		return modelError{err}
	}
	return err
}

func (p *planned) view() view.Plan {
	return view.Plan{Layout: p.layout, Certified: p.certified, Diagnostics: p.diags}
}

// verdict is the error of what was said: none, unless there is an error, or a
// warning that counts as one.
func verdict(diags hcl.Diagnostics, strict bool) error {
	if diags.HasErrors() || strict && len(diags) > 0 {
		return errRefused
	}
	return nil
}

// report writes diagnostics for people, to standard error.
func (a *app) report(diags hcl.Diagnostics, files map[string]*hcl.File) error {
	return diag.Write(a.err, diags, files, diag.Options{Color: a.color(a.err), Width: a.width(a.err)})
}
