package stored

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/model/lock"
	"github.com/keyplan/keyplan/model/syntax"
	"github.com/keyplan/keyplan/planner/keytext"
	"github.com/keyplan/keyplan/planner/layout"
)

// onPurpose ends the messages about changes.
const onPurpose = "or make the change on purpose with \"keyplan plan -replan\" and rewrite the items"

// Compare says where a model would store otherwise than its lock says, and
// returns what a plan must leave as it is. What it returns with errors is not
// to be planned with.
func Compare(f *lock.File, m *model.Model) (*layout.Stored, hcl.Diagnostics) {
	c := &comparison{f: f, m: m, out: &layout.Stored{}, said: map[string]bool{}}
	if f.Table.Label != m.Table.Label {
		c.refuse("P204", m.Table.Range, "lock of another table",
			fmt.Sprintf("The lock is of %q, and this model is of %q. Remove the lock where it came with a copy, or give the table its old label; its name argument may be any.", f.Table.Label, m.Table.Label),
			f.Table.Range)
		return c.out, c.diags
	}
	c.table()
	for i, x := range f.Indexes {
		c.index(i, x)
	}
	for i := range f.Entities {
		c.entity(&f.Entities[i])
	}
	return c.out, c.diags
}

type comparison struct {
	f     *lock.File
	m     *model.Model
	out   *layout.Stored
	diags hcl.Diagnostics
	// said are the changes that were reported, by attribute.
	said map[string]bool
}

func (c *comparison) refuse(code string, at hcl.Range, summary, detail string, locked hcl.Range) {
	c.diags = append(c.diags, diag.Error(code, at, summary, detail, diag.At("it is stored as this", locked)))
}

// table compares what all items share.
func (c *comparison) table() {
	t, old := c.m.Table, c.f.Table
	for _, v := range []struct{ what, was, is string }{
		{"delimiter", old.Delimiter, string(t.Delimiter)},
		{"partition key attribute", old.Partition, t.Keys.Partition},
		{"sort key attribute", old.Sort, t.Keys.Sort},
		{"entity attribute", old.EntityAttribute, t.EntityAttribute},
	} {
		if v.was != v.is {
			c.refuse("P205", t.Range, fmt.Sprintf("the %s would change", v.what),
				fmt.Sprintf("Every item is stored with %q, and the model says %q. Change it back, %s.", v.was, v.is, onPurpose), old.Range)
		}
	}
	if is := ttlOf(c.m); old.TTL != "" && old.TTL != is {
		at := t.Range
		for _, e := range c.m.Entities {
			if e.TTL != nil {
				at = e.TTL.Range
				break
			}
		}
		c.refuse("P206", at, "the time to live would stand in another attribute",
			fmt.Sprintf("DynamoDB deletes items by %q, and the model says %q. Change it back, %s.", old.TTL, is, onPurpose), old.Range)
	}
}

// index compares the names of an index and its key attributes.
func (c *comparison) index(i int, x lock.Index) {
	k := c.m.Table.Keys
	for _, v := range []struct{ what, was, is string }{
		{"name of an index", x.Name, fmt.Sprintf(k.Index, i+1)},
		{"partition key attribute of " + x.Name, x.Partition, fmt.Sprintf(k.IndexPartition, i+1)},
		{"sort key attribute of " + x.Name, x.Sort, fmt.Sprintf(k.IndexSort, i+1)},
	} {
		if v.was != v.is {
			c.refuse("P205", c.m.Table.Range, fmt.Sprintf("the %s would change", v.what),
				fmt.Sprintf("It is %q, and the keys block of the table says %q. Change it back, %s.", v.was, v.is, onPurpose), x.Range)
		}
	}
	c.out.Indexes = append(c.out.Indexes, layout.StoredIndex{Name: x.Name, Projection: x.Projection})
}

// place is where an attribute's type is given.
func place(a *model.Attribute) hcl.Range {
	r := a.Root()
	if r.TypeRange.Filename != "" {
		return r.TypeRange
	}
	return r.NameRange
}

// match is a lock's entity with the model's.
type match struct {
	*comparison
	old *lock.Entity
	e   *model.Entity
	now []leaf
	// attrs are the model's attributes by the lock's names.
	attrs map[string]*model.Attribute
}

