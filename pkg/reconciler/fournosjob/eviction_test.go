package fournosjob

import (
	"testing"

	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	corev1 "k8s.io/api/core/v1"
	rtesting "knative.dev/pkg/reconciler/testing"
	kueuev1beta2 "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/pkg/kueue"
	rt "fournos.dev/fournos/pkg/reconciler/testing"
)

const (
	wanted  = "Kueue takes cluster oslo back (Preempted: for job bread)"
	backlog = "Kueue takes cluster oslo back (Preempted: for job bread), the job is in the queue again"
	deleted = "Workload bake, which held cluster oslo, was deleted"
	dead    = "Kueue takes cluster oslo back (Deactivated: The workload is deactivated)"
)

// evicted is the job's Workload once Kueue wants its quota back.
func evicted(job *fournosv1.FournosJob, options ...rt.WorkloadOption) *kueuev1beta2.Workload {
	w := workloadOf(job)
	for _, option := range append([]rt.WorkloadOption{rt.WithEvicted("Preempted", "for job bread")}, options...) {
		option(w)
	}
	return w
}

// handedBack is an evicted Workload that is in the queue again.
func handedBack(job *fournosv1.FournosJob) *kueuev1beta2.Workload {
	w := evicted(job)
	kueue.Requeue(w, rt.Now)
	return w
}

func deactivated(job *fournosv1.FournosJob) *kueuev1beta2.Workload {
	return evicted(job, rt.WithDeactivated())
}

func beingDeleted(w *kueuev1beta2.Workload) *kueuev1beta2.Workload {
	rt.WithWorkloadDeletion()(w)
	return w
}

func withEviction(step, message string) rt.FournosJobOption {
	condition := fournosv1.ConditionWorkloadAdmitted
	if step == "run" {
		condition = fournosv1.ConditionPipelineRunReady
	}
	reason := "Evicted"
	if message == dead {
		reason = "Deactivated"
	}
	return rt.WithStep(condition, corev1.ConditionFalse, reason, message)
}

func withOnEviction(policy fournosv1.EvictionPolicy) rt.FournosJobOption {
	return rt.WithSpec(func(s *fournosv1.FournosJobSpec) { s.OnEviction = policy })
}

// vacates is a job whose run was told to stop.
func vacates(job *fournosv1.FournosJob, why string) *fournosv1.FournosJob {
	return with(job, withEviction("cluster", why), rt.WithPhase(fournosv1.PhaseRunning, why+", PipelineRun bake is being stopped"))
}

// queued is a job that is in the queue again, after a number of attempts.
func queued(job *fournosv1.FournosJob, attempts int32) *fournosv1.FournosJob {
	return queuedFor(job, attempts, wanted)
}

func queuedFor(job *fournosv1.FournosJob, attempts int32, why string) *fournosv1.FournosJob {
	job = with(job, withEviction("cluster", why), rt.WithPhase(fournosv1.PhasePending, why+", the job is in the queue again"))
	if job.Status.PipelineRun != "" {
		withEviction("run", why)(job)
	}
	return with(job, rt.WithStatus(func(s *fournosv1.FournosJobStatus) { s.Cluster, s.PipelineRun, s.Attempts = "", "", attempts }))
}

func stoppedRun(job *fournosv1.FournosJob) *pipelinev1.PipelineRun {
	return runOf(job, withRunStatus("CancelledRunFinally"), rt.WithRunDone(corev1.ConditionFalse, "Cancelled", ""))
}

