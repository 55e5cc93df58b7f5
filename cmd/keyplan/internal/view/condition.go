package view

import (
	"fmt"
	"strings"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/layout"
)

// condition is a key condition in pieces: what is asked of each key attribute.
type condition struct{ terms []term }

// term is one comparison of a key attribute: "=" and "begins_with" have one
// value, "between" has two.
type term struct {
	column, op string
	values     []value
}

// value is a placeholder and the key text that stands for it.
type value struct{ name, text string }

// expression is the condition as a KeyConditionExpression.
func (c condition) expression() string {
	var out []string
	for _, t := range c.terms {
		switch t.op {
		case "begins_with":
			out = append(out, fmt.Sprintf("begins_with(%s, %s)", t.column, t.values[0].name))
		case "between":
			out = append(out, fmt.Sprintf("%s BETWEEN %s AND %s", t.column, t.values[0].name, t.values[1].name))
		default:
			out = append(out, fmt.Sprintf("%s %s %s", t.column, t.op, t.values[0].name))
		}
	}
	return strings.Join(out, " AND ")
}

// values are the placeholders' texts.
func (c condition) values() map[string]string {
	out := map[string]string{}
	for _, t := range c.terms {
		for _, v := range t.values {
			out[v.name] = v.text
		}
	}
	return out
}

// unbounded is the condition of r when the caller gives no bound.
func unbounded(r *layout.Request) condition {
	c := partitionTerms(r)
	s := r.Sort
	switch s.Kind {
	case layout.Exact:
		c.add(sortColumn(r), "=", value{":sk", s.Prefix.String()})
	case layout.Begins:
		c.add(sortColumn(r), "begins_with", value{":sk", s.Prefix.String()})
	case layout.Span:
		c.add(sortColumn(r), "between", value{":lo", s.From.String()}, value{":hi", s.To.String()})
	}
	return c
}

// bounded is the condition of r when the caller gives both bounds, both
// inclusive, or the ones that the pattern fixes; ok is false without a range.
// The last part that can be bounded is, the ones before it are given. The
// delimiter is the table's.
func bounded(r *layout.Request, delimiter byte) (c condition, ok bool) {
	s := r.Sort
	if r.Pattern.Range == nil || len(s.Range) == 0 {
		return condition{}, false
	}
	c = partitionTerms(r)
	before, last := s.Prefix.String(), s.Range[len(s.Range)-1]
	for _, p := range s.Range[:len(s.Range)-1] {
		before += p.String() + string(delimiter)
	}
	e := ends{
		at: before + last.String(), low: lowEnd(s, before), high: highEnd(s, before),
		endsKey: s.EndsKey,
	}
	e.behind = e.at
	if !s.EndsKey {
		e.behind += string(delimiter + 1)
	}
	c.bound(sortColumn(r), r.Pattern.Range.Bounds, e)
	return c, true
}

// ends are the texts that bounds are made of.
type ends struct {
	// at is the text of the bound itself, behind what sorts right after all
	// texts that begin with it.
	at, behind string
	// low and high are the ends of what is not bounded, "" where the key has
	// nothing before the bounded part.
	low, high string
	// endsKey: the bounded part ends the key. A strict bound was then moved by
	// one unit and is inclusive; only where it stands alone the comparison
	// says it.
	endsKey bool
}

func (c *condition) bound(column string, b access.Bounds, e ends) {
	switch {
	case b == access.BeginsWith:
		c.add(column, "begins_with", value{":sk", e.at})
	case b == access.AtLeast:
		c.between(column, e.at, e.high)
	case b == access.Above && e.endsKey && e.high == "":
		c.add(column, ">", value{":lo", e.at})
	case b == access.Above:
		c.between(column, e.behind, e.high)
	case b == access.AtMost:
		c.between(column, e.low, e.behind)
	case b == access.Below && e.endsKey && e.low == "":
		c.add(column, "<", value{":hi", e.at})
	case b == access.Below:
		c.between(column, e.low, e.at)
	default:
		c.between(column, e.at, e.behind)
	}
}

func (c *condition) add(column, op string, values ...value) {
	c.terms = append(c.terms, term{column, op, values})
}

// between leaves out an end that is open on a key without a literal.
func (c *condition) between(column, lo, hi string) {
	switch {
	case lo == "" && hi == "":
	case lo == "":
		c.add(column, "<=", value{":hi", hi})
	case hi == "":
		c.add(column, ">=", value{":lo", lo})
	default:
		c.add(column, "between", value{":lo", lo}, value{":hi", hi})
	}
}

func partitionTerms(r *layout.Request) condition {
	var c condition
	for i, text := range keyTexts(r.Partition) {
		c.add(r.Index.Partition[i].Name, "=", value{placeholder(":pk", i, len(r.Index.Partition)), text})
	}
	return c
}

func placeholder(name string, i, n int) string {
	if n == 1 {
		return name
	}
	return fmt.Sprintf("%s%d", name, i+1)
}

// keyTexts are the texts of a key, one for each of its key attributes.
func keyTexts(k model.Key) []string {
	switch k := k.(type) {
	case model.Template:
		return []string{k.String()}
	case model.Columns:
		var out []string
		for _, a := range k {
			out = append(out, "${"+a.Name+"}")
		}
		return out
	}
	return nil
}

func sortColumn(r *layout.Request) string {
	if len(r.Index.Sort) == 0 {
		return ""
	}
	return r.Index.Sort[len(r.Index.Sort)-1].Name
}

// lowEnd and highEnd are the ends of everything behind a prefix: the prefix,
// and the prefix with its last byte raised by one. A span has ends of its own
// as long as nothing stands before the bounded part.
func lowEnd(s layout.SortCondition, before string) string {
	if s.Kind == layout.Span && before == s.Prefix.String() {
		return s.From.String()
	}
	return before
}

func highEnd(s layout.SortCondition, before string) string {
	if s.Kind == layout.Span && before == s.Prefix.String() {
		return s.To.String()
	}
	if before == "" {
		return ""
	}
	last := len(before) - 1
	return before[:last] + string(before[last]+1)
}
