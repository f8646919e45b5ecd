//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/test"
)

// TestFailover kills the leader of two and of three replicas while jobs are in all phases: another takes over, the jobs
// go on to their ends, and nothing is done twice.
func TestFailover(t *testing.T) {
	t.Parallel()
	for _, replicas := range []int32{2, 3} {
		t.Run(fmt.Sprint(replicas), func(t *testing.T) {
			t.Parallel()
			failOver(t, test.Install(t, test.WithReplicas(replicas)))
		})
	}
}

func failOver(t *testing.T, i *test.Installation) {
	sleeps := test.Engine(t, map[string]any{"sleep": "5s"})
	runs := i.Create(t, "runs", fournosv1.FournosJobSpec{Cluster: i.Clusters[0], Pipeline: "fournos-run-only", ExecutionEngine: sleeps})
	i.UntilPhase(t, runs.Name, fournosv1.PhaseRunning)
	waits := i.Create(t, "waits", fournosv1.FournosJobSpec{Cluster: i.Clusters[0], Pipeline: "fournos-run-only", ExecutionEngine: sleeps})
	i.UntilPhase(t, waits.Name, fournosv1.PhasePending)
	leader := leaderOf(t, i, "")

	// One that the dying leader may or may not see.
	begins := i.Create(t, "begins", fournosv1.FournosJobSpec{Clusterless: true, Exclusive: ptr.To(false), Pipeline: "fournos-run-only", ExecutionEngine: sleeps})
	killed := time.Now()
	err := i.Kube.CoreV1().Pods(i.SystemNamespace).Delete(t.Context(), leader, metav1.DeleteOptions{GracePeriodSeconds: ptr.To[int64](0)})
	if err != nil {
		t.Fatal(err)
	}
	// And one that it cannot have seen: its first phase is the next leader's doing.
	late := i.Create(t, "late", fournosv1.FournosJobSpec{Clusterless: true, Exclusive: ptr.To(false), Pipeline: "fournos-run-only", ExecutionEngine: sleeps})
	i.Until(t, late.Name, "any phase", func(job *fournosv1.FournosJob) bool { return job.Status.Phase != "" })
	t.Logf("Pod %s, which led, was killed; %.1fs later Pod %s went on", leader, time.Since(killed).Seconds(), leaderOf(t, i, leader))

	for _, job := range []*fournosv1.FournosJob{runs, waits, begins, late} {
		done := i.UntilPhase(t, job.Name, fournosv1.PhaseSucceeded).Job
		if done.Status.Attempts != 1 {
			t.Errorf("job %s took %d attempts, want 1", job.Name, done.Status.Attempts)
		}
		// A run and, unless it needs no cluster, an admission run.
		want := 2
		if job.Spec.Clusterless {
			want = 1
		}
		made, err := i.Tekton.TektonV1().PipelineRuns(i.Namespace).List(t.Context(), ofJob(job))
		if err != nil || len(made.Items) != want {
			t.Errorf("job %s has the PipelineRuns %v (%v), want %d", job.Name, namesOf(made), err, want)
		}
		test.Eventually(t, func(ctx context.Context) error {
			workloads, err := i.Kueue.KueueV1beta2().Workloads(i.Namespace).List(ctx, ofJob(job))
			if err == nil && len(workloads.Items) > 0 {
				err = fmt.Errorf("Workload %s of a job that has ended is still there", workloads.Items[0].Name)
			}
			return err
		})
	}
}
