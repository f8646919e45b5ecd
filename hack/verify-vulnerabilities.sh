#!/usr/bin/env bash
# Fails when a program that is installed calls what the Go vulnerability database warns of in a module, unless
# hack/vulnerabilities-accepted.txt says why; and when that file accepts what is not there any more. The standard library
# comes with whoever builds: what is found in it is shown, with the Go version that mends it.
# The database comes as a module, of the version below, so that nothing but a module proxy is asked.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

VULN=golang.org/x/vuln@v1.9.0
DATABASE=golang.org/x/vulndb@v0.0.0-20261105234957-e22db6528018
accepted=hack/vulnerabilities-accepted.txt

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cache=${XDG_CACHE_HOME:-$HOME/.cache}/fournos-vulnerabilities/${DATABASE#*@}
if [ ! -e "$cache/index/vulns.json" ]; then
  # Not from here, for the vendor folder has none of this.
  source=$(cd / && go mod download -json "$DATABASE" | sed -n 's/^[[:space:]]*"Dir": "\(.*\)",*$/\1/p')
  mkdir -p "$(dirname "$cache")"
  fresh=$(mktemp -d "$cache.XXXXXX")
  trap 'rm -rf "$work" "$fresh"' EXIT
  go run "${DATABASE%@*}/cmd/indexdb@${DATABASE#*@}" -vulns "$source/data/osv" -out "$fresh/database"
  # Somebody else may have been faster.
  mv -T "$fresh/database" "$cache" 2>/dev/null || [ -e "$cache/index/vulns.json" ]
fi

GOBIN=$work go install "${VULN%@*}/cmd/govulncheck@${VULN#*@}"
status=0
"$work/govulncheck" -db "file://$cache" ./cmd/... ./dev/engine >"$work/report" || status=$?
if [ "$status" -ne 0 ] && [ "$status" -ne 3 ]; then # 3: it found some.
  cat "$work/report" >&2
  exit 1
fi

# Lines of: number, "std" or the module, where it is mended.
awk '
  /^Vulnerability #/ { id = $3; where = "" }
  /^ *Standard library/ { where = "std" }
  /^ *Module: / { where = $2 }
  /^ *Fixed in: / && id != "" { print id, where, $3; id = "" }
' "$work/report" | sort -u >"$work/found"
awk '$2 == "std" { print "note: Go mends " $1 " in " $3 }' "$work/found"
awk '$2 != "std" { print $1 }' "$work/found" | sort -u >"$work/modules"
sed -n 's/^\(GO-[0-9]*-[0-9]*\) .*/\1/p' "$accepted" | sort -u >"$work/accepted"

new=$(comm -23 "$work/modules" "$work/accepted")
gone=$(comm -13 "$work/modules" "$work/accepted")
if [ -n "$new" ]; then
  cat "$work/report" >&2
  printf 'new vulnerabilities; update what has them, or say in %s why not:\n%s\n' "$accepted" "$new" >&2
  exit 1
fi
if [ -n "$gone" ]; then
  printf 'no longer there, take them out of %s:\n%s\n' "$accepted" "$gone" >&2
  exit 1
fi
