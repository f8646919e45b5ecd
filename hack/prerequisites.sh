#!/usr/bin/env bash
# Installs what the Makefile's targets need of Debian's packages, and says what it cannot install.
# The hub's own packages (containerd and so on) are the hub's business.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

packages=()
command -v git >/dev/null || packages+=(git)
[ -e /etc/ssl/certs/ca-certificates.crt ] || packages+=(ca-certificates)
if [ ${#packages[@]} -gt 0 ]; then
  if [ "$(id -u)" -ne 0 ]; then
    echo "missing Debian packages: ${packages[*]}; install them as root: apt-get install ${packages[*]}" >&2
    exit 1
  fi
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${packages[@]}" >/dev/null
fi

want=$(awk '$1 == "go" {print $2}' go.mod)
if ! command -v go >/dev/null; then
  echo "Go $want or newer is not on the PATH; install it, it is in no Debian package of this release" >&2
  exit 1
fi
have=$(go env GOVERSION)
have=${have#go}
if [ "$(printf '%s\n' "$want" "$have" | sort -V | head -n 1)" != "$want" ]; then
  echo "Go $have is too old: go.mod asks for $want" >&2
  exit 1
fi
