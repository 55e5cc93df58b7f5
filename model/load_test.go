package model

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/keyplan/keyplan/model/diag"
)

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestLoadDirectory: all files in name order, but for hidden ones, locks, and
// what is no file.
func TestLoadDirectory(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "b.hcl"), "entity \"b\" { identity = [] }\n")
	write(t, filepath.Join(dir, "a.hcl"), "table \"shop\" {}\nentity \"a\" { identity = [] }\n")
	write(t, filepath.Join(dir, ".c.hcl"), "nonsense")
	write(t, filepath.Join(dir, "shop.lock.hcl"), "nonsense")
	write(t, filepath.Join(dir, "notes.txt"), "nonsense")
	if err := os.Mkdir(filepath.Join(dir, "d.hcl"), 0o755); err != nil {
		t.Fatal(err)
	}
	m, diags, err := Load(dir)
	if err != nil || len(diags) > 0 {
		t.Fatal(err, diags)
	}
	if want := []string{filepath.Join(dir, "a.hcl"), filepath.Join(dir, "b.hcl")}; !slices.Equal(m.FileNames, want) {
		t.Errorf("%q", m.FileNames)
	}
	if len(m.Entities) != 2 || m.Entities[0].Name != "a" || m.Path != dir {
		t.Errorf("%+v", m)
	}
}

func TestLoadFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "shop.hcl")
	write(t, name, "table \"shop\" {}\nentity \"a\" { identity = [] }\n")
	m, diags, err := Load(name)
	if err != nil || len(diags) > 0 || len(m.Entities) != 1 {
		t.Fatal(err, diags)
	}
}

func TestLoadEmptyDirectory(t *testing.T) {
	dir := t.TempDir()
	m, diags, err := Load(dir)
	if err != nil || m == nil || len(diags) != 1 || diag.InfoOf(diags[0]).Code != "M005" || diags[0].Subject.Filename != dir {
		t.Fatal(err, diags)
	}
}

func TestLoadUnreadable(t *testing.T) {
	dir := t.TempDir()
	if _, _, err := Load(filepath.Join(dir, "absent")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v", err)
	}
	if err := os.Symlink("nowhere", filepath.Join(dir, "a.hcl")); err != nil {
		t.Skip(err)
	}
	if _, _, err := Load(dir); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "a.hcl") {
		t.Errorf("%v", err)
	}
}

// TestLoadLargeFile: 50 MB are refused by what the file system says of them,
// not by reading them.
func TestLoadLargeFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "shop.hcl")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Truncate(50 << 20); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, diags, err := Load(name)
	runtime.ReadMemStats(&after)
	if err != nil || len(diags) != 1 || diag.InfoOf(diags[0]).Code != "M002" || !strings.Contains(diags[0].Detail, "52428800") {
		t.Fatal(err, diags)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 10<<20 {
		t.Errorf("%d bytes were allocated", used)
	}
}
