package localtest

import (
	"os/exec"
	"syscall"
)

// bindLife makes the kernel end the child when the thread that starts it ends:
// at the latest with this process, also when that is killed.
func bindLife(cmd *exec.Cmd) (release func(), err error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	return func() {}, nil
}
