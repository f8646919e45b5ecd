#!/usr/bin/env bash
# Lists the Go files that people write here: not vendored, not generated.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
git ls-files -co --exclude-standard -- '*.go' ':!vendor' ':!pkg/client' ':!*zz_generated*' | while read -r file; do
  [ -e "$file" ] && echo "$file"
done
