package syntax

import "testing"

func TestSuggest(t *testing.T) {
	words := []string{"type", "references", "derive", "optional", "immutable", "on_create", "on_write", "min", "max"}
	for name, want := range map[string]string{
		"tpye": "type", "typ": "type", "reference": "references", "refrences": "references", "optionel": "optional", "oncreate": "on_create",
		"on-create": "on_create", "OnCreate": "on_create", "imutable": "immutable", "mni": "min", "opt": "optional", "derived": "derive",
		"x": "", "mi": "", "foo": "", "unique": "", "": "",
	} {
		if got := Suggest(name, words); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
	if got := Suggest(string(make([]byte, 1<<16)), words); got != "" {
		t.Errorf("%q", got)
	}
}

func TestList(t *testing.T) {
	for _, tt := range []struct {
		list []string
		want string
	}{{nil, ""}, {[]string{"a"}, "a"}, {[]string{"a", "b"}, "a and b"}, {[]string{"a", "b", "c"}, "a, b and c"}} {
		if got := List(tt.list, "and"); got != tt.want {
			t.Errorf("%q: %q", tt.list, got)
		}
	}
}
