// Package access reads the questions that an application asks of its table: the
// access_pattern blocks of a model, resolved against its entities.
//
// A Pattern that comes out without errors is well-formed: its attributes exist,
// match across its entities, can be ordered as it asks, and fit into keys. Whether
// some layout answers it is for package planner to find, and for package prove to
// judge. Nothing here knows of keys or indexes.
package access
