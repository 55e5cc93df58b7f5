package emit

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// first and second are two generations of one model's output: db holds go and
// tests, infra is another directory.
func first(t *testing.T) *Set {
	return mustBuild(t, testModel("go", "db", "tests", "db", "terraform", "../infra"), []Emitter{
		fake{"go", map[string]string{"a.go": goHeader + "one\n", "b.go": goHeader + "b\n", "gone.go": goHeader}},
		fake{"tests", map[string]string{"a_test.go": goHeader + "one\n"}},
		fake{"terraform", map[string]string{"main.tf": tfHeader + "one\n", "old.tf": tfHeader}},
	})
}

func second(t *testing.T) *Set {
	return mustBuild(t, testModel("go", "db", "tests", "db", "terraform", "../infra"), []Emitter{
		fake{"go", map[string]string{"a.go": goHeader + "two\n", "b.go": goHeader + "b\n", "new.go": goHeader, "sub/deep/x.go": goHeader + "x"}},
		fake{"tests", map[string]string{"a_test.go": goHeader + "two\n"}},
		fake{"terraform", map[string]string{"main.tf": tfHeader + "two\n"}},
	})
}

// base makes a model's directory with the model in it.
func base(t *testing.T) string {
	dir := filepath.Join(t.TempDir(), "model")
	plant(t, dir, map[string]string{"shop.hcl": "", "db/handwritten.go": "package db\n"})
	return dir
}

func TestWriteAndCheck(t *testing.T) {
	dir := base(t)
	rep, err := first(t).Check(dir)
	if err != nil || rels(dir, rep.Missing) != "db/.keyplan.manifest db/a.go db/a_test.go db/b.go db/gone.go ../infra/.keyplan.manifest ../infra/main.tf ../infra/old.tf" {
		t.Fatalf("before: %+v, %v", rep, err)
	}
	if _, err := os.Stat(filepath.Join(dir, "../infra")); err == nil {
		t.Fatal("Check made a directory")
	}
	write(t, first(t), dir, "db/.keyplan.manifest db/a.go db/a_test.go db/b.go db/gone.go ../infra/.keyplan.manifest ../infra/main.tf ../infra/old.tf", "", "", "")
	was := tree(t, filepath.Dir(dir))
	write(t, first(t), dir, "", "db/a.go db/a_test.go db/b.go db/gone.go ../infra/main.tf ../infra/old.tf", "", "")
	if diff := cmp.Diff(was, tree(t, filepath.Dir(dir))); diff != "" {
		t.Errorf("the second run changed something:\n%s", diff)
	}
	const head = tfHeader + manifestNote
	if diff := cmp.Diff(map[string]string{"db": head + "\nmodel ../shop.hcl\ngo a.go\ntests a_test.go\ngo b.go\ngo gone.go\n", "infra": head + "\nmodel ../model/shop.hcl\nterraform main.tf\nterraform old.tf\n"},
		map[string]string{"db": was["model/db/.keyplan.manifest"], "infra": was["infra/.keyplan.manifest"]}); diff != "" {
		t.Errorf("manifests:\n%s", diff)
	}

	rep, err = second(t).Check(dir)
	if err != nil || rels(dir, rep.Missing) != "db/new.go db/sub/deep/x.go" ||
		rels(dir, rep.Different) != "db/.keyplan.manifest db/a.go db/a_test.go ../infra/.keyplan.manifest ../infra/main.tf" ||
		rels(dir, rep.Stale) != "db/gone.go ../infra/old.tf" || rep.Clean() {
		t.Errorf("between: %+v, %v", rep, err)
	}
	write(t, second(t), dir, "db/.keyplan.manifest db/a.go db/a_test.go db/new.go db/sub/deep/x.go ../infra/.keyplan.manifest ../infra/main.tf", "db/b.go", "db/gone.go ../infra/old.tf", "")
	if rep, err := second(t).Check(dir); err != nil || !rep.Clean() {
		t.Errorf("after: %+v, %v", rep, err)
	}
	if got := tree(t, dir)["db/handwritten.go"]; got != "package db\n" {
		t.Errorf("handwritten.go is now %q", got)
	}
}

func write(t *testing.T, s *Set, dir, written, unchanged, removed, released string) {
	t.Helper()
	r, err := s.Write(dir)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{written, unchanged, removed, released}
	got := []string{rels(dir, r.Written), rels(dir, r.Unchanged), rels(dir, r.Removed), rels(dir, r.Released)}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("written, unchanged, removed, released (-want +got):\n%s", diff)
	}
}

