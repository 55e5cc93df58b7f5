package diag

// planEntries are the codes of planning, P001 to P099, in order.
func planEntries() []Entry {
	return []Entry{
		{"P001", "entity without a primary key", "Every item needs a primary key that holds the whole identity of its entity, " +
			"whose partition key spreads and whose text fits into 2,048 and 1,024 bytes. The identity of this entity makes no " +
			"such key: it holds only enums and bools, so that all items would crowd into a few partitions, or its texts can be " +
			"too long. Add an attribute with many values to the identity, or give its attributes a smaller max_length."},
		{"P002", "consistent pattern that the table cannot answer", "A secondary index is read eventually consistently only, so a " +
			"pattern with consistent = true is answered by the table's own key. That key holds immutable, required attributes, " +
			"the whole identity among them, and no condition. Mark what the pattern asks for immutable, or leave consistent out."},
		{"P003", "pattern that no key answers", "A pattern is answered when some partition key of what the caller gives, and some " +
			"sort key that goes on with the rest of it and then with the order asked for, selects exactly its items. No key that " +
			"the entity can have does that here, not even on an index of its own. The message names what stands in the way."},
		{"P004", "consistent patterns that need different table keys", "Only the table is read consistently, and an entity has one " +
			"primary key. Each of these patterns could be answered by it, but no one key answers all of them. Leave consistent " +
			"out of one, so that an index can answer it, or let the patterns ask by the same attributes."},
		{"P005", "plan needs more indexes than max_indexes", "The patterns need more global secondary indexes than the table block " +
			"allows. The number is the least there is, and the message gives the patterns that exclude each other. Raise " +
			"max_indexes, or make one of the changes that the message names: each was tried out and is enough."},
		{"P006", "more questions about an entity than can be planned", "The search keeps the patterns of one entity, and the " +
			"attributes that they name, in sets of 64. An entity with more different patterns is split into several, which share " +
			"item collections and cost no more."},
		{"P010", "pin of an index that no plan has", "A key block names the table or one of the planned indexes, which are numbered " +
			"from 1 and named as keys.index in the table block says. Name one of those."},
		{"P011", "two pins of one key", "An entity has at most one key on the table and on each index, so two key blocks for the " +
			"same one contradict each other. Remove one of the two."},
		{"P012", "pinned key that the entity cannot have", "A primary key holds the whole identity, only immutable and required " +
			"attributes, and no condition, because an item cannot be given another primary key later and every item needs one. " +
			"Change the pinned key, or the attributes."},
		{"P013", "pin leaves an index out", "Indexes are numbered without gaps, in the order of the entities that use them. A key " +
			"pinned to an index beyond the next free one would leave an unused index before it. Pin to the next one."},
		{"P020", "entity addressed by more than its identity", "Holding immutable attributes in the primary key beside the identity " +
			"saves an index, and is a promise: the entity is then addressed by all of them. Who knows the identity alone cannot get " +
			"the item with GetItem, and that no two items share an identity is the caller's to guarantee. Write primary = identity " +
			"on the entity to forbid it."},
		{"P021", "unbounded text in a key", "A partition key takes 2,048 bytes and a sort key 1,024. A text without max_length can " +
			"pass that, and such a value is refused when it is written. Give the attribute a max_length, so that the limit is " +
			"known when the model is planned."},
		{"P090", "multi-attribute index keys are not planned yet", "The language can say that index keys are the attributes " +
			"themselves; this version plans synthetic keys only, which are text made of them. Leave index_keys out, and write " +
			"pinned keys as quoted templates."},
		{"P091", "declared indexes are not planned yet", "With index blocks the planner would use only the indexes of an existing " +
			"table; this version chooses every index itself. Remove the index blocks to plan a table of its own."},
		{"P092", "local secondary indexes are not planned yet", "This version answers consistent patterns from the table's own key " +
			"alone. Leave local_indexes out."},
		{"P093", "a tenant is not planned yet", "With tenant every key would begin with the tenant, so that no request can return " +
			"another's items. This version does not build such keys, and a layout without them would not keep tenants apart, so " +
			"nothing is planned. Leave tenant out."},
		{"P094", "write sharding is not planned yet", "shards over 1 spreads a partition over several that are all read. This " +
			"version plans shards = 1, which accepts a single partition, and no more."},
		{"P095", "a range over several buckets is not planned yet", "A pattern that fixes a bucket of a time and bounds the time " +
			"itself reads several buckets in order. This version makes one request a pattern. Read one bucket, or let equals " +
			"hold something that is not a bucket of it."},
		{"P096", "reading through a unique constraint is not planned yet", "through = unique reads the marker and then the item. " +
			"This version makes one request a pattern. Leave through out, and the pattern is answered by an index."},
	}
}
