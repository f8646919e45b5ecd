package fournosjob

import (
	"fmt"
	"testing"
	"time"

	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	clientgotesting "k8s.io/client-go/testing"
	rtesting "knative.dev/pkg/reconciler/testing"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/pkg/pods"
	rt "fournos.dev/fournos/pkg/reconciler/testing"
)

const (
	byUser     = "Job stopped by user"
	gracefully = `{"spec":{"status":"CancelledRunFinally"}}`
	atOnce     = `{"spec":{"status":"Cancelled"}}`
)

// told to stop, by its user, in a later generation.
func stop(job *fournosv1.FournosJob) *fournosv1.FournosJob {
	return shutdown(job, fournosv1.ShutdownStop)
}

func terminate(job *fournosv1.FournosJob) *fournosv1.FournosJob {
	return shutdown(job, fournosv1.ShutdownTerminate)
}

func shutdown(job *fournosv1.FournosJob, how fournosv1.Shutdown) *fournosv1.FournosJob {
	return with(job, rt.WithShutdown(how), func(j *fournosv1.FournosJob) { j.Generation++ })
}

func stopped(job *fournosv1.FournosJob) *fournosv1.FournosJob {
	return with(job, rt.WithFinish(fournosv1.PhaseStopped, "Stopped", byUser))
}

// stopping is a running job once its run was told to end.
func stopping(job *fournosv1.FournosJob, how string) *fournosv1.FournosJob {
	return with(job, rt.WithPhase(fournosv1.PhaseStopping, fmt.Sprintf("PipelineRun bake is being stopped (%s)", how)))
}

func withRunStatus(how pipelinev1.PipelineRunSpecStatus) rt.PipelineRunOption {
	return rt.WithRunSpec(func(s *pipelinev1.PipelineRunSpec) { s.Status = how })
}

// Without a PipelineRun of its own a job is Stopped at once.
func TestShutdownAtOnce(t *testing.T) {
	withoutCluster := func(options ...rt.FournosJobOption) *fournosv1.FournosJob {
		return rt.NewFournosJob("bake", append([]rt.FournosJobOption{rt.WithShared()}, options...)...)
	}
	resolve := resolving()
	wait := waiting()
	hold := admittedTo("oslo", rt.WithLockOnly())
	var table rtesting.TableTest
	for _, row := range []struct {
		name    string
		job     *fournosv1.FournosJob
		objects []runtime.Object
		deletes []clientgotesting.DeleteActionImpl
		patches []clientgotesting.PatchActionImpl
	}{{
		name: "created with shutdown",
		job:  stop(withoutCluster()),
	}, {
		name: "created with shutdown, and wrong otherwise",
		job:  terminate(rt.NewFournosJob("bake")),
	}, {
		name: "scheduled",
		job:  stop(with(withoutCluster(withStart("2030-01-31T18:00:00Z")), rt.WithPhase(fournosv1.PhaseScheduled, "Starts at 2030-01-31T18:00:00Z"))),
	}, {
		name:    "resolving: its resolve Job ends",
		job:     stop(resolve),
		objects: objects(resolveJobOf(resolve)),
		deletes: deletionOf("jobs", "bake-resolve"),
	}, {
		name: "resolving, before there is a resolve Job",
		job:  stop(resolve),
	}, {
		name:    "resolving, by a Job that somebody else made",
		job:     stop(resolve),
		objects: objects(rt.NewJob("bake-resolve")),
	}, {
		name:    "resolving, with a former job's resolve Job in the way",
		job:     stop(resolve),
		objects: objects(resolveJobOf(former(resolve))),
	}, {
		name:    "pending: its admission run ends, its Workload goes",
		job:     stop(wait),
		objects: objects(gated(wait), gate(), rt.NewWorkload("bake", rt.WithWorkloadOwner(wait))),
		deletes: deletionOf("workloads", "bake"),
		patches: patchOf("bake-admission", atOnce),
	}, {
		name:    "pending, the admission run was cancelled already",
		job:     stop(wait),
		objects: objects(gated(wait, withRunStatus("Cancelled"))),
	}, {
		name:    "pending, the admission run has ended",
		job:     terminate(wait),
		objects: objects(gated(wait, rt.WithRunDone(corev1.ConditionTrue, "Completed", ""), withoutRunning()), workloadOf(wait)),
		deletes: deletionOf("workloads", "bake"),
	}, {
		name: "pending, before there is an admission run",
		job:  stop(wait),
	}, {
		name:    "pending, with another's admission run in the way",
		job:     stop(wait),
		objects: objects(gated(rt.NewFournosJob("bread"))),
	}, {
		name:    "holding a lock",
		job:     stop(hold),
		objects: objects(workloadOf(hold)),
		deletes: deletionOf("workloads", "bake"),
	}, {
		name:    "admitted, before there is a run",
		job:     terminate(admittedTo("oslo")),
		objects: objects(workloadOf(wait)),
		deletes: deletionOf("workloads", "bake"),
	}, {
		name:    "clusterless, before there is a run",
		job:     stop(admittedClusterless()),
		objects: objects(workloadOf(wait)),
	}, {
		name:    "running, and its run was deleted",
		job:     stop(running()),
		objects: objects(workloadOf(wait)),
		deletes: deletionOf("workloads", "bake"),
	}} {
		table = append(table, rtesting.TableRow{
			Name:              row.name,
			Objects:           append(objects(row.job), row.objects...),
			WantDeletes:       row.deletes,
			WantPatches:       row.patches,
			WantStatusUpdates: statusWrite(stopped(row.job)),
			WantEvents:        normal(fournosv1.PhaseStopped, byUser),
		})
	}
	run(t, append(table, rtesting.TableRow{
		Name:              "resolving, the resolve Job is not in the cache yet",
		Objects:           objects(stop(resolve)),
		OtherTestData:     extras(live(resolveJobOf(resolve))),
		WantDeletes:       deletionOf("jobs", "bake-resolve"),
		WantStatusUpdates: statusWrite(stopped(stop(resolve))),
		WantEvents:        normal(fournosv1.PhaseStopped, byUser),
	}, rtesting.TableRow{
		Name:              "pending, the admission run is not in the cache yet",
		Objects:           objects(stop(wait)),
		OtherTestData:     extras(live(admissionRunOf(wait))),
		WantPatches:       patchOf("bake-admission", atOnce),
		WantStatusUpdates: statusWrite(stopped(stop(wait))),
		WantEvents:        normal(fournosv1.PhaseStopped, byUser),
	}))
}

