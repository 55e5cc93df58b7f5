package gorepo

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/keyplan/keyplan/emit/internal/gosrc"
)

// durationExpr is a duration as people write it.
func durationExpr(d time.Duration) string {
	for _, u := range []struct {
		unit time.Duration
		name string
	}{{time.Hour, "time.Hour"}, {time.Minute, "time.Minute"}, {time.Second, "time.Second"}} {
		if d%u.unit == 0 {
			return fmt.Sprintf("%d*%s", d/u.unit, u.name)
		}
	}
	return fmt.Sprintf("%d", int64(d))
}

// printGet prints Get, which reads by the table key.
func printGet(f *gosrc.File, v *View, x *Entity) {
	doc := "Get returns the " + words(x.Model.Name) + " of key k, or ErrNotFound."
	pattern, options, note := x.Repo+".Get", "options", ""
	for _, p := range v.Patterns {
		if p != nil && p.Shape == Get && p.Entity == x {
			pattern = p.Access.Name
			doc += "\n\nPattern " + pattern + ": "
			if p.Access.Consistent {
				options, note = "append([]GetOption{ConsistentRead()}, options...)", ", consistent"
			}
		}
	}
	if pattern == x.Repo+".Get" {
		doc += "\n\n"
	}
	k := v.Layout.Table.Key(x.Model)
	doc += "GetItem on the table,\n\n\t" + v.Layout.Table.Partition[0].Name + " = " + keyProse(k.Partition)
	if len(v.Layout.Table.Sort) > 0 {
		doc += ", " + v.Layout.Table.Sort[0].Name + " = " + keyProse(k.Sort)
	}
	f.Comment(doc + note)
	f.P("func (r ", x.Repo, ") Get(ctx context.Context, k ", x.Key, ", options ...GetOption) (", x.Type, ", error) {")
	f.P("return r.e.get(ctx, ", strconv.Quote(pattern), ", k.primary(), ", options, ")")
	f.P("}")
	f.P()
}

// printWrites prints the writes of every entity.
func printWrites(f *gosrc.File, x *Entity, one string) {
	const conditions = "conditions ...Condition"
	uniques := uniqueErrors(x)
	first := ""
	if x.Model.Version != nil {
		first = " with " + x.Model.Version.Name + " 1"
	}
	f.Comment("Create stores o" + first + " and returns it as stored: ErrExists" + uniques + ".")
	f.P("func (r ", x.Repo, ") Create(ctx context.Context, o ", x.Type, ", ", conditions, ") (", x.Type, ", error) {")
	f.P("return r.e.create(ctx, o, conditions)")
	f.P("}")
	f.P()
	version, pass, must := "", "0", ""
	if x.Model.Version != nil {
		version, pass, must = x.version+" int64, ", x.version, ", which must have that "+x.Model.Version.Name
	} else {
		f.Comment("Put stores o in place of what is there and returns it as stored" + strings.Replace(uniques, ",", ":", 1) + ".")
		f.P("func (r ", x.Repo, ") Put(ctx context.Context, o ", x.Type, ", ", conditions, ") (", x.Type, ", error) {")
		f.P("return r.e.put(ctx, o, conditions)")
		f.P("}")
		f.P()
	}
	printUpdate(f, x, version, pass, must)
	f.Comment("Modify reads the " + one + " of key k, lets change work on it, and writes what that changed; when another write came between, again.")
	f.P("func (r ", x.Repo, ") Modify(ctx context.Context, k ", x.Key, ", change func(*", x.Type, ") error, ", conditions, ") (", x.Type, ", error) {")
	f.P("return r.e.modify(ctx, k.primary(), change, conditions)")
	f.P("}")
	f.P()
	if must != "" {
		must += ": ErrConflict"
	}
	f.Comment("Delete removes the " + one + " of key k" + must + ". An absent one is no error.")
	f.P("func (r ", x.Repo, ") Delete(ctx context.Context, k ", x.Key, ", ", version, conditions, ") error {")
	f.P("return r.e.delete(ctx, k.primary(), ", pass, ", conditions)")
	f.P("}")
	f.P()
}

func uniqueErrors(x *Entity) string {
	if len(x.Model.Uniques) == 0 {
		return ""
	}
	var names []string
	for _, u := range x.Model.Uniques {
		names = append(names, u.Name)
	}
	return ", *ErrUnique (" + strings.Join(names, ", ") + ")"
}

// declared is a parameter.
type declared struct {
	name string
	typ  Type
}

