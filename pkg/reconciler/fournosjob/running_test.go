package fournosjob

import (
	"fmt"
	"testing"
	"time"

	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/utils/ptr"
	rtesting "knative.dev/pkg/reconciler/testing"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/pkg/pods"
	rt "fournos.dev/fournos/pkg/reconciler/testing"
)

// running is a job, exclusive on oslo, whose PipelineRun was begun.
func running(options ...rt.FournosJobOption) *fournosv1.FournosJob {
	return launched(admittedTo("oslo", options...))
}

func succeeded() rt.PipelineRunOption {
	return rt.WithRunDone(corev1.ConditionTrue, "Completed", "Tasks Completed: 1 (Failed: 0, Cancelled 0), Skipped: 1")
}

// waitsForPods is a job whose run has ended before its Pods have.
func waitsForPods(job *fournosv1.FournosJob, count int) *fournosv1.FournosJob {
	return with(job, rt.WithPhase(job.Status.Phase, fmt.Sprintf("PipelineRun bake is over, waiting for %d of its Pods to end", count)))
}

func TestRunEnds(t *testing.T) {
	job := running()
	clusterless := launched(admittedClusterless())
	success := "PipelineRun bake succeeded"
	failure := "PipelineRun bake failed: Tasks Completed: 2 (Failed: 1, Cancelled 0), Skipped: 0"
	hasSucceeded := statusWrite(with(job, rt.WithFinish(fournosv1.PhaseSucceeded, "Completed", success)))

	run(t, rtesting.TableTest{{
		Name:              "with success: the cluster is given back",
		Objects:           objects(job, runOf(job, succeeded()), workloadOf(job)),
		WantDeletes:       deletionOf("workloads", "bake"),
		WantStatusUpdates: hasSucceeded,
		WantEvents:        normal(fournosv1.PhaseSucceeded, success),
	}, {
		Name: "with failure: the cluster is given back",
		Objects: objects(job, workloadOf(job),
			runOf(job, rt.WithRunDone(corev1.ConditionFalse, "Failed", "Tasks Completed: 2 (Failed: 1, Cancelled 0), Skipped: 0"))),
		WantDeletes:       deletionOf("workloads", "bake"),
		WantStatusUpdates: statusWrite(with(job, withFailure("Failed", failure))),
		WantEvents:        failed(failure),
	}, {
		Name:              "clusterless: a Workload of its name is not its own",
		Objects:           objects(clusterless, runOf(clusterless, succeeded()), workloadOf(clusterless)),
		WantStatusUpdates: statusWrite(with(clusterless, rt.WithFinish(fournosv1.PhaseSucceeded, "Completed", success))),
		WantEvents:        normal(fournosv1.PhaseSucceeded, success),
	}, {
		Name:              "its end not in the cache yet, nor the run",
		Objects:           objects(job, workloadOf(job)),
		OtherTestData:     extras(live(runOf(job, succeeded()))),
		WantDeletes:       deletionOf("workloads", "bake"),
		WantStatusUpdates: hasSucceeded,
		WantEvents:        normal(fournosv1.PhaseSucceeded, success),
	}, {
		Name: "after all its Pods",
		Objects: objects(waitsForPods(job, 2), runOf(job, succeeded()), workloadOf(job),
			rt.NewPod("one", rt.WithPodOfJob("bake"), rt.WithPodPhase(corev1.PodSucceeded)), rt.NewPod("two", rt.WithPodOfJob("bake"), rt.WithPodPhase(corev1.PodFailed))),
		WantDeletes:       deletionOf("workloads", "bake"),
		WantStatusUpdates: hasSucceeded,
		WantEvents:        normal(fournosv1.PhaseSucceeded, success),
	}})
}

