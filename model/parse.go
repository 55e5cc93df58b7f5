package model

import "github.com/hashicorp/hcl/v2"

// Parse reads one file of HCL as the files of a model are read: what the parser
// could not bear is refused before it runs. The file is nil where it did not.
func Parse(name string, src []byte) (*hcl.File, hcl.Diagnostics) {
	return parse(File{Name: name, Src: src})
}
