package cli

import (
	"bytes"
	"fmt"
	"os"

	"github.com/hashicorp/hcl/v2"
	"github.com/spf13/cobra"

	"github.com/keyplan/keyplan/model"
)

type fmtOptions struct {
	check bool
	app   *app
}

func newFmt(a *app) *cobra.Command {
	o := &fmtOptions{app: a}
	cmd := &cobra.Command{
		Use:     "fmt [PATH]",
		Short:   "bring model files to the canonical format",
		Example: "keyplan fmt\nkeyplan fmt shop/shop.hcl\nkeyplan fmt -check shop          in CI: status 1 and a list when a file would change",
		Long: `Fmt rewrites the files of a model that are not formatted, and lists them.
Comments stay. When one of the files cannot be parsed, none is written. PATH is
a directory or a file.`,
		Args: atMost(1),
		RunE: func(_ *cobra.Command, args []string) error { return o.run(pathOf(args)) },
	}
	cmd.Flags().BoolVar(&o.check, "check", false, "write nothing; status 1 and a list when a file would change")
	return cmd
}

// formatted is a file whose text would change.
type formatted struct {
	name string
	text []byte
}

func (o *fmtOptions) run(path string) error {
	names, err := model.SourceNames(path)
	if err != nil {
		return unreadable(err)
	}
	var changed []formatted
	var diags hcl.Diagnostics
	files := map[string]*hcl.File{}
	for _, name := range names {
		src, err := os.ReadFile(name)
		if err != nil {
			return unreadable(err)
		}
		files[name] = &hcl.File{Bytes: src}
		text, ds := model.Format(src, name)
		diags = append(diags, ds...)
		if !ds.HasErrors() && !bytes.Equal(src, text) {
			changed = append(changed, formatted{name, text})
		}
	}
	if diags.HasErrors() {
		if err := o.app.report(diags, files); err != nil {
			return err
		}
		return errRefused
	}
	return o.finish(changed)
}

// finish lists what changed and, unless it is a check, writes it.
func (o *fmtOptions) finish(changed []formatted) error {
	for _, f := range changed {
		if !o.check {
			if err := replace(f.name, f.text); err != nil {
				return err
			}
		}
		fmt.Fprintln(o.app.out, f.name)
	}
	if o.check && len(changed) > 0 {
		return errRefused
	}
	return nil
}
