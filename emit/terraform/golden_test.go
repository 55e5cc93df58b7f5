package terraform

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/keyplan/keyplan/emit"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/layout"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestGolden compares the files that each archive holds; the others of the
// module are not looked at.
func TestGolden(t *testing.T) {
	for _, tt := range []struct {
		name  string
		from  *layout.Layout
		block func(b *model.Emit)
	}{
		{"module", store(), func(*model.Emit) {}},
		{"provider_5", store(), func(b *model.Emit) { b.Provider = 5 }},
		{"profile_local", everything(), func(b *model.Emit) { b.Profile = "local" }},
		{"provisioned", provisioned(), func(*model.Emit) {}},
		{"autoscaling", autoscaled(), func(*model.Emit) {}},
		{"scaled_indexes", scaledIndexes(), func(*model.Emit) {}},
		{"handed_on", handing(t, handed), func(*model.Emit) {}},
		{"every_setting", everything(), func(*model.Emit) {}},
		{"rates", rated(), func(*model.Emit) {}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			block := emitBlock()
			tt.block(block)
			got, diags := files(tt.from, block)
			if len(diags) > 0 {
				t.Fatal(diags)
			}
			golden(t, filepath.Join("testdata", tt.name+".txtar"), got)
		})
	}
}

func golden(t *testing.T, name string, got []emit.File) {
	t.Helper()
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if len(archive.Files) == 0 {
		t.Fatalf("%s holds no file", name)
	}
	content := map[string][]byte{}
	for _, f := range got {
		content[f.Path] = f.Content
	}
	for i, f := range archive.Files {
		if diff := cmp.Diff(string(f.Data), string(content[f.Name])); diff != "" && !*update {
			t.Errorf("%s (-want +got):\n%s", f.Name, diff)
		}
		archive.Files[i].Data = content[f.Name]
	}
	if *update {
		if err := os.WriteFile(name, txtar.Format(archive), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
