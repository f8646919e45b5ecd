package kueueadmission

import (
	"context"
	"encoding/json"
	"fmt"

	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	pipelinev1beta1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1beta1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"knative.dev/pkg/controller"

	"fournos.dev/fournos/pkg/apis/fournos"
	"fournos.dev/fournos/pkg/kueue"
)

// reasonEvicted is that of the event on a PipelineRun that is stopped.
const reasonEvicted = "Evicted"

// evicted answers Kueue, which wants back what a run was given that has passed. The PipelineRun around it is stopped
// gracefully. Its end brings us back, and only then the quota is: Kueue waits for it.
func (r *Reconciler) evicted(ctx context.Context, run *pipelinev1beta1.CustomRun, h *holding) error {
	if policy := run.Spec.GetParam(fournos.ParamOnEviction); policy != nil && policy.Value.StringVal == fournos.EvictionIgnore {
		return nil
	}
	// What was stopped cannot go on, and the cache may be from before the admission.
	w, err := r.kueueClient.KueueV1beta2().Workloads(run.Namespace).Get(ctx, h.workload, metav1.GetOptions{})
	if apierrors.IsNotFound(err) || err == nil && !h.owns(w) {
		return nil
	}
	if err != nil {
		return err
	}
	reason, message, lost := kueue.Lost(w)
	switch {
	case !lost:
		return nil
	case h.pipelineRun == nil:
		// Nothing that we know of uses it.
		return r.deleteWorkload(ctx, w)
	case h.leaving() || h.pipelineRun.IsGracefullyCancelled():
		return nil
	}
	why := fmt.Sprintf("%s: %s", reason, message)
	patch, err := json.Marshal(map[string]any{
		// The event is forgotten after an hour.
		"metadata": map[string]any{"annotations": map[string]any{fournos.EvictedAnnotationKey: why}},
		"spec":     map[string]any{"status": pipelinev1.PipelineRunSpecStatusCancelledRunFinally},
	})
	if err != nil {
		return err
	}
	_, err = r.tektonClient.TektonV1().PipelineRuns(run.Namespace).Patch(ctx, h.pipelineRun.Name, types.MergePatchType, patch, metav1.PatchOptions{})
	if apierrors.IsNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	controller.GetEventRecorder(ctx).Event(h.pipelineRun, corev1.EventTypeWarning, reasonEvicted,
		fmt.Sprintf("Kueue takes the quota of Workload %s back (%s), PipelineRun %s is being stopped", w.Name, why, h.pipelineRun.Name))
	return nil
}
