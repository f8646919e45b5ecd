package kueueadmission

import (
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"
	kueuev1beta2 "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	"fournos.dev/fournos/pkg/kueue"
)

// queueOf is what the caches have of the queue that a Workload is in.
func (c *cachedCatalog) queueOf(w *kueuev1beta2.Workload) *kueue.Queue {
	queue := &kueue.Queue{Flavor: func(name string) *kueuev1beta2.ResourceFlavor {
		flavor, err := c.flavors.Get(name)
		if err != nil {
			return nil // A cache has no other errors than that it is not there.
		}
		return flavor
	}}
	if local, err := c.localQueues.LocalQueues(w.Namespace).Get(string(w.Spec.QueueName)); err == nil {
		queue.Local = local
		if cluster, err := c.clusterQueues.Get(string(local.Spec.ClusterQueue)); err == nil {
			queue.Cluster = cluster
		}
	}
	return queue
}

// localQueue is for the gates that wait in a LocalQueue, when it comes, goes, stops or starts.
func (h *eventHandlers) localQueue() cache.ResourceEventHandler {
	return onChange(func(before, after *kueuev1beta2.LocalQueue) bool {
		return kueue.LocalTrouble(before) != kueue.LocalTrouble(after) || before.Spec.ClusterQueue != after.Spec.ClusterQueue
	}, h.inQueue)
}

// clusterQueue is for those that wait in any LocalQueue that leads to a ClusterQueue, when it has other quotas or admits
// nothing any more, or does again.
func (h *eventHandlers) clusterQueue() cache.ResourceEventHandler {
	each := func(queue *kueuev1beta2.ClusterQueue, do func(*kueuev1beta2.LocalQueue)) {
		// It is a cache: there is no error.
		all, _ := h.localQueues.List(labels.Everything())
		for _, local := range all {
			if string(local.Spec.ClusterQueue) == queue.Name {
				do(local)
			}
		}
	}
	words := onChange(func(before, after *kueuev1beta2.ClusterQueue) bool {
		return kueue.ClusterTrouble(before) != kueue.ClusterTrouble(after) || before.Generation != after.Generation
	}, func(queue *kueuev1beta2.ClusterQueue) { each(queue, h.inQueue) })
	// Others than those in this namespace wait there, too.
	positions := onChange(func(before, after *kueuev1beta2.ClusterQueue) bool {
		return before.Status.PendingWorkloads != after.Status.PendingWorkloads
	}, func(queue *kueuev1beta2.ClusterQueue) {
		each(queue, func(local *kueuev1beta2.LocalQueue) {
			h.moved(types.NamespacedName{Namespace: local.Namespace, Name: local.Name})
		})
	})
	return cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) { words.OnAdd(obj, false); positions.OnAdd(obj, false) },
		UpdateFunc: func(before, after any) {
			words.OnUpdate(before, after)
			positions.OnUpdate(before, after)
		},
		DeleteFunc: func(obj any) { words.OnDelete(obj); positions.OnDelete(obj) },
	}
}

func (h *eventHandlers) inQueue(queue *kueuev1beta2.LocalQueue) {
	for _, w := range indexed[*kueuev1beta2.Workload](h.workloads, waitingByQueue, indexKey(queue.Namespace, queue.Name)) {
		h.later(types.NamespacedName{Namespace: w.Namespace, Name: w.Annotations[customRunAnnotation]})
	}
}

// onChange handles an object that comes or goes, or changes in what matters.
func onChange[T any](matters func(before, after T) bool, handle func(T)) cache.ResourceEventHandler {
	one := func(obj any) {
		if object, ok := unwrap[T](obj); ok {
			handle(object)
		}
	}
	return cache.ResourceEventHandlerFuncs{
		AddFunc: one,
		UpdateFunc: func(before, after any) {
			old, wasOne := before.(T)
			current, isOne := after.(T)
			if wasOne && isOne && matters(old, current) {
				handle(current)
			}
		},
		DeleteFunc: one,
	}
}
