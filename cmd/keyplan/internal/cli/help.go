package cli

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// help prints the help of a command: examples first, since that is what most
// readers came for.
func help(cmd *cobra.Command, _ []string) {
	w := cmd.OutOrStdout()
	fmt.Fprintf(w, "%s: %s\n", cmd.CommandPath(), cmd.Short)
	fmt.Fprintf(w, "\nExamples:\n%s", indent(cmd.Example))
	if cmd.HasAvailableSubCommands() {
		fmt.Fprint(w, "\nCommands:\n")
		printCommands(w, cmd)
	} else {
		fmt.Fprintf(w, "\nUsage:\n  %s\n", cmd.UseLine())
	}
	if cmd.Long != "" {
		fmt.Fprintf(w, "\n%s\n", cmd.Long)
	}
	fmt.Fprint(w, "\nFlags take one dash or two and stand before or after the arguments:\n")
	printFlags(w, cmd)
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(w, "\nRun \"%s COMMAND -help\" for one command.\n", cmd.CommandPath())
	}
}

func printCommands(w io.Writer, cmd *cobra.Command) {
	tw := tabwriter.NewWriter(w, 0, 0, 3, ' ', 0)
	defer tw.Flush()
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			fmt.Fprintf(tw, "  %s\t%s\n", c.Name(), c.Short)
		}
	}
}

func printFlags(w io.Writer, cmd *cobra.Command) {
	tw := tabwriter.NewWriter(w, 0, 0, 3, ' ', 0)
	defer tw.Flush()
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		value, usage := pflag.UnquoteUsage(f)
		fmt.Fprintf(tw, "  %s\t%s\n", strings.TrimSpace("-"+f.Name+" "+value), usage)
	})
}

// newHelp is "keyplan help COMMAND", the same as its -help.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND]",
		Short:   "show the help of a command",
		Example: "keyplan help plan",
		RunE: func(cmd *cobra.Command, args []string) error {
			target, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return unknownCommand(cmd.Root(), args)
			}
			target.InitDefaultHelpFlag()
			return target.Help()
		},
	}
}

func indent(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString("  " + strings.TrimRight(line, "\n") + "\n")
	}
	return b.String()
}
