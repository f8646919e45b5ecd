package fournosjob

import (
	"testing"
	"time"

	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	clientgotesting "k8s.io/client-go/testing"
	rtesting "knative.dev/pkg/reconciler/testing"
	kueuev1beta2 "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/pkg/reconciler/fournosjob/resources"
	rt "fournos.dev/fournos/pkg/reconciler/testing"
)

// asksAgain is a queued job that is about to have its second admission run.
func asksAgain(job *fournosv1.FournosJob) *fournosv1.FournosJob {
	message := "PipelineRun bake-attempt-2-admission asks Kueue for a cluster; " + wanted
	return with(job, rt.WithPhase(fournosv1.PhasePending, message), rt.WithStep(fournosv1.ConditionWorkloadAdmitted, corev1.ConditionFalse, "Pending", message))
}

func secondAdmission(job *fournosv1.FournosJob) *pipelinev1.PipelineRun {
	run := gated(job)
	run.Name = "bake-attempt-2-admission"
	return run
}

func workloadWrite(w *kueuev1beta2.Workload) clientgotesting.UpdateActionImpl {
	return clientgotesting.UpdateActionImpl{Object: w}
}

// The quota is handed back when the job has been said to be in the queue again.
func TestEvictionHandsBack(t *testing.T) {
	job := queued(vacates(running(), wanted), 1)
	asked := asksAgain(job)
	admission := resources.AdmissionRun(job, 2)
	stale := evicted(job)
	stale.ResourceVersion = "1"
	newer := handedBack(job)
	newer.ResourceVersion = "2"
	attempt := handedBack(job)
	attempt.ResourceVersion = "1"
	made := func(more ...clientgotesting.UpdateActionImpl) []clientgotesting.UpdateActionImpl {
		return append(statusWrite(asked), more...)
	}

	run(t, rtesting.TableTest{{
		Name:              "its Workload keeps its place",
		Objects:           objects(job, evicted(job)),
		WantCreates:       objects(admission),
		WantStatusUpdates: made(workloadWrite(handedBack(job))),
	}, {
		Name:    "nothing is handed back twice",
		Objects: objects(asked, secondAdmission(job), handedBack(job)),
	}, {
		Name:              "nothing of a former job's",
		Objects:           objects(job, evicted(former(job))),
		WantCreates:       objects(admission),
		WantStatusUpdates: made(),
	}, {
		Name:              "there is none any more: the gate makes one",
		Objects:           objects(job),
		WantCreates:       objects(admission),
		WantStatusUpdates: made(),
	}, {
		Name:              "it is gone, though the cache has it",
		Objects:           objects(job),
		OtherTestData:     extras(cached(evicted(job))),
		WantCreates:       objects(admission),
		WantStatusUpdates: made(workloadWrite(handedBack(job))),
	}, {
		Name:              "the gate was faster than the cache: refused, and tried again",
		Objects:           objects(job),
		OtherTestData:     extras(cached(stale), live(newer)),
		WantCreates:       objects(admission),
		WantStatusUpdates: made(workloadWrite(attempt)),
		WantErr:           true,
	}, {
		Name:              "it cannot be: retried",
		Objects:           objects(job, evicted(job)),
		WithReactors:      down("update", "workloads"),
		WantCreates:       objects(admission),
		WantStatusUpdates: made(workloadWrite(handedBack(job))),
		WantErr:           true,
		WantEvents:        retried(),
	}, {
		Name:    "not while a first attempt's Workload waits",
		Objects: objects(waiting(), admissionRunOf(waiting()), rt.NewWorkload("bake", rt.WithWorkloadOwner(waiting()), rt.WithWaiting("Pending", "full"))),
	}})
}

