package support

import "slices"

// checkBytesSet is checkSet of binaries.
func checkBytesSet(c *check, name string, v [][]byte) {
	if c.skip(name) {
		return
	}
	if len(v) == 0 {
		c.fail(name, "an empty set cannot be stored")
	}
	for i, x := range v {
		if slices.ContainsFunc(v[:i], func(y []byte) bool { return slices.Equal(x, y) }) {
			c.fail(name, "%x is in the set twice", x)
		}
	}
}
