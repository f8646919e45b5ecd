package kueue

import (
	"slices"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	kueue "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	rt "fournos.dev/fournos/pkg/reconciler/testing"
)

func TestRead(t *testing.T) {
	gpusFirst := func(w *kueue.Workload) {
		w.Status.Admission.PodSetAssignments[0].Flavors = map[corev1.ResourceName]kueue.ResourceFlavorReference{
			"cpu": "default", "fournos/cluster-slot": "cluster-3", "fournos/gpu-a100": "gpus",
		}
	}
	noFlavors := func(w *kueue.Workload) { w.Status.Admission.PodSetAssignments = nil }
	for _, test := range []struct {
		name                              string
		w                                 *kueue.Workload
		admitted, quota, rejected, pinned bool
		cluster                           string
	}{
		{name: "new", w: rt.NewWorkload("w")},
		{name: "waiting", w: rt.NewWorkload("w", rt.WithWaiting("Pending", "…"))},
		{name: "reserved", w: rt.NewWorkload("w", rt.WithReserved("cluster-1")), quota: true, cluster: "cluster-1"},
		{name: "admitted", w: rt.NewWorkload("w", rt.WithAdmitted("cluster-1")), admitted: true, quota: true, cluster: "cluster-1"},
		{name: "admitted, the slots by name", w: rt.NewWorkload("w", rt.WithAdmitted("x"), gpusFirst), admitted: true, quota: true, cluster: "cluster-3"},
		{name: "admitted without a flavor", w: rt.NewWorkload("w", rt.WithAdmitted("")), admitted: true, quota: true},
		{name: "admitted without an assignment", w: rt.NewWorkload("w", rt.WithAdmitted(""), noFlavors), admitted: true, quota: true},
		{name: "evicted", w: rt.NewWorkload("w", rt.WithAdmitted("cluster-1"), rt.WithEvicted("Preempted", "…")), quota: true, cluster: "cluster-1"},
		{name: "deactivated", w: rt.NewWorkload("w", rt.WithAdmitted("cluster-1"), rt.WithDeactivated()), rejected: true, cluster: "cluster-1"},
		{name: "finished", w: rt.NewWorkload("w", rt.WithAdmitted("cluster-1"), rt.WithWorkloadCondition("Finished", metav1.ConditionTrue, "Succeeded", "…")), rejected: true, cluster: "cluster-1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := IsAdmitted(test.w); got != test.admitted {
				t.Errorf("IsAdmitted = %v", got)
			}
			if got := HasQuota(test.w); got != test.quota {
				t.Errorf("HasQuota = %v", got)
			}
			if got := IsRejected(test.w); got != test.rejected {
				t.Errorf("IsRejected = %v", got)
			}
			if got := Cluster(test.w); got != test.cluster {
				t.Errorf("Cluster = %q, want %q", got, test.cluster)
			}
		})
	}
}

func TestRejection(t *testing.T) {
	inactive := func(w *kueue.Workload) { w.Spec.Active = new(bool) }
	for _, test := range []struct {
		name, reason, message string
		options               []rt.WorkloadOption
	}{{
		name: "by somebody", options: []rt.WorkloadOption{inactive},
		reason: "Deactivated", message: "The workload is deactivated",
	}, {
		name:    "by Kueue, which is about to say so",
		options: []rt.WorkloadOption{inactive, rt.WithWorkloadCondition("DeactivationTarget", metav1.ConditionTrue, "RequeuingLimitExceeded", "exceeding the maximum number of re-queuing retries")},
		reason:  "RequeuingLimitExceeded", message: "exceeding the maximum number of re-queuing retries",
	}, {
		name:    "by Kueue, which has said so",
		options: []rt.WorkloadOption{inactive, rt.WithEvicted("Deactivated", "The workload is deactivated due to exceeding the maximum number of re-queuing retries")},
		reason:  "Deactivated", message: "The workload is deactivated due to exceeding the maximum number of re-queuing retries",
	}, {
		name:    "by an admission check",
		options: []rt.WorkloadOption{inactive, withCheck("budget", kueue.CheckStateRejected, "too dear")},
		reason:  "AdmissionCheck", message: "Rejected by admission checks: budget (too dear)",
	}, {
		name:    "finished",
		options: []rt.WorkloadOption{rt.WithWorkloadCondition("Finished", metav1.ConditionTrue, "OwnerNotFound", "The workload's owner no longer exists")},
		reason:  "OwnerNotFound", message: "The workload's owner no longer exists",
	}} {
		t.Run(test.name, func(t *testing.T) {
			if reason, message := Rejection(rt.NewWorkload("w", test.options...)); reason != test.reason || message != test.message {
				t.Errorf("got %s: %s", reason, message)
			}
		})
	}
}

func TestGiven(t *testing.T) {
	none := rt.NewWorkload("w")
	one := rt.NewWorkload("w", rt.WithAdmitted("cluster-1"))
	two := rt.NewWorkload("w", rt.WithRequest("licenses", 2), rt.WithRequest("memory", 7), rt.WithAdmitted("cluster-1"))
	two.Status.Admission.PodSetAssignments[0].Flavors["licenses"] = "office"
	for _, test := range []struct {
		w       *kueue.Workload
		flavors []string
		given   string
	}{
		{none, nil, ""},
		{one, []string{"cluster-1"}, "fournos/cluster-slot=1 of flavor cluster-1"},
		{two, []string{"cluster-1", "office"}, "fournos/cluster-slot=1 of flavor cluster-1, licenses=2 of flavor office, memory=7 of flavor cluster-1"},
	} {
		if flavors, given := Flavors(test.w), Given(test.w); !slices.Equal(flavors, test.flavors) || given != test.given {
			t.Errorf("flavors %v, given %q; want %v, %q", flavors, given, test.flavors, test.given)
		}
	}
}
