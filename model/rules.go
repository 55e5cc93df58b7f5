package model

import (
	"fmt"
	"strings"
	"time"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/model/syntax"
)

// defaults reads on_create and on_write.
func (b *builder) defaults(s *attributeSpec) {
	a := s.attribute
	if s.r.Arg("derive") != nil {
		return
	}
	if expr := s.r.Arg("on_create"); expr != nil {
		a.OnCreate = b.onCreate(a, expr)
	}
	expr := s.r.Arg("on_write")
	if expr == nil {
		return
	}
	switch {
	case hcl.ExprAsKeyword(expr) != "now":
		b.add(diag.Error("M040", expr.Range(), "on_write sets nothing but the time", "Write on_write = now."))
	case !isTime(a.Type) && !isUnknown(a.Type):
		b.add(b.timeless(a, expr.Range()))
	case a.Immutable:
		b.add(diag.Error("M040", expr.Range(), fmt.Sprintf("on_write on %s, which is immutable", a.Name),
			"Every write would change it. Write on_create = now, or make the attribute mutable.",
			diag.At(a.Name+" is declared here", a.NameRange)))
	default:
		a.OnWrite = Now{}
	}
}

func isUnknown(t Type) bool { _, ok := t.(Unknown); return ok }

func (b *builder) timeless(a *Attribute, at hcl.Range) *hcl.Diagnostic {
	return diag.Error("M040", at, fmt.Sprintf("now is not a value of %s", a.Name), "It is a time: for attributes of type timestamp and epoch.",
		diag.At(fmt.Sprintf("%s is %s", a.Name, Describe(a.Type)), a.Root().TypeRange))
}

func (b *builder) onCreate(a *Attribute, expr hclsyntax.Expression) Default {
	word := hcl.ExprAsKeyword(expr)
	switch word {
	case "now":
		if !isTime(a.Type) && !isUnknown(a.Type) {
			b.add(b.timeless(a, expr.Range()))
			return nil
		}
		return Now{}
	case "ulid", "ksuid", "uuid":
		t, _ := simpleType(word)
		if !Equal(a.Type, t) && !isString(a.Type) && !isUnknown(a.Type) {
			b.add(diag.Error("M040", expr.Range(), fmt.Sprintf("%s is not a value of %s", word, a.Name),
				fmt.Sprintf("It is for attributes of type %s and string.", word), diag.At(fmt.Sprintf("%s is %s", a.Name, Describe(a.Type)), a.Root().TypeRange)))
			return nil
		}
		return NewID{Kind: word}
	case "", "true", "false":
		v, ok := constant(a, expr, &b.diags)
		if !ok {
			return nil
		}
		return Const{Value: v}
	}
	detail := "It is now, ulid, ksuid, uuid, or a constant; text stands in quotes."
	if meant := syntax.Suggest(word, []string{"now", "ulid", "ksuid", "uuid"}); meant != "" {
		detail = fmt.Sprintf("Did you mean %s? ", syntax.Quote(meant)) + detail
	}
	b.add(diag.Error("M040", expr.Range(), fmt.Sprintf("on_create cannot be %s", syntax.Quote(word)), detail))
	return nil
}

// checkIdentity applies the rules for identity attributes.
func (b *builder) checkIdentity(s *entitySpec) {
	for i, a := range s.entity.Attributes {
		if !a.InIdentity {
			continue
		}
		spec := s.attributes[i]
		identity := diag.At("the identity is here", s.entity.IdentityRange)
		if spec.optional.Set && spec.optional.V {
			b.add(diag.Error("M051", spec.optional.Range, fmt.Sprintf("%s is optional and stands in the identity", a.Name),
				"Every item needs its whole identity. Drop optional, or take the attribute out of the identity.", identity))
		}
		if spec.immutable.Set && !spec.immutable.V {
			b.add(diag.Error("M051", spec.immutable.Range, fmt.Sprintf("%s is mutable and stands in the identity", a.Name),
				"An item cannot be given another identity. Drop immutable, or take the attribute out of the identity.", identity))
		}
		b.derivedIdentity(a, identity)
		if !KeyAllowed(a.Type) && !b.nativeInTable(a, s) {
			b.add(diag.Error("M052", a.TypeRange, fmt.Sprintf("%s is %s and stands in the identity", a.Name, Describe(a.Type)),
				"A value of this type has no key text. Identify the items by another attribute.", identity))
		}
	}
}

