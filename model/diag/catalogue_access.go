package diag

// accessEntries are the codes of package access, in order.
func accessEntries() []Entry {
	return []Entry{}
}
