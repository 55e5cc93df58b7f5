// Package prove certifies a finished layout: that each access pattern is
// answered by its one request with exactly the items that it means, in the
// order asked for, whatever the values.
//
// Prove discharges, for every pattern, the obligations
//
//	determined   the partition key is given by the caller or fixed by where
//	contiguous   one sort key condition holds exactly what is meant
//	complete     every item that is meant carries the key
//	isolated     no other item satisfies the request
//	ordered      the order asked for is the order of the key
//	distinct     no two items share a primary key
//	projected    the index carries what is returned
//	consistent   consistent reads are of the table or a local index
//	single       a one-item pattern sees a second item, if there can be one
//
// and for the layout one name space of literals and keys that fit. Each that
// fails is a diagnostic, with two concrete items that break it where such can
// be found.
//
// Keys are compared as languages of text. Every literal ends in the delimiter
// and no encoded value holds it, so that a key text falls into fields in one
// way only; two templates can meet only where each pair of fields can. What
// cannot be decided is refused.
//
// The package sees the layout and the model, and nothing of the planner that
// made it: whatever a request claims is derived again from the keys.
package prove
