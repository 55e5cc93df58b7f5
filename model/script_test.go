package model

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/hcl/v2"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/keyplan/keyplan/model/diag"
)

// update rewrites what the archives want. What it writes is read before it is
// committed.
func update() bool { return flag.Lookup("update").Value.String() == "true" }

func TestMain(m *testing.M) {
	flag.Bool("update", false, "rewrite what the archives want")
	flag.Parse()
	os.Exit(m.Run())
}

// TestArchives loads the model of each archive and compares the diagnostics,
// their exact ranges and then the text that people read; of a model without any,
// what it says.
func TestArchives(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatal("no archives", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			m, diags := LoadFiles(".", sourceFiles(t, a))
			got := shown(t, diags, m)
			if len(diags) == 0 {
				got = dump(m)
			}
			if update() {
				rewrite(t, name, a, got)
				return
			}
			if d := cmp.Diff(archived(a, "want"), got); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
}

// sourceFiles are the archive's files of the model. A name in .gen is a recipe
// for content that has no place in a text file.
func sourceFiles(t *testing.T, a *txtar.Archive) []File {
	t.Helper()
	var out []File
	for _, f := range a.Files {
		switch {
		case strings.HasSuffix(f.Name, ".hcl"):
			out = append(out, File{Name: f.Name, Src: f.Data})
		case strings.HasSuffix(f.Name, ".gen"):
			out = append(out, File{Name: strings.TrimSuffix(f.Name, ".gen"), Src: cook(t, f.Data)})
		}
	}
	return out
}

// cook follows a recipe: lines of text, `repeat N TEXT`, and `bytes HEX…`.
func cook(t *testing.T, recipe []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	for line := range strings.Lines(string(recipe)) {
		verb, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		switch verb {
		case "text":
			b.WriteString(rest + "\n")
		case "part":
			b.WriteString(rest)
		case "repeat":
			count, text, _ := strings.Cut(rest, " ")
			n, err := strconv.Atoi(count)
			if err != nil {
				t.Fatal(err)
			}
			b.WriteString(strings.Repeat(text, n))
		case "bytes":
			for field := range strings.FieldsSeq(rest) {
				n, err := strconv.ParseUint(field, 16, 8)
				if err != nil {
					t.Fatal(err)
				}
				b.WriteByte(byte(n))
			}
		}
	}
	return b.Bytes()
}

// shown writes a line for each diagnostic and its related places, then all of
// them as people read them.
func shown(t *testing.T, diags hcl.Diagnostics, m *Model) string {
	t.Helper()
	var b bytes.Buffer
	for _, d := range diags {
		info := diag.InfoOf(d)
		fmt.Fprintf(&b, "%s %s\n", d.Subject, info.Code)
		for _, r := range info.Related {
			fmt.Fprintf(&b, "  %s\n", r.Range)
		}
	}
	if len(diags) > 0 {
		b.WriteString("\n")
	}
	if err := diag.Write(&b, diags, m.Files, diag.Options{Width: 100}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func archived(a *txtar.Archive, name string) string {
	for _, f := range a.Files {
		if f.Name == name {
			return string(f.Data)
		}
	}
	return ""
}

func rewrite(t *testing.T, path string, a *txtar.Archive, want string) {
	t.Helper()
	for i, f := range a.Files {
		if f.Name == "want" {
			a.Files = append(a.Files[:i], a.Files[i+1:]...)
			break
		}
	}
	a.Files = append(a.Files, txtar.File{Name: "want", Data: []byte(want)})
	if err := os.WriteFile(path, txtar.Format(a), 0o644); err != nil {
		t.Fatal(err)
	}
}
