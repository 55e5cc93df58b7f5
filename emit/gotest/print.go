package gotest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/keyplan/keyplan/emit/gorepo"
	"github.com/keyplan/keyplan/emit/internal/gosrc"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/layout"
)

// printer prints the test file.
type printer struct {
	*gosrc.File
	literals
	view *gorepo.View
	made *made
}

// file prints everything.
func (p *printer) file() {
	for _, path := range []string{"context", "iter", "testing", "time", "math/rand/v2", "errors"} {
		p.Import(importName(path), path)
	}
	const sdk = "github.com/aws/aws-sdk-go-v2/"
	p.Import("aws", sdk+"aws")
	p.Import("dynamodb", sdk+"service/dynamodb")
	p.Import("types", sdk+"service/dynamodb/types")
	p.Import("localtest", "github.com/keyplan/keyplan/localtest")
	for i, v := range p.view.Patterns {
		if v != nil {
			p.pattern(i, v)
		}
	}
	for _, x := range p.view.Entities {
		p.writes(x)
	}
	p.table()
	p.loaded()
	for i, x := range p.view.Entities {
		p.rows(x, "made", p.made.rows[i], "items made for the tests: each differs from the first in what a pattern asks for")
		p.rows(x, "expired", p.made.expired[i], "items whose time has passed, which nothing returns")
	}
	readHarness(p.pkg).print(p.File)
}

// clock prints what the tests take for now, and the table without items.
func (p *printer) table() {
	l := p.view.Layout
	p.Comment("now is the time of the tests.")
	p.P("func now() time.Time { return at(", strconv.Quote(now.Format(time.RFC3339)), ") }")
	p.P()
	p.Comment("tableInput is the planned table.")
	p.P("func tableInput() *dynamodb.CreateTableInput {")
	p.P("return &dynamodb.CreateTableInput{")
	p.P("TableName: aws.String(", strconv.Quote(l.Model.Table.Name), "),")
	p.P("BillingMode: types.BillingModePayPerRequest,")
	p.P("AttributeDefinitions: []types.AttributeDefinition{")
	for _, c := range columns(l) {
		p.P("{AttributeName: aws.String(", strconv.Quote(c.Name), "), AttributeType: types.ScalarAttributeType", c.Type, "},")
	}
	p.P("},")
	p.keySchema(l.Table)
	if len(l.Indexes) > 0 {
		p.P("GlobalSecondaryIndexes: []types.GlobalSecondaryIndex{")
		for _, x := range l.Indexes {
			p.P("{")
			p.P("IndexName: aws.String(", strconv.Quote(x.Name), "),")
			p.keySchema(x)
			p.P("Projection: ", projection(x.Projection), ",")
			p.P("},")
		}
		p.P("},")
	}
	p.P("}")
	p.P("}")
	p.P()
}

// columns are the key attributes of the table and its indexes, each once.
func columns(l *layout.Layout) []layout.Column {
	var out []layout.Column
	for _, x := range append([]*layout.Index{l.Table}, l.Indexes...) {
		for _, c := range slices.Concat(x.Partition, x.Sort) {
			if !slices.Contains(out, c) {
				out = append(out, c)
			}
		}
	}
	return out
}

func (p *printer) keySchema(x *layout.Index) {
	p.P("KeySchema: []types.KeySchemaElement{")
	for _, c := range x.Partition {
		p.P("{AttributeName: aws.String(", strconv.Quote(c.Name), "), KeyType: types.KeyTypeHash},")
	}
	for _, c := range x.Sort {
		p.P("{AttributeName: aws.String(", strconv.Quote(c.Name), "), KeyType: types.KeyTypeRange},")
	}
	p.P("},")
}

func projection(j model.Projection) string {
	switch j.Kind {
	case model.ProjectKeysOnly:
		return "&types.Projection{ProjectionType: types.ProjectionTypeKeysOnly}"
	case model.ProjectInclude:
		var names []string
		for _, n := range j.Include {
			names = append(names, strconv.Quote(n))
		}
		return "&types.Projection{ProjectionType: types.ProjectionTypeInclude, NonKeyAttributes: []string{" + strings.Join(names, ", ") + "}}"
	}
	return "&types.Projection{ProjectionType: types.ProjectionTypeAll}"
}

// loaded prints the function that gives a test the table with all items in it.
func (p *printer) loaded() {
	p.Comment("loaded is the table with all made items in it, and what is asked of it.")
	p.P("func loaded(t *testing.T) (*", p.pkg, ".Table, *localtest.Recorder) {")
	p.P("t.Helper()")
	p.P("client, name := localtest.New(t, tableInput())")
	p.P("db := ", p.pkg, ".New(client, name, ", p.pkg, ".Clock(now))")
	for i, x := range p.view.Entities {
		for _, kind := range []struct {
			name string
			rows []*row
		}{{"made", p.made.rows[i]}, {"expired", p.made.expired[i]}} {
			if len(kind.rows) > 0 {
				p.P("create(t, db.", x.Repo, ".Create, ", kind.name, x.Repo, "())")
			}
		}
	}
	p.P("return db, localtest.RecorderOf(client)")
	p.P("}")
	p.P()
}

// rows prints the function that returns an entity's items.
func (p *printer) rows(x *gorepo.Entity, kind string, rows []*row, what string) {
	if len(rows) == 0 {
		return
	}
	p.Comment(kind + x.Repo + " are " + what + ".")
	p.P("func ", kind, x.Repo, "() []", p.pkg, ".", x.Type, " {")
	p.P("return []", p.pkg, ".", x.Type, "{")
	for i, r := range rows {
		p.P(i, ": ", p.structLiteral(x, r), ",")
	}
	p.P("}")
	p.P("}")
	p.P()
}

// made is the expression for a row.
func (p *printer) row(r *row) string {
	return fmt.Sprintf("made%s()[%d]", p.view.Entity(r.Entity).Repo, r.number)
}

// raw is a Go string, without escapes where it can be.
func raw(s string) string {
	if strconv.CanBackquote(s) {
		return "`" + s + "`"
	}
	return strconv.Quote(s)
}
