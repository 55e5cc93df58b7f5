# What the go command does not do alone. Everything else is go build, go test,
# go doc. On a fresh machine: Go, Node and make are enough.

ENGINE       := .engine/node_modules/@dynoxide/linux-x64/dynoxide
ENGINE_NPM   := @dynoxide/linux-x64@1.2.1
STATICCHECK  := honnef.co/go/tools/cmd/staticcheck@v0.8.2
CHECKS       ?= 10000
# The properties' cases follow from it, so that one run is like the next; try
# others. 0 is a new one each time.
SEED         ?= 1
FUZZTIME     ?= 60s
EXAMPLES     := examples/shop examples/store

# Tests find the engine by KEYPLAN_DYNOXIDE, which a caller may set to another;
# where none can be installed they use Docker, or say what is missing.
WITH_ENGINE := if [ -z "$$KEYPLAN_DYNOXIDE" ] && [ -x $(ENGINE) ]; then export KEYPLAN_DYNOXIDE="$(abspath $(ENGINE))"; fi;

.PHONY: build test engine prove fuzz bench-start lint generate

build:
	go build -o bin/keyplan ./cmd/keyplan

# TESTFLAGS is for -race and the like.
test: engine
	$(WITH_ENGINE) go test $(TESTFLAGS) ./...

engine:
	@if [ -x $(ENGINE) ]; then :; \
	elif [ "$$(uname -sm)" = "Linux x86_64" ]; then \
		npm install --ignore-scripts --no-save --no-audit --no-fund --loglevel=error --prefix .engine $(ENGINE_NPM); \
	else echo "no engine for $$(uname -sm): tests use Docker where it runs"; fi

# Every property with $(CHECKS) cases instead of 100.
prove: engine
	$(WITH_ENGINE) go test -count=1 -timeout 30m $$(sh .ci/packages property) -rapid.checks=$(CHECKS) -rapid.seed=$(SEED)

# Every fuzz target for $(FUZZTIME).
fuzz:
	@sh .ci/fuzz $(FUZZTIME)

# "keyplan version" against an empty program, "keyplan plan" against "version".
bench-start:
	go test -run '^$$' -bench '^BenchmarkStart$$' -benchtime 1x ./cmd/keyplan

lint:
	@test -z "$$(gofmt -l $$(sh .ci/packages files))" || { gofmt -l $$(sh .ci/packages files); exit 1; }
	go vet ./... ./.ci/applied
	go run $(STATICCHECK) ./... ./.ci/applied

# The outputs of the examples, and every expected output of the tests.
generate: engine
	@for e in $(EXAMPLES); do go run ./cmd/keyplan generate $$e || exit 1; done
	$(WITH_ENGINE) go test -count=1 $$(sh .ci/packages golden) -update
