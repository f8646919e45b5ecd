//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	apimeta "k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/util/retry"
	kueuev1beta2 "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/test"
)

// TestEvictionCauses has Kueue take a cluster back for each reason that it has beside preemption and deactivation, for
// which see TestPreemption and TestEvictionForGood. All of them concern a whole queue, so it is one of the test's own.
func TestEvictionCauses(t *testing.T) {
	t.Parallel()
	i := test.Install(t)
	for _, cause := range []struct {
		name string
		run  func(*testing.T, *test.Installation)
	}{
		{"Hold", held},
		{"HoldAndDrain", drained},
		{"rejected admission check", rejectedByCheck},
		{"maximum execution time", tooLong},
	} {
		t.Run(cause.name, func(t *testing.T) { cause.run(t, i) })
	}
}

// sleeper makes a job on the first cluster that takes its time.
func sleeper(t *testing.T, i *test.Installation, prefix, sleep string) *fournosv1.FournosJob {
	t.Helper()
	return i.Create(t, prefix, fournosv1.FournosJobSpec{
		Cluster: i.Clusters[0], ExecutionEngine: test.Engine(t, map[string]any{"sleep": sleep}),
	})
}

// awaitTask waits until the first task of a job's run was begun.
func awaitTask(t *testing.T, i *test.Installation, job *fournosv1.FournosJob) {
	t.Helper()
	i.UntilPhase(t, job.Name, fournosv1.PhaseRunning)
	test.Eventually(t, func(ctx context.Context) error {
		_, err := i.Tekton.TektonV1().TaskRuns(i.Namespace).Get(ctx, job.Name+"-run", metav1.GetOptions{})
		return err
	})
}

func stopQueue(t *testing.T, i *test.Installation, policy kueuev1beta2.StopPolicy) {
	t.Helper()
	patch := []byte(fmt.Sprintf(`{"spec":{"stopPolicy":%q}}`, policy))
	if _, err := i.Kueue.KueueV1beta2().ClusterQueues().Patch(t.Context(), i.Name, types.MergePatchType, patch, metav1.PatchOptions{}); err != nil {
		t.Fatal(err)
	}
}

// held stops a queue so that who runs goes on, and who comes waits.
func held(t *testing.T, i *test.Installation) {
	runs := sleeper(t, i, "runs", "8s")
	awaitTask(t, i, runs)
	stopQueue(t, i, kueuev1beta2.Hold)
	waits := sleeper(t, i, "waits", "1s")
	i.UntilPhase(t, waits.Name, fournosv1.PhasePending)
	done := i.UntilPhase(t, runs.Name, fournosv1.PhaseSucceeded).Job
	if done.Status.Attempts != 1 {
		t.Errorf("the job that ran took %d attempts, want 1: a held queue takes nothing back", done.Status.Attempts)
	}
	if phase := i.Until(t, waits.Name, "any phase", func(*fournosv1.FournosJob) bool { return true }).Job.Status.Phase; phase != fournosv1.PhasePending {
		t.Errorf("the job that came is %s while the queue is held, want Pending", phase)
	}
	stopQueue(t, i, kueuev1beta2.None)
	i.UntilPhase(t, waits.Name, fournosv1.PhaseSucceeded)
}

// drained stops a queue so that who runs must leave, and opens it again.
func drained(t *testing.T, i *test.Installation) {
	job := sleeper(t, i, "drained", "20s")
	awaitTask(t, i, job)
	stopQueue(t, i, kueuev1beta2.HoldAndDrain)
	queued := i.UntilPhase(t, job.Name, fournosv1.PhasePending).Job
	if s := queued.Status; s.Attempts != 1 || s.PipelineRun != "" || !strings.Contains(s.Message, "Kueue takes cluster "+i.Clusters[0]+" back (ClusterQueueStopped: ") {
		t.Errorf("in the queue again with attempts %d, PipelineRun %q: %s", s.Attempts, s.PipelineRun, s.Message)
	}
	expectCleanedUp(t, i, job.Name)
	stopQueue(t, i, kueuev1beta2.None)
	done := i.UntilPhase(t, job.Name, fournosv1.PhaseSucceeded).Job
	if s := done.Status; s.Attempts != 2 || s.PipelineRun != job.Name+"-attempt-2" {
		t.Errorf("succeeded with attempts %d, PipelineRun %s, want the second, with a name of its own", s.Attempts, s.PipelineRun)
	}
}

const checkController = "test.fournos.dev/check"

