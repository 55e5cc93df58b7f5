package gotest

import (
	"slices"
	"strconv"
	"strings"

	"github.com/keyplan/keyplan/emit/gorepo"
	"github.com/keyplan/keyplan/model"
)

// writes prints the tests of an entity's writes.
func (p *printer) writes(x *gorepo.Entity) {
	if len(p.made.of(x.Model)) == 0 {
		return
	}
	p.changes(x)
	p.hunt(x)
	for _, u := range x.Model.Uniques {
		p.unique(x, u)
	}
	p.version(x)
	p.expiry(x)
}

// typ is the entity's struct as the tests name it.
func (p *printer) typ(x *gorepo.Entity) string { return p.pkg + "." + x.Type }

// keyOf is the key of an item in a variable.
func (p *printer) keyOf(x *gorepo.Entity, v string) string {
	return p.pkg + "." + x.KeyOf + "(" + v + ")"
}

// changeable are the fields that Update changes.
func changeable(x *gorepo.Entity) []*gorepo.Field {
	var out []*gorepo.Field
	for _, f := range x.Fields {
		if f.Set != "" {
			out = append(out, f)
		}
	}
	return out
}

// mutable are the fields that Modify may change.
func mutable(x *gorepo.Entity) []*gorepo.Field {
	return slices.DeleteFunc(slices.Clone(x.Fields), func(f *gorepo.Field) bool {
		a := f.Attribute
		return a.Immutable || a.InIdentity || a == x.Model.Version || a.OnWrite != nil || slices.Contains(x.KeyFields, f)
	})
}

// changes prints the function that lists the changes that make an item like
// another.
func (p *printer) changes(x *gorepo.Entity) {
	fields := changeable(x)
	if len(fields) == 0 {
		return
	}
	p.Comment("change" + x.Type + " lists the changes that give v the values of another item.")
	p.P("func change", x.Type, "(v, with ", p.typ(x), ") []", p.pkg, ".", x.Change, " {")
	p.P("changes := []", p.pkg, ".", x.Change, "{")
	for _, f := range fields {
		if f.Remove == "" {
			p.P(p.change(f, f.Set, "with."+f.Name), ",")
		}
	}
	p.P("}")
	for _, f := range fields {
		if f.Remove == "" {
			continue
		}
		absent, value := "with."+f.Name+" == nil", "with."+f.Name
		switch {
		case f.Type != f.Value:
			value = "*" + value
		case isZero(f.Attribute.Type):
			absent = "with." + f.Name + ".IsZero()"
		}
		p.P("if ", absent, " {")
		p.P("changes = append(changes, ", p.change(f, f.Remove, ""), ")")
		p.P("} else {")
		p.P("changes = append(changes, ", p.change(f, f.Set, value), ")")
		p.P("}")
	}
	p.P("return changes")
	p.P("}")
	p.P()
}

// isZero says that the Go type's zero value means absent and IsZero tells.
func isZero(t model.Type) bool {
	switch t.(type) {
	case model.Timestamp, model.Epoch, model.Date:
		return true
	}
	return false
}

// change is a call of one of a field's functions.
func (p *printer) change(f *gorepo.Field, fn, to string) string {
	var params []string
	if f.Old {
		params = append(params, "v."+f.Name)
	}
	if to != "" {
		params = append(params, to)
	}
	for _, c := range f.Companions {
		params = append(params, "v."+c.Name)
	}
	return p.pkg + "." + fn + "(" + strings.Join(params, ", ") + ")"
}

