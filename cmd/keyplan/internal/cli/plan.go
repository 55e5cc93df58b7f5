package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/keyplan/keyplan/cmd/keyplan/internal/view"
)

type planOptions struct {
	json   bool
	strict bool
	search searchOptions
	app    *app
}

func newPlan(a *app) *cobra.Command {
	o := &planOptions{app: a}
	cmd := &cobra.Command{
		Use:   "plan [PATH]",
		Short: "show the keys, the request of every pattern, and why so many indexes",
		Example: `keyplan plan
keyplan plan shop
keyplan plan -json shop
keyplan plan -trace shop
keyplan plan -replan shop             change stored keys, on purpose`,
		Long: `Plan finds the layout with the fewest secondary indexes in which every access
pattern is one Query or one GetItem, and proves it. PATH is a directory or a
file. A model that no such layout serves is refused.

What the lock file says is stored stays as it is; new patterns are fitted around
it. With -replan the lock is ignored and, when the plan holds, rewritten: then
what is stored has to be rewritten, too. Otherwise plan writes nothing.`,
		Args: atMost(1),
		RunE: func(_ *cobra.Command, args []string) error { return o.run(pathOf(args)) },
	}
	cmd.Flags().BoolVar(&o.json, "json", false, "print the plan as JSON, diagnostics included")
	cmd.Flags().BoolVar(&o.search.trace, "trace", false, "print each pass of the planner to standard error")
	cmd.Flags().BoolVar(&o.strict, "strict", false, "count warnings as errors")
	cmd.Flags().BoolVar(&o.search.replan, "replan", false, "plan as if nothing were stored, and rewrite the lock file")
	o.search.flags(cmd)
	return cmd
}

func (o *planOptions) run(path string) error {
	p, err := load(path, o.search, o.app)
	if err != nil {
		return err
	}
	refused := verdict(p.diags, o.strict)
	if o.search.replan && refused == nil {
		name, err := writeLock(path, p.layout)
		if err != nil {
			return err
		}
		if name != "" {
			defer fmt.Fprintf(o.app.err, "wrote %s: what is stored otherwise has to be rewritten\n", name)
		}
	}
	if o.json {
		if err := view.PlanJSON(o.app.out, p.view()); err != nil {
			return err
		}
		return refused
	}
	if err := o.app.report(p.diags, p.files); err != nil {
		return err
	}
	if refused != nil {
		return refused
	}
	screen := view.Screen{Width: o.app.width(o.app.out), Color: o.app.color(o.app.out)}
	return view.PlanText(o.app.out, p.view(), screen)
}
