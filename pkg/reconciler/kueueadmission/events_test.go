package kueueadmission

import (
	"slices"
	"testing"
	"time"

	pipelinev1beta1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1beta1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"
	kueuev1beta2 "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	"fournos.dev/fournos/pkg/apis/fournos"
	rt "fournos.dev/fournos/pkg/reconciler/testing"
)

// Which gates an event has looked at, now and later.
func TestEvents(t *testing.T) {
	labelled := rt.WithCustomRunLabel(fournos.JobNameLabelKey, "bake")
	gates := []*pipelinev1beta1.CustomRun{
		waiting(),
		rt.NewCustomRun("of-job", inAdmission, labelled),
		rt.NewCustomRun("on-1", rt.WithParam("cluster", "cluster-1")),
		rt.NewCustomRun("on-2", rt.WithParam("cluster", "cluster-2")),
		rt.NewCustomRun("over-on-1", rt.WithParam("cluster", "cluster-1"), passed("cluster-1", "over-on-1")),
		rt.NewCustomRun("foreign", rt.WithCustomRef("example.dev/v1", "Wait"), inBuild, labelled, rt.WithParam("cluster", "cluster-1")),
	}
	admitted := func(cluster string, options ...rt.WorkloadOption) *kueuev1beta2.Workload {
		return rt.NewWorkload("stranger", append([]rt.WorkloadOption{rt.WithAdmitted(cluster)}, options...)...)
	}
	type handler = func(*eventHandlers) cache.ResourceEventHandler
	workload, pipelineRun, customRun := (*eventHandlers).workload, (*eventHandlers).pipelineRun, (*eventHandlers).customRun

	for _, test := range []struct {
		name          string
		handler       handler
		before, after runtime.Object
		tombstone     bool
		now, later    []string
	}{
		{name: "a gate", handler: customRun, after: waiting(), now: []string{"gate"}},
		{name: "a gate's deletion that was missed", handler: customRun, before: waiting(), tombstone: true, now: []string{"gate"}},
		{name: "a foreign run", handler: customRun, after: gates[5]},
		{name: "the Workload of a gate", handler: workload, before: mine(), after: mine(rt.WithWaiting("Pending", "")), now: []string{"gate", "gate"}},
		{name: "the Workload of a job", handler: workload, after: ofJob(), now: []string{"gate", "of-job"}},
		{name: "somebody else's with the name of a gate's", handler: workload, before: rt.NewWorkload("of-job"), now: []string{"of-job"}},
		{name: "the same, its deletion missed", handler: workload, before: rt.NewWorkload("of-job"), tombstone: true, now: []string{"of-job"}},
		{name: "a stranger waits", handler: workload, before: rt.NewWorkload("stranger"), after: rt.NewWorkload("stranger", rt.WithWaiting("Pending", ""))},
		{name: "a stranger takes a cluster", handler: workload, before: rt.NewWorkload("stranger"), after: admitted("cluster-1"), later: []string{"gate", "of-job", "on-1"}},
		{name: "a stranger appears with one", handler: workload, after: admitted("cluster-2"), later: []string{"gate", "of-job", "on-2"}},
		{name: "a stranger goes on", handler: workload, before: admitted("cluster-1"), after: admitted("cluster-1", rt.WithPodsReady(""))},
		{name: "a stranger changes over", handler: workload, before: admitted("cluster-1"), after: admitted("cluster-2"), later: []string{"gate", "of-job", "on-1", "on-2"}},
		{name: "a stranger finishes", handler: workload, before: admitted("cluster-1"), after: admitted("cluster-1", rt.WithWorkloadCondition("Finished", "True", "Succeeded", "")), later: []string{"gate", "of-job", "on-1"}},
		{name: "a stranger goes", handler: workload, before: admitted("cluster-1"), later: []string{"gate", "of-job", "on-1"}},
		{name: "a stranger goes, missed", handler: workload, before: admitted("cluster-1"), tombstone: true, later: []string{"gate", "of-job", "on-1"}},
		{name: "a PipelineRun goes on", handler: pipelineRun, before: around, after: around},
		{name: "a PipelineRun ends", handler: pipelineRun, before: around, after: doneRun, now: []string{"deleted", "gate"}},
		{name: "a PipelineRun is being deleted", handler: pipelineRun, before: around, after: rt.NewPipelineRun("build", rt.WithRunDeletion()), now: []string{"deleted", "gate"}},
		{name: "a PipelineRun is gone", handler: pipelineRun, before: around, now: []string{"deleted", "gate"}},
		{name: "a PipelineRun is gone, missed", handler: pipelineRun, before: around, tombstone: true, now: []string{"deleted", "gate"}},
		{name: "another PipelineRun ends", handler: pipelineRun, after: rt.NewPipelineRun("other", rt.WithRunDone("True", "Succeeded", ""))},
	} {
		t.Run(test.name, func(t *testing.T) {
			var now, later []string
			h := &eventHandlers{
				gates:     cache.NewIndexer(cache.MetaNamespaceKeyFunc, gateIndexers),
				workloads: cache.NewIndexer(cache.MetaNamespaceKeyFunc, workloadIndexers),
				enqueue:   func(key types.NamespacedName) { now = append(now, key.Name) },
				later:     func(key types.NamespacedName) { later = append(later, key.Name) },
				moved:     func(types.NamespacedName) {},
			}
			for _, run := range gates {
				must(t, h.gates.Add(run))
			}
			must(t, h.workloads.Add(rt.NewWorkload("deleted", byBuild, rt.WithWorkloadAnnotation(customRunAnnotation, "deleted"))))

			handle := test.handler(h)
			switch {
			case test.tombstone:
				handle.OnDelete(cache.DeletedFinalStateUnknown{Key: "any", Obj: test.before})
			case test.after == nil:
				handle.OnDelete(test.before)
			case test.before == nil:
				handle.OnAdd(test.after, false)
			default:
				handle.OnUpdate(test.before, test.after)
			}
			slices.Sort(now)
			slices.Sort(later)
			if !slices.Equal(now, test.now) || !slices.Equal(later, test.later) {
				t.Errorf("looked at now %v and later %v, want %v and %v", now, later, test.now, test.later)
			}
		})
	}
}

// A thousand foreign runs cost an event nothing.
func BenchmarkWorkloadEvent(b *testing.B) {
	h := &eventHandlers{
		gates:     cache.NewIndexer(cache.MetaNamespaceKeyFunc, gateIndexers),
		workloads: cache.NewIndexer(cache.MetaNamespaceKeyFunc, workloadIndexers),
		enqueue:   func(types.NamespacedName) {}, later: func(types.NamespacedName) {}, moved: func(types.NamespacedName) {},
	}
	for i := range 1000 {
		run := rt.NewCustomRun("foreign"+time.Duration(i).String(), rt.WithCustomRef("example.dev/v1", "Wait"))
		if err := h.gates.Add(run); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		h.workloadChanged(rt.NewWorkload("x"), rt.NewWorkload("x", rt.WithAdmitted("cluster-1")))
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
