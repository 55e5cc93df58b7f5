package emit

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Conflict is a path that keyplan does not own and therefore leaves alone.
type Conflict struct{ Path, Reason string }

// ConflictError says that files stand where the set's should, and are not
// keyplan's to overwrite. Nothing was changed.
type ConflictError struct{ Conflicts []Conflict }

// Error lists the conflicts.
func (e *ConflictError) Error() string {
	var b strings.Builder
	b.WriteString("not overwritten, nothing was changed:")
	for _, c := range e.Conflicts {
		fmt.Fprintf(&b, "\n  %s %s", c.Path, c.Reason)
	}
	return b.String()
}

// directory is one output directory: what should be there, and what is.
type directory struct {
	// name is how results show it, real where it lies.
	name, real string
	// exists is false for a directory yet to be made.
	exists bool
	want   []owned
	// old is the manifest that stands there, nil for none.
	old, next *manifest
	oldBytes  []byte
	// missing, differing and same are of want; stale are paths of the old
	// manifest to remove, released those that stopped being ours.
	missing, differing, same []owned
	stale, released          []string
}

// owned is a file and the kind that it is from.
type owned struct {
	kind string
	File
}

func (d *directory) show(path string) string { return filepath.Join(d.name, filepath.FromSlash(path)) }

// survey compares the set with what stands on disk under base, the model's
// directory, and changes nothing.
func (s *Set) survey(base string) ([]*directory, error) {
	dirs, err := s.directories(base)
	if err != nil {
		return nil, err
	}
	var conflicts []Conflict
	for _, d := range dirs {
		found, err := s.look(d, base)
		if err != nil {
			return nil, err
		}
		conflicts = append(conflicts, found...)
	}
	if len(conflicts) > 0 {
		return nil, &ConflictError{conflicts}
	}
	return dirs, nil
}

// directories groups the targets by the directory that their paths really
// name, in order of the targets.
func (s *Set) directories(base string) ([]*directory, error) {
	var dirs []*directory
	for _, t := range s.targets {
		name := filepath.Clean(t.path)
		if !filepath.IsAbs(name) {
			name = filepath.Join(base, name)
		}
		real, exists, err := resolve(name)
		if err != nil {
			return nil, fmt.Errorf("emit %q: %w", t.kind, err)
		}
		i := slices.IndexFunc(dirs, func(d *directory) bool { return d.real == real })
		if i < 0 {
			i = len(dirs)
			dirs = append(dirs, &directory{name: name, real: real, exists: exists})
		}
		for _, f := range t.files {
			dirs[i].want = append(dirs[i].want, owned{t.kind, f})
		}
	}
	for _, d := range dirs {
		slices.SortStableFunc(d.want, func(a, b owned) int { return strings.Compare(a.Path, b.Path) })
		for i, w := range d.want[:max(len(d.want)-1, 0)] {
			if w.Path == d.want[i+1].Path {
				return nil, fmt.Errorf("emit %q and emit %q would both write %s", w.kind, d.want[i+1].kind, d.show(w.Path))
			}
		}
	}
	return dirs, nil
}

// resolve follows symbolic links as far as the path exists; the rest is to be
// made. A link to nothing is refused.
func resolve(path string) (real string, exists bool, err error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", false, err
	}
	real, err = filepath.EvalSymlinks(abs)
	if err == nil {
		info, err := os.Stat(real)
		if err == nil && !info.IsDir() {
			err = fmt.Errorf("%s is not a directory", path)
		}
		return real, true, err
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return "", false, err
	}
	if _, lerr := os.Lstat(abs); lerr == nil {
		return "", false, fmt.Errorf("%s is a symbolic link to nothing", path)
	}
	parent, _, err := resolve(filepath.Dir(abs))
	return filepath.Join(parent, filepath.Base(abs)), false, err
}

// look fills in what stands in the directory, and returns what is in the way.
func (s *Set) look(d *directory, base string) ([]Conflict, error) {
	source, err := s.sourceFrom(d, base)
	if err != nil {
		return nil, err
	}
	d.next = &manifest{source: source}
	for _, w := range d.want {
		d.next.entries = append(d.next.entries, entry{w.kind, w.Path})
	}
	if !d.exists {
		d.missing = d.want
		return nil, nil
	}
	root, err := os.OpenRoot(d.real)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	if err := d.readManifest(root); err != nil {
		return nil, err
	}
	if d.old != nil && s.anotherModel(d, base) {
		return []Conflict{{d.name, "belongs to the model " + d.old.source + ": give the emit block another path"}}, nil
	}
	conflicts, err := d.compare(root)
	if err != nil {
		return nil, err
	}
	return conflicts, s.sweep(d, root)
}

