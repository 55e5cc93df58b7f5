package main

import (
	"slices"
	"strings"

	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/layout"
)

// table is a table as both sides can say it.
type table struct {
	// Keys are "PK HASH" and "SK RANGE", in order; Attributes name to type.
	Keys       []string
	Attributes map[string]string
	// Indexes are by name.
	Indexes                                 map[string]index
	Billing, Stream, Class, TTL, Encryption string
	Read, Write                             int64
	DeletionProtection, PointInTimeRecovery bool
	Tags                                    map[string]string
	// hasBackups says that the engine was able to tell.
	hasBackups bool
}

type index struct {
	Local       bool
	Keys        []string
	Projection  string
	Include     []string
	Read, Write int64
}

// expect is the table of a layout.
func expect(l *layout.Layout) table {
	s := l.Model.Table.Settings
	t := table{
		Keys: keys(l.Table), Attributes: map[string]string{}, Indexes: map[string]index{}, Tags: map[string]string{}, hasBackups: true,
		Billing: "PAY_PER_REQUEST", Class: strings.ToUpper(s.Class), Stream: strings.ToUpper(s.Stream), Encryption: encryption(s),
		DeletionProtection: s.DeletionProtection, PointInTimeRecovery: s.PointInTimeRecovery,
	}
	if s.Billing == "provisioned" {
		t.Billing, t.Read, t.Write = "PROVISIONED", s.Capacity.Read, s.Capacity.Write
	}
	for _, tag := range s.Tags {
		t.Tags[tag.Key] = tag.Value
	}
	for _, e := range l.Model.Entities {
		if e.TTL != nil {
			t.TTL = e.TTL.Attribute.StoredAs
		}
	}
	for _, x := range append([]*layout.Index{l.Table}, l.Indexes...) {
		for _, c := range slices.Concat(x.Partition, x.Sort) {
			t.Attributes[c.Name] = c.Type
		}
		if x.Kind != layout.Primary {
			t.Indexes[x.Name] = expectIndex(x, s)
		}
	}
	return t
}

func encryption(s model.Settings) string {
	if s.Encryption == "aws_owned" {
		return ""
	}
	return "KMS"
}

func expectIndex(x *layout.Index, s model.Settings) index {
	out := index{Local: x.Kind == layout.Local, Keys: keys(x)}
	switch x.Projection.Kind {
	case model.ProjectAll:
		out.Projection = "ALL"
	case model.ProjectKeysOnly:
		out.Projection = "KEYS_ONLY"
	case model.ProjectInclude:
		out.Projection, out.Include = "INCLUDE", slices.Sorted(slices.Values(x.Projection.Include))
	}
	if s.Billing == "provisioned" && !out.Local {
		out.Read, out.Write = s.Capacity.Read, s.Capacity.Write
		for _, c := range s.Capacities {
			if c.Index == x.Name {
				out.Read, out.Write = c.Read, c.Write
			}
		}
	}
	return out
}

func keys(x *layout.Index) []string {
	var out []string
	for _, c := range x.Partition {
		out = append(out, c.Name+" HASH")
	}
	for _, c := range x.Sort {
		out = append(out, c.Name+" RANGE")
	}
	return out
}
