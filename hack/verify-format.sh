#!/usr/bin/env bash
# Fails when gofumpt, given as module@version, would change a file.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck disable=SC2046 # no file here has a space in its name
off=$(go run "$1" -l $(hack/own-go-files.sh))
if [ -n "$off" ]; then
  printf 'not formatted, run "make format":\n%s\n' "$off" >&2
  exit 1
fi
