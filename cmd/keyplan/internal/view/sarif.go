package view

import (
	"bytes"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"

	"github.com/keyplan/keyplan/model/diag"
)

// The part of SARIF 2.1.0 that diagnostics need.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool       sarifTool     `json:"tool"`
		ColumnKind string        `json:"columnKind"`
		Results    []sarifResult `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID               string    `json:"id"`
		ShortDescription sarifText `json:"shortDescription"`
		FullDescription  sarifText `json:"fullDescription"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID           string          `json:"ruleId,omitempty"`
		Level            string          `json:"level"`
		Message          sarifText       `json:"message"`
		Locations        []sarifLocation `json:"locations"`
		RelatedLocations []sarifLocation `json:"relatedLocations,omitempty"`
	}
	sarifLocation struct {
		PhysicalLocation sarifPhysical `json:"physicalLocation"`
		Message          *sarifText    `json:"message,omitempty"`
	}
	sarifPhysical struct {
		ArtifactLocation sarifArtifact `json:"artifactLocation"`
		Region           sarifRegion   `json:"region"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn"`
		EndLine     int `json:"endLine"`
		EndColumn   int `json:"endColumn"`
		ByteOffset  int `json:"byteOffset"`
		ByteLength  int `json:"byteLength"`
	}
)

const (
	sarifSchema = "https://json.schemastore.org/sarif-2.1.0.json"
	homepage    = "https://github.com/keyplan/keyplan"
)

// SARIF writes the diagnostics as a SARIF 2.1.0 log with one run. The files are
// what the columns are counted in: SARIF knows no grapheme clusters.
func SARIF(w io.Writer, diags hcl.Diagnostics, files map[string]*hcl.File) error {
	run := sarifRun{
		Tool:       sarifTool{sarifDriver{"keyplan", homepage, sarifRules(diags)}},
		ColumnKind: "unicodeCodePoints",
		Results:    []sarifResult{},
	}
	for _, d := range diags {
		result := sarifResult{
			RuleID: diag.InfoOf(d).Code, Level: severity(d),
			Message: sarifText{sarifMessage(d)}, Locations: []sarifLocation{},
		}
		if d.Subject != nil {
			result.Locations = append(result.Locations, sarifAt(*d.Subject, files))
		}
		for _, r := range diag.InfoOf(d).Related {
			at := sarifAt(r.Range, files)
			at.Message = &sarifText{r.Message}
			result.RelatedLocations = append(result.RelatedLocations, at)
		}
		run.Results = append(run.Results, result)
	}
	return WriteJSON(w, sarifLog{sarifSchema, "2.1.0", []sarifRun{run}})
}

// sarifRules are the codes that occur, as the catalogue explains them.
func sarifRules(diags hcl.Diagnostics) []sarifRule {
	out := []sarifRule{}
	for _, e := range diag.Catalogue() {
		used := slices.ContainsFunc(diags, func(d *hcl.Diagnostic) bool { return diag.InfoOf(d).Code == e.Code })
		if used {
			out = append(out, sarifRule{e.Code, sarifText{e.Title}, sarifText{e.Text}})
		}
	}
	return out
}

func sarifMessage(d *hcl.Diagnostic) string {
	if d.Detail == "" {
		return d.Summary
	}
	return d.Summary + ". " + d.Detail
}

func sarifAt(r hcl.Range, files map[string]*hcl.File) sarifLocation {
	uri := url.URL{Path: filepath.ToSlash(r.Filename)}
	if filepath.IsAbs(r.Filename) {
		uri.Scheme = "file"
	}
	var src []byte
	if f := files[r.Filename]; f != nil {
		src = f.Bytes
	}
	return sarifLocation{PhysicalLocation: sarifPhysical{
		ArtifactLocation: sarifArtifact{uri.String()},
		Region: sarifRegion{
			r.Start.Line, codePointColumn(src, r.Start), r.End.Line, codePointColumn(src, r.End),
			r.Start.Byte, r.End.Byte - r.Start.Byte,
		},
	}}
}

// codePointColumn is the column of p counted in code points from its line's
// start, and hcl's own where the source is not at hand.
func codePointColumn(src []byte, p hcl.Pos) int {
	if p.Byte > len(src) {
		return p.Column
	}
	line := src[:p.Byte]
	return utf8.RuneCount(line[bytes.LastIndexByte(line, '\n')+1:]) + 1
}
