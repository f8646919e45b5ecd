package kueueadmission

import (
	"context"
	"fmt"
	"strings"
	"time"

	pipelinev1beta1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1beta1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"knative.dev/pkg/apis"
	"knative.dev/pkg/controller"
	kueuev1beta2 "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	"fournos.dev/fournos/pkg/apis/fournos"
	"fournos.dev/fournos/pkg/kueue"
)

// markWaiting says that the run goes on, and why. To Tekton and its Dashboard the reason is always Pending; why exactly
// is in the message.
func markWaiting(run *pipelinev1beta1.CustomRun, message string) {
	run.Status.MarkCustomRunRunning(fournos.ReasonPending, "%s", ofAttempts(run, message))
}

// markAdmitted says that the run has what its Workload asks for.
func markAdmitted(run *pipelinev1beta1.CustomRun, w *kueuev1beta2.Workload, now time.Time) {
	cluster := kueue.Cluster(w)
	setResults(run, cluster, strings.Join(kueue.Flavors(w), ","), w.Name)
	if cluster != "" {
		run.Status.MarkCustomRunSucceeded(fournos.ReasonAdmitted, "Admitted to cluster %s", cluster)
	} else {
		run.Status.MarkCustomRunSucceeded(fournos.ReasonAdmitted, "Admitted with %s", kueue.Given(w))
	}
	run.Status.CompletionTime = &metav1.Time{Time: now}
}

// markFailed says that the run ends without a cluster. The results are there and empty, or Tekton would skip the
// finally tasks that use them.
func markFailed(run *pipelinev1beta1.CustomRun, reason, message string, now time.Time) {
	setResults(run, "", "", "")
	run.Status.MarkCustomRunFailed(reason, "%s", message)
	run.Status.CompletionTime = &metav1.Time{Time: now}
}

func setResults(run *pipelinev1beta1.CustomRun, cluster, flavor, workload string) {
	run.Status.Results = []pipelinev1beta1.CustomRunResult{
		{Name: fournos.ResultCluster, Value: cluster},
		{Name: fournos.ResultFlavor, Value: flavor},
		{Name: fournos.ResultWorkload, Value: workload},
	}
}

// deadline is when the run times out, if ever.
func deadline(run *pipelinev1beta1.CustomRun) (at time.Time, bounded bool) {
	timeout := run.GetTimeout()
	if timeout <= 0 || run.Status.StartTime == nil {
		return time.Time{}, false
	}
	return run.Status.StartTime.Add(timeout), true
}

// writeStatus stores the status if it differs from what the pass began with, over the version that it began with: when
// somebody wrote in between, the conflict comes back as an error and the next pass sees what they wrote. The event
// follows the write, or a pass that has to be done again would tell it twice. News that is only words may be held for a
// while: then another pass is to write it.
func (r *Reconciler) writeStatus(ctx context.Context, original, run *pipelinev1beta1.CustomRun) (held time.Duration, err error) {
	key := types.NamespacedName{Namespace: run.Namespace, Name: run.Name}
	run.Status.ObservedGeneration = run.Generation
	if equality.Semantic.DeepEqual(original.Status, run.Status) {
		r.patience.Forget(key)
		return 0, nil
	}
	if onlyWords(&original.Status, &run.Status) {
		if held := r.patience.Hold(key); held > 0 {
			return held, nil
		}
	}
	update := original.DeepCopy()
	update.Status = run.Status
	written, err := r.tektonClient.TektonV1beta1().CustomRuns(run.Namespace).UpdateStatus(ctx, update, metav1.UpdateOptions{})
	if apierrors.IsNotFound(err) {
		// Deleted meanwhile: there is nobody left to tell.
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	r.versions.Wrote(written)
	r.patience.Forget(key)

	recorder := controller.GetEventRecorder(ctx)
	if tried := run.GetRetryCount(); tried > original.GetRetryCount() {
		ended := run.Status.RetriesStatus[tried-1].GetCondition(apis.ConditionSucceeded)
		recorder.Event(run, corev1.EventTypeWarning, ended.GetReason(),
			fmt.Sprintf("Attempt %d of %d failed: %s", tried, run.Spec.Retries+1, ended.GetMessage()))
	}
	before, after := original.Status.GetCondition(apis.ConditionSucceeded), run.Status.GetCondition(apis.ConditionSucceeded)
	if after == nil || before != nil && before.Status == after.Status {
		return 0, nil
	}
	eventType := corev1.EventTypeNormal
	if after.IsFalse() {
		eventType = corev1.EventTypeWarning
	}
	recorder.Event(run, eventType, after.Reason, after.Message)
	return 0, nil
}

// onlyWords tells whether two statuses differ in nothing but why the run waits, and since when. Kueue mostly decides
// before that is worth writing.
func onlyWords(before, after *pipelinev1beta1.CustomRunStatus) bool {
	was, is := before.GetCondition(apis.ConditionSucceeded), after.GetCondition(apis.ConditionSucceeded)
	return (was == nil || was.IsUnknown()) && is.IsUnknown() && len(before.RetriesStatus) == len(after.RetriesStatus)
}
