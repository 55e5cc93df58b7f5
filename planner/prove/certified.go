package prove

import "github.com/keyplan/keyplan/planner/layout"

// Certified is a layout that holds every obligation for every pattern. Only
// Prove makes one, so what takes a Certified cannot be given an unproved
// layout.
type Certified struct {
	layout *layout.Layout
	proofs [][]Obligation
}

// Layout is what was proved. It must not be changed.
func (c *Certified) Layout() *layout.Layout { return c.layout }

// Proof lists the obligations that were discharged for the pattern of that
// index in Layout().Patterns, in the order of planning.md; nil for an external
// one.
func (c *Certified) Proof(pattern int) []Obligation { return c.proofs[pattern] }

// Obligation is the name of one thing to prove: "determined", "contiguous",
// "complete", "isolated", "ordered", "distinct", "projected", "consistent" or
// "single".
type Obligation string
