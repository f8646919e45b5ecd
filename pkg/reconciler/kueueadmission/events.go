package kueueadmission

import (
	"slices"

	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	pipelinev1beta1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1beta1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"
	"knative.dev/pkg/controller"
	kueuev1beta2 "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	"fournos.dev/fournos/pkg/kueue"
)

// eventHandlers find the gates that an event concerns.
type eventHandlers struct {
	gates, workloads cache.Indexer
	// enqueue has a gate looked at now, later when there is nothing more urgent to do.
	enqueue, later func(types.NamespacedName)
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

	// What the others say of who stands in their way changes only when somebody takes or leaves a cluster.
	var held, holds []string
	if wasThere {
		held = kueue.HeldClusters(old)
	}
	if isThere {
		holds = kueue.HeldClusters(current)
	}
	changed := append(without(held, holds), without(holds, held)...)
	if len(changed) == 0 {
		return
	}
	for _, cluster := range append(changed, "") {
		for _, gate := range indexed[*pipelinev1beta1.CustomRun](h.gates, waitingByCluster, cluster) {
			h.later(types.NamespacedName{Namespace: gate.Namespace, Name: gate.Name})
		}
	}
}

// without lists what a has and b has not.
func without(a, b []string) []string {
	var rest []string
	for _, s := range a {
		if !slices.Contains(b, s) {
			rest = append(rest, s)
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
