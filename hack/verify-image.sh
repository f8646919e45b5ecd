#!/usr/bin/env bash
# Fails when the images that are built in two folders differ, or have anything in them but their program, such as a shell.
# The compiler's cache serves both builds, for it takes minutes to fill; the linker, ko and the archives are run twice.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go run -C dev/hub . build --dir "$work/hub" ko >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
for copy in one another/folder; do
  mkdir -p "$work/$copy"
  git ls-files -z -co --exclude-standard | while IFS= read -r -d '' file; do
    [ -e "$file" ] && printf '%s\0' "$file"
  done | tar -c --null -T - | tar -x -C "$work/$copy"
  go run -C dev/hub . images --dir "$work/hub" --config-root "$work/$copy" >"$work/${copy%%/*}.images"
done
if ! diff "$work/one.images" "$work/another.images" >&2; then
  echo "the same source made different images" >&2
  exit 1
fi
if grep '^ ' "$work/one.images" | grep -vE '^  (/etc/(passwd|group)|/etc/ssl/certs/ca-certificates\.crt|/ko-app/[a-z-]+)$' >&2; then
  echo "an image has the files above beside its program" >&2
  exit 1
fi
grep -v '^ ' "$work/one.images"
