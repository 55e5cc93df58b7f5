package emit

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// killEnv makes the test binary write the second set in that directory and die
// at that step: "3 /tmp/x".
const killEnv = "KEYPLAN_TEST_KILL"

const killed = 7

func TestMain(m *testing.M) {
	if at := os.Getenv(killEnv); at != "" {
		step, dir, _ := strings.Cut(at, " ")
		os.Exit(dieAt(step, dir))
	}
	os.Exit(m.Run())
}

// dieAt ends the process ahead of the step of that number, as a kill would:
// nothing is put in order. A write is cut in the middle.
func dieAt(step, dir string) int {
	last, err := strconv.Atoi(step)
	if err != nil {
		panic(err)
	}
	n := 0
	k := &disk{before: func(op, path string) error {
		if n++; n < last {
			return nil
		}
		if op == "write" {
			os.WriteFile(path, []byte(goHeader[:20]), 0o666)
		}
		os.Exit(killed)
		return nil
	}}
	if _, err := second(&testing.T{}).write(dir, k); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// states are the trees before and after the second set is written over the
// first.
func states(t *testing.T, dir string) (before, after map[string]string) {
	t.Helper()
	if _, err := first(t).Write(dir); err != nil {
		t.Fatal(err)
	}
	before = tree(t, filepath.Dir(dir))
	other := base(t)
	for _, s := range []*Set{first(t), second(t)} {
		if _, err := s.Write(other); err != nil {
			t.Fatal(err)
		}
	}
	return before, tree(t, filepath.Dir(other))
}

// requireWhole checks that every file is as before or as after, or is a
// manifest, and that what is there and ours is listed by a manifest.
func requireWhole(t *testing.T, got, before, after map[string]string) {
	t.Helper()
	for path, content := range got {
		name := path[strings.LastIndex(path, "/")+1:]
		if isTemp(name) {
			continue
		}
		if name == manifestName {
			m, err := parseManifest([]byte(content))
			if err != nil {
				t.Errorf("%s: %v", path, err)
				continue
			}
			dir := strings.TrimSuffix(path, manifestName)
			for p, c := range got {
				rel, inside := strings.CutPrefix(p, dir)
				if inside && carriesHeader([]byte(c)) && rel != manifestName && !isTemp(rel[strings.LastIndex(rel, "/")+1:]) && !m.owns(rel) {
					t.Errorf("%s does not list %s", path, rel)
				}
			}
			continue
		}
		was, old := before[path]
		will, young := after[path]
		if !(old && content == was) && !(young && content == will) {
			t.Errorf("%s is neither old nor new: %q", path, content)
		}
	}
	for path := range before {
		if _, there := got[path]; !there && after[path] != "" {
			t.Errorf("%s is gone", path)
		}
	}
}

func temps(files map[string]string) int {
	n := 0
	for path := range files {
		if isTemp(path[strings.LastIndex(path, "/")+1:]) {
			n++
		}
	}
	return n
}

func requireCompleted(t *testing.T, dir string, after map[string]string) {
	t.Helper()
	if _, err := second(t).Write(dir); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(after, tree(t, filepath.Dir(dir))); diff != "" {
		t.Errorf("running again did not complete it (-want +got):\n%s", diff)
	}
	if rep, err := second(t).Check(dir); err != nil || !rep.Clean() {
		t.Errorf("Check: %+v, %v", rep, err)
	}
}

func TestFailureAtEveryStep(t *testing.T) {
	t.Parallel()
	broken := errors.New("no space left on device")
	for step := 1; ; step++ {
		dir := base(t)
		before, after := states(t, dir)
		n, renamed, failed := 0, false, ""
		k := &disk{before: func(op, path string) error {
			if n++; n == step {
				failed = op
				return broken
			}
			renamed = renamed || op == "rename"
			return nil
		}}
		result, err := second(t).write(dir, k)
		if failed == "" {
			if err != nil {
				t.Fatal(err)
			}
			if step < 30 {
				t.Errorf("only %d steps: are all of them asked?", step-1)
			}
			return
		}
		if !errors.Is(err, broken) || result == nil {
			t.Errorf("step %d, %s: %v, %v", step, failed, result, err)
		}
		got := tree(t, filepath.Dir(dir))
		if !renamed {
			if diff := cmp.Diff(before, got); diff != "" {
				t.Errorf("step %d, %s, before the first rename, changed:\n%s", step, failed, diff)
			}
		}
		if temps(got) != 0 {
			t.Errorf("step %d, %s: litter in %v", step, failed, got)
		}
		requireWhole(t, got, before, after)
		requireCompleted(t, dir, after)
	}
}

func TestKilledAtEveryStep(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	littered := 0
	for step := 1; ; step++ {
		dir := base(t)
		before, after := states(t, dir)
		cmd := exec.Command(self)
		cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d %s", killEnv, step, dir))
		out, err := cmd.CombinedOutput()
		if err == nil {
			break
		}
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != killed {
			t.Fatalf("step %d: %v\n%s", step, err, out)
		}
		got := tree(t, filepath.Dir(dir))
		littered += temps(got)
		requireWhole(t, got, before, after)
		requireCompleted(t, dir, after)
	}
	if littered == 0 {
		t.Error("no kill left a file under way: was anything killed half-way?")
	}
}

func TestFirstRunFailingLeavesNothing(t *testing.T) {
	for step := 1; ; step++ {
		dir := base(t)
		before := tree(t, filepath.Dir(dir))
		n, renamed, failed := 0, false, false
		k := &disk{before: func(op, path string) error {
			if n++; n == step {
				failed = true
				return errors.New("broken")
			}
			renamed = renamed || op == "rename"
			return nil
		}}
		_, err := second(t).write(dir, k)
		if !failed {
			if err != nil {
				t.Fatal(err)
			}
			return
		}
		if got := tree(t, filepath.Dir(dir)); !renamed && !cmp.Equal(before, got) {
			t.Errorf("step %d changed:\n%s", step, cmp.Diff(before, got))
		}
	}
}
