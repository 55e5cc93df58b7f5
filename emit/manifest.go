package emit

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// manifestName is the file in each output directory that lists what keyplan
// owns there. It is committed with the rest.
const manifestName = ".keyplan.manifest"

const manifestNote = "# Files that keyplan owns in this directory. It overwrites and removes no others."

// manifest is what keyplan owns in a directory.
type manifest struct {
	// source is the path of the model's file from the directory, with slashes.
	source  string
	entries []entry
}

// entry is a file and the kind of the emit block that it is from.
type entry struct{ kind, path string }

func (m *manifest) owns(path string) bool {
	return m != nil && slices.ContainsFunc(m.entries, func(e entry) bool { return e.path == path })
}

// sorted puts the entries in order of path, each path once: the last wins.
func sorted(entries []entry) []entry {
	out := slices.Clone(entries)
	slices.SortStableFunc(out, func(a, b entry) int { return strings.Compare(a.path, b.path) })
	slices.Reverse(out)
	out = slices.CompactFunc(out, func(a, b entry) bool { return a.path == b.path })
	slices.Reverse(out)
	return out
}

// bytes is the file: the header, a note, the model, and a line for each entry.
func (m *manifest) bytes(header string) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# %s\n%s\nmodel %s\n", header, manifestNote, m.source)
	for _, e := range sorted(m.entries) {
		fmt.Fprintf(&b, "%s %s\n", e.kind, e.path)
	}
	return b.Bytes()
}

// parseManifest reads what bytes wrote. What else stands there, such as the
// marks of an unfinished merge, is refused: guessing could remove a file that
// is not ours.
func parseManifest(content []byte) (*manifest, error) {
	if !carriesHeader(content) {
		return nil, fmt.Errorf("is not a manifest of keyplan")
	}
	m := &manifest{}
	for i, line := range strings.Split(strings.TrimSuffix(string(content), "\n"), "\n") {
		line = strings.TrimSuffix(line, "\r")
		if i == 0 || line == manifestNote {
			continue
		}
		kind, path, ok := strings.Cut(line, " ")
		switch {
		case ok && kind == "model" && m.source == "" && path != "":
			m.source = path
		case ok && isKind(kind) && validPath(path) && m.source != "":
			m.entries = append(m.entries, entry{kind: kind, path: path})
		default:
			return nil, fmt.Errorf("line %d is not a line of a manifest: restore the file, or delete it together with the generated files", i+1)
		}
	}
	if m.source == "" {
		return nil, fmt.Errorf("names no model: restore the file, or delete it together with the generated files")
	}
	return m, nil
}

func isKind(s string) bool {
	return s != "" && s != "model" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz_") == ""
}