// A run is stopped before its cluster is handed over.
func TestEvictionStopsTheRun(t *testing.T) {
	job := running()
	stops := vacates(job, wanted)
	told := warning("Evicted", wanted)
	runs := runOf(job, rt.WithRunRunning())
	lostQuota := workloadOf(job)
	lostQuota.Status.Admission = nil
	rt.WithWaiting("Pending", "quota gone")(lostQuota)
	gone := "Kueue takes cluster oslo back (Pending: quota gone)"
	leaving := "Workload bake, which holds cluster oslo, is being deleted"
	elsewhere := "Workload bake holds cluster rome in place of oslo"

	run(t, rtesting.TableTest{{
		Name:              "gracefully",
		Objects:           objects(job, runs, evicted(job)),
		WantPatches:       patchOf("bake", gracefully),
		WantStatusUpdates: statusWrite(stops),
		WantEvents:        told,
	}, {
		Name:    "idle: it is told, and cleans up",
		Objects: objects(stops, runOf(job, rt.WithRunRunning(), withRunStatus("CancelledRunFinally")), evicted(job)),
	}, {
		Name:              "told already by somebody else, and at once: not lowered",
		Objects:           objects(job, runOf(job, rt.WithRunRunning(), withRunStatus("Cancelled")), evicted(job)),
		WantStatusUpdates: statusWrite(stops),
		WantEvents:        told,
	}, {
		Name:              "also if the Workload was deactivated, and Kueue counts its quota as free",
		Objects:           objects(job, runs, deactivated(job)),
		WantPatches:       patchOf("bake", gracefully),
		WantStatusUpdates: statusWrite(vacates(job, dead)),
		WantEvents:        warning("Evicted", dead),
	}, {
		Name:              "also if somebody has handed the quota back for us",
		Objects:           objects(job, runs, lostQuota),
		WantPatches:       patchOf("bake", gracefully),
		WantStatusUpdates: statusWrite(vacates(job, gone)),
		WantEvents:        warning("Evicted", gone),
	}, {
		Name:          "not if the eviction was that of an earlier attempt, which the cache still has",
		Objects:       objects(job, runs),
		OtherTestData: extras(cached(evicted(job)), live(workloadOf(job))),
	}, {
		Name:              "also if the Workload is gone",
		Objects:           objects(job, runs),
		WantPatches:       patchOf("bake", gracefully),
		WantStatusUpdates: statusWrite(vacates(job, deleted)),
		WantEvents:        warning("Evicted", deleted),
	}, {
		Name:              "also if it is gone, though the cache has it, evicted",
		Objects:           objects(job, runs),
		OtherTestData:     extras(cached(evicted(job))),
		WantPatches:       patchOf("bake", gracefully),
		WantStatusUpdates: statusWrite(vacates(job, deleted)),
		WantEvents:        warning("Evicted", deleted),
	}, {
		Name:              "also if it is being deleted: our finalizer keeps the cluster until the run is over",
		Objects:           objects(job, runs, beingDeleted(workloadOf(job))),
		WantPatches:       patchOf("bake", gracefully),
		WantStatusUpdates: statusWrite(vacates(job, leaving)),
		WantEvents:        warning("Evicted", leaving),
	}, {
		Name:              "also if there is but a former job's",
		Objects:           objects(job, runs, workloadOf(former(job))),
		WantPatches:       patchOf("bake", gracefully),
		WantStatusUpdates: statusWrite(vacates(job, deleted)),
		WantEvents:        warning("Evicted", deleted),
	}, {
		Name:              "also if it holds another cluster",
		Objects:           objects(job, runs, rt.NewWorkload("bake", rt.WithWorkloadOwner(job), rt.WithExclusive(), rt.WithAdmitted("rome"))),
		WantPatches:       patchOf("bake", gracefully),
		WantStatusUpdates: statusWrite(vacates(job, elsewhere)),
		WantEvents:        warning("Evicted", elsewhere),
	}, {
		Name:          "not if the Workload is not in the cache yet",
		Objects:       objects(job, runs),
		OtherTestData: extras(live(workloadOf(job))),
	}, {
		Name:          "not if the cache still has the one that was made anew since",
		Objects:       objects(job, runs),
		OtherTestData: extras(cached(beingDeleted(workloadOf(job))), live(workloadOf(job))),
	}, {
		Name:    "not for a clusterless job",
		Objects: objects(launched(admittedClusterless()), runOf(job, rt.WithRunRunning()), evicted(launched(admittedClusterless()))),
	}, {
		Name:         "and whether it is so cannot be read: retried",
		Objects:      objects(job, runs, evicted(job)),
		WithReactors: down("get", "workloads"),
		WantErr:      true,
		WantEvents:   retried(),
	}, {
		Name:         "and it cannot be stopped: retried",
		Objects:      objects(job, runs, evicted(job)),
		WithReactors: down("patch", "pipelineruns"),
		WantPatches:  patchOf("bake", gracefully),
		WantErr:      true,
		WantEvents:   retried(),
	}, {
		Name:              "and that cannot be said: no event, and all of it again",
		Objects:           objects(job, runs, evicted(job)),
		WithReactors:      conflicting("update", "fournosjobs"),
		WantPatches:       patchOf("bake", gracefully),
		WantStatusUpdates: statusWrite(stops),
		WantErr:           true,
	}})
}

