package emit

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
)

// disk makes every change that Write makes. The directories are opened as
// os.Root, so that no link in them leads a change elsewhere.
type disk struct {
	// before is asked ahead of every change, and its error stands for the
	// change's; nil but in tests.
	before func(op, path string) error
}

func (k *disk) step(op, path string) error {
	if k.before == nil {
		return nil
	}
	return k.before(op, path)
}

// tempName is what a file under way is called: a name that go, terraform and
// git's users leave alone and that a later run knows as its own litter.
var tempName = regexp.MustCompile(`^\.keyplan\.[0-9a-f]{16}\.tmp$`)

func isTemp(name string) bool { return tempName.MatchString(name) }

// mkdirAll makes dir and what is missing above it, and returns what it made,
// outermost first.
func (k *disk) mkdirAll(dir string) (made []string, err error) {
	for missing := dir; ; missing = filepath.Dir(missing) {
		if _, err := os.Stat(missing); err == nil {
			break
		} else if !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		made = append([]string{missing}, made...)
	}
	for i, d := range made {
		err := k.step("mkdir", d)
		if err == nil {
			err = os.Mkdir(d, 0o777)
		}
		if err != nil && !errors.Is(err, fs.ErrExist) {
			return made[:i], err
		}
	}
	return made, nil
}

// stage writes content in full to a new file beside name, on disk before it
// returns, and gives that file's name. The mode is that of the file it will
// replace.
func (k *disk) stage(root *os.Root, name string, content []byte) (string, error) {
	temp := path.Join(path.Dir(name), fmt.Sprintf(".keyplan.%016x.tmp", rand.Uint64()))
	full := filepath.Join(root.Name(), filepath.FromSlash(temp))
	if err := k.step("create", full); err != nil {
		return "", err
	}
	f, err := root.OpenFile(filepath.FromSlash(temp), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return "", err
	}
	err = k.fill(f, full, content)
	if there, lerr := root.Lstat(filepath.FromSlash(name)); err == nil && lerr == nil {
		err = f.Chmod(there.Mode().Perm())
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		root.Remove(filepath.FromSlash(temp))
		return "", err
	}
	return temp, nil
}

func (k *disk) fill(f *os.File, full string, content []byte) error {
	if err := k.step("write", full); err != nil {
		return err
	}
	if _, err := f.Write(content); err != nil {
		return err
	}
	if err := k.step("sync", full); err != nil {
		return err
	}
	return f.Sync()
}

func (k *disk) rename(root *os.Root, from, to string) error {
	if err := k.step("rename", filepath.Join(root.Name(), filepath.FromSlash(to))); err != nil {
		return err
	}
	return root.Rename(filepath.FromSlash(from), filepath.FromSlash(to))
}

func (k *disk) remove(root *os.Root, name string) error {
	if err := k.step("remove", filepath.Join(root.Name(), filepath.FromSlash(name))); err != nil {
		return err
	}
	return root.Remove(filepath.FromSlash(name))
}

// syncDir puts renames and removals in dir on disk. Windows has no such call.
func (k *disk) syncDir(root *os.Root, dir string) error {
	if err := k.step("syncdir", filepath.Join(root.Name(), filepath.FromSlash(dir))); err != nil {
		return err
	}
	if runtime.GOOS == "windows" {
		return nil
	}
	f, err := root.Open(filepath.FromSlash(dir))
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Sync()
}

// clean removes what a killed run left in dir.
func (k *disk) clean(root *os.Root, dir string) error {
	entries, err := fs.ReadDir(root.FS(), dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if isTemp(e.Name()) && e.Type().IsRegular() {
			if err := k.remove(root, path.Join(dir, e.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
	}
	return nil
}
