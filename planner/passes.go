package planner

// pass is one step of planning. None undoes another's work, and none calls the
// planner again, but for refuse, which tries out the changes that it offers on
// problems of its own.
type pass struct {
	name, doc string
	run       func(*state)
}

// passes are run in this order.
func passes() []pass {
	return []pass{
		{"scope", "set aside what this version does not plan; after it every pattern left can be asked as one request", (*state).scope},
		{"ask", "state the model as a problem: what every pattern asks of every entity; after it riders have a host", (*state).ask},
		{"pin", "read the keys that are fixed by hand; after it every pin is of an index that can be", (*state).pin},
		{"refuse", "set aside patterns that no key answers; after it every question left has a key when asked alone", (*state).sift},
		{"search", "find the fewest indexes and the best keys with them; after it every question has an index", (*state).search},
		{"place", "number the indexes and put every key on its own; after it every question has a seat", (*state).place},
		{"write", "choose literals and write every key as text", (*state).write},
		{"project", "decide what every index carries", (*state).project},
		{"request", "write the request of every pattern", (*state).request},
		{"explain", "say why there can be no fewer indexes, and warn", (*state).explain},
	}
}
