package model

import (
	"fmt"
	"strings"
	"time"

	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/model/syntax"
)

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

// timeToLive checks that the table has one TTL attribute, and that nothing else
// is stored under its name: DynamoDB would delete such items.
func (b *builder) timeToLive() {
	var first *Entity
	for _, e := range b.m.Entities {
		if e.TTL == nil {
			continue
		}
		if first == nil {
			first = e
			continue
		}
		if a := e.TTL.Attribute; a.StoredAs != first.TTL.Attribute.StoredAs {
			b.add(diag.Error("M056", e.TTL.Range, fmt.Sprintf("%s expires by another attribute than %s", e.Name, first.Name),
				fmt.Sprintf("A table has one TTL attribute. Write stored_as = %s on %s.", syntax.Quote(first.TTL.Attribute.StoredAs), a.Name),
				diag.At(fmt.Sprintf("%s expires by %s", first.Name, syntax.Quote(first.TTL.Attribute.StoredAs)), first.TTL.Range)))
		}
	}
	if first == nil {
		return
	}
	stored := first.TTL.Attribute.StoredAs
	for _, e := range b.m.Entities {
		a := e.Stored(stored)
		if a == nil || e.TTL != nil && e.TTL.Attribute == a {
			continue
		}
		b.add(diag.Error("M056", a.StoredAsRange, fmt.Sprintf("%s of %s is stored under the name of the TTL attribute", a.Name, e.Name),
			fmt.Sprintf("DynamoDB would delete items by it. Write stored_as = %s here, or add ttl { attribute = %s }.", syntax.Quote(freeName(b.m.Table, e, a)), a.Name),
			diag.At(fmt.Sprintf("%s expires by %s", first.Name, syntax.Quote(stored)), first.TTL.Range)))
	}
}
