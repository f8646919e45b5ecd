// Package kueue builds Kueue Workloads and reads them: admitted or not, which cluster, why not, who holds it.
// All of it is pure: a Workload in, an answer out.
package kueue

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	apimeta "k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
	kueue "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	"fournos.dev/fournos/pkg/apis/fournos"
)

// IsAdmitted tells whether the Workload may run now. It may not while Kueue wants its quota back or has given up on it,
// though the condition Admitted stays True until the quota was handed back.
func IsAdmitted(w *kueue.Workload) bool {
	if IsDeactivated(w) || IsFinished(w) {
		return false
	}
	if _, _, evicted := Evicted(w); evicted {
		return false
	}
	return w.Status.Admission != nil && apimeta.IsStatusConditionTrue(w.Status.Conditions, kueue.WorkloadAdmitted)
}

// HasQuota tells whether Kueue counts quota as used by the Workload. It does from the reservation on, before
// admission checks have passed, and also after an eviction that nobody has answered yet. It does not once the
// Workload is finished or deactivated, though the reservation stays in the status.
func HasQuota(w *kueue.Workload) bool {
	return w.Status.Admission != nil && !IsDeactivated(w) && !IsFinished(w) &&
		apimeta.IsStatusConditionTrue(w.Status.Conditions, kueue.WorkloadQuotaReserved)
}

// Cluster is the cluster that the Workload was given: the flavor of its cluster slots. It is "" when it has none, be it
// that it has no quota or that its quota names no flavor for the slots.
func Cluster(w *kueue.Workload) string {
	if w.Status.Admission == nil || len(w.Status.Admission.PodSetAssignments) == 0 {
		return ""
	}
	return string(w.Status.Admission.PodSetAssignments[0].Flavors[fournos.ClusterSlotResource])
}

// Flavors names the flavors that the Workload was given, in the order of its resources' names.
func Flavors(w *kueue.Workload) []string {
	var flavors []string
	for _, held := range given(w) {
		if flavor := string(held.flavor); !slices.Contains(flavors, flavor) {
			flavors = append(flavors, flavor)
		}
	}
	return flavors
}

// Given says for people what quota the Workload was given.
func Given(w *kueue.Workload) string {
	var parts []string
	for _, held := range given(w) {
		parts = append(parts, fmt.Sprintf("%s=%s of flavor %s", held.resource, held.quantity.String(), held.flavor))
	}
	return strings.Join(parts, ", ")
}

// share is what a Workload has of one resource.
type share struct {
	resource corev1.ResourceName
	flavor   kueue.ResourceFlavorReference
	quantity resource.Quantity
}

func given(w *kueue.Workload) []share {
	if w.Status.Admission == nil {
		return nil
	}
	var shares []share
	for _, assignment := range w.Status.Admission.PodSetAssignments {
		for _, name := range slices.Sorted(maps.Keys(assignment.Flavors)) {
			shares = append(shares, share{name, assignment.Flavors[name], assignment.ResourceUsage[name]})
		}
	}
	return shares
}

// Evicted tells whether Kueue wants the Workload's quota back, and why.
func Evicted(w *kueue.Workload) (reason, message string, evicted bool) {
	c := apimeta.FindStatusCondition(w.Status.Conditions, kueue.WorkloadEvicted)
	if c == nil || c.Status != metav1.ConditionTrue {
		return "", "", false
	}
	return c.Reason, c.Message, true
}

// Lost tells whether a Workload that was admitted is so no more, and why. It may have its quota still.
func Lost(w *kueue.Workload) (reason, message string, lost bool) {
	reason, message, evicted := Evicted(w)
	switch {
	case IsRejected(w):
		reason, message = Rejection(w)
	case evicted:
	case !HasQuota(w):
		// Somebody handed it back for us: it may be another's by now.
		reason, message = Explain(w, nil)
	default:
		return "", "", false
	}
	return reason, message, true
}

// IsDeactivated tells whether Kueue will not admit the Workload any more, unless somebody activates it again.
func IsDeactivated(w *kueue.Workload) bool {
	return !ptr.Deref(w.Spec.Active, true)
}

// IsFinished tells whether somebody declared that what the Workload stands for is over.
func IsFinished(w *kueue.Workload) bool {
	return apimeta.IsStatusConditionTrue(w.Status.Conditions, kueue.WorkloadFinished)
}

// IsRejected tells whether waiting for the Workload is in vain.
func IsRejected(w *kueue.Workload) bool { return IsDeactivated(w) || IsFinished(w) }

// Rejection tells why a Workload was rejected, in Kueue's words as far as it has said any.
func Rejection(w *kueue.Workload) (reason, message string) {
	if finished := apimeta.FindStatusCondition(w.Status.Conditions, kueue.WorkloadFinished); finished != nil && !IsDeactivated(w) {
		return finished.Reason, finished.Message
	}
	if reason, message, evicted := Evicted(w); evicted {
		return reason, message
	}
	// Kueue announces what it is about to deactivate; somebody else who does it gives no reason.
	if c := apimeta.FindStatusCondition(w.Status.Conditions, kueue.WorkloadDeactivationTarget); c != nil {
		return c.Reason, c.Message
	}
	if checks := checksIn(w, kueue.CheckStateRejected); checks != "" {
		return kueue.WorkloadEvictedByAdmissionCheck, "Rejected by admission checks: " + checks
	}
	return kueue.WorkloadDeactivated, "The workload is deactivated"
}

// IsPodsReady tells whether the Workload is known to run.
func IsPodsReady(w *kueue.Workload) bool {
	return apimeta.IsStatusConditionTrue(w.Status.Conditions, kueue.WorkloadPodsReady)
}

// PinnedCluster is the cluster that the Workload insists on, or "".
func PinnedCluster(w *kueue.Workload) string {
	if len(w.Spec.PodSets) == 0 {
		return ""
	}
	return w.Spec.PodSets[0].Template.Spec.NodeSelector[fournos.ClusterLabelKey]
}

// AsksForCluster tells whether the Workload asks for slots of a cluster, be it a certain one or any.
func AsksForCluster(w *kueue.Workload) bool { return requestedSlots(w) > 0 }

// IsExclusive tells whether the Workload asks for all slots of a cluster.
func IsExclusive(w *kueue.Workload) bool {
	return requestedSlots(w) >= fournos.SlotsPerCluster
}

func requestedSlots(w *kueue.Workload) int64 {
	slots := requested(w)[fournos.ClusterSlotResource]
	return slots.Value()
}

// requested is what the Workload asks for, of all resources.
func requested(w *kueue.Workload) corev1.ResourceList {
	total := corev1.ResourceList{}
	for i := range w.Spec.PodSets {
		podSet := &w.Spec.PodSets[i]
		for j := range podSet.Template.Spec.Containers {
			for name, quantity := range podSet.Template.Spec.Containers[j].Resources.Requests {
				quantity = quantity.DeepCopy()
				quantity.Mul(int64(podSet.Count))
				sum := total[name]
				sum.Add(quantity)
				total[name] = sum
			}
		}
	}
	return total
}

// checksIn lists the admission checks in a state, with what they say.
func checksIn(w *kueue.Workload, state kueue.CheckState) string {
	var checks []string
	for _, check := range w.Status.AdmissionChecks {
		if check.State != state {
			continue
		}
		if check.Message == "" {
			checks = append(checks, string(check.Name))
		} else {
			checks = append(checks, fmt.Sprintf("%s (%s)", check.Name, check.Message))
		}
	}
	return strings.Join(checks, ", ")
}
