# Two commands are all that most people need: `make run` and `make test`. Both set up what they need.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

# With -trimpath the build cache does not depend on the folder of the checkout.
export GOFLAGS := -trimpath

GOFUMPT := mvdan.cc/gofumpt@v0.12.0
GOLANGCI_LINT := github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0

# End-to-end tests mostly wait: more of them at a time than there are processors.
E2E_PARALLEL := 12

HUB := go run -C dev/hub .
KUBECTL := .hub/bin/kubectl --kubeconfig .hub/kubeconfig

##@ Use

.PHONY: run
run: hub-up ## Bring up the local hub with Fournos and run a sample job on it to its end.
	dev/first-bake.sh

.PHONY: test
test: unit hub-up reproducible e2e ## Run every test, from unit to end-to-end on the local hub.

##@ Local hub

.PHONY: hub-up
hub-up: prerequisites ## Bring up the local hub, with this checkout's Fournos installed; leaves it running.
	$(HUB) up
	$(HUB) install

.PHONY: hub-down
hub-down: prerequisites ## Take the local hub down and delete its data.
	$(HUB) down

.PHONY: hub-status
hub-status: prerequisites ## Show the hub's components.
	$(HUB) status

##@ Tests

.PHONY: unit
unit: prerequisites ## Run the tests that need no hub.
	go test ./cmd/... ./config/... ./dev/... ./docs/... ./pkg/... ./test/access/... ./test/faults/...
	go test -C dev/hub ./...

.PHONY: e2e
e2e: prerequisites ## Run the end-to-end tests on the local hub, which must be up, with a real node.
	@grep -q 'real node' .hub/kind || { echo "the end-to-end tests need Pods that really run: bring the hub up as root" >&2; exit 1; }
	$(HUB) build vault
	hack/e2e.sh -parallel $(E2E_PARALLEL)

.PHONY: access
access: prerequisites ## After e2e: compare what each account has asked the hub for with what it may do.
	go test -tags e2e -count=1 -run TestAccess ./test/access/

.PHONY: reproducible
reproducible: prerequisites ## Build the images twice: they are the same, and hold nothing but their programs.
	hack/verify-image.sh

##@ Measurements

# BASE=FILE compares with the figures of an earlier run, BENCH='-sections cost -samples 5' measures less.
BASE :=
BENCH :=

.PHONY: bench
bench: prerequisites ## Measure speed, cost and scale on a hub of its own, with a simulated node.
	go run ./test/load $(if $(BASE),-base $(BASE)) $(BENCH)

.PHONY: performance
performance: prerequisites ## Measure all of that and write it into docs/performance.md.
	go run ./test/load -out docs/performance.json -page docs/performance.md $(BENCH)

.PHONY: faults-short
faults-short: prerequisites ## Have 36 jobs pass through a hub of its own while controllers die and requests fail. SEED=n repeats its choices.
	go run ./test/faults -jobs 36 -replicas 2 -limit 6m $(if $(SEED),-seed $(SEED))

.PHONY: faults
faults: prerequisites ## The same with 200 jobs and three replicas, in at most 20 minutes.
	go run ./test/faults -jobs 200 -replicas 3 -limit 20m $(if $(SEED),-seed $(SEED))

##@ Code

.PHONY: codegen
codegen: prerequisites ## Write all generated code.
	hack/update-codegen.sh

.PHONY: format
format: prerequisites ## Format the Go code.
	go run $(GOFUMPT) -w $$(hack/own-go-files.sh)

.PHONY: verify
verify: prerequisites ## Fail if generated code, vendor, formatting or lint is off.
	hack/verify-codegen.sh
	hack/verify-deps.sh
	hack/verify-vulnerabilities.sh
	hack/verify-format.sh $(GOFUMPT)
	hack/verify-lint.sh $(GOLANGCI_LINT)

.PHONY: prerequisites
prerequisites:
	@hack/prerequisites.sh

.PHONY: help
help: ## Show this.
	@awk 'BEGIN {FS = ":.*## "} /^##@/ {printf "\n%s\n", substr($$0, 5)} /^[a-z0-9-]+:.*## / {printf "  %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)
