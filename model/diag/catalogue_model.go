package diag

import "slices"

// modelEntries are the codes of package model, in order.
func modelEntries() []Entry {
	return slices.Concat(textEntries(), tableEntries(), typeEntries(), entityEntries(), keyEntries())
}

// textEntries are the codes about reading files and blocks.
func textEntries() []Entry {
	return []Entry{
		{"M001", "text that does not parse",
			"The file is not written as blocks and arguments are: a bracket or a quote is missing, or a word stands where it cannot. Nothing of the model is checked further until every file parses, so that no mistake is reported that is only an echo of this one."},
		{"M002", "file too large",
			"A file of a model has at most 1 MiB. A model is written by hand and is a few hundred lines; a larger file is something else, or belongs split over several files of one directory."},
		{"M003", "nested too deeply",
			"Brackets, templates and operators may stand at most 100 deep inside each other. The limit is looked for before the text is parsed, because what parses it would run out of memory on less friendly input."},
		{"M004", "not UTF-8",
			"Source files are UTF-8. The first byte that does not belong to a character is shown. Editors that write UTF-16 or a code page have a setting for it."},
		{"M005", "no model here",
			"The directory has no file that ends in .hcl, or the file named is a lock file. Files whose names begin with a dot or end in .lock.hcl are not part of a model. `keyplan init` writes a model to start from."},
		{"M006", "unknown block",
			"A block of this name does not stand here: it is misspelt, belongs into another block, or is an argument that wants an equals sign. Where the name is near to a known one, the rest of the model is checked as if it were that."},
		{"M007", "unknown argument",
			"An argument of this name does not stand here: it is misspelt, belongs into another block, or is a block that wants no equals sign. Where the name is near to a known one, the rest of the model is checked as if it were that."},
		{"M008", "wrong number of labels",
			"Blocks that declare something have one label, its name; blocks of which there is one, as ttl and keys, have none."},
		{"M009", "something is missing",
			"The block needs an argument or a block that it does not have. The message says which, and how it is written."},
		{"M010", "declared twice",
			"Two declarations have one name, or one thing is named twice in a list. Both places are shown: rename one, or drop it."},
		{"M011", "illegal name",
			"Names of tables, entities, attributes and access patterns are a lower-case letter, then lower-case letters, digits and underscores, at most 64 bytes, and not true, false, null or for. They are one spelling for the model, from which keys, Go names and Terraform are made; other spellings are what stored_as, prefix, go_name and the table's name are for."},
		{"M012", "wrong kind of value",
			"The argument takes another kind of value: text in quotes, a bare name, a number, true or false, or a list in brackets."},
		{"M013", "string where a name is meant",
			"References to entities, attributes and other words of the language are bare names: entity = order. In quotes they would be text, whose place in the file no message could point to."},
		{"M014", "number out of range",
			"The number is larger or smaller than the argument can take, or does not fit into 64 bits."},
		{"M015", "text that is computed",
			"The text is taken as it stands, so it holds no templates. The characters ${ are written $${, and %{ is written %%{."},
		{"M016", "unknown entity",
			"No entity of the model has this name. Where one has a name near to it, the rest is checked as if that were meant."},
		{"M017", "unknown attribute",
			"The entity has no attribute of this name. Where one has a name near to it, the rest is checked as if that were meant."},
		{"M018", "unknown word",
			"The argument takes one of a few words, and this is none of them."},
		{"M019", "two arguments in a block on one line",
			"HCL allows one argument in a block that is written on one line. The message shows the block over several lines; `keyplan fmt` aligns it once it parses."},
	}
}

// tableEntries are the codes about the table block.
func tableEntries() []Entry {
	return []Entry{
		{"M021", "illegal table name",
			"DynamoDB takes 3 to 255 letters, digits, underscores, hyphens and dots as the name of a table. The label of the table block is the default; the argument name gives another."},
		{"M022", "illegal name of a key attribute or an index",
			"Names of attributes are 1 to 255 bytes of printable text, names of indexes 3 to 255 letters, digits, underscores, hyphens and dots. Names that are of several indexes hold %d once, where the number stands."},
		{"M023", "key attributes share a name",
			"Each key attribute, each index and the entity attribute have names of their own, whatever the number of the index."},
		{"M024", "index that cannot exist",
			"A declared index has one to four key attributes a side; a local one has the table's partition key and one sort key."},
		{"M025", "capacity that does not fit",
			"Provisioned tables have a capacity block for the table and optionally one for each index; tables billed on demand have none. A maximum is at least the capacity it starts from."},
		{"M026", "vector indexes are not planned",
			"A vector index answers no Query, and every access pattern is one Query or GetItem. What such an index answers is declared as a pattern with external."},
		{"M027", "tenant rule",
			"With a tenant, every entity that is not public has its attribute: required, immutable, text, and alike in all. It leads every key, so that no request can return items of another tenant."},
		{"M028", "illegal tag",
			"A tag's name has 1 to 128 characters and does not begin with aws:, its value has at most 256, and a table has at most 50."},
		{"M029", "illegal delimiter",
			"The delimiter and the escape character after it must sort below every letter, digit and sign of a number or time, or keys would not sort as their values do. These do: # ! % * and +."},
	}
}

