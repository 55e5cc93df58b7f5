package support

import "unicode"

// The toolchain's own tables, which the frozen ones are compared with as long
// as they agree on the version.
func lowerOf(r rune) rune { return unicode.ToLower(r) }

func upperOf(r rune) rune { return unicode.ToUpper(r) }
