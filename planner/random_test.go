package planner_test

import (
	"fmt"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"github.com/keyplan/keyplan/model"
)

// drawing makes random small models: what is drawn is text, so that a failure
// shows a model that can be read.
type drawing struct {
	t *rapid.T
	s *shop
	// text is the model as drawn.
	text []string
	// kinds are the types of attributes by name, the same in every entity.
	kinds map[string]string
	// flags are of entity and attribute: "?", "!" or both.
	flags map[string]string
	attrs map[string][]string
}

// limits say how large the drawn models are.
type limits struct {
	entities, attrs, patterns int
	// derived adds to every entity the attribute e, b in lower case.
	derived bool
}

func drawShop(t *rapid.T, lim limits) *drawing {
	d := &drawing{t: t, s: newShop(), flags: map[string]string{}, attrs: map[string][]string{}, kinds: map[string]string{
		"a": "ulid", "b": "string", "c": "enum", "d": "time",
	}}
	names := []string{"x", "y", "z"}[:rapid.IntRange(1, lim.entities).Draw(t, "entities")]
	for _, name := range names {
		e := d.entity(name, []string{"a", "b", "c", "d"}[:lim.attrs])
		if lim.derived {
			d.derive(e)
		}
	}
	for i := range rapid.IntRange(1, lim.patterns).Draw(t, "patterns") {
		d.pattern(fmt.Sprintf("p%d", i), names)
	}
	return d
}

func (d *drawing) String() string { return strings.Join(d.text, "\n") }

// entity draws one with one or two identity attributes, the others optional or
// mutable at random.
func (d *drawing) entity(name string, attrs []string) *model.Entity {
	ids := rapid.SampledFrom([][]string{{"a"}, {"b"}, {"a", "b"}, {"b", "a"}, {"a", "c"}}).Draw(d.t, "identity")
	var identity, rest []string
	for _, a := range attrs {
		d.attrs[name] = append(d.attrs[name], a)
		d.flags[name+a] = "!"
	}
	for _, a := range ids {
		identity = append(identity, a+":"+d.kinds[a])
	}
	for _, a := range attrs {
		if !strings.Contains(strings.Join(ids, ""), a) {
			f := rapid.SampledFrom([]string{"", "!", "!", "?", "?!"}).Draw(d.t, "flags")
			d.flags[name+a] = f
			rest = append(rest, a+":"+d.kinds[a]+f)
		}
	}
	text := fmt.Sprintf("%s %s# = %s | %s", name, name, strings.Join(identity, ", "), strings.Join(rest, " "))
	d.text = append(d.text, text)
	e := d.s.entity(text)
	for _, a := range e.Attributes {
		a.Prefix = strings.ToUpper(a.Name) + "#"
	}
	return e
}

// derive adds an attribute that is as required and as immutable as its source.
func (d *drawing) derive(e *model.Entity) {
	b := e.Attribute("b")
	e.Attributes = append(e.Attributes, &model.Attribute{
		Entity: e, Name: "e", StoredAs: "e", Type: model.Text{Width: 40}, Derive: model.Lower{Source: b},
		Optional: b.Optional, Immutable: b.Immutable, Prefix: "LOWER#", Range: d.s.here(),
	})
	d.attrs[e.Name] = append(d.attrs[e.Name], "e")
	d.flags[e.Name+"e"] = d.flags[e.Name+"b"]
}

