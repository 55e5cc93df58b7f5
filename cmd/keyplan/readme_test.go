package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/keyplan/keyplan/cmd/keyplan/internal/cli"
)

// TestReadme: what the README shows is what there is.
func TestReadme(t *testing.T) {
	readme := read(t, root, "README.md")
	lines := strings.Split(readme, "\n")
	if want := "`go install github.com/keyplan/keyplan/cmd/keyplan@latest`"; lines[2] != want {
		t.Errorf("the third line is %q, want %q", lines[2], want)
	}
	if len(lines) > 80 {
		t.Errorf("%d lines are more than a screen", len(lines))
	}
	blocks := fenced(readme)
	shown(t, "the model", blocks["hcl"], read(t, root, "examples/shop/shop.hcl"))
	var out, errs bytes.Buffer
	if status := cli.Main([]string{"plan", filepath.Join(root, "examples/shop")}, nil, &out, &errs); status != 0 {
		t.Fatalf("plan: status %d\n%s", status, errs.String())
	}
	shown(t, "the plan", blocks["text"], out.String())
	calls := regexp.MustCompile(`\.(Of[A-Z]\w*|By[A-Z]\w*)\(|shopdb\.(\w+)\(`).FindAllStringSubmatch(blocks["go"], -1)
	if len(calls) == 0 {
		t.Error("the README shows no generated call")
	}
	code := generated(t)
	for _, c := range calls {
		name := c[1] + c[2]
		if !regexp.MustCompile(`(?m)^func (\(\w+ \*?\w+\) )?` + name + `\(`).MatchString(code) {
			t.Errorf("the generated package has no %s", name)
		}
	}
}

func read(t *testing.T, elem ...string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(elem...))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// generated is the text of the shop's generated package.
func generated(t *testing.T) string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(root, "examples/shop/shopdb/*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, n := range names {
		b.WriteString(read(t, n))
	}
	return b.String()
}

// fenced are the first code block of each language.
func fenced(markdown string) map[string]string {
	out := map[string]string{}
	for _, m := range regexp.MustCompile("(?ms)^```(\\w+)\n(.*?)^```$").FindAllStringSubmatch(markdown, -1) {
		if _, there := out[m[1]]; !there {
			out[m[1]] = m[2]
		}
	}
	return out
}

// shown requires every line of the excerpt to be in the whole, in order. A line
// of an ellipsis stands for what is left out.
func shown(t *testing.T, what, excerpt, whole string) {
	t.Helper()
	if excerpt == "" {
		t.Errorf("the README does not show %s", what)
	}
	rest := strings.Split(whole, "\n")
	for line := range strings.Lines(excerpt) {
		line = strings.TrimRight(line, "\n")
		if strings.TrimSpace(line) == "…" || line == "" {
			continue
		}
		found := -1
		for i, l := range rest {
			if l == line {
				found = i
				break
			}
		}
		if found < 0 {
			t.Errorf("%s: %q is not there, or not in this order", what, line)
			continue
		}
		rest = rest[found+1:]
	}
}