// nativeInTable says whether the entity pins the table's key to the attribute
// itself, in its own type.
func (b *builder) nativeInTable(a *Attribute, s *entitySpec) bool {
	for _, block := range s.r.Blocks("key") {
		if len(block.Labels) == 0 || block.Labels[0] != "table" {
			continue
		}
		for _, side := range block.Body.Attributes {
			if hcl.ExprAsKeyword(side.Expr) == a.Name {
				return ColumnType(a.Type) != ""
			}
		}
	}
	return false
}

func (b *builder) derivedIdentity(a *Attribute, identity diag.Related) {
	if a.Derive == nil {
		return
	}
	if _, joined := a.Derive.(Joined); joined {
		b.add(diag.Error("M053", a.TypeRange, fmt.Sprintf("%s is a template and stands in the identity", a.Name),
			"Different values can give a template the same text, so it does not tell items apart. Put its sources into the identity.", identity))
		return
	}
	for _, source := range a.Derive.Sources() {
		if source.Optional || !source.Immutable {
			b.add(diag.Error("M051", a.TypeRange, fmt.Sprintf("%s stands in the identity and its source may change or be absent", a.Name),
				fmt.Sprintf("Write immutable = true on %s, and no optional, or take %s out of the identity.", source.Name, a.Name),
				identity, diag.At(source.Name+" is declared here", source.NameRange)))
		}
	}
}

// version resolves the attribute of optimistic locking.
func (b *builder) version(s *entitySpec) {
	e := s.entity
	name := s.r.Name("version")
	e.VersionRange = name.Range
	if !name.Set {
		return
	}
	a := b.attributeNamed(e, name)
	if a == nil {
		return
	}
	t, isInt := a.Type.(Int)
	declared := diag.At(a.Name+" is declared here", a.NameRange)
	switch {
	case isUnknown(a.Type):
	case !isInt || a.Derive != nil || a.References != nil || t.Min != nil || t.Max != nil:
		b.add(diag.Error("M054", name.Range, fmt.Sprintf("%s cannot be the version", a.Name),
			"Every write adds 1 to the version, so it is an int of its own, without bounds.", declared))
	case a.Optional || a.Immutable || a.OnCreate != nil:
		b.add(diag.Error("M054", name.Range, fmt.Sprintf("%s cannot be the version", a.Name),
			"Every write adds 1 to the version: it is required, not immutable, not in the identity, and has no on_create.", declared))
	default:
		e.Version = a
	}
}

func ttlShape() syntax.Shape {
	return syntax.Shape{What: "a ttl block", Args: []string{"attribute", "after", "jitter", "expired"}}
}

func (b *builder) ttl(s *entitySpec) {
	block := s.r.Single("ttl")
	if block == nil {
		return
	}
	syntax.NoLabels(block, &b.diags)
	r := b.read(block, ttlShape())
	t := &TTL{Range: r.Header()}
	after, hasAfter := b.after(r)
	t.After = after
	t.JitterPercent = b.jitter(r, hasAfter)
	t.ReturnExpired = r.Keyword("expired", "hidden", "returned").V == "returned"
	name := r.Name("attribute")
	if r.Arg("attribute") == nil {
		r.Missing("attribute", "Name the attribute that holds when the item expires: attribute = expires_at, with type = epoch.")
	}
	if !name.Set {
		return
	}
	a := b.attributeNamed(s.entity, name)
	if a == nil {
		return
	}
	epoch, isEpoch := a.Type.(Epoch)
	declared := diag.At(a.Name+" is declared here", a.NameRange)
	switch {
	case isUnknown(a.Type):
		return
	case !isEpoch || epoch.Precision != Second:
		b.add(diag.Error("M055", name.Range, fmt.Sprintf("%s cannot be a time to live", a.Name),
			"DynamoDB reads it as a number of seconds since 1970: an attribute with type = epoch and no other precision.", declared))
		return
	case a.InIdentity:
		b.add(diag.Error("M055", name.Range, fmt.Sprintf("%s stands in the identity and cannot be a time to live", a.Name),
			"The identity never changes, and a time to live is there to be set. Add an attribute for it.", declared))
		return
	case hasAfter && a.OnCreate != nil:
		b.add(diag.Error("M055", name.Range, fmt.Sprintf("%s has both on_create and after", a.Name),
			"Both set it when the caller leaves it out. Keep one.", declared))
	}
	t.Attribute = a
	s.entity.TTL = t
}

