package kueue

import (
	"time"

	apimeta "k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	kueue "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	"fournos.dev/fournos/pkg/apis/fournos"
)

// MarkPodsReady says that what the Workload stands for runs, and tells whether that is news. Kueue evicts, half an hour
// after their admission by default, Workloads that nobody says this of, and may admit no others meanwhile.
func MarkPodsReady(w *kueue.Workload, now time.Time) (changed bool) {
	if IsPodsReady(w) {
		return false
	}
	return apimeta.SetStatusCondition(&w.Status.Conditions, metav1.Condition{
		Type:               kueue.WorkloadPodsReady,
		Status:             metav1.ConditionTrue,
		Reason:             kueue.WorkloadStarted,
		Message:            "Fournos uses the quota",
		ObservedGeneration: w.Generation,
		LastTransitionTime: metav1.NewTime(now),
	})
}

// Requeue answers an eviction: it hands the quota back and leaves the Workload in its place in the queue, and tells
// whether there was anything to do. It must not be called while the Workload's quota is still in use. Nobody else
// clears the reservation of a Workload that no integration of Kueue's owns, and until then the preemptor waits. What
// it writes is what Kueue's integrations write.
func Requeue(w *kueue.Workload, now time.Time) (changed bool) {
	reason, message, evicted := Evicted(w)
	reserved := w.Status.Admission != nil || apimeta.IsStatusConditionTrue(w.Status.Conditions, kueue.WorkloadQuotaReserved)
	if !evicted || !reserved {
		return false
	}
	at := metav1.NewTime(now)
	// Requeued True puts it back into the queue at once. After other evictions it is Kueue that says when, such as
	// after a backoff, or when a stopped queue starts again.
	requeued := metav1.ConditionFalse
	if reason == kueue.WorkloadEvictedByPreemption || reason == kueue.WorkloadEvictedDueToNodeFailures {
		requeued = metav1.ConditionTrue
	}
	w.Status.Admission = nil
	for _, c := range []metav1.Condition{
		{Type: kueue.WorkloadRequeued, Status: requeued, Reason: reason, Message: message},
		{Type: kueue.WorkloadQuotaReserved, Status: metav1.ConditionFalse, Reason: fournos.ReasonPending, Message: message},
		{Type: kueue.WorkloadAdmitted, Status: metav1.ConditionFalse, Reason: kueue.WorkloadAdmittedReasonNoReservation, Message: "The workload has no reservation"},
	} {
		c.ObservedGeneration, c.LastTransitionTime = w.Generation, at
		apimeta.SetStatusCondition(&w.Status.Conditions, c)
	}
	return true
}
