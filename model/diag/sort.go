package diag

import (
	"cmp"
	"slices"

	"github.com/hashicorp/hcl/v2"
)

// Sort puts diagnostics in the order of the files' names and of their places
// in them, and drops those that say the same of the same place.
func Sort(diags hcl.Diagnostics) hcl.Diagnostics {
	out := slices.Clone(diags)
	slices.SortStableFunc(out, compare)
	return slices.CompactFunc(out, func(a, b *hcl.Diagnostic) bool {
		return compare(a, b) == 0 && a.Detail == b.Detail
	})
}

func compare(a, b *hcl.Diagnostic) int {
	ra, rb := subject(a), subject(b)
	return cmp.Or(
		cmp.Compare(ra.Filename, rb.Filename),
		cmp.Compare(ra.Start.Byte, rb.Start.Byte),
		cmp.Compare(ra.End.Byte, rb.End.Byte),
		cmp.Compare(a.Severity, b.Severity),
		cmp.Compare(InfoOf(a).Code, InfoOf(b).Code),
		cmp.Compare(a.Summary, b.Summary),
	)
}

func subject(d *hcl.Diagnostic) hcl.Range {
	if d.Subject == nil {
		return hcl.Range{}
	}
	return *d.Subject
}
