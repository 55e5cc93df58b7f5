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

// primary is a primary key of these texts, with the first thing that is wrong:
// of what was checked before, or with their lengths.
func (c *check) primary(pk, sk string) primary {
	if len(pk) > maxPartitionKey && c.err == nil {
		c.fail(partitionKey, "%d bytes of key, at most %d", len(pk), maxPartitionKey)
	}
	if len(sk) > maxSortKey && c.err == nil {
		c.fail(sortKey, "%d bytes of key, at most %d", len(sk), maxSortKey)
	}
	return primary{pk, sk, c.err}
}
