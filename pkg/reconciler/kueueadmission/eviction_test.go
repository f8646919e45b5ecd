package kueueadmission

import (
	"testing"

	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	"k8s.io/apimachinery/pkg/runtime"
	clientgotesting "k8s.io/client-go/testing"
	rtesting "knative.dev/pkg/reconciler/testing"

	rt "fournos.dev/fournos/pkg/reconciler/testing"
)

// What becomes of the PipelineRun around a gate that has passed, when Kueue wants the quota back.
func TestEviction(t *testing.T) {
	gatePassed := passed("cluster-1", "gate")
	preempted := mine(rt.WithAdmitted("cluster-1"), ready, rt.WithEvicted("Preempted", "by a better one"))
	stoppedAs := func(status pipelinev1.PipelineRunSpecStatus) *pipelinev1.PipelineRun {
		return rt.NewPipelineRun("build", rt.WithRunRunning(), rt.WithRunSpec(func(s *pipelinev1.PipelineRunSpec) { s.Status = status }))
	}
	const event = "Warning Evicted Kueue takes the quota of Workload gate back (Preempted: by a better one), PipelineRun build is being stopped"
	runTable(t, rtesting.TableTest{{
		Name:        "it is stopped gracefully",
		Objects:     with(around, waiting(gatePassed), preempted),
		WantPatches: stops("Preempted: by a better one"),
		WantEvents:  []string{event},
	}, {
		Name:        "Cancel is the default",
		Objects:     with(around, waiting(gatePassed, stringParams("on-eviction", "Cancel")), preempted),
		WantPatches: stops("Preempted: by a better one"),
		WantEvents:  []string{event},
	}, {
		Name:        "so is an empty param",
		Objects:     with(around, waiting(gatePassed, stringParams("on-eviction", "")), preempted),
		WantPatches: stops("Preempted: by a better one"),
		WantEvents:  []string{event},
	}, {
		Name:    "Ignore leaves it running",
		Objects: with(around, waiting(gatePassed, stringParams("on-eviction", "Ignore")), preempted),
	}, {
		Name:    "the quota stays while it stops",
		Objects: with(stoppedAs("CancelledRunFinally"), waiting(gatePassed), preempted),
	}, {
		Name:    "also when somebody cancelled it without its finally tasks",
		Objects: with(stoppedAs("Cancelled"), waiting(gatePassed), preempted),
	}, {
		Name:        "one whose tasks may end by themselves has to stop them",
		Objects:     with(stoppedAs("StoppedRunFinally"), waiting(gatePassed), preempted),
		WantPatches: stops("Preempted: by a better one"),
		WantEvents:  []string{event},
	}, {
		Name:        "it is over: the quota goes",
		Objects:     with(doneRun, waiting(gatePassed), preempted),
		WantDeletes: deleted("gate"),
	}, {
		Name:        "also with Ignore",
		Objects:     with(doneRun, waiting(gatePassed, stringParams("on-eviction", "Ignore")), preempted),
		WantDeletes: deleted("gate"),
	}, {
		Name:        "a Workload that was deactivated",
		Objects:     with(around, waiting(gatePassed), mine(rt.WithAdmitted("cluster-1"), ready, rt.WithDeactivated())),
		WantPatches: stops("Deactivated: The workload is deactivated"),
		WantEvents:  []string{"Warning Evicted Kueue takes the quota of Workload gate back (Deactivated: The workload is deactivated), PipelineRun build is being stopped"},
	}, {
		Name:        "somebody handed the quota back",
		Objects:     with(around, waiting(gatePassed), mine(rt.WithWaiting("Pending", "no more"))),
		WantPatches: stops("Pending: no more"),
		WantEvents:  []string{"Warning Evicted Kueue takes the quota of Workload gate back (Pending: no more), PipelineRun build is being stopped"},
	}, {
		Name:          "the cache is from before the admission",
		Objects:       with(around, waiting(gatePassed)),
		OtherTestData: map[string]any{rt.OnlyCached: []runtime.Object{mine()}, rt.OnlyLive: []runtime.Object{mine(rt.WithAdmitted("cluster-1"), ready)}},
	}, {
		Name:          "the Workload is gone",
		Objects:       with(around, waiting(gatePassed)),
		OtherTestData: map[string]any{rt.OnlyCached: []runtime.Object{preempted}},
	}, {
		Name:        "a gate in no PipelineRun hands it back",
		Objects:     with(gate(gatePassed), mine(rt.WithWorkloadOwner(gate()), rt.WithAdmitted("cluster-1"), ready, rt.WithEvicted("Preempted", ""))),
		WantDeletes: deleted("gate"),
	}, {
		Name: "a FournosJob sees to it itself",
		Objects: with(rt.NewPipelineRun("bake-admission", rt.WithRunOwner(job), rt.WithRunDone("True", "Succeeded", "")),
			gate(inAdmission, passed("cluster-1", "bake")), ofJob(rt.WithAdmitted("cluster-1"), ready, rt.WithEvicted("Preempted", ""))),
	}, {
		Name:         "it cannot be stopped: again",
		Objects:      with(around, waiting(gatePassed), preempted),
		WithReactors: []clientgotesting.ReactionFunc{fails("patch", "pipelineruns", errDown)},
		WantPatches:  stops("Preempted: by a better one"),
		WantEvents:   []string{"Warning InternalError Internal error occurred: failed calling webhook"},
		WantErr:      true,
	}})
}

func stops(why string) []clientgotesting.PatchActionImpl {
	patch := clientgotesting.PatchActionImpl{
		Name:  "build",
		Patch: []byte(`{"metadata":{"annotations":{"fournos.dev/evicted":"` + why + `"}},"spec":{"status":"CancelledRunFinally"}}`),
	}
	patch.Namespace = rt.Namespace
	return []clientgotesting.PatchActionImpl{patch}
}
