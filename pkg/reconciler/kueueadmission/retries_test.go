package kueueadmission

import (
	"testing"
	"time"

	pipelinev1beta1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1beta1"
	"k8s.io/apimachinery/pkg/runtime"
	clientgotesting "k8s.io/client-go/testing"
	rtesting "knative.dev/pkg/reconciler/testing"
	kueuev1beta2 "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	"fournos.dev/fournos/pkg/kueue"
	rt "fournos.dev/fournos/pkg/reconciler/testing"
)

// A run with retries fails only when they are used up, and each attempt has its own time and its own Workload.
func TestRetries(t *testing.T) {
	const (
		tooLong  = "CustomRun gate failed to finish within 10s"
		rejected = "Kueue rejected the Workload (Deactivated): The workload is deactivated"
		noFlavor = "Workload admitted but no flavor assigned"
		asksNow  = "Asking Kueue for quota (attempt 2 of 3)"
		asksLast = "Asking Kueue for quota (attempt 3 of 3)"
		second   = "Waiting for Kueue to consider Workload gate-retry-1 in LocalQueue fournos-queue (attempt 2 of 3)"
	)
	options := func(more ...rt.CustomRunOption) []rt.CustomRunOption {
		return append([]rt.CustomRunOption{inBuild, rt.WithTimeout(10 * time.Second), rt.WithRetries(2)}, more...)
	}
	first := func(more ...rt.CustomRunOption) *pipelinev1beta1.CustomRun {
		return gate(options(append([]rt.CustomRunOption{rt.WithStarted(11*time.Second, "Pending", asked)}, more...)...)...)
	}
	// triedBefore is a gate whose first attempt timed out.
	triedBefore := func(began time.Duration, message string, more ...rt.CustomRunOption) *pipelinev1beta1.CustomRun {
		return gate(options(append([]rt.CustomRunOption{
			rt.WithStarted(11*time.Second, "Pending", asked), rt.WithAttempt(failed("CustomRunTimedOut", tooLong)),
			rt.WithStarted(began, "Pending", message),
		}, more...)...)...)
	}
	again := func(options ...rt.WorkloadOption) *kueuev1beta2.Workload {
		w := mine(options...)
		w.Name = "gate-retry-1"
		return w
	}
	last := rt.WithAttempt(failed("AdmissionRejected", rejected))

	runTable(t, rtesting.TableTest{{
		Name:              "timed out: again",
		Objects:           with(around, first(), mine()),
		WantDeletes:       deleted("gate"),
		WantStatusUpdates: updated(triedBefore(0, asksNow)),
		WantEvents:        []string{"Warning CustomRunTimedOut Attempt 1 of 3 failed: " + tooLong},
		WantErr:           true, // To come back when the second times out.
	}, {
		Name:              "with a Workload of its own, whatever the cache has of the former",
		Objects:           with(around, triedBefore(0, asksNow), mine(rt.WithAdmitted("cluster-1"))),
		WantCreates:       []runtime.Object{created(around, func(r *kueue.Request) { r.Name = "gate-retry-1" })},
		WantStatusUpdates: updated(triedBefore(0, second)),
		WantErr:           true,
	}, {
		Name:           "the time of an attempt counts from its own start",
		Objects:        with(around, triedBefore(9*time.Second, second), again()),
		WantErr:        true,
		PostConditions: []func(*testing.T, *rtesting.TableRow){comesBackAfter(time.Second)},
	}, {
		Name:              "the second is rejected: the last begins",
		Objects:           with(around, triedBefore(time.Second, second), again(rt.WithDeactivated())),
		WantDeletes:       deleted("gate-retry-1"),
		WantStatusUpdates: updated(triedBefore(time.Second, second, last, rt.WithStarted(0, "Pending", asksLast))),
		WantEvents:        []string{"Warning AdmissionRejected Attempt 2 of 3 failed: " + rejected},
		WantErr:           true,
	}, {
		Name:        "the last attempt gets no flavor: all are used up",
		Objects:     with(around, triedBefore(time.Second, second, last, rt.WithStarted(time.Second, "Pending", asksLast)), named("gate-retry-2", rt.WithAdmitted(""))),
		WantDeletes: deleted("gate-retry-2"),
		WantStatusUpdates: updated(triedBefore(time.Second, second, last,
			rt.WithStarted(time.Second, "Pending", asksLast), failed("NoFlavorAssigned", noFlavor))),
		WantEvents: []string{"Warning NoFlavorAssigned " + noFlavor},
	}, {
		Name:              "a later attempt passes",
		Objects:           with(around, triedBefore(time.Second, second), again(rt.WithAdmitted("cluster-2"), ready)),
		WantStatusUpdates: updated(triedBefore(time.Second, second, passed("cluster-2", "gate-retry-1"))),
		WantEvents:        []string{"Normal Admitted Admitted to cluster cluster-2"},
	}, {
		Name:              "who cancels a run wants no other attempt",
		Objects:           with(around, triedBefore(time.Second, second, rt.WithCancel()), again()),
		WantDeletes:       deleted("gate-retry-1"),
		WantStatusUpdates: updated(triedBefore(time.Second, second, rt.WithCancel(), failed("CustomRunCancelled", cancelled))),
		WantEvents:        []string{"Warning CustomRunCancelled " + cancelled},
	}, {
		Name:              "nor does a PipelineRun that is over",
		Objects:           with(doneRun, triedBefore(time.Second, second), again()),
		WantDeletes:       deleted("gate-retry-1"),
		WantStatusUpdates: updated(triedBefore(time.Second, second, failed("CustomRunCancelled", "The PipelineRun around this run is over"))),
		WantEvents:        []string{"Warning CustomRunCancelled The PipelineRun around this run is over"},
	}, {
		Name:    "a fault of its author's would be there again",
		Objects: with(around, gate(options(stringParams("exclusive", "perhaps"))...)),
		WantStatusUpdates: updated(gate(options(stringParams("exclusive", "perhaps"),
			failed("InvalidParams", "Param 'exclusive' must be 'true' or 'false', got 'perhaps'"))...)),
		WantEvents: []string{"Warning InvalidParams Param 'exclusive' must be 'true' or 'false', got 'perhaps'"},
	}, {
		Name:         "the quota of an attempt cannot be given back: the next has not begun",
		Objects:      with(around, first(), mine()),
		WithReactors: []clientgotesting.ReactionFunc{fails("delete", "workloads", errDown)},
		WantDeletes:  deleted("gate"),
		WantEvents:   []string{"Warning InternalError Internal error occurred: failed calling webhook"},
		WantErr:      true,
	}, {
		Name:        "the quota of the attempt that passed goes with the PipelineRun",
		Objects:     with(doneRun, triedBefore(time.Second, second, passed("cluster-2", "gate-retry-1")), again(rt.WithAdmitted("cluster-2"), ready)),
		WantDeletes: deleted("gate-retry-1"),
	}, {
		Name:        "also when the gate was deleted before",
		Objects:     with(doneRun, again(rt.WithAdmitted("cluster-2"), ready)),
		WantDeletes: deleted("gate-retry-1"),
	}})
}

func named(name string, options ...rt.WorkloadOption) *kueuev1beta2.Workload {
	w := mine(options...)
	w.Name = name
	return w
}
