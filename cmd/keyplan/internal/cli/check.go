package cli

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/keyplan/keyplan/cmd/keyplan/internal/view"
)

type checkOptions struct {
	format string
	json   bool
	strict bool
	search searchOptions
	app    *app
}

func newCheck(a *app) *cobra.Command {
	o := &checkOptions{app: a}
	cmd := &cobra.Command{
		Use:   "check [PATH]",
		Short: "say what is wrong with a model; silent when all is well",
		Example: `keyplan check
keyplan check -strict shop
keyplan check -format sarif shop > keyplan.sarif
keyplan check -format github shop`,
		Long: `Check reads the model, resolves and type-checks it, plans it and proves the
plan. It writes nothing. PATH is a directory or a file.`,
		Args: atMost(1),
		RunE: func(_ *cobra.Command, args []string) error { return o.run(pathOf(args)) },
	}
	cmd.Flags().StringVar(&o.format, "format", "text", "`FORM` of the diagnostics: text, json, sarif or github")
	cmd.Flags().BoolVar(&o.json, "json", false, "the same as -format json")
	cmd.Flags().BoolVar(&o.strict, "strict", false, "count warnings as errors")
	o.search.flags(cmd)
	return cmd
}

func (o *checkOptions) run(path string) error {
	formats := []string{"text", "json", "sarif", "github"}
	if !slices.Contains(formats, o.format) {
		return usagef("no format %q%s", o.format, didYouMean("", o.format, formats))
	}
	if o.json {
		o.format = "json"
	}
	p, err := load(path, o.search, o.app)
	if err != nil {
		return err
	}
	switch o.format {
	case "json":
		err = view.DiagnosticsJSON(o.app.out, p.diags)
	case "sarif":
		err = view.SARIF(o.app.out, p.diags, p.files)
	case "github":
		err = view.GitHub(o.app.out, p.diags)
	default:
		err = o.app.report(p.diags, p.files)
	}
	if err != nil {
		return err
	}
	return verdict(p.diags, o.strict)
}
