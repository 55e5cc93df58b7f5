package diag

// lockEntries are the codes of what is stored already, P201 to P219, in order.
func lockEntries() []Entry {
	return []Entry{
		{"P201", "lock file that does not read as one", "The lock file holds what a table stores, and only keyplan writes it. This one does " +
			"not parse, holds what no lock file does, or contradicts itself: a conflict of two branches, or an edit. Restore the " +
			"text that was committed last, and let \"keyplan generate\" add what is new."},
		{"P202", "lock file that was edited", "The lock file carries a sum of its own text, because a changed literal reads as well as the " +
			"one that is stored. The text is not the one that was written. Restore the text that was committed last; after a merge, " +
			"take one side and let \"keyplan generate\" add the other's patterns. A key is changed on purpose with \"keyplan plan -replan\"."},
		{"P203", "lock file of a later format", "A later version of keyplan wrote the lock file, and it may fix what this version does not " +
			"know of and would change in silence. Use that version."},
		{"P204", "lock of another table", "The lock file names the table that it is of by the label of the table block, and the model has " +
			"another. Remove a lock that came along with a copied model. A label is a name in generated code: what the table is " +
			"called in AWS is the argument name."},
		{"P205", "name or delimiter that all items are stored with", "The delimiter, the names of the key attributes and of the indexes, and the " +
			"entity attribute stand on every item. With others the generated code would find none of what is stored. Change them back."},
		{"P206", "time to live in another attribute", "A table has one attribute by which DynamoDB deletes items, and it is stored on them. With " +
			"another, what is stored would never expire, or expire by a value that means something else. Change it back."},
		{"P207", "stored entity that is not in the model", "Items of the entity stay in the table when the model no longer names it, and other " +
			"entities could come to stand among them. Its name is on every item as well, so a new name is another entity. Declare it " +
			"again; where its items are gone, \"keyplan plan -replan\" drops it."},
		{"P208", "prefix that stored keys have", "The literal before an entity or an attribute is part of every stored key. With another, reads " +
			"would find nothing that is stored. Change it back, or state the old one with prefix where its default has changed."},
		{"P209", "stored attribute under another name", "An attribute stands on the items under its stored name, and in stored keys. Reads would no " +
			"longer find it under a new one. An attribute may be renamed in the model, as long as stored_as keeps the old name."},
		{"P210", "stored attribute of another type", "Items hold the attribute as another type, or in another unit, or computed otherwise, and what is " +
			"stored would be read wrongly or not at all. Change it back, or give the new values a name of their own with stored_as."},
		{"P211", "rank list that is not the old one with values appended", "The key text of an ordered enum is the place of the value in the list. Values may be " +
			"appended; moving, removing or renaming one gives stored keys another meaning. Restore the list and append."},
		{"P212", "key text that would change", "A stored key holds the attribute in one encoding: the width of a number's bounds, the precision of a " +
			"time, escaped text or not. The type or its bounds now make another text, and reads would look beside what is stored. Change " +
			"them back."},
		{"P214", "unique constraint that is stored otherwise", "A constraint is enforced by marker items that are written with the items. A constraint that is " +
			"added later has no markers for what is stored, and one that is changed or dropped leaves markers that stand for nothing. " +
			"Keep it as it is."},
		{"P215", "stored key that the entity cannot have", "A primary key holds the whole identity and immutable, required attributes alone, and every key fits " +
			"the limits of DynamoDB. The model has changed so that a key that is stored no longer does. Undo the change."},
		{"P216", "key block that differs from what is stored", "The key that the block fixes is stored already, and otherwise. Change the block back, or remove it: " +
			"the lock keeps the key."},
		{"P217", "pattern that only another key would serve", "The pattern could be planned if nothing were stored, and the keys that are cannot answer it, nor can " +
			"an index beside them. The message spells out what a plan without the lock has otherwise. It is made on purpose with " +
			"\"keyplan plan -replan\", and then what is stored has to be rewritten."},
		{"P218", "index for what another does not carry", "An index has the key that the pattern needs and does not carry everything that the pattern returns. What an index " +
			"carries is fixed when it is built, so the plan has a second index with the same key. Select less, or widen the first one " +
			"on purpose with \"keyplan plan -replan\": it is then built anew."},
		{"P219", "stored attribute that is not in the model", "Items keep the value of an attribute that the model no longer has, and nothing reads it. That is fine for one that " +
			"is not needed any more. One that was renamed needs stored_as with the old name, or its stored values are lost to readers."},
	}
}
