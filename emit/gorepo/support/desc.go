package support

// desc appends a part of fixed width so that byte order is the opposite of its
// values': every byte is mirrored between "-" and "z", where all of them lie.
func (k key) desc(part key) key {
	for _, b := range part {
		k = append(k, '-'+'z'-b)
	}
	return k
}
