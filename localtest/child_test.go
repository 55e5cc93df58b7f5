package localtest

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"
)

// helperVariable makes TestHelperProcess play the test binary that dies.
const helperVariable = "LOCALTEST_HELPER"

// TestHelperProcess is no test of its own: the tests below start it.
func TestHelperProcess(t *testing.T) {
	mode := os.Getenv(helperVariable)
	if mode == "" {
		return
	}
	r, err := startDynoxide(environment{getenv: os.Getenv, dir: workingDir()})
	if err != nil {
		fmt.Println("failed", err)
		return
	}
	fmt.Println("engine", r.child.cmd.Process.Pid)
	if mode == "hang" {
		select {}
	}
}

// helper starts this test binary again with an engine, and returns it and the
// engine's process number.
func helper(t *testing.T, mode string) (*exec.Cmd, int) {
	t.Helper()
	engineOf(t)
	if _, err := findDynoxide(environment{getenv: os.Getenv, dir: workingDir()}); err != nil {
		t.Skip("the engine is an endpoint: it has no process of ours")
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestHelperProcess$", "-test.v")
	cmd.Env = append(os.Environ(), helperVariable+"="+mode)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if pid, ok := strings.CutPrefix(lines.Text(), "engine "); ok {
			n, err := strconv.Atoi(pid)
			if err != nil {
				t.Fatal(err)
			}
			return cmd, n
		}
	}
	t.Fatal("the helper said nothing of an engine")
	return nil, 0
}

func TestEngineEndsWithAKilledTestBinary(t *testing.T) {
	cmd, engine := helper(t, "hang")
	if !runs(engine) {
		t.Fatal("the engine does not run to begin with")
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // it was killed, and says so
	waitUntilGone(t, engine)
}

func TestEngineEndsWithATestBinaryThatExits(t *testing.T) {
	cmd, engine := helper(t, "exit")
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	waitUntilGone(t, engine)
}

func TestEngineOutlivesThreads(t *testing.T) {
	c, err := startChild(exec.Command("sleep", "600"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.stop()
	// A goroutine that ends while it holds its thread ends the thread.
	for range 50 {
		done := make(chan struct{})
		go func() {
			defer close(done)
			runtime.LockOSThread()
		}()
		<-done
	}
	time.Sleep(50 * time.Millisecond)
	if err := c.dead(); err != nil {
		t.Errorf("the child did not outlive a thread: %v", err)
	}
}

// The shell that watches over children where the kernel does not is tried here
// as well, on every system that has one.
func TestWatchScript(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no sh")
	}
	t.Run("ends the child when the pipe closes", func(t *testing.T) {
		cmd := exec.Command("sh", "-c", "echo $$; exec sleep 600")
		out := &tail{grew: make(chan struct{}, 1)}
		cmd.Stdout = out
		release, err := watchLife(cmd)
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		<-out.grew
		pid, err := strconv.Atoi(out.String())
		if err != nil || !runs(pid) {
			t.Fatalf("child %q, %v", out, err)
		}
		release()
		waitUntilGone(t, pid)
		_ = cmd.Wait() // its command was killed, and it says so
	})
	t.Run("ends with the child and has its status", func(t *testing.T) {
		cmd := exec.Command("sh", "-c", "exit 7")
		release, err := watchLife(cmd)
		if err != nil {
			t.Fatal(err)
		}
		defer release()
		_ = cmd.Run()
		if got := cmd.ProcessState.ExitCode(); got != 7 {
			t.Errorf("status %d, want 7", got)
		}
	})
}

func TestTailKeepsTheEnd(t *testing.T) {
	out := &tail{grew: make(chan struct{}, 1)}
	for range 1000 {
		fmt.Fprintln(out, strings.Repeat("x", 100))
	}
	fmt.Fprintln(out, "the end")
	if got := out.String(); len(got) > tailSize || !strings.HasSuffix(got, "x\nthe end") {
		t.Errorf("%d bytes, ending in %q", len(got), got[max(0, len(got)-20):])
	}
}

// runs says whether a process is there and no zombie.
func runs(pid int) bool {
	if runtime.GOOS == "linux" {
		status, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "status"))
		return err == nil && !strings.Contains(string(status), "State:\tZ")
	}
	return exec.Command("kill", "-0", strconv.Itoa(pid)).Run() == nil
}

func waitUntilGone(t *testing.T, pid int) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); runs(pid); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("process %d is still there", pid)
		}
	}
}