func (b *builder) after(r *syntax.Reader) (time.Duration, bool) {
	v := r.Text("after")
	if !v.Set {
		return 0, false
	}
	d, err := time.ParseDuration(v.V)
	if err != nil || d < time.Second || d%time.Second != 0 {
		b.add(diag.Error("M055", v.Range, fmt.Sprintf("illegal duration %s", syntax.Quote(v.V)),
			`Write a number of whole seconds, as hours, minutes and seconds: "720h", "90m", "1h30m".`))
		return 0, false
	}
	return d, true
}

func (b *builder) jitter(r *syntax.Reader, hasAfter bool) int {
	v := r.Text("jitter")
	if !v.Set {
		return 0
	}
	percent := 0
	digits, ok := strings.CutSuffix(v.V, "%")
	_, err := fmt.Sscanf(digits, "%d", &percent)
	if !ok || err != nil || percent < 0 || percent > 100 || fmt.Sprint(percent) != digits {
		b.add(diag.Error("M055", v.Range, fmt.Sprintf("illegal jitter %s", syntax.Quote(v.V)), `Write a whole percentage from "0%" to "100%".`))
		return 0
	}
	if !hasAfter && r.Arg("after") == nil {
		b.add(diag.Error("M055", v.Range, "jitter without after", "Jitter spreads the time that after sets. Add after, or drop jitter."))
	}
	return percent
}

func uniqueShape() syntax.Shape {
	return syntax.Shape{What: "a unique block", Args: []string{"attributes"}}
}

func (b *builder) uniques(s *entitySpec) {
	for _, block := range s.r.Blocks("unique") {
		r := b.read(block, uniqueShape())
		label := b.name(block)
		u := &Unique{Name: label.V, Range: r.Header()}
		names := r.Names("attributes")
		if r.Arg("attributes") == nil {
			r.Missing("attributes", "Name the attributes whose values no two items share: attributes = [email].")
		}
		for _, first := range s.entity.Uniques {
			if label.V != "" && first.Name == label.V {
				b.add(declaredTwice("unique", label.V, label.Range, first.Range))
			}
		}
		b.uniqueAttributes(u, s.entity, names)
		s.entity.Uniques = append(s.entity.Uniques, u)
	}
}

func (b *builder) uniqueAttributes(u *Unique, e *Entity, names syntax.Names) {
	identity := 0
	for _, name := range names.V {
		a := b.attributeNamed(e, name)
		switch {
		case a == nil:
			continue
		case contains(u.Attributes, a):
			b.add(diag.Error("M010", name.Range, fmt.Sprintf("%s is named twice", a.Name), "Drop one of the two."))
			continue
		case !KeyAllowed(a.Type):
			b.add(diag.Error("M052", name.Range, fmt.Sprintf("%s is %s and cannot be unique", a.Name, Describe(a.Type)),
				"Uniqueness is kept by an item whose key holds the value, and a value of this type has no key text.",
				diag.At(a.Name+" is declared here", a.NameRange)))
		case a.InIdentity:
			identity++
		}
		u.Attributes = append(u.Attributes, a)
	}
	switch {
	case names.Set && len(names.V) == 0:
		b.add(diag.Error("M058", names.Range, "a unique of no attributes", "Name the attributes whose values no two items share."))
	case len(u.Attributes) > 0 && len(e.Identity) > 0 && identity == len(e.Identity):
		b.add(diag.Error("M058", names.Range, "a unique that holds the whole identity",
			"No two items share an identity, so this is always so. Drop the block, or an attribute of it.", diag.At("the identity is here", e.IdentityRange)))
	}
}
