// Package planner chooses a key layout for a model so that every access pattern
// is one Query or one GetItem.
//
// Plan runs a fixed sequence of passes (passes.go), each of which completes what
// the ones before it left open:
//
//	scope    set aside what this version does not plan
//	ask      state the model as a problem: what every pattern asks of every entity
//	pin      read the keys that are fixed by hand
//	refuse   set aside patterns that no key answers
//	search   find the fewest indexes, and the best keys with that many
//	place    number the indexes and put every key on its own
//	write    choose literals and write every key as text
//	project  decide what every index carries
//	request  write the request of every pattern
//	explain  say why there can be no fewer indexes, and warn
//
// # The search
//
// A key of an entity on an index is a partition (a set of attributes), a sort key
// (a sequence) and a condition. It answers a pattern when the partition is among
// what the caller gives and what `where` fixes, the sort key goes on with the
// rest of what the caller gives, then with the order asked for, then with
// anything, and every item that the pattern means carries the key (pair.go).
// Patterns that one key answers are a class; a class is never more feasible and
// never cheaper than a part of it, so that searches over classes can stop early.
//
// The patterns of one entity are dealt out to the table and the indexes
// (answer.go). A pattern about several entities stands on one index for all of
// them, with one partition key text and a run of sort key text that holds exactly
// its entities: it gives each of them a beginning of its key (shape.go), and the
// literals that tell the entities apart form a tree in which its entities must
// follow one another (order.go). Entities that such patterns connect are a
// component, searched together and apart from all others (component.go); entities
// of different components share an index for nothing, because their literals
// differ.
//
// The number of secondary indexes is raised from zero until a component has a
// solution; the number of the model is the greatest of its components. Then every
// component is searched again, with all those indexes, for the best solution in
// the sense of cost.go. Both searches are exhaustive: what they skip cannot be
// better. Steps are counted, not time, and when they run out the best solution so
// far stands and Minimum.Proved is false.
//
// Plan is deterministic, and reads entities and patterns in the order of their
// names: the order of blocks decides only the order of output and the numbers of
// the indexes.
//
// Package planner does not check its own work: pass the layout to prove.Prove,
// whose result is what the emitters accept. It knows nothing of Go, Terraform or
// the AWS SDK; see package emit.
package planner
