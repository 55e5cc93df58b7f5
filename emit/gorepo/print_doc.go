package gorepo

import (
	"strings"
	"unicode/utf8"

	"github.com/keyplan/keyplan/planner/layout"
)

// packageDoc is the package comment: what the table is, the layout as a table,
// and every pattern with its request.
func packageDoc(v *View) string {
	t := v.Layout.Model.Table
	doc := sentence("Package "+v.Package, "reads and writes", "", "the table "+t.Label)
	if t.Description != "" {
		doc = strings.TrimSuffix(doc, ".") + ": " + stop(oneSpace(t.Description))
	}
	doc += "\n\nEvery method makes the one request that its comment shows; there is no Scan and no filter. The keys of each entity:\n\n"
	doc += grid(layoutRows(v.Layout))
	doc += "\nThe access patterns, each with its method and its request; reads of an index may be a moment behind the writes:\n\n"
	doc += grid(patternRows(v))
	return doc
}

// layoutRows is a row for each entity on each index.
func layoutRows(l *layout.Layout) [][]string {
	rows := [][]string{{"entity", "index", "partition key", "sort key", "only where"}}
	for _, e := range l.Model.Entities {
		name := e.Name
		for _, x := range append([]*layout.Index{l.Table}, l.Indexes...) {
			if k := x.Key(e); k != nil {
				rows = append(rows, []string{name, indexProse(x), keyProse(k.Partition), keyProse(k.Sort), whenProse(k)})
				name = ""
			}
		}
	}
	return rows
}

// whenProse says which items of the entity carry k: "" for all.
func whenProse(k *layout.EntityKey) string {
	var out []string
	if c := k.When.String(); c != "" {
		out = append(out, c)
	}
	for _, a := range templateAttributes(k.Partition, k.Sort) {
		if a.Optional {
			out = append(out, "present("+a.Name+")")
		}
	}
	return strings.Join(out, " && ")
}

// patternRows is a row for each pattern.
func patternRows(v *View) [][]string {
	rows := [][]string{{"pattern", "method", "request", ""}}
	for i, p := range v.Layout.Patterns {
		x := v.Patterns[i]
		switch {
		case x != nil:
			rows = append(rows, []string{p.Name, x.qualified(), operationProse(x.Request), requestProse(x.Request)})
		case p.External != "":
			rows = append(rows, []string{p.Name, "", "answered by " + oneSpace(p.External), ""})
		}
	}
	return rows
}

// qualified is the method with the repository that it stands on.
func (p *Pattern) qualified() string {
	if p.Entity == nil {
		return "Table." + p.Method
	}
	return p.Entity.Repo + "." + p.Method
}

// grid aligns rows as preformatted comment lines.
func grid(rows [][]string) string {
	var widths []int
	for _, r := range rows {
		for i, c := range r {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(c))
		}
	}
	var b strings.Builder
	for _, r := range rows {
		var line strings.Builder
		for i, c := range r {
			if widths[i] == 0 {
				continue
			}
			line.WriteString(c + strings.Repeat(" ", widths[i]-utf8.RuneCountInString(c)+2))
		}
		b.WriteString("\t" + strings.TrimRight(line.String(), " ") + "\n")
	}
	return b.String()
}
