#!/usr/bin/env bash
# Bakes the sample job on the local hub and shows each phase as it comes. Fails unless the job ends Succeeded.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

namespace=psap-automation
job=first-bake
kubectl() { .hub/bin/kubectl --kubeconfig .hub/kubeconfig -n "$namespace" "$@"; }

kubectl delete fournosjob "$job" --ignore-not-found
kubectl create -f dev/samples/first-bake.yaml

# kubectl makes spaces of tabs.
columns='{.status.phase}{"|"}{.status.cluster}{"|"}{.status.pipelineRun}{"|"}{.status.message}{"\n"}'
seen=$(mktemp)
.hub/bin/kubectl --kubeconfig .hub/kubeconfig -n "$namespace" get fournosjob "$job" --watch -o jsonpath="$columns" > "$seen" &
watch=$!
trap 'kill $watch 2>/dev/null || true; rm -f "$seen"' EXIT

if ! kubectl wait fournosjob "$job" --for=jsonpath='{.status.completionTime}' --timeout=5m; then
  kubectl describe fournosjob "$job"
  exit 1
fi
await_final() { # The watch may lag behind the wait by a moment.
  for _ in $(seq 50); do
    if grep -qE '^(Succeeded|Failed|Stopped)' "$seen"; then return; fi
    sleep 0.1
  done
}
await_final

echo
kubectl get fournosjobs,pipelineruns,customruns
echo
echo "PHASE       CLUSTER     PIPELINERUN   MESSAGE"
awk -F'|' '$1 != "" {printf "%-11s %-11s %-13s %s\n", $1, $2, $3, $4}' "$seen" | uniq
grep -q '^Succeeded' "$seen"