func (c *comparison) entity(old *lock.Entity) {
	var found *model.Entity
	for _, e := range c.m.Entities {
		if e.Name == old.Name {
			found = e
		}
	}
	if found == nil {
		hint := ""
		for _, e := range c.m.Entities {
			if c.f.Entity(e.Name) == nil && (e.Prefix == old.Prefix || syntax.Suggest(old.Name, []string{e.Name}) != "") {
				hint = fmt.Sprintf(" Where %s is its new name: the old one stands on the items; keep it, and set go_name.", e.Name)
			}
		}
		c.refuse("P207", c.m.Table.Range, fmt.Sprintf("entity %s is stored and not in the model", old.Name),
			fmt.Sprintf("Its items would stay, unread, where other entities may come.%s Declare it again, or drop it on purpose with \"keyplan plan -replan\" once its items are gone.", hint), old.Range)
		return
	}
	m := &match{comparison: c, old: old, e: found, now: leaves(found), attrs: map[string]*model.Attribute{}}
	for i := range old.Attributes {
		m.attribute(&old.Attributes[i])
	}
	if old.Prefix != "" && old.Prefix != found.Prefix {
		c.refuse("P208", prefixPlace(found.PrefixRange, found.NameRange), fmt.Sprintf("the prefix of %s would change", found.Name),
			fmt.Sprintf("Its keys begin with %q, and the model says %q. Change it back, %s.", old.Prefix, found.Prefix, onPurpose), old.Range)
	}
	for i := range old.Keys {
		m.key(&old.Keys[i])
	}
	m.uniques()
}

func prefixPlace(given, name hcl.Range) hcl.Range {
	if given.Filename != "" {
		return given
	}
	return name
}

// inKey says that a stored key holds the attribute.
func (m *match) inKey(name string) bool {
	for _, k := range m.old.Keys {
		for _, s := range slices.Concat(k.Partition, k.Sort) {
			if s.Attribute == name {
				return true
			}
		}
	}
	return false
}

// attribute finds the attribute that an old one is now: the one with its stored
// name, whatever the model calls it.
func (m *match) attribute(old *lock.Attribute) {
	var now *leaf
	for i := range m.now {
		if m.now[i].stored == old.StoredAs {
			now = &m.now[i]
		}
	}
	if now == nil {
		m.lost(old)
		return
	}
	m.attrs[old.Name] = now.attr
	if old.Type != now.kind {
		m.refuse("P210", place(now.attr), fmt.Sprintf("%s would be stored as another type", now.name),
			fmt.Sprintf("Items hold it as %s, and this is %s. Change it back, store the new values under another name with stored_as, %s.", old.Type, now.kind, onPurpose), old.Range)
	}
	if now.name != now.attr.Name {
		return
	}
	if is := deriveText(now.attr.Derive); old.Derive != is {
		m.refuse("P210", now.attr.NameRange, fmt.Sprintf("%s would be computed otherwise", now.name),
			fmt.Sprintf("Items hold it as computed by %q, and this is %q. Change it back, %s.", old.Derive, is, onPurpose), old.Range)
	}
	if old.Prefix != "" && old.Prefix != now.attr.Prefix {
		m.refuse("P208", prefixPlace(now.attr.Root().PrefixRange, now.attr.NameRange), fmt.Sprintf("the prefix of %s would change", now.name),
			fmt.Sprintf("Keys have %q before it, and the model says %q. Change it back, %s.", old.Prefix, now.attr.Prefix, onPurpose), old.Range)
	}
	m.ranks(old, now.attr)
}

// ranks refuses a rank list that is not the old one with values appended.
func (m *match) ranks(old *lock.Attribute, now *model.Attribute) {
	enum, ok := now.Type.(model.Enum)
	if !ok || !enum.Ordered || len(old.Ranks) == 0 {
		return // the encoding differs, and the key says so
	}
	n := min(len(old.Ranks), len(enum.Values))
	if len(old.Ranks) > len(enum.Values) || !slices.Equal(old.Ranks, enum.Values[:n]) {
		m.refuse("P211", place(now), fmt.Sprintf("the ranks of %s would change", now.Name),
			fmt.Sprintf("Keys hold the place of a value in the list, so that values may be appended to %s and nothing else. Restore the list and append, %s.", strings.Join(old.Ranks, ", "), onPurpose), old.Range)
	}
}

// lost reports an attribute that no attribute has the stored name of.
func (m *match) lost(old *lock.Attribute) {
	for _, now := range m.now {
		if now.name == old.Name && now.name == now.attr.Name {
			m.attrs[old.Name] = now.attr
			m.refuse("P209", prefixPlace(now.attr.StoredAsRange, now.attr.NameRange), fmt.Sprintf("%s would be stored under another name", now.name),
				fmt.Sprintf("Items hold it as %q, and this is %q. Write stored_as = %q, %s.", old.StoredAs, now.stored, old.StoredAs, onPurpose), old.Range)
			return
		}
	}
	if m.inKey(old.Name) {
		m.refuse("P209", m.e.NameRange, fmt.Sprintf("%s of %s stands in stored keys and is not in the model", old.Name, m.e.Name),
			fmt.Sprintf("Declare it again, under another name with stored_as = %q if you like, %s.", old.StoredAs, onPurpose), old.Range)
		return
	}
	if !strings.ContainsAny(old.Name, ".[") {
		m.diags = append(m.diags, diag.Warning("P219", m.e.NameRange, fmt.Sprintf("%s of %s is stored and not in the model", old.Name, m.e.Name),
			fmt.Sprintf("Items keep the value, unread. If it was renamed, write stored_as = %q on the attribute that it is now.", old.StoredAs),
			diag.At("it is stored as this", old.Range)))
	}
}

