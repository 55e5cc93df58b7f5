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
// The last part that can be bounded is, the ones before it are given.
func bounded(r *layout.Request) (c condition, ok bool) {
	s := r.Sort
	if r.Pattern.Range == nil || len(s.Range) == 0 {
		return condition{}, false
	}
	c = partitionTerms(r)
	column, e := sortColumn(r), endings(r)
	before, last := s.Prefix.String(), s.Range[len(s.Range)-1]
	for _, p := range s.Range[:len(s.Range)-1] {
		before += p.String() + e.delimiter
	}
	at, behind := before+last.String(), before+last.String()+e.escape
	open, end := lowEnd(s, before), highEnd(s, before, e)
	switch r.Pattern.Range.Bounds {
	case access.BeginsWith:
		c.add(column, "begins_with", value{":sk", at})
	case access.AtLeast:
		c.between(column, at, end)
	case access.Above:
		c.above(column, at, behind, end, e)
	case access.AtMost:
		c.between(column, open, behind)
	case access.Below:
		c.below(column, open, at, e)
	default:
		c.between(column, at, behind)
	}
	return c, true
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

// above is a strict lower bound: what stands behind every text of the bound.
// On a key that ends with its part the caller's bound was moved by one unit,
// and is inclusive then; only with nothing above it does the comparison say it.
func (c *condition) above(column, at, behind, end string, e ending) {
	switch {
	case e.escape != "":
		c.between(column, behind, end)
	case end == "":
		c.add(column, ">", value{":lo", at})
	default:
		c.between(column, at, end)
	}
}

// below is a strict upper bound. No text of a key that goes on behind the part
// equals the bound, so the inclusive end is exact there.
func (c *condition) below(column, open, at string, e ending) {
	if e.escape == "" && open == "" {
		c.add(column, "<", value{":hi", at})
		return
	}
	c.between(column, open, at)
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

// ending is what follows a bounded part: the delimiter, and the escape
// character that sorts right behind it. Both are empty where the key ends with
// the part.
type ending struct{ delimiter, escape string }

func endings(r *layout.Request) ending {
	last := r.Sort.Range[len(r.Sort.Range)-1].Attribute
	key := r.Index.Key(last.Entity)
	if key == nil {
		return ending{}
	}
	t, _ := key.Sort.(model.Template)
	for i, s := range t {
		p, isPart := s.(model.Part)
		if !isPart || p.Attribute != last || i+1 == len(t) {
			continue
		}
		if l, isLiteral := t[i+1].(model.Literal); isLiteral && l != "" {
			return ending{string(l[:1]), string([]byte{l[0] + 1})}
		}
	}
	return ending{}
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

func highEnd(s layout.SortCondition, before string, e ending) string {
	if s.Kind == layout.Span && before == s.Prefix.String() {
		return s.To.String()
	}
	if before == "" || e.delimiter == "" && s.Kind == layout.Whole {
		return ""
	}
	return before[:len(before)-1] + string([]byte{before[len(before)-1] + 1})
}
