#!/usr/bin/env bash
# Makes a kubeconfig that may do little and not for long, with a ServiceAccount and roles of its own.
#
#   hack/kubeconfig.sh submitter NAME [--namespace psap-automation] [--duration 8h]
#     for the hub, for who or what submits jobs: FournosJobs, and nothing else
#   hack/kubeconfig.sh target NAME [--namespace fournos-bench] [--duration 720h]
#     for a target cluster, for engines: what a benchmark runs as, in a namespace of its own, and a look at the nodes.
#     It is what the Secret kubeconfig-<cluster> on the hub holds, under the key "kubeconfig".
#
# It talks to the cluster of the current KUBECONFIG, as somebody who may make roles there, and writes the kubeconfig to the
# standard output. Made again, the kubeconfig has a new token; the older ones end when their time is over, or all at once
# when the ServiceAccount is deleted:
#
#   kubectl delete serviceaccount fournos-submitter-NAME -n psap-automation
set -euo pipefail

usage() {
  sed -n '2,/^set/s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2
  exit 2
}

[ $# -ge 2 ] || usage
kind=$1 name=$2
shift 2
case $kind in
  submitter) namespace=psap-automation duration=8h ;;
  target) namespace=fournos-bench duration=720h ;;
  *) usage ;;
esac
while [ $# -gt 0 ]; do
  [ $# -ge 2 ] || usage
  case $1 in
    --namespace) namespace=$2 ;;
    --duration) duration=$2 ;;
    *) usage ;;
  esac
  shift 2
done
# They go into manifests below, and must not say more there than a name.
label='^[a-z0-9]([-a-z0-9]{0,40}[a-z0-9])?$'
for value in "$name" "$namespace"; do
  [[ $value =~ $label ]] || { echo "'$value' must be lower case letters, digits and '-', at most 42" >&2; exit 2; }
done
[[ $duration =~ ^[0-9]+[hms]$ ]] || { echo "--duration '$duration' must be such as 8h" >&2; exit 2; }
account=fournos-$kind-$name

submitter_rules() {
  cat <<YAML
- {apiGroups: [fournos.dev], resources: [fournosjobs], verbs: [get, list, watch, create, update, patch, delete]}
YAML
}

target_rules() {
  cat <<YAML
- apiGroups: [""]
  resources: [pods, services, configmaps, secrets, persistentvolumeclaims]
  verbs: [get, list, watch, create, update, patch, delete]
- {apiGroups: [""], resources: [pods/log, events], verbs: [get, list, watch]}
- {apiGroups: [""], resources: [pods/exec, pods/portforward], verbs: [create, get]}
- {apiGroups: [apps], resources: [deployments, statefulsets, daemonsets], verbs: [get, list, watch, create, update, patch, delete]}
- {apiGroups: [batch], resources: [jobs], verbs: [get, list, watch, create, update, patch, delete]}
YAML
}

roles() {
  cat <<YAML
apiVersion: v1
kind: ServiceAccount
metadata: {name: $account, namespace: $namespace, labels: {app.kubernetes.io/part-of: fournos}}
automountServiceAccountToken: false
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: $account, namespace: $namespace, labels: {app.kubernetes.io/part-of: fournos}}
rules:
$("${kind}_rules")
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: $account, namespace: $namespace, labels: {app.kubernetes.io/part-of: fournos}}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: $account}
subjects: [{kind: ServiceAccount, name: $account, namespace: $namespace}]
YAML
  [ "$kind" = target ] || return 0
  cat <<YAML
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: fournos-target-nodes, labels: {app.kubernetes.io/part-of: fournos}}
rules:
- {apiGroups: [""], resources: [nodes], verbs: [get, list, watch]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: $account-$namespace, labels: {app.kubernetes.io/part-of: fournos}}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: fournos-target-nodes}
subjects: [{kind: ServiceAccount, name: $account, namespace: $namespace}]
YAML
}

if [ "$kind" = target ]; then # On the hub the namespace is Fournos'.
  kubectl get namespace "$namespace" >/dev/null 2>&1 || kubectl create namespace "$namespace" >&2
fi
roles | kubectl apply -f - >&2

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 700 "$work"
token=$(kubectl create token "$account" -n "$namespace" --duration "$duration")
server=$(kubectl config view --minify --raw -o 'jsonpath={.clusters[0].cluster.server}')
authority=$(kubectl config view --minify --raw --flatten -o 'jsonpath={.clusters[0].cluster.certificate-authority-data}')
cat >"$work/kubeconfig" <<YAML
apiVersion: v1
kind: Config
clusters:
- name: cluster
  cluster:
    server: $server
${authority:+    certificate-authority-data: $authority}
users:
- name: $account
  user:
    token: $token
contexts:
- name: $account
  context: {cluster: cluster, user: $account, namespace: $namespace}
current-context: $account
YAML

# can YES_OR_NO VERB RESOURCE [FLAG…] asks the API server with the new kubeconfig.
can() {
  local want=$1 got
  shift
  got=$(kubectl --kubeconfig "$work/kubeconfig" auth can-i "$@" 2>/dev/null || true)
  if [ "$got" != "$want" ]; then
    echo "the new kubeconfig is not what it should be: auth can-i $* says '$got', want '$want'" >&2
    exit 1
  fi
}

# The API server may hear of new roles a moment later than of the account.
for _ in $(seq 50); do
  [ "$(kubectl --kubeconfig "$work/kubeconfig" auth can-i list "$([ "$kind" = target ] && echo nodes || echo fournosjobs.fournos.dev)" 2>/dev/null)" != yes ] || break
  sleep 0.1
done
for verb in list create; do
  case $kind in
    submitter)
      can yes "$verb" fournosjobs.fournos.dev
      for other in secrets pods pods/exec configmaps serviceaccounts/token jobs.batch pipelineruns.tekton.dev pipelines.tekton.dev workloads.kueue.x-k8s.io roles.rbac.authorization.k8s.io; do
        can no "$verb" "$other"
      done
      can no "$verb" fournosjobs.fournos.dev --namespace default
      ;;
    target)
      for own in pods jobs.batch secrets; do
        can yes "$verb" "$own"
        can no "$verb" "$own" --namespace kube-system
      done
      can no "$verb" roles.rbac.authorization.k8s.io
      can no "$verb" serviceaccounts/token
      ;;
  esac
  can no "$verb" secrets --all-namespaces
  can no "$verb" clusterroles.rbac.authorization.k8s.io
done
for verb in create delete; do
  can no "$verb" nodes
  can no "$verb" namespaces
done
can no impersonate users
case $kind in
  submitter) can no patch fournosjobs.fournos.dev --subresource status && can no list nodes ;;
  target) can yes list nodes && can yes get pods --subresource log ;;
esac
echo "$account in namespace $namespace may do what it should and no more, for $duration" >&2
cat "$work/kubeconfig"
