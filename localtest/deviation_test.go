package localtest

import (
	"strings"
	"testing"
)

// Every listed deviation is tried on the engine that it is listed for, so that
// the list shrinks when the engine learns.
func TestDeviationsAreAsListed(t *testing.T) {
	client, _ := New(t, testTable())
	engine := wireOf(client).engine
	for _, d := range Deviations() {
		t.Run(string(d.Feature), func(t *testing.T) {
			has, err := engine.has(t, d.Feature)
			if err != nil {
				t.Fatal(err)
			}
			if engine.name != d.Engine || engine.version != d.Version {
				t.Skipf("listed for %s %s; on %s it is %v that %s", d.Engine, d.Version, engine, has, d.Feature)
			}
			if has {
				t.Errorf("%s is listed as a deviation of %s and is none", d.Feature, engine)
			}
		})
	}
}

func TestEveryFeatureCanBeTried(t *testing.T) {
	client, _ := New(t, testTable())
	for _, f := range []Feature{PrefixCase, PrefixNul, IndexKeySize, StartKeyBounds} {
		if _, err := wireOf(client).engine.has(t, f); err != nil {
			t.Errorf("%s: %v", f, err)
		}
	}
	if _, err := wireOf(client).engine.has(t, "no such thing"); err == nil {
		t.Error("an unknown feature is answered")
	}
}

func TestNeedSkipsByName(t *testing.T) {
	client, _ := New(t, testTable())
	engine := wireOf(client).engine
	for has, want := range map[bool]string{
		true:  "",
		false: "skip: localtest: this test cannot run on dynoxide 9 at http://127.0.0.1:1: it needs that begins_with tells upper case from lower case",
	} {
		fake := &running{name: "dynoxide", version: "9", endpoint: "http://127.0.0.1:1", getenv: engine.getenv}
		fake.abilities.known = map[Feature]bool{PrefixCase: has}
		client := newWire(fake, named(testTable())).client()
		if got := pretend(func(tb testing.TB) { Need(tb, client, PrefixCase) }); !strings.HasPrefix(got, want) || want == "" && got != "" {
			t.Errorf("has %v: %q", has, got)
		}
	}
}
