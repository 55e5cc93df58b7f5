package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// replace gives a file new text, whole or not at all, with the mode that it
// had, and behind a symbolic link rather than over it.
func replace(name string, text []byte) error {
	target, err := filepath.EvalSymlinks(name)
	if err != nil {
		return err
	}
	info, err := os.Stat(target)
	if err != nil {
		return err
	}
	temp, err := stage(target, text, info.Mode().Perm())
	if err != nil {
		return err
	}
	defer os.Remove(temp)
	return os.Rename(temp, target)
}

// create writes a file that is not there yet, whole or not at all. A link fails
// where somebody else was faster; where the disk knows no links, a rename has
// to do.
func create(name string, text []byte) error {
	temp, err := stage(name, text, 0o644)
	if err != nil {
		return err
	}
	defer os.Remove(temp)
	if err = os.Link(temp, name); err == nil {
		return nil
	}
	if _, there := os.Lstat(name); errors.Is(err, fs.ErrExist) || there == nil {
		return modelError{fmt.Errorf("%s is there already; nothing was written", name)}
	}
	return os.Rename(temp, name)
}

// stage writes text to a temporary file beside name.
func stage(name string, text []byte, mode fs.FileMode) (string, error) {
	f, err := os.CreateTemp(filepath.Dir(name), ".keyplan-*")
	if err != nil {
		return "", err
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Chmod(mode), f.Sync(), f.Close()); err != nil {
		os.Remove(f.Name())
		return "", err
	}
	return f.Name(), nil
}
