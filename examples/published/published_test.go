// Package published plans single-table designs that others have published, and
// holds what comes out against them: README.md has the table, each directory a
// model, its plan, and a page that compares the two. What a design asks and no
// key can serve stands in refused/, with what keyplan says of it.
//
// Bring the plans and messages up to date with
//
//	go test ./examples/published -update
package published

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/planner"
	"github.com/keyplan/keyplan/planner/layout"
	"github.com/keyplan/keyplan/planner/prove"
)

var update = flag.Bool("update", false, "write the plans and messages instead of comparing them")

// design is what is known of a published design and expected of its model.
type design struct {
	slug string
	// reads are the read patterns of the source, R1 and on.
	reads int
	// published are the global secondary indexes of the source, estimate those
	// that a person thinks enough for what the model asks, planned ours.
	published, estimate, planned int
	// warnings are the codes of what is said of the model, in order.
	warnings []string
}

func designs() []design {
	return []design{
		{"chat-system", 4, 1, 0, 0, nil},
		{"complaint-management", 11, 3, 2, 2, nil},
		{"device-state-log", 5, 2, 2, 2, nil},
		{"employees-overloading", 9, 3, 2, 2, nil},
		{"github", 19, 3, 3, 2, nil},
		{"hr-order-entry", 17, 2, 2, 2, []string{"P020"}},
		{"instagram", 8, 1, 1, 1, nil},
		{"meetinger", 11, 2, 2, 2, []string{"A018"}},
		{"music-library", 13, 3, 3, 3, nil},
		{"onetable-overview", 9, 1, 1, 1, nil},
		{"online-shop", 17, 2, 2, 2, nil},
		{"recurring-payments", 5, 2, 2, 2, nil},
		{"retail-cart", 6, 1, 1, 1, nil},
		{"server-access-logs", 3, 1, 1, 1, nil},
		{"session-store", 2, 1, 1, 1, nil},
		{"user-registration", 3, 0, 0, 0, nil},
	}
}

// read loads a model and decodes its patterns, as far as they can be.
func read(t *testing.T, path string) (*model.Model, []*access.Pattern, hcl.Diagnostics) {
	t.Helper()
	m, diags, err := model.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	if diags.HasErrors() {
		return m, nil, diags
	}
	patterns, more := access.Decode(m)
	return m, patterns, append(diags, more...)
}

// certify plans and proves a model that has no mistakes.
func certify(t *testing.T, path string) (*prove.Certified, hcl.Diagnostics) {
	t.Helper()
	m, patterns, diags := read(t, path)
	if diags.HasErrors() {
		t.Fatal(text(t, m, diags))
	}
	l, more := planner.Plan(m, patterns, planner.Options{})
	if diags = append(diags, more...); diags.HasErrors() {
		t.Fatal(text(t, m, diags))
	}
	c, more := prove.Prove(l)
	if diags = append(diags, more...); diags.HasErrors() {
		t.Fatal(text(t, m, diags))
	}
	return c, diags
}

