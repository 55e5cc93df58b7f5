// Package inmem is a table in memory that behaves as DynamoDB does for the
// requests of a layout: items carry the keys that the layout's templates give,
// and a request selects by equality of the partition key and by byte order of
// the sort key.
//
// Beside it stands Filter, which says what an access pattern means from the
// items' values alone and knows nothing of layouts. Tests run both and compare
// with Agree; a layout is right when they never differ.
//
// It keeps no pages, capacities or limits of DynamoDB, and it neither plans nor
// proves.
package inmem
