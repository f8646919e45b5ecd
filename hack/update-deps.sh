#!/usr/bin/env bash
# Brings go.mod, go.sum and vendor in line with what the code imports.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
go mod tidy
go mod vendor