// Once nothing runs on it the cluster is handed over.
func TestEvictionEndsTheAttempt(t *testing.T) {
	job := running()
	stops := vacates(job, wanted)
	fails := running(withOnEviction(fournosv1.EvictionFail))
	again := normal(fournosv1.PhasePending, backlog)
	both := append(warning("Evicted", wanted), again...)
	success := "PipelineRun bake succeeded"

	run(t, rtesting.TableTest{{
		Name:              "in the queue again; the quota is not touched before that is written",
		Objects:           objects(stops, stoppedRun(job), evicted(job)),
		WantStatusUpdates: statusWrite(queued(stops, 1)),
		WantEvents:        again,
	}, {
		Name:              "in one go, when it was not said before",
		Objects:           objects(job, stoppedRun(job), evicted(job)),
		WantStatusUpdates: statusWrite(queued(job, 1)),
		WantEvents:        both,
	}, {
		Name:              "that cannot be written: nothing is handed back",
		Objects:           objects(stops, stoppedRun(job), evicted(job)),
		WithReactors:      conflicting("update", "fournosjobs"),
		WantStatusUpdates: statusWrite(queued(stops, 1)),
		WantErr:           true,
	}, {
		Name:              "its Pods end after it",
		Objects:           objects(stops, stoppedRun(job), evicted(job), rt.NewPod("one", rt.WithPodOfJob("bake"))),
		WantStatusUpdates: statusWrite(waitsForPods(stops, 1)),
	}, {
		Name:              "a Pod that the cache has not yet ends after it",
		Objects:           objects(stops, stoppedRun(job), evicted(job)),
		OtherTestData:     extras(live(rt.NewPod("one", rt.WithPodOfJob("bake")))),
		WantStatusUpdates: statusWrite(waitsForPods(stops, 1)),
	}, {
		Name:         "which Pods there are cannot be asked: nothing is handed back",
		Objects:      objects(stops, stoppedRun(job), evicted(job)),
		WithReactors: down("list", "pods"),
		WantErr:      true,
		WantEvents:   retried(),
	}, {
		Name:              "its Workload was deleted: in the queue again, and the gate makes another",
		Objects:           objects(vacates(job, deleted), stoppedRun(job)),
		WantStatusUpdates: statusWrite(queuedFor(vacates(job, deleted), 1, deleted)),
		WantEvents:        normal(fournosv1.PhasePending, deleted+", the job is in the queue again"),
	}, {
		Name:              "its Workload was deleted, and onEviction is Fail",
		Objects:           objects(vacates(fails, deleted), stoppedRun(job)),
		WantStatusUpdates: statusWrite(with(vacates(fails, deleted), withEviction("run", deleted), withFailure("Evicted", deleted))),
		WantEvents:        failed(deleted),
	}, {
		Name:              "onEviction Fail: Failed, the Workload goes",
		Objects:           objects(vacates(fails, wanted), stoppedRun(job), evicted(job)),
		WantDeletes:       deletionOf("workloads", "bake"),
		WantStatusUpdates: statusWrite(with(vacates(fails, wanted), withEviction("run", wanted), withFailure("Evicted", wanted))),
		WantEvents:        failed(wanted),
	}, {
		Name:              "deactivated: Failed with Kueue's reason, whatever onEviction says",
		Objects:           objects(vacates(job, dead), stoppedRun(job), deactivated(job)),
		WantDeletes:       deletionOf("workloads", "bake"),
		WantStatusUpdates: statusWrite(with(vacates(job, dead), withEviction("run", dead), withFailure("Evicted", dead))),
		WantEvents:        failed(dead),
	}, {
		Name:              "deactivated, and somebody deleted the Workload meanwhile: not queued again",
		Objects:           objects(vacates(job, dead), stoppedRun(job)),
		WantStatusUpdates: statusWrite(with(vacates(job, dead), withEviction("run", dead), withFailure("Evicted", dead))),
		WantEvents:        failed(dead),
	}, {
		Name:              "Kueue gave the Workload another cluster meanwhile: that is the next attempt's",
		Objects:           objects(stops, stoppedRun(job), workloadOf(job)),
		WantStatusUpdates: statusWrite(queued(stops, 1)),
		WantEvents:        again,
	}, {
		Name:              "it succeeded by itself at the same time",
		Objects:           objects(stops, runOf(job, succeeded(), withRunStatus("CancelledRunFinally")), evicted(job)),
		WantDeletes:       deletionOf("workloads", "bake"),
		WantStatusUpdates: statusWrite(with(stops, rt.WithFinish(fournosv1.PhaseSucceeded, "Completed", success))),
		WantEvents:        normal(fournosv1.PhaseSucceeded, success),
	}, {
		Name:              "it had failed by itself before it was told",
		Objects:           objects(job, runOf(job, rt.WithRunDone(corev1.ConditionFalse, "Failed", "broke")), evicted(job)),
		WantDeletes:       deletionOf("workloads", "bake"),
		WantStatusUpdates: statusWrite(with(job, withFailure("Failed", "PipelineRun bake failed: broke"))),
		WantEvents:        failed("PipelineRun bake failed: broke"),
	}, {
		Name:              "somebody else stopped it, without an eviction: Failed as ever",
		Objects:           objects(job, stoppedRun(job), workloadOf(job)),
		WantDeletes:       deletionOf("workloads", "bake"),
		WantStatusUpdates: statusWrite(with(job, withFailure("Cancelled", "PipelineRun bake failed: "))),
		WantEvents:        failed("PipelineRun bake failed: "),
	}, {
		Name:              "it was deleted while it stopped",
		Objects:           objects(stops, evicted(job)),
		WantDeletes:       deletionOf("workloads", "bake"),
		WantStatusUpdates: statusWrite(with(stops, rt.WithStep(fournosv1.ConditionPipelineRunReady, corev1.ConditionFalse, "PipelineRunGone", "PipelineRun was deleted"), withFailure("PipelineRunGone", "PipelineRun bake was deleted before it had finished"))),
		WantEvents:        failed("PipelineRun bake was deleted before it had finished"),
	}})
}

