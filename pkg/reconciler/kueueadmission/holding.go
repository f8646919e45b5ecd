package kueueadmission

import (
	"context"

	"github.com/tektoncd/pipeline/pkg/apis/pipeline"
	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	pipelinev1beta1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1beta1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"knative.dev/pkg/kmeta"

	"fournos.dev/fournos/pkg/apis/fournos"
	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
)

// holding says whose the quota of a gate is: what its Workload is called and with what it ends.
type holding struct {
	// workload is the Workload's name.
	workload string
	// owner is the object that controls the Workload.
	owner metav1.OwnerReference
	// job is the FournosJob that owns it, and that gives the quota back after the gate has passed, or "" for a gate
	// that stands in a PipelineRun which nobody at Fournos made, or in none.
	job string
	// pipelineRun is the PipelineRun around the gate, or nil.
	pipelineRun *pipelinev1.PipelineRun
	// orphaned says that there was one, and is no more: the gate is about to be collected with it.
	orphaned bool
}

// over tells whether the PipelineRun around the gate has come to its end, so that nothing in it uses the quota.
func (h *holding) over() bool {
	return h.orphaned || h.pipelineRun != nil && h.pipelineRun.IsDone()
}

// leaving tells whether the PipelineRun around the gate is on its way out, its Pods perhaps still running: deleted, or
// cancelled and Tekton has not come to say so here.
func (h *holding) leaving() bool {
	return h.pipelineRun != nil && (h.pipelineRun.DeletionTimestamp != nil || h.pipelineRun.IsCancelled())
}

// holdingOf finds whose a gate's quota is.
func (r *Reconciler) holdingOf(ctx context.Context, run *pipelinev1beta1.CustomRun) (*holding, error) {
	h := &holding{workload: workloadName(run)}
	around := metav1.GetControllerOf(run)
	if !isKind(around, pipeline.GroupName, pipeline.PipelineRunControllerName) {
		h.owner = *kmeta.NewControllerRef(run)
		return h, nil
	}
	h.owner = *metav1.NewControllerRef(&metav1.ObjectMeta{Name: around.Name, UID: around.UID}, schema.FromAPIVersionAndKind(around.APIVersion, around.Kind))
	pipelineRun, err := r.pipelineRun(ctx, run.Namespace, around)
	if err != nil {
		return nil, err
	}
	if pipelineRun == nil {
		h.orphaned = true
		return h, nil
	}
	h.pipelineRun = pipelineRun
	if job := metav1.GetControllerOf(pipelineRun); isKind(job, fournos.GroupName, fournosJobKind) {
		h.workload, h.job, h.owner = job.Name, job.Name, *job
	}
	return h, nil
}

var fournosJobKind = (&fournosv1.FournosJob{}).GetGroupVersionKind().Kind

// pipelineRun finds the PipelineRun that a reference means, and nil when there is none any more. Only the API server
// can tell that.
func (r *Reconciler) pipelineRun(ctx context.Context, namespace string, ref *metav1.OwnerReference) (*pipelinev1.PipelineRun, error) {
	run, err := r.pipelineRunLister.PipelineRuns(namespace).Get(ref.Name)
	if apierrors.IsNotFound(err) || err == nil && run.UID != ref.UID {
		run, err = r.tektonClient.TektonV1().PipelineRuns(namespace).Get(ctx, ref.Name, metav1.GetOptions{})
	}
	if apierrors.IsNotFound(err) || err == nil && run.UID != ref.UID {
		return nil, nil
	}
	return run, err
}

func isKind(ref *metav1.OwnerReference, group, kind string) bool {
	if ref == nil || ref.Kind != kind {
		return false
	}
	gv, err := schema.ParseGroupVersion(ref.APIVersion)
	return err == nil && gv.Group == group
}
