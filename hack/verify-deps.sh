#!/usr/bin/env bash
# Fails when go.mod, go.sum or vendor are not what the code needs.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

go mod tidy -diff || { echo "go.mod or go.sum is off: run hack/update-deps.sh and commit what it writes" >&2; exit 1; }
go -C dev/hub mod tidy -diff || { echo "dev/hub/go.mod or go.sum is off: run 'go mod tidy' in dev/hub" >&2; exit 1; }

fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
go mod vendor -o "$fresh/vendor"
diff -rq vendor "$fresh/vendor" || { echo "vendor is off: run hack/update-deps.sh and commit what it writes" >&2; exit 1; }
