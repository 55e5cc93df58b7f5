package localtest

import (
	"fmt"
	"net"
	"net/url"
)

// startEndpoint takes the engine at KEYPLAN_ENDPOINT.
func startEndpoint(env environment) (*running, error) {
	text := env.getenv("KEYPLAN_ENDPOINT")
	if text == "" {
		return nil, &absentError{"KEYPLAN_ENDPOINT is not set"}
	}
	local, err := checkEndpoint(text)
	if err != nil {
		return nil, err
	}
	if !local && env.getenv("KEYPLAN_ALLOW_REMOTE") != "1" {
		return nil, fmt.Errorf("localtest: KEYPLAN_ENDPOINT is %q, which is not on loopback: "+
			"tests create and delete tables there; set KEYPLAN_ALLOW_REMOTE=1 if that is meant", text)
	}
	return &running{name: "endpoint", endpoint: text, remote: !local, getenv: env.getenv}, nil
}

// checkEndpoint says whether the URL is on loopback: a loopback address, or the
// name localhost. Any other name is remote whatever it resolves to, because
// what it resolves to can change between the check and the request.
func checkEndpoint(text string) (local bool, err error) {
	u, err := url.Parse(text)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Hostname() == "" {
		return false, fmt.Errorf("localtest: KEYPLAN_ENDPOINT is %q: it must be a URL such as http://127.0.0.1:8000", text)
	}
	if u.User != nil || u.RawQuery != "" || u.Fragment != "" || (u.Path != "" && u.Path != "/") {
		return false, fmt.Errorf("localtest: KEYPLAN_ENDPOINT is %q: only scheme, host and port may be given", u.Redacted())
	}
	ip := net.ParseIP(u.Hostname())
	return u.Hostname() == "localhost" || ip != nil && ip.IsLoopback(), nil
}
