package cli

import (
	"errors"
	"strings"

	"github.com/agext/levenshtein"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// normalise gives every flag two dashes, which is what pflag reads as a word:
// the command takes one or two and knows no short clusters. Values, what
// follows a lone "--", and the arguments of the shell's completion stay as they
// are.
func normalise(args []string, takesValue map[string]bool) []string {
	if len(args) > 0 && strings.HasPrefix(args[0], "__complete") {
		return args
	}
	out := make([]string, 0, len(args))
	for i := 0; i < len(args); i++ {
		arg := args[i]
		if arg == "--" {
			return append(out, args[i:]...)
		}
		if len(arg) < 2 || arg[0] != '-' {
			out = append(out, arg)
			continue
		}
		name := strings.TrimPrefix(strings.TrimPrefix(arg, "-"), "-")
		if name == "h" {
			name = "help"
		}
		out = append(out, "--"+name)
		if takesValue[name] && i+1 < len(args) {
			i++
			out = append(out, args[i])
		}
	}
	return out
}

// valueFlags are the names of all flags under root that are followed by a
// value.
func valueFlags(root *cobra.Command) map[string]bool {
	out := map[string]bool{}
	for _, c := range append(root.Commands(), root) {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if f.NoOptDefVal == "" {
				out[f.Name] = true
			}
		})
	}
	return out
}

// unknownFlag words pflag's errors in our manner.
func unknownFlag(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) {
		return usagef("unknown flag -%s%s", unknown.GetSpecifiedName(),
			didYouMean("-", unknown.GetSpecifiedName(), flagNames(cmd)))
	}
	var missing *pflag.ValueRequiredError
	if errors.As(err, &missing) {
		return usagef("flag -%s needs a value", missing.GetSpecifiedName())
	}
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) {
		return usagef("flag -%s cannot be %q", invalid.GetFlag().Name, invalid.GetValue())
	}
	return usageError{err.Error()}
}

func flagNames(cmd *cobra.Command) []string {
	var out []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { out = append(out, f.Name) })
	return out
}

// unknownCommand is the root's rule on arguments: it takes none.
func unknownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, c := range cmd.Commands() {
		names = append(names, c.Name())
	}
	return usagef("unknown command %q%s", args[0], didYouMean("", args[0], names))
}

// atMost is the rule on arguments of a command that takes n.
func atMost(n int) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) > n {
			return usagef("too many arguments: %q", args[n])
		}
		return nil
	}
}

// pathOf is the PATH argument, "." where it was left out.
func pathOf(args []string) string {
	if len(args) == 0 {
		return "."
	}
	return args[0]
}

// didYouMean offers the nearest of names when it is near enough, the first in
// their order of equal ones.
func didYouMean(lead, given string, names []string) string {
	best, least := "", 3
	for _, n := range names {
		if d := levenshtein.Distance(given, n, nil); d < least {
			best, least = n, d
		}
	}
	if best == "" {
		return ""
	}
	return "; did you mean " + lead + best + "?"
}