// A later attempt has its own names, and the Secret of the cluster that it was given.
func TestNextAttempt(t *testing.T) {
	job := asksAgain(queued(vacates(running(), wanted), 1))
	says := with(job, rt.WithPhase(fournosv1.PhasePending, holder+"; "+wanted), withPage(gatePage),
		rt.WithStep(fournosv1.ConditionWorkloadAdmitted, corev1.ConditionFalse, "Pending", holder+"; "+wanted))
	rome := "Cluster rome is held for this job"
	admitted := with(says, withStatusCluster("rome"), rt.WithPhase(fournosv1.PhaseAdmitted, rome),
		rt.WithStep(fournosv1.ConditionWorkloadAdmitted, corev1.ConditionTrue, "Admitted", rome))
	began := "PipelineRun bake-attempt-2 runs on rome"
	second := with(admitted, withPage(runPage+"-attempt-2"), rt.WithStatus(func(s *fournosv1.FournosJobStatus) { s.PipelineRun, s.Attempts = "bake-attempt-2", 2 }),
		rt.WithStep(fournosv1.ConditionPipelineRunReady, corev1.ConditionTrue, "Created", began), rt.WithPhase(fournosv1.PhaseRunning, began))
	readmitted := rt.NewWorkload("bake", rt.WithWorkloadOwner(job), rt.WithEvicted("Preempted", "for job bread"), rt.WithAdmitted("rome"),
		rt.WithWorkloadCondition(kueuev1beta2.WorkloadEvicted, metav1.ConditionFalse, "QuotaReserved", ""))
	secondRun := func(options ...rt.PipelineRunOption) *pipelinev1.PipelineRun {
		run := runOf(job, options...)
		run.Name = "bake-attempt-2"
		return run
	}
	success := "PipelineRun bake-attempt-2 succeeded"
	const place = "; position 1 in LocalQueue fournos-queue, 1 in ClusterQueue fournos"

	run(t, rtesting.TableTest{{
		Name:              "waits, and says why again",
		Objects:           objects(job, secondAdmission(job), gate(rt.WithStarted(time.Minute, "Pending", holder)), handedBack(job)),
		WantStatusUpdates: statusWrite(says),
	}, {
		Name:    "waits, and Kueue has said nothing since: why is said once",
		Objects: objects(job, secondAdmission(job), gate(rt.WithStarted(time.Minute, "Pending", "for job bread")), handedBack(job)),
		WantStatusUpdates: statusWrite(with(job, rt.WithPhase(fournosv1.PhasePending, wanted), withPage(gatePage),
			rt.WithStep(fournosv1.ConditionWorkloadAdmitted, corev1.ConditionFalse, "Pending", wanted))),
	}, {
		Name:    "the same, and its place in the queue is known",
		Objects: objects(job, secondAdmission(job), gate(rt.WithStarted(time.Minute, "Pending", "for job bread"+place)), handedBack(job)),
		WantStatusUpdates: statusWrite(with(job, rt.WithPhase(fournosv1.PhasePending, wanted+place), withPage(gatePage),
			rt.WithStep(fournosv1.ConditionWorkloadAdmitted, corev1.ConditionFalse, "Pending", wanted+place))),
	}, {
		Name: "is admitted, to another cluster",
		Objects: objects(says, secondAdmission(job), readmitted, gate(rt.WithStarted(time.Minute, "Pending", holder),
			rt.WithCompleted(corev1.ConditionTrue, "Admitted", "Admitted to rome"), rt.WithCustomRunResults("rome", "bake"))),
		WantStatusUpdates: statusWrite(admitted),
		WantEvents:        normal(fournosv1.PhaseAdmitted, rome),
	}, {
		Name:              "runs, with that cluster's kubeconfig",
		Objects:           objects(admitted, stoppedRun(job), readmitted, kubeconfig("rome"), copyOf(job, "bake-kubeconfig", kubeconfig("oslo"))),
		WantCreates:       objects(copyOf(admitted, "bake-kubeconfig.attempt-2", kubeconfig("rome")), resources.PipelineRun(admitted, 2, nil, testSettings(t))),
		WantStatusUpdates: statusWrite(second),
		WantEvents:        normal(fournosv1.PhaseRunning, began),
	}, {
		Name:          "runs, though the cache still has the eviction before it",
		Objects:       objects(second, stoppedRun(job), secondRun(rt.WithRunRunning())),
		OtherTestData: extras(cached(evicted(job)), live(readmitted)),
	}, {
		Name:              "ends: the first attempt's run says nothing",
		Objects:           objects(second, stoppedRun(job), secondRun(succeeded()), readmitted),
		WantDeletes:       deletionOf("workloads", "bake"),
		WantStatusUpdates: statusWrite(with(second, rt.WithFinish(fournosv1.PhaseSucceeded, "Completed", success))),
		WantEvents:        normal(fournosv1.PhaseSucceeded, success),
	}})
}

// Its user may stop a job at any time of its eviction.
func TestShutdownOfEvicted(t *testing.T) {
	stops := vacates(running(), wanted)
	waits := asksAgain(queued(stops, 1))
	told := runOf(stops, rt.WithRunRunning(), withRunStatus("CancelledRunFinally"))
	var table rtesting.TableTest
	for name, row := range map[string]struct {
		job     *fournosv1.FournosJob
		objects []runtime.Object
		patches []clientgotesting.PatchActionImpl
		after   func(*fournosv1.FournosJob) *fournosv1.FournosJob
		deletes []clientgotesting.DeleteActionImpl
		events  []string
	}{
		"Stop while its run stops": {
			job: stop(stops), objects: objects(told, evicted(stops)),
			after:  func(j *fournosv1.FournosJob) *fournosv1.FournosJob { return stopping(j, "CancelledRunFinally") },
			events: normal(fournosv1.PhaseStopping, "PipelineRun bake is being stopped (CancelledRunFinally)"),
		},
		"Terminate while its run stops": {
			job: terminate(stops), objects: objects(told, evicted(stops)), patches: patchOf("bake", atOnce),
			after:  func(j *fournosv1.FournosJob) *fournosv1.FournosJob { return stopping(j, "Cancelled") },
			events: normal(fournosv1.PhaseStopping, "PipelineRun bake is being stopped (Cancelled)"),
		},
		"its run has stopped: Stopped, not queued again": {
			job: stop(stops), objects: objects(stoppedRun(stops), evicted(stops)), deletes: deletionOf("workloads", "bake"),
			after: stopped, events: normal(fournosv1.PhaseStopped, byUser),
		},
		"in the queue again: the second admission run ends": {
			job: stop(waits), objects: objects(gated(waits), secondAdmission(waits), handedBack(waits)),
			patches: patchOf("bake-attempt-2-admission", atOnce), deletes: deletionOf("workloads", "bake"),
			after: stopped, events: normal(fournosv1.PhaseStopped, byUser),
		},
	} {
		table = append(table, rtesting.TableRow{
			Name: name, Objects: append(objects(row.job), row.objects...), WantPatches: row.patches, WantDeletes: row.deletes,
			WantStatusUpdates: statusWrite(row.after(row.job)), WantEvents: row.events,
		})
	}
	run(t, table)
}