func TestOnlyLeavesOtherKindsAlone(t *testing.T) {
	dir := base(t)
	write(t, first(t), dir, "db/.keyplan.manifest db/a.go db/a_test.go db/b.go db/gone.go ../infra/.keyplan.manifest ../infra/main.tf ../infra/old.tf", "", "", "")
	s := mustBuild(t, testModel("go", "db", "tests", "db"), []Emitter{
		fake{"go", map[string]string{"a.go": goHeader + "one\n"}}, fake{"tests", nil},
	}, "go")
	write(t, s, dir, "db/.keyplan.manifest", "db/a.go", "db/b.go db/gone.go", "")
	if got := tree(t, dir); got["db/a_test.go"] == "" || !strings.Contains(got["db/.keyplan.manifest"], "tests a_test.go\n") {
		t.Error("tests were not asked for, and are not what they were")
	}
	// A block that the model no longer has is another matter.
	s = mustBuild(t, testModel("go", "db"), []Emitter{fake{"go", map[string]string{"a.go": goHeader + "one\n"}}, fake{"tests", nil}})
	write(t, s, dir, "db/.keyplan.manifest", "db/a.go", "db/a_test.go", "")
}

func TestStaleFileWithoutHeaderIsReleased(t *testing.T) {
	dir := base(t)
	write(t, first(t), dir, "db/.keyplan.manifest db/a.go db/a_test.go db/b.go db/gone.go ../infra/.keyplan.manifest ../infra/main.tf ../infra/old.tf", "", "", "")
	plant(t, dir, map[string]string{"db/gone.go": "package db // mine now\n"})
	write(t, second(t), dir, "db/.keyplan.manifest db/a.go db/a_test.go db/new.go db/sub/deep/x.go ../infra/.keyplan.manifest ../infra/main.tf", "db/b.go", "../infra/old.tf", "db/gone.go")
	got := tree(t, dir)
	if got["db/gone.go"] != "package db // mine now\n" || strings.Contains(got["db/.keyplan.manifest"], "gone") {
		t.Error("gone.go is still ours, or gone")
	}
}

func TestWriteRefusesWhatIsNotOurs(t *testing.T) {
	outside := t.TempDir()
	plant(t, outside, map[string]string{"precious": "precious\n"})
	for _, tt := range []struct {
		name string
		do   func(t *testing.T, dir string)
		want string
	}{
		{"file without header", func(t *testing.T, dir string) { plant(t, dir, map[string]string{"db/a.go": "package db\n"}) }, "db/a.go was not generated by keyplan"},
		{"empty file", func(t *testing.T, dir string) { plant(t, dir, map[string]string{"db/a.go": ""}) }, "db/a.go was not generated by keyplan"},
		{"file of equal size", func(t *testing.T, dir string) {
			plant(t, dir, map[string]string{"db/a.go": strings.Repeat("x", len(goHeader+"two\n"))})
		}, "db/a.go was not generated by keyplan"},
		{"header but not listed", func(t *testing.T, dir string) { plant(t, dir, map[string]string{"db/new.go": goHeader + "else"}) }, "db/new.go is not in "},
		{"directory", func(t *testing.T, dir string) { plant(t, dir, map[string]string{"db/new.go/x": ""}) }, "db/new.go is a directory"},
		{"link", func(t *testing.T, dir string) { link(t, filepath.Join(outside, "precious"), dir, "db/new.go") }, "db/new.go is a symbolic link"},
		{"link to nothing", func(t *testing.T, dir string) { link(t, "nowhere", dir, "db/new.go") }, "db/new.go is a symbolic link"},
		{"linked directory inside", func(t *testing.T, dir string) { link(t, outside, dir, "db/sub") }, "path escapes"},
		{"file for a directory", func(t *testing.T, dir string) { plant(t, dir, map[string]string{"db/sub": "x"}) }, "not a directory"},
		{"manifest of someone", func(t *testing.T, dir string) { plant(t, dir, map[string]string{"db/.keyplan.manifest": "x"}) }, "is not a manifest"},
		{"merge marks", func(t *testing.T, dir string) {
			plant(t, dir, map[string]string{"db/.keyplan.manifest": tfHeader + "<<<<<<< HEAD\n"})
		}, "line 2"},
		{"linked manifest", func(t *testing.T, dir string) {
			os.Remove(filepath.Join(dir, "db/.keyplan.manifest"))
			link(t, filepath.Join(outside, "precious"), dir, "db/.keyplan.manifest")
		}, "is not a regular file"},
		{"another model's directory", func(t *testing.T, dir string) {
			plant(t, dir, map[string]string{"other.hcl": "", "db/.keyplan.manifest": tfHeader + "model ../other.hcl\ngo a.go\n"})
		}, "belongs to the model ../other.hcl"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := base(t)
			if _, err := first(t).Write(dir); err != nil {
				t.Fatal(err)
			}
			tt.do(t, dir)
			was := tree(t, filepath.Dir(dir))
			for name, run := range map[string]func() error{
				"Check": func() error { _, err := second(t).Check(dir); return err },
				"Write": func() error { _, err := second(t).Write(dir); return err },
			} {
				if err := run(); err == nil || !strings.Contains(err.Error(), filepath.FromSlash(tt.want)) {
					t.Errorf("%s: %v, want %q", name, err, tt.want)
				}
			}
			if diff := cmp.Diff(was, tree(t, filepath.Dir(dir))); diff != "" {
				t.Errorf("something changed:\n%s", diff)
			}
		})
	}
	if got := tree(t, outside)["precious"]; got != "precious\n" {
		t.Errorf("precious is now %q", got)
	}
}

