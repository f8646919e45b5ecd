//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	corev1 "k8s.io/api/core/v1"
	apimeta "k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/types"
	kueuev1beta2 "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/test"
)

// Who loses a cluster here has no priority, which is less than any class of config/kueue: it waits for its cluster and
// takes it from no other test. As it has the whole of it, whoever preempts takes it from nobody else either.
const preemptor = "manual"

// victim makes a job that has a cluster for itself, and waits until its first task runs there.
func victim(t *testing.T, c *test.Clients, name, cluster, sleep string, policy fournosv1.EvictionPolicy) *fournosv1.FournosJob {
	t.Helper()
	job := c.Create(t, name, fournosv1.FournosJobSpec{
		Cluster: cluster, OnEviction: policy, ExecutionEngine: test.Engine(t, map[string]any{"sleep": sleep}),
	})
	c.UntilPhase(t, job.Name, fournosv1.PhaseRunning)
	test.Eventually(t, func(ctx context.Context) error {
		_, err := c.Tekton.TektonV1().TaskRuns(test.Namespace).Get(ctx, job.Name+"-run", metav1.GetOptions{})
		return err
	})
	return job
}

// TestPreemption has a job of higher priority take the cluster of another, which cleans up first, and runs again after.
func TestPreemption(t *testing.T) {
	t.Parallel()
	c := test.NewClients(t)
	low := victim(t, c, "preempted", "cluster-3", "40s", "")
	high := c.Create(t, "preemptor", fournosv1.FournosJobSpec{
		Cluster: "cluster-3", Priority: preemptor, Pipeline: "fournos-run-only", ExecutionEngine: test.Engine(t, map[string]any{"sleep": "5s"}),
	})

	c.UntilMessage(t, low.Name, "Kueue takes cluster cluster-3 back (Preempted: ", "PipelineRun "+low.Name+" is being stopped")
	queued := c.UntilPhase(t, low.Name, fournosv1.PhasePending).Job
	if got := queued.Status.Message; !strings.Contains(got, "Kueue takes cluster cluster-3 back (Preempted: ") {
		t.Errorf("status.message of the evicted job = %q, want why", got)
	}
	if s := queued.Status; s.Cluster != "" || s.PipelineRun != "" || s.Attempts != 1 {
		t.Errorf("in the queue again with cluster %q, PipelineRun %q, attempts %d; want none, none, 1", s.Cluster, s.PipelineRun, s.Attempts)
	}
	first := expectVacated(t, c, low.Name)
	expectEvicted(t, c, low.Name, 1)

	c.UntilPhase(t, high.Name, fournosv1.PhaseRunning)
	workload, err := c.Kueue.KueueV1beta2().Workloads(test.Namespace).Get(t.Context(), high.Name, metav1.GetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	admitted := apimeta.FindStatusCondition(workload.Status.Conditions, kueuev1beta2.WorkloadAdmitted)
	if admitted == nil || admitted.LastTransitionTime.Before(first.Status.CompletionTime) {
		t.Errorf("the preemptor was admitted (%v) before the other's run had ended at %v", admitted, first.Status.CompletionTime)
	} else {
		t.Logf("the preemptor was admitted %v after the other's run had ended", admitted.LastTransitionTime.Sub(first.Status.CompletionTime.Time))
	}
	if taskRun, err := c.Tekton.TektonV1().TaskRuns(test.Namespace).Get(t.Context(), low.Name+"-run", metav1.GetOptions{}); err != nil || taskRun.IsSuccessful() {
		t.Errorf("TaskRun %s-run: %v, want it cancelled", low.Name, err)
	}

	// While it waits it says why, whatever Kueue says since: with others that ask for the same in line, nothing.
	c.UntilMessage(t, low.Name, "Kueue takes cluster cluster-3 back (Preempted: ")
	end := c.UntilPhase(t, high.Name, fournosv1.PhaseSucceeded).Job.Status.CompletionTime
	done := c.UntilPhase(t, low.Name, fournosv1.PhaseSucceeded).Job
	second := low.Name + "-attempt-2"
	if s := done.Status; s.Attempts != 2 || s.PipelineRun != second {
		t.Errorf("succeeded with PipelineRun %s, attempts %d; want %s, 2", s.PipelineRun, s.Attempts, second)
	}
	run, err := c.Tekton.TektonV1().PipelineRuns(test.Namespace).Get(t.Context(), second, metav1.GetOptions{})
	if err != nil || run.CreationTimestamp.Before(end) {
		t.Errorf("PipelineRun %s: %v, made at %v, want it after the preemptor's end at %v", second, err, run.CreationTimestamp, end)
	}
	expectOwnSecrets(t, c, done, low.Name+"-kubeconfig", low.Name+"-kubeconfig.attempt-2")
	expectEvicted(t, c, low.Name, 1)
	expectNoWorkload(t, c, low.Name)
}

// TestEvictionForGood stops a job whose cluster is taken back, and does not queue it again.
func TestEvictionForGood(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, cluster, why string
		policy             fournosv1.EvictionPolicy
		evict              func(*testing.T, *test.Clients, *fournosv1.FournosJob)
	}{{
		name: "preempted", cluster: "cluster-4", policy: fournosv1.EvictionFail, why: "(Preempted: ",
		evict: func(t *testing.T, c *test.Clients, job *fournosv1.FournosJob) {
			c.Create(t, "preemptor", fournosv1.FournosJobSpec{Cluster: job.Spec.Cluster, Priority: preemptor, LockOnly: true})
		},
	}, {
		name: "deactivated", cluster: "cluster-1", why: "(Deactivated: ",
		evict: func(t *testing.T, c *test.Clients, job *fournosv1.FournosJob) {
			_, err := c.Kueue.KueueV1beta2().Workloads(test.Namespace).Patch(t.Context(), job.Name, types.MergePatchType, []byte(`{"spec":{"active":false}}`), metav1.PatchOptions{})
			if err != nil {
				t.Fatal(err)
			}
		},
	}} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			c := test.NewClients(t)
			job := victim(t, c, tc.name, tc.cluster, "10m", tc.policy)
			tc.evict(t, c, job)
			end := c.UntilPhase(t, job.Name, fournosv1.PhaseFailed).Job
			if reason := end.Status.GetCondition(fournosv1.ConditionSucceeded).GetReason(); reason != "Evicted" {
				t.Errorf("reason of Succeeded = %q, want Evicted", reason)
			}
			if got := end.Status.Message; !strings.Contains(got, "Kueue takes cluster "+tc.cluster+" back "+tc.why) {
				t.Errorf("status.message = %q, want Kueue's reason %q in it", got, tc.why)
			}
			expectVacated(t, c, job.Name)
			expectEvicted(t, c, job.Name, 1)
			expectNoWorkload(t, c, job.Name)
		})
	}
}