// pattern draws one that package access would accept.
func (d *drawing) pattern(name string, names []string) {
	entities := []string{rapid.SampledFrom(names).Draw(d.t, "entity")}
	if len(names) > 1 && rapid.IntRange(0, 2).Draw(d.t, "several") == 0 {
		entities = names[:rapid.IntRange(2, len(names)).Draw(d.t, "how many")]
	}
	first := ""
	if len(entities) > 1 && rapid.IntRange(0, 2).Draw(d.t, "with first") == 0 {
		first = rapid.SampledFrom(entities).Draw(d.t, "first")
	}
	left := rapid.Permutation(d.attrs[names[0]]).Draw(d.t, "attributes")
	n := rapid.IntRange(0, min(2, len(left)-1)).Draw(d.t, "equals")
	equals, left := left[:n], left[n:]
	m := rapid.IntRange(0, min(2, len(left))).Draw(d.t, "order")
	if first != "" {
		m = min(m, 1)
	}
	order, left := left[:m], left[m:]
	clauses := []string{name + ": " + strings.Join(entities, ", ")}
	if n > 0 {
		clauses = append(clauses, "equals "+strings.Join(equals, ", "))
	} else {
		clauses = append(clauses, "shards")
	}
	var where []string
	if m > 0 {
		clauses = append(clauses, rapid.SampledFrom([]string{"range ", "sort "}).Draw(d.t, "kind")+strings.Join(order, ", "))
		where = d.presence(entities, first, order)
		if rapid.Bool().Draw(d.t, "descending") {
			clauses = append(clauses, "descending")
		}
	}
	where = append(where, d.where(left, equals)...)
	if where != nil {
		clauses = append(clauses, "where "+strings.Join(where, ", "))
	}
	if first != "" {
		clauses = append(clauses, "first "+first)
	}
	if rapid.IntRange(0, 4).Draw(d.t, "with select") == 4 {
		clauses = append(clauses, "select "+rapid.SampledFrom(d.attrs[names[0]]).Draw(d.t, "select"))
	}
	if rapid.IntRange(0, 9).Draw(d.t, "consistent") == 9 {
		clauses = append(clauses, "consistent")
	}
	d.add(clauses)
}

// presence asks for what an order could miss.
func (d *drawing) presence(entities []string, first string, order []string) []string {
	var out []string
	for _, a := range order {
		for _, e := range entities {
			if e != first && strings.Contains(d.flags[e+a], "?") {
				out = append(out, a+"!")
				break
			}
		}
	}
	return out
}

// where draws a condition on the enum or on an attribute that may be absent. The
// value is the middle one, so that no comparison is a run of values; and it is
// not fixed where the caller gives it, too.
func (d *drawing) where(left, equals []string) []string {
	if rapid.IntRange(0, 2).Draw(d.t, "with where") > 0 {
		return nil
	}
	a := rapid.SampledFrom(append(left, equals...)).Draw(d.t, "where")
	if d.kinds[a] == "enum" {
		n := 3
		if slices.Contains(equals, a) {
			n = 2
		}
		return []string{rapid.SampledFrom([]string{"c!b", "c!", "c=b"}[:n]).Draw(d.t, "condition")}
	}
	return []string{a + "!"}
}

// add declares the pattern, first before range because operands depend on it.
func (d *drawing) add(clauses []string) {
	for i, c := range clauses {
		if strings.HasPrefix(c, "first ") {
			copy(clauses[2:], clauses[1:i])
			clauses[1] = c
		}
	}
	text := strings.Join(clauses, " | ")
	d.text = append(d.text, text)
	p := d.s.pattern(text)
	if p.One && p.Shards > 0 {
		p.Shards = 0
	}
}

// values are the three that the tests know of a type, in order.
func values(t model.Type) []model.Value {
	switch t.(type) {
	case model.Enum:
		return []model.Value{"a", "b", "c"}
	case model.ULID:
		return []model.Value{"01ARZ3NDEKTSV4RRFFQ69G5FA0", "01ARZ3NDEKTSV4RRFFQ69G5FA1", "01ARZ3NDEKTSV4RRFFQ69G5FA2"}
	case model.Timestamp:
		return []model.Value{"2025-06-01T00:00:00.000Z", "2025-06-01T00:00:00.001Z", "2025-06-02T00:00:00.000Z"}
	}
	return []model.Value{"1", "1!", "1#"}
}
