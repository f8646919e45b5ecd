package fournosjob

import (
	"testing"
	"time"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	apierrs "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime/schema"
	rtesting "knative.dev/pkg/reconciler/testing"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	rt "fournos.dev/fournos/pkg/reconciler/testing"
)

func TestStatusKeepsTheEngines(t *testing.T) {
	const engine = `{"percent":40,"step":{"name":"warm-up"}}`
	job := with(told("Pending", "Kueue's old words"), withVersion("1"))
	says := gate(rt.WithStarted(time.Minute, "Pending", holder))
	written := with(told("Pending", holder), withVersion("1"))
	done := with(running(), withVersion("1"), withEngineStatus(engine))

	run(t, rtesting.TableTest{{
		Name:              "as it is",
		Objects:           objects(with(job, withEngineStatus(engine)), gated(job), says),
		WantStatusUpdates: statusWrite(with(written, withEngineStatus(engine))),
	}, {
		Name:              "to the job's end",
		Objects:           objects(done, runOf(done, succeeded())),
		WantStatusUpdates: statusWrite(with(done, rt.WithFinish(fournosv1.PhaseSucceeded, "Completed", "PipelineRun bake succeeded"))),
		WantEvents:        normal(fournosv1.PhaseSucceeded, "PipelineRun bake succeeded"),
	}, {
		Name:              "which was written since the cache saw the job: our write is refused, and not repeated",
		Objects:           objects(gated(job), says),
		OtherTestData:     extras(cached(job), live(with(job, withVersion("2"), withEngineStatus(engine)))),
		WantStatusUpdates: statusWrite(written),
		WantErr:           true,
	}, {
		Name:              "which was written since the cache saw the run end: not said to be done, the event waits",
		Objects:           objects(runOf(done, succeeded())),
		OtherTestData:     extras(cached(with(done, withEngineStatus(`{"percent":39}`))), live(with(done, withVersion("2")))),
		WantStatusUpdates: statusWrite(with(done, withEngineStatus(`{"percent":39}`), rt.WithFinish(fournosv1.PhaseSucceeded, "Completed", "PipelineRun bake succeeded"))),
		WantErr:           true,
	}, {
		Name:    "idle: the engine wrote, and nothing else changed",
		Objects: objects(with(done, withVersion("3")), runOf(done, rt.WithRunRunning()), workloadOf(done)),
	}})
}

func TestStatusWriteFails(t *testing.T) {
	job := rt.NewFournosJob("bake", rt.WithShared())
	attempt := statusWrite(beingResolved(job))
	gone := apierrs.NewNotFound(schema.GroupResource{Resource: "fournosjobs"}, "bake")

	run(t, rtesting.TableTest{{
		Name:              "for a conflict: returned, not repeated in the pass, no event",
		Objects:           objects(job),
		WithReactors:      conflicting("update", "fournosjobs"),
		WantStatusUpdates: attempt,
		WantErr:           true,
	}, {
		Name:              "for trouble: returned, no event of the phase",
		Objects:           objects(job),
		WithReactors:      down("update", "fournosjobs"),
		WantStatusUpdates: attempt,
		WantErr:           true,
		WantEvents:        retried(),
	}, {
		Name:              "for the job was deleted: done",
		Objects:           objects(job),
		WithReactors:      answer("update", "fournosjobs", gone),
		WantStatusUpdates: attempt,
	}})
}

// A job that is done is never written again, whatever happens to its spec or to what it left.
func TestDoneIsDone(t *testing.T) {
	var table rtesting.TableTest
	for _, phase := range []fournosv1.Phase{fournosv1.PhaseSucceeded, fournosv1.PhaseFailed, fournosv1.PhaseStopped} {
		job := with(running(), rt.WithFinish(phase, "Reason", "message"))
		clusterless := with(launched(admittedClusterless()), rt.WithFinish(phase, "Reason", "message"))
		table = append(table, rtesting.TableRow{
			Name:    string(phase) + ", its run goes on regardless",
			Objects: objects(job, runOf(job, rt.WithRunRunning()), gated(job), gate()),
		}, rtesting.TableRow{
			Name:    string(phase) + ", all that it had is gone",
			Objects: objects(job),
		}, rtesting.TableRow{
			Name:    string(phase) + ", told to stop",
			Objects: objects(with(job, rt.WithShutdown(fournosv1.ShutdownStop)), runOf(job, rt.WithRunRunning())),
		}, rtesting.TableRow{
			Name:    string(phase) + ", in another generation",
			Objects: objects(terminate(job), runOf(job, rt.WithRunRunning())),
		}, rtesting.TableRow{
			Name:        string(phase) + ", and its cluster is still held: given back",
			Objects:     objects(job, workloadOf(job)),
			WantDeletes: deletionOf("workloads", "bake"),
		}, rtesting.TableRow{
			Name:          string(phase) + ", and its cluster is given back, though the cache has it",
			Objects:       objects(job),
			OtherTestData: extras(cached(workloadOf(job))),
			WantDeletes:   deletionOf("workloads", "bake"), // The attempt, which finds none.
		}, rtesting.TableRow{
			Name:    string(phase) + ", its cluster is about to be given back",
			Objects: objects(job, beingDeleted(workloadOf(job))),
		}, rtesting.TableRow{
			Name:    string(phase) + ", a Workload of its name is not its own",
			Objects: objects(job, workloadOf(former(job))),
		}, rtesting.TableRow{
			Name:    string(phase) + ", clusterless: a Workload of its name is not its own",
			Objects: objects(clusterless, workloadOf(clusterless)),
		}, rtesting.TableRow{
			Name:         string(phase) + ", and its cluster cannot be given back: retried",
			Objects:      objects(job, workloadOf(job)),
			WithReactors: down("delete", "workloads"),
			WantDeletes:  deletionOf("workloads", "bake"),
			WantErr:      true,
			WantEvents:   retried(),
		})
	}
	run(t, table)
}

// What a deleted job owns goes by owner references.
func TestDeletedJobIsLeftAlone(t *testing.T) {
	var table rtesting.TableTest
	for name, job := range map[string]*fournosv1.FournosJob{
		"new":                rt.NewFournosJob("bake"),
		"resolving":          resolving(),
		"pending":            waiting(),
		"admitted":           admittedTo("oslo"),
		"running":            running(),
		"running, must stop": stop(running()),
		"stopping":           stopping(stop(running()), "CancelledRunFinally"),
		"lock, over":         holding("", withLockUntil("2020-01-01T00:00:00Z")),
	} {
		table = append(table, rtesting.TableRow{
			Name: name,
			Objects: objects(with(job, rt.WithDeletion()), usablePipeline(), kubeconfig("oslo"), runOf(job, succeeded()), workloadOf(job),
				resolveJobOf(job, rt.WithJobCondition(batchv1.JobFailed, "", "")), gated(job), gate(rt.WithCompleted(corev1.ConditionFalse, "Any", ""))),
		})
	}
	run(t, table)
}
