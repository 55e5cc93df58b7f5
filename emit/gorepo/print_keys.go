package gorepo

import (
	"strconv"

	"github.com/keyplan/keyplan/emit/internal/gosrc"
	"github.com/keyplan/keyplan/model"
)

// printKeys prints keys.go: the constants of the runtime, then every key text
// as a function.
func printKeys(f *gosrc.File, v *View) {
	printSchema(f, v)
	for _, x := range v.Entities {
		f.P()
		for _, p := range x.keys {
			printKeyFunc(f, p.partition)
			printKeyFunc(f, p.sort)
		}
	}
	for i, m := range v.Layout.Markers {
		if i == 0 {
			f.P()
		}
		printKeyFunc(f, v.markers[m])
	}
}

// printSchema prints what the runtime knows of the table.
func printSchema(f *gosrc.File, v *View) {
	t := v.Layout.Table
	f.P("// The table's own key attributes, the attribute that carries the entity's name")
	f.P("// and the TTL attribute (\"\" for none).")
	f.P("const (")
	f.P("partitionKey = ", strconv.Quote(t.Partition[0].Name))
	sort := ""
	if len(t.Sort) > 0 {
		sort = t.Sort[0].Name
	}
	f.P("sortKey = ", strconv.Quote(sort))
	f.P("entityAttribute = ", strconv.Quote(v.Layout.Model.Table.EntityAttribute))
	f.P("ttlAttribute = ", strconv.Quote(ttlName(v.Layout.Model)))
	f.P(")")
	f.P()
	d := v.Layout.Model.Table.Delimiter
	f.P("// delimiter ends every part of a key, escape is the byte after it.")
	f.P("const (")
	f.P("delimiter = ", strconv.QuoteRune(rune(d)))
	f.P("escape = ", strconv.QuoteRune(rune(d+1)))
	f.P(")")
}

// ttlName is the stored name of the table's TTL attribute, "" for none.
func ttlName(m *model.Model) string {
	for _, e := range m.Entities {
		if e.TTL != nil {
			return e.TTL.Attribute.StoredAs
		}
	}
	return ""
}

// printKeyFunc prints one key text: `func orderPK(k key, customerID string)
// key { return k.lit("u#").plain(customerID) }`.
func printKeyFunc(f *gosrc.File, fn *keyFunc) {
	if fn == nil {
		return
	}
	params := []declared{{"k", Type{"key"}}}
	for _, p := range fn.params {
		params = append(params, declared{p.name, p.typ})
	}
	body := "k"
	for _, s := range fn.template {
		body += segmentExpr(s, fn.param)
	}
	f.P("func ", fn.name, "(", declare(params), ") key { return ", body, " }")
}
