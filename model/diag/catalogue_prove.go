package diag

// proveEntries are the codes of proof, P100 to P199, in order.
func proveEntries() []Entry {
	return []Entry{
		{"P100", "layout does not fit its model", "The layout that was to be proved lacks an entity, a pattern or a key of " +
			"the model, or has one twice. A layout that was just planned never does: this one was edited or is of an older " +
			"model. Plan again; if it stays, it is a bug in keyplan, and a report with the model would help."},
		{"P101", "partition key not determined", "A Query and a GetItem read one partition key, so that key must be known from " +
			"what the caller gives in equals and what where fixes, and must be the same text for every entity of the pattern. " +
			"Add the attribute to equals, or pin a partition key of attributes that the caller gives."},
		{"P102", "sort key not contiguous", "What a pattern means must be one stretch of the sort key: literals, then the " +
			"other attributes of equals, then the attributes that are bounded or sorted by, each followed by the delimiter. " +
			"An attribute that stands in between breaks the stretch. Reorder the pinned key, or drop the pin."},
		{"P103", "items would be missing", "An item is in an index only when every attribute of its keys there is present " +
			"and the condition of the key holds. Here an item that the pattern means would not be in the index, so that the " +
			"pattern would leave it out in silence. Make the attribute required, say present(attribute) or the condition in " +
			"where, or loosen when."},
		{"P104", "other items would come back", "For some values the request reads the key of an item that the pattern does " +
			"not mean: another entity's, another tenant's, or one that does not match. DynamoDB cannot leave it out, and a " +
			"filter would hide that it was read. Give the keys literals that tell them apart, put the attribute into the key, " +
			"or add the condition to when."},
		{"P105", "not in the order asked for", "DynamoDB returns items in the byte order of the sort key, forwards or " +
			"backwards. The key's attributes are not the ones sorted by, or their text does not sort as the values do: text of " +
			"varying width needs sorted() when anything follows it, and a number is never raw. Correct the pinned key, or drop " +
			"the pin."},
		{"P106", "items would share a primary key", "Two different items can have the same primary key, and the second write " +
			"would replace the first. A primary key holds the whole identity of its entity, and literals that no other " +
			"entity's key can equal. Add the missing attribute or another literal."},
		{"P107", "index lacks attributes", "An index returns what it carries: its keys, the table's keys and what it projects. " +
			"The pattern returns more than that, or needs the expiry or the entity's name to read the items. Widen the " +
			"projection, or select less."},
		{"P108", "no consistent read", "A global secondary index is written after the table, so that DynamoDB has no " +
			"consistent reads of it. Serve the pattern from the table, or drop consistent = true."},
		{"P109", "a second item would not be seen", "A pattern that returns one item must either be sure that there is one " +
			"only, or ask for two, so that a second is an error and not a lost item; one that returns many must not stop at " +
			"a limit. This request does neither."},
		{"P110", "literals clash", "All literals of a table are one name space: none begins another, none differs from another " +
			"in case alone, and in partition keys one literal stands only before attributes that match. So a key says what it " +
			"is, and no read of the one returns the other. Give one of the two another prefix."},
		{"P111", "key can be too long", "DynamoDB takes partition keys of 2,048 and sort keys of 1,024 bytes. The declared " +
			"bounds of the attributes allow more: text counts twice its max_length, since every byte may be escaped. Lower " +
			"max_length, or keep the attribute out of the key."},
		{"P112", "primary key can change", "An item cannot be re-keyed in place, so that only attributes that are immutable " +
			"and required may stand in a primary key. Mark the attribute immutable, or keep it out of the table's key; index " +
			"keys may hold it."},
		{"P113", "not proved yet", "The language allows this, and this version of keyplan cannot prove it. Nothing is " +
			"generated that is not proved, so the model is refused until the proof exists. Say it another way for now."},
		{"P114", "pattern has no request", "The layout has no request for the pattern, so that there is nothing to prove. " +
			"The plan said why when it was made."},
		{"P115", "key cannot be read back", "Parts of a key must be told apart by the delimiter, or two different items " +
			"could have one key text and no proof about it would hold. Put the delimiter between parts, let every literal " +
			"end in it, and give descending parts a type of fixed width."},
	}
}
