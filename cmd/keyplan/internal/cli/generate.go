package cli

import (
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/keyplan/keyplan/emit"
	"github.com/keyplan/keyplan/emit/gorepo"
	"github.com/keyplan/keyplan/emit/gotest"
	"github.com/keyplan/keyplan/emit/terraform"
)

type generateOptions struct {
	check  bool
	only   []string
	strict bool
	search searchOptions
	app    *app
}

func newGenerate(a *app) *cobra.Command {
	o := &generateOptions{app: a}
	cmd := &cobra.Command{
		Use:   "generate [PATH]",
		Short: "write what the model's emit blocks name",
		Example: `keyplan generate
keyplan generate shop
keyplan generate -check shop          in CI: status 1 and a list when out of date
keyplan generate -only go,tests shop`,
		Long: `Generate plans and proves the model, makes all files in memory and writes them
last, each whole. It lists what it wrote, left alone and removed; it removes
only files of its own. Beside the model it keeps the lock file, which says what
is stored: commit it. PATH is a directory or a file; the paths of emit blocks
are relative to it.`,
		Args: atMost(1),
		RunE: func(_ *cobra.Command, args []string) error { return o.run(pathOf(args)) },
	}
	cmd.Flags().BoolVar(&o.check, "check", false, "write nothing; status 1 and a list when anything is out of date")
	cmd.Flags().StringSliceVar(&o.only, "only", nil, "the `KINDS` of emit blocks to run: terraform, go, tests")
	cmd.Flags().BoolVar(&o.strict, "strict", false, "count warnings as errors")
	o.search.flags(cmd)
	return cmd
}

// emitters are the kinds of emit blocks, in the order in which they run.
func emitters() []emit.Emitter {
	return []emit.Emitter{terraform.New(), gorepo.New(), gotest.New()}
}

func (o *generateOptions) run(path string) error {
	if err := o.kinds(); err != nil {
		return err
	}
	p, err := load(path, o.search, o.app)
	if err != nil {
		return err
	}
	var set *emit.Set
	if p.certified != nil {
		built, ds := emit.Build(p.certified, emitters(), o.only)
		set = built
		p.add(ds)
	}
	if err := o.app.report(p.diags, p.files); err != nil {
		return err
	}
	if err := verdict(p.diags, o.strict); err != nil {
		return err
	}
	base, err := directoryOf(path)
	if err != nil {
		return err
	}
	if o.check {
		return o.compare(set, base, path, p)
	}
	return o.write(set, base, path, p)
}

// kinds refuses a word of -only that no emit block can have.
func (o *generateOptions) kinds() error {
	var known []string
	for _, e := range emitters() {
		known = append(known, e.Kind())
	}
	for _, kind := range o.only {
		if !slices.Contains(known, kind) {
			return usagef("-only knows no %q%s", kind, didYouMean("", kind, known))
		}
	}
	return nil
}

// compare is generate -check.
func (o *generateOptions) compare(set *emit.Set, base, path string, p *planned) error {
	name, state, _, err := lockState(path, p.layout)
	if err != nil {
		return err
	}
	r, err := set.Check(base)
	if err != nil {
		return conflict(err)
	}
	o.list("missing", r.Missing)
	o.list("different", r.Different)
	o.list("stale", r.Stale)
	if state != "" {
		o.list(state, []string{filepath.Base(name)})
	}
	if r.Clean() && state == "" {
		return nil
	}
	fmt.Fprintln(o.app.err, `Out of date: run "keyplan generate" and commit what it writes.`)
	return errRefused
}

// write is generate. A signal waits for the files to be in their places, which
// takes no time that anybody could see.
func (o *generateOptions) write(set *emit.Set, base, path string, p *planned) error {
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(stop)
	r, err := set.Write(base)
	o.list("wrote", r.Written)
	o.list("removed", r.Removed)
	o.list("released", r.Released)
	if err != nil {
		return conflict(err)
	}
	locked, err := writeLock(path, p.layout)
	if err != nil {
		return err
	}
	if locked != "" {
		o.list("wrote", []string{locked})
	}
	if n := len(r.Unchanged); n > 0 {
		fmt.Fprintf(o.app.out, "left alone  %d up to date\n", n)
	}
	select {
	case s := <-stop:
		return fmt.Errorf("stopped by a signal (%s) after everything was written", s)
	default:
		return nil
	}
}

func (o *generateOptions) list(what string, paths []string) {
	for _, p := range paths {
		fmt.Fprintf(o.app.out, "%-10s  %s\n", what, filepath.ToSlash(p))
	}
}

// conflict tells files of other hands, which the author has to move, from a
// disk that fails.
func conflict(err error) error {
	var c *emit.ConflictError
	if errors.As(err, &c) {
		return modelError{c}
	}
	return err
}

// directoryOf is the model's directory, which its emit paths start from.
func directoryOf(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	if info.IsDir() {
		return path, nil
	}
	return filepath.Dir(path), nil
}
