package cli

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/keyplan/keyplan/model"
)

//go:embed start.hcl
var startModel []byte

// startName is the file that init writes.
const startName = "model.hcl"

type initOptions struct{ app *app }

func newInit(a *app) *cobra.Command {
	o := &initOptions{app: a}
	return &cobra.Command{
		Use:     "init [DIR]",
		Short:   "write a small commented model to start from",
		Example: "keyplan init\nkeyplan init shop",
		Long: `Init writes ` + startName + ` into DIR, which it makes where it is missing. A
directory that holds a model already is left as it is.`,
		Args: atMost(1),
		RunE: func(_ *cobra.Command, args []string) error { return o.run(pathOf(args)) },
	}
}

func (o *initOptions) run(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	there, err := model.SourceNames(dir)
	if err != nil {
		return err
	}
	if len(there) > 0 {
		return modelError{fmt.Errorf("%s is a model already; nothing was written", there[0])}
	}
	name := filepath.Join(dir, startName)
	if err := create(name, startModel); err != nil {
		return err
	}
	fmt.Fprintf(o.app.out, "wrote %s\n", filepath.ToSlash(name))
	fmt.Fprintf(o.app.err, "Next: keyplan plan %s\n", filepath.ToSlash(dir))
	return nil
}