func (s *Set) sourceFrom(d *directory, base string) (string, error) {
	realBase, _, err := resolve(base)
	if err != nil {
		return "", err
	}
	file := filepath.Join(realBase, s.source)
	rel, err := filepath.Rel(d.real, file)
	if err != nil {
		rel = file // another volume
	}
	return printable(filepath.ToSlash(rel)), nil
}

// anotherModel says that the directory's manifest names a model that is there
// and is not this one. One that is gone was renamed.
func (s *Set) anotherModel(d *directory, base string) bool {
	owner := filepath.FromSlash(d.old.source)
	if !filepath.IsAbs(owner) {
		owner = filepath.Join(d.real, owner)
	}
	there, err := os.Stat(owner)
	if err != nil {
		return false
	}
	return !slices.ContainsFunc(append(slices.Clone(s.files), s.source), func(name string) bool {
		ours, err := os.Stat(filepath.Join(base, name))
		return err == nil && os.SameFile(there, ours)
	})
}

func (d *directory) readManifest(root *os.Root) error {
	info, err := root.Lstat(manifestName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("is not a regular file")
	}
	if err == nil {
		d.oldBytes, err = root.ReadFile(manifestName)
	}
	if err == nil {
		d.old, err = parseManifest(d.oldBytes)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", d.show(manifestName), err)
	}
	return nil
}

// compare sorts the wanted files by what stands in their places.
func (d *directory) compare(root *os.Root) ([]Conflict, error) {
	var conflicts []Conflict
	for _, w := range d.want {
		there, err := stat(root, w.Path)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", d.show(w.Path), err)
		}
		if there == nil {
			d.missing = append(d.missing, w)
			continue
		}
		equal, reason, err := d.judge(root, there, w)
		switch {
		case err != nil:
			return nil, fmt.Errorf("%s: %w", d.show(w.Path), err)
		case reason != "":
			conflicts = append(conflicts, Conflict{d.show(w.Path), reason})
		case equal:
			d.same = append(d.same, w)
		default:
			d.differing = append(d.differing, w)
		}
	}
	return conflicts, nil
}

// stat is Lstat, nil for nothing there.
func stat(root *os.Root, path string) (fs.FileInfo, error) {
	info, err := root.Lstat(filepath.FromSlash(path))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return info, err
}

// judge says whether what is there equals what is wanted or, where it does not
// and is not ours to overwrite, why.
func (d *directory) judge(root *os.Root, there fs.FileInfo, w owned) (equal bool, reason string, err error) {
	switch {
	case there.IsDir():
		return false, "is a directory", nil
	case there.Mode()&fs.ModeSymlink != 0:
		return false, "is a symbolic link", nil
	case !there.Mode().IsRegular():
		return false, "is not a regular file", nil
	}
	if there.Size() == int64(len(w.Content)) {
		have, err := root.ReadFile(filepath.FromSlash(w.Path))
		if err != nil || bytes.Equal(have, w.Content) {
			return err == nil, "", err
		}
	}
	ours, err := hasHeader(root, w.Path)
	switch {
	case err != nil:
		return false, "", err
	case !ours:
		return false, "was not generated by keyplan: move it, or give the emit block another path", nil
	case !d.old.owns(w.Path):
		return false, "is not in " + d.show(manifestName) + ": delete it if it is an old output, or give the emit block another path", nil
	}
	return false, "", nil
}

// hasHeader reads as much of the file as a header can take.
func hasHeader(root *os.Root, path string) (bool, error) {
	f, err := root.Open(filepath.FromSlash(path))
	if err != nil {
		return false, err
	}
	defer f.Close()
	start, err := io.ReadAll(io.LimitReader(f, 4096))
	return carriesHeader(start), err
}

// sweep finds what the old manifest lists beyond the set. A file that lost the
// header was taken over by someone, and is released, not removed.
func (s *Set) sweep(d *directory, root *os.Root) error {
	if d.old == nil {
		return nil
	}
	for _, e := range sorted(d.old.entries) {
		if d.next.owns(e.path) {
			continue
		}
		if slices.Contains(s.kept, e.kind) {
			d.next.entries = append(d.next.entries, e)
			continue
		}
		there, err := stat(root, e.path)
		if err != nil {
			return fmt.Errorf("%s: %w", d.show(e.path), err)
		}
		if there == nil {
			continue
		}
		ours := there.Mode().IsRegular()
		if ours {
			if ours, err = hasHeader(root, e.path); err != nil {
				return fmt.Errorf("%s: %w", d.show(e.path), err)
			}
		}
		if ours {
			d.stale = append(d.stale, e.path)
		} else {
			d.released = append(d.released, e.path)
		}
	}
	return nil
}