// With one, the cluster is kept until it has ended.
func TestShutdownOfARun(t *testing.T) {
	job, admitted := running(), admittedClusterless()
	tekton := rt.WithRunRunning()
	began := func(how string) []string {
		return normal(fournosv1.PhaseStopping, "PipelineRun bake is being stopped ("+how+")")
	}
	stops := stopping(stop(job), "CancelledRunFinally")
	raised := shutdown(stops, fournosv1.ShutdownTerminate)
	lowered := stop(stopping(terminate(job), "Cancelled"))
	withdrawn := shutdown(stops, "")

	run(t, rtesting.TableTest{{
		Name:              "Stop",
		Objects:           objects(stop(job), runOf(job, tekton), workloadOf(job)),
		WantPatches:       patchOf("bake", gracefully),
		WantStatusUpdates: statusWrite(stops),
		WantEvents:        began("CancelledRunFinally"),
	}, {
		Name:              "Terminate",
		Objects:           objects(terminate(job), runOf(job, tekton), workloadOf(job)),
		WantPatches:       patchOf("bake", atOnce),
		WantStatusUpdates: statusWrite(stopping(terminate(job), "Cancelled")),
		WantEvents:        began("Cancelled"),
	}, {
		Name:              "its run is not in the cache yet",
		Objects:           objects(stop(job), workloadOf(job)),
		OtherTestData:     extras(live(runOf(job))),
		WantPatches:       patchOf("bake", gracefully),
		WantStatusUpdates: statusWrite(stops),
		WantEvents:        began("CancelledRunFinally"),
	}, {
		Name:          "admitted, and an earlier pass made the run and did not come to say so",
		Objects:       objects(stop(admitted)),
		OtherTestData: extras(live(runOf(admitted))),
		WantPatches:   patchOf("bake", gracefully),
		WantStatusUpdates: statusWrite(with(stopping(stop(admitted), "CancelledRunFinally"),
			rt.WithStatus(func(s *fournosv1.FournosJobStatus) { s.PipelineRun = "bake" }))),
		WantEvents: began("CancelledRunFinally"),
	}, {
		Name:    "idle: it is told, and runs finally tasks",
		Objects: objects(stops, runOf(job, tekton, withRunStatus("CancelledRunFinally")), workloadOf(job)),
	}, {
		Name:              "Stop is raised to Terminate",
		Objects:           objects(raised, runOf(job, tekton, withRunStatus("CancelledRunFinally")), workloadOf(job)),
		WantPatches:       patchOf("bake", atOnce),
		WantStatusUpdates: statusWrite(stopping(raised, "Cancelled")),
	}, {
		Name:              "Terminate is not lowered to Stop",
		Objects:           objects(lowered, runOf(job, tekton, withRunStatus("Cancelled")), workloadOf(job)),
		WantStatusUpdates: statusWrite(stopping(lowered, "Cancelled")),
	}, {
		Name:              "withdrawn: it stops all the same",
		Objects:           objects(withdrawn, runOf(job, tekton, withRunStatus("CancelledRunFinally")), workloadOf(job)),
		WantStatusUpdates: statusWrite(stopping(withdrawn, "CancelledRunFinally")),
	}, {
		Name:              "withdrawn, and it has ended: Stopped all the same",
		Objects:           objects(withdrawn, runOf(job, succeeded(), withRunStatus("CancelledRunFinally")), workloadOf(job)),
		WantDeletes:       deletionOf("workloads", "bake"),
		WantStatusUpdates: statusWrite(stopped(withdrawn)),
		WantEvents:        normal(fournosv1.PhaseStopped, byUser),
	}, {
		Name: "idle: its tasks were cancelled, finally tasks still run",
		Objects: objects(stops, workloadOf(job), runOf(job, withRunStatus("CancelledRunFinally"),
			rt.WithRunCondition(corev1.ConditionFalse, "CancelledRunningFinally", ""))),
	}, {
		Name:              "its Pods end after it",
		Objects:           objects(stops, runOf(job, succeeded()), workloadOf(job), rt.NewPod("one", rt.WithPodOfJob("bake"))),
		WantStatusUpdates: statusWrite(waitsForPods(stops, 1)),
	}, {
		Name:              "it has ended: the cluster is given back",
		Objects:           objects(stops, runOf(job, rt.WithRunDone(corev1.ConditionFalse, "Cancelled", "")), workloadOf(job)),
		WantDeletes:       deletionOf("workloads", "bake"),
		WantStatusUpdates: statusWrite(stopped(stops)),
		WantEvents:        normal(fournosv1.PhaseStopped, byUser),
	}, {
		Name:              "it was deleted meanwhile, and its Pods are being taken down",
		Objects:           objects(stops, workloadOf(job), rt.NewPod("one", rt.WithPodOfJob("bake"), rt.WithPodDeletion())),
		WantStatusUpdates: statusWrite(waitsForPods(stops, 1)),
		OtherTestData:     extras(requeued(pods.LostAfter - time.Second)),
	}, {
		Name:              "it was deleted meanwhile",
		Objects:           objects(stops, workloadOf(job)),
		WantDeletes:       deletionOf("workloads", "bake"),
		WantStatusUpdates: statusWrite(stopped(stops)),
		WantEvents:        normal(fournosv1.PhaseStopped, byUser),
	}, {
		Name:              "the cache has it, the API server has not any more",
		Objects:           objects(stop(job), workloadOf(job)),
		OtherTestData:     extras(cached(runOf(job, tekton))),
		WantPatches:       patchOf("bake", gracefully),
		WantStatusUpdates: statusWrite(stops),
		WantEvents:        began("CancelledRunFinally"),
	}})
}