// text is what the command writes of diagnostics.
func text(t *testing.T, m *model.Model, diags hcl.Diagnostics) string {
	t.Helper()
	var b bytes.Buffer
	if err := diag.Write(&b, diag.Sort(diags), m.Files, diag.Options{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestPlanned(t *testing.T) {
	for _, d := range designs() {
		t.Run(d.slug, func(t *testing.T) {
			t.Parallel()
			c, diags := certify(t, d.slug)
			var codes []string
			for _, w := range diags {
				codes = append(codes, diag.InfoOf(w).Code)
			}
			if !slices.Equal(codes, d.warnings) {
				t.Errorf("warnings %q, not %q:\n%s", codes, d.warnings, text(t, c.Layout().Model, diags))
			}
			checkCounts(t, d, c.Layout())
			if !*update { // else the messages that the rows point to are only now written
				checkRows(t, d, c.Layout().Patterns)
			}
		})
	}
}

func checkCounts(t *testing.T, d design, l *layout.Layout) {
	t.Helper()
	n := len(l.Indexes)
	if m := l.Minimum; !m.Proved || m.GlobalIndexes != n || m.LowerBound != n {
		t.Errorf("%d indexes are not shown to be the fewest: %d, at least %d, proved %t", n, m.GlobalIndexes, m.LowerBound, m.Proved)
	}
	if n != d.planned || n > d.published || n > d.estimate {
		t.Errorf("%d indexes, not %d; published are %d, estimated %d", n, d.planned, d.published, d.estimate)
	}
}

var (
	rowLine = regexp.MustCompile(`(?m)^\| (R\d+) \|.*\| ([^|]+) \|$`)
	named   = regexp.MustCompile("`([a-z0-9_]+)`")
	refused = regexp.MustCompile(`\[([A-Z]\d{3})\]\((refused/[a-z0-9_]+\.txt)\)`)
)

// checkRows holds the table in the page against the source and the model: each
// question is answered by patterns of the model, or refused with a code, or
// both, and no pattern is there without a question.
func checkRows(t *testing.T, d design, patterns []*access.Pattern) {
	t.Helper()
	page := readFile(t, filepath.Join(d.slug, "README.md"))
	rows := rowLine.FindAllStringSubmatch(page, -1)
	if len(rows) != d.reads {
		t.Errorf("the page has %d rows, not %d", len(rows), d.reads)
	}
	answers := map[string]bool{}
	for i, row := range rows {
		if want := fmt.Sprintf("R%d", i+1); row[1] != want {
			t.Errorf("row %s stands where %s should", row[1], want)
		}
		names, codes := named.FindAllStringSubmatch(row[2], -1), refused.FindAllStringSubmatch(row[2], -1)
		if len(names)+len(codes) == 0 {
			t.Errorf("%s is neither answered nor refused: %s", row[1], row[2])
		}
		for _, n := range names {
			if !slices.ContainsFunc(patterns, func(p *access.Pattern) bool { return p.Name == n[1] }) {
				t.Errorf("%s: the model has no pattern %s", row[1], n[1])
			}
			answers[n[1]] = true
		}
		for _, c := range codes {
			if said := readFile(t, filepath.Join(d.slug, c[2])); !strings.Contains(said, "["+c[1]+"]") {
				t.Errorf("%s: %s does not say %s", row[1], c[2], c[1])
			}
		}
	}
	for _, p := range patterns {
		if !answers[p.Name] {
			t.Errorf("pattern %s answers no row", p.Name)
		}
	}
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(src)
}

// golden compares with a file, or writes it.
func golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if want := readFile(t, path); got != want {
		t.Errorf("%s is out of date (-update writes it):\n%s", path, got)
	}
}

// What is refused is refused with exactly these words, and the page shows them.
func TestRefused(t *testing.T) {
	paths, err := filepath.Glob("*/refused/*.hcl")
	if err != nil || len(paths) == 0 {
		t.Fatal(paths, err)
	}
	for _, path := range paths {
		t.Run(path, func(t *testing.T) {
			m, patterns, diags := read(t, path)
			if !diags.HasErrors() {
				_, more := planner.Plan(m, patterns, planner.Options{})
				diags = append(diags, more...)
			}
			if !diags.HasErrors() {
				t.Fatal("nothing is refused any more: move the patterns into the model")
			}
			said := strings.TrimSuffix(path, ".hcl") + ".txt"
			golden(t, said, text(t, m, diags))
			slug, rest, _ := strings.Cut(filepath.ToSlash(said), "/")
			if !strings.Contains(readFile(t, filepath.Join(slug, "README.md")), "]("+rest+")") {
				t.Errorf("the page of %s does not show %s", slug, rest)
			}
		})
	}
}

// The plan beside each model is what the command prints.
func TestPlans(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command")
	}
	command := filepath.Join(t.TempDir(), "keyplan")
	if out, err := exec.Command("go", "build", "-o", command, "../../cmd/keyplan").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, d := range designs() {
		cmd := exec.Command(command, "plan", d.slug)
		cmd.Env = append(os.Environ(), "NO_COLOR=1")
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		if err != nil {
			t.Errorf("%s: %v\n%s", d.slug, err, stderr.String())
			continue
		}
		golden(t, filepath.Join(d.slug, "plan.txt"), string(out))
	}
}

// The table of the overview says of each design what is held here, and there is
// no directory that the tests pass over.
func TestOverview(t *testing.T) {
	overview := readFile(t, "README.md")
	var slugs []string
	for _, d := range designs() {
		slugs = append(slugs, d.slug)
		line := fmt.Sprintf("| [%s](%s/README.md) | %d | %d | %d |", d.slug, d.slug, d.published, d.estimate, d.planned)
		if !strings.Contains(overview, line) {
			t.Errorf("README.md has no line\n%s", line)
		}
	}
	dirs, err := filepath.Glob("*/model.hcl")
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range dirs {
		if slug := filepath.Dir(dir); !slices.Contains(slugs, slug) {
			t.Errorf("%s is tested by nothing", slug)
		}
	}
}
