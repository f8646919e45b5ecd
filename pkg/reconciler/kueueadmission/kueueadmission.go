// Package kueueadmission is the gate: it runs the custom task KueueAdmission, which waits until Kueue gives a cluster.
package kueueadmission

import (
	"context"
	"errors"
	"fmt"

	pipelinev1beta1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1beta1"
	tektonclient "github.com/tektoncd/pipeline/pkg/client/clientset/versioned"
	customrunreconciler "github.com/tektoncd/pipeline/pkg/client/injection/reconciler/pipeline/v1beta1/customrun"
	pipelinelisters "github.com/tektoncd/pipeline/pkg/client/listers/pipeline/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/utils/clock"
	"knative.dev/pkg/controller"
	"knative.dev/pkg/reconciler"
	kueuev1beta2 "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	"fournos.dev/fournos/pkg/apis/fournos"
	fournosclient "fournos.dev/fournos/pkg/client/clientset/versioned"
	kueueclient "fournos.dev/fournos/pkg/client/kueue/clientset/versioned"
	kueuelisters "fournos.dev/fournos/pkg/client/kueue/listers/kueue/v1beta2"
	"fournos.dev/fournos/pkg/kueue"
	"fournos.dev/fournos/pkg/pace"
	"fournos.dev/fournos/pkg/settings"
)

// Reconciler takes a gate from its creation to its end, and a Workload that stands alone to the end of its PipelineRun.
type Reconciler struct {
	settings          *settings.Settings
	clock             clock.PassiveClock
	fournosClient     fournosclient.Interface
	tektonClient      tektonclient.Interface
	kueueClient       kueueclient.Interface
	pipelineRunLister pipelinelisters.PipelineRunLister
	workloadLister    kueuelisters.WorkloadLister
	workloads         cache.Indexer
	holders           kueue.HolderLookup
	position          func(*kueuev1beta2.Workload) (position, bool)
	cached            *cachedCatalog
	live              *liveCatalog
	versions          *pace.Versions
	patience          *pace.Patience
}

var (
	_ customrunreconciler.Interface  = (*Reconciler)(nil)
	_ reconciler.OnDeletionInterface = (*Reconciler)(nil)
)

// ReconcileKind implements customrunreconciler.Interface. The status is written here and not by the generated code,
// which would mark finished runs as unfinished, touch those of others, and write over what others wrote.
func (r *Reconciler) ReconcileKind(ctx context.Context, run *pipelinev1beta1.CustomRun) reconciler.Event {
	if !isGate(run) || r.versions.IsBehind(run) {
		return nil
	}
	h, err := r.holdingOf(ctx, run)
	if err != nil {
		return err
	}
	if isDone(run) {
		return r.afterwards(ctx, run, h)
	}

	original := run.DeepCopy()
	r.start(run)
	outcome := r.advance(ctx, run, h)
	if errors.Is(outcome, errOutdated) {
		return nil
	}
	held, err := r.writeStatus(ctx, original, run)
	if err != nil {
		return err
	}
	if outcome != nil || isDone(run) {
		return outcome
	}
	if at, bounded := deadline(run); bounded {
		left := at.Sub(r.clock.Now())
		if held > 0 {
			left = min(left, held)
		}
		return controller.NewRequeueAfter(left)
	}
	if held > 0 {
		return controller.NewRequeueAfter(held)
	}
	return nil
}

// start notes when the run began. An error later in the same pass does not undo it: the timeout counts from here.
func (r *Reconciler) start(run *pipelinev1beta1.CustomRun) {
	if run.Status.StartTime == nil {
		run.Status.StartTime = &metav1.Time{Time: r.clock.Now()}
		markWaiting(run, "Asking Kueue for quota")
	}
}

