// Package caches makes the informers' caches small, and quick to search.
package caches

import (
	"context"

	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/client-go/tools/cache"
	"knative.dev/pkg/logging"
)

// lastApplied is where kubectl keeps a second copy of what it applied.
const lastApplied = corev1.LastAppliedConfigAnnotation

// TrimAll has informers keep only the parts of objects that Fournos reads. It must come before they start: a controller
// calls it while it is made.
func TrimAll(ctx context.Context, informers ...cache.SharedIndexInformer) {
	registry, _ := ctx.Value(registryKey{}).(*Registry)
	for _, informer := range informers {
		if registry != nil {
			registry.add(informer)
		}
		if err := informer.SetTransform(Trim); err != nil {
			logging.FromContext(ctx).Fatalf("Cannot trim what an informer keeps: %v", err)
		}
	}
}

// Trim drops from an object what nobody here reads, and returns it. It is a cache.TransformFunc.
//
// Whatever is written back from a cache is written to a status, for which the API server takes no metadata, and no spec
// either; what is dropped from a status must therefore be in objects only whose status is not ours to write.
func Trim(obj any) (any, error) {
	object, err := meta.Accessor(obj)
	if err != nil {
		return obj, nil // The tombstone of an object that is in the cache, and was trimmed then.
	}
	object.SetManagedFields(nil)
	if annotations := object.GetAnnotations(); annotations[lastApplied] != "" {
		delete(annotations, lastApplied)
	}
	switch o := obj.(type) {
	case *corev1.Pod:
		trimPod(o)
	case *batchv1.Job:
		o.Spec.Template = corev1.PodTemplateSpec{}
	case *pipelinev1.Pipeline:
		// Its annotation names the engine's image. What it does is Tekton's.
		o.Spec = pipelinev1.PipelineSpec{}
	case *pipelinev1.PipelineRun:
		trimPipelineRun(o)
	}
	return obj, nil
}

// trimPod keeps how a Pod fares: whether it runs, and why it does not.
func trimPod(pod *corev1.Pod) {
	pod.Annotations = nil
	pod.Spec = corev1.PodSpec{NodeName: pod.Spec.NodeName}
	status := corev1.PodStatus{
		Phase: pod.Status.Phase, Reason: pod.Status.Reason, Message: pod.Status.Message, StartTime: pod.Status.StartTime,
	}
	if status.Phase != corev1.PodSucceeded {
		status.Conditions = pod.Status.Conditions
		status.InitContainerStatuses = trimmedContainers(pod.Status.InitContainerStatuses)
		status.ContainerStatuses = trimmedContainers(pod.Status.ContainerStatuses)
	}
	pod.Status = status
}

func trimmedContainers(all []corev1.ContainerStatus) []corev1.ContainerStatus {
	trimmed := make([]corev1.ContainerStatus, 0, len(all))
	for i := range all {
		trimmed = append(trimmed, corev1.ContainerStatus{
			Name: all[i].Name, Ready: all[i].Ready, RestartCount: all[i].RestartCount,
			State: all[i].State, LastTerminationState: all[i].LastTerminationState,
		})
	}
	return trimmed
}

// trimPipelineRun keeps whether a run goes on, how it ended, and which children it has. What it runs, which Tekton copies
// into its status, is by far the greatest part.
func trimPipelineRun(run *pipelinev1.PipelineRun) {
	run.Spec = pipelinev1.PipelineRunSpec{Status: run.Spec.Status}
	kept := pipelinev1.PipelineRunStatus{Status: run.Status.Status}
	kept.StartTime, kept.CompletionTime = run.Status.StartTime, run.Status.CompletionTime
	kept.ChildReferences = run.Status.ChildReferences
	run.Status = kept
}
