package kueue

import (
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	kueue "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	"fournos.dev/fournos/pkg/apis/fournos"
	rt "fournos.dev/fournos/pkg/reconciler/testing"
)

// Words of Kueue 0.19.2.
const (
	prefix         = "couldn't assign flavors to pod set launcher: "
	pinnedFull     = prefix + "flavor cluster-2 doesn't match node affinity, insufficient unused quota for fournos/cluster-slot in flavor cluster-1, 100 more needed"
	pinnedFullBy1  = prefix + "flavor cluster-2 doesn't match node affinity, insufficient unused quota for fournos/cluster-slot in flavor cluster-1, 1 more needed"
	bothFull       = prefix + "insufficient unused quota for fournos/cluster-slot in flavor cluster-1, 1 more needed, insufficient unused quota for fournos/cluster-slot in flavor cluster-2, 1 more needed"
	fullOrNoGPU    = prefix + "insufficient quota for fournos/gpu-h200 in flavor cluster-1, previously considered podsets requests (0) + current podset request (8) > maximum capacity (0), insufficient unused quota for fournos/cluster-slot in flavor cluster-1, 1 more needed, insufficient unused quota for fournos/cluster-slot in flavor cluster-2, 1 more needed"
	fullOrBusyGPU  = prefix + "insufficient unused quota for fournos/cluster-slot in flavor cluster-1, 1 more needed, insufficient unused quota for fournos/gpu-a100 in flavor cluster-2, 4 more needed"
	tooMany        = prefix + "flavor cluster-2 doesn't match node affinity, insufficient quota for fournos/gpu-a100 in flavor cluster-1, previously considered podsets requests (0) + current podset request (101) > maximum capacity (8), insufficient unused quota for fournos/cluster-slot in flavor cluster-1, 100 more needed"
	noSuchCluster  = prefix + "flavor cluster-1 doesn't match node affinity"
	notCovered     = prefix + "resource fournos/cluster-slot unavailable in ClusterQueue"
	preempting     = pinnedFull + ". Pending the preemption of 1 workload(s)"
	preemptingOne  = prefix + "insufficient unused quota for fournos/cluster-slot in flavor cluster-1, 100 more needed. Pending the preemption of 1 workload(s)"
	noLocalQueue   = "LocalQueue nope doesn't exist"
	queueInactive  = "ClusterQueue fournos is inactive"
	otherNamespace = "workload namespace doesn't match ClusterQueue selector"
)

func exclusiveOn(cluster, job string, options ...rt.WorkloadOption) *kueue.Workload {
	return rt.NewWorkload(job, append([]rt.WorkloadOption{
		rt.WithExclusive(), rt.WithWorkloadLabel(fournos.JobNameLabelKey, job), rt.WithAdmitted(cluster),
	}, options...)...)
}

func sharedOn(cluster, job string) *kueue.Workload {
	return rt.NewWorkload(job, rt.WithWorkloadLabel(fournos.JobNameLabelKey, job), rt.WithAdmitted(cluster))
}

