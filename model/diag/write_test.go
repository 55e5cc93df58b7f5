package diag

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"pgregory.net/rapid"
)

// parsed is a file, and the range of the first place of a text in it.
func parsed(t *testing.T, src string) (map[string]*hcl.File, func(string) hcl.Range) {
	t.Helper()
	f, _ := hclsyntax.ParseConfig([]byte(src), "shop.hcl", hcl.InitialPos)
	f.Bytes = []byte(src)
	return map[string]*hcl.File{"shop.hcl": f}, func(text string) hcl.Range {
		at := strings.Index(src, text)
		if at < 0 {
			t.Fatalf("no %q", text)
		}
		line := strings.Count(src[:at], "\n") + 1
		start := hcl.Pos{Line: line, Column: at - strings.LastIndex(src[:at], "\n"), Byte: at}
		end := start
		end.Byte += len(text)
		end.Column += len(text)
		return hcl.Range{Filename: "shop.hcl", Start: start, End: end}
	}
}

func written(t *testing.T, d *hcl.Diagnostic, files map[string]*hcl.File, o Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, hcl.Diagnostics{d}, files, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

const shop = `table "shop" {}
entity "order" {
	attribute "total" { type = int }
}
access_pattern "large_orders" {
  range  = [total] # 合計は e` + "\u0301" + `
  /* 注文 */ sort = [合計]
}
`

func TestWrite(t *testing.T) {
	files, at := parsed(t, shop)
	tests := []struct {
		name string
		d    *hcl.Diagnostic
		o    Options
		want string
	}{
		{"place, reason, related", Error("P003", at("[total]"), "pattern needs a scan",
			"Nothing fixes a partition key: total is only a range. Add the attribute that callers always know to equals, or drop the pattern.",
			At("total is declared here", at(`"total"`))), Options{}, `Error: pattern needs a scan [P003]

  on shop.hcl line 6, in access_pattern "large_orders":
  6:   range  = [total] # 合計は é
                ^^^^^^^

Nothing fixes a partition key: total is only a range. Add the attribute that
callers always know to equals, or drop the pattern.

  total is declared here
  on shop.hcl line 3, in entity "order":
  3:     attribute "total" { type = int }
                   ^^^^^^^
`},
		{"display width", Warning("A001", at("[合計]"), "wide", ""), Options{}, `Warning: wide [A001]

  on shop.hcl line 7, in access_pattern "large_orders":
  7:   /* 注文 */ sort = [合計]
                         ^^^^^^
`},
		{"the header of a block", Error("M001", at(`"order"`), "x", "Why."), Options{}, `Error: x [M001]

  on shop.hcl line 2:
  2: entity "order" {
            ^^^^^^^

Why.
`},
		{"narrow", Error("M001", at("[total]"), "x", "one two three four five six seven eight nine ten"), Options{Width: 10}, `Error: x [M001]

  on shop.hcl line 6, in access_pattern "large_orders":
  6:   range  = [total] # 合計は é
                ^^^^^^^

one two three four five six seven eight
nine ten
`},
		{"examples are not wrapped", Error("M019", at("[total]"), "x", "Write it so:\n\n    a = 1\n    b  = 2"), Options{Width: 40}, `Error: x [M019]

  on shop.hcl line 6, in access_pattern "large_orders":
  6:   range  = [total] # 合計は é
                ^^^^^^^

Write it so:

    a = 1
    b  = 2
`},
		{"a file that is not there", Error("M005", hcl.Range{Filename: "dir", Start: hcl.InitialPos, End: hcl.InitialPos}, "x", ""), Options{}, `Error: x [M005]

  on dir:
`},
		{"colour", Error("M001", at("[total]"), "x", ""), Options{Color: true}, "\x1b[1;31mError: \x1b[0m\x1b[1mx\x1b[0m [M001]\n\n" +
			"  on shop.hcl line 6, in access_pattern \"large_orders\":\n" +
			"  6:   range  = \x1b[1;31m[total]\x1b[0m # 合計は é\n                \x1b[1;31m^^^^^^^\x1b[0m\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			// The source has the letter in two code points, which editors mend.
			want := strings.ReplaceAll(tt.want, "\u00e9", "e\u0301")
			if d := cmp.Diff(want, written(t, tt.d, files, tt.o)); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
}

func TestWriteSeveralWithALineBetween(t *testing.T) {
	files, at := parsed(t, shop)
	var b bytes.Buffer
	d := Error("M001", at("[total]"), "x", "Why.")
	if err := Write(&b, hcl.Diagnostics{d, d}, files, Options{}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "Why.\n\nError: x") {
		t.Errorf("%s", b.String())
	}
}

// TestWriteIsSafe: whatever the source, a terminal is given text and, where the
// line is cut, no more than the width of it.
func TestWriteIsSafe(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		src := rapid.SliceOfN(rapid.Byte(), 1, 400).Draw(rt, "src")
		if rapid.Bool().Draw(rt, "text") {
			src = []byte(rapid.StringN(1, 400, -1).Draw(rt, "text") + "x")
		}
		start := rapid.IntRange(0, len(src)).Draw(rt, "start")
		end := rapid.IntRange(start, len(src)).Draw(rt, "end")
		r := hcl.Range{Filename: "a.hcl", Start: hcl.Pos{Line: 1, Column: 1, Byte: start}, End: hcl.Pos{Line: 1, Column: 1, Byte: end}}
		width := rapid.IntRange(40, 120).Draw(rt, "width")
		d := Error("M001", r, string(src), "")
		var b bytes.Buffer
		if err := Write(&b, hcl.Diagnostics{d}, map[string]*hcl.File{"a.hcl": {Bytes: src}}, Options{Width: width}); err != nil {
			rt.Fatal(err)
		}
		for i, line := range strings.Split(b.String(), "\n") {
			for _, c := range line {
				if unicode.IsControl(c) || reorders(c) {
					rt.Fatalf("%q holds %q", line, c)
				}
			}
			if i >= 2 && displayWidth(line) > width+1 {
				rt.Fatalf("%d columns, more than %d: %q", displayWidth(line), width, line)
			}
		}
	})
}

func TestSort(t *testing.T) {
	_, at := parsed(t, shop)
	late, early := Error("M002", at("[total]"), "b", ""), Error("M001", at(`"order"`), "a", "")
	again := Error("M002", at("[total]"), "b", "")
	got := Sort(hcl.Diagnostics{late, early, again})
	if !slices.Equal(got, hcl.Diagnostics{early, late}) {
		t.Errorf("%v", got)
	}
}

func TestCatalogue(t *testing.T) {
	entries := Catalogue()
	seen := map[string]bool{}
	for i, e := range entries {
		if len(e.Code) != 4 || seen[e.Code] || e.Title == "" || !strings.HasSuffix(e.Text, ".") {
			t.Errorf("%+v", e)
		}
		if i > 0 && entries[i-1].Code >= e.Code {
			t.Errorf("%s stands after %s", e.Code, entries[i-1].Code)
		}
		seen[e.Code] = true
		if found, ok := Lookup(e.Code); !ok || found != e {
			t.Errorf("%s is not found", e.Code)
		}
	}
	if _, ok := Lookup("X999"); ok {
		t.Error("X999 is found")
	}
}
