// Package quota keeps the quota of a Workload until nothing works on it any more, whoever deleted the Workload: its
// finalizer goes when the PipelineRun that uses the quota is over and its Pods have ended.
package quota

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	pipelineclient "github.com/tektoncd/pipeline/pkg/client/clientset/versioned"
	pipelinelisters "github.com/tektoncd/pipeline/pkg/client/listers/pipeline/v1"
	corev1 "k8s.io/api/core/v1"
	apierrs "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/utils/clock"
	"knative.dev/pkg/controller"
	"knative.dev/pkg/reconciler"
	kueuev1beta2 "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	"fournos.dev/fournos/pkg/apis/fournos"
	"fournos.dev/fournos/pkg/caches"
	kueueclient "fournos.dev/fournos/pkg/client/kueue/clientset/versioned"
	kueuelisters "fournos.dev/fournos/pkg/client/kueue/listers/kueue/v1beta2"
	"fournos.dev/fournos/pkg/pods"
)

// Reconciler drops the finalizer of Workloads that are being deleted.
type Reconciler struct {
	reconciler.LeaderAwareFuncs

	clock        clock.PassiveClock
	kube         kubernetes.Interface
	tekton       pipelineclient.Interface
	kueue        kueueclient.Interface
	workloads    kueuelisters.WorkloadLister
	pipelineRuns pipelinelisters.PipelineRunLister
	// jobRuns and jobPods are what was made for a FournosJob, runPods the Pods of any PipelineRun, by namespace and name.
	jobRuns          *caches.Index[*pipelinev1.PipelineRun]
	jobPods, runPods *caches.Index[*corev1.Pod]
}

var (
	_ controller.Reconciler  = (*Reconciler)(nil)
	_ reconciler.LeaderAware = (*Reconciler)(nil)
)

// Reconcile drops the finalizer of a Workload that is being deleted, unless its quota is still in use. Then the end of
// the Pod or run that uses it brings us back.
func (r *Reconciler) Reconcile(ctx context.Context, key string) error {
	namespace, name, err := cache.SplitMetaNamespaceKey(key)
	if err != nil {
		return controller.NewPermanentError(err)
	}
	if !r.IsLeaderFor(types.NamespacedName{Namespace: namespace, Name: name}) {
		return controller.NewSkipKey(key)
	}
	workload, err := r.workloads.Workloads(namespace).Get(name)
	if apierrs.IsNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	if !isHeld(workload) {
		return nil
	}
	// The caches may lag behind a run or a Pod that was just begun: that nothing uses the quota any more only the API
	// server can tell.
	for _, source := range []source{cachedSource{r}, liveSource{r}} {
		inUse, err := r.inUse(ctx, workload, source)
		if err != nil || inUse {
			return err
		}
	}
	return r.dropFinalizer(ctx, workload)
}

// isHeld tells whether a Workload is being deleted and waits for us.
func isHeld(workload *kueuev1beta2.Workload) bool {
	return workload.DeletionTimestamp != nil && slices.Contains(workload.Finalizers, fournos.QuotaFinalizer)
}

// inUse tells whether a run may still begin Pods on the Workload's quota, or has any that have not ended.
func (r *Reconciler) inUse(ctx context.Context, workload *kueuev1beta2.Workload, s source) (bool, error) {
	owner := metav1.GetControllerOf(workload)
	if workload.Status.Admission == nil || owner == nil {
		return false, nil // It has no quota, or nobody to use it.
	}
	if job := workload.Labels[fournos.JobNameLabelKey]; job != "" {
		return r.usedByJob(ctx, workload.Namespace, owner, job, s)
	}
	return r.usedByRun(ctx, workload.Namespace, owner, s)
}

func (r *Reconciler) usedByJob(ctx context.Context, namespace string, owner *metav1.OwnerReference, job string, s source) (bool, error) {
	runs, err := s.runsOfJob(ctx, namespace, job)
	if err != nil {
		return false, err
	}
	for _, run := range runs {
		// The run that waited for the cluster makes no Pods, and has not this annotation.
		usesCluster := run.Annotations[fournos.ClusterLabelKey] != ""
		if by := metav1.GetControllerOf(run); usesCluster && !run.IsDone() && by != nil && by.UID == owner.UID {
			return true, nil
		}
	}
	return r.anyUnfinished(s.podsOfJob(ctx, namespace, job))
}

// usedByRun answers for a Workload of a gate that stands in a PipelineRun which is no job's.
func (r *Reconciler) usedByRun(ctx context.Context, namespace string, owner *metav1.OwnerReference, s source) (bool, error) {
	run, err := s.run(ctx, namespace, owner.Name)
	switch {
	case err == nil && run.UID == owner.UID && !run.IsDone():
		return true, nil
	case err != nil && !apierrs.IsNotFound(err):
		return false, err
	}
	return r.anyUnfinished(s.podsOfRun(ctx, namespace, owner.Name))
}

// anyUnfinished tells whether any of some Pods is unfinished. Where it is only that their nodes may be lost, its error
// says when to look again.
func (r *Reconciler) anyUnfinished(all []*corev1.Pod, err error) (bool, error) {
	if err != nil {
		return false, err
	}
	unfinished, recheck := pods.Unfinished(all, r.clock.Now())
	if recheck > 0 {
		err = controller.NewRequeueAfter(recheck)
	}
	return len(unfinished) > 0, err
}

func (r *Reconciler) dropFinalizer(ctx context.Context, workload *kueuev1beta2.Workload) error {
	rest := slices.DeleteFunc(slices.Clone(workload.Finalizers), func(f string) bool { return f == fournos.QuotaFinalizer })
	patch, err := json.Marshal(map[string]any{"metadata": map[string]any{
		"resourceVersion": workload.ResourceVersion, // Others have finalizers, too.
		"finalizers":      rest,
	}})
	if err != nil {
		return err
	}
	_, err = r.kueue.KueueV1beta2().Workloads(workload.Namespace).Patch(ctx, workload.Name, types.MergePatchType, patch, metav1.PatchOptions{})
	if apierrs.IsNotFound(err) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("giving back the quota of Workload %s: %w", workload.Name, err)
	}
	return nil
}