// TestLockIsPreempted gives a lock's cluster to a job of higher priority, and then back.
func TestLockIsPreempted(t *testing.T) {
	t.Parallel()
	c := test.NewClients(t)
	low := lock(t, c, fournosv1.FournosJobSpec{Cluster: "cluster-1"})
	high := lock(t, c, fournosv1.FournosJobSpec{Cluster: "cluster-1", Priority: preemptor})
	waits := c.UntilPhase(t, low.Name, fournosv1.PhasePending).Job
	if s := waits.Status; s.Cluster != "" || s.Attempts != 1 {
		t.Errorf("the lock waits again with cluster %q, attempts %d; want none, 1", s.Cluster, s.Attempts)
	}
	expectEvicted(t, c, low.Name, 1)
	c.Patch(t, high.Name, stop)
	c.UntilPhase(t, high.Name, fournosv1.PhaseStopped)
	again := c.Until(t, low.Name, "lock", func(job *fournosv1.FournosJob) bool {
		return job.Status.Message == "Cluster lock held on cluster-1" || job.Status.IsDone()
	}).Job
	if s := again.Status; s.Phase != fournosv1.PhaseAdmitted || s.Cluster != "cluster-1" {
		t.Errorf("the lock is %s with cluster %q: %s; want Admitted, cluster-1", s.Phase, s.Cluster, s.Message)
	}
	c.Patch(t, low.Name, stop)
	c.UntilPhase(t, low.Name, fournosv1.PhaseStopped)
	expectNoWorkload(t, c, low.Name)
}

// expectVacated wants a PipelineRun to have been stopped gently, and to have cleaned up.
func expectVacated(t *testing.T, c *test.Clients, name string) *pipelinev1.PipelineRun {
	t.Helper()
	run, err := c.Tekton.TektonV1().PipelineRuns(test.Namespace).Get(t.Context(), name, metav1.GetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if run.Spec.Status != pipelinev1.PipelineRunSpecStatusCancelledRunFinally || run.Status.CompletionTime == nil {
		t.Errorf("PipelineRun %s has spec.status %q and ended at %v, want it stopped gently, and over", name, run.Spec.Status, run.Status.CompletionTime)
	}
	cleanup, err := c.Tekton.TektonV1().TaskRuns(test.Namespace).Get(t.Context(), name+"-cleanup", metav1.GetOptions{})
	if err != nil || !cleanup.IsSuccessful() {
		t.Errorf("PipelineRun %s has not cleaned up: %v", name, err)
	}
	return run
}

// expectEvicted finds the events that tell of a job's evictions.
func expectEvicted(t *testing.T, c *test.Clients, name string, times int32) {
	t.Helper()
	test.Eventually(t, func(ctx context.Context) error {
		events, err := c.Kube.CoreV1().Events(test.Namespace).List(ctx, metav1.ListOptions{
			FieldSelector: fields.Set{"involvedObject.kind": "FournosJob", "involvedObject.name": name}.String(),
		})
		if err != nil {
			return err
		}
		told := slices.DeleteFunc(events.Items, func(e corev1.Event) bool { return e.Reason != "Evicted" || e.Type != corev1.EventTypeWarning })
		count := int32(0)
		for _, event := range told {
			count += max(event.Count, 1)
		}
		if count != times {
			return fmt.Errorf("%d events Evicted of job %s, want %d", count, name, times)
		}
		return nil
	})
}
