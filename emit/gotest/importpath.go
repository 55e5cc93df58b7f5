package gotest

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/hashicorp/hcl/v2"
	"golang.org/x/mod/modfile"

	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/model/diag"
)

// packagePath is the import path of the package that a go block writes: that of
// the module which the directory will be in.
func packagePath(m *model.Model, block *model.Emit) (string, hcl.Diagnostics) {
	no := func(detail string, args ...any) (string, hcl.Diagnostics) {
		return "", hcl.Diagnostics{diag.Error("E081", block.Range, "the package's import path cannot be found",
			fmt.Sprintf(detail, args...))}
	}
	dir, err := packageDir(m, block)
	if err != nil {
		return no("The tests import the package, and where it will be is not known: %v.", err)
	}
	for at := dir; ; at = filepath.Dir(at) {
		src, err := os.ReadFile(filepath.Join(at, "go.mod"))
		if err == nil {
			module := modfile.ModulePath(src)
			rest, relErr := filepath.Rel(at, dir)
			if module == "" || relErr != nil {
				return no("%s has no module line.", filepath.Join(at, "go.mod"))
			}
			return path.Join(module, filepath.ToSlash(rest)), nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return no("The tests import the package by the path of its module: %v.", err)
		}
		if filepath.Dir(at) == at {
			return no("The tests import the package by the path of its module, and no go.mod stands in %s or above it. Write one with go mod init.", block.Path)
		}
	}
}

// packageDir is where the block's files go, as an absolute path.
func packageDir(m *model.Model, block *model.Emit) (string, error) {
	dir := filepath.FromSlash(block.Path)
	if !filepath.IsAbs(dir) {
		base := m.Path
		if info, err := os.Stat(base); err == nil && !info.IsDir() {
			base = filepath.Dir(base)
		}
		dir = filepath.Join(base, dir)
	}
	return filepath.Abs(dir)
}
