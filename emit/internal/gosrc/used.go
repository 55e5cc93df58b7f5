package gosrc

import (
	"go/scanner"
	"go/token"
)

// used says whether src, outside comments and strings, selects from a package
// of that name. A local variable or a field of that name would count, too; the
// caller keeps imported names to packages.
func used(src []byte, name string) bool {
	var s scanner.Scanner
	set := token.NewFileSet()
	s.Init(set.AddFile("", set.Base(), len(src)), src, func(token.Position, string) {}, 0)
	var before, last token.Token
	var lit string
	for {
		_, tok, l := s.Scan()
		if tok == token.PERIOD && last == token.IDENT && lit == name && before != token.PERIOD {
			return true
		}
		if tok == token.EOF {
			return false
		}
		before, last, lit = last, tok, l
	}
}
