#!/usr/bin/env bash
# Fails when the generated code is not what hack/update-codegen.sh writes. It works on a copy: the checkout stays as it is.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
git ls-files -z -co --exclude-standard | while IFS= read -r -d '' file; do
  [ -e "$file" ] && printf '%s\0' "$file"
done | tar -c --null -T - | tar -x -C "$copy"

"$copy/hack/update-codegen.sh"
for generated in pkg/client pkg/apis/fournos/v1 config/300-fournosjob.yaml; do
  if ! diff -rq "$generated" "$copy/$generated"; then
    echo "generated code is off: run hack/update-codegen.sh and commit what it writes" >&2
    exit 1
  fi
done
