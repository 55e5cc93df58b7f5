// Command keyplan turns a model of entities and access patterns into a proved
// DynamoDB layout, and the layout into Terraform, a Go package and its tests.
//
// The commands are in internal/cli, what they print is in internal/view.
package main

import (
	"os"

	"github.com/keyplan/keyplan/cmd/keyplan/internal/cli"
)

func main() { os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }
