package fournosjob

import (
	"testing"
	"time"

	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	pipelinev1beta1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1beta1"
	corev1 "k8s.io/api/core/v1"
	apierrs "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime"
	rtesting "knative.dev/pkg/reconciler/testing"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/pkg/reconciler/fournosjob/resources"
	rt "fournos.dev/fournos/pkg/reconciler/testing"
)

const (
	gateName = "bake-admission-gate"
	gatePage = dashboard + "/#/namespaces/psap-automation/customruns/" + gateName
	holder   = "Cluster oslo is exclusively locked by job bread, 2nd of 3 in the queue"
)

// pending is a job, exclusive on oslo, whose admission run comes next.
func pending(options ...rt.FournosJobOption) *fournosv1.FournosJob {
	return asksKueue(resolving(options...))
}

// waiting is a pending job that says what it waits for, as far as is known without a gate.
func waiting(options ...rt.FournosJobOption) *fournosv1.FournosJob {
	return pending(options...)
}

// told is a pending job that passes on what its gate says.
func told(reason, message string) *fournosv1.FournosJob {
	return with(waiting(), rt.WithPhase(fournosv1.PhasePending, message), withPage(gatePage),
		rt.WithStep(fournosv1.ConditionWorkloadAdmitted, corev1.ConditionFalse, reason, message))
}

func withPage(url string) rt.FournosJobOption {
	return rt.WithStatus(func(s *fournosv1.FournosJobStatus) { s.DashboardURL = url })
}

func admissionRunOf(job *fournosv1.FournosJob, options ...rt.PipelineRunOption) *pipelinev1.PipelineRun {
	return rt.NewPipelineRun("bake-admission", append([]rt.PipelineRunOption{rt.WithRunOwner(job), rt.WithRunRunning()}, options...)...)
}

// gated is an admission run that has its gate, behind a child that is none.
func gated(job *fournosv1.FournosJob, options ...rt.PipelineRunOption) *pipelinev1.PipelineRun {
	return admissionRunOf(job, append([]rt.PipelineRunOption{
		rt.WithRunChild("TaskRun", "bake-admission-else", "else"), rt.WithRunChild("CustomRun", gateName, "gate"),
	}, options...)...)
}

// gate is the CustomRun of the job's own admission run.
func gate(options ...rt.CustomRunOption) *pipelinev1beta1.CustomRun {
	return rt.NewCustomRun(gateName, append([]rt.CustomRunOption{rt.WithCustomRunOwner(admissionRunOf(pending()))}, options...)...)
}

func TestAdmissionRunIsMade(t *testing.T) {
	var table rtesting.TableTest
	for name, job := range map[string]*fournosv1.FournosJob{
		"exclusive":     pending(),
		"shared":        pending(rt.WithShared(), rt.WithHardware("a100", 2), rt.WithPriority("high")),
		"hardware only": pending(rt.WithCluster(""), rt.WithShared(), rt.WithHardware("a100", 2)),
		"lock":          pending(rt.WithLockOnly()),
	} {
		table = append(table, rtesting.TableRow{
			Name:        name,
			Objects:     objects(job),
			WantCreates: objects(resources.AdmissionRun(job, 1)),
		})
	}
	run(t, table)
}

