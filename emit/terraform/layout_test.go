package terraform

import (
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/layout"
)

// at is a place in a file that is not there.
func at(line int) hcl.Range {
	return hcl.Range{Filename: "store.hcl", Start: hcl.Pos{Line: line, Column: 1}, End: hcl.Pos{Line: line, Column: 2, Byte: 1}}
}

// store is a layout made by hand: users and their orders, and an index of open
// orders.
func store() *layout.Layout {
	user, order, session := &model.Entity{Name: "user"}, &model.Entity{Name: "order"}, &model.Entity{Name: "session"}
	expires := &model.Attribute{Entity: session, Name: "expires_at", StoredAs: "exp", Type: model.Epoch{}}
	session.TTL = &model.TTL{Attribute: expires}
	m := &model.Model{
		Table: &model.Table{
			Label: "store", Name: "store", Description: "A small store",
			Settings: model.Settings{Billing: "on_demand", PointInTimeRecovery: true, DeletionProtection: true, Encryption: "aws_owned", Class: "standard"},
			Range:    at(1),
		},
		FileNames: []string{"store.hcl"},
		Entities:  []*model.Entity{user, order, session},
	}
	table := &layout.Index{
		Name: "table", Kind: layout.Primary,
		Partition: []layout.Column{{Name: "PK", Type: "S"}}, Sort: []layout.Column{{Name: "SK", Type: "S"}},
		Keys: []*layout.EntityKey{{Entity: user}, {Entity: order}, {Entity: session}},
	}
	gsi := &layout.Index{
		Name: "GSI1", Kind: layout.Global,
		Partition: []layout.Column{{Name: "GSI1PK", Type: "S"}}, Sort: []layout.Column{{Name: "GSI1SK", Type: "S"}},
		Keys: []*layout.EntityKey{{Entity: order, When: model.Condition{Atoms: []model.Atom{
			model.Compare{Attribute: &model.Attribute{Entity: order, Name: "status"}, Value: "open"},
		}}}},
	}
	l := &layout.Layout{Model: m, Table: table, Indexes: []*layout.Index{gsi}}
	for _, p := range []struct {
		name, description string
		on                *layout.Index
		operation         layout.Operation
		entities          []*model.Entity
	}{
		{"get_user", "", table, layout.GetItem, []*model.Entity{user}},
		{"orders_of_user", "Every order of a user", table, layout.Query, []*model.Entity{order}},
		{"open_orders", "Orders that are yet to be sent, oldest first", gsi, layout.Query, []*model.Entity{order}},
		{"user_page", "A user and the orders", table, layout.Query, []*model.Entity{user, order}},
		{"search", "", nil, 0, []*model.Entity{order}},
	} {
		pattern := &access.Pattern{Name: p.name, Description: p.description, Entities: p.entities}
		l.Patterns = append(l.Patterns, pattern)
		if p.on == nil {
			pattern.External = "OpenSearch"
			l.Requests = append(l.Requests, nil)
			continue
		}
		l.Requests = append(l.Requests, &layout.Request{Pattern: pattern, Index: p.on, Operation: p.operation})
	}
	return l
}

// everything uses each setting that is not the default.
func everything() *layout.Layout {
	l := store()
	l.Model.Table.Settings = model.Settings{
		Billing: "on_demand", Encryption: "customer_managed", Stream: "new_and_old_images", Class: "standard_infrequent_access",
		Tags: []model.Tag{{Key: "team", Value: "store"}, {Key: "cost centre", Value: `a "${b}" %{ if c }`}},
	}
	l.Indexes[0].Partition = []layout.Column{{Name: "status", Type: "S"}, {Name: "region", Type: "S"}}
	l.Indexes[0].Sort = []layout.Column{{Name: "placed_at", Type: "S"}, {Name: "total", Type: "N"}}
	l.Indexes[0].Projection = model.Projection{Kind: model.ProjectInclude, Include: []string{"note", "${n}"}}
	l.Indexes = append(l.Indexes, &layout.Index{
		Name: "LSI1", Kind: layout.Local, Partition: l.Table.Partition, Sort: []layout.Column{{Name: "LSI1SK", Type: "B"}},
		Projection: model.Projection{Kind: model.ProjectKeysOnly},
	})
	return l
}

