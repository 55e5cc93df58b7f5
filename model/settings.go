package model

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/model/syntax"
)

// settings reads what of the table block is for operation alone.
func (b *builder) settings(t *Table, r *syntax.Reader) {
	s := &t.Settings
	keyword := func(arg string, into *string, words ...string) {
		if v := r.Keyword(arg, words...); v.Set {
			*into = v.V
		}
	}
	keyword("billing", &s.Billing, "on_demand", "provisioned")
	keyword("encryption", &s.Encryption, "aws_owned", "aws_managed", "customer_managed")
	keyword("stream", &s.Stream, "new_and_old_images", "new_image", "old_image", "keys_only")
	keyword("class", &s.Class, "standard", "standard_infrequent_access")
	if v := r.Bool("point_in_time_recovery"); v.Set {
		s.PointInTimeRecovery = v.V
	}
	if v := r.Bool("deletion_protection"); v.Set {
		s.DeletionProtection = v.V
	}
	s.Tags = b.tags(r)
	b.capacities(t, r)
	for _, name := range passthrough() {
		for _, block := range r.Blocks(name) {
			s.Passthrough = append(s.Passthrough, block.AsHCLBlock())
		}
	}
}

func capacityShape() syntax.Shape {
	return syntax.Shape{What: "a capacity block", Args: []string{"read", "write", "read_max", "write_max", "target"}}
}

func (b *builder) capacities(t *Table, r *syntax.Reader) {
	s := &t.Settings
	blocks := r.Blocks("capacity")
	if s.Billing == "provisioned" && len(blocks) == 0 {
		b.add(diag.Error("M025", r.ArgName("billing"), "provisioned billing without capacity",
			"Provisioned capacity is paid by the unit: add a capacity block with read and write, or take billing = on_demand."))
	}
	if s.Billing != "provisioned" && len(blocks) > 0 {
		b.add(diag.Error("M025", blocks[0].DefRange(), "capacity without provisioned billing",
			"A table that is billed on demand has no capacity to set. Add billing = provisioned, or drop the block."))
	}
	ranges := map[string]hcl.Range{}
	for _, block := range blocks {
		c := b.capacity(block)
		index := ""
		if len(block.Labels) > 0 {
			label, _ := syntax.Label(block, &b.diags)
			index = label.V
			if !t.HasIndexName(index) {
				b.unknownIndex(t, label)
			}
		}
		if first, taken := ranges[index]; taken {
			b.add(declaredTwice("capacity block", index, block.DefRange(), first))
			continue
		}
		ranges[index] = block.DefRange()
		if index == "" {
			s.Capacity = c
		} else {
			s.Capacities = append(s.Capacities, LabelledCapacity{Index: index, Capacity: *c, Range: block.DefRange()})
		}
	}
	if s.Billing == "provisioned" && len(blocks) > 0 && s.Capacity == nil {
		b.add(diag.Error("M025", blocks[0].DefRange(), "no capacity for the table itself",
			"A capacity block with a label is of that index. Add one without a label for the table."))
	}
}

func (b *builder) capacity(block *hclsyntax.Block) *Capacity {
	r := b.read(block, capacityShape())
	for _, arg := range []string{"read", "write"} {
		if r.Arg(arg) == nil {
			r.Missing(arg, "Give the capacity in units a second.")
		}
	}
	read, readMax := r.Int("read", 1, math.MaxInt32), r.Int("read_max", 1, math.MaxInt32)
	write, writeMax := r.Int("write", 1, math.MaxInt32), r.Int("write_max", 1, math.MaxInt32)
	target := r.Int("target", 20, 90)
	b.maximum(read, readMax, "read")
	b.maximum(write, writeMax, "write")
	if target.Set && !readMax.Set && !writeMax.Set {
		b.add(diag.Error("M025", target.Range, "a target without a maximum",
			"The target is of autoscaling, which has a maximum to scale to: add read_max or write_max, or drop target."))
	}
	if !target.Set {
		target.V = 70
	}
	return &Capacity{Read: read.V, Write: write.V, ReadMax: readMax.V, WriteMax: writeMax.V, Target: target.V}
}

func (b *builder) maximum(least, most syntax.Value[int64], arg string) {
	if least.Set && most.Set && most.V < least.V {
		b.add(diag.Error("M025", most.Range, fmt.Sprintf("%s_max is less than %s", arg, arg),
			fmt.Sprintf("Autoscaling starts from %d and cannot scale up to %d. Raise the maximum.", least.V, most.V), diag.At(arg+" is given here", least.Range)))
	}
}

func (b *builder) unknownIndex(t *Table, label syntax.Name) {
	detail := fmt.Sprintf("The indexes of this table are named by the pattern %s.", syntax.Quote(t.Keys.Index))
	if len(t.Indexes) > 0 {
		var names []string
		for _, x := range t.Indexes {
			names = append(names, x.Name)
		}
		detail = "The table declares " + syntax.List(names, "and") + "."
		if meant := syntax.Suggest(label.V, names); meant != "" {
			detail = fmt.Sprintf("Did you mean %s? ", syntax.Quote(meant)) + detail
		}
	}
	b.add(diag.Error("M064", label.Range, fmt.Sprintf("no index is called %s", syntax.Quote(label.V)), detail))
}

// maxTags is DynamoDB's limit of tags.
const maxTags = 50

func (b *builder) tags(r *syntax.Reader) []Tag {
	expr := r.Arg("tags")
	if expr == nil {
		return nil
	}
	object, ok := expr.(*hclsyntax.ObjectConsExpr)
	if !ok {
		b.add(diag.Error("M012", expr.Range(), "a map of tags is expected here", `Write { team = "shop" }.`))
		return nil
	}
	var out []Tag
	seen := map[string]hcl.Range{}
	for _, item := range object.Items {
		key, ok := syntax.KeyOf(item.KeyExpr, &b.diags)
		value, okValue := syntax.TextOf(item.ValueExpr, &b.diags)
		if !ok || !okValue {
			continue
		}
		if first, taken := seen[key]; taken {
			b.add(declaredTwice("tag", key, item.KeyExpr.Range(), first))
			continue
		}
		seen[key] = item.KeyExpr.Range()
		if key == "" || utf8.RuneCountInString(key) > 128 || strings.HasPrefix(strings.ToLower(key), "aws:") || utf8.RuneCountInString(value) > 256 {
			b.add(diag.Error("M028", item.KeyExpr.Range(), "illegal tag",
				"A tag's name has 1 to 128 characters and does not begin with aws:, its value has at most 256."))
			continue
		}
		out = append(out, Tag{Key: key, Value: value})
	}
	if len(out) > maxTags {
		b.add(diag.Error("M028", expr.Range(), "too many tags", fmt.Sprintf("A table has at most %d tags.", maxTags)))
	}
	return out
}
