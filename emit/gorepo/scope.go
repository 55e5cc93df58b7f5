package gorepo

import (
	"fmt"
	"go/token"
	"go/types"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/keyplan/keyplan/model/diag"
)

// place is what a name of the generated package stands for, and where the
// model can give it another.
type place struct {
	what string
	rng  hcl.Range
}

// scope is the names of one namespace: the package, a struct's fields and
// methods, a repository's methods.
type scope struct {
	of    string
	taken map[string]place
}

func newScope(of string) *scope { return &scope{of: of, taken: map[string]place{}} }

// claim takes name for p. It is refused where another has it.
func (s *scope) claim(name string, p place) *hcl.Diagnostic {
	old, clash := s.taken[name]
	if !clash {
		s.taken[name] = p
		return nil
	}
	summary := fmt.Sprintf("%s and %s have one name in Go", p.what, old.what)
	detail := fmt.Sprintf("Both would be %s in %s. Give one of them another name with go_name", name, s.of)
	if strings.HasPrefix(p.what, "entity") || strings.HasPrefix(old.what, "entity") {
		detail += " (for an entity's repository, with plural)"
	}
	if old.rng == (hcl.Range{}) {
		summary = fmt.Sprintf("%s has the Go name of %s", p.what, old.what)
		detail = fmt.Sprintf("%s is taken in %s. Set go_name to another one.", name, s.of)
		return diag.Error("E010", p.rng, summary, detail)
	}
	return diag.Error("E010", p.rng, summary, detail+".", diag.At(old.what+" is declared here", old.rng))
}

// has says whether name is taken.
func (s *scope) has(name string) bool {
	_, ok := s.taken[name]
	return ok
}

// private takes an unexported name for the package's own use: base, or base
// with a number where that is taken.
func (s *scope) private(base string) string {
	name := base
	for i := 2; s.has(name) || reserved(name); i++ {
		name = fmt.Sprintf("%s%d", base, i)
	}
	s.taken[name] = place{what: "a function of the package"}
	return name
}

// reserved says whether a variable cannot or should not have that name.
func reserved(name string) bool {
	return token.IsKeyword(name) || types.Universe.Lookup(name) != nil || name == "init" || name == "main" || name == "_"
}

// locals are the names that bodies use, and those of imported packages: no
// parameter hides them.
var locals = strings.Fields(`
	ctx o r t k v w q u c d f p m n item items page err first more change
	conditions options from to
	context errors iter math slices strconv time expression types`)

// packageScope is the package before any model: what support declares.
func packageScope() *scope {
	s := newScope("the package")
	for _, name := range append(runtimeNames(), "Table", "New") {
		s.taken[name] = place{what: "a part of every generated package"}
	}
	return s
}
