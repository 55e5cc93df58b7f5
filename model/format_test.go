package model

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keyplan/keyplan/model/diag"
)

func TestFormat(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"indents and aligns", "table \"shop\" {\nname=\"shop\"\n    max_indexes = 3\n}\n", "table \"shop\" {\n  name        = \"shop\"\n  max_indexes = 3\n}\n"},
		{"quotes labels", "entity order {\n  attribute order_id { type = ulid }\n}\n", "entity \"order\" {\n  attribute \"order_id\" { type = ulid }\n}\n"},
		{"keeps comments", "# first\n\nentity order { // here\n\n/* inside */ identity = [] # after\n}\n# last", "# first\n\nentity \"order\" { // here\n\n  /* inside */ identity = [] # after\n}\n# last\n"},
		{"one line end at the end", "table \"shop\" {}\n\n\n", "table \"shop\" {}\n"},
		{"takes the byte order mark off", "\xef\xbb\xbftable \"shop\" {}", "table \"shop\" {}\n"},
		{"of nothing is nothing", "\n \n", ""},
		{"leaves heredocs", "entity \"x\" {\n description = <<EOT\n  a\n b\nEOT\n}\n", "entity \"x\" {\n  description = <<EOT\n  a\n b\nEOT\n}\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, diags := Format([]byte(tt.src), "a.hcl")
			if diags.HasErrors() {
				t.Fatal(diags)
			}
			if d := cmp.Diff(tt.want, string(got)); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestFormatRefuses(t *testing.T) {
	for src, want := range map[string]string{
		"entity \"x\" {\n": "M001", "x = \"\xff\"\n": "M004",
	} {
		got, diags := Format([]byte(src), "a.hcl")
		if got != nil || len(diags) == 0 || diag.InfoOf(diags[0]).Code != want {
			t.Errorf("%q: %q, %v", src, got, diags)
		}
	}
}