// typeEntries are the codes about attributes and their types.
func typeEntries() []Entry {
	return []Entry{
		{"M030", "unknown type",
			"The types are string, uuid, ulid, ksuid, enum, int, decimal, float, bool, timestamp, epoch, date, binary, list, map, set, object and any."},
		{"M031", "malformed type",
			"The type is not written as it should be: enum and object need what they hold, list, map and set the type of their elements, and sets are of string, int, decimal or binary."},
		{"M032", "argument that does not fit the type",
			"min and max are for int and epoch, max_length for string and binary, precision for timestamp and epoch, ordered for enum."},
		{"M033", "bounds that leave nothing",
			"The upper bound is below the lower one, so no value would be legal."},
		{"M034", "illegal enum value",
			"Enum values are 1 to 128 bytes, each once; an ordered enum has at most 1000. No value at all is said by an optional attribute."},
		{"M035", "no type, or two",
			"An attribute has one of type, references and derive: each of them says what its type is."},
		{"M036", "reference that is not to one stored attribute",
			"references = entity takes the type of the entity's identity, which must be one attribute; otherwise name the attribute, entity.attribute. Derived attributes cannot be referenced, because a reference holds a stored value."},
		{"M037", "references in a circle",
			"An attribute takes its type from the one it references, and so on to one that has a type. A circle never gets there."},
		{"M038", "not a derivation",
			"A derived attribute is bucket(a, unit), lower(a), upper(a), sha256(a), first(a, n) or a template of attributes."},
		{"M039", "derivation of the wrong attribute",
			"The function is not for an attribute of that type, or the attribute is derived itself: derivations are computed from stored attributes."},
		{"M040", "default that does not fit",
			"on_create is now for times, ulid, ksuid or uuid for ids and strings, or a constant of the attribute's type; on_write is now for times that may change."},
		{"M041", "argument that comes from elsewhere",
			"The type of a referencing attribute, with all that shapes its key text, is that of the referenced one; a derived attribute is as optional and immutable as its source and is set by no one."},
	}
}

// entityEntries are the codes about entities.
func entityEntries() []Entry {
	return []Entry{
		{"M050", "entity without an identity",
			"The identity is the attributes that tell two items of the entity apart, and every primary key holds it. An entity of which there is one item has identity = []."},
		{"M051", "identity that may change or be absent",
			"Identity attributes are required and immutable: an item cannot be re-keyed in place, and one without its identity has no key. The source of a derived one counts as it does."},
		{"M052", "type that cannot stand in a key",
			"float, binary, list, map, set, object and any have no key text; a key of real attributes is a string, a number or binary."},
		{"M053", "template in an identity",
			"A template joins its parts as they are, so different values can give one text, and two items would share a key. The parts themselves can stand in the identity."},
		{"M054", "attribute that cannot be the version",
			"Every write adds 1 to the version and is refused where another one came first. It is a required, mutable int of its own, without bounds or default."},
		{"M055", "time to live that does not fit",
			"DynamoDB reads the TTL attribute as seconds since 1970: an epoch attribute that is not in the identity. after is a duration of whole seconds, jitter a percentage of it."},
		{"M056", "two TTL attributes",
			"A table has one TTL attribute. Every ttl block names attributes stored under one name, and nothing else may be stored under it, or DynamoDB would delete items by values that mean something else."},
		{"M057", "stored name taken",
			"The stored names of an entity differ from each other, from the key attributes and from the entity attribute: an item has one attribute of a name. stored_as gives another."},
		{"M058", "unique that says nothing",
			"A unique names at least one attribute, and not the whole identity, which is unique by itself."},
		{"M059", "workload that does not fit",
			"A workload block is one hour of the day; several have labels that tell them apart. An item has at most 400 KB."},
		{"M060", "not an exported Go identifier",
			"go_name and plural become names in the generated package: an upper-case letter, then letters, digits and underscores."},
	}
}

// keyEntries are the codes about keys, conditions and outputs.
func keyEntries() []Entry {
	return []Entry{
		{"M061", "illegal literal",
			"Literals of keys start with a letter, hold letters, digits, dots, underscores, hyphens, colons and the delimiter, have at most 128 bytes, and end in the delimiter unless they are the whole key. Then none can run into what follows it, and people can read and type them."},
		{"M062", "literals clash",
			"All literals of a table are one name space: none is the beginning of another, none differs from another in case alone, and one stands only before attributes that match. Otherwise a read that begins with the one would return items of the other."},
		{"M063", "not a key",
			"A key is a quoted template of literals and attributes, a bare attribute, or a list of them. In a template a delimiter stands between parts, desc is for text of fixed width, raw for text, and shard for partition keys. Bare attributes are the key of an index over real attributes."},
		{"M064", "no such index",
			"A key or capacity block names table, an index that the table declares, or one that the plan may make, by the pattern of keys."},
		{"M065", "not a condition",
			"A condition is of comparisons of attributes with constants, one_of, present and absent, joined by &&. It decides which items carry a key, so it cannot be an alternative, a bound or a calculation."},
		{"M066", "condition that never holds",
			"No item can fulfil all comparisons at once, so the pattern would always be empty, or the key never carried."},
		{"M067", "not a value of the attribute",
			"The constant is not one that the attribute can have: not among the values of an enum, not in the form of an id or time, too long, or out of bounds."},
		{"M068", "key that would change",
			"Attributes in the table's key, and those that decide a shard, are required and immutable, and every item has the table's key, with no condition. Mutable attributes may stand in index keys."},
		{"M070", "illegal path",
			"Emitted files go to a path relative to the model, written with slashes, so that it means the same on every machine."},
		{"M071", "illegal package name",
			"A Go package is called by a lower-case identifier that is no keyword, and not main."},
	}
}
