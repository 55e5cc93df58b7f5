package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/hashicorp/hcl/v2"
	"github.com/spf13/cobra"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/model/lock"
	"github.com/keyplan/keyplan/planner"
	"github.com/keyplan/keyplan/planner/layout"
	"github.com/keyplan/keyplan/planner/stored"
)

// searchOptions are the flags of every command that plans.
type searchOptions struct {
	effort  int
	timeout time.Duration
	trace   bool
	// replan plans as if nothing were stored.
	replan bool
}

func (o *searchOptions) flags(cmd *cobra.Command) {
	cmd.Flags().IntVar(&o.effort, "effort", planner.DefaultEffort,
		"`STEPS` after which the search for a minimum ends unproved, the same on every machine")
	cmd.Flags().DurationVar(&o.timeout, "timeout", 0, "give up after this `TIME` with status 3 and no plan, such as 30s; 0 is never")
}

// plan runs the planner, around the lock where there is one, until it is done, the time is over or a signal comes.
// A second signal ends the process at once.
func (o *searchOptions) plan(m *model.Model, patterns []*access.Pattern, old *lock.File, a *app) (*layout.Layout, hcl.Diagnostics, error) {
	if o.effort < 1 {
		return nil, nil, usagef("flag -effort must be at least 1")
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	if o.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.timeout)
		defer cancel()
	}
	opts := planner.Options{Effort: o.effort, Context: ctx}
	if o.trace {
		opts.Trace = func(pass, text string) { fmt.Fprintf(a.err, "%-8s %s\n", pass, text) }
	}
	plan := planner.Plan
	if old != nil {
		plan = func(m *model.Model, patterns []*access.Pattern, o planner.Options) (*layout.Layout, hcl.Diagnostics) {
			return stored.Fit(m, patterns, old, o)
		}
	}
	l, diags := plan(m, patterns, opts)
	switch err := ctx.Err(); {
	case errors.Is(err, context.DeadlineExceeded):
		return nil, nil, fmt.Errorf("no plan after %s: give -timeout more, or -effort less", o.timeout)
	case err != nil:
		return nil, nil, errors.New("stopped by a signal")
	}
	return l, diags, nil
}
