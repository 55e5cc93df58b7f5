package view

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/mitchellh/go-wordwrap"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/layout"
)

// Screen is where people read: Width in columns, 0 for as wide as it gets.
type Screen struct {
	Width int
	Color bool
}

// PlanText writes the layout for people: a line of counts, the keys of every
// entity, the request of every pattern, and last the minimum and its reason.
func PlanText(w io.Writer, p Plan, s Screen) error {
	var b bytes.Buffer
	l := p.Layout
	fmt.Fprintln(&b, counts(l))
	fmt.Fprintln(&b)
	entityTable(l).write(&b, s.Width, style{s.Color})
	if len(l.Patterns) > 0 {
		fmt.Fprintln(&b)
		patternTable(l).write(&b, s.Width, style{s.Color})
	}
	fmt.Fprintln(&b)
	minimumText(&b, l.Minimum, s)
	_, err := w.Write(b.Bytes())
	return err
}

// counts is the first line: "shop: 9 entities, 16 patterns, 2 indexes".
func counts(l *layout.Layout) string {
	planned, external := 0, ""
	for _, p := range l.Patterns {
		if p.External == "" {
			planned++
		}
	}
	if n := len(l.Patterns) - planned; n > 0 {
		external = fmt.Sprintf(" and %d external", n)
	}
	return fmt.Sprintf("%s: %s, %s%s, %s", l.Model.Table.Label,
		number(len(l.Model.Entities), "entity", "entities"),
		number(planned, "pattern", "patterns"), external,
		number(len(l.Indexes), "index", "indexes"))
}

