package lock

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"

	"github.com/keyplan/keyplan/model"
)

const header = `# What is stored in the table, as keyplan last accepted it. Commit this file and
# do not edit it: a stored key cannot be renamed. To plan anew, on purpose:
# keyplan plan -replan

`

// Bytes is the file's text: the same for equal files, byte for byte.
func (f *File) Bytes() []byte {
	body := f.body()
	var w writer
	w.line("lock {")
	w.line("format = %d", Format)
	w.line("sum = %q", sum(body))
	w.line("}")
	return append([]byte(header), hclwrite.Format([]byte(w.String()+body))...)
}

// sum tells a file that was edited from one that was written: a changed literal
// reads as well as the one that is stored.
func sum(body string) string {
	h := sha256.Sum256([]byte(body))
	return hex.EncodeToString(h[:8])
}

func (f *File) body() string {
	var w writer
	w.table(f.Table)
	for _, x := range f.Indexes {
		w.index(x)
	}
	for _, e := range f.Entities {
		w.entity(e)
	}
	return w.String()
}

// writer writes lines of HCL, which are laid out at the end.
type writer struct{ strings.Builder }

func (w *writer) line(format string, args ...any) { fmt.Fprintf(w, format+"\n", args...) }

// text writes an argument that is text, where there is any.
func (w *writer) text(name, value string) {
	if value != "" {
		w.line("%s = %s", name, quote(value))
	}
}

func quote(s string) string {
	return string(hclwrite.TokensForValue(cty.StringVal(s)).Bytes())
}

func (w *writer) table(t Table) {
	w.line("\ntable %s {", quote(t.Label))
	w.text("partition", t.Partition)
	w.text("sort", t.Sort)
	w.text("delimiter", t.Delimiter)
	w.text("entity_attribute", t.EntityAttribute)
	w.text("ttl", t.TTL)
	w.line("}")
}

func (w *writer) index(x Index) {
	w.line("\nindex %s {", quote(x.Name))
	w.line("owner = %s", x.Owner)
	w.text("partition", x.Partition)
	w.text("sort", x.Sort)
	switch x.Projection.Kind {
	case model.ProjectAll:
		w.line("projection = all")
	case model.ProjectKeysOnly:
		w.line("projection = keys_only")
	case model.ProjectInclude:
		w.line("projection = include(%s)", strings.Join(quoted(x.Projection.Include), ", "))
	}
	w.line("}")
}

func quoted(list []string) []string {
	var out []string
	for _, s := range list {
		out = append(out, quote(s))
	}
	return out
}

func (w *writer) entity(e Entity) {
	w.line("\nentity %s {", quote(e.Name))
	w.text("value", e.Value)
	w.text("prefix", e.Prefix)
	w.line("")
	for _, a := range e.Attributes {
		w.attribute(a)
	}
	for _, k := range e.Keys {
		w.line("\nkey %s {", quote(k.Index))
		w.template("partition", k.Partition)
		w.template("sort", k.Sort)
		if k.When != "" {
			w.line("when = %s", k.When)
		}
		w.text("note", k.Note)
		w.line("}")
	}
	for _, u := range e.Uniques {
		w.line("\nunique %s {", quote(u.Name))
		w.template("partition", u.Partition)
		w.template("sort", u.Sort)
		w.line("}")
	}
	w.line("}")
}

// attribute takes one line where the type is all there is to say.
func (w *writer) attribute(a Attribute) {
	var rest writer
	if a.StoredAs != a.Name {
		rest.text("stored_as", a.StoredAs)
	}
	rest.text("prefix", a.Prefix)
	if len(a.Ranks) > 0 {
		rest.line("ranks = [%s]", strings.Join(quoted(a.Ranks), ", "))
	}
	rest.text("derive", a.Derive)
	if rest.Len() == 0 {
		w.line("attribute %s { type = %s }", quote(a.Name), quote(a.Type))
		return
	}
	w.line("attribute %s {\ntype = %s\n%s}", quote(a.Name), quote(a.Type), rest.String())
}

func (w *writer) template(name string, t Template) {
	if t == nil {
		return
	}
	var b strings.Builder
	for i, s := range t {
		if s.Attribute != "" {
			b.WriteString(s.String())
			continue
		}
		lit, dollars := strings.TrimRight(s.Literal, "$"), ""
		if n := len(lit); n < len(s.Literal) && i < len(t)-1 { // "$${" would be no part
			dollars = `${"` + s.Literal[n:] + `"}`
		} else {
			lit = s.Literal
		}
		text := quote(lit)
		b.WriteString(text[1:len(text)-1] + dollars)
	}
	w.line("%s = \"%s\"", name, b.String())
}