func TestRunGoesOn(t *testing.T) {
	job := running()
	done := runOf(job, succeeded())
	lost := func(p *corev1.Pod) { p.DeletionTimestamp = ptr.To(rt.At(-pods.LostAfter)) }
	pod := func(name string, options ...rt.PodOption) *corev1.Pod {
		return rt.NewPod(name, append([]rt.PodOption{rt.WithPodOfJob("bake")}, options...)...)
	}

	run(t, rtesting.TableTest{{
		Name:    "idle: Tekton has not looked at it",
		Objects: objects(job, runOf(job), workloadOf(job)),
	}, {
		Name:    "idle: its tasks run",
		Objects: objects(job, runOf(job, rt.WithRunRunning()), workloadOf(job)),
	}, {
		Name: "idle: failed, and finally tasks still run",
		Objects: objects(job, workloadOf(job),
			runOf(job, rt.WithRunCondition(corev1.ConditionFalse, "Failed", "Tasks Completed: 1 (Failed: 1), Incomplete: 1"))),
	}, {
		Name: "idle: with a completion time, and a condition that says nothing",
		Objects: objects(job, workloadOf(job), runOf(job, rt.WithRunRunning(), func(r *pipelinev1.PipelineRun) {
			r.Status.CompletionTime = ptr.To(rt.At(0))
		})),
	}, {
		Name:          "idle: its run is not in the cache yet",
		Objects:       objects(job, workloadOf(job)),
		OtherTestData: extras(live(runOf(job, rt.WithRunRunning()))),
	}, {
		Name:              "a Pod runs after its end",
		Objects:           objects(job, done, workloadOf(job), pod("one", rt.WithPodPhase(corev1.PodSucceeded)), pod("two")),
		WantStatusUpdates: statusWrite(waitsForPods(job, 1)),
	}, {
		Name:    "idle: it still does",
		Objects: objects(waitsForPods(job, 1), done, workloadOf(job), pod("two")),
	}, {
		Name: "Pods are being taken down, or may yet run",
		Objects: objects(job, done, workloadOf(job), pod("one", rt.WithPodDeletion()), pod("two", rt.WithPodPhase(corev1.PodSucceeded), rt.WithPodDeletion()),
			pod("three", rt.WithPodPhase(corev1.PodPending)), pod("four", rt.WithPodPhase(corev1.PodUnknown))),
		WantStatusUpdates: statusWrite(waitsForPods(job, 4)),
		OtherTestData:     extras(requeued(pods.LostAfter - time.Second)), // When the first that is taken down would be lost.
	}, {
		Name:              "Pods on a lost node hold nothing up for ever",
		Objects:           objects(job, done, workloadOf(job), pod("one", lost), pod("two", rt.WithPodPhase(corev1.PodFailed))),
		WantDeletes:       deletionOf("workloads", "bake"),
		WantStatusUpdates: statusWrite(with(job, rt.WithFinish(fournosv1.PhaseSucceeded, "Completed", "PipelineRun bake succeeded"))),
		WantEvents:        normal(fournosv1.PhaseSucceeded, "PipelineRun bake succeeded"),
	}, {
		Name: "other jobs' Pods, and Tekton's placeholder, hold nothing up",
		Objects: objects(job, done, workloadOf(job), rt.NewPod("other", rt.WithPodOfJob("bread")), rt.NewPod("nobodys"),
			pod("affinity-assistant-1", rt.WithPodLabel("app.kubernetes.io/component", "affinity-assistant"))),
		WantDeletes:       deletionOf("workloads", "bake"),
		WantStatusUpdates: statusWrite(with(job, rt.WithFinish(fournosv1.PhaseSucceeded, "Completed", "PipelineRun bake succeeded"))),
		WantEvents:        normal(fournosv1.PhaseSucceeded, "PipelineRun bake succeeded"),
	}})
}

