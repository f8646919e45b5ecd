//go:build e2e

package e2e

import (
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
	"knative.dev/pkg/apis"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/test"
)

// handOver bounds the time from one job's end to the next one's admission. Kueue alone takes up to 1.1 s of it: it looks
// at waiting Workloads a second after quota was given back.
const handOver = 2 * time.Second

// TestExclusiveJobsTakeTurns lets one job wait for another's cluster. It is not parallel: no other test's job may come in
// between, and it takes the time.
func TestExclusiveJobsTakeTurns(t *testing.T) {
	c := test.NewClients(t)
	spec := fournosv1.FournosJobSpec{
		Cluster:         "cluster-4",
		ExecutionEngine: test.Engine(t, nil),
	}
	long := spec
	long.ExecutionEngine = test.Engine(t, map[string]any{"sleep": "15s"})
	first := c.Create(t, "first", long) // Long enough for the second one to be seen waiting.
	c.UntilPhase(t, first.Name, fournosv1.PhaseRunning)

	second := c.Create(t, "second", spec)
	waiting := c.UntilMessage(t, second.Name, "Waiting for exclusive access to cluster cluster-4", first.Name)
	if got := waiting.Job.Status.Phase; got != fournosv1.PhasePending {
		t.Errorf("the second job is %s while it waits, want Pending", got)
	}
	if step := waiting.Job.Status.GetCondition(fournosv1.ConditionWorkloadAdmitted); !step.IsFalse() {
		t.Errorf("condition WorkloadAdmitted is %v while the job waits, want False", step)
	}
	if end := waiting.Job.Status.GetCondition(fournosv1.ConditionSucceeded); !end.IsUnknown() {
		t.Errorf("condition Succeeded is %v while the job waits, want Unknown", end)
	}

	// Tekton sees the wait as a task that runs, with the same words.
	admission, err := c.Tekton.TektonV1().PipelineRuns(test.Namespace).Get(t.Context(), second.Name+"-admission", metav1.GetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if state := admission.Status.GetCondition(apis.ConditionSucceeded); !state.IsUnknown() || state.Reason != "Running" {
		t.Errorf("PipelineRun %s is %v while the job waits, want Running", admission.Name, state)
	}
	gate, err := c.Tekton.TektonV1beta1().CustomRuns(test.Namespace).Get(t.Context(), second.Name+"-admission-gate", metav1.GetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := gate.Status.GetCondition(apis.ConditionSucceeded).GetMessage(), waiting.Job.Status.Message; got != want {
		t.Errorf("message of CustomRun %s = %q, the job's is %q", gate.Name, got, want)
	}

	admitted := make(chan time.Time, 1)
	go func() {
		history := c.Until(t, second.Name, "admission", func(job *fournosv1.FournosJob) bool {
			return job.Status.Cluster != "" || job.Status.IsDone()
		})
		admitted <- history.Steps[len(history.Steps)-1].At
	}()
	end := c.UntilPhase(t, first.Name, fournosv1.PhaseSucceeded).Reached(t, fournosv1.PhaseSucceeded)
	took := (<-admitted).Sub(end)
	t.Logf("hand-over: the second job was admitted %v after the first had ended", took)
	if took > handOver {
		t.Errorf("hand-over took %v, want at most %v", took, handOver)
	}
	c.UntilPhase(t, second.Name, fournosv1.PhaseSucceeded)
}

// TestSharedJobsRunTogether has two jobs on one cluster at a time, and a third that wants it for itself wait for both.
func TestSharedJobsRunTogether(t *testing.T) {
	t.Parallel()
	c := test.NewClients(t)
	spec := fournosv1.FournosJobSpec{
		Cluster: "cluster-2", Exclusive: ptr.To(false),
		ExecutionEngine: test.Engine(t, map[string]any{"sleep": "20s"}),
	}
	one, two := c.Create(t, "together", spec), c.Create(t, "together", spec)
	c.UntilPhase(t, one.Name, fournosv1.PhaseRunning)
	c.UntilPhase(t, two.Name, fournosv1.PhaseRunning)

	spec.Exclusive = nil
	alone := c.Create(t, "alone", spec)
	c.UntilMessage(t, alone.Name, "Waiting for exclusive access to cluster cluster-2")
	oneEnd := c.UntilPhase(t, one.Name, fournosv1.PhaseSucceeded).Job.Status.CompletionTime
	twoEnd := c.UntilPhase(t, two.Name, fournosv1.PhaseSucceeded).Job.Status.CompletionTime
	c.UntilPhase(t, alone.Name, fournosv1.PhaseSucceeded)

	run, err := c.Tekton.TektonV1().PipelineRuns(test.Namespace).Get(t.Context(), alone.Name, metav1.GetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if start := run.CreationTimestamp; start.Before(oneEnd) || start.Before(twoEnd) {
		t.Errorf("the exclusive job began at %v, before both shared ones had ended (%v, %v)", start, oneEnd, twoEnd)
	}
}