func number(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// entityTable has a row for each entity, and below it one for each of its
// unique constraints, whose markers stand in the table alone.
func entityTable(l *layout.Layout) *table {
	t := &table{}
	head := []string{"ENTITY"}
	for _, x := range allIndexes(l) {
		head = append(head, columnNames(x.Partition)...)
		head = append(head, columnNames(x.Sort)...)
	}
	head = append(head, "KEY BYTES", "")
	t.add(head...)
	for _, e := range l.Model.Entities {
		row := []string{e.Name}
		for _, x := range allIndexes(l) {
			row = append(row, keyCells(x, x.Key(e))...)
		}
		t.add(append(row, overhead(l, e), whens(l, e))...)
		for _, m := range l.Markers {
			if m.Entity == e {
				t.add(markerRow(m, len(head))...)
			}
		}
	}
	return t
}

// markerRow shows the marker of a unique constraint under the table's keys.
func markerRow(m *layout.Marker, cells int) []string {
	row := make([]string, cells)
	row[0] = "  unique " + m.Unique.Name
	row[1], row[2] = templateText(m.Partition), templateText(m.Sort)
	return row
}

// keyCells are the texts of k under the columns of x; empty where the entity is
// not in the index.
func keyCells(x *layout.Index, k *layout.EntityKey) []string {
	out := make([]string, len(x.Partition)+len(x.Sort))
	if k == nil {
		return out
	}
	copy(out, sideTexts(k.Partition))
	copy(out[len(x.Partition):], sideTexts(k.Sort))
	return out
}

func sideTexts(k model.Key) []string {
	switch k := k.(type) {
	case model.Template:
		return []string{templateText(k)}
	case model.Columns:
		var out []string
		for _, a := range k {
			out = append(out, "<"+a.Name+">")
		}
		return out
	}
	return nil
}

// whens are the conditions of e's keys; the index is named where there are
// several it could be.
func whens(l *layout.Layout, e *model.Entity) string {
	var out []string
	for _, x := range l.Indexes {
		k := x.Key(e)
		if k == nil || len(k.When.Atoms) == 0 {
			continue
		}
		text := "where " + k.When.String()
		if len(l.Indexes) > 1 {
			text = x.Name + " " + text
		}
		out = append(out, text)
	}
	return strings.Join(out, "; ")
}

// templateText is a template for people: <a> for the attribute a, in whatever
// encoding, and literals as they are.
func templateText(t model.Template) string {
	var b strings.Builder
	for _, s := range t {
		switch s := s.(type) {
		case model.Literal:
			b.WriteString(string(s))
		case model.Part:
			form := ""
			if s.Form == model.Desc {
				form = "desc "
			}
			b.WriteString("<" + form + s.Attribute.Name + ">")
		case model.Shard:
			fmt.Fprintf(&b, "<shard of %d>", s.N)
		}
	}
	return b.String()
}

// patternTable has a row for each pattern, in the order of the model.
func patternTable(l *layout.Layout) *table {
	t := &table{}
	t.add("PATTERN", "BY", "REQUEST", "")
	for i, p := range l.Patterns {
		switch {
		case p.External != "":
			t.add(p.Name, "external", p.External, "")
		case i < len(l.Requests) && l.Requests[i] != nil:
			r := l.Requests[i]
			t.add(p.Name, r.Index.Name, operationName(r.Operation), requestText(r))
		}
	}
	return t
}

// requestText is the key condition and what else the request says.
func requestText(r *layout.Request) string {
	var out []string
	for i, text := range sideTexts(r.Partition) {
		out = append(out, r.Index.Partition[i].Name+" = "+text)
	}
	column := sortColumn(r)
	switch s := r.Sort; s.Kind {
	case layout.Exact:
		out = append(out, column+" = "+templateText(s.Prefix))
	case layout.Begins:
		out = append(out, column+" begins_with "+templateText(s.Prefix))
	case layout.Span:
		out = append(out, column+" between "+templateText(s.From)+" and "+templateText(s.To))
	}
	p := r.Pattern
	if p.Range != nil {
		out = append(out, rangeText(p.Range))
	}
	if r.Operation == layout.Query && !r.Forward {
		out = append(out, "descending")
	}
	if p.Consistent {
		out = append(out, "consistent")
	}
	if p.TakeFirst {
		out = append(out, "first only")
	}
	if p.Select.Kind == access.SelectCount {
		out = append(out, "count")
	}
	if len(r.SharesWith) > 0 {
		out = append(out, "as "+strings.Join(patternNames(r.SharesWith), ", "))
	}
	return strings.Join(out, ", ")
}

// rangeText is what the caller may bound, in the words of the model.
func rangeText(r *access.Range) string {
	var names []string
	for _, o := range r.Operands {
		names = append(names, o.Name)
	}
	list := strings.Join(names, ", ")
	switch r.Bounds {
	case access.AtLeast:
		return "at_least(" + list + ")"
	case access.Above:
		return "above(" + list + ")"
	case access.AtMost:
		return "at_most(" + list + ")"
	case access.Below:
		return "below(" + list + ")"
	case access.Between:
		return "between(" + list + ")"
	case access.BeginsWith:
		return "begins_with(" + list + ")"
	}
	return "range on " + list
}

// minimumText is the last thing that is read: how few indexes there can be, and
// why.
func minimumText(w io.Writer, m layout.Minimum, s Screen) {
	have := number(m.GlobalIndexes, "global secondary index", "global secondary indexes")
	line := have + ", and no layout has fewer:"
	if m.Fresh != nil && m.Fresh.GlobalIndexes < m.GlobalIndexes {
		line = have + ", and beside what is stored no layout has fewer:"
	}
	switch {
	case m.GlobalIndexes == 0:
		line = "No global secondary index is needed."
	case !m.Proved && m.Fresh != nil:
		line = fmt.Sprintf("%s, and at least %d: not every layout beside what is stored was tried.", have, m.LowerBound)
	case !m.Proved:
		line = fmt.Sprintf("%s, and at least %d: the search ended at its limit of steps.", have, m.LowerBound)
	}
	fmt.Fprintln(w, style{s.Color}.bold(wrap(line, s.Width)))
	for _, r := range m.Because {
		fmt.Fprintln(w, wrap(r.Text, s.Width))
	}
	if m.Fresh != nil && m.Fresh.GlobalIndexes < m.GlobalIndexes {
		fmt.Fprintln(w, wrap(fmt.Sprintf("A plan that may change stored keys has %s, %d fewer: keyplan plan -replan.",
			number(m.Fresh.GlobalIndexes, "global secondary index", "global secondary indexes"), m.GlobalIndexes-m.Fresh.GlobalIndexes), s.Width))
	}
}

func wrap(text string, width int) string {
	if width <= 0 {
		return text
	}
	return wordwrap.WrapString(text, uint(width))
}
