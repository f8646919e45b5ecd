package kueueadmission

import (
	"testing"
	"time"

	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	pipelinev1beta1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1beta1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/utils/ptr"
	"knative.dev/pkg/controller"
	rtesting "knative.dev/pkg/reconciler/testing"

	rt "fournos.dev/fournos/pkg/reconciler/testing"
)

const cancelled = "CustomRun gate was cancelled"

// How a gate ends that still waits.
func TestEnding(t *testing.T) {
	byTekton := func(run *pipelinev1beta1.CustomRun) {
		run.Spec.StatusMessage = pipelinev1beta1.CustomRunCancelledByPipelineTimeoutMsg
	}
	an := func(d time.Duration) rt.CustomRunOption { return rt.WithStarted(d, "Pending", asked) }
	const anHour = "CustomRun gate failed to finish within 1h0m0s"
	const tenSeconds = "CustomRun gate failed to finish within 10s"
	runTable(t, rtesting.TableTest{{
		Name:              "cancelled while waiting",
		Objects:           with(around, waiting(rt.WithCancel()), mine()),
		WantDeletes:       deleted("gate"),
		WantStatusUpdates: updated(waiting(rt.WithCancel(), failed("CustomRunCancelled", cancelled))),
		WantEvents:        []string{"Warning CustomRunCancelled " + cancelled},
	}, {
		Name:        "cancelled because the PipelineRun timed out",
		Objects:     with(around, waiting(rt.WithCancel(), byTekton), mine()),
		WantDeletes: deleted("gate"),
		WantStatusUpdates: updated(waiting(rt.WithCancel(), byTekton,
			failed("CustomRunCancelled", "CustomRun cancelled as the PipelineRun it belongs to has timed out."))),
		WantEvents: []string{"Warning CustomRunCancelled CustomRun cancelled as the PipelineRun it belongs to has timed out."},
	}, {
		Name:              "cancelled before it began",
		Objects:           with(around, gate(inBuild, rt.WithCancel())),
		WantStatusUpdates: updated(gate(inBuild, rt.WithCancel(), failed("CustomRunCancelled", cancelled))),
		WantEvents:        []string{"Warning CustomRunCancelled " + cancelled},
	}, {
		Name:              "cancelled after Kueue admitted and before the gate saw it",
		Objects:           with(around, waiting(rt.WithCancel()), mine(rt.WithAdmitted("cluster-1"))),
		WantDeletes:       deleted("gate"),
		WantStatusUpdates: updated(waiting(rt.WithCancel(), failed("CustomRunCancelled", cancelled))),
		WantEvents:        []string{"Warning CustomRunCancelled " + cancelled},
	}, {
		Name:              "cancelled before the cache has the Workload",
		Objects:           with(around, waiting(rt.WithCancel())),
		OtherTestData:     map[string]any{rt.OnlyLive: []runtime.Object{mine()}},
		WantDeletes:       deleted("gate"),
		WantStatusUpdates: updated(waiting(rt.WithCancel(), failed("CustomRunCancelled", cancelled))),
		WantEvents:        []string{"Warning CustomRunCancelled " + cancelled},
	}, {
		Name:              "cancelled while the Workload is another's: it stays",
		Objects:           with(around, waiting(rt.WithCancel()), rt.NewWorkload("gate")),
		WantStatusUpdates: updated(waiting(rt.WithCancel(), failed("CustomRunCancelled", cancelled))),
		WantEvents:        []string{"Warning CustomRunCancelled " + cancelled},
	}, {
		Name:              "cancelled: the FournosJob's quota goes, too",
		Objects:           with(admissionRun, gate(inAdmission, an(time.Minute), rt.WithCancel()), ofJob()),
		WantDeletes:       deleted("bake"),
		WantStatusUpdates: updated(gate(inAdmission, an(time.Minute), rt.WithCancel(), failed("CustomRunCancelled", cancelled))),
		WantEvents:        []string{"Warning CustomRunCancelled " + cancelled},
	}, {
		Name:              "an hour is over",
		Objects:           with(around, gate(inBuild, an(time.Hour)), mine()),
		WantDeletes:       deleted("gate"),
		WantStatusUpdates: updated(gate(inBuild, an(time.Hour), failed("CustomRunTimedOut", anHour))),
		WantEvents:        []string{"Warning CustomRunTimedOut " + anHour},
	}, {
		Name:           "an hour is nearly over",
		Objects:        with(around, gate(inBuild, an(time.Hour-time.Second)), mine()),
		WantErr:        true,
		PostConditions: []func(*testing.T, *rtesting.TableRow){comesBackAfter(time.Second)},
	}, {
		Name:              "its own timeout",
		Objects:           with(around, gate(inBuild, rt.WithTimeout(10*time.Second), an(11*time.Second)), mine()),
		WantDeletes:       deleted("gate"),
		WantStatusUpdates: updated(gate(inBuild, rt.WithTimeout(10*time.Second), an(11*time.Second), failed("CustomRunTimedOut", tenSeconds))),
		WantEvents:        []string{"Warning CustomRunTimedOut " + tenSeconds},
	}, {
		Name:    "no timeout at all",
		Objects: with(around, gate(inBuild, rt.WithTimeout(0), an(1000*time.Hour)), mine()),
	}, {
		Name:              "the PipelineRun ended without a word",
		Objects:           with(doneRun, waiting(), mine()),
		WantDeletes:       deleted("gate"),
		WantStatusUpdates: updated(waiting(failed("CustomRunCancelled", "The PipelineRun around this run is over"))),
		WantEvents:        []string{"Warning CustomRunCancelled The PipelineRun around this run is over"},
	}, {
		Name:              "the PipelineRun is being deleted",
		Objects:           with(rt.NewPipelineRun("build", rt.WithRunDeletion()), waiting()),
		WantStatusUpdates: updated(waiting(failed("CustomRunCancelled", "The PipelineRun around this run is over"))),
		WantEvents:        []string{"Warning CustomRunCancelled The PipelineRun around this run is over"},
	}, {
		Name: "the PipelineRun is cancelled, and the Workload gone: it is not asked for again",
		Objects: with(rt.NewPipelineRun("build", rt.WithRunRunning(), rt.WithRunSpec(func(s *pipelinev1.PipelineRunSpec) {
			s.Status = pipelinev1.PipelineRunSpecStatusCancelled
		})), waiting()),
		WantStatusUpdates: updated(waiting(failed("CustomRunCancelled", "The PipelineRun around this run is over"))),
		WantEvents:        []string{"Warning CustomRunCancelled The PipelineRun around this run is over"},
	}, {
		Name: "the PipelineRun is cancelled after the gate has passed: the quota stays until it is over",
		Objects: with(rt.NewPipelineRun("build", rt.WithRunRunning(), rt.WithRunSpec(func(s *pipelinev1.PipelineRunSpec) {
			s.Status = pipelinev1.PipelineRunSpecStatusCancelled
		})), waiting(passed("cluster-1", "gate")), mine(rt.WithAdmitted("cluster-1"), ready)),
	}})
}

