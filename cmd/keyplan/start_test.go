package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// slowest is how many times the time of the program before it each may take:
// "version" that of an empty program, "plan" of the shop that of "version".
const slowest = 5

// BenchmarkStart compares three programs run by turns, so that whatever else
// the machine does hits all of them, and takes the median of the ratios. Run it
// with -benchtime 1x ("make bench-start").
func BenchmarkStart(b *testing.B) {
	dir := b.TempDir()
	empty, keyplan := filepath.Join(dir, "empty"), filepath.Join(dir, "keyplan")
	source := filepath.Join(dir, "empty.go")
	if err := os.WriteFile(source, []byte("package main\n\nfunc main() {}\n"), 0o644); err != nil {
		b.Fatal(err)
	}
	compile(b, empty, source)
	compile(b, keyplan, ".")
	for b.Loop() {
		var version, plan []float64
		for range 41 {
			e := timed(b, empty)
			v := timed(b, keyplan, "version")
			p := timed(b, keyplan, "plan", "../../examples/shop")
			version, plan = append(version, v/e), append(plan, p/v)
		}
		report(b, version, "version/empty")
		report(b, plan, "plan/version")
	}
}

func compile(b *testing.B, out, source string) {
	b.Helper()
	if text, err := exec.Command("go", "build", "-o", out, source).CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, text)
	}
}

func timed(b *testing.B, args ...string) float64 {
	b.Helper()
	cmd := exec.Command(args[0], args[1:]...)
	start := time.Now()
	if err := cmd.Run(); err != nil {
		b.Fatalf("%q: %v", args, err)
	}
	return time.Since(start).Seconds()
}

func report(b *testing.B, ratios []float64, unit string) {
	b.Helper()
	slices.Sort(ratios)
	median := ratios[len(ratios)/2]
	b.ReportMetric(median, unit)
	if median > slowest {
		b.Errorf("%s is %.1f, more than %d", unit, median, slowest)
	}
}
