package fournosjob

import (
	"context"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	apierrs "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"knative.dev/pkg/apis"
	"knative.dev/pkg/controller"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
)

// writeStatus writes the job's status if the pass changed it, returns the job as it was written, and tells of a change of
// phase once it is. News that is only words may have to wait: then the error asks for another pass.
//
// The engine writes status.engineStatus while we write the rest. The write carries the version that we read and is never
// repeated on a newer one: when the engine was faster it is refused, and the next pass starts from what the engine wrote.
func (r *Reconciler) writeStatus(ctx context.Context, before, job *fournosv1.FournosJob) (*fournosv1.FournosJob, error) {
	key := types.NamespacedName{Namespace: job.Namespace, Name: job.Name}
	job.Status.ObservedGeneration = job.Generation
	if equality.Semantic.DeepEqual(before.Status, job.Status) {
		r.patience.Forget(key)
		return nil, nil
	}
	if onlyWords(&before.Status, &job.Status) {
		if wait := r.patience.Hold(key); wait > 0 {
			return nil, controller.NewRequeueAfter(wait)
		}
	}
	written, err := r.fournos.FournosV1().FournosJobs(job.Namespace).UpdateStatus(ctx, job, metav1.UpdateOptions{})
	if apierrs.IsNotFound(err) {
		return nil, nil // Deleted meanwhile.
	}
	if err != nil {
		return nil, err
	}
	r.versions.Wrote(written)
	r.patience.Forget(key)
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
	return written, nil
}

// onlyWords tells whether two statuses differ in nothing but what they say to people.
func onlyWords(before, after *fournosv1.FournosJobStatus) bool {
	return equality.Semantic.DeepEqual(wordless(before), wordless(after))
}

func wordless(status *fournosv1.FournosJobStatus) *fournosv1.FournosJobStatus {
	status = status.DeepCopy()
	status.Message, status.DashboardURL = "", ""
	for i := range status.Conditions {
		status.Conditions[i].Message = ""
		status.Conditions[i].LastTransitionTime = apis.VolatileTime{}
	}
	return status
}

// sooner is the error of a pass that may end with a wish to come back, or fail, and whose status could not be written, or
// not yet.
func sooner(err, writeErr error) error {
	held, wait := controller.IsRequeueKey(writeErr)
	if !held || err == nil {
		return writeErr
	}
	if requeues, after := controller.IsRequeueKey(err); requeues && after > wait {
		return writeErr
	}
	return err
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
