package emit

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Result is what Write did, each list in the order of directories and paths.
type Result struct {
	Written, Unchanged, Removed []string
	// Released files were keyplan's, are no longer in the set, and do not
	// carry the header any more: they stay, and are no longer keyplan's.
	Released []string
}

// Write brings the files under base, the model's directory, to the set.
//
// Whatever happens, every file is whole, old or new, and running again
// completes it. Until every new file lies complete beside its place, nothing
// that was there changes. The error is a *ConflictError where a file that is
// not keyplan's stands in the way; the result, never nil, lists what was done
// before an error.
func (s *Set) Write(base string) (*Result, error) { return s.write(base, &disk{}) }

func (s *Set) write(base string, k *disk) (*Result, error) {
	dirs, err := s.survey(base)
	if err != nil {
		return &Result{}, err
	}
	w := &writer{disk: k, header: Header(s.source)}
	defer w.close()
	err = w.stageAll(dirs)
	if err == nil {
		err = w.commit()
	}
	if err != nil {
		w.undo()
	}
	return w.result(), err
}

// writer is one run of Write.
type writer struct {
	disk   *disk
	header string
	jobs   []*job
	// made are the directories that this run made, outermost first.
	made []string
}

// job is one directory with its files staged.
type job struct {
	dir  *directory
	root *os.Root
	// claim is the manifest of all that was and all that will be ours. It goes
	// first, so that at every moment what is ours is listed. final goes last.
	claim, final staged
	files        []staged
	// written and removed are what was done.
	written, removed []string
}

// staged is a complete file at temp that belongs at name. An empty temp is one
// that has nothing to do, or is done.
type staged struct{ temp, name string }

func (w *writer) close() {
	for _, j := range w.jobs {
		j.root.Close()
	}
}

func (w *writer) result() *Result {
	r := &Result{}
	for _, j := range w.jobs {
		slices.Sort(j.written)
		for _, p := range slices.Compact(j.written) {
			r.Written = append(r.Written, j.dir.show(p))
		}
		for _, p := range j.removed {
			r.Removed = append(r.Removed, j.dir.show(p))
		}
		for _, f := range j.dir.same {
			r.Unchanged = append(r.Unchanged, j.dir.show(f.Path))
		}
		for _, p := range j.dir.released {
			r.Released = append(r.Released, j.dir.show(p))
		}
	}
	return r
}

// stageAll writes everything that is to change beside its place.
func (w *writer) stageAll(dirs []*directory) error {
	for _, d := range dirs {
		made, err := w.disk.mkdirAll(d.real)
		w.made = append(w.made, made...)
		if err != nil {
			return fmt.Errorf("making %s: %w", d.name, err)
		}
		root, err := os.OpenRoot(d.real)
		if err != nil {
			return err
		}
		j := &job{dir: d, root: root}
		w.jobs = append(w.jobs, j)
		if err := w.prepare(j); err != nil {
			return fmt.Errorf("%s: %w", d.name, err)
		}
		if err := w.stageFiles(j); err != nil {
			return err
		}
	}
	return nil
}

// prepare makes the directories below the job's and clears away litter.
func (w *writer) prepare(j *job) error {
	for _, sub := range subdirs(j.dir) {
		made, err := w.disk.mkdirAll(filepath.Join(j.dir.real, filepath.FromSlash(sub)))
		w.made = append(w.made, made...)
		if err != nil {
			return err
		}
		if err := w.disk.clean(j.root, sub); err != nil {
			return err
		}
	}
	return nil
}

// subdirs are the directories that hold the job's files, "." first.
func subdirs(d *directory) []string {
	subs := []string{"."}
	for _, f := range d.want {
		if sub := path.Dir(f.Path); !slices.Contains(subs, sub) {
			subs = append(subs, sub)
		}
	}
	return subs
}

func (w *writer) stageFiles(j *job) error {
	changed := slices.Concat(j.dir.missing, j.dir.differing)
	slices.SortFunc(changed, func(a, b owned) int { return strings.Compare(a.Path, b.Path) })
	for _, f := range changed {
		temp, err := w.disk.stage(j.root, f.Path, f.Content)
		if err != nil {
			return fmt.Errorf("writing %s: %w", j.dir.show(f.Path), err)
		}
		j.files = append(j.files, staged{temp, f.Path})
	}
	final := j.dir.next.bytes(w.header)
	claim := final
	if len(j.dir.stale) > 0 {
		both := &manifest{source: j.dir.next.source, entries: slices.Concat(j.dir.old.entries, j.dir.next.entries)}
		claim = both.bytes(w.header)
	}
	if !bytes.Equal(claim, j.dir.oldBytes) {
		if err := w.stageManifest(j, &j.claim, claim); err != nil {
			return err
		}
	}
	if !bytes.Equal(final, claim) {
		return w.stageManifest(j, &j.final, final)
	}
	return nil
}

func (w *writer) stageManifest(j *job, to *staged, content []byte) error {
	temp, err := w.disk.stage(j.root, manifestName, content)
	if err != nil {
		return fmt.Errorf("writing %s: %w", j.dir.show(manifestName), err)
	}
	*to = staged{temp, manifestName}
	return nil
}

// commit puts everything in its place: first what says whose the files are,
// then the files, then stale files go, and last the manifests without them.
func (w *writer) commit() error {
	for _, phase := range []func(*job) error{w.claim, w.place, w.sweep, w.finish} {
		for _, j := range w.jobs {
			if err := phase(j); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *writer) claim(j *job) error {
	if j.claim.temp == "" {
		return nil
	}
	if err := w.rename(j, &j.claim); err != nil {
		return err
	}
	return w.disk.syncDir(j.root, ".")
}

func (w *writer) place(j *job) error {
	for i := range j.files {
		if err := w.rename(j, &j.files[i]); err != nil {
			return err
		}
	}
	if len(j.files) == 0 {
		return nil
	}
	for _, sub := range subdirs(j.dir) {
		if err := w.disk.syncDir(j.root, sub); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) sweep(j *job) error {
	for _, name := range j.dir.stale {
		if err := w.disk.remove(j.root, name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("removing %s: %w", j.dir.show(name), err)
		}
		j.removed = append(j.removed, name)
	}
	return nil
}

func (w *writer) finish(j *job) error {
	if j.final.temp != "" {
		if err := w.rename(j, &j.final); err != nil {
			return err
		}
	}
	if len(j.dir.stale) == 0 {
		return nil
	}
	return w.disk.syncDir(j.root, ".")
}

// rename puts a staged file in its place, and counts it.
func (w *writer) rename(j *job, s *staged) error {
	if err := w.disk.rename(j.root, s.temp, s.name); err != nil {
		return fmt.Errorf("replacing %s: %w", j.dir.show(s.name), err)
	}
	s.temp = ""
	j.written = append(j.written, s.name)
	return nil
}

// undo removes the staged files that are not in their places, and the
// directories of this run that hold nothing: before the first rename that
// leaves the disk as it was. An error here would hide the one that led here,
// and the next run clears the files away.
func (w *writer) undo() {
	for _, j := range w.jobs {
		for _, s := range append([]staged{j.claim, j.final}, j.files...) {
			if s.temp != "" {
				j.root.Remove(filepath.FromSlash(s.temp))
			}
		}
	}
	for _, d := range slices.Backward(w.made) {
		os.Remove(d) // fails where it is not empty, as it should
	}
}
