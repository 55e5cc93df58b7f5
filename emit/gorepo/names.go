package gorepo

import (
	"go/token"
	"slices"
	"strings"
	"unicode"
)

// initialisms are the words that Go writes in one case.
var initialisms = strings.Fields(`
	ACL API ASCII CPU CSS DNS EOF GSI GUID HTML HTTP HTTPS ID IP JSON KSUID LSI
	QPS RAM RPC SHA SKU SLA SMTP SQL SSH TCP TLS TTL UDP UI UID ULID URI URL UTC
	UTF UUID VM XML`)

// exported is a name of the model as an exported Go identifier: "customer_id"
// is "CustomerID".
func exported(name string) string {
	var b strings.Builder
	for _, w := range strings.Split(name, "_") {
		b.WriteString(word(w))
	}
	return b.String()
}

// unexported is a name of the model as the name of a variable: "customer_id"
// is "customerID", "id" is "id".
func unexported(name string) string {
	name = strings.TrimLeft(name, "_")
	first, rest, _ := strings.Cut(name, "_")
	return first + exported(rest)
}

// word is one word with a capital; "ids" is "IDs", "gsi1" is "GSI1".
func word(w string) string {
	if w == "" {
		return ""
	}
	upper := strings.ToUpper(w)
	if slices.Contains(initialisms, strings.TrimRight(upper, "0123456789")) {
		return upper
	}
	if s, ok := strings.CutSuffix(upper, "S"); ok && slices.Contains(initialisms, s) {
		return s + "s"
	}
	return upper[:1] + w[1:]
}

// lowerFirst is an exported identifier as an unexported one: "OrderKey" is
// "orderKey", "IDCard" is "idCard", "URLs" is "urls".
func lowerFirst(ident string) string {
	n := 0
	for n < len(ident) && 'A' <= ident[n] && ident[n] <= 'Z' {
		n++
	}
	if n > 1 && n < len(ident) && ident[n:] != "s" {
		n-- // the last capital begins the next word
	}
	return strings.ToLower(ident[:n]) + ident[n:]
}

// plural is language.md's rule: "y" after a consonant becomes "ies"; after s,
// x, z, ch and sh comes "es"; else "s".
func plural(s string) string {
	lower := strings.ToLower(s)
	n := len(lower)
	switch {
	case n > 1 && lower[n-1] == 'y' && !strings.ContainsRune("aeiou", rune(lower[n-2])):
		return s[:n-1] + "ies"
	case hasAnySuffix(lower, "s", "x", "z", "ch", "sh"):
		return s + "es"
	}
	return s + "s"
}

func hasAnySuffix(s string, suffixes ...string) bool {
	return slices.ContainsFunc(suffixes, func(x string) bool { return strings.HasSuffix(s, x) })
}

// methodName is a pattern's name without a leading get, list, find or query
// and without the entity's name, singular or plural, at either end. It is ""
// where nothing is left. The entity's own plural is given in words, "" for the
// usual one.
func methodName(pattern, entity, ownPlural string) string {
	words := strings.Split(pattern, "_")
	if slices.Contains([]string{"get", "list", "find", "query"}, words[0]) {
		words = words[1:]
	}
	var names [][]string
	for _, n := range []string{ownPlural, plural(entity), entity} {
		if n != "" && entity != "" {
			names = append(names, strings.Split(n, "_"))
		}
	}
	for _, n := range names {
		if len(words) >= len(n) && slices.Equal(words[:len(n)], n) {
			words = words[len(n):]
			break
		}
	}
	for _, n := range names {
		if at := len(words) - len(n); at >= 0 && slices.Equal(words[at:], n) {
			words = words[:at]
			break
		}
	}
	return exported(strings.Join(words, "_"))
}

// snake is an exported identifier in the words of the model: "BasketItems" is
// "basket_items".
func snake(ident string) string {
	var b strings.Builder
	for i, r := range ident {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// isGoName says whether a go_name can stand as an exported identifier.
func isGoName(s string) bool { return token.IsIdentifier(s) && token.IsExported(s) }