func TestRunIsGone(t *testing.T) {
	job := running()
	message := "PipelineRun bake was deleted before it had finished"
	gone := statusWrite(with(job,
		rt.WithStep(fournosv1.ConditionPipelineRunReady, corev1.ConditionFalse, "PipelineRunGone", "PipelineRun was deleted"),
		withFailure("PipelineRunGone", message)))

	run(t, rtesting.TableTest{{
		Name:              "from the API server, too",
		Objects:           objects(job, workloadOf(job)),
		WantDeletes:       deletionOf("workloads", "bake"),
		WantStatusUpdates: gone,
		WantEvents:        failed(message),
	}, {
		Name:              "and another's has its name",
		Objects:           objects(job, workloadOf(job), runOf(rt.NewFournosJob("bread"), rt.WithRunRunning())),
		WantDeletes:       deletionOf("workloads", "bake"),
		WantStatusUpdates: gone,
		WantEvents:        failed(message),
	}, {
		Name:              "and its Pods still run",
		Objects:           objects(job, workloadOf(job), rt.NewPod("one", rt.WithPodOfJob("bake"))),
		WantStatusUpdates: statusWrite(waitsForPods(job, 1)),
	}, {
		Name:          "not gone: the cache has a former job's, the API server ours",
		Objects:       objects(job, workloadOf(job)),
		OtherTestData: extras(cached(runOf(former(job))), live(runOf(job, rt.WithRunRunning()))),
	}, {
		Name:         "as far as the cache knows, and the API server is in trouble: retried",
		Objects:      objects(job, workloadOf(job)),
		WithReactors: down("get", "pipelineruns"),
		WantErr:      true,
		WantEvents:   retried(),
	}})
}

func TestRelease(t *testing.T) {
	job := running()
	done := runOf(job, succeeded())
	success := "PipelineRun bake succeeded"
	hasSucceeded := statusWrite(with(job, rt.WithFinish(fournosv1.PhaseSucceeded, "Completed", success)))
	tells := normal(fournosv1.PhaseSucceeded, success)
	recreated := workloadOf(job)
	recreated.UID = "uid-of-another"

	run(t, rtesting.TableTest{{
		Name:              "of a Workload that is gone",
		Objects:           objects(job, done),
		WantStatusUpdates: hasSucceeded,
		WantEvents:        tells,
	}, {
		Name:              "of a Workload that is gone, though the cache has it",
		Objects:           objects(job, done),
		OtherTestData:     extras(cached(workloadOf(job))),
		WantDeletes:       deletionOf("workloads", "bake"),
		WantStatusUpdates: hasSucceeded,
		WantEvents:        tells,
	}, {
		Name:              "of a Workload that is not in the cache yet",
		Objects:           objects(job, done),
		OtherTestData:     extras(live(workloadOf(job))),
		WantDeletes:       deletionOf("workloads", "bake"),
		WantStatusUpdates: hasSucceeded,
		WantEvents:        tells,
	}, {
		Name:              "of a Workload in whose place the cache has a former job's",
		Objects:           objects(job, done),
		OtherTestData:     extras(cached(workloadOf(former(job))), live(workloadOf(job))),
		WantDeletes:       deletionOf("workloads", "bake"),
		WantStatusUpdates: hasSucceeded,
		WantEvents:        tells,
	}, {
		Name:              "not of a former job's Workload",
		Objects:           objects(job, done, workloadOf(former(job))),
		WantStatusUpdates: hasSucceeded,
		WantEvents:        tells,
	}, {
		Name:              "not of a Workload that somebody made by hand",
		Objects:           objects(job, done, rt.NewWorkload("bake")),
		WantStatusUpdates: hasSucceeded,
		WantEvents:        tells,
	}, {
		Name:              "not of one that was recreated since the cache saw it",
		Objects:           objects(job, done),
		OtherTestData:     extras(cached(workloadOf(job)), live(recreated)),
		WantDeletes:       deletionOf("workloads", "bake"), // The attempt, which the UID's precondition ends.
		WantErr:           true,
		WantStatusUpdates: hasSucceeded,
		WantEvents:        tells,
	}, {
		Name:              "cannot be: retried",
		Objects:           objects(job, done, workloadOf(job)),
		WithReactors:      down("delete", "workloads"),
		WantDeletes:       deletionOf("workloads", "bake"),
		WantStatusUpdates: hasSucceeded,
		WantErr:           true,
		WantEvents:        append(tells, retried()...),
	}, {
		Name:              "only when the end is written: when that is refused, nothing is given back",
		Objects:           objects(job, done, workloadOf(job)),
		WithReactors:      conflicting("update", "fournosjobs"),
		WantStatusUpdates: hasSucceeded,
		WantErr:           true,
	}})
}
