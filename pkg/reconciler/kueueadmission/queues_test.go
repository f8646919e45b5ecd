package kueueadmission

import (
	"slices"
	"testing"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"
	"k8s.io/utils/ptr"
	kueuev1beta2 "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	rt "fournos.dev/fournos/pkg/reconciler/testing"
)

// Which gates are looked at when a queue or somebody in it changes, and of which queues the positions may be others.
func TestQueueEvents(t *testing.T) {
	local, other := rt.NewLocalQueue("fournos-queue", "fournos"), rt.NewLocalQueue("other", "elsewhere")
	stopped := local.DeepCopy()
	stopped.Spec.StopPolicy = ptr.To(kueuev1beta2.Hold)
	cluster := rt.NewClusterQueue("fournos")
	drained, busier, edited := cluster.DeepCopy(), cluster.DeepCopy(), cluster.DeepCopy()
	drained.Spec.StopPolicy = ptr.To(kueuev1beta2.HoldAndDrain)
	busier.Status.PendingWorkloads, edited.Generation = 7, 2
	ofGate := func(options ...rt.WorkloadOption) *kueuev1beta2.Workload { return mine(options...) }
	urgent := ofGate(func(w *kueuev1beta2.Workload) { w.Spec.Priority = ptr.To[int32](7) })
	licenses := func(options ...rt.WorkloadOption) *kueuev1beta2.Workload {
		return rt.NewWorkload("stranger", append([]rt.WorkloadOption{rt.WithoutCluster(), rt.WithRequest("licenses", 1)}, options...)...)
	}

	type handler = func(*eventHandlers) cache.ResourceEventHandler
	localQueue, clusterQueue, workload := (*eventHandlers).localQueue, (*eventHandlers).clusterQueue, (*eventHandlers).workload
	for _, test := range []struct {
		name          string
		handler       handler
		before, after runtime.Object
		later, moved  []string
	}{
		{name: "a LocalQueue stops", handler: localQueue, before: local, after: stopped, later: []string{"gate"}},
		{name: "a LocalQueue has other numbers", handler: localQueue, before: local, after: local.DeepCopy()},
		{name: "a LocalQueue comes", handler: localQueue, after: local, later: []string{"gate"}},
		{name: "a LocalQueue goes", handler: localQueue, before: local, later: []string{"gate"}},
		{name: "another LocalQueue goes", handler: localQueue, before: other},
		{name: "a ClusterQueue is drained", handler: clusterQueue, before: cluster, after: drained, later: []string{"gate"}},
		{name: "a ClusterQueue has another quota", handler: clusterQueue, before: cluster, after: edited, later: []string{"gate"}},
		{name: "more wait in a ClusterQueue", handler: clusterQueue, before: cluster, after: busier, moved: []string{"fournos-queue"}},
		{name: "another ClusterQueue comes", handler: clusterQueue, after: rt.NewClusterQueue("unused")},
		{name: "one more waits", handler: workload, after: rt.NewWorkload("stranger"), moved: []string{"fournos-queue"}},
		{name: "one waits on", handler: workload, before: rt.NewWorkload("stranger"), after: rt.NewWorkload("stranger", rt.WithWaiting("Pending", ""))},
		{name: "one has another priority", handler: workload, before: rt.NewWorkload("gate"), after: urgent, moved: []string{"fournos-queue"}},
		{name: "one waits no more", handler: workload, before: licenses(), after: licenses(rt.WithAdmitted("office")), later: []string{"licensed"}, moved: []string{"fournos-queue"}},
		{name: "one that waited is gone", handler: workload, before: rt.NewWorkload("stranger"), moved: []string{"fournos-queue"}},
		{name: "licenses are given back", handler: workload, before: licenses(rt.WithAdmitted("office")), later: []string{"licensed"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var later, moved []string
			h := &eventHandlers{
				gates:       cache.NewIndexer(cache.MetaNamespaceKeyFunc, gateIndexers),
				workloads:   cache.NewIndexer(cache.MetaNamespaceKeyFunc, workloadIndexers),
				localQueues: rt.NewListers([]runtime.Object{local, other}).LocalQueues(),
				enqueue:     func(types.NamespacedName) {},
				later:       func(key types.NamespacedName) { later = append(later, key.Name) },
				moved:       func(key types.NamespacedName) { moved = append(moved, key.Name) },
			}
			must(t, h.gates.Add(waiting(rt.WithParam("cluster", "cluster-1"))))
			must(t, h.gates.Add(rt.NewCustomRun("licensed", rt.WithParam("resources", "licenses=1,seats=2"))))
			must(t, h.workloads.Add(ofGate()))
			must(t, h.workloads.Add(rt.NewWorkload("has-quota", rt.WithWorkloadAnnotation(customRunAnnotation, "has-quota"), rt.WithAdmitted("cluster-1"))))

			handle := test.handler(h)
			switch {
			case test.after == nil:
				handle.OnDelete(test.before)
			case test.before == nil:
				handle.OnAdd(test.after, false)
			default:
				handle.OnUpdate(test.before, test.after)
			}
			slices.Sort(later)
			if !slices.Equal(later, test.later) || !slices.Equal(moved, test.moved) {
				t.Errorf("looked at %v, moved %v; want %v, %v", later, moved, test.later, test.moved)
			}
		})
	}
}
