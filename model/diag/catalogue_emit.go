package diag

// emitEntries are the codes of the emitters, in order.
func emitEntries() []Entry {
	return []Entry{
		{"E010", "two things of one name in Go", "The generated package gives every entity, attribute and pattern a name by a fixed rule, and two of them came out the same, or as a name that the package has already. Set go_name on one of them; plural names an entity's repository."},
		{"E012", "a default that Go cannot tell from a value", "A required bool or number is left out in Go as its zero value. With on_create, a caller's own false or 0 would silently become the default. Mark the attribute optional: it is then a pointer, and nil is left out."},
		{"E090", "something that the Go emitter does not know yet", "The model and its plan are fine, and the Terraform can be generated; this version of the Go package has no methods for what the message names. Absent is better than wrong."},
		{"E080", "tests of a package that is not generated", "The generated tests call the methods of the generated Go package, so an emit \"tests\" block needs an emit \"go\" block beside it. Add one, or leave the tests out."},
		{"E081", "an import path that cannot be found", "The generated tests are a package of their own and import the Go package by its path, which the module above its directory gives: the nearest go.mod. Write one with go mod init, or point the go block into a module."},
		{"E100", "nothing to generate", "What keyplan generate writes is named by the emit blocks of the model, and it has none. Add one for each output, such as emit \"go\" { path = \"shopdb\" … }."},
		{"E101", "no emit block of that kind", "The kinds asked for on the command line are the labels of emit blocks. Add the block, or ask for a kind that the model has."},
		{"E102", "an output that this version does not write", "The emit block is checked as the language says and then passed over; the other blocks are generated. A later version writes it."},
		{"E104", "a file name that is not possible everywhere", "Windows keeps names such as aux, con and nul for devices, with any ending, and Go modules refuse files of such names. Rename the entity that the file is named for."},
		{"E110", "a multi-attribute key on provider 5", "Version 5 of the AWS provider describes an index by one hash_key and one range_key; keys of several attributes need the key_schema blocks of version 6. Say provider = 6 in the emit block, or index_keys = synthetic in the table."},
		{"E111", "capacity for an index that is not there", "The label of a capacity block is the name of a global secondary index of the plan; the unlabelled block is for the table and for each index without one of its own. Correct the label, or drop the block."},
		{"E112", "more indexes than a table can have", "A table has at most 20 global secondary indexes under the default quota, and 5 local ones, always. Drop an index that serves little, or split the table."},
		{"E113", "too many included attributes", "An index with include(…) lists at most 20 attributes, and all indexes of a table at most 100 together, where one that two indexes include counts twice. Project all attributes, or fewer."},
		{"E190", "autoscaling of an index on provider 5", "A capacity block with read_max or write_max asks for autoscaling. In version 5 of the AWS provider the capacities of indexes stand in blocks of the table that Terraform cannot be told to leave alone, so that each apply would undo what autoscaling did. Say provider = 6, where such indexes are resources of their own, give the index a capacity block without maxima, or use billing = on_demand."},
		{"E191", "an argument that the provider does not know", "The blocks replica, warm_throughput, contributor_insights, kinesis and resource_policy of a table are handed to the Terraform provider with its own arguments. The message lists them; a name that is not among them would fail there."},
		{"E192", "an argument that the provider needs", "A replica is in a region, a Kinesis destination is a stream, and a resource policy is its text; without that the block says nothing."},
		{"E193", "a block that can be given once", "A table has one warm throughput, one Kinesis destination and one resource policy, and contributor insights once for itself and once for each index. Merge the blocks."},
		{"E194", "less throughput than every table has", "A table on demand is ready for 12,000 reads and 4,000 writes a second from the start, and the service takes no less as its warm throughput. Give more, or leave the argument out."},
		{"E195", "two indexes of one resource name", "An index that autoscaling moves is a Terraform resource of its own, whose name holds letters, digits, underscores and hyphens. Two names that differ in a dot would be one resource. Use billing = on_demand, or maxima for the table alone."},
		{"E196", "a replica without a key", "A customer managed key is of one Region, so where the table has one, each replica needs its own, by kms_key_arn. Add it, or take aws_owned or aws_managed encryption."},
		{"E197", "a replica beside another stream", "Replicas are fed from a stream of new and old images, and a table has one stream. Say stream = new_and_old_images, or leave the stream out."},
	}
}
