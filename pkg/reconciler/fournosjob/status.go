package fournosjob

import (
	"context"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	apierrs "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"knative.dev/pkg/controller"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
)

// writeStatus writes the job's status if the pass changed it, and tells of a change of phase once it is written.
//
// The engine writes status.engineStatus while we write the rest. The write carries the version that we read and is never
// repeated on a newer one: when the engine was faster it is refused, and the next pass starts from what the engine wrote.
func (r *Reconciler) writeStatus(ctx context.Context, before, job *fournosv1.FournosJob) error {
	job.Status.ObservedGeneration = job.Generation
	if equality.Semantic.DeepEqual(before.Status, job.Status) {
		return nil
	}
	_, err := r.fournos.FournosV1().FournosJobs(job.Namespace).UpdateStatus(ctx, job, metav1.UpdateOptions{})
	if apierrs.IsNotFound(err) {
		return nil // Deleted meanwhile.
	}
	if err != nil {
		return err
	}
	recorder := controller.GetEventRecorder(ctx)
	if evicted := job.Status.GetCondition(fournosv1.ConditionWorkloadAdmitted); isEviction(evicted) && !isEviction(before.Status.GetCondition(fournosv1.ConditionWorkloadAdmitted)) {
		recorder.Event(job, corev1.EventTypeWarning, ReasonEvicted, shortened(evicted.Message))
	}
	if before.Status.Phase != job.Status.Phase {
		kind := corev1.EventTypeNormal
		if job.Status.Phase == fournosv1.PhaseFailed {
			kind = corev1.EventTypeWarning
		}
		recorder.Event(job, kind, string(job.Status.Phase), shortened(job.Status.Message))
	}
	return nil
}

// longestEvent is how many bytes the API server takes in an event's message.
const longestEvent = 1024

func shortened(message string) string {
	if len(message) <= longestEvent {
		return message
	}
	const rest = "…"
	return strings.ToValidUTF8(message[:longestEvent-len(rest)], "") + rest
}

func (r *Reconciler) now() metav1.Time { return metav1.NewTime(r.clock.Now()) }
