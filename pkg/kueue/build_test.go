package kueue

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	apimeta "k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	kueue "sigs.k8s.io/kueue/apis/kueue/v1beta2"
	"sigs.k8s.io/yaml"

	rt "fournos.dev/fournos/pkg/reconciler/testing"
)

func TestNewWorkload(t *testing.T) {
	owner := metav1.OwnerReference{APIVersion: "fournos.dev/v1", Kind: "FournosJob", Name: "bake", UID: "u"}
	for _, test := range []struct {
		name    string
		request Request
		want    string
	}{{
		name:    "one slot of any cluster",
		request: Request{Namespace: "ns", Name: "gate", Queue: "q", Owner: owner},
		want: `
metadata:
  name: gate
  namespace: ns
  labels: {app.kubernetes.io/managed-by: fournos}
  finalizers: [fournos.dev/quota]
  ownerReferences: [{apiVersion: fournos.dev/v1, kind: FournosJob, name: bake, uid: u}]
spec:
  queueName: q
  podSets:
  - name: launcher
    count: 1
    template:
      metadata: {}
      spec:
        restartPolicy: Never
        containers:
        - {name: launcher, image: launcher, resources: {requests: {fournos/cluster-slot: "1"}}}
status: {}
`,
	}, {
		name: "all slots and GPUs of one cluster, with priority, for a job",
		request: Request{
			Namespace: "ns", Name: "bake", Queue: "q", Owner: owner, JobName: "bake", Annotations: map[string]string{"a": "b"},
			Cluster: "cluster-1", Exclusive: true, GPUResource: "fournos/gpu-a100", GPUCount: 8,
			PriorityClass: "urgent", Priority: 1000,
		},
		want: `
metadata:
  name: bake
  namespace: ns
  labels: {app.kubernetes.io/managed-by: fournos, fournos.dev/job-name: bake}
  annotations: {a: b}
  finalizers: [fournos.dev/quota]
  ownerReferences: [{apiVersion: fournos.dev/v1, kind: FournosJob, name: bake, uid: u}]
spec:
  queueName: q
  priorityClassRef: {group: kueue.x-k8s.io, kind: WorkloadPriorityClass, name: urgent}
  priority: 1000
  podSets:
  - name: launcher
    count: 1
    template:
      metadata: {}
      spec:
        restartPolicy: Never
        nodeSelector: {fournos.dev/cluster: cluster-1}
        containers:
        - {name: launcher, image: launcher, resources: {requests: {fournos/cluster-slot: "100", fournos/gpu-a100: "8"}}}
status: {}
`,
	}, {
		name: "other resources alone, of some flavors",
		request: Request{
			Name: "gate", WithoutCluster: true, NodeSelector: map[string]string{"site": "north"},
			Resources: corev1.ResourceList{"licenses": resource.MustParse("2")},
		},
		want: `
metadata:
  name: gate
  labels: {app.kubernetes.io/managed-by: fournos}
  finalizers: [fournos.dev/quota]
  ownerReferences: [{apiVersion: "", kind: "", name: "", uid: ""}]
spec:
  podSets:
  - name: launcher
    count: 1
    template:
      metadata: {}
      spec:
        restartPolicy: Never
        nodeSelector: {site: north}
        containers:
        - {name: launcher, image: launcher, resources: {requests: {licenses: "2"}}}
status: {}
`,
	}, {
		name: "other resources and a cluster",
		request: Request{
			Name: "gate", Cluster: "cluster-1", NodeSelector: map[string]string{"site": "north"},
			Resources: corev1.ResourceList{"licenses": resource.MustParse("2")},
		},
		want: `
metadata:
  name: gate
  labels: {app.kubernetes.io/managed-by: fournos}
  finalizers: [fournos.dev/quota]
  ownerReferences: [{apiVersion: "", kind: "", name: "", uid: ""}]
spec:
  podSets:
  - name: launcher
    count: 1
    template:
      metadata: {}
      spec:
        restartPolicy: Never
        nodeSelector: {fournos.dev/cluster: cluster-1, site: north}
        containers:
        - {name: launcher, image: launcher, resources: {requests: {fournos/cluster-slot: "1", licenses: "2"}}}
status: {}
`,
	}, {
		name:    "a class of value 0 is a class",
		request: Request{Name: "gate", PriorityClass: "zero"},
		want: `
metadata:
  name: gate
  labels: {app.kubernetes.io/managed-by: fournos}
  finalizers: [fournos.dev/quota]
  ownerReferences: [{apiVersion: "", kind: "", name: "", uid: ""}]
spec:
  priorityClassRef: {group: kueue.x-k8s.io, kind: WorkloadPriorityClass, name: zero}
  priority: 0
  podSets:
  - name: launcher
    count: 1
    template:
      metadata: {}
      spec:
        restartPolicy: Never
        containers:
        - {name: launcher, image: launcher, resources: {requests: {fournos/cluster-slot: "1"}}}
status: {}
`,
	}} {
		t.Run(test.name, func(t *testing.T) {
			var want, got map[string]any
			if err := yaml.Unmarshal([]byte(test.want), &want); err != nil {
				t.Fatal(err)
			}
			written, err := yaml.Marshal(NewWorkload(&test.request))
			if err != nil {
				t.Fatal(err)
			}
			if err := yaml.Unmarshal(written, &got); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want, +got):\n%s", diff)
			}
		})
	}
}

func TestMarkPodsReady(t *testing.T) {
	w := rt.NewWorkload("w", rt.WithAdmitted("cluster-1"),
		rt.WithWorkloadCondition(kueue.WorkloadPodsReady, metav1.ConditionFalse, kueue.WorkloadWaitForStart, "Not all pods are ready or succeeded"))
	if !MarkPodsReady(w, rt.Now) || !IsPodsReady(w) {
		t.Error("not marked")
	}
	if MarkPodsReady(w, rt.Now) {
		t.Error("marked again")
	}
}

func TestRequeue(t *testing.T) {
	for _, test := range []struct {
		name, reason string
		requeued     metav1.ConditionStatus
	}{
		{"preempted", "Preempted", metav1.ConditionTrue},
		{"node failed", "NodeFailures", metav1.ConditionTrue},
		{"queue stopped", "ClusterQueueStopped", metav1.ConditionFalse},
		{"pods not ready", "PodsReadyTimeout", metav1.ConditionFalse},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := rt.NewWorkload("w", rt.WithAdmitted("cluster-1"), rt.WithEvicted(test.reason, "why"))
			if !Requeue(w, rt.Now) {
				t.Fatal("nothing done")
			}
			if w.Status.Admission != nil || HasQuota(w) || apimeta.IsStatusConditionTrue(w.Status.Conditions, "Admitted") {
				t.Errorf("it still has quota: %+v", w.Status)
			}
			if c := apimeta.FindStatusCondition(w.Status.Conditions, "Requeued"); c == nil || c.Status != test.requeued || c.Reason != test.reason || c.Message != "why" {
				t.Errorf("Requeued = %+v", c)
			}
			if Requeue(w, rt.Now) {
				t.Error("done again")
			}
		})
	}
	if Requeue(rt.NewWorkload("w", rt.WithAdmitted("cluster-1")), rt.Now) {
		t.Error("took quota away that Kueue does not want back")
	}
}
