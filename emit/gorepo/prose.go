package gorepo

import (
	"slices"
	"strings"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/layout"
)

// openers are first words that can stand after a verb in lower case.
var openers = strings.Fields("A An The One Some Someone Something What Who Where When Each Every All Everything How")

// sentence is "subject verb text.", where text can follow a verb, and
// "subject verb otherwise." with text as a paragraph of its own where it
// cannot be told.
func sentence(subject, verb, text, otherwise string) string {
	text = oneSpace(text)
	if text == "" {
		return subject + " " + verb + " " + otherwise + "."
	}
	first, rest, _ := strings.Cut(text, " ")
	if slices.Contains(openers, first) || slices.Contains(openers, strings.TrimSuffix(first, "'s")) {
		return stop(subject + " " + verb + " " + strings.ToLower(first) + " " + rest)
	}
	return subject + " " + verb + " " + otherwise + ".\n\n" + stop(text)
}

// stop ends text with a full stop.
func stop(text string) string {
	if text == "" || strings.HasSuffix(text, ".") || strings.HasSuffix(text, "!") || strings.HasSuffix(text, "?") {
		return text
	}
	return text + "."
}

// oneSpace is text in one line. A description is prose: its lines and
// indentation carry nothing.
func oneSpace(text string) string { return strings.Join(strings.Fields(text), " ") }

// article is name with "a" or "an" before it.
func article(name string) string {
	if strings.ContainsRune("aeiouAEIOU", rune(strings.TrimLeft(name, "*")[0])) {
		return "an " + name
	}
	return "a " + name
}

// many is the entity's plural in words.
func (x *Entity) many() string {
	if x.Model.Plural != "" {
		return words(snake(x.Model.Plural))
	}
	return words(plural(x.Model.Name))
}

// given says which attributes the caller of p gives, and in which order items
// come: " with a given team, in order of floor".
func given(p *Pattern) string {
	var names []string
	for _, o := range p.Access.Equals {
		names = append(names, words(o.Name))
	}
	out := ""
	if len(names) > 0 {
		out = " with a given " + strings.Join(names, " and ")
	}
	if order := orderProse(p.Access); order != "" {
		out += ", in order of " + order
	}
	return out
}

// words is a name of the model as words: "basket_item" is "basket item".
func words(name string) string { return strings.ReplaceAll(name, "_", " ") }

// keyProse is key text as a reader meets it: "u#<customer_id>".
func keyProse(k model.Key) string {
	var b strings.Builder
	switch k := k.(type) {
	case model.Columns:
		return k.String()
	case model.Template:
		for _, s := range k {
			switch s := s.(type) {
			case model.Literal:
				b.WriteString(string(s))
			case model.Part:
				b.WriteString("<" + s.Attribute.Name + ">")
			case model.Shard:
				b.WriteString("<shard>")
			}
		}
	}
	return b.String()
}

// requestProse is the key condition that r makes without bounds.
func requestProse(r *layout.Request) string {
	pk := r.Index.Partition[0].Name + " = " + keyProse(r.Partition)
	if len(r.Index.Sort) == 0 {
		return pk
	}
	sk := r.Index.Sort[0].Name
	switch r.Sort.Kind {
	case layout.Exact:
		return pk + " AND " + sk + " = " + keyProse(r.Sort.Prefix)
	case layout.Begins:
		if len(r.Sort.Prefix) > 0 {
			return pk + " AND begins_with(" + sk + ", " + keyProse(r.Sort.Prefix) + ")"
		}
	case layout.Span:
		return pk + " AND " + sk + " BETWEEN " + keyProse(r.Sort.From) + " AND " + keyProse(r.Sort.To)
	}
	return pk
}

// operationProse is "GetItem", "Query on the table" or "Query on GSI1".
func operationProse(r *layout.Request) string {
	if r.Operation == layout.GetItem {
		return "GetItem"
	}
	return "Query on " + indexProse(r.Index)
}

func indexProse(x *layout.Index) string {
	if x.Kind == layout.Primary {
		return "the table"
	}
	return x.Name
}

// orderProse says in which order items come: "" where nothing was asked.
func orderProse(p *access.Pattern) string {
	var names []string
	if p.Range != nil {
		for _, o := range p.Range.Operands {
			names = append(names, o.Lead().Name)
		}
	}
	for i, s := range p.Sort {
		if i < len(names) {
			continue
		}
		n := s.Lead().Name
		if s.Desc {
			n += " (reversed)"
		}
		names = append(names, n)
	}
	if len(names) == 0 {
		return ""
	}
	if p.Descending {
		return strings.Join(names, ", ") + ", descending"
	}
	return strings.Join(names, ", ")
}
