//go:build !linux

package localtest

import (
	"os/exec"
	"runtime"
)

// bindLife has a shell watch over the child, since only Linux has the kernel do
// it. Windows has neither: there a killed test binary leaves its engine behind.
func bindLife(cmd *exec.Cmd) (release func(), err error) {
	if runtime.GOOS == "windows" {
		return func() {}, nil
	}
	return watchLife(cmd)
}
