package view

import (
	"bytes"
	"encoding/json"
	"io"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/layout"
)

// The types of the document of "plan -json", in the order of their fields.
// Lists are never null; what is null says so in its comment.
type (
	planJSON struct {
		Format      int              `json:"format"`
		Table       tableJSON        `json:"table"`
		Indexes     []indexJSON      `json:"indexes"`
		Entities    []entityJSON     `json:"entities"`
		Patterns    []patternJSON    `json:"patterns"`
		External    []externalJSON   `json:"external"`
		Minimum     minimumJSON      `json:"minimum"`
		Diagnostics []diagnosticJSON `json:"diagnostics"`
	}
	tableJSON struct {
		Name         string   `json:"name"`
		PartitionKey []string `json:"partition_key"`
		SortKey      []string `json:"sort_key"`
	}
	indexJSON struct {
		Name         string   `json:"name"`
		Kind         string   `json:"kind"`
		PartitionKey []string `json:"partition_key"`
		SortKey      []string `json:"sort_key"`
		// Projection is "all", "keys_only" or a list of stored names.
		Projection any      `json:"projection"`
		Entities   []string `json:"entities"`
	}
	entityJSON struct {
		Name   string   `json:"name"`
		Prefix string   `json:"prefix"`
		Keys   keysJSON `json:"keys"`
	}
	// keyJSON has a string for a text key and a list for a native one; Sort is
	// null on an index without a sort key.
	keyJSON struct {
		Partition any    `json:"partition"`
		Sort      any    `json:"sort"`
		When      string `json:"when"`
	}
	patternJSON struct {
		Name         string            `json:"name"`
		Entities     []string          `json:"entities"`
		Operation    string            `json:"operation"`
		Index        string            `json:"index"`
		Parameters   []parameterJSON   `json:"parameters"`
		KeyCondition string            `json:"key_condition"`
		Values       map[string]string `json:"values"`
		// Bounded is null without a range.
		Bounded    *boundedJSON `json:"bounded"`
		Forward    bool         `json:"forward"`
		Shards     int          `json:"shards"`
		Requests   int          `json:"requests"`
		One        bool         `json:"one"`
		SharesWith []string     `json:"shares_with"`
		Proof      []string     `json:"proof"`
	}
	parameterJSON struct {
		Name string `json:"name"`
		Role string `json:"role"`
	}
	boundedJSON struct {
		KeyCondition string            `json:"key_condition"`
		Values       map[string]string `json:"values"`
	}
	externalJSON struct {
		Name string `json:"name"`
		By   string `json:"by"`
	}
	minimumJSON struct {
		GlobalIndexes int          `json:"global_indexes"`
		LowerBound    int          `json:"lower_bound"`
		Proved        bool         `json:"proved"`
		Because       []reasonJSON `json:"because"`
		// Fresh is of a plan without the lock; absent where there is none.
		Fresh *freshJSON `json:"fresh,omitempty"`
	}
	freshJSON struct {
		GlobalIndexes int  `json:"global_indexes"`
		LowerBound    int  `json:"lower_bound"`
		Proved        bool `json:"proved"`
	}
	reasonJSON struct {
		Entity   string   `json:"entity"`
		Patterns []string `json:"patterns"`
		Text     string   `json:"text"`
	}
)

// keysJSON are the keys of an entity by index, the table first: an object whose
// members keep their order.
type keysJSON []indexKeyJSON

type indexKeyJSON struct {
	index string
	key   keyJSON
}

