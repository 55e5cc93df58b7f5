package model

import (
	"fmt"
	"go/token"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/model/syntax"
)

// maxNameLength is the most bytes of a name of the language.
const maxNameLength = 64

// CheckName returns what is wrong with the name of a table, an entity, an
// attribute or an access pattern, or nil.
func CheckName(name, what string, at hcl.Range) *hcl.Diagnostic {
	what = strings.ReplaceAll(what, "_", " ")
	switch {
	case isName(name) && len(name) <= maxNameLength:
		return nil
	case isName(name):
		return diag.Error("M011", at, fmt.Sprintf("%s name that is too long", what),
			fmt.Sprintf("It has %d bytes, and a name has at most %d.", len(name), maxNameLength))
	case name == "true" || name == "false" || name == "null" || name == "for":
		return diag.Error("M011", at, fmt.Sprintf("illegal %s name %s", what, syntax.Quote(name)),
			"The word means something else where a bare name may stand, so nothing could refer to it. Choose another.")
	}
	detail := "A name is a lower-case letter, then lower-case letters, digits and underscores."
	if better := nameLike(name); better != "" {
		detail += fmt.Sprintf(" Write %s.", syntax.Quote(better))
	}
	detail += " Other spellings are what stored_as, prefix, go_name and the table's name are for."
	return diag.Error("M011", at, fmt.Sprintf("illegal %s name %s", what, syntax.Quote(name)), detail)
}

// isName is [a-z][a-z0-9_]*, the whole of s.
func isName(s string) bool {
	for i := range len(s) {
		c := s[i]
		lower := 'a' <= c && c <= 'z'
		if !lower && (i == 0 || c != '_' && (c < '0' || c > '9')) {
			return false
		}
	}
	return s != "" && s != "true" && s != "false" && s != "null" && s != "for"
}

// nameLike makes a legal name of s, "" where nothing is left of it.
func nameLike(s string) string {
	var b strings.Builder
	lower := false
	for _, r := range s {
		switch {
		case 'A' <= r && r <= 'Z':
			if lower {
				b.WriteByte('_')
			}
			b.WriteRune(r - 'A' + 'a')
		case 'a' <= r && r <= 'z', '0' <= r && r <= '9' && b.Len() > 0:
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "_"):
			b.WriteByte('_')
		}
		lower = 'a' <= r && r <= 'z'
	}
	out := strings.TrimRight(b.String(), "_")
	if !isName(out) || len(out) > maxNameLength {
		return ""
	}
	return out
}

// CheckGoName returns what is wrong with an identifier that go_name or plural
// gives, or nil: it must be one that other packages can use.
func CheckGoName(name syntax.Name, argument string) *hcl.Diagnostic {
	if token.IsIdentifier(name.V) && isASCII(name.V) && token.IsExported(name.V) && len(name.V) <= maxNameLength {
		return nil
	}
	return diag.Error("M060", name.Range, fmt.Sprintf("%s is not an exported Go identifier", syntax.Quote(name.V)),
		fmt.Sprintf("The value of %s becomes a name in the generated package: an upper-case letter, then letters, digits and underscores.", argument))
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