// Between the gate's end and the run nothing works on the cluster.
func TestEvictionBeforeTheRun(t *testing.T) {
	job := admittedTo("oslo")
	both := append(warning("Evicted", wanted), normal(fournosv1.PhasePending, backlog)...)
	fails := admittedTo("oslo", withOnEviction(fournosv1.EvictionFail))
	lock := holding("Cluster lock held on oslo")
	until := holding("Cluster lock held on oslo until 2026-03-14T15:39:26Z", withLockUntil("2026-03-14T15:39:26Z"))
	over := holding("Cluster lock held on oslo until 2026-03-14T15:09:26Z", withLockUntil("2026-03-14T15:09:26Z"))
	released := "Cluster lock on oslo released at 2026-03-14T15:09:26Z"

	run(t, rtesting.TableTest{{
		Name:              "in the queue again, with an admission run of its own",
		Objects:           objects(job, kubeconfig("oslo"), evicted(job)),
		WantStatusUpdates: statusWrite(queued(job, 1)),
		WantEvents:        both,
	}, {
		Name:              "nobody says that it is evicted, but it has no quota: nothing is begun",
		Objects:           objects(job, kubeconfig("oslo"), handedBack(job)),
		WantStatusUpdates: statusWrite(queued(job, 1)),
		WantEvents:        both,
	}, {
		Name:              "an earlier pass made the run and did not come to say so: it is stopped next",
		Objects:           objects(job, runOf(job), evicted(job)),
		WantStatusUpdates: statusWrite(launched(job)),
		WantEvents:        normal(fournosv1.PhaseRunning, "PipelineRun bake runs on oslo"),
	}, {
		Name:              "the same, and the run is not in the cache yet",
		Objects:           objects(job, evicted(job)),
		OtherTestData:     extras(live(runOf(job))),
		WantStatusUpdates: statusWrite(launched(job)),
		WantEvents:        normal(fournosv1.PhaseRunning, "PipelineRun bake runs on oslo"),
	}, {
		Name:         "whether there is a run cannot be read: retried",
		Objects:      objects(job, evicted(job)),
		WithReactors: down("get", "pipelineruns"),
		WantErr:      true,
		WantEvents:   retried(),
	}, {
		Name:         "whether it is evicted cannot be read: retried",
		Objects:      objects(job, evicted(job)),
		WithReactors: down("get", "workloads"),
		WantErr:      true,
		WantEvents:   retried(),
	}, {
		Name:              "onEviction Fail",
		Objects:           objects(fails, evicted(fails)),
		WantDeletes:       deletionOf("workloads", "bake"),
		WantStatusUpdates: statusWrite(with(fails, withEviction("cluster", wanted), withFailure("Evicted", wanted))),
		WantEvents:        append(warning("Evicted", wanted), failed(wanted)...),
	}, {
		Name:              "a lock",
		Objects:           objects(lock, evicted(lock)),
		WantStatusUpdates: statusWrite(queued(lock, 1)),
		WantEvents:        both,
	}, {
		Name:              "a lock until a time to come",
		Objects:           objects(until, evicted(until)),
		WantStatusUpdates: statusWrite(queued(until, 1)),
		WantEvents:        both,
	}, {
		Name:              "a lock whose time has come has ended well",
		Objects:           objects(over, evicted(over)),
		WantDeletes:       deletionOf("workloads", "bake"),
		WantStatusUpdates: statusWrite(with(over, rt.WithFinish(fournosv1.PhaseSucceeded, "LockReleased", released))),
		WantEvents:        normal(fournosv1.PhaseSucceeded, released),
	}, {
		Name:              "a lock, deactivated",
		Objects:           objects(lock, deactivated(lock)),
		WantDeletes:       deletionOf("workloads", "bake"),
		WantStatusUpdates: statusWrite(with(lock, withEviction("cluster", dead), withFailure("Evicted", dead))),
		WantEvents:        append(warning("Evicted", dead), failed(dead)...),
	}, {
		Name:         "a lock, and the API server is in trouble: retried",
		Objects:      objects(lock, evicted(lock)),
		WithReactors: down("get", "workloads"),
		WantErr:      true,
		WantEvents:   retried(),
	}})
}
