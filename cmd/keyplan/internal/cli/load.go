package cli

import (
	"errors"
	"io/fs"
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/cmd/keyplan/internal/view"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/model/lock"
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

// load runs the stages up to the proof. What one stage refuses does not keep
// the next from looking at the rest, so that the author sees every mistake at
// once; only what everything holds for is proved.
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
	patterns, refused := access.Decode(m)
	p.add(refused)
	if diags.HasErrors() {
		return p, nil
	}
	whole := !refused.HasErrors()
	var old *lock.File
	if !o.replan {
		f, shown, broken, err := readLock(path, m)
		if err != nil {
			return nil, err
		}
		if shown != nil {
			name, _ := lockPath(path)
			p.files[name] = shown
		}
		if p.add(broken); broken.HasErrors() {
			return p, nil
		}
		old = f
	}
	var more hcl.Diagnostics
	if p.layout, more, err = o.plan(m, understood(patterns, refused), old, a); err != nil {
		return nil, err
	}
	if !whole {
		more = errorsOf(more)
	}
	p.add(more)
	if p.diags.HasErrors() {
		return p, nil
	}
	p.certified, more = prove.Prove(p.layout)
	p.add(more)
	return p, nil
}

// understood are the patterns that no error is about. A diagnostic is about the
// pattern whose block begins last before it.
func understood(patterns []*access.Pattern, diags hcl.Diagnostics) []*access.Pattern {
	wrong := map[*access.Pattern]bool{}
	for _, d := range errorsOf(diags) {
		var about *access.Pattern
		for _, p := range patterns {
			before := p.DeclRange.Filename == d.Subject.Filename && p.DeclRange.Start.Byte <= d.Subject.Start.Byte
			if before && (about == nil || about.DeclRange.Start.Byte < p.DeclRange.Start.Byte) {
				about = p
			}
		}
		wrong[about] = true
	}
	return slices.DeleteFunc(slices.Clone(patterns), func(p *access.Pattern) bool { return wrong[p] })
}

// errorsOf leaves the warnings out: of a model that is planned in part they may
// not be true.
func errorsOf(diags hcl.Diagnostics) hcl.Diagnostics {
	var out hcl.Diagnostics
	for _, d := range diags {
		if d.Severity == hcl.DiagError {
			out = append(out, d)
		}
	}
	return out
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