func link(t *testing.T, to, dir, name string) {
	t.Helper()
	if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
		t.Skip("no symbolic links here:", err)
	}
}

func TestAllConflictsAreListed(t *testing.T) {
	dir := base(t)
	plant(t, dir, map[string]string{"db/a.go": "mine", "db/b.go": "mine", "../infra/main.tf": "mine"})
	_, err := first(t).Write(dir)
	var conflict *ConflictError
	if !errors.As(err, &conflict) || len(conflict.Conflicts) != 3 {
		t.Errorf("got %v", err)
	}
}

func TestDirectoryItself(t *testing.T) {
	dir := base(t)
	golang := []Emitter{fake{"go", map[string]string{"a.go": goHeader}}, fake{"tests", map[string]string{"a_test.go": goHeader}}}
	plant(t, dir, map[string]string{"file": "", "real/keep": ""})
	link(t, "real", dir, "linked")
	link(t, "nowhere", dir, "dangling")
	for path, want := range map[string]string{"file": "not a directory", "file/below": "not a directory", "dangling": "a symbolic link to nothing", "dangling/below": "a symbolic link to nothing"} {
		if _, err := mustBuild(t, testModel("go", path), golang).Write(dir); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", path, err)
		}
	}
	// Two spellings of one directory are one directory, with one manifest.
	write(t, mustBuild(t, testModel("go", "linked", "tests", "real/../real"), golang), dir, "linked/.keyplan.manifest linked/a.go linked/a_test.go", "", "", "")
	if got := tree(t, dir); got["real/a.go"] != goHeader || got["real/a_test.go"] != goHeader || got["linked"] != "-> real" {
		t.Errorf("got %v", got)
	}
	clash := []Emitter{golang[0], fake{"tests", map[string]string{"a.go": goHeader}}}
	if _, err := mustBuild(t, testModel("go", "linked", "tests", "real"), clash).Write(dir); err == nil || !strings.Contains(err.Error(), "both write") {
		t.Errorf("one file from two blocks through a link: %v", err)
	}
	// An absolute path stands for itself.
	abs := filepath.Join(t.TempDir(), "deep", "er")
	if _, err := mustBuild(t, testModel("go", filepath.ToSlash(abs)), golang).Write(dir); err != nil || tree(t, abs)["a.go"] != goHeader {
		t.Errorf("absolute: %v", err)
	}
}

func TestModelMayBeRenamedAndTableMoved(t *testing.T) {
	dir := base(t)
	golang := []Emitter{fake{"go", map[string]string{"a.go": goHeader}}}
	plant(t, dir, map[string]string{"db/.keyplan.manifest": tfHeader + "model ../store.hcl\ngo old.go\n", "db/old.go": goHeader})
	write(t, mustBuild(t, testModel("go", "db"), golang), dir, "db/.keyplan.manifest db/a.go", "", "db/old.go", "")

	plant(t, dir, map[string]string{"orders.hcl": "", "db/.keyplan.manifest": tfHeader + "model ../orders.hcl\ngo a.go\n"})
	m := testModel("go", "db")
	m.FileNames = append(m.FileNames, "some/where/orders.hcl")
	write(t, mustBuild(t, m, golang), dir, "db/.keyplan.manifest", "db/a.go", "", "")
}

func TestModeIsKept(t *testing.T) {
	dir := base(t)
	if _, err := first(t).Write(dir); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "db/a.go")
	if err := os.Chmod(name, 0o640); err != nil {
		t.Fatal(err)
	}
	if _, err := second(t).Write(dir); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

// Two runs at once are a mistake, such as a make -j; one of them may fail and
// neither may do harm.
func TestTwoWritersAtOnce(t *testing.T) {
	dir := base(t)
	before, after := states(t, dir)
	set := second(t)
	var all sync.WaitGroup
	for range 4 {
		all.Add(1)
		go func() {
			defer all.Done()
			if _, err := set.Write(dir); err != nil {
				t.Logf("one of them: %v", err)
			}
		}()
	}
	all.Wait()
	requireWhole(t, tree(t, filepath.Dir(dir)), before, after)
	requireCompleted(t, dir, after)
}