func TestAdmissionRunIsWatched(t *testing.T) {
	job := waiting()
	says := told("Pending", holder)
	oslo := "Cluster oslo is held for this job"

	run(t, rtesting.TableTest{{
		Name:    "idle: Tekton has not made the gate",
		Objects: objects(job, admissionRunOf(job)),
	}, {
		Name:          "idle: the gate is not in the cache yet",
		Objects:       objects(job, gated(job)),
		OtherTestData: extras(live(gate(rt.WithStarted(time.Minute, "Pending", holder)))),
	}, {
		Name:              "nobody has looked at the gate",
		Objects:           objects(job, gated(job), gate()),
		WantStatusUpdates: statusWrite(with(job, withPage(gatePage))),
	}, {
		Name:              "the gate says who holds the cluster",
		Objects:           objects(job, gated(job), gate(rt.WithStarted(time.Minute, "Pending", holder))),
		WantStatusUpdates: statusWrite(says),
	}, {
		Name:    "idle: it says the same again",
		Objects: objects(says, gated(job), gate(rt.WithStarted(time.Minute, "Pending", holder))),
	}, {
		Name:              "the gate speaks with Kueue's reason",
		Objects:           objects(says, gated(job), gate(rt.WithStarted(time.Minute, "Inadmissible", "LocalQueue fournos-queue is stopped"))),
		WantStatusUpdates: statusWrite(told("Inadmissible", "LocalQueue fournos-queue is stopped")),
	}, {
		Name: "admitted",
		Objects: objects(says, gated(job), gate(rt.WithStarted(time.Minute, "Pending", holder),
			rt.WithCompleted(corev1.ConditionTrue, "Admitted", "Admitted to oslo"), rt.WithCustomRunResults("oslo", "bake"))),
		WantStatusUpdates: statusWrite(with(says, withStatusCluster("oslo"), rt.WithPhase(fournosv1.PhaseAdmitted, oslo),
			rt.WithStep(fournosv1.ConditionWorkloadAdmitted, corev1.ConditionTrue, "Admitted", oslo))),
		WantEvents: normal(fournosv1.PhaseAdmitted, oslo),
	}})
}

func TestAdmissionFails(t *testing.T) {
	job := told("Pending", holder)
	ended := func(reason, message string) *fournosv1.FournosJob {
		return with(job, rt.WithStep(fournosv1.ConditionWorkloadAdmitted, corev1.ConditionFalse, reason, message), withFailure(reason, message))
	}
	gone := "PipelineRun bake-admission could not wait for a cluster: Tasks Completed: 0 (Failed: 0, Cancelled 0), Skipped: 1"
	nowhere := "CustomRun bake-admission-gate succeeded and names no cluster"
	endedRun := gated(job, rt.WithRunDone(corev1.ConditionFalse, "Failed", "Tasks Completed: 1 (Failed: 1)"), withoutRunning())
	noFlavor := gate(rt.WithCompleted(corev1.ConditionFalse, "NoFlavorAssigned", "Workload admitted but no flavor assigned"))

	var table rtesting.TableTest
	for reason, message := range map[string]string{
		"NoFlavorAssigned":   "Workload admitted but no flavor assigned",
		"AdmissionRejected":  "Kueue deactivated the Workload",
		"InvalidParams":      "gpu-count must be at least 1",
		"CustomRunCancelled": "Cancelled while it waited",
		"CustomRunTimedOut":  "Not admitted within 1h0m0s",
	} {
		table = append(table, rtesting.TableRow{
			Name:              "the gate's " + reason,
			Objects:           objects(job, gated(job), gate(rt.WithCompleted(corev1.ConditionFalse, reason, message)), workloadOf(job)),
			WantDeletes:       deletionOf("workloads", "bake"),
			WantStatusUpdates: statusWrite(ended(reason, message)),
			WantEvents:        failed(message),
		})
	}
	run(t, append(table, rtesting.TableRow{
		Name: "the run ended before it had a gate",
		Objects: objects(job, admissionRunOf(job,
			rt.WithRunDone(corev1.ConditionFalse, "Cancelled", "Tasks Completed: 0 (Failed: 0, Cancelled 0), Skipped: 1"), withoutRunning())),
		WantStatusUpdates: statusWrite(with(job, withFailure("AdmissionFailed", gone))),
		WantEvents:        failed(gone),
	}, rtesting.TableRow{
		Name:              "the gate succeeded and names no cluster",
		Objects:           objects(job, gated(job), gate(rt.WithCompleted(corev1.ConditionTrue, "Admitted", "")), workloadOf(job)),
		WantDeletes:       deletionOf("workloads", "bake"),
		WantStatusUpdates: statusWrite(with(job, withFailure("NoFlavorAssigned", nowhere))),
		WantEvents:        failed(nowhere),
	}, rtesting.TableRow{
		Name:              "the run's end is in the cache, its gate not yet: the gate has the reason",
		Objects:           objects(job, endedRun, workloadOf(job)),
		OtherTestData:     extras(live(noFlavor)),
		WantDeletes:       deletionOf("workloads", "bake"),
		WantStatusUpdates: statusWrite(ended("NoFlavorAssigned", "Workload admitted but no flavor assigned")),
		WantEvents:        failed("Workload admitted but no flavor assigned"),
	}, rtesting.TableRow{
		Name:         "the run's end is in the cache, its gate not yet, and cannot be read",
		Objects:      objects(job, endedRun, workloadOf(job)),
		WithReactors: down("get", "customruns"),
		WantErr:      true,
		WantEvents:   retried(),
	}))
}

