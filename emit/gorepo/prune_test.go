package gorepo

import (
	"strings"
	"testing"

	"github.com/keyplan/keyplan/emit"
)

// TestPrune keeps what is mentioned, what that mentions, and what callers can
// do with it, and with it the imports that these need.
func TestPrune(t *testing.T) {
	out := prune([]emit.File{
		{Path: "order.go", Content: []byte("package x\n\nfunc f() used { return g() }\n")},
		{Path: "support_a.go", Content: []byte(`// Header.

package x

import (
	"fmt"
	"strings"
)

// used is mentioned.
type used struct{}

// Public is for callers of what is kept.
func (used) Public() { step() }

func (used) hidden() {}

// g makes one.
func g() used { return used{} }

func step() { fmt.Print() }

// Parse is for callers, of a type that nothing mentions.
func Parse() Unused { return Unused(strings.Repeat("", 1)) }

// Unused is not mentioned.
type Unused string
`)},
		{Path: "support_b.go", Content: []byte("package x\n\nfunc lonely() {}\n")},
	})
	if len(out) != 2 {
		t.Fatalf("%d files", len(out))
	}
	want := `// Header.

package x

import (
	"fmt"
)

// used is mentioned.
type used struct{}

// Public is for callers of what is kept.
func (used) Public() { step() }

// g makes one.
func g() used { return used{} }

func step() { fmt.Print() }
`
	if got := string(out[1].Content); got != want {
		t.Errorf("got\n%s", strings.ReplaceAll(got, "\t", "→"))
	}
}
