package terraform

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/planner/layout"
)

// The service's limits of a table's indexes. A quota that was raised is no
// limit of the model's max_indexes, which ends at the first.
const (
	maxGlobal           = 20
	maxLocal            = 5
	maxIncluded         = 20
	maxIncludedTogether = 100
)

// checkLimits refuses what the service would, on declared indexes and planned
// ones alike.
func (m *module) checkLimits() hcl.Diagnostics {
	var diags hcl.Diagnostics
	for _, k := range []struct {
		kind layout.Kind
		name string
		most int
	}{{layout.Global, "global", maxGlobal}, {layout.Local, "local", maxLocal}} {
		if n := len(m.indexes(k.kind)); n > k.most {
			diags = diags.Append(diag.Error("E112", m.at(m.indexes(k.kind)[k.most]), fmt.Sprintf("%d %s indexes, and a table has at most %d", n, k.name, k.most),
				"DynamoDB refuses a table with more. Drop an index, or split the table."))
		}
	}
	together := 0
	for _, x := range m.layout.Indexes {
		n := len(x.Projection.Include)
		together += n
		if n > maxIncluded {
			diags = diags.Append(diag.Error("E113", m.at(x), fmt.Sprintf("%s includes %d attributes, and an index at most %d", x.Name, n, maxIncluded),
				"DynamoDB refuses longer lists. Project all attributes, or fewer."))
		}
		if together > maxIncludedTogether && together-n <= maxIncludedTogether {
			diags = diags.Append(diag.Error("E113", m.at(x), fmt.Sprintf("the indexes up to %s include %d attributes, and those of a table at most %d", x.Name, together, maxIncludedTogether),
				"DynamoDB counts an attribute once for each index that includes it. Project all attributes in some of them, or fewer."))
		}
	}
	return diags
}

// at is where an index is declared, the table for a planned one.
func (m *module) at(x *layout.Index) hcl.Range {
	if x.Declared != nil {
		return x.Declared.Range
	}
	return m.layout.Model.Table.Range
}

// replicas are the model's blocks of them.
func (m *module) replicas() []*hcl.Block {
	for _, x := range extras() {
		if x.block == "replica" {
			return m.handed(x)
		}
	}
	return nil
}

// stream is the stream that the table has, "" for none. A replica is fed from
// one of new and old images, which is there without being asked for, and would
// be a difference in every plan if the module did not say so.
func (m *module) stream() string {
	if m.settings.Stream == "" && len(m.replicas()) > 0 {
		return "new_and_old_images"
	}
	return m.settings.Stream
}

// checkReplicas refuses replicas that the service would not make.
func (m *module) checkReplicas() hcl.Diagnostics {
	var diags hcl.Diagnostics
	seen := map[string]hcl.Range{}
	for _, b := range m.replicas() {
		attrs := b.Body.(*hclsyntax.Body).Attributes
		if m.settings.Encryption == "customer_managed" && attrs["kms_key_arn"] == nil {
			diags = diags.Append(diag.Error("E196", b.DefRange, "replica without a key of its own",
				"The table is encrypted with a customer managed key, which is of one Region; each replica needs one of its own. Add kms_key_arn, or take another encryption."))
		}
		if s := m.stream(); s != "new_and_old_images" {
			diags = diags.Append(diag.Error("E197", b.DefRange, fmt.Sprintf("replica beside a stream of %s", s),
				"A replica is fed from a stream of new and old images, and a table has one stream. Say stream = new_and_old_images, or leave it out."))
		}
		region := known(attrs["region_name"])
		if first, twice := seen[region]; twice && region != "" {
			diags = diags.Append(diag.Error("E193", b.DefRange, fmt.Sprintf("a second replica in %s", region),
				"A table has one replica in a Region. Merge the two.", diag.At("the first is here", first)))
		}
		seen[region] = b.DefRange
	}
	return diags
}

// known is the text of an argument that is a constant, "" of any other.
func known(a *hclsyntax.Attribute) string {
	if a == nil {
		return ""
	}
	v, diags := a.Expr.Value(nil)
	if diags.HasErrors() || v.IsNull() || !v.IsKnown() || v.Type() != cty.String {
		return ""
	}
	return v.AsString()
}