// hunt prints the hunt for stale keys.
func (p *printer) hunt(x *gorepo.Entity) {
	typ, repo := p.typ(x), "db."+x.Repo
	version := p.versionOf(x, "v")
	p.Comment("Test" + x.Repo + "_Keys changes items at random and then compares them, keys and all, with items written in one piece.")
	p.P("func Test", x.Repo, "_Keys(t *testing.T) {")
	p.P("t.Parallel()")
	p.P("client, changed := localtest.New(t, tableInput())")
	p.P("_, fresh := localtest.New(t, tableInput())")
	p.P("db, clean := ", p.pkg, ".New(client, changed, ", p.pkg, ".Clock(now)), ", p.pkg, ".New(client, fresh, ", p.pkg, ".Clock(now))")
	p.P("left := hunted[", typ, ", ", p.pkg, ".", x.Key, ", ", p.pkg, ".Condition, ", p.pkg, ".GetOption]{")
	p.P("made: made", x.Repo, "(),")
	p.P("key: ", p.pkg, ".", x.KeyOf, ",")
	p.P("create: ", repo, ".Create,")
	p.P("get: ", repo, ".Get,")
	p.P("remove: func(ctx context.Context, v ", typ, ") error { return ", repo, ".Delete(ctx, ", p.keyOf(x, "v"), version, ") },")
	if len(changeable(x)) > 0 {
		p.P("update: func(ctx context.Context, v, with ", typ, ", random *rand.Rand) (", typ, ", error) {")
		p.P("changes := some(random, change", x.Type, "(v, with))")
		p.P("return ", repo, ".Update(ctx, ", p.keyOf(x, "v"), version, ", changes[0], changes[1:]...)")
		p.P("},")
	}
	if fields := mutable(x); len(fields) > 0 {
		p.P("modify: ", repo, ".Modify,")
		p.P("assign: func(v *", typ, ", with ", typ, ") {")
		p.P(assign("v", fields, "with"))
		p.P("},")
	}
	if x.Model.Version == nil {
		p.P("put: ", repo, ".Put,")
		p.P("rekey: func(v *", typ, ", from ", typ, ") {")
		if len(x.KeyFields) > 0 {
			p.P(assign("v", x.KeyFields, "from"))
		}
		p.P("},")
	}
	p.P("}.hunt(t, client)")
	except := ""
	if v := x.Model.Version; v != nil {
		p.P("for i := range left { left[i].", x.Field(v).Name, " = 1 }")
		except = ", " + strconv.Quote(v.StoredAs)
	}
	p.P("create(t, clean.", x.Repo, ".Create, left)")
	p.P("sameKeys(t, client, changed, fresh, tableInput()", except, ")")
	p.P("}")
	p.P()
}

// assign gives the fields of one variable those of another.
func assign(to string, fields []*gorepo.Field, from string) string {
	var left, right []string
	for _, f := range fields {
		left, right = append(left, to+"."+f.Name), append(right, from+"."+f.Name)
	}
	return strings.Join(left, ", ") + " = " + strings.Join(right, ", ")
}

// unique prints the test of a unique constraint.
func (p *printer) unique(x *gorepo.Entity, u *model.Unique) {
	rows := p.made.of(x.Model)
	var fields []*gorepo.Field
	for _, a := range u.Attributes {
		for _, s := range sources(a) {
			if f := x.Field(s); f != nil && !slices.Contains(fields, f) {
				fields = append(fields, f)
			}
		}
	}
	var holders []*row
	for _, r := range rows {
		if !slices.ContainsFunc(u.Attributes, func(a *model.Attribute) bool {
			_, ok, err := r.Values.Value(a)
			return !ok || err != nil
		}) {
			holders = append(holders, r)
		}
	}
	inKey := slices.ContainsFunc(fields, func(f *gorepo.Field) bool { return slices.Contains(x.KeyFields, f) })
	if len(holders) < 2 || inKey {
		return
	}
	name := x.Repo + "_Unique" + strings.ToUpper(u.Name[:1]) + u.Name[1:]
	repo := "db." + x.Repo
	p.Comment("Test" + name + " checks that two items cannot have the same " + u.Name + ", that it moves with the item and ends with it.")
	p.P("func Test", name, "(t *testing.T) {")
	p.P("t.Parallel()")
	p.P("db, _ := loaded(t)")
	p.P("holder, second := ", p.row(holders[0]), ", ", p.row(holders[1]))
	p.P("other := second")
	p.P(assign("other", fields, "holder"))
	p.P("deleted(t, ", repo, ".Delete(t.Context(), ", p.keyOf(x, "second"), p.versionOf(x, "second"), "))")
	p.P("taken[", p.typ(x), "](t, ", strconv.Quote(u.Name), ")(", repo, ".Create(t.Context(), other))")
	p.P("deleted(t, ", repo, ".Delete(t.Context(), ", p.keyOf(x, "holder"), p.versionOf(x, "holder"), "))")
	p.P("create(t, ", repo, ".Create, []", p.typ(x), "{other})")
	p.P("taken[", p.typ(x), "](t, ", strconv.Quote(u.Name), ")(", repo, ".Create(t.Context(), holder))")
	movable := !slices.ContainsFunc(fields, func(f *gorepo.Field) bool { return !slices.Contains(mutable(x), f) })
	if movable {
		p.P("_, err := ", repo, ".Modify(t.Context(), ", p.keyOf(x, "other"), ", func(v *", p.typ(x), ") error {")
		p.P(assign("v", fields, "second"))
		p.P("return nil")
		p.P("})")
		p.P("if err != nil { t.Fatal(err) }")
		p.P("create(t, ", repo, ".Create, []", p.typ(x), "{holder})")
	}
	p.P("}")
	p.P()
}