// declare is a parameter list, neighbours of one type under one.
func declare(params []declared) string {
	var out []string
	for i, p := range params {
		s := p.name
		if i+1 == len(params) || params[i+1].typ != p.typ {
			s += " " + p.typ.String()
		}
		out = append(out, s)
	}
	return strings.Join(out, ", ")
}

// changes are the fields that can be changed one by one.
func (x *Entity) changes() []*Field {
	var out []*Field
	for _, fd := range x.Fields {
		if fd.Set != "" {
			out = append(out, fd)
		}
	}
	return out
}

// printUpdate prints Update; nothing where no attribute can be changed.
func printUpdate(f *gosrc.File, x *Entity, version, pass, must string) {
	if len(x.changes()) == 0 {
		return
	}
	f.Comment("Update changes the " + words(x.Model.Name) + " of key k" + must + ", and returns it as it then is: ErrNotFound, ErrConflict" + uniqueErrors(x) + ".")
	f.P("func (r ", x.Repo, ") Update(ctx context.Context, k ", x.Key, ", ", version, "first ", x.Change, ", more ...", x.Change, ") (", x.Type, ", error) {")
	f.P("var u update[", x.Type, "]")
	f.P("for _, c := range append([]", x.Change, "{first}, more...) {")
	f.P("c.", x.change, "(&u)")
	f.P("}")
	f.P("return r.e.update(ctx, k.primary(), ", x.Type, "{", copyFields(x.KeyFields, "k"), "}, ", pass, ", &u)")
	f.P("}")
	f.P()
}

// printChanges prints the changes that Update takes.
func printChanges(f *gosrc.File, x *Entity) {
	if len(x.changes()) == 0 {
		return
	}
	f.Comment(x.Change + " is a change for " + x.Repo + ".Update, or a condition on it (If).")
	f.P("type ", x.Change, " interface{ ", x.change, "(*update[", x.Type, "]) }")
	f.P()
	f.P("type ", x.change, " func(*update[", x.Type, "])")
	f.P()
	f.P("func (f ", x.change, ") ", x.change, "(u *update[", x.Type, "]) { f(u) }")
	f.P()
	f.P("func (c Condition) ", x.change, "(u *update[", x.Type, "]) { u.when(c) }")
	f.P()
	for _, fd := range x.changes() {
		printChange(f, x, fd, true)
		if fd.Remove != "" {
			printChange(f, x, fd, false)
		}
	}
}

// printChange prints the function that sets or removes one attribute.
func printChange(f *gosrc.File, x *Entity, fd *Field, set bool) {
	name, verb, to := fd.Set, " changes ", fd.names[1]
	switch {
	case !set:
		name, verb, to = fd.Remove, " removes ", "nil"
		if fd.Value.text == "time.Time" || fd.Value.text == own+"Date" {
			to = fd.Value.String() + "{}"
		}
	case fd.Type != fd.Value:
		to = "&" + to
	}
	var params []declared
	if fd.Old {
		params = append(params, declared{fd.names[0], fd.Type})
	}
	if set {
		params = append(params, declared{fd.names[1], fd.Value})
	}
	for i, c := range fd.Companions {
		params = append(params, declared{fd.names[2+i], c.Type})
	}
	f.Comment(name + verb + fd.Attribute.Name + "." + companionNote(x, fd))
	var stmts []string
	assign := func(method string, fd *Field, to string) {
		stmts = append(stmts, fmt.Sprintf("u.%s(%q, func(o *%s) { o.%s = %s })", method, fd.Attribute.StoredAs, x.Type, fd.Name, to))
	}
	assign("set", fd, to)
	if fd.Old {
		assign("from", fd, fd.names[0])
	}
	for i, c := range fd.Companions {
		assign("keep", c, fd.names[2+i])
	}
	body := " " + stmts[0] + " "
	if len(stmts) > 1 {
		body = "\n" + strings.Join(stmts, "\n") + "\n"
	}
	f.P("func ", name, "(", declare(params), ") ", x.Change, " {")
	f.P("return ", x.change, "(func(u *update[", x.Type, "]) {", body, "})")
	f.P("}")
	f.P()
}

// companionNote says what the parameters beside the new value are.
func companionNote(x *Entity, fd *Field) string {
	var names []string
	if fd.Old {
		names = append(names, fd.names[0])
	}
	names = append(names, fd.names[2:]...)
	if len(names) == 0 {
		return ""
	}
	verb := " is"
	if len(names) > 1 {
		verb = " are"
	}
	return " " + strings.Join(names, ", ") + verb + " what the " + words(x.Model.Name) + " has, which keys are made of: ErrConflict when it is not so."
}
