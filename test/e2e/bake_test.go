//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	apierrs "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
	"knative.dev/pkg/apis"

	"fournos.dev/fournos/pkg/apis/fournos"
	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/test"
)

// TestPinnedExclusiveJob follows a job from its creation to its end, and looks at all that it leaves behind.
func TestPinnedExclusiveJob(t *testing.T) {
	t.Parallel()
	c := test.NewClients(t)
	job := c.Create(t, "pinned", fournosv1.FournosJobSpec{
		Cluster: "cluster-1",
		ExecutionEngine: test.Engine(t, map[string]any{
			"sleep":   "1s",
			"resolve": map[string]any{"hardware": map[string]any{"gpuType": "a100", "gpuCount": 2}, "secretRefs": []string{"demo-token"}},
		}),
	})
	history := c.UntilPhase(t, job.Name, fournosv1.PhaseSucceeded)

	want := []fournosv1.Phase{
		fournosv1.PhaseResolving, fournosv1.PhasePending, fournosv1.PhaseAdmitted, fournosv1.PhaseRunning, fournosv1.PhaseSucceeded,
	}
	if diff := cmp.Diff(want, history.Phases()); diff != "" {
		t.Errorf("phases (-want +got): %s", diff)
	}
	job = history.Job
	if diff := cmp.Diff(&fournosv1.Hardware{GPUType: "a100", GPUCount: 2}, job.Spec.Hardware); diff != "" {
		t.Errorf("spec.hardware as the resolve Job patched it (-want +got): %s", diff)
	}
	if diff := cmp.Diff([]fournosv1.SecretRef{"demo-token"}, job.Spec.SecretRefs); diff != "" {
		t.Errorf("spec.secretRefs as the resolve Job patched it (-want +got): %s", diff)
	}
	if job.Status.Cluster != "cluster-1" || job.Status.PipelineRun != job.Name || job.Status.Attempts != 1 {
		t.Errorf("cluster %q, pipelineRun %q, attempts %d; want cluster-1, %s, 1", job.Status.Cluster, job.Status.PipelineRun, job.Status.Attempts, job.Name)
	}
	if job.Status.StartTime == nil || job.Status.CompletionTime == nil || job.Status.ObservedGeneration != job.Generation {
		t.Errorf("startTime %v, completionTime %v, observedGeneration %d of %d", job.Status.StartTime, job.Status.CompletionTime, job.Status.ObservedGeneration, job.Generation)
	}
	for _, condition := range []apis.ConditionType{
		fournosv1.ConditionSucceeded, fournosv1.ConditionResolved, fournosv1.ConditionWorkloadAdmitted, fournosv1.ConditionPipelineRunReady,
	} {
		if !job.Status.GetCondition(condition).IsTrue() {
			t.Errorf("condition %s is %v, want True", condition, job.Status.GetCondition(condition))
		}
	}
	if job.Status.EngineStatus == nil {
		t.Error("status.engineStatus is empty, want what the engine wrote")
	}

	expectRunsSucceeded(t, c, job)
	expectNoWorkload(t, c, job.Name)
	expectOwnSecrets(t, c, job, job.Name+"-kubeconfig", job.Name+"-demo-token")
	if log := c.TaskLog(t, job.Name, "run"); !strings.Contains(log, "demo-token/") {
		t.Errorf("the log of the task run lists no file of the secret demo-token:\n%s", log)
	}
	if listing := c.ListArtifacts(t, job.Name); !strings.Contains(listing, "run/") {
		t.Errorf("no artifact of the task run in the volume:\n%s", listing)
	}
	expectEvents(t, c, job, want)
}

