package kueueadmission

import (
	"errors"
	"testing"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	clientgotesting "k8s.io/client-go/testing"
	rtesting "knative.dev/pkg/reconciler/testing"

	rt "fournos.dev/fournos/pkg/reconciler/testing"
)

// errDown is what the API server says whose webhook does not answer.
var errDown = apierrors.NewInternalError(errors.New("failed calling webhook"))

// An error of the API server says nothing about the run: the pass is done again.
func TestErrors(t *testing.T) {
	down := errDown
	conflict := apierrors.NewConflict(schema.GroupResource{Resource: "any"}, "gate", errors.New("changed"))
	gone := apierrors.NewNotFound(schema.GroupResource{Resource: "any"}, "gate")
	invalidWorkload := apierrors.NewInvalid(schema.GroupKind{Kind: "Workload"}, "gate", nil)
	const internal = "Warning InternalError Internal error occurred: failed calling webhook"
	const refused = `Kueue refuses the Workload that these params make: Workload "gate" is invalid`
	start := rt.WithStarted(0, "Pending", "Asking Kueue for quota")
	urgent := stringParams("priority", "soon")

	runTable(t, rtesting.TableTest{{
		Name:              "the Workload cannot be created: the time counts all the same",
		Objects:           with(around, gate(inBuild)),
		WithReactors:      []clientgotesting.ReactionFunc{fails("create", "workloads", down)},
		WantCreates:       []runtime.Object{created(around, nil)},
		WantStatusUpdates: updated(gate(inBuild, start)),
		WantEvents:        []string{"Normal Pending Asking Kueue for quota", internal},
		WantErr:           true,
	}, {
		Name:         "it still cannot be created: nothing more is written",
		Objects:      with(around, gate(inBuild, start)),
		WithReactors: []clientgotesting.ReactionFunc{fails("create", "workloads", down)},
		WantCreates:  []runtime.Object{created(around, nil)},
		WantEvents:   []string{internal},
		WantErr:      true,
	}, {
		Name:              "it is refused for what it asks",
		Objects:           with(around, gate(inBuild)),
		WithReactors:      []clientgotesting.ReactionFunc{fails("create", "workloads", invalidWorkload)},
		WantCreates:       []runtime.Object{created(around, nil)},
		WantStatusUpdates: updated(gate(inBuild, failed("InvalidParams", refused))),
		WantEvents:        []string{"Warning InvalidParams " + refused},
	}, {
		Name:         "a name cannot be looked up",
		Objects:      with(around, gate(inBuild, start, urgent)),
		WithReactors: []clientgotesting.ReactionFunc{fails("get", "workloadpriorityclasses", down)},
		WantEvents:   []string{internal},
		WantErr:      true,
	}, {
		Name:         "the PipelineRun cannot be read",
		Objects:      with(gate(inBuild, start)),
		WithReactors: []clientgotesting.ReactionFunc{fails("get", "pipelineruns", down)},
		WantEvents:   []string{internal},
		WantErr:      true,
	}, {
		Name:         "the quota cannot be given back: the gate is not over",
		Objects:      with(around, waiting(rt.WithCancel(), observed), mine()),
		WithReactors: []clientgotesting.ReactionFunc{fails("delete", "workloads", down)},
		WantDeletes:  deleted("gate"),
		WantEvents:   []string{internal},
		WantErr:      true,
	}, {
		Name:              "somebody wrote to the Workload meanwhile: not passed yet",
		Objects:           with(around, waiting(), mine(rt.WithAdmitted("cluster-1"))),
		WithReactors:      []clientgotesting.ReactionFunc{fails("update", "workloads", conflict)},
		WantStatusUpdates: updated(mine(rt.WithAdmitted("cluster-1"), ready)),
		WantErr:           true,
	}, {
		Name:              "somebody wrote to the gate meanwhile: no event, no second try",
		Objects:           with(around, waiting(), mine(rt.WithAdmitted("cluster-1"), ready)),
		WithReactors:      []clientgotesting.ReactionFunc{fails("update", "customruns", conflict)},
		WantStatusUpdates: updated(waiting(passed("cluster-1", "gate"))),
		WantErr:           true,
	}, {
		Name:              "the gate was deleted meanwhile",
		Objects:           with(around, waiting(), mine(rt.WithAdmitted("cluster-1"), ready)),
		WithReactors:      []clientgotesting.ReactionFunc{fails("update", "customruns", gone)},
		WantStatusUpdates: updated(waiting(passed("cluster-1", "gate"))),
	}, {
		Name:         "the Workload was deleted meanwhile",
		Objects:      with(around, waiting(rt.WithCancel(), rt.WithTimeout(time.Hour)), mine()),
		WithReactors: []clientgotesting.ReactionFunc{fails("delete", "workloads", gone)},
		WantDeletes:  deleted("gate"),
		WantStatusUpdates: updated(waiting(rt.WithCancel(), rt.WithTimeout(time.Hour),
			failed("CustomRunCancelled", cancelled))),
		WantEvents: []string{"Warning CustomRunCancelled " + cancelled},
	}})
}

// A write carries the version that was read, so that the API server can tell a conflict.
func TestVersions(t *testing.T) {
	run, w := waiting(), mine(rt.WithAdmitted("cluster-1"))
	run.ResourceVersion, w.ResourceVersion = "41", "42"
	wantRun, wantW := waiting(passed("cluster-1", "gate")), mine(rt.WithAdmitted("cluster-1"), ready)
	wantRun.ResourceVersion, wantW.ResourceVersion = "41", "42"
	runTable(t, rtesting.TableTest{{
		Name:              "as read",
		Objects:           with(around, run, w),
		WantStatusUpdates: []clientgotesting.UpdateActionImpl{{Object: wantRun}, {Object: wantW}},
		WantEvents:        []string{"Normal Admitted Admitted to cluster cluster-1"},
	}})
}

func fails(verb, resource string, err error) clientgotesting.ReactionFunc {
	return func(action clientgotesting.Action) (bool, runtime.Object, error) {
		return action.Matches(verb, resource) || action.Matches(verb, resource+"/"+action.GetSubresource()), nil, err
	}
}