// withoutRunning takes off what WithRunRunning put on: a run that ended has one condition Succeeded.
func withoutRunning() rt.PipelineRunOption {
	return func(r *pipelinev1.PipelineRun) { r.Status.Conditions = r.Status.Conditions[2:] }
}

func TestAdmissionRunOwnership(t *testing.T) {
	job := waiting()
	foreign := `PipelineRun "bake-admission" already exists and is not this job's; delete or rename it, or give the job another name`
	inTheWay := statusWrite(with(job, withFailure("NameConflict", foreign)))
	attempt := objects(resources.AdmissionRun(job, 1))

	run(t, rtesting.TableTest{{
		Name:          "made in an earlier pass, not in the cache yet",
		Objects:       objects(job),
		OtherTestData: extras(live(admissionRunOf(job))),
		WantCreates:   attempt, // The attempt, which finds it.
	}, {
		Name:              "left over from a former job of this name: waited out",
		Objects:           objects(job, gated(former(job)), gate(rt.WithCompleted(corev1.ConditionTrue, "Admitted", ""), rt.WithCustomRunResults("rome", "bake"))),
		OtherTestData:     extras(requeued(time.Second)),
		WantStatusUpdates: waitsOut(job, "PipelineRun bake-admission of a former job of this name"),
	}, {
		Name:              "left over, not in the cache yet",
		Objects:           objects(job),
		OtherTestData:     extras(live(admissionRunOf(former(job))), requeued(time.Second)),
		WantStatusUpdates: waitsOut(job, "PipelineRun bake-admission of a former job of this name"),
		WantCreates:       attempt,
	}, {
		Name:              "another job's",
		Objects:           objects(job, gated(rt.NewFournosJob("bread")), gate(rt.WithCompleted(corev1.ConditionTrue, "Admitted", ""))),
		WantStatusUpdates: inTheWay,
		WantEvents:        failed(foreign),
	}, {
		Name:              "somebody's, not in the cache yet",
		Objects:           objects(job),
		OtherTestData:     extras(live(runtime.Object(rt.NewPipelineRun("bake-admission")))),
		WantCreates:       attempt,
		WantStatusUpdates: inTheWay,
		WantEvents:        failed(foreign),
	}})
}

func TestAdmissionRunIsRetried(t *testing.T) {
	job := waiting()
	attempt := objects(resources.AdmissionRun(job, 1))
	refusal := "PipelineRun bake-admission was refused: admission webhook denied the request"

	run(t, rtesting.TableTest{{
		Name:         "PipelineRuns cannot be made",
		Objects:      objects(job),
		WithReactors: down("create", "pipelineruns"),
		WantCreates:  attempt,
		WantErr:      true,
		WantEvents:   retried(),
	}, {
		Name:          "it stands already, and cannot be read",
		Objects:       objects(job),
		OtherTestData: extras(live(admissionRunOf(job))),
		WithReactors:  down("get", "pipelineruns"),
		WantCreates:   attempt,
		WantErr:       true,
		WantEvents:    retried(),
	}, {
		Name:              "not retried: Tekton will never take it",
		Objects:           objects(job),
		WithReactors:      answer("create", "pipelineruns", apierrs.NewBadRequest("admission webhook denied the request")),
		WantCreates:       attempt,
		WantStatusUpdates: statusWrite(with(job, withFailure("PipelineRunRefused", refusal))),
		WantEvents:        failed(refusal),
	}})
}
