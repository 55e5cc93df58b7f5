package localtest

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
)

// engine is one way to come by a DynamoDB.
type engine struct {
	// name is what KEYPLAN_ENGINE calls it.
	name string
	// start returns errAbsent when the engine is not there, and another error
	// when it is and does not work.
	start func(environment) (*running, error)
}

// absentError says that an engine is not there, and why; the next one is tried.
type absentError struct{ why string }

func (e *absentError) Error() string { return e.why }

// engines are in the order in which they are tried. Whoever adds one that needs
// more than this module already has does so in a package of its own that a test
// opts into: everything that uses a generated package depends on this one.
func engines() []engine {
	return []engine{
		{name: "endpoint", start: startEndpoint},
		{name: "dynoxide", start: startDynoxide},
		{name: "docker", start: startDocker},
		{name: "none", start: startNone},
	}
}

// start brings up the engine that the environment names, or else the first that
// is there.
func start(env environment) (*running, error) {
	all := engines()
	if name := env.getenv("KEYPLAN_ENGINE"); name != "" {
		i := slices.IndexFunc(all, func(e engine) bool { return e.name == name })
		if i < 0 {
			return nil, fmt.Errorf("localtest: KEYPLAN_ENGINE is %q: it can be endpoint, dynoxide, docker or none", name)
		}
		r, err := all[i].start(env)
		if absent, ok := err.(*absentError); ok {
			// It was asked for by name, so its absence is a mistake to report
			// and nothing to skip over.
			return nil, fmt.Errorf("localtest: KEYPLAN_ENGINE is %s: %s", name, absent.why)
		}
		return r, err
	}
	for _, e := range all {
		r, err := e.start(env)
		if _, ok := err.(*absentError); ok {
			continue
		}
		return r, err
	}
	panic("localtest: the list of engines does not end in none")
}

// startDocker is for the name alone: no container engine is built in.
func startDocker(environment) (*running, error) {
	return nil, &absentError{"this version starts no container; start one by hand and set KEYPLAN_ENDPOINT"}
}

// startNone ends the list.
func startNone(environment) (*running, error) {
	return nil, &noEngineError{howToInstall(runtime.GOOS, runtime.GOARCH)}
}

// howToInstall is what a developer on such a machine would do next.
func howToInstall(goos, goarch string) string {
	if goos == "linux" && goarch == "amd64" {
		return "`npm install --ignore-scripts --prefix .engine @dynoxide/linux-x64@" + dynoxideVersion +
			"` at the root of the repository installs one"
	}
	return strings.Join([]string{
		"start one, such as `docker run --rm -p 127.0.0.1:8000:8000 amazon/dynamodb-local`",
		"and set KEYPLAN_ENDPOINT=http://127.0.0.1:8000",
	}, ", ")
}
