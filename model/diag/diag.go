// Package diag makes the diagnostics of the author's mistakes: an
// hcl.Diagnostic with a range, a stable code, related places and the fix. It is
// a leaf that every stage imports, and there is no other diagnostic type.
//
// It owns the codes: M… model, A… access, P… planning, E… emit. It does not
// decide what is wrong; the stages do.
package diag

import "github.com/hashicorp/hcl/v2"

// Info rides in Diagnostic.Extra: what hcl has no field for.
type Info struct {
	// Code is a letter and three digits, catalogued.
	Code    string
	Related []Related
}

// Related is another place that the message speaks of.
type Related struct {
	Message string
	Range   hcl.Range
}

// At is a related place: "total is declared here".
func At(message string, r hcl.Range) Related { return Related{Message: message, Range: r} }

// Error is a diagnostic of severity error. The summary is a lower-case clause
// without a full stop; the detail says why, then what to change, in at most
// three sentences.
func Error(code string, at hcl.Range, summary, detail string, related ...Related) *hcl.Diagnostic {
	return build(hcl.DiagError, code, at, summary, detail, related)
}

// Warning is as Error, of severity warning.
func Warning(code string, at hcl.Range, summary, detail string, related ...Related) *hcl.Diagnostic {
	return build(hcl.DiagWarning, code, at, summary, detail, related)
}

// InfoOf returns what Error or Warning put there, the zero Info otherwise.
func InfoOf(d *hcl.Diagnostic) Info {
	info, _ := d.Extra.(Info)
	return info
}

func build(sev hcl.DiagnosticSeverity, code string, at hcl.Range, summary, detail string, related []Related) *hcl.Diagnostic {
	return &hcl.Diagnostic{
		Severity: sev, Summary: summary, Detail: detail, Subject: &at,
		Extra: Info{Code: code, Related: related},
	}
}
