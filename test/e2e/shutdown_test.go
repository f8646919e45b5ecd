//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"testing"

	apierrs "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"knative.dev/pkg/apis"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/test"
)

const (
	stop      = `{"spec":{"shutdown":"Stop"}}`
	terminate = `{"spec":{"shutdown":"Terminate"}}`
)

// TestShutdownOfRunningJob stops and terminates a job that runs: the one way its finally task runs, the other not.
func TestShutdownOfRunningJob(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, patch string
		cleansUp    bool
	}{
		{"stop", stop, true},
		{"terminate", terminate, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			c := test.NewClients(t)
			shared := false
			job := c.Create(t, tc.name, fournosv1.FournosJobSpec{
				Cluster: "cluster-3", Exclusive: &shared,
				ExecutionEngine: test.Engine(t, map[string]any{"sleep": "10m"}),
			})
			c.UntilPhase(t, job.Name, fournosv1.PhaseRunning)
			test.Eventually(t, func(ctx context.Context) error {
				_, err := c.Tekton.TektonV1().TaskRuns(test.Namespace).Get(ctx, job.Name+"-run", metav1.GetOptions{})
				return err
			})
			c.Patch(t, job.Name, tc.patch)
			history := c.UntilPhase(t, job.Name, fournosv1.PhaseStopped)
			if got := history.Job.Status.Message; got != fournosv1.MessageStopped {
				t.Errorf("status.message = %q, want %q", got, fournosv1.MessageStopped)
			}
			run, err := c.Tekton.TektonV1().PipelineRuns(test.Namespace).Get(t.Context(), job.Name, metav1.GetOptions{})
			if err != nil || !run.Status.GetCondition(apis.ConditionSucceeded).IsFalse() || run.Status.CompletionTime == nil {
				t.Errorf("PipelineRun %s after the job was stopped: %+v, %v", job.Name, run.Status.Status, err)
			}
			_, err = c.Tekton.TektonV1().TaskRuns(test.Namespace).Get(t.Context(), job.Name+"-cleanup", metav1.GetOptions{})
			if cleaned := err == nil; cleaned != tc.cleansUp {
				t.Errorf("finally task ran: %v (%v), want %v", cleaned, err, tc.cleansUp)
			}
			expectNoWorkload(t, c, job.Name)
		})
	}
}

// TestShutdownOfWaitingJob stops a job that waits for a cluster: at once, and nothing of it keeps waiting.
func TestShutdownOfWaitingJob(t *testing.T) {
	t.Parallel()
	c := test.NewClients(t)
	holder := c.Create(t, "holder", fournosv1.FournosJobSpec{Cluster: "cluster-4", LockOnly: true})
	c.UntilMessage(t, holder.Name, "Cluster lock held on cluster-4")

	waiter := c.Create(t, "waiter", fournosv1.FournosJobSpec{Cluster: "cluster-4", ExecutionEngine: test.Engine(t, nil)})
	c.UntilMessage(t, waiter.Name, "cluster-4", holder.Name)
	c.Patch(t, waiter.Name, stop)
	c.UntilPhase(t, waiter.Name, fournosv1.PhaseStopped)
	test.Eventually(t, func(ctx context.Context) error {
		gate, err := c.Tekton.TektonV1beta1().CustomRuns(test.Namespace).Get(ctx, waiter.Name+"-admission-gate", metav1.GetOptions{})
		if err != nil {
			return err
		}
		if state := gate.Status.GetCondition(apis.ConditionSucceeded); state.GetReason() != "CustomRunCancelled" {
			return fmt.Errorf("CustomRun %s: %v", gate.Name, state)
		}
		_, err = c.Kueue.KueueV1beta2().Workloads(test.Namespace).Get(ctx, waiter.Name, metav1.GetOptions{})
		if !apierrs.IsNotFound(err) {
			return fmt.Errorf("Workload %s is still there (%v)", waiter.Name, err)
		}
		return nil
	})

	c.Patch(t, holder.Name, stop)
	c.UntilPhase(t, holder.Name, fournosv1.PhaseStopped)
	expectNoWorkload(t, c, holder.Name)
}

// TestShutdownAtCreation never begins the job.
func TestShutdownAtCreation(t *testing.T) {
	t.Parallel()
	c := test.NewClients(t)
	job := c.Create(t, "stillborn", fournosv1.FournosJobSpec{
		Cluster: "cluster-1", ExecutionEngine: test.Engine(t, nil), Shutdown: fournosv1.ShutdownStop,
	})
	history := c.UntilPhase(t, job.Name, fournosv1.PhaseStopped)
	if got := history.Phases(); len(got) != 1 {
		t.Errorf("phases %v, want Stopped alone", got)
	}
}
