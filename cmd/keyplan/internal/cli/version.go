package cli

import (
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/keyplan/keyplan/cmd/keyplan/internal/view"
)

type versionOptions struct {
	json bool
	app  *app
}

func newVersion(a *app) *cobra.Command {
	o := &versionOptions{app: a}
	cmd := &cobra.Command{
		Use:     "version",
		Short:   "print the version and the commit that it was built from",
		Example: "keyplan version\nkeyplan version -json",
		Args:    atMost(0),
		RunE:    func(*cobra.Command, []string) error { return o.run() },
	}
	cmd.Flags().BoolVar(&o.json, "json", false, "print as JSON")
	return cmd
}

func (o *versionOptions) run() error {
	version, commit := buildVersion()
	if o.json {
		return view.WriteJSON(o.app.out, struct {
			Format  int    `json:"format"`
			Version string `json:"version"`
			Commit  string `json:"commit"`
		}{view.Format, version, commit})
	}
	_, err := fmt.Fprintf(o.app.out, "keyplan %s, commit %s\n", version, commit)
	return err
}

// buildVersion reads what the go command stamped into the binary: a module
// version from "go install", a revision from a checkout.
func buildVersion() (version, commit string) {
	version, commit = "(devel)", "unknown"
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return version, commit
	}
	if info.Main.Version != "" {
		version = info.Main.Version
	}
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			commit += " (modified)"
		}
	}
	return version, commit
}
