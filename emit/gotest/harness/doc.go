// Package harness is what generated tests share: how a pattern is asked in
// every way that a caller can ask it, and how answers and requests are compared
// with what was planned.
//
// It is a real package so that it is compiled and tested here. Package gotest
// copies the functions that a generated test uses into it, where the names of
// package support become those of the generated package.
package harness
