package kueueadmission

import (
	"context"

	"github.com/tektoncd/pipeline/pkg/apis/pipeline"
	pipelinev1beta1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1beta1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	kueuev1beta2 "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	"fournos.dev/fournos/pkg/kueue"
)

// afterwards looks after the Workload of a run that is over. The run itself is left exactly as it is, whatever Tekton
// patches into its spec.
func (r *Reconciler) afterwards(ctx context.Context, run *pipelinev1beta1.CustomRun, h *holding) error {
	w, err := r.workloadLister.Workloads(run.Namespace).Get(h.workload)
	if apierrors.IsNotFound(err) || err == nil && !h.owns(w) {
		return nil
	}
	if err != nil {
		return err
	}
	if h.job == "" { // A FournosJob gives its quota back itself, when its other PipelineRun is over.
		if h.over() || run.IsFailure() {
			return r.deleteWorkload(ctx, w)
		}
		if _, _, lost := kueue.Lost(w); lost {
			return r.evicted(ctx, run, h)
		}
	}
	if kueue.IsAdmitted(w) {
		return r.markPodsReady(ctx, w)
	}
	return nil
}

// ObserveDeletion implements reconciler.OnDeletionInterface: the quota of a gate that was deleted before its
// PipelineRun was over is given back when that is over, as that of any other.
func (r *Reconciler) ObserveDeletion(ctx context.Context, key types.NamespacedName) error {
	r.versions.Forget(key)
	r.patience.Forget(key)
	for _, w := range indexed[*kueuev1beta2.Workload](r.workloads, workloadsByGate, indexKey(key.Namespace, key.Name)) {
		owner := metav1.GetControllerOf(w)
		if !isKind(owner, pipeline.GroupName, pipeline.PipelineRunControllerName) {
			continue
		}
		around, err := r.pipelineRun(ctx, key.Namespace, owner)
		if err != nil {
			return err
		}
		if around != nil && !around.IsDone() {
			continue
		}
		if err := r.deleteWorkload(ctx, w); err != nil {
			return err
		}
	}
	return nil
}