// provisioned has a capacity for the table and another one for the index.
func provisioned() *layout.Layout {
	l := store()
	s := &l.Model.Table.Settings
	s.Billing, s.Capacity = "provisioned", &model.Capacity{Read: 5, Write: 6}
	s.Capacities = []model.LabelledCapacity{{Index: "GSI1", Capacity: model.Capacity{Read: 7, Write: 8}, Range: at(4)}}
	return l
}

// rated declares what its patterns and entities take.
func rated() *layout.Layout {
	l := store()
	user, order, session := l.Model.Entities[0], l.Model.Entities[1], l.Model.Entities[2]
	user.Workloads = []model.Workload{{Size: 500, Creates: 1, Updates: 2}}
	user.Uniques = []*model.Unique{{Name: "email"}}
	order.Workloads = []model.Workload{
		{Label: "day", Size: 1500, Creates: 10, Updates: 5, Deletes: 1},
		{Label: "night", Size: 1500, Creates: 20},
	}
	order.Attributes = []*model.Attribute{{Entity: order, Name: "status"}}
	session.Workloads = []model.Workload{{Size: 100, Creates: 0.25}}
	rate := func(i int, rate, returns float64) { l.Patterns[i].Rate, l.Patterns[i].Returns = &rate, &returns }
	rate(0, 7, 0)
	l.Patterns[0].One, l.Patterns[0].Consistent, l.Patterns[0].Returns = true, true, nil
	rate(1, 3, 10)
	rate(2, 0.5, 4)
	rate(3, 1, 0.1)
	return l
}

// autoscaled is provisioned, and the table's capacities have maxima.
func autoscaled() *layout.Layout {
	l := provisioned()
	c := l.Model.Table.Settings.Capacity
	c.ReadMax, c.WriteMax, c.Target = 500, 600, 70
	return l
}

// scaledIndexes is autoscaled with two indexes, the first of which writes in
// numbers that vary.
func scaledIndexes() *layout.Layout {
	l := autoscaled()
	l.Indexes = append(l.Indexes, &layout.Index{
		Name: "by.total", Kind: layout.Global, Partition: []layout.Column{{Name: "status", Type: "S"}}, Sort: []layout.Column{{Name: "total", Type: "N"}},
		Projection: model.Projection{Kind: model.ProjectInclude, Include: []string{"note"}},
	})
	l.Model.Table.Settings.Capacities = []model.LabelledCapacity{
		{Index: "GSI1", Capacity: model.Capacity{Read: 7, Write: 8, WriteMax: 80, Target: 70}, Range: at(4)},
		{Index: "by.total", Capacity: model.Capacity{Read: 1, Write: 2, ReadMax: 10, Target: 50}, Range: at(5)},
	}
	return l
}

// handing has these blocks in its table, as a model's file would.
func handing(t testing.TB, blocks string) *layout.Layout {
	t.Helper()
	file, diags := hclsyntax.ParseConfig([]byte(blocks), "store.hcl", hcl.InitialPos)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	l := store()
	l.Model.Files = map[string]*hcl.File{"store.hcl": file}
	for _, b := range file.Body.(*hclsyntax.Body).Blocks {
		l.Model.Table.Settings.Passthrough = append(l.Model.Table.Settings.Passthrough, b.AsHCLBlock())
	}
	return l
}

// handed is a model's worth of them.
const handed = `
kinesis { stream_arn = "arn:aws:kinesis:eu-west-1:000000000000:stream/s" }
resource_policy {
  policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Principal = "*", Action = "dynamodb:GetItem", Resource = "${aws_dynamodb_table.this.arn}" }]
  })
}
contributor_insights {}
contributor_insights { index_name = "GSI1" }
warm_throughput {
  write_units_per_second = 5000 # comment
  read_units_per_second  = 12000
}
replica { region_name = "${"eu-west-2"}" }
replica {
  point_in_time_recovery = true
  region_name            = <<EOT
eu-west-3
EOT
}
`

func emitBlock() *model.Emit {
	return &model.Emit{Kind: "terraform", Path: "infra", Provider: 6, Profile: "aws", Range: at(9)}
}