// What remains to be done for a gate that is over. Its status is never written again.
func TestAfterwards(t *testing.T) {
	unfinished := func(run *pipelinev1beta1.CustomRun) {
		run.Status.CompletionTime = ptr.To(rt.At(0))
		rt.WithStarted(time.Minute, "NewObservedGenFailure", "unsuccessfully observed a new generation")(run)
	}
	runTable(t, rtesting.TableTest{{
		Name:    "the quota stays while the PipelineRun runs",
		Objects: with(around, waiting(passed("cluster-1", "gate")), mine(rt.WithAdmitted("cluster-1"), ready)),
	}, {
		Name:    "and when the gate is cancelled, as Tekton does on a graceful cancel",
		Objects: with(around, waiting(passed("cluster-1", "gate"), rt.WithCancel()), mine(rt.WithAdmitted("cluster-1"), ready)),
	}, {
		Name:    "and when its time is up",
		Objects: with(around, gate(inBuild, rt.WithStarted(2*time.Hour, "Pending", asked), passed("cluster-1", "gate")), mine(rt.WithAdmitted("cluster-1"), ready)),
	}, {
		Name:    "over is who has a completion time, whatever the condition says",
		Objects: with(around, gate(inBuild, unfinished, rt.WithCancel()), mine(rt.WithAdmitted("cluster-1"), ready)),
	}, {
		Name:        "the PipelineRun is over: the quota goes",
		Objects:     with(doneRun, waiting(passed("cluster-1", "gate")), mine(rt.WithAdmitted("cluster-1"), ready)),
		WantDeletes: deleted("gate"),
	}, {
		Name: "the PipelineRun failed: the quota goes",
		Objects: with(rt.NewPipelineRun("build", rt.WithRunDone("False", "Failed", "")),
			waiting(passed("cluster-1", "gate")), mine(rt.WithAdmitted("cluster-1"), ready)),
		WantDeletes: deleted("gate"),
	}, {
		Name: "the PipelineRun is being deleted: the quota goes with it",
		Objects: with(rt.NewPipelineRun("build", rt.WithRunRunning(), rt.WithRunDeletion()),
			waiting(passed("cluster-1", "gate")), mine(rt.WithAdmitted("cluster-1"), ready)),
	}, {
		Name:          "the cache only lags behind: the quota stays",
		Objects:       with(waiting(passed("cluster-1", "gate")), mine(rt.WithAdmitted("cluster-1"), ready)),
		OtherTestData: map[string]any{rt.OnlyLive: []runtime.Object{around}},
	}, {
		Name:    "another's Workload of that name stays",
		Objects: with(doneRun, waiting(passed("cluster-1", "gate")), rt.NewWorkload("gate", rt.WithWorkloadOwner(rt.NewPipelineRun("other")))),
	}, {
		Name:        "a Workload that a failed gate left behind goes",
		Objects:     with(around, waiting(failed("CustomRunCancelled", cancelled)), mine()),
		WantDeletes: deleted("gate"),
	}, {
		Name: "a FournosJob gives its quota back itself",
		Objects: with(rt.NewPipelineRun("bake-admission", rt.WithRunOwner(job), rt.WithRunDone("True", "Succeeded", "")),
			gate(inAdmission, passed("cluster-1", "bake")), ofJob(rt.WithAdmitted("cluster-1"), ready)),
	}, {
		Name: "Kueue must know that a FournosJob's Workload runs",
		Objects: with(rt.NewPipelineRun("bake-admission", rt.WithRunOwner(job), rt.WithRunDone("True", "Succeeded", "")),
			gate(inAdmission, passed("cluster-1", "bake")), ofJob(rt.WithAdmitted("cluster-1"))),
		WantStatusUpdates: updated(ofJob(rt.WithAdmitted("cluster-1"), ready)),
	}, {
		Name:    "an evicted one is not said to run",
		Objects: with(around, waiting(passed("cluster-1", "gate"), stringParams("on-eviction", "Ignore")), mine(rt.WithAdmitted("cluster-1"), rt.WithEvicted("Preempted", ""))),
	}, {
		Name:    "the gate in no PipelineRun holds until it is deleted",
		Objects: with(gate(passed("cluster-1", "gate")), rt.NewWorkload("gate", rt.WithWorkloadOwner(gate()), rt.WithAdmitted("cluster-1"), ready)),
	}, {
		Name:    "the gate was deleted, its PipelineRun runs: the quota stays",
		Objects: with(around, mine(rt.WithAdmitted("cluster-1"))),
	}, {
		Name:        "the gate was deleted, its PipelineRun is over: the quota goes",
		Objects:     with(doneRun, mine(rt.WithAdmitted("cluster-1"))),
		WantDeletes: deleted("gate"),
	}, {
		Name:    "a deleted CustomRun of others means nothing",
		Objects: with(doneRun, rt.NewWorkload("gate", byBuild)),
	}})
}

func comesBackAfter(want time.Duration) func(*testing.T, *rtesting.TableRow) {
	return func(t *testing.T, row *rtesting.TableRow) {
		t.Helper()
		err := row.Reconciler.Reconcile(row.Ctx, row.Key)
		if ok, got := controller.IsRequeueKey(err); !ok || got != want {
			t.Errorf("comes back after %v (%v), want %v", got, err, want)
		}
	}
}
