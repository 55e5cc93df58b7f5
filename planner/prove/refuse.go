package prove

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model/diag"
)

// fail reports an obligation that does not hold for a pattern: why, and where
// there is one a counterexample.
func (p *prover) fail(o Obligation, pattern *access.Pattern, reason, counterexample string) {
	detail := "For " + pattern.Name + ": " + reason + "."
	if counterexample != "" {
		detail += " " + counterexample
	}
	p.diags = append(p.diags, diag.Error(o.code(), pattern.NameRange, "pattern is not "+o.clause(), detail))
}

// clause ends the sentence "pattern is not …".
func (o Obligation) clause() string {
	switch o {
	case determined:
		return "determined by one partition key"
	case contiguous:
		return "contiguous under one sort key condition"
	case complete:
		return "complete: items would be missing"
	case isolated:
		return "isolated: other items would come back"
	case ordered:
		return "in the order asked for"
	case projected:
		return "projected: its index lacks attributes"
	case consistent:
		return "consistent"
	case single:
		return "single"
	}
	return string(o)
}

// unproved reports what the language allows and this version cannot prove.
func (p *prover) unproved(at hcl.Range, what string) {
	p.diags = append(p.diags, diag.Error("P113", at, what+" is not proved yet",
		"This version of keyplan certifies only what it can prove, and it cannot prove "+what+"."))
}

// malformed reports a layout that is none: a bug, or an edited file.
func (p *prover) malformed(at hcl.Range, what string) {
	p.diags = append(p.diags, diag.Error("P100", at, "layout does not fit its model", fmt.Sprintf("In this layout %s.", what)))
}
