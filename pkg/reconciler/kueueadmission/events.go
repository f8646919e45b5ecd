package kueueadmission

import (
	"slices"

	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	pipelinev1beta1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1beta1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"
	"k8s.io/utils/ptr"
	"knative.dev/pkg/controller"
	kueuev1beta2 "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	kueuelisters "fournos.dev/fournos/pkg/client/kueue/listers/kueue/v1beta2"
	"fournos.dev/fournos/pkg/kueue"
)

// eventHandlers find the gates that an event concerns.
type eventHandlers struct {
	gates, workloads cache.Indexer
	localQueues      kueuelisters.LocalQueueLister
	// enqueue has a gate looked at now, later when there is nothing more urgent to do.
	enqueue, later func(types.NamespacedName)
	// moved tells that the Workloads in a LocalQueue may have other positions now.
	moved func(queue types.NamespacedName)
}

// customRun is for the gates themselves.
func (h *eventHandlers) customRun() cache.ResourceEventHandler {
	return controller.HandleAll(func(obj any) {
		if run, ok := unwrap[*pipelinev1beta1.CustomRun](obj); ok && isGate(run) {
			h.enqueue(types.NamespacedName{Namespace: run.Namespace, Name: run.Name})
		}
	})
}

// pipelineRun is for the end of the PipelineRun around a gate, on which its quota is given back.
func (h *eventHandlers) pipelineRun() cache.ResourceEventHandler {
	over := func(obj any) {
		run, ok := unwrap[*pipelinev1.PipelineRun](obj)
		if !ok {
			return
		}
		for _, gate := range indexed[*pipelinev1beta1.CustomRun](h.gates, gatesByOwner, string(run.UID)) {
			h.enqueue(types.NamespacedName{Namespace: gate.Namespace, Name: gate.Name})
		}
		// The gate itself may have been deleted before.
		for _, w := range indexed[*kueuev1beta2.Workload](h.workloads, workloadsByOwner, string(run.UID)) {
			h.enqueue(types.NamespacedName{Namespace: w.Namespace, Name: w.Annotations[customRunAnnotation]})
		}
	}
	ifOver := func(obj any) {
		if run, ok := obj.(*pipelinev1.PipelineRun); ok && (run.IsDone() || run.DeletionTimestamp != nil) {
			over(run)
		}
	}
	return cache.ResourceEventHandlerFuncs{AddFunc: ifOver, UpdateFunc: controller.PassNew(ifOver), DeleteFunc: over}
}

// workload is for the gates that have a Workload or wait for its name, and for those that wait for what it holds.
func (h *eventHandlers) workload() cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) { h.workloadChanged(nil, obj) },
		UpdateFunc: func(before, after any) {
			h.workloadChanged(before, after)
		},
		DeleteFunc: func(obj any) { h.workloadChanged(obj, nil) },
	}
}

func (h *eventHandlers) workloadChanged(before, after any) {
	old, wasThere := unwrap[*kueuev1beta2.Workload](before)
	current, isThere := unwrap[*kueuev1beta2.Workload](after)
	w := current
	if !isThere {
		w = old
	}
	if w == nil {
		return
	}

	for _, gate := range indexed[*pipelinev1beta1.CustomRun](h.gates, gatesByWorkload, indexKey(w.Namespace, w.Name)) {
		h.enqueue(types.NamespacedName{Namespace: gate.Namespace, Name: gate.Name})
	}
	if gate := w.Annotations[customRunAnnotation]; gate != "" {
		h.enqueue(types.NamespacedName{Namespace: w.Namespace, Name: gate})
	}

	h.queueChanged(old, current)
	// What the others say of who stands in their way changes only when somebody takes or leaves a quota.
	var held, holds []kueue.Quota
	if wasThere {
		held = kueue.HeldQuotas(old)
	}
	if isThere {
		holds = kueue.HeldQuotas(current)
	}
	changed := append(without(held, holds), without(holds, held)...)
	keys := map[string]bool{}
	for _, quota := range changed {
		keys[quota.Key()], keys[kueue.Quota{Resource: quota.Resource}.Key()] = true, true
	}
	for key := range keys {
		for _, gate := range indexed[*pipelinev1beta1.CustomRun](h.gates, waitingByQuota, key) {
			h.later(types.NamespacedName{Namespace: gate.Namespace, Name: gate.Name})
		}
	}
}

// queueChanged tells of a Workload that has come into its queue, or left it, or changed its place.
func (h *eventHandlers) queueChanged(before, after *kueuev1beta2.Workload) {
	was, is := before != nil && waits(before), after != nil && waits(after)
	w := after
	if w == nil {
		w = before
	}
	if was != is || was && ptr.Deref(before.Spec.Priority, 0) != ptr.Deref(after.Spec.Priority, 0) {
		h.moved(types.NamespacedName{Namespace: w.Namespace, Name: string(w.Spec.QueueName)})
	}
}

// without lists what a has and b has not.
func without[T comparable](a, b []T) []T {
	var rest []T
	for _, item := range a {
		if !slices.Contains(b, item) {
			rest = append(rest, item)
		}
	}
	return rest
}

// unwrap finds the object in an event, also in the tombstone of one whose deletion was missed.
func unwrap[T any](obj any) (T, bool) {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = tombstone.Obj
	}
	object, ok := obj.(T)
	return object, ok
}
