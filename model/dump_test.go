package model

import (
	"fmt"
	"strings"
)

// dump writes what a model says, for archives to compare.
func dump(m *Model) string {
	var b strings.Builder
	t := m.Table
	fmt.Fprintf(&b, "table %s %q keys %+v entity %q delimiter %c indexes %d %d local %t tenant %q\n",
		t.Label, t.Name, t.Keys, t.EntityAttribute, t.Delimiter, t.MaxIndexes, t.IndexKeys, t.LocalIndexes, t.Tenant)
	for _, x := range t.Indexes {
		fmt.Fprintf(&b, "  index %s %q %q local %t %+v\n", x.Name, x.Partition, x.Sort, x.Local, x.Projection)
	}
	s := t.Settings
	fmt.Fprintf(&b, "  %s pitr %t protected %t %s stream %q class %s tags %q passthrough %d\n",
		s.Billing, s.PointInTimeRecovery, s.DeletionProtection, s.Encryption, s.Stream, s.Class, s.Tags, len(s.Passthrough))
	if s.Capacity != nil {
		fmt.Fprintf(&b, "  capacity %+v\n", *s.Capacity)
	}
	for _, c := range s.Capacities {
		fmt.Fprintf(&b, "  capacity %s %+v\n", c.Index, c.Capacity)
	}
	for _, e := range m.Entities {
		dumpEntity(&b, e)
	}
	for _, e := range m.Emits {
		fmt.Fprintf(&b, "emit %s path %q package %q provider %d profile %q\n", e.Kind, e.Path, e.Package, e.Provider, e.Profile)
	}
	return b.String()
}

func dumpEntity(b *strings.Builder, e *Entity) {
	fmt.Fprintf(b, "entity %s prefix %s identity [%s] primary %t public %t go %q %q %q\n",
		e.Name, e.Prefix, names(e.Identity), e.PrimaryIdentity, e.Public, e.GoName, e.Plural, e.Description)
	for _, a := range e.Attributes {
		fmt.Fprintf(b, "  %s %s %s", a.Name, typeText(a.Type), a.Prefix)
		flags := []struct {
			set  bool
			text string
		}{
			{a.Optional, " optional"}, {a.Immutable, " immutable"}, {a.StoredAs != a.Name, " as " + a.StoredAs},
			{a.GoName != "", " go " + a.GoName}, {a.Description != "", fmt.Sprintf(" %q", a.Description)},
			{a.OnCreate != nil, fmt.Sprintf(" on_create %T%+v", a.OnCreate, a.OnCreate)}, {a.OnWrite != nil, fmt.Sprintf(" on_write %T", a.OnWrite)},
		}
		for _, f := range flags {
			if f.set {
				b.WriteString(f.text)
			}
		}
		if a.References != nil {
			fmt.Fprintf(b, " references %s.%s", a.References.Entity.Name, a.References.Name)
		}
		if a.Derive != nil {
			fmt.Fprintf(b, " %T of %s", a.Derive, names(a.Derive.Sources()))
		}
		b.WriteByte('\n')
	}
	if e.Version != nil {
		fmt.Fprintf(b, "  version %s\n", e.Version.Name)
	}
	if e.TTL != nil {
		fmt.Fprintf(b, "  ttl %s after %s jitter %d returned %t\n", e.TTL.Attribute.Name, e.TTL.After, e.TTL.JitterPercent, e.TTL.ReturnExpired)
	}
	for _, u := range e.Uniques {
		fmt.Fprintf(b, "  unique %s of %s\n", u.Name, names(u.Attributes))
	}
	for _, w := range e.Workloads {
		fmt.Fprintf(b, "  workload %q %g items of %g, %g %g %g\n", w.Label, w.Items, w.Size, w.Creates, w.Updates, w.Deletes)
	}
	for _, p := range e.Pins {
		fmt.Fprintf(b, "  key %s %s | %s", p.Index, keyText(p.Partition), keyText(p.Sort))
		if when := p.When.String(); when != "" {
			fmt.Fprintf(b, " when %s", when)
		}
		b.WriteByte('\n')
	}
}

// typeText is a type with all that shapes it.
func typeText(t Type) string {
	switch t := t.(type) {
	case Int:
		return fmt.Sprintf("int(%s,%s)", pointed(t.Min), pointed(t.Max))
	case Epoch:
		return fmt.Sprintf("epoch(%d,%s,%s)", t.Precision, pointed(t.Min), pointed(t.Max))
	}
	return strings.ReplaceAll(fmt.Sprintf("%#v", t), "model.", "")
}

func pointed(n *int64) string {
	if n == nil {
		return ""
	}
	return fmt.Sprint(*n)
}

func keyText(k Key) string {
	switch k := k.(type) {
	case Template:
		return fmt.Sprintf("%q of %d", k, len(k))
	case Columns:
		return "[" + k.String() + "]"
	}
	return "none"
}
