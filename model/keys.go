package model

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/model/syntax"
)

func keysShape() syntax.Shape {
	return syntax.Shape{
		What: "a keys block",
		Args: []string{"partition", "sort", "index", "index_partition", "index_sort", "local", "local_sort"},
	}
}

// keyNames reads the keys block of the table.
func (b *builder) keyNames(block *hclsyntax.Block) KeyNames {
	syntax.NoLabels(block, &b.diags)
	r := b.read(block, keysShape())
	k := defaultKeys()
	plain := func(arg string, into *string) {
		if v := r.Text(arg); v.Set && b.attributeName(v) {
			*into = v.V
		}
	}
	numbered := func(arg string, into *string, index bool) {
		if v := r.Text(arg); v.Set && b.numberedName(v, index) {
			*into = v.V
		}
	}
	plain("partition", &k.Partition)
	plain("sort", &k.Sort)
	numbered("index", &k.Index, true)
	numbered("index_partition", &k.IndexPartition, false)
	numbered("index_sort", &k.IndexSort, false)
	numbered("local", &k.Local, true)
	numbered("local_sort", &k.LocalSort, false)
	b.distinctKeyNames(k, r)
	return k
}

// numberedName checks a name that holds the number of an index as %d.
func (b *builder) numberedName(v syntax.Value[string], index bool) bool {
	if strings.Count(v.V, "%") != 1 || strings.Count(v.V, "%d") != 1 {
		b.add(diag.Error("M022", v.Range, fmt.Sprintf("%s does not say where the number stands", syntax.Quote(v.V)),
			"The name is of several indexes: write %d, once, where the number of the index belongs, as in \"GSI%d\"."))
		return false
	}
	whole := strings.Replace(v.V, "%d", strconv.Itoa(maxIndexes), 1)
	if index && !isDynamoName(strings.Replace(v.V, "%d", "1", 1), 3) {
		b.add(diag.Error("M022", v.Range, fmt.Sprintf("illegal index name %s", syntax.Quote(v.V)),
			"DynamoDB takes 3 to 255 letters, digits, underscores, hyphens and dots."))
		return false
	}
	v.V = whole
	return b.attributeName(v)
}

// distinctKeyNames refuses key attributes that share a name at some number, and
// indexes that do.
func (b *builder) distinctKeyNames(k KeyNames, r *syntax.Reader) {
	attributes := []struct{ arg, name string }{
		{"partition", k.Partition}, {"sort", k.Sort},
		{"index_partition", k.IndexPartition}, {"index_sort", k.IndexSort}, {"local_sort", k.LocalSort},
	}
	b.distinctNames(attributes, r)
	b.distinctNames([]struct{ arg, name string }{{"index", k.Index}, {"local", k.Local}}, r)
}

func (b *builder) distinctNames(names []struct{ arg, name string }, r *syntax.Reader) {
	owner := map[string]string{}
	clashed := map[string]bool{}
	for _, n := range names {
		for number := 1; number <= maxIndexes; number++ {
			name := strings.Replace(n.name, "%d", strconv.Itoa(number), 1)
			first, taken := owner[name]
			if taken && first != n.arg && !clashed[n.arg] {
				clashed[n.arg] = true
				at := r.ArgName(n.arg)
				if r.Arg(n.arg) == nil {
					at = r.ArgName(first)
				}
				b.add(diag.Error("M023", at, fmt.Sprintf("%s and %s are both called %s", first, n.arg, syntax.Quote(name)),
					"Each key attribute and each index needs a name of its own. Change one of the two."))
			}
			owner[name] = n.arg
		}
	}
}

// ReservedName says whether an attribute of that stored name would be taken for
// a synthetic key attribute: the table's own, or one of an index that the plan
// may make.
func (t *Table) ReservedName(stored string) bool {
	k := t.Keys
	if stored == k.Partition || stored == k.Sort {
		return true
	}
	if len(t.Indexes) > 0 || t.IndexKeys == Native {
		return false
	}
	return isNumbered(stored, k.IndexPartition) || isNumbered(stored, k.IndexSort) || t.LocalIndexes && isNumbered(stored, k.LocalSort)
}

// isNumbered says whether name is pattern with a number for its %d.
func isNumbered(name, pattern string) bool {
	before, after, _ := strings.Cut(pattern, "%d")
	if len(name) <= len(before)+len(after) || !strings.HasPrefix(name, before) || !strings.HasSuffix(name, after) {
		return false
	}
	n, err := strconv.Atoi(name[len(before) : len(name)-len(after)])
	return err == nil && n >= 1 && n <= maxIndexes
}

// HasIndexName says whether a planned or declared index can have that name.
func (t *Table) HasIndexName(name string) bool {
	if len(t.Indexes) > 0 {
		return t.Index(name) != nil
	}
	return isNumbered(name, t.Keys.Index) || t.LocalIndexes && isNumbered(name, t.Keys.Local)
}

// Index returns the declared index of that name, nil for none.
func (t *Table) Index(name string) *Index {
	i := slices.IndexFunc(t.Indexes, func(x *Index) bool { return x.Name == name })
	if i < 0 {
		return nil
	}
	return t.Indexes[i]
}
