package kueueadmission

import (
	"fmt"
	"time"

	pipelinev1beta1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1beta1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"knative.dev/pkg/kmeta"

	"fournos.dev/fournos/pkg/apis/fournos"
)

// workloadName is what the Workload of a run's present attempt is called. Each attempt has a name of its own: the
// Workload of the one before may be there still, on its way out, and may look as if it were ours.
func workloadName(run *pipelinev1beta1.CustomRun) string {
	if retries := run.GetRetryCount(); retries > 0 {
		return kmeta.ChildName(run.Name, fmt.Sprintf("-retry-%d", retries))
	}
	return kmeta.ChildName(run.Name, "")
}

// isRetried tells whether a run that would end for a reason tries again. What its author must mend would come out the
// same, and who cancelled it wants it to end.
func isRetried(run *pipelinev1beta1.CustomRun, h *holding, reason string) bool {
	switch reason {
	case pipelinev1beta1.CustomRunReasonTimedOut.String(), fournos.ReasonAdmissionRejected, fournos.ReasonNoFlavorAssigned:
		// A FournosJob has one Workload, and attempts of its own.
		return h.job == "" && run.GetRetryCount() < run.Spec.Retries
	}
	return false
}

// markRetried puts the end of an attempt on record, and begins the next. To Tekton the run goes on.
func markRetried(run *pipelinev1beta1.CustomRun, reason, message string, now time.Time) {
	var ended pipelinev1beta1.CustomRun
	run.Status.DeepCopyInto(&ended.Status)
	ended.Status.RetriesStatus = nil
	markFailed(&ended, reason, message, now)
	run.Status.RetriesStatus = append(run.Status.RetriesStatus, ended.Status)
	run.Status.StartTime = &metav1.Time{Time: now}
	markWaiting(run, "Asking Kueue for quota")
}

// ofAttempts adds to a message which attempt it is about, unless there is one alone.
func ofAttempts(run *pipelinev1beta1.CustomRun, message string) string {
	if retries := run.GetRetryCount(); retries > 0 {
		return fmt.Sprintf("%s (attempt %d of %d)", message, retries+1, run.Spec.Retries+1)
	}
	return message
}
