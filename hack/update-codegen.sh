#!/usr/bin/env bash
# Writes all generated code: deep copies, clients, listers, informers, injection and the CRD.
# Reads the vendored sources alone, so that it works offline and gives the same on every machine.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

export GOFLAGS=-trimpath
module=fournos.dev/fournos
client=pkg/client
boilerplate=hack/boilerplate.go.txt

# generate_clients DIR GROUP_VERSION_PACKAGE GROUP/VERSION GROUP writes everything that talks to one API group.
generate_clients() {
  local dir=$1 package=$2 input=$3 group=$4
  local out=$module/$dir
  rm -rf "${dir:?}/clientset" "$dir/listers" "$dir/informers" "$dir/injection"
  go tool client-gen --go-header-file "$boilerplate" --clientset-name versioned \
    --input-base "" --input "$package" --output-dir "$dir/clientset" --output-pkg "$out/clientset"
  go tool lister-gen --go-header-file "$boilerplate" \
    --output-dir "$dir/listers" --output-pkg "$out/listers" "$package"
  go tool informer-gen --go-header-file "$boilerplate" \
    --versioned-clientset-package "$out/clientset/versioned" --listers-package "$out/listers" \
    --output-dir "$dir/informers" --output-pkg "$out/informers" "$package"
  go tool injection-gen --go-header-file "$boilerplate" --input-dirs "$package" \
    --versioned-clientset-package "$out/clientset/versioned" --listers-package "$out/listers" \
    --external-versions-informers-package "$out/informers/externalversions" \
    --output-dir "$dir/injection" --output-package "$out/injection"
}

go tool deepcopy-gen --go-header-file "$boilerplate" --output-file zz_generated.deepcopy.go ./pkg/apis/fournos/v1
generate_clients "$client" "$module/pkg/apis/fournos/v1" fournos/v1 fournos
generate_clients "$client/kueue" sigs.k8s.io/kueue/apis/kueue/v1beta2 kueue/v1beta2 kueue

# A time that Go cannot read would keep every informer from listing any job. The API server's date-time takes more than
# Go does, and the times of conditions come with Knative's type and have no format at all.
go tool controller-gen crd paths=./pkg/apis/fournos/v1 output:crd:stdout |
  awk '
    /^ *lastTransitionTime:$/ { condition = 1 }
    condition && /^ *type: string$/ {
      condition = 0
      indent = $0; sub(/type: string/, "", indent)
      print indent "format: date-time"
      print indent "pattern: ^[0-9-]{10}T[0-9:.]+(Z|[-+][0-9:]{5})$"
    }
    { print }
    /^ *format: date-time$/ {
      indent = $0; sub(/format: date-time/, "", indent)
      print indent "pattern: ^[0-9-]{10}T[0-9:.]+(Z|[-+][0-9:]{5})$"
    }' > config/300-fournosjob.yaml
