package main

import (
	"bytes"
	"encoding/hex"
	"errors"
	"flag"
	"os"
	"os/exec"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the expected output of the scripts")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"keyplan": main})
}

// TestScript runs every script of testdata/script: one file a behaviour, the
// first word of its name the area.
func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"status": status,
			"fill":   fill,
			"hex":    writeHex,
		},
	})
}

// status runs a command and requires its exit status: status 2 keyplan plan -x.
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N COMMAND ARGS…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var exit *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// fill appends a text many times to a file: fill FILE N TEXT. It makes what is
// too big to stand in a script.
func fill(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: fill FILE N TEXT")
	}
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	appendTo(ts, args[0], bytes.Repeat([]byte(args[2]), n))
}

// writeHex appends bytes that are no text to a file: hex FILE DIGITS.
func writeHex(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: hex FILE DIGITS")
	}
	data, err := hex.DecodeString(args[1])
	ts.Check(err)
	appendTo(ts, args[0], data)
}

func appendTo(ts *testscript.TestScript, name string, data []byte) {
	f, err := os.OpenFile(ts.MkAbs(name), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	ts.Check(err)
	_, err = f.Write(data)
	ts.Check(errors.Join(err, f.Close()))
}