// TestWaysToAskForACluster runs the other kinds of jobs to their ends.
func TestWaysToAskForACluster(t *testing.T) {
	t.Parallel()
	shared := ptr.To(false)
	tests := []struct {
		name    string
		spec    fournosv1.FournosJobSpec
		cluster string
	}{{
		name:    "shared",
		spec:    fournosv1.FournosJobSpec{Cluster: "cluster-2", Exclusive: shared},
		cluster: "cluster-2",
	}, {
		name: "hardware",
		// Only cluster-3 has them, see config/kueue.
		spec:    fournosv1.FournosJobSpec{Exclusive: shared, Hardware: &fournosv1.Hardware{GPUType: "h200", GPUCount: 1}},
		cluster: "cluster-3",
	}, {
		name:    "clusterless",
		spec:    fournosv1.FournosJobSpec{Exclusive: shared, Clusterless: true},
		cluster: fournosv1.ClusterlessCluster,
	}, {
		name:    "run-only",
		spec:    fournosv1.FournosJobSpec{Exclusive: shared, Clusterless: true, Pipeline: "fournos-run-only"},
		cluster: fournosv1.ClusterlessCluster,
	}}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			c := test.NewClients(t)
			tc.spec.ExecutionEngine = test.Engine(t, map[string]any{})
			job := c.Create(t, tc.name, tc.spec)
			history := c.UntilPhase(t, job.Name, fournosv1.PhaseSucceeded)
			if got := history.Job.Status.Cluster; got != tc.cluster {
				t.Errorf("status.cluster = %q, want %q", got, tc.cluster)
			}
			waited := slices.Contains(history.Phases(), fournosv1.PhasePending)
			if want := !tc.spec.Clusterless; waited != want {
				t.Errorf("phases %v, Pending among them: %v, want %v", history.Phases(), waited, want)
			}
			expectNoWorkload(t, c, job.Name)
		})
	}
}

func expectRunsSucceeded(t *testing.T, c *test.Clients, job *fournosv1.FournosJob) {
	t.Helper()
	test.Eventually(t, func(ctx context.Context) error {
		for _, name := range []string{job.Name, job.Name + "-admission"} {
			run, err := c.Tekton.TektonV1().PipelineRuns(test.Namespace).Get(ctx, name, metav1.GetOptions{})
			if err != nil {
				return err
			}
			if !run.Status.GetCondition(apis.ConditionSucceeded).IsTrue() {
				return fmt.Errorf("PipelineRun %s: %v", name, run.Status.GetCondition(apis.ConditionSucceeded))
			}
		}
		gate, err := c.Tekton.TektonV1beta1().CustomRuns(test.Namespace).Get(ctx, job.Name+"-admission-gate", metav1.GetOptions{})
		if err != nil {
			return err
		}
		if state := gate.Status.GetCondition(apis.ConditionSucceeded); !state.IsTrue() || state.Reason != fournos.ReasonAdmitted {
			return fmt.Errorf("CustomRun %s: %v", gate.Name, state)
		}
		return nil
	})
}

// expectNoWorkload waits for the end of a job's Workload, which follows that of its last Pod.
func expectNoWorkload(t *testing.T, c *test.Clients, name string) {
	t.Helper()
	test.Eventually(t, func(ctx context.Context) error {
		_, err := c.Kueue.KueueV1beta2().Workloads(test.Namespace).Get(ctx, name, metav1.GetOptions{})
		if !apierrs.IsNotFound(err) {
			return fmt.Errorf("Workload %s is still there (%v)", name, err)
		}
		return nil
	})
}

func expectOwnSecrets(t *testing.T, c *test.Clients, job *fournosv1.FournosJob, names ...string) {
	t.Helper()
	for _, name := range names {
		secret, err := c.Kube.CoreV1().Secrets(test.Namespace).Get(t.Context(), name, metav1.GetOptions{})
		if err != nil {
			t.Errorf("the job's copy of a Secret: %v", err)
		} else if !metav1.IsControlledBy(secret, job) || !ptr.Deref(secret.Immutable, false) {
			t.Errorf("Secret %s must be the job's own and immutable: %+v", name, secret.ObjectMeta)
		}
	}
}

// expectEvents finds one event for each phase.
func expectEvents(t *testing.T, c *test.Clients, job *fournosv1.FournosJob, phases []fournosv1.Phase) {
	t.Helper()
	test.Eventually(t, func(ctx context.Context) error {
		events, err := c.Kube.CoreV1().Events(test.Namespace).List(ctx, metav1.ListOptions{
			FieldSelector: "involvedObject.kind=FournosJob,involvedObject.name=" + job.Name,
		})
		if err != nil {
			return err
		}
		seen := map[string]int32{}
		for _, event := range events.Items {
			seen[event.Reason] += max(event.Count, 1)
			if event.Type != corev1.EventTypeNormal {
				return fmt.Errorf("unexpected warning: %s: %s", event.Reason, event.Message)
			}
		}
		for _, phase := range phases {
			if seen[string(phase)] != 1 {
				return fmt.Errorf("%d events of phase %s, want 1; all: %v", seen[string(phase)], phase, seen)
			}
		}
		return nil
	})
}