// MarshalJSON writes the object.
func (k keysJSON) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, x := range k {
		if i > 0 {
			b.WriteByte(',')
		}
		for j, v := range []any{x.index, x.key} {
			if j > 0 {
				b.WriteByte(':')
			}
			enc := json.NewEncoder(&b)
			enc.SetEscapeHTML(false)
			if err := enc.Encode(v); err != nil {
				return nil, err
			}
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// PlanJSON writes the document of "plan -json": of a refused model the same,
// with what could be planned.
func PlanJSON(w io.Writer, p Plan) error {
	doc := planJSON{
		Format:   Format,
		Table:    tableJSON{PartitionKey: []string{}, SortKey: []string{}},
		Indexes:  []indexJSON{},
		Entities: []entityJSON{}, Patterns: []patternJSON{}, External: []externalJSON{},
		Minimum:     minimumJSON{Because: []reasonJSON{}},
		Diagnostics: diagnosticsJSON(p.Diagnostics),
	}
	if l := p.Layout; l != nil {
		doc.fill(l)
		doc.patterns(p)
	}
	return WriteJSON(w, doc)
}

func (d *planJSON) fill(l *layout.Layout) {
	d.Table.Name = l.Model.Table.Name
	if l.Table != nil {
		d.Table.PartitionKey, d.Table.SortKey = columnNames(l.Table.Partition), columnNames(l.Table.Sort)
	}
	for _, x := range l.Indexes {
		d.Indexes = append(d.Indexes, indexJSON{
			Name: x.Name, Kind: kindName(x.Kind),
			PartitionKey: columnNames(x.Partition), SortKey: columnNames(x.Sort),
			Projection: projectionJSON(x.Projection), Entities: keyEntities(x),
		})
	}
	for _, e := range l.Model.Entities {
		d.Entities = append(d.Entities, entityJSON{e.Name, e.Prefix, entityKeys(l, e)})
	}
	m := l.Minimum
	d.Minimum = minimumJSON{m.GlobalIndexes, m.LowerBound, m.Proved, []reasonJSON{}, nil}
	if f := m.Fresh; f != nil {
		d.Minimum.Fresh = &freshJSON{f.GlobalIndexes, f.LowerBound, f.Proved}
	}
	for _, r := range m.Because {
		name := ""
		if r.Entity != nil {
			name = r.Entity.Name
		}
		d.Minimum.Because = append(d.Minimum.Because, reasonJSON{name, patternNames(r.Patterns), r.Text})
	}
}

func (d *planJSON) patterns(p Plan) {
	for i, a := range p.Layout.Patterns {
		if a.External != "" {
			d.External = append(d.External, externalJSON{a.Name, a.External})
			continue
		}
		if i >= len(p.Layout.Requests) || p.Layout.Requests[i] == nil {
			continue
		}
		entry := requestJSON(p.Layout.Requests[i], p.Layout.Model.Table.Delimiter)
		if p.Certified != nil {
			for _, o := range p.Certified.Proof(i) {
				entry.Proof = append(entry.Proof, string(o))
			}
		}
		d.Patterns = append(d.Patterns, entry)
	}
}

func requestJSON(r *layout.Request, delimiter byte) patternJSON {
	c, shards := unbounded(r), max(r.Pattern.Shards, 1)
	out := patternJSON{
		Name: r.Pattern.Name, Entities: entityNames(r.Pattern.Entities),
		Operation: operationName(r.Operation), Index: r.Index.Name,
		Parameters:   parameters(r.Pattern),
		KeyCondition: c.expression(), Values: c.values(),
		Forward: r.Forward, Shards: shards, Requests: shards, One: r.Pattern.One,
		SharesWith: patternNames(r.SharesWith), Proof: []string{},
	}
	if b, ok := bounded(r, delimiter); ok {
		out.Bounded = &boundedJSON{b.expression(), b.values()}
	}
	return out
}

// parameters are what a caller gives, in order.
func parameters(p *access.Pattern) []parameterJSON {
	out := []parameterJSON{}
	for _, o := range p.Equals {
		out = append(out, parameterJSON{o.Name, "equals"})
	}
	if p.Range != nil {
		for _, o := range p.Range.Operands {
			out = append(out, parameterJSON{o.Name, "range"})
		}
	}
	return out
}

func entityKeys(l *layout.Layout, e *model.Entity) keysJSON {
	out := keysJSON{}
	for _, x := range allIndexes(l) {
		if k := x.Key(e); k != nil {
			out = append(out, indexKeyJSON{x.Name, keyJSON{sideJSON(k.Partition), sideJSON(k.Sort), k.When.String()}})
		}
	}
	return out
}

// sideJSON is one side of a key: a string, a list of names, or nil.
func sideJSON(k model.Key) any {
	switch k := k.(type) {
	case model.Template:
		return k.String()
	case model.Columns:
		out := []string{}
		for _, a := range k {
			out = append(out, a.Name)
		}
		return out
	}
	return nil
}

func projectionJSON(p model.Projection) any {
	switch p.Kind {
	case model.ProjectKeysOnly:
		return "keys_only"
	case model.ProjectInclude:
		return append([]string{}, p.Include...)
	}
	return "all"
}
