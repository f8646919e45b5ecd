package kueueadmission

import (
	"context"

	"github.com/tektoncd/pipeline/pkg/apis/pipeline"
	pipelinev1beta1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1beta1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"knative.dev/pkg/kmeta"

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
	// A FournosJob gives its quota back itself, when its other PipelineRun is over.
	if h.job == "" && (h.over() || run.IsFailure()) {
		return r.deleteWorkload(ctx, w)
	}
	if kueue.IsAdmitted(w) {
		return r.markPodsReady(ctx, w)
	}
	return nil
}

// ObserveDeletion implements reconciler.OnDeletionInterface: the quota of a gate that was deleted before its
// PipelineRun was over is given back when that is over, as that of any other.
func (r *Reconciler) ObserveDeletion(ctx context.Context, key types.NamespacedName) error {
	w, err := r.workloadLister.Workloads(key.Namespace).Get(kmeta.ChildName(key.Name, ""))
	if apierrors.IsNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	owner := metav1.GetControllerOf(w)
	if w.Annotations[customRunAnnotation] != key.Name || !isKind(owner, pipeline.GroupName, pipeline.PipelineRunControllerName) {
		return nil
	}
	around, err := r.pipelineRun(ctx, key.Namespace, owner)
	if err != nil {
		return err
	}
	if around != nil && !around.IsDone() {
		return nil
	}
	return r.deleteWorkload(ctx, w)
}
