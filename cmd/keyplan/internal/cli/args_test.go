package cli

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestNormalise(t *testing.T) {
	value := map[string]bool{"only": true, "model": true}
	for _, c := range []struct{ in, want string }{
		{"plan -json dir", "plan --json dir"},
		{"plan dir --json", "plan dir --json"},
		{"plan -json=false -h", "plan --json=false --help"},
		{"plan --h", "plan --help"},
		{"generate -only -x -check", "generate --only -x --check"},
		{"generate --only=go -check", "generate --only=go --check"},
		{"generate -only", "generate --only"},
		{"plan -- -json", "plan -- -json"},
		{"plan - -json", "plan - --json"},
		{"-no-color plan", "--no-color plan"},
		{"__complete plan -js", "__complete plan -js"},
		{"", ""},
	} {
		got := strings.Join(normalise(strings.Fields(c.in), value), " ")
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%q: %s", c.in, d)
		}
	}
}

// TestNoShortClusters: -jt is a word that does not exist, never -j and -t.
func TestNoShortClusters(t *testing.T) {
	var out, errs bytes.Buffer
	if got := Main([]string{"plan", "-jt"}, nil, &out, &errs); got != exitUsage {
		t.Errorf("exit status %d, want %d", got, exitUsage)
	}
	if !strings.Contains(errs.String(), "unknown flag -jt") || out.Len() > 0 {
		t.Errorf("stdout %q, stderr %q", out.String(), errs.String())
	}
}

// TestEveryCommandHasExamples: they are what help leads with.
func TestEveryCommandHasExamples(t *testing.T) {
	root := newRoot(&app{})
	for _, c := range append(root.Commands(), root) {
		if c.Example == "" || c.Short == "" {
			t.Errorf("%s has no examples or no summary", c.Name())
		}
		if strings.HasPrefix(c.Short, "the ") || strings.HasSuffix(c.Short, ".") {
			t.Errorf("%s: %q is not a clause", c.Name(), c.Short)
		}
	}
}

// TestHelpReachesEveryCommand: in both spellings, on standard output, and fine.
func TestHelpReachesEveryCommand(t *testing.T) {
	for _, c := range newRoot(&app{}).Commands() {
		var first string
		for _, args := range [][]string{{c.Name(), "-help"}, {c.Name(), "--help"}, {c.Name(), "-h"}, {"help", c.Name()}} {
			var out, errs bytes.Buffer
			if got := Main(args, nil, &out, &errs); got != exitFine || errs.Len() > 0 {
				t.Errorf("%q: exit status %d, stderr %q", args, got, errs.String())
			}
			if first == "" {
				first = out.String()
			}
			if d := cmp.Diff(first, out.String()); d != "" || first == "" {
				t.Errorf("%q: %s", args, d)
			}
		}
	}
}

func TestDidYouMean(t *testing.T) {
	names := []string{"plan", "check", "explain"}
	for given, want := range map[string]string{
		"plna": "; did you mean plan?", "chek": "; did you mean check?", "terraform": "",
	} {
		if got := didYouMean("", given, names); got != want {
			t.Errorf("%s: %q, want %q", given, got, want)
		}
	}
}
