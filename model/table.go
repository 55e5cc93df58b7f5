package model

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/model/syntax"
)

// passthrough are the blocks of a table that only the Terraform reads.
func passthrough() []string {
	return []string{"replica", "kinesis", "contributor_insights", "resource_policy", "warm_throughput"}
}

func tableShape() syntax.Shape {
	return syntax.Shape{
		What: "a table",
		Args: []string{"description", "name", "entity_attribute", "delimiter", "max_indexes", "index_keys", "local_indexes",
			"tenant", "billing", "point_in_time_recovery", "deletion_protection", "encryption", "stream", "class", "tags"},
		Blocks: append([]string{"keys", "capacity", "index", "vector_index"}, passthrough()...),
		Elsewhere: map[string]string{
			"entity":         "An entity block stands at the top level, beside the table.",
			"access_pattern": "An access_pattern block stands at the top level, beside the table.",
			"ttl":            "A ttl block stands inside an entity block.",
		},
	}
}

// maxIndexes is the most secondary indexes that max_indexes may allow.
const maxIndexes = 20

func defaultTable(at hcl.Range) *Table {
	return &Table{
		Keys:            defaultKeys(),
		EntityAttribute: "entity",
		Delimiter:       '#',
		MaxIndexes:      maxIndexes,
		Settings: Settings{
			Billing: "on_demand", PointInTimeRecovery: true, DeletionProtection: true, Encryption: "aws_owned", Class: "standard",
		},
		Range: at, NameRange: at, MaxIndexesRange: at, TenantRange: at, IndexKeysRange: at, LocalIndexesRange: at,
	}
}

func defaultKeys() KeyNames {
	return KeyNames{Partition: "PK", Sort: "SK", Index: "GSI%d", IndexPartition: "GSI%dPK", IndexSort: "GSI%dSK", Local: "LSI%d", LocalSort: "LSI%dSK"}
}

func (b *builder) table(block *hclsyntax.Block) *Table {
	r := b.read(block, tableShape())
	t := defaultTable(r.Header())
	label := b.name(block)
	t.Label, t.Name, t.NameRange = label.V, label.V, label.Range
	t.Description = r.Text("description").V
	b.tableName(t, r, label)
	if keys := r.Single("keys"); keys != nil {
		t.Keys = b.keyNames(keys)
	}
	b.entityAttribute(t, r)
	b.delimiter(t, r)
	if n := r.Int("max_indexes", 0, maxIndexes); n.Set {
		t.MaxIndexes, t.MaxIndexesRange = int(n.V), n.Range
	}
	if w := r.Keyword("index_keys", "synthetic", "native", "auto"); w.Set {
		t.IndexKeys = map[string]IndexKeys{"synthetic": Synthetic, "native": Native, "auto": Auto}[w.V]
		t.IndexKeysRange = w.Range
	}
	if v := r.Bool("local_indexes"); v.Set {
		t.LocalIndexes, t.LocalIndexesRange = v.V, v.Range
	}
	if v := r.Name("tenant"); v.Set {
		t.Tenant, t.TenantRange = v.V, v.Range
	}
	for _, index := range r.Blocks("index") {
		b.index(t, index)
	}
	for _, v := range r.Blocks("vector_index") {
		b.add(diag.Error("M026", v.DefRange(), "vector indexes are not planned",
			"A vector index answers no Query, so no access pattern can use one. Drop the block, and declare what it answers as a pattern with external = \"…\"."))
	}
	b.settings(t, r)
	return t
}

func (b *builder) tableName(t *Table, r *syntax.Reader, label syntax.Name) {
	name := r.Text("name")
	at := name.Range
	if name.Set {
		t.Name = name.V
	} else {
		at = label.Range
	}
	if t.Name == "" && !name.Set || isDynamoName(t.Name, 3) {
		return
	}
	b.add(diag.Error("M021", at, fmt.Sprintf("illegal table name %s", syntax.Quote(t.Name)),
		"DynamoDB takes 3 to 255 letters, digits, underscores, hyphens and dots. Give the table another one with the argument name."))
}

// isDynamoName is [A-Za-z0-9_.-]{min,255}.
func isDynamoName(s string, min int) bool {
	for _, r := range s {
		letter := 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
		if !letter && !strings.ContainsRune("_.-", r) {
			return false
		}
	}
	return len(s) >= min && len(s) <= 255
}

func (b *builder) entityAttribute(t *Table, r *syntax.Reader) {
	expr := r.Arg("entity_attribute")
	if expr == nil {
		b.keyClash(t, r.Header())
		return
	}
	if hcl.ExprAsKeyword(expr) == "none" {
		t.EntityAttribute = ""
	} else if v := r.Text("entity_attribute"); v.Set {
		t.EntityAttribute = v.V
		b.attributeName(v)
	}
	b.keyClash(t, expr.Range())
}

func (b *builder) keyClash(t *Table, at hcl.Range) {
	if t.EntityAttribute != "" && t.ReservedName(t.EntityAttribute) {
		b.add(diag.Error("M023", at, fmt.Sprintf("the entity attribute %s is a key attribute, too", syntax.Quote(t.EntityAttribute)),
			"Each item carries both. Choose another entity_attribute, or none."))
	}
}

// attributeName checks a name as it stands in the table.
func (b *builder) attributeName(v syntax.Value[string]) bool {
	if isStoredName(v.V) {
		return true
	}
	b.add(diag.Error("M022", v.Range, fmt.Sprintf("illegal attribute name %s", syntax.Quote(v.V)),
		"An attribute of an item is called by 1 to 255 bytes of printable text."))
	return false
}

// isStoredName says whether s can name an attribute of an item.
func isStoredName(s string) bool {
	for _, r := range s {
		if !strconv.IsPrint(r) {
			return false
		}
	}
	return s != "" && len(s) <= 255
}

func (b *builder) delimiter(t *Table, r *syntax.Reader) {
	v := r.Text("delimiter")
	if !v.Set {
		return
	}
	if len(v.V) == 1 && strings.Contains("#!%*+", v.V) {
		t.Delimiter = v.V[0]
		return
	}
	b.add(diag.Error("M029", v.Range, fmt.Sprintf("illegal delimiter %s", syntax.Quote(v.V)),
		"Keys sort right only when the delimiter is below every letter and digit: take # (the default), !, %, * or +."))
}