// key makes a pin of a stored key, and compares its encodings with those that
// the model has now.
func (m *match) key(k *lock.Key) {
	p := &model.Pin{Entity: m.e, Index: k.Index, Range: k.Range, IndexRange: k.Range, PartitionRange: k.Range, SortRange: k.Range}
	p.Partition, p.Sort = m.template(k.Partition), m.template(k.Sort)
	if k.Condition != nil {
		var diags hcl.Diagnostics
		p.When = model.DecodeCondition(k.Condition, func(n syntax.Name) *model.Attribute { return m.attrs[n.V] }, &diags)
		if diags.HasErrors() || slices.ContainsFunc(p.When.Atoms, func(a model.Atom) bool { return a.On() == nil }) || k.Index == "table" {
			m.refuse("P215", m.e.NameRange, fmt.Sprintf("stored key that %s cannot have", m.e.Name),
				fmt.Sprintf("Only items with %s carry the key, and that cannot be said of the model. Undo the change, %s.", k.When, onPurpose), k.Condition.Range())
			return
		}
	}
	for _, pin := range m.e.Pins {
		if pin.Index == k.Index {
			m.samePin(pin, k)
		}
	}
	m.out.Keys = append(m.out.Keys, layout.StoredKey{Pin: p, Note: k.Note})
}

// samePin refuses a key block that says otherwise than the lock.
func (m *match) samePin(pin *model.Pin, k *lock.Key) {
	named := func(t lock.Template) string {
		out := ""
		for _, s := range t {
			if a := m.attrs[s.Attribute]; a != nil {
				s.Attribute = a.Name
			}
			out += s.String()
		}
		return out
	}
	partition, sort := written(template(pin.Partition)), written(template(pin.Sort))
	if partition.String() != named(k.Partition) || sort.String() != named(k.Sort) || conditionText(pin.When) != k.When {
		m.refuse("P216", pin.Range, fmt.Sprintf("key of %s on %s that is stored otherwise", m.e.Name, k.Index),
			fmt.Sprintf("Items carry %s with %s, and the block would make it another. Change the block back, %s.", k.Partition, k.Sort, onPurpose), k.Range)
	}
}

func (m *match) template(t lock.Template) model.Template {
	var out model.Template
	for _, s := range t {
		if s.Attribute == "" {
			out = append(out, model.Literal(s.Literal))
			continue
		}
		a := m.attrs[s.Attribute]
		if a == nil {
			continue // said already
		}
		m.encoding(s, a)
		out = append(out, model.Part{Attribute: a, Form: s.Form})
	}
	return out
}

// encoding refuses a part whose text would change, once an attribute.
func (m *match) encoding(s lock.Segment, a *model.Attribute) {
	name, unit := keytext.Encoding(a)
	id := m.e.Name + "." + a.Name
	if name == s.Encoding && unit == s.Unit || m.said[id] {
		return
	}
	m.said[id] = true
	was, is := s, s
	was.Form, is.Form = model.Plain, model.Plain
	is.Encoding, is.Unit, is.Attribute = name, unit, a.Name
	m.refuse("P212", place(a), fmt.Sprintf("%s would have another text in stored keys", a.Name),
		fmt.Sprintf("Keys of %s hold it as %s, and this makes it %s. Change the type or its bounds back, %s.", m.e.Name, was, is, onPurpose), s.Range)
}

// uniques compares the constraints, whose markers are items.
func (m *match) uniques() {
	old := map[string]lock.Unique{}
	for _, u := range m.old.Uniques {
		old[u.Name] = u
	}
	kept := map[string]bool{}
	for _, u := range m.e.Uniques {
		was, there := old[u.Name]
		kept[u.Name] = true
		if !there {
			m.refuse("P214", u.Range, fmt.Sprintf("items of %s are stored without a marker for unique %q", m.e.Name, u.Name),
				fmt.Sprintf("What is stored already would not be compared with. Leave the constraint out, %s.", onPurpose), m.old.Range)
			continue
		}
		same := len(was.Partition) == 2*len(u.Attributes)
		for i, a := range u.Attributes {
			if same {
				same = m.attrs[was.Partition[2*i+1].Attribute] == a
				m.encoding(was.Partition[2*i+1], a)
			}
		}
		if !same {
			m.refuse("P214", u.Range, fmt.Sprintf("the markers of unique %q of %s would change", u.Name, m.e.Name),
				fmt.Sprintf("They are stored as %s. Change the attributes back, %s.", was.Partition, onPurpose), was.Range)
		}
	}
	for _, u := range m.old.Uniques {
		if !kept[u.Name] {
			m.refuse("P214", m.e.NameRange, fmt.Sprintf("unique %q of %s is stored and not in the model", u.Name, m.e.Name),
				fmt.Sprintf("Its markers would stay and stand for nothing. Declare it again, %s.", onPurpose), u.Range)
		}
	}
}
