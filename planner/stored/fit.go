package stored

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/model/lock"
	"github.com/keyplan/keyplan/model/syntax"
	"github.com/keyplan/keyplan/planner"
	"github.com/keyplan/keyplan/planner/layout"
	"github.com/keyplan/keyplan/planner/prove"
)

// Fit plans a model around its lock, and says in Minimum.Fresh what a plan
// without it would need. It never changes a stored key: where only that would
// do, it refuses and spells the change out.
func Fit(m *model.Model, patterns []*access.Pattern, f *lock.File, o planner.Options) (*layout.Layout, hcl.Diagnostics) {
	quiet := o
	quiet.Trace = nil
	fresh, freshDiags := planner.Plan(m, patterns, quiet)
	stored, diags := Compare(f, m)
	if diags.HasErrors() {
		return fresh, append(diags, errorsOf(freshDiags)...)
	}
	if freshDiags.HasErrors() {
		return fresh, append(diags, freshDiags...)
	}
	o.Stored = stored
	l, more := around(m, patterns, o)
	if more.HasErrors() {
		return l, append(diags, onlyByChange(f, fresh, more)...)
	}
	least := &l.Minimum
	was, steps := fresh.Minimum, least.Steps
	switch {
	case was.Proved && was.GlobalIndexes == least.GlobalIndexes:
		*least = was // nothing can have fewer than a plan without the lock
		least.Steps = steps
	case len(stored.Apart) > 0:
		least.Proved, least.LowerBound, least.Because = false, was.LowerBound, nil
	case least.GlobalIndexes > was.GlobalIndexes:
		least.Because = besideStored(least.Because)
	}
	least.Fresh = &fresh.Minimum
	return l, append(append(diags, more...), uncarried(f, l)...)
}

// besideStored gives reasons the words of a plan that is bound: not what a key
// could be answers the patterns or does not, but what it is.
func besideStored(reasons []layout.Reason) []layout.Reason {
	var out []layout.Reason
	for _, r := range reasons {
		var names []string
		for _, p := range r.Patterns {
			names = append(names, p.Name)
		}
		if len(names) > 0 {
			r.Text = fmt.Sprintf("the stored keys of %s leave no fewer for %s", r.Entity.Name, syntax.List(names, "and"))
		}
		out = append(out, r)
	}
	return out
}

// uncarried warns of patterns that have an index to come only because the one
// with their key does not carry what they return.
func uncarried(f *lock.File, l *layout.Layout) hcl.Diagnostics {
	var out hcl.Diagnostics
	for _, r := range l.Requests {
		if r == nil || slices.Index(l.Indexes, r.Index) < len(f.Indexes) {
			continue
		}
		for i, x := range f.Indexes {
			if sameKeys(r, l.Indexes[i]) {
				out = append(out, diag.Warning("P218", r.Pattern.NameRange, fmt.Sprintf("index %s for what %s does not carry", r.Index.Name, x.Name),
					fmt.Sprintf("The keys of %s would answer %s, and what an index carries can only be changed by building it anew. Select less, take the new index, %s.",
						x.Name, r.Pattern.Name, onPurpose), diag.At("the index is stored as this", x.Range)))
				break
			}
		}
	}
	return out
}

// sameKeys says that an index has the keys that a request is answered by.
func sameKeys(r *layout.Request, x *layout.Index) bool {
	for _, e := range r.Pattern.Entities {
		a, b := r.Index.Key(e), x.Key(e)
		if b == nil || !written(template(a.Partition)).Equal(written(template(b.Partition))) || !written(template(a.Sort)).Equal(written(template(b.Sort))) ||
			a.When.String() != b.When.String() {
			return false
		}
	}
	return true
}

// around plans around what is stored. The planner looks at every group of
// entities by itself, and stored literals of one can stand in the way of
// another; the prover sees that, and what it refuses is then planned on indexes
// to come, where nothing stands.
func around(m *model.Model, patterns []*access.Pattern, o planner.Options) (*layout.Layout, hcl.Diagnostics) {
	for {
		l, diags := planner.Plan(m, patterns, o)
		if diags.HasErrors() || o.Context != nil && o.Context.Err() != nil {
			return l, diags
		}
		_, faults := prove.Prove(l)
		faults = errorsOf(faults)
		if len(faults) == 0 {
			return l, diags
		}
		n := len(o.Stored.Apart)
		for _, d := range faults {
			for _, p := range patterns {
				if p.NameRange == *d.Subject && !p.Consistent && !slices.Contains(o.Stored.Apart, p) {
					o.Stored.Apart = append(o.Stored.Apart, p)
				}
			}
		}
		if len(o.Stored.Apart) == n {
			return l, faults
		}
	}
}

func errorsOf(diags hcl.Diagnostics) hcl.Diagnostics {
	return slices.DeleteFunc(slices.Clone(diags), func(d *hcl.Diagnostic) bool { return d.Severity != hcl.DiagError })
}

// onlyByChange says of what the stored keys cannot answer, and other keys can,
// which change would.
func onlyByChange(f *lock.File, fresh *layout.Layout, diags hcl.Diagnostics) hcl.Diagnostics {
	changes, places := changesTo(f, Of(fresh))
	var out hcl.Diagnostics
	for _, d := range errorsOf(diags) {
		if diag.InfoOf(d).Code == "P215" {
			out = append(out, d)
			continue
		}
		out = append(out, diag.Error("P217", *d.Subject, d.Summary+", beside the keys that are stored",
			fmt.Sprintf("A plan without the lock has %s: %s. Make that change on purpose with \"keyplan plan -replan\" and rewrite the items, or ask otherwise.",
				count(fresh.Minimum.GlobalIndexes), strings.Join(changes, "; ")), places...))
	}
	return out
}

func count(n int) string {
	switch n {
	case 0:
		return "no index"
	case 1:
		return "1 index"
	}
	return fmt.Sprintf("%d indexes", n)
}

// changesTo lists the stored keys that another plan would have otherwise.
func changesTo(old, now *lock.File) ([]string, []diag.Related) {
	var out []string
	var places []diag.Related
	for i := range old.Entities {
		e := &old.Entities[i]
		for _, k := range e.Keys {
			var is *lock.Key
			if n := now.Entity(e.Name); n != nil {
				is = n.Key(k.Index)
			}
			where := fmt.Sprintf("the key of %s on %s", e.Name, k.Index)
			switch {
			case is == nil:
				out = append(out, where+" goes")
			case !is.Partition.Equal(k.Partition) || !is.Sort.Equal(k.Sort):
				out = append(out, fmt.Sprintf("%s, %s with %s, becomes %s with %s", where, k.Partition, k.Sort, is.Partition, is.Sort))
			case is.When != k.When:
				out = append(out, fmt.Sprintf("%s is carried by other items", where))
			default:
				continue
			}
			places = append(places, diag.At(where+" is stored as this", k.Range))
		}
	}
	if len(out) == 0 {
		out = []string{"other indexes, or others that carry more"}
	}
	return out, places
}
