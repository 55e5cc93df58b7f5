package localtest

import (
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"time"
)

// child is a process that must not outlive this one.
type child struct {
	cmd *exec.Cmd
	// done is closed when the process has ended and been reaped.
	done   chan struct{}
	output *tail
}

// startChild starts cmd so that it ends with this process, however this process
// ends.
func startChild(cmd *exec.Cmd) (*child, error) {
	c := &child{cmd: cmd, done: make(chan struct{}), output: &tail{grew: make(chan struct{}, 1)}}
	release, err := bindLife(cmd)
	if err != nil {
		return nil, err
	}
	cmd.Stdout, cmd.Stderr = c.output, c.output
	cmd.WaitDelay = time.Second
	started := make(chan error)
	go func() {
		// On Linux the child dies with the thread that started it, not with
		// the process, so that thread must live as long as the child does.
		// Never unlocked: the thread ends with this goroutine, child first.
		runtime.LockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			// How the child ended is told by its output, not by its status.
			_ = cmd.Wait()
		}
		release()
		close(c.done)
	}()
	if err := <-started; err != nil {
		return nil, err
	}
	return c, nil
}

// waitFor returns when the child has printed text, or with the reason why it
// will not.
func (c *child) waitFor(text string, limit time.Duration) error {
	deadline := time.NewTimer(limit)
	defer deadline.Stop()
	for {
		if strings.Contains(c.output.String(), text) {
			return nil
		}
		select {
		case <-c.output.grew:
		case <-c.done:
			return c.dead()
		case <-deadline.C:
			return fmt.Errorf("it is not ready after %s; it said: %s", limit, c.output)
		}
	}
}

// dead is nil while the child runs, and afterwards says what it last said.
func (c *child) dead() error {
	select {
	case <-c.done:
		return errors.New("it ended; it said: " + c.output.String())
	default:
		return nil
	}
}

// stop ends the child and waits until it has gone.
func (c *child) stop() {
	// Killing a process that has ended is an error that changes nothing.
	_ = c.cmd.Process.Kill()
	<-c.done
}

// tailSize is how much of a child's output is kept for messages.
const tailSize = 8 << 10

// tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
	// grew holds a token when there is more than the reader has seen.
	grew chan struct{}
}

// Write implements io.Writer.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	t.text = append(t.text, p...)
	if extra := len(t.text) - tailSize; extra > 0 {
		t.text = append(t.text[:0], t.text[extra:]...)
	}
	t.mu.Unlock()
	select {
	case t.grew <- struct{}{}:
	default:
	}
	return len(p), nil
}

// String is what was kept.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(bytes.TrimSpace(t.text))
}
