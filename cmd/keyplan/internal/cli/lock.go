package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/hashicorp/hcl/v2"

	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/model/lock"
	"github.com/keyplan/keyplan/planner/layout"
	"github.com/keyplan/keyplan/planner/stored"
)

// lockPath is where the lock of the model at path stands.
func lockPath(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", unreadable(err)
	}
	return lock.Path(path, info.IsDir()), nil
}

// readLock reads the lock of a model, nil where there is none. The file is for
// showing diagnostics.
func readLock(path string, m *model.Model) (*lock.File, *hcl.File, hcl.Diagnostics, error) {
	name, err := lockPath(path)
	if err != nil {
		return nil, nil, nil, err
	}
	src, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil, nil
	}
	if err != nil {
		return nil, nil, nil, unreadable(err)
	}
	f, shown, diags := lock.Read(name, src, m.Table.Range)
	return f, shown, diags, nil
}

// lockState is what a lock file is to the layout: "" for up to date.
func lockState(path string, l *layout.Layout) (name, state string, text []byte, err error) {
	name, err = lockPath(path)
	if err != nil {
		return "", "", nil, err
	}
	text = stored.Of(l).Bytes()
	old, err := os.ReadFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return name, "missing", text, nil
	case err != nil:
		return "", "", nil, err
	case !bytes.Equal(old, text):
		return name, "different", text, nil
	}
	return name, "", text, nil
}

// writeLock brings the lock file up to date and says whether that took
// anything, by its name beside the model.
func writeLock(path string, l *layout.Layout) (string, error) {
	name, state, text, err := lockState(path, l)
	switch {
	case err != nil || state == "":
		return "", err
	case state == "missing":
		err = create(name, text)
	default:
		err = replace(name, text)
	}
	if err != nil {
		return "", fmt.Errorf("write the lock: %w", err)
	}
	return filepath.Base(name), nil
}
