// Command applied compares a table that Terraform made with the layout that
// its module was generated from: what DescribeTable says must be what the plan
// says, attribute by attribute. It knows nothing of the emitter.
//
//	go run ./.ci/applied -endpoint http://127.0.0.1:8000 examples/shop
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"

	"github.com/google/go-cmp/cmp"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner"
	"github.com/keyplan/keyplan/planner/layout"
)

func main() {
	endpoint := flag.String("endpoint", "", "where the table is")
	name := flag.String("table", "", "the table's name, if it is not the model's")
	unprotected := flag.Bool("unprotected", false, "the module was told not to protect the table from deletion")
	tags := map[string]string{}
	flag.Func("tag", "a tag as `KEY=VALUE` that the module was told, instead of the model's", func(s string) error {
		key, value, ok := strings.Cut(s, "=")
		if !ok {
			return errors.New("KEY=VALUE is expected")
		}
		tags[key] = value
		return nil
	})
	flag.Parse()
	if *endpoint == "" || flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: applied -endpoint URL [-table NAME] [-unprotected] [-tag KEY=VALUE] MODEL")
		os.Exit(2)
	}
	told := func(t *table) {
		if *unprotected {
			t.DeletionProtection = false
		}
		if len(tags) > 0 {
			t.Tags = tags
		}
	}
	if err := run(*endpoint, *name, flag.Arg(0), told); err != nil {
		fmt.Fprintln(os.Stderr, "applied:", err)
		os.Exit(1)
	}
}

// run compares; told changes what is expected as the module's variables did.
func run(endpoint, name, path string, told func(*table)) error {
	l, err := plan(path)
	if err != nil {
		return err
	}
	if name == "" {
		name = l.Model.Table.Name
	}
	got, err := describe(endpoint, name)
	if err != nil {
		return err
	}
	want := expect(l)
	told(&want)
	if !got.hasBackups {
		fmt.Println("this engine knows no backups: point-in-time recovery is not compared")
		want.PointInTimeRecovery, want.hasBackups = false, false
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(table{})); diff != "" {
		return fmt.Errorf("table %s is not what %s plans (-planned +applied):\n%s", name, path, diff)
	}
	fmt.Printf("table %s is what %s plans: %d key attributes, %d indexes\n", name, path, len(got.Attributes), len(got.Indexes))
	return nil
}

func plan(path string) (*layout.Layout, error) {
	m, diags, err := model.Load(path)
	if err != nil || diags.HasErrors() {
		return nil, fmt.Errorf("%s: %v %v", path, err, diags)
	}
	patterns, diags := access.Decode(m)
	if diags.HasErrors() {
		return nil, fmt.Errorf("%s: %v", path, diags)
	}
	l, diags := planner.Plan(m, patterns, planner.Options{})
	if diags.HasErrors() {
		return nil, fmt.Errorf("%s: %v", path, diags)
	}
	return l, nil
}
