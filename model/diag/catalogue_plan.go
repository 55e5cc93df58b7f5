package diag

// planEntries are the codes of planning, P001 to P099, in order.
func planEntries() []Entry {
	return []Entry{}
}
