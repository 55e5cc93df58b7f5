// Package cli is the command line of keyplan: one file per command, each an
// options struct and a run.
//
// It reads flags, calls the stages in order and picks the exit status. How a
// result looks is in package view; what is right or wrong is decided by the
// stages themselves.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"
)

// The exit statuses of the command.
const (
	exitFine    = 0
	exitWrong   = 1 // the model is wrong, out of date or does not hold
	exitUsage   = 2 // the command line is wrong
	exitOutside = 3 // something outside failed: disk, a signal
)

// errRefused ends a command whose messages are already written: status 1.
var errRefused = errors.New("refused")

// usageError is a wrong command line: status 2.
type usageError struct{ text string }

func (e usageError) Error() string { return e.text }

func usagef(format string, args ...any) error { return usageError{fmt.Sprintf(format, args...)} }

// modelError is a model that is wrong as a whole, at no line of it: status 1.
type modelError struct{ err error }

func (e modelError) Error() string { return e.err.Error() }
func (e modelError) Unwrap() error { return e.err }

// Main runs the command with args (without the program's name) and returns
// the exit status.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	a := &app{in: stdin, out: stdout, err: stderr}
	root := newRoot(a)
	root.SetArgs(normalise(args, valueFlags(root)))
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	cmd, err := root.ExecuteContextC(context.Background())
	return a.status(cmd, err)
}

func newRoot(a *app) *cobra.Command {
	root := &cobra.Command{
		Use:   "keyplan",
		Short: "plan, prove and generate the keys of a DynamoDB table",
		Long: `keyplan reads a model of entities and access patterns, finds a key layout in
which every pattern is one Query or one GetItem, proves it, and generates the
Terraform, a Go package and tests for it.`,
		Example: `keyplan init shop            write a small model to start from
keyplan plan shop            the keys, the requests, and why so many indexes
keyplan check shop           silent when all is well
keyplan generate shop        write what the emit blocks name
keyplan explain P003         what a diagnostic means`,
		SilenceErrors:     true,
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
		Args:              unknownCommand,
		RunE:              func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.PersistentFlags().BoolVar(&a.noColor, "no-color", false, "print without colour (NO_COLOR does the same)")
	root.PersistentFlags().BoolP("help", "", false, "show this help")
	root.SetFlagErrorFunc(unknownFlag)
	root.SetHelpFunc(help)
	root.SetHelpCommand(newHelp())
	root.AddCommand(
		newInit(a), newFmt(a), newCheck(a), newPlan(a), newExplain(a),
		newGenerate(a), newVersion(a), newCompletion(a),
	)
	return root
}

// status turns what a command returned into the exit status, and says what is
// not said yet.
func (a *app) status(cmd *cobra.Command, err error) int {
	var usage usageError
	var wrong modelError
	switch {
	case err == nil:
		return exitFine
	case errors.Is(err, errRefused):
		return exitWrong
	case errors.As(err, &usage):
		fmt.Fprintf(a.err, "%s: %s\nRun \"%s -help\" for its flags and examples.\n", cmd.CommandPath(), usage.text, cmd.CommandPath())
		return exitUsage
	case errors.As(err, &wrong):
		fmt.Fprintf(a.err, "%s: %s\n", cmd.CommandPath(), wrong.err)
		return exitWrong
	}
	fmt.Fprintf(a.err, "%s: %s\n", cmd.CommandPath(), err)
	return exitOutside
}