func TestShutdownIsRetried(t *testing.T) {
	resolve, wait, job := stop(resolving()), stop(waiting()), stop(running())
	var table rtesting.TableTest
	for _, row := range []struct {
		name, verb, resource string
		objects              []runtime.Object
		deletes              []clientgotesting.DeleteActionImpl
		patches              []clientgotesting.PatchActionImpl
	}{
		{"resolve Job cannot be read", "get", "jobs", objects(resolve), nil, nil},
		{"resolve Job cannot be deleted", "delete", "jobs", objects(resolve, resolveJobOf(resolve)), deletionOf("jobs", "bake-resolve"), nil},
		{"admission run cannot be read", "get", "pipelineruns", objects(wait), nil, nil},
		{"admission run cannot be cancelled", "patch", "pipelineruns", objects(wait, gated(wait)), nil, patchOf("bake-admission", atOnce)},
		{"run cannot be read", "get", "pipelineruns", objects(job, workloadOf(job)), nil, nil},
		{"run cannot be cancelled", "patch", "pipelineruns", objects(job, runOf(job, rt.WithRunRunning()), workloadOf(job)), nil, patchOf("bake", gracefully)},
	} {
		table = append(table, rtesting.TableRow{
			Name:         row.name,
			Objects:      row.objects,
			WithReactors: down(row.verb, row.resource),
			WantDeletes:  row.deletes,
			WantPatches:  row.patches,
			// That the generation was seen, and no other phase.
			WantStatusUpdates: statusWrite(with(row.objects[0].(*fournosv1.FournosJob), rt.WithStatus(func(s *fournosv1.FournosJobStatus) {
				s.ObservedGeneration = 2
			}))),
			WantErr:    true,
			WantEvents: retried(),
		})
	}
	run(t, table)
}
