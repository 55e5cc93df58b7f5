package localtest

import (
	"os"
	"os/exec"
)

// watchScript runs the command that follows it and ends it when standard input
// does, which a pipe from this process does when this process ends. It ends
// when the command ends.
const watchScript = `exec 3<&0 </dev/null
"$@" 3<&- & child=$!
{ read -r _ <&3; kill -9 $child; } 2>/dev/null & watch=$!
exec 3<&-
wait $child; status=$?
kill $watch 2>/dev/null
exit $status`

// watchLife changes cmd to run under a shell that ends it with this process.
func watchLife(cmd *exec.Cmd) (release func(), err error) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		return nil, err
	}
	// The read end is the shell's; the write end is held here, unwritten,
	// until the shell has ended.
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	cmd.Args = append([]string{"sh", "-c", watchScript, "sh", cmd.Path}, cmd.Args[1:]...)
	cmd.Path, cmd.Stdin = shell, r
	return func() { r.Close(); w.Close() }, nil
}
