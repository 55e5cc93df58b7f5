package view

import (
	"fmt"
	"io"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/keyplan/keyplan/model/diag"
)

type (
	diagnosticJSON struct {
		Severity string `json:"severity"`
		Code     string `json:"code"`
		Summary  string `json:"summary"`
		Detail   string `json:"detail"`
		placeJSON
		Related []relatedJSON `json:"related"`
	}
	relatedJSON struct {
		Message string `json:"message"`
		placeJSON
	}
	placeJSON struct {
		File  string  `json:"file"`
		Start posJSON `json:"start"`
		End   posJSON `json:"end"`
	}
	posJSON struct {
		Line   int `json:"line"`
		Column int `json:"column"`
		Byte   int `json:"byte"`
	}
)

// DiagnosticsJSON writes the document of "check -format json".
func DiagnosticsJSON(w io.Writer, diags hcl.Diagnostics) error {
	return WriteJSON(w, struct {
		Format      int              `json:"format"`
		Diagnostics []diagnosticJSON `json:"diagnostics"`
	}{Format, diagnosticsJSON(diags)})
}

func diagnosticsJSON(diags hcl.Diagnostics) []diagnosticJSON {
	out := []diagnosticJSON{}
	for _, d := range diags {
		info := diag.InfoOf(d)
		entry := diagnosticJSON{
			Severity: severity(d), Code: info.Code, Summary: d.Summary, Detail: d.Detail,
			placeJSON: placeOf(d.Subject), Related: []relatedJSON{},
		}
		for _, r := range info.Related {
			entry.Related = append(entry.Related, relatedJSON{r.Message, placeOf(&r.Range)})
		}
		out = append(out, entry)
	}
	return out
}

func placeOf(r *hcl.Range) placeJSON {
	if r == nil {
		return placeJSON{}
	}
	return placeJSON{r.Filename, posOf(r.Start), posOf(r.End)}
}

func posOf(p hcl.Pos) posJSON { return posJSON{p.Line, p.Column, p.Byte} }

func severity(d *hcl.Diagnostic) string {
	if d.Severity == hcl.DiagError {
		return "error"
	}
	return "warning"
}

// GitHub writes the diagnostics as the commands that GitHub's runners turn into
// annotations.
func GitHub(w io.Writer, diags hcl.Diagnostics) error {
	for _, d := range diags {
		place := placeOf(d.Subject)
		_, err := fmt.Fprintf(w, "::%s file=%s,line=%d,col=%d,endLine=%d,endColumn=%d,title=%s::%s\n",
			severity(d), githubProperty(place.File), place.Start.Line, place.Start.Column,
			place.End.Line, place.End.Column, githubProperty(title(d)), githubData(message(d)))
		if err != nil {
			return err
		}
	}
	return nil
}

// title is the summary with its code, as the text form prints it.
func title(d *hcl.Diagnostic) string {
	if code := diag.InfoOf(d).Code; code != "" {
		return d.Summary + " [" + code + "]"
	}
	return d.Summary
}

// message is the detail and the related places, for the forms that have room
// for one text only.
func message(d *hcl.Diagnostic) string {
	var b strings.Builder
	b.WriteString(d.Detail)
	if d.Detail == "" {
		b.WriteString(d.Summary)
	}
	for _, r := range diag.InfoOf(d).Related {
		fmt.Fprintf(&b, "\n%s: %s:%d,%d", r.Message, r.Range.Filename, r.Range.Start.Line, r.Range.Start.Column)
	}
	return b.String()
}

// githubData and githubProperty write what a workflow command would read as its
// own syntax (a name may hold a line break or a comma).
func githubData(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

func githubProperty(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(s)
}
