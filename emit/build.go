package emit

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/planner/prove"
)

// Set is everything that a model's emit blocks name, in memory. Write and Check
// work on the same bytes, so being up to date is not a second notion.
type Set struct {
	// source is the model's file that headers name, files all of the model's,
	// without their directory.
	source  string
	files   []string
	targets []target
	// kept are the kinds whose blocks were left out of this set: what earlier
	// runs wrote for them stays.
	kept []string
}

// target is the output of one emit block.
type target struct {
	kind string
	// path is the block's, relative to the model's directory or absolute.
	path  string
	files []File
}

// Build runs the model's emit blocks in the order of the emitters, which is
// how one that builds on another's files comes after it. With only, the other
// kinds are left out, and what stands on disk for them is left alone.
//
// The set is nil when a diagnostic is an error.
func Build(c *prove.Certified, emitters []Emitter, only []string) (*Set, hcl.Diagnostics) {
	return build(c, c.Layout().Model, emitters, only)
}

func build(c *prove.Certified, m *model.Model, emitters []Emitter, only []string) (*Set, hcl.Diagnostics) {
	set := &Set{source: Source(m)}
	for _, name := range m.FileNames {
		set.files = append(set.files, filepath.Base(name))
	}
	diags := checkBlocks(m, emitters, only)
	for _, b := range m.Emits {
		if !served(b, emitters, only) {
			set.kept = append(set.kept, b.Kind)
		}
	}
	owners := map[string]string{}
	for _, e := range emitters {
		b := block(m, e.Kind())
		if b == nil || !served(b, emitters, only) {
			continue
		}
		files, ds := e.Emit(c, b)
		diags = append(diags, ds...)
		if ds.HasErrors() {
			continue
		}
		files = slices.Clone(files)
		slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
		diags = append(diags, checkFiles(b, files, owners)...)
		set.targets = append(set.targets, target{kind: b.Kind, path: filepath.FromSlash(b.Path), files: files})
	}
	if diags.HasErrors() {
		return nil, diags
	}
	return set, diags
}

func block(m *model.Model, kind string) *model.Emit {
	for _, b := range m.Emits {
		if b.Kind == kind {
			return b
		}
	}
	return nil
}

// served says that the block is run: an emitter knows its kind, and only does
// not leave it out.
func served(b *model.Emit, emitters []Emitter, only []string) bool {
	known := slices.ContainsFunc(emitters, func(e Emitter) bool { return e.Kind() == b.Kind })
	return known && (len(only) == 0 || slices.Contains(only, b.Kind))
}

func checkBlocks(m *model.Model, emitters []Emitter, only []string) hcl.Diagnostics {
	var diags hcl.Diagnostics
	if len(m.Emits) == 0 {
		return diags.Append(diag.Error("E100", m.Table.Range, "nothing to generate",
			`The model has no emit block. Add one, such as emit "terraform" { path = "infra" }.`))
	}
	for _, kind := range only {
		if block(m, kind) == nil {
			diags = diags.Append(diag.Error("E101", m.Table.Range, fmt.Sprintf("no emit block %q", kind),
				fmt.Sprintf("Only %q was asked for, and the model has no such block. Add emit %q { path = … }, or ask for another kind.", kind, kind)))
		}
	}
	for _, b := range m.Emits {
		if !served(b, emitters, nil) && (len(only) == 0 || slices.Contains(only, b.Kind)) {
			diags = diags.Append(diag.Warning("E102", b.Range, fmt.Sprintf("this version does not write %q", b.Kind),
				"The block is checked and otherwise passed over; the other blocks are generated."))
		}
	}
	return diags
}

// checkFiles refuses names that the author's names led to and that cannot be
// written; an emitter's own mistake is ours and panics. Owners are the kinds of
// the files so far, by directory and folded name.
func checkFiles(b *model.Emit, files []File, owners map[string]string) hcl.Diagnostics {
	var diags hcl.Diagnostics
	for _, f := range files {
		if !validPath(f.Path) {
			panic(fmt.Sprintf("emit: %s names a file %q, which is not a plain path inside its directory", b.Kind, f.Path))
		}
		if !carriesHeader(f.Content) {
			panic(fmt.Sprintf("emit: %s makes %s without the header", b.Kind, f.Path))
		}
		if !portable(f.Path) {
			diags = diags.Append(diag.Error("E104", b.Range, fmt.Sprintf("%s cannot be a file everywhere", f.Path),
				"Windows keeps this name for a device, and Go modules refuse it. Rename what it is named for."))
		}
		key := strings.ToLower(filepath.Join(filepath.FromSlash(b.Path), f.Path))
		if first := owners[key]; first != "" {
			panic(fmt.Sprintf("emit: %s and %s both make %s, or differ in case alone", first, b.Kind, key))
		}
		owners[key] = b.Kind
	}
	return diags
}

// validPath says that p is a plain relative path with slashes that stays where
// it is, holds nothing that a manifest's line could not, and is not one of our
// own housekeeping names.
func validPath(p string) bool {
	if !fs.ValidPath(p) || p == "." || strings.ContainsAny(p, "\\:") {
		return false
	}
	for _, r := range p {
		if r < ' ' || r == 0x7f {
			return false
		}
	}
	return !slices.ContainsFunc(strings.Split(p, "/"), func(part string) bool {
		return part == manifestName || isTemp(part)
	})
}

var deviceName = regexp.MustCompile(`(?i)^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)`)

func portable(p string) bool {
	return !slices.ContainsFunc(strings.Split(p, "/"), deviceName.MatchString)
}