// advance takes a run that is not over as far as it goes now. Its error is the API's: it says nothing about the run,
// and the pass is tried again.
func (r *Reconciler) advance(ctx context.Context, run *pipelinev1beta1.CustomRun, h *holding) error {
	if reason, message := r.ended(run, h); reason != "" {
		return r.fail(ctx, run, h, reason, message)
	}
	request, bad := parseParams(run, r.settings)
	if bad != nil {
		markFailed(run, bad.reason, bad.message, r.clock.Now())
		return nil
	}
	w, err := r.ensureWorkload(ctx, run, h, request)
	var left *leftover
	switch {
	case errors.As(err, &left):
		markWaiting(run, left.message)
		return nil
	case errors.As(err, &bad):
		markFailed(run, bad.reason, bad.message, r.clock.Now())
		return nil
	case err != nil:
		return err
	}
	return r.judge(ctx, run, h, w)
}

// ended tells whether somebody or the time has put an end to a run that waits.
func (r *Reconciler) ended(run *pipelinev1beta1.CustomRun, h *holding) (reason, message string) {
	if run.IsCancelled() {
		message = string(run.Spec.StatusMessage)
		if message == "" {
			message = fmt.Sprintf("CustomRun %s was cancelled", run.Name)
		}
		return pipelinev1beta1.CustomRunReasonCancelled.String(), message
	}
	if h.over() || h.leaving() {
		return pipelinev1beta1.CustomRunReasonCancelled.String(), "The PipelineRun around this run is over"
	}
	if at, bounded := deadline(run); bounded && !r.clock.Now().Before(at) {
		return pipelinev1beta1.CustomRunReasonTimedOut.String(),
			fmt.Sprintf("CustomRun %s failed to finish within %s", run.Name, run.GetTimeout())
	}
	return "", ""
}

// judge reads in the Workload what Kueue says.
func (r *Reconciler) judge(ctx context.Context, run *pipelinev1beta1.CustomRun, h *holding, w *kueuev1beta2.Workload) error {
	switch {
	case kueue.IsRejected(w):
		reason, message := kueue.Rejection(w)
		return r.fail(ctx, run, h, fournos.ReasonAdmissionRejected, fmt.Sprintf("Kueue rejected the Workload (%s): %s", reason, message))
	case kueue.IsAdmitted(w):
		return r.admitted(ctx, run, h, w)
	}
	queue := r.cached.queueOf(w)
	_, message := kueue.ExplainWith(w, queue, r.holders)
	if at, known := r.position(w); known && waits(w) && queue.Local != nil {
		message += kueue.Position + at.words(queue.Local.Name, string(queue.Local.Spec.ClusterQueue))
	}
	markWaiting(run, message)
	// Taken back before we saw that it was given: nothing runs on it yet, so it is handed back at once.
	return r.updateWorkload(ctx, w, func(w *kueuev1beta2.Workload) bool { return kueue.Requeue(w, r.clock.Now()) })
}

func (r *Reconciler) admitted(ctx context.Context, run *pipelinev1beta1.CustomRun, h *holding, w *kueuev1beta2.Workload) error {
	if kueue.AsksForCluster(w) && kueue.Cluster(w) == "" {
		return r.fail(ctx, run, h, fournos.ReasonNoFlavorAssigned, "Workload admitted but no flavor assigned")
	}
	if err := r.markPodsReady(ctx, w); err != nil {
		return err
	}
	markAdmitted(run, w, r.clock.Now())
	return nil
}

// fail ends the run without a cluster, or begins its next attempt. The quota goes first: a run that is over is not
// looked at again.
func (r *Reconciler) fail(ctx context.Context, run *pipelinev1beta1.CustomRun, h *holding, reason, message string) error {
	if err := r.release(ctx, run.Namespace, h); err != nil {
		return err
	}
	if isRetried(run, h, reason) {
		markRetried(run, reason, message, r.clock.Now())
	} else {
		markFailed(run, reason, message, r.clock.Now())
	}
	return nil
}

func (r *Reconciler) markPodsReady(ctx context.Context, w *kueuev1beta2.Workload) error {
	return r.updateWorkload(ctx, w, func(w *kueuev1beta2.Workload) bool { return kueue.MarkPodsReady(w, r.clock.Now()) })
}
