#!/usr/bin/env bash
# Runs golangci-lint, given as module@version, over both modules.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
go run "$1" run --build-tags e2e ./...
cd dev/hub
go run "$1" run --config ../../.golangci.yaml ./...
