package kueue

import (
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
	kueue "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	rt "fournos.dev/fournos/pkg/reconciler/testing"
)

// What a queue is like now counts, not what Kueue said of it.
func TestExplainQueue(t *testing.T) {
	local, cluster := rt.NewLocalQueue("fournos-queue", "fournos"), rt.NewClusterQueue("fournos", rt.WithQuota(8, nil, "cluster-1", "cluster-2"), rt.WithOtherQuota("licenses", 3, "office"))
	stopLocal := func(policy kueue.StopPolicy) *kueue.LocalQueue {
		q := local.DeepCopy()
		q.Spec.StopPolicy = ptr.To(policy)
		return q
	}
	stop := func(policy kueue.StopPolicy) *kueue.ClusterQueue {
		q := cluster.DeepCopy()
		q.Spec.StopPolicy = ptr.To(policy)
		return q
	}
	inactive := func(reason, message string) *kueue.ClusterQueue {
		q := cluster.DeepCopy()
		q.Status.Conditions = []metav1.Condition{{Type: "Active", Status: metav1.ConditionFalse, Reason: reason, Message: message}}
		return q
	}
	inCohort := cluster.DeepCopy()
	inCohort.Spec.CohortName = "all"
	licenses := []rt.WorkloadOption{rt.WithoutCluster(), rt.WithRequest("licenses", 2)}
	licensed := func(name string, quantity int64, options ...rt.WorkloadOption) *kueue.Workload {
		return rt.NewWorkload(name, append([]rt.WorkloadOption{rt.WithoutCluster(), rt.WithRequest("licenses", quantity), rt.WithAdmitted("office")}, options...)...)
	}
	const consider = "Waiting for Kueue to consider Workload waiting in LocalQueue fournos-queue"
	const oldWords = prefix + "insufficient unused quota for licenses in flavor office, 1 more needed"

	for _, test := range []struct {
		name    string
		local   *kueue.LocalQueue
		cluster *kueue.ClusterQueue
		asks    []rt.WorkloadOption
		words   string
		others  []*kueue.Workload
		want    string
	}{
		{name: "no LocalQueue", cluster: cluster, want: "LocalQueue fournos-queue doesn't exist"},
		{name: "a LocalQueue since", local: local, cluster: cluster, words: "LocalQueue fournos-queue doesn't exist", want: consider},
		{name: "no ClusterQueue", local: local, want: "ClusterQueue fournos doesn't exist, to which LocalQueue fournos-queue leads"},
		{name: "the LocalQueue is held", local: stopLocal(kueue.Hold), cluster: cluster, words: bothFull, want: "LocalQueue fournos-queue is stopped (Hold): it admits nothing until its stopPolicy is None"},
		{name: "held", local: local, cluster: stop(kueue.Hold), words: bothFull, want: "ClusterQueue fournos is stopped (Hold): it admits nothing until its stopPolicy is None"},
		{name: "draining", local: local, cluster: stop(kueue.HoldAndDrain), want: "ClusterQueue fournos is stopped (HoldAndDrain): it admits nothing until its stopPolicy is None"},
		{name: "held no more, and Kueue has not said so", local: local, cluster: inactive("Stopped", "Can't admit new workloads: is stopped."), words: "ClusterQueue fournos is inactive", want: consider},
		{name: "drained no more", local: local, cluster: stop(kueue.None), words: "The ClusterQueue is stopped", want: consider},
		{name: "a flavor is missing", local: local, cluster: inactive("FlavorNotFound", "Can't admit new workloads: references missing ResourceFlavor(s): cluster-2."), words: queueInactive, want: "ClusterQueue fournos admits nothing now (FlavorNotFound): references missing ResourceFlavor(s): cluster-2"},
		{name: "it is being deleted", local: local, cluster: inactive("Terminating", "Can't admit new workloads; clusterQueue is terminating"), want: "ClusterQueue fournos admits nothing now (Terminating): clusterQueue is terminating"},
		{name: "Kueue says why", local: local, cluster: cluster, words: otherNamespace, want: otherNamespace},
		{
			name: "the queue was mended, and somebody has the cluster since", local: local, cluster: cluster, words: queueInactive,
			asks: []rt.WorkloadOption{rt.WithPin("cluster-1"), rt.WithExclusive()}, others: []*kueue.Workload{exclusiveOn("cluster-1", "a")},
			want: "Waiting for exclusive access to cluster cluster-1 (held by job a)",
		},
		{
			name: "Kueue passed over one that takes any cluster", local: local, cluster: cluster,
			others: []*kueue.Workload{exclusiveOn("cluster-1", "a"), exclusiveOn("cluster-2", "b")},
			want:   "All eligible clusters are exclusively locked, waiting for a release: cluster-1 by job a, cluster-2 by job b",
		},
		{
			name: "there is room in one cluster", local: local, cluster: cluster,
			others: []*kueue.Workload{exclusiveOn("cluster-1", "a")}, want: consider,
		},
		{
			name: "it may borrow", local: local, cluster: inCohort,
			others: []*kueue.Workload{exclusiveOn("cluster-1", "a"), exclusiveOn("cluster-2", "b")}, want: consider,
		},
		{
			name: "Kueue passed over one that wants licenses", local: local, cluster: cluster, asks: licenses,
			others: []*kueue.Workload{licensed("a", 1, rt.WithWorkloadOwner(rt.NewPipelineRun("nightly"))), licensed("b", 1)},
			want:   "Waiting for 1 more licenses of flavor office (held by PipelineRun nightly, Workload b)",
		},
		{
			name: "there are licenses", local: local, cluster: cluster, asks: licenses, others: []*kueue.Workload{licensed("a", 1)}, want: consider,
		},
		{
			name: "Kueue says it", local: local, cluster: cluster, asks: licenses, words: oldWords,
			others: []*kueue.Workload{licensed("a", 3)},
			want:   "Waiting for 1 more licenses of flavor office (held by Workload a)",
		},
		{
			name: "another label", local: local, cluster: cluster, asks: append(licenses, withSelector("site", "south")), want: consider,
			others: []*kueue.Workload{licensed("a", 1)},
		},
		{
			name: "more than there are", local: local, cluster: cluster, asks: []rt.WorkloadOption{rt.WithoutCluster(), rt.WithRequest("licenses", 4)}, want: consider,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := rt.NewWorkload("waiting", test.asks...)
			if test.words != "" {
				rt.WithWaiting("Pending", test.words)(w)
			}
			queue := &Queue{Local: test.local, Cluster: test.cluster, Flavor: rt.NewResourceFlavor}
			if _, got := ExplainWith(w, queue, HoldersAmong(test.others)); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

func withSelector(key, value string) rt.WorkloadOption {
	return func(w *kueue.Workload) { w.Spec.PodSets[0].Template.Spec.NodeSelector = map[string]string{key: value} }
}
