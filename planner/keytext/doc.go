// Package keytext is the reference implementation of key text: how attribute
// values become the text of partition and sort keys, and back.
//
//   - Encode and Decode turn one value into text and text into the value.
//   - Values.Key evaluates a key template over an item.
//   - Bounded.Condition turns the bounds that a caller gives into the one sort
//     key condition that DynamoDB takes.
//   - Width and KeyWidth say how long text can become.
//
// It is written to be obviously right, not fast: the generated packages carry
// their own implementation, which the tests compare with this one. The prover
// and the in-memory table read key text through it. It does not know layouts,
// patterns or the AWS SDK.
//
// Throughout, d is the table's delimiter, and the escape character is the byte
// that follows it. Both sort below every byte of numbers, times and letters.
package keytext
