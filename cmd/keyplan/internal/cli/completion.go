package cli

import (
	"github.com/spf13/cobra"
)

type completionOptions struct{ app *app }

func newCompletion(a *app) *cobra.Command {
	o := &completionOptions{app: a}
	return &cobra.Command{
		Use:   "completion bash|zsh|fish",
		Short: "print the completion script of a shell",
		Example: `source <(keyplan completion bash)
keyplan completion zsh > "${fpath[1]}/_keyplan"
keyplan completion fish > ~/.config/fish/completions/keyplan.fish`,
		ValidArgs: []string{"bash", "zsh", "fish"},
		RunE:      o.run,
	}
}

func (o *completionOptions) run(cmd *cobra.Command, args []string) error {
	if len(args) != 1 {
		return usagef("name one shell: bash, zsh or fish")
	}
	root := cmd.Root()
	switch args[0] {
	case "bash":
		return root.GenBashCompletionV2(o.app.out, true)
	case "zsh":
		return root.GenZshCompletion(o.app.out)
	case "fish":
		return root.GenFishCompletion(o.app.out, true)
	}
	return usagef("no completion for %q%s", args[0], didYouMean("", args[0], cmd.ValidArgs))
}