// rejectedByCheck lets a job in by an admission check, which then rejects it.
func rejectedByCheck(t *testing.T, i *test.Installation) {
	checks := i.Kueue.KueueV1beta2().AdmissionChecks()
	check, err := checks.Create(t.Context(), &kueuev1beta2.AdmissionCheck{
		ObjectMeta: metav1.ObjectMeta{Name: i.Name}, Spec: kueuev1beta2.AdmissionCheckSpec{ControllerName: checkController},
	}, metav1.CreateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = checks.Delete(context.Background(), i.Name, metav1.DeleteOptions{}) })
	// Kueue looks at a new check, too, and writes a condition of its own.
	err = retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		current, err := checks.Get(t.Context(), check.Name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		apimeta.SetStatusCondition(&current.Status.Conditions, metav1.Condition{
			Type: kueuev1beta2.AdmissionCheckActive, Status: metav1.ConditionTrue, Reason: "Active", Message: "The test answers",
		})
		_, err = checks.UpdateStatus(t.Context(), current, metav1.UpdateOptions{})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	useChecks(t, i, `[{"name":"`+i.Name+`"}]`)
	defer useChecks(t, i, `null`)

	job := sleeper(t, i, "checked", "10m")
	answerCheck(t, i, job.Name, kueuev1beta2.CheckStateReady)
	awaitTask(t, i, job)
	answerCheck(t, i, job.Name, kueuev1beta2.CheckStateRejected)
	failed := i.UntilPhase(t, job.Name, fournosv1.PhaseFailed).Job
	if got := failed.Status.Message; !strings.Contains(got, "Kueue takes cluster "+i.Clusters[0]+" back (") || !strings.Contains(strings.ToLower(got), "check") {
		t.Errorf("status.message = %q, want that a check rejected it", got)
	}
	expectCleanedUp(t, i, job.Name)
}

func useChecks(t *testing.T, i *test.Installation, checks string) {
	t.Helper()
	patch := []byte(`{"spec":{"admissionChecksStrategy":{"admissionChecks":` + checks + `}}}`)
	if checks == "null" {
		patch = []byte(`{"spec":{"admissionChecksStrategy":null}}`)
	}
	if _, err := i.Kueue.KueueV1beta2().ClusterQueues().Patch(context.Background(), i.Name, types.MergePatchType, patch, metav1.PatchOptions{}); err != nil {
		t.Fatal(err)
	}
}

// answerCheck answers the admission check of a job's Workload, as the check's controller would.
func answerCheck(t *testing.T, i *test.Installation, name string, state kueuev1beta2.CheckState) {
	t.Helper()
	workloads := i.Kueue.KueueV1beta2().Workloads(i.Namespace)
	test.Eventually(t, func(ctx context.Context) error {
		workload, err := workloads.Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		at := slices.IndexFunc(workload.Status.AdmissionChecks, func(s kueuev1beta2.AdmissionCheckState) bool { return string(s.Name) == i.Name })
		if at < 0 {
			return fmt.Errorf("Workload %s waits for no check", name)
		}
		s := &workload.Status.AdmissionChecks[at]
		s.State, s.Message, s.LastTransitionTime = state, "answered by the test", metav1.Now()
		_, err = workloads.UpdateStatus(ctx, workload, metav1.UpdateOptions{})
		return err
	})
}

// tooLong bounds how long a job may be admitted.
func tooLong(t *testing.T, i *test.Installation) {
	stopQueue(t, i, kueuev1beta2.Hold)
	job := sleeper(t, i, "too-long", "10m")
	test.Eventually(t, func(ctx context.Context) error {
		_, err := i.Kueue.KueueV1beta2().Workloads(i.Namespace).Patch(ctx, job.Name, types.MergePatchType,
			[]byte(`{"spec":{"maximumExecutionTimeSeconds":12}}`), metav1.PatchOptions{})
		return err
	})
	stopQueue(t, i, kueuev1beta2.None)
	failed := i.UntilPhase(t, job.Name, fournosv1.PhaseFailed).Job
	if got := failed.Status.Message; !strings.Contains(got, "Kueue takes cluster "+i.Clusters[0]+" back (") || !strings.Contains(got, "xecution") {
		t.Errorf("status.message = %q, want that it took too long", got)
	}
	if reason := failed.Status.GetCondition(fournosv1.ConditionSucceeded).GetReason(); reason != "Evicted" {
		t.Errorf("reason of Succeeded = %q, want Evicted", reason)
	}
}

// expectCleanedUp wants a PipelineRun to have been stopped gently, and to have run its finally task.
func expectCleanedUp(t *testing.T, i *test.Installation, name string) {
	t.Helper()
	run, err := i.Tekton.TektonV1().PipelineRuns(i.Namespace).Get(t.Context(), name, metav1.GetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if run.Spec.Status != pipelinev1.PipelineRunSpecStatusCancelledRunFinally || run.Status.CompletionTime == nil {
		t.Errorf("PipelineRun %s has spec.status %q and ended at %v, want it stopped gently, and over", name, run.Spec.Status, run.Status.CompletionTime)
	}
	cleanup, err := i.Tekton.TektonV1().TaskRuns(i.Namespace).Get(t.Context(), name+"-cleanup", metav1.GetOptions{})
	if err != nil || !cleanup.IsSuccessful() {
		t.Errorf("PipelineRun %s has not cleaned up: %v", name, err)
	}
}
