package diag

// proveEntries are the codes of proof, P100 to P199, in order.
func proveEntries() []Entry {
	return []Entry{}
}