// versionOf is the version that Delete takes.
func (p *printer) versionOf(x *gorepo.Entity, v string) string {
	if x.Model.Version == nil {
		return ""
	}
	return ", " + v + "." + x.Field(x.Model.Version).Name
}

// version prints the test of optimistic locking.
func (p *printer) version(x *gorepo.Entity) {
	if x.Model.Version == nil || len(changeable(x)) == 0 {
		return
	}
	field := x.Field(x.Model.Version).Name
	p.Comment("Test" + x.Repo + "_Version checks that every write raises the version, and that none goes by an old one.")
	p.P("func Test", x.Repo, "_Version(t *testing.T) {")
	p.P("t.Parallel()")
	p.P("db, _ := loaded(t)")
	p.P("v := ", p.row(p.made.of(x.Model)[0]))
	p.P("changes := change", x.Type, "(v, v)")
	p.P("for _, want := range []int64{2, 3} {")
	p.P("got, err := db.", x.Repo, ".Update(t.Context(), ", p.keyOf(x, "v"), ", want-1, changes[0])")
	p.P("if err != nil || got.", field, " != want { t.Fatalf(\"version %d, %v, want %d\", got.", field, ", err, want) }")
	p.P("}")
	p.P("_, err := db.", x.Repo, ".Update(t.Context(), ", p.keyOf(x, "v"), ", 2, changes[0])")
	p.P("if !errors.Is(err, ", p.pkg, ".ErrConflict) { t.Errorf(\"a write by an old version: %v\", err) }")
	p.P("err = db.", x.Repo, ".Delete(t.Context(), ", p.keyOf(x, "v"), ", 2)")
	p.P("if !errors.Is(err, ", p.pkg, ".ErrConflict) { t.Errorf(\"a delete by an old version: %v\", err) }")
	p.P("}")
	p.P()
}

// expiry prints the test of a time to live.
func (p *printer) expiry(x *gorepo.Entity) {
	ttl := x.Model.TTL
	if ttl == nil || ttl.ReturnExpired {
		return
	}
	i := slices.IndexFunc(p.made.of(x.Model), func(r *row) bool { _, ok := r.Values[ttl.Attribute.Name]; return ok })
	if i < 0 {
		return
	}
	field := x.Field(ttl.Attribute).Name
	p.Comment("Test" + x.Repo + "_Expiry checks that an item is absent once its time has passed, deleted yet or not.")
	p.P("func Test", x.Repo, "_Expiry(t *testing.T) {")
	p.P("t.Parallel()")
	p.P("client, name := localtest.New(t, tableInput())")
	p.P("clock := now()")
	p.P("db := ", p.pkg, ".New(client, name, ", p.pkg, ".Clock(func() time.Time { return clock }))")
	p.P("v := ", p.row(p.made.of(x.Model)[i]))
	p.P("create(t, db.", x.Repo, ".Create, []", p.typ(x), "{v})")
	p.P("clock = v.", field, ".Add(-time.Minute)")
	p.P("if got, err := db.", x.Repo, ".Get(t.Context(), ", p.keyOf(x, "v"), "); err != nil { t.Errorf(\"before its time: %s, %v\", show(got), err) }")
	p.P("clock = v.", field, ".Add(time.Minute)")
	p.P("if got, err := db.", x.Repo, ".Get(t.Context(), ", p.keyOf(x, "v"), "); !errors.Is(err, ", p.pkg, ".ErrNotFound) { t.Errorf(\"after its time: %s, %v\", show(got), err) }")
	p.P("v.", field, " = v.", field, ".Add(time.Hour)")
	if keeps := slices.ContainsFunc(x.Fields, func(f *gorepo.Field) bool { return f.Attribute.OnWrite != nil }); keeps {
		for _, f := range x.Fields {
			if f.Attribute.OnWrite != nil {
				p.P("v.", f.Name, " = clock")
			}
		}
	}
	p.P("create(t, db.", x.Repo, ".Create, []", p.typ(x), "{v})")
	p.P("}")
	p.P()
}
