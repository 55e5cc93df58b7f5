package localtest

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// dynoxideVersion is the one that the messages say to install. Others work as
// far as they are DynamoDB.
const dynoxideVersion = "1.2.1"

// startAttempts bounds how often a port that was free and then taken is chosen
// anew.
const startAttempts = 5

// readyWithin is far more than the engine needs, and less than a developer
// waits.
const readyWithin = 20 * time.Second

// startDynoxide starts the engine as a child process.
func startDynoxide(env environment) (*running, error) {
	path, err := findDynoxide(env)
	if err != nil {
		return nil, err
	}
	var last error
	for range startAttempts {
		port, err := freePort()
		if err != nil {
			return nil, fmt.Errorf("localtest: find a free port: %w", err)
		}
		c, err := startChild(dynoxideCommand(path, port))
		if err != nil {
			return nil, fmt.Errorf("localtest: start dynoxide: %w", err)
		}
		// The line is printed once the port is bound, so what then answers
		// there is this child and not whoever else chose the port.
		if last = c.waitFor("Dynoxide listening on", readyWithin); last == nil {
			return &running{
				name: "dynoxide", version: versionOf(path), getenv: env.getenv, child: c,
				endpoint: "http://" + net.JoinHostPort("127.0.0.1", port),
			}, nil
		}
		c.stop()
	}
	return nil, fmt.Errorf("localtest: %s does not start: %w", path, last)
}

func dynoxideCommand(path, port string) *exec.Cmd {
	return exec.Command(path, "serve", "--host", "127.0.0.1", "--port", port)
}

// findDynoxide returns the program's path.
func findDynoxide(env environment) (string, error) {
	if path := env.getenv("KEYPLAN_DYNOXIDE"); path != "" {
		if _, err := exec.LookPath(path); err != nil {
			return "", fmt.Errorf("localtest: KEYPLAN_DYNOXIDE: %w", err)
		}
		return path, nil
	}
	for _, dir := range filepath.SplitList(env.getenv("PATH")) {
		if path := filepath.Join(dir, "dynoxide"); filepath.IsAbs(dir) && executable(path) {
			return path, nil
		}
	}
	if path, ok := inNodeModules(env.dir); ok {
		return path, nil
	}
	return "", &absentError{"dynoxide is not on PATH, not in node_modules, and KEYPLAN_DYNOXIDE is not set"}
}

// inNodeModules looks where npm puts the binary, in dir and every directory
// above it, nearest first.
func inNodeModules(dir string) (string, bool) {
	if dir == "" || runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		return "", false
	}
	for {
		for _, modules := range []string{"node_modules", filepath.Join(".engine", "node_modules")} {
			path := filepath.Join(dir, modules, "@dynoxide", "linux-x64", "dynoxide")
			if executable(path) {
				return path, true
			}
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", false
		}
		dir = parent
	}
}

func executable(path string) bool {
	_, err := exec.LookPath(path)
	return err == nil
}

// freePort returns a port of loopback that nobody has at the moment. The
// engine cannot be asked to choose one: given port 0 it does not say which it
// got.
func freePort() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	return strconv.Itoa(l.Addr().(*net.TCPAddr).Port), nil
}

// versionOf asks the program for its version. It is only for the log, so not
// knowing it is no failure.
func versionOf(path string) string {
	ctx, cancel := context.WithTimeout(context.Background(), readyWithin)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, "--version")
	cmd.Env = os.Environ()
	out, err := cmd.Output()
	if err != nil {
		return "of unknown version"
	}
	line, _, _ := bytes.Cut(out, []byte("\n"))
	return strings.TrimPrefix(strings.TrimSpace(string(line)), "dynoxide ")
}
