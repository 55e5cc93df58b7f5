package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/keyplan/keyplan/cmd/keyplan/internal/view"
	"github.com/keyplan/keyplan/model/diag"
)

type explainOptions struct {
	json bool
	app  *app
}

func newExplain(a *app) *cobra.Command {
	o := &explainOptions{app: a}
	cmd := &cobra.Command{
		Use:     "explain CODE",
		Short:   "say what a diagnostic means and what to do about it",
		Example: "keyplan explain P003\nkeyplan explain -json P003",
		Long: `Explain prints the paragraph of one diagnostic: the letter and the three digits
that stand behind its summary, [P003].`,
		RunE: func(_ *cobra.Command, args []string) error { return o.run(args) },
	}
	cmd.Flags().BoolVar(&o.json, "json", false, "print as JSON")
	return cmd
}

func (o *explainOptions) run(args []string) error {
	if len(args) != 1 {
		return usagef("name one code, such as P003")
	}
	want := strings.ToUpper(strings.Trim(args[0], "[]"))
	var codes []string
	for _, e := range diag.Catalogue() {
		if e.Code == want {
			return o.print(e)
		}
		codes = append(codes, e.Code)
	}
	return usagef("no diagnostic has the code %q%s", args[0], didYouMean("", want, codes))
}

func (o *explainOptions) print(e diag.Entry) error {
	if o.json {
		return view.WriteJSON(o.app.out, struct {
			Format int    `json:"format"`
			Code   string `json:"code"`
			Title  string `json:"title"`
			Text   string `json:"text"`
		}{view.Format, e.Code, e.Title, e.Text})
	}
	return view.Explain(o.app.out, e, o.app.width(o.app.out))
}