func TestExplain(t *testing.T) {
	pinnedExclusive := []rt.WorkloadOption{rt.WithPin("cluster-1"), rt.WithExclusive()}
	pinnedShared := []rt.WorkloadOption{rt.WithPin("cluster-1")}

	for _, test := range []struct {
		name        string
		asks        []rt.WorkloadOption
		says        []string // Kueue's reason, without its gate and, where it differs, with it.
		words       string
		others      []*kueue.Workload
		wantReason  string
		wantMessage string
	}{{
		name:        "Kueue has said nothing",
		wantReason:  "Pending",
		wantMessage: "Waiting for Kueue to consider Workload waiting in LocalQueue fournos-queue",
	}, {
		name: "Kueue has said nothing, for it passes over who asks for the same as the one before: the holder is known all the same",
		asks: pinnedExclusive, wantReason: "Pending",
		others:      []*kueue.Workload{exclusiveOn("cluster-1", "night-run")},
		wantMessage: "Waiting for exclusive access to cluster cluster-1 (held by job night-run)",
	}, {
		name: "Kueue has said nothing to one that would share",
		asks: pinnedShared, wantReason: "Pending",
		others:      []*kueue.Workload{exclusiveOn("cluster-1", "night-run")},
		wantMessage: "Cluster cluster-1 is exclusively locked by job night-run, waiting for its release",
	}, {
		name: "Kueue has said nothing, and there is room",
		asks: pinnedShared, wantReason: "Pending",
		others:      []*kueue.Workload{sharedOn("cluster-1", "a"), exclusiveOn("cluster-2", "elsewhere")},
		wantMessage: "Waiting for Kueue to consider Workload waiting in LocalQueue fournos-queue",
	}, {
		name: "pinned and exclusive, one holds it all",
		asks: pinnedExclusive, says: []string{"Pending", "WaitingForQuota"}, words: pinnedFull,
		others:      []*kueue.Workload{exclusiveOn("cluster-2", "elsewhere"), exclusiveOn("cluster-1", "night-run")},
		wantMessage: "Waiting for exclusive access to cluster cluster-1 (held by job night-run)",
	}, {
		name: "pinned and exclusive, some share it",
		asks: pinnedExclusive, says: []string{"Pending", "WaitingForQuota"}, words: pinnedFull,
		others:      []*kueue.Workload{sharedOn("cluster-1", "b"), sharedOn("cluster-1", "a"), rt.NewWorkload("mine", rt.WithAdmitted("cluster-1"))},
		wantMessage: "Waiting for exclusive access to cluster cluster-1 (held by Workload mine, job a, job b)",
	}, {
		name: "pinned and exclusive, many share it",
		asks: pinnedExclusive, says: []string{"Pending", "WaitingForQuota"}, words: pinnedFull,
		others: []*kueue.Workload{
			sharedOn("cluster-1", "e"), sharedOn("cluster-1", "d"), sharedOn("cluster-1", "c"), sharedOn("cluster-1", "b"), sharedOn("cluster-1", "a"),
		},
		wantMessage: "Waiting for exclusive access to cluster cluster-1 (held by job a, job b, job c and 2 more)",
	}, {
		name: "the holder has quota and waits for its admission checks",
		asks: pinnedExclusive, says: []string{"Pending"}, words: pinnedFull,
		others:      []*kueue.Workload{rt.NewWorkload("early", rt.WithExclusive(), rt.WithReserved("cluster-1"))},
		wantMessage: "Waiting for exclusive access to cluster cluster-1 (held by Workload early)",
	}, {
		name: "those that gave their quota back hold nothing",
		asks: pinnedExclusive, says: []string{"Pending"}, words: pinnedFull,
		others: []*kueue.Workload{
			exclusiveOn("cluster-1", "finished", rt.WithWorkloadCondition(kueue.WorkloadFinished, metav1.ConditionTrue, "Succeeded", "")),
			exclusiveOn("cluster-1", "deactivated", rt.WithDeactivated()),
			exclusiveOn("cluster-1", "queued", rt.WithWaiting("Pending", "")),
		},
		wantMessage: pinnedFull,
	}, {
		name: "an evicted one holds until it hands it back",
		asks: pinnedExclusive, says: []string{"Pending", "WaitingForPreemptedWorkloads"}, words: preempting,
		others:      []*kueue.Workload{exclusiveOn("cluster-1", "low", rt.WithEvicted("Preempted", "Preempted to accommodate a workload"))},
		wantMessage: "Waiting for exclusive access to cluster cluster-1 (held by job low). Pending the preemption of 1 workload(s)",
	}, {
		name: "pinned and shared, one holds it all",
		asks: pinnedShared, says: []string{"Pending", "WaitingForQuota"}, words: pinnedFullBy1,
		others:      []*kueue.Workload{exclusiveOn("cluster-1", "night-run")},
		wantMessage: "Cluster cluster-1 is exclusively locked by job night-run, waiting for its release",
	}, {
		name: "pinned and shared, all slots are taken one by one",
		asks: pinnedShared, says: []string{"Pending"}, words: pinnedFullBy1,
		others:      []*kueue.Workload{sharedOn("cluster-1", "a"), sharedOn("cluster-1", "b")},
		wantMessage: "Waiting for 1 more fournos/cluster-slot of flavor cluster-1 (held by job a, job b)",
	}, {
		name: "not pinned, all are locked",
		says: []string{"Pending", "WaitingForQuota"}, words: bothFull,
		others:      []*kueue.Workload{exclusiveOn("cluster-2", "b"), exclusiveOn("cluster-1", "a")},
		wantMessage: "All eligible clusters are exclusively locked, waiting for a release: cluster-1 by job a, cluster-2 by job b",
	}, {
		name: "not pinned, one is full but not locked",
		says: []string{"Pending"}, words: bothFull,
		others:      []*kueue.Workload{exclusiveOn("cluster-1", "a"), sharedOn("cluster-2", "b")},
		wantMessage: "Waiting for 1 more fournos/cluster-slot of flavor cluster-1 (held by job a); 1 more fournos/cluster-slot of flavor cluster-2 (held by job b)",
	}, {
		name: "not pinned, one would never do and the other is locked",
		says: []string{"Pending"}, words: fullOrNoGPU,
		others:      []*kueue.Workload{exclusiveOn("cluster-1", "a"), exclusiveOn("cluster-2", "b")},
		wantMessage: "All eligible clusters are exclusively locked, waiting for a release: cluster-2 by job b",
	}, {
		name: "not pinned, one lacks GPUs",
		says: []string{"Pending"}, words: fullOrBusyGPU,
		others:      []*kueue.Workload{exclusiveOn("cluster-1", "a"), sharedOn("cluster-2", "b")},
		wantMessage: fullOrBusyGPU,
	}, {
		name: "not pinned, one lacked GPUs when Kueue spoke, and was locked since",
		says: []string{"Pending"}, words: fullOrBusyGPU,
		others:      []*kueue.Workload{exclusiveOn("cluster-1", "a"), exclusiveOn("cluster-2", "b")},
		wantMessage: fullOrBusyGPU,
	}, {
		name: "not pinned and exclusive, others share",
		asks: []rt.WorkloadOption{rt.WithExclusive()}, says: []string{"Pending"}, words: bothFull,
		others:      []*kueue.Workload{exclusiveOn("cluster-1", "a"), sharedOn("cluster-2", "b")},
		wantMessage: "Waiting for exclusive access to any cluster: cluster-1 held by job a; cluster-2 held by job b",
	}, {
		name: "not pinned, Kueue makes room",
		asks: []rt.WorkloadOption{rt.WithExclusive()}, says: []string{"Pending", "WaitingForPreemptedWorkloads"}, words: preemptingOne,
		others:      []*kueue.Workload{exclusiveOn("cluster-1", "a")},
		wantMessage: "Waiting for 100 more fournos/cluster-slot of flavor cluster-1 (held by job a). Pending the preemption of 1 workload(s)",
	}, {
		name: "itself is nobody to wait for",
		asks: pinnedExclusive, says: []string{"Pending"}, words: pinnedFull,
		others:      []*kueue.Workload{exclusiveOn("cluster-1", "waiting")},
		wantMessage: pinnedFull,
	}, {
		name: "slots that the ClusterQueue does not cover are no lock",
		asks: pinnedExclusive, says: []string{"Pending", "NoMatchingFlavor"}, words: notCovered,
		others:      []*kueue.Workload{exclusiveOn("cluster-1", "a")},
		wantMessage: notCovered,
	}, {
		name: "more than there is, though somebody holds it, too",
		asks: pinnedExclusive, says: []string{"Pending", "ExceedsMaxQuota"}, words: tooMany,
		others:      []*kueue.Workload{exclusiveOn("cluster-1", "a")},
		wantMessage: tooMany,
	}, {
		name: "no such cluster",
		asks: pinnedShared, says: []string{"Pending", "NoMatchingFlavor"}, words: noSuchCluster, wantMessage: noSuchCluster,
	}, {
		name: "no such LocalQueue",
		says: []string{"Inadmissible", "Misconfigured"}, words: noLocalQueue, wantMessage: noLocalQueue,
	}, {
		name: "a stopped queue, though somebody holds the cluster",
		asks: pinnedExclusive, says: []string{"Inadmissible", "Suspended"}, words: queueInactive,
		others: []*kueue.Workload{exclusiveOn("cluster-1", "a")}, wantMessage: queueInactive,
	}, {
		name: "namespace not selected",
		says: []string{"Pending", "Misconfigured"}, words: otherNamespace, wantMessage: otherNamespace,
	}, {
		name:        "quota without admission",
		asks:        []rt.WorkloadOption{rt.WithReserved("cluster-1"), rt.WithWorkloadCondition("Admitted", metav1.ConditionFalse, "UnsatisfiedChecks", "The workload has not all checks ready"), withCheck("budget", kueue.CheckStatePending, "asking"), withCheck("ok", kueue.CheckStateReady, "")},
		wantReason:  "UnsatisfiedChecks",
		wantMessage: "Quota reserved on cluster cluster-1, waiting for admission checks: budget (asking)",
	}, {
		name:        "quota without admission and without checks",
		asks:        []rt.WorkloadOption{rt.WithReserved("")},
		wantReason:  "Pending",
		wantMessage: "Quota reserved, waiting for admission",
	}, {
		name:        "evicted, the quota still there",
		asks:        []rt.WorkloadOption{rt.WithAdmitted("cluster-1"), rt.WithEvicted("ClusterQueueStopped", "The ClusterQueue is stopped")},
		wantReason:  "ClusterQueueStopped",
		wantMessage: "Evicted by Kueue (ClusterQueueStopped), to be queued again: The ClusterQueue is stopped",
	}, {
		name: "evicted, the quota handed back",
		asks: []rt.WorkloadOption{rt.WithEvicted("Preempted", "")}, says: []string{"Pending"}, words: noSuchCluster, wantMessage: noSuchCluster,
	}, {
		name:        "deactivated",
		asks:        []rt.WorkloadOption{rt.WithDeactivated()},
		wantReason:  "Deactivated",
		wantMessage: "The workload is deactivated",
	}} {
		says := test.says
		if says == nil {
			says = []string{""}
		}
		for _, reason := range says {
			t.Run(strings.TrimSpace(test.name+" "+reason), func(t *testing.T) {
				w := rt.NewWorkload("waiting", test.asks...)
				want := test.wantReason
				if reason != "" {
					rt.WithWaiting(reason, test.words)(w)
					want = reason
				}
				gotReason, gotMessage := Explain(w, test.others)
				if gotReason != want || gotMessage != test.wantMessage {
					t.Errorf("got  %s: %s\nwant %s: %s", gotReason, gotMessage, want, test.wantMessage)
				}
			})
		}
	}
}

func withCheck(name string, state kueue.CheckState, message string) rt.WorkloadOption {
	return func(w *kueue.Workload) {
		w.Status.AdmissionChecks = append(w.Status.AdmissionChecks,
			kueue.AdmissionCheckState{Name: kueue.AdmissionCheckReference(name), State: state, Message: message})
	}
}
