//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	corev1 "k8s.io/api/core/v1"
	apierrs "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/utils/ptr"
	kueuev1beta2 "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	"fournos.dev/fournos/pkg/apis/fournos"
	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/test"
)

// lock makes a job that locks a cluster, and waits until it has.
func lock(t *testing.T, c *test.Clients, spec fournosv1.FournosJobSpec) *fournosv1.FournosJob {
	t.Helper()
	spec.LockOnly = true
	holder := c.Create(t, "lock", spec)
	want := "Cluster lock held on " + spec.Cluster
	if spec.LockUntil != "" {
		want += " until " + spec.LockUntil
	}
	history := c.Until(t, holder.Name, "message "+want, func(job *fournosv1.FournosJob) bool {
		return job.Status.Message == want || job.Status.IsDone()
	})
	if status := history.Job.Status; status.Phase != fournosv1.PhaseAdmitted || status.Cluster != spec.Cluster || status.PipelineRun != "" {
		t.Fatalf("job %s holds cluster %q in phase %s, with PipelineRun %q: %s; want it Admitted to %s, with none",
			holder.Name, status.Cluster, status.Phase, status.PipelineRun, status.Message, spec.Cluster)
	}
	return holder
}

// TestLockUntil holds a cluster until a time that is edited meanwhile. Another job waits, and has the cluster then.
func TestLockUntil(t *testing.T) {
	t.Parallel()
	c := test.NewClients(t)
	const cluster = "cluster-2"
	holder := lock(t, c, fournosv1.FournosJobSpec{Cluster: cluster, LockUntil: inSeconds(3600).Format(time.RFC3339)})

	waiter := c.Create(t, "locked-out", fournosv1.FournosJobSpec{Cluster: cluster, ExecutionEngine: test.Engine(t, map[string]any{}), Pipeline: "fournos-run-only"})
	waiting := c.UntilMessage(t, waiter.Name, "Waiting for exclusive access to cluster "+cluster, "held by job "+holder.Name)
	if got := waiting.Job.Status.Phase; got != fournosv1.PhasePending {
		t.Errorf("job %s is %s while it waits, want Pending", waiter.Name, got)
	}

	// A slip is no release.
	c.Patch(t, holder.Name, `{"spec":{"lockUntil":"tomorrow"}}`)
	slipped := c.UntilMessage(t, holder.Name, "Cluster lock held on "+cluster, "spec.lockUntil", "RFC 3339")
	if got := slipped.Job.Status.Phase; got != fournosv1.PhaseAdmitted {
		t.Errorf("job %s is %s with a lockUntil that does not parse, want Admitted", holder.Name, got)
	}
	sooner := inSeconds(6)
	c.Patch(t, holder.Name, patchTime("lockUntil", sooner))
	c.UntilMessage(t, holder.Name, "Cluster lock held on "+cluster+" until "+sooner.Format(time.RFC3339))
	later := inSeconds(8)
	c.Patch(t, holder.Name, patchTime("lockUntil", later))
	c.UntilMessage(t, holder.Name, "Cluster lock held on "+cluster+" until "+later.Format(time.RFC3339))

	ended := c.UntilPhase(t, holder.Name, fournosv1.PhaseSucceeded)
	expectAt(t, "the end of the lock", ended.Job.Status.CompletionTime, later)
	if got := ended.Job.Status.Message; !strings.Contains(got, "released") || !strings.Contains(got, cluster) {
		t.Errorf("message of a lock that was released: %q", got)
	}
	expectNoWorkload(t, c, holder.Name)
	expectNothingRan(t, c, holder.Name)

	c.UntilPhase(t, waiter.Name, fournosv1.PhaseSucceeded)
	run, err := c.Tekton.TektonV1().PipelineRuns(test.Namespace).Get(t.Context(), waiter.Name, metav1.GetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if began := run.CreationTimestamp.Time; began.Before(later) {
		t.Errorf("PipelineRun %s began at %v, and the cluster was locked until %v", run.Name, began, later)
	}
}

// TestSharedLock has a lock that says it were shared: it locks all the same, until it is terminated.
func TestSharedLock(t *testing.T) {
	t.Parallel()
	c := test.NewClients(t)
	const cluster = "cluster-4"
	holder := lock(t, c, fournosv1.FournosJobSpec{Cluster: cluster, Exclusive: ptr.To(false)})

	waiter := c.Create(t, "shares", fournosv1.FournosJobSpec{
		Cluster: cluster, Exclusive: ptr.To(false), Pipeline: "fournos-run-only",
		ExecutionEngine: test.Engine(t, map[string]any{}),
	})
	c.UntilMessage(t, waiter.Name, "Cluster "+cluster+" is exclusively locked by job "+holder.Name)
	c.Patch(t, holder.Name, terminate)
	released := c.UntilPhase(t, holder.Name, fournosv1.PhaseStopped).Job
	expectStopped(t, released)
	expectNoWorkload(t, c, holder.Name)
	expectNothingRan(t, c, holder.Name)
	c.UntilPhase(t, waiter.Name, fournosv1.PhaseSucceeded)
}

// TestLockThatIsOver asks for a lock until a time that has passed: it is over as soon as it is held.
func TestLockThatIsOver(t *testing.T) {
	t.Parallel()
	c := test.NewClients(t)
	until := inSeconds(-60)
	holder := c.Create(t, "lock-over", fournosv1.FournosJobSpec{Cluster: "cluster-1", LockOnly: true, LockUntil: until.Format(time.RFC3339)})
	c.UntilPhase(t, holder.Name, fournosv1.PhaseSucceeded)
	expectNoWorkload(t, c, holder.Name)
	expectNothingRan(t, c, holder.Name)
}

// expectNothingRan finds no PipelineRun of a job's own Pipeline.
func expectNothingRan(t *testing.T, c *test.Clients, job string) {
	t.Helper()
	if _, err := c.Tekton.TektonV1().PipelineRuns(test.Namespace).Get(t.Context(), job, metav1.GetOptions{}); !apierrs.IsNotFound(err) {
		t.Errorf("PipelineRun %s: %v, want none", job, err)
	}
}

// TestEveryWaiterIsToldWhoHolds has two jobs that ask for the same wait for a cluster. Kueue considers the first, and
// takes the second to fare like it without a word.
func TestEveryWaiterIsToldWhoHolds(t *testing.T) {
	t.Parallel()
	c := test.NewClients(t)
	holder := lock(t, c, fournosv1.FournosJobSpec{Cluster: "cluster-2"})
	// No other test's job asks for this much, so that Kueue considers the first.
	spec := fournosv1.FournosJobSpec{Cluster: "cluster-2", LockOnly: true, Hardware: &fournosv1.Hardware{GPUType: "h100", GPUCount: 7}}
	first := c.Create(t, "in-line", spec)
	c.UntilMessage(t, first.Name, "cluster-2", "held by job "+holder.Name)
	second := c.Create(t, "in-line", spec)
	test.Eventually(t, func(ctx context.Context) error {
		_, err := c.Kueue.KueueV1beta2().Workloads(test.Namespace).Get(ctx, second.Name, metav1.GetOptions{})
		return err
	})
	message := ""
	// Not the usual deadline: many others wait for this cluster meanwhile.
	if err := wait.PollUntilContextTimeout(t.Context(), 100*time.Millisecond, 15*time.Second, true, func(ctx context.Context) (bool, error) {
		job, err := c.Fournos.FournosV1().FournosJobs(test.Namespace).Get(ctx, second.Name, metav1.GetOptions{})
		if err == nil {
			message = job.Status.Message
		}
		return strings.Contains(message, "cluster-2") && strings.Contains(message, "held by job "+holder.Name), nil
	}); err != nil {
		t.Errorf("the second job in line, %s, says %q, want it to name cluster-2 and job %s (%v)", second.Name, message, holder.Name, err)
	}
}

// lingering makes a Pipeline whose one task, named run, takes its time to end when it is told to.
func lingering(t *testing.T, c *test.Clients, linger time.Duration) string {
	t.Helper()
	pipelines := c.Tekton.TektonV1().Pipelines(c.Namespace)
	full, err := pipelines.Get(t.Context(), "fournos-full", metav1.GetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	pipeline, err := pipelines.Create(t.Context(), &pipelinev1.Pipeline{
		ObjectMeta: metav1.ObjectMeta{
			GenerateName: "lingering-", Namespace: c.Namespace,
			Annotations: map[string]string{fournos.ResolveImageAnnotationKey: full.Annotations[fournos.ResolveImageAnnotationKey]},
		},
		Spec: pipelinev1.PipelineSpec{Tasks: []pipelinev1.PipelineTask{{
			Name: "run",
			TaskSpec: &pipelinev1.EmbeddedTask{TaskSpec: pipelinev1.TaskSpec{Steps: []pipelinev1.Step{{
				Name: "run", Image: test.Shell, ImagePullPolicy: corev1.PullIfNotPresent,
				Script: fmt.Sprintf("#!/bin/sh\ntrap 'echo lingers; sleep %d; exit 1' TERM\necho steady\nsleep 600 &\nwait\n", int(linger.Seconds())),
			}}}},
		}}, Workspaces: []pipelinev1.PipelineWorkspaceDeclaration{{Name: "artifacts"}}},
	}, metav1.CreateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pipelines.Delete(context.Background(), pipeline.Name, metav1.DeleteOptions{}) })
	return pipeline.Name
}

// untilSteady waits until the task of lingering would take its time. Its Pod runs before its script does.
func untilSteady(t *testing.T, c *test.Clients, job string) {
	t.Helper()
	test.Eventually(t, func(ctx context.Context) error {
		log, err := c.Kube.CoreV1().Pods(c.Namespace).GetLogs(job+"-run-pod", &corev1.PodLogOptions{Container: "step-run"}).DoRaw(ctx)
		if err == nil && !strings.Contains(string(log), "steady") {
			err = fmt.Errorf("the script of Pod %s-run-pod has not begun", job)
		}
		return err
	})
}

// TestQuotaIsKeptWhileJobStops watches the Workload of a job that stops: it stays until the PipelineRun has completed and
// no Pod of the job runs or is being taken down.
func TestQuotaIsKeptWhileJobStops(t *testing.T) {
	t.Parallel()
	const slow = 6 * time.Second
	for _, tc := range []struct {
		name, patch string
		spec        func(*testing.T, *test.Clients, *fournosv1.FournosJobSpec)
		lasts       string // A Pod that lasts when the job stops.
	}{{
		name: "cleanup", patch: stop, lasts: cleanupPod,
		spec: func(t *testing.T, _ *test.Clients, spec *fournosv1.FournosJobSpec) {
			spec.ExecutionEngine = test.Engine(t, map[string]any{"sleep": "10m", "cleanup": map[string]any{"sleep": slow.String()}})
		},
	}, {
		name: "lingering-pod", patch: terminate, lasts: runPod,
		spec: func(t *testing.T, c *test.Clients, spec *fournosv1.FournosJobSpec) {
			spec.ExecutionEngine, spec.Pipeline = test.Engine(t, nil), lingering(t, c, slow)
		},
	}} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			c := test.NewClients(t)
			spec := fournosv1.FournosJobSpec{Cluster: "cluster-3", Exclusive: ptr.To(false)}
			tc.spec(t, c, &spec)
			job := c.Create(t, tc.name, spec)
			untilPodRuns(t, c, job.Name, runPod)
			if tc.lasts == runPod {
				untilSteady(t, c, job.Name)
			}
			c.UntilPhase(t, job.Name, fournosv1.PhaseRunning)
			kept := watchQuota(t, c, job.Name)
			began := time.Now()
			c.Patch(t, job.Name, tc.patch)
			c.UntilPhase(t, job.Name, fournosv1.PhaseStopping)
			untilPodRuns(t, c, job.Name, tc.lasts)
			expectStopped(t, c.UntilPhase(t, job.Name, fournosv1.PhaseStopped).Job)
			gone := <-kept
			if gone.err != nil {
				t.Error(gone.err)
			}
			if took := gone.at.Sub(began); took < slow {
				t.Errorf("the Workload of job %s was gone %v after the job was stopped, though a Pod took %v to end", job.Name, took, slow)
			}
		})
	}
}

// quotaGone is when a Workload was gone, and what was wrong with that.
type quotaGone struct {
	at  time.Time
	err error
}

// watchQuota watches the Workload of a job from now on, and tells its end. It must neither go nor be told to, nor lose
// its cluster, before the job's PipelineRun and Pods have ended.
func watchQuota(t *testing.T, c *test.Clients, job string) <-chan quotaGone {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), test.Deadline)
	t.Cleanup(cancel)
	watcher, err := c.Kueue.KueueV1beta2().Workloads(test.Namespace).Watch(ctx, metav1.ListOptions{
		FieldSelector: fields.OneTermEqualSelector("metadata.name", job).String(),
	})
	if err != nil {
		t.Fatal(err)
	}
	kept := make(chan quotaGone, 1)
	go func() {
		defer watcher.Stop()
		var problem error
		for event := range watcher.ResultChan() {
			workload, ok := event.Object.(*kueuev1beta2.Workload)
			if !ok {
				break
			}
			deleted := event.Type == watch.Deleted
			if (deleted || workload.DeletionTimestamp != nil || workload.Status.Admission == nil) && problem == nil {
				problem = jobStillRuns(ctx, c, job)
			}
			if deleted {
				kept <- quotaGone{at: time.Now(), err: problem}
				return
			}
		}
		kept <- quotaGone{at: time.Now(), err: fmt.Errorf("the watch of Workload %s ended before it was gone (%v)", job, problem)}
	}()
	return kept
}

func jobStillRuns(ctx context.Context, c *test.Clients, job string) error {
	run, err := c.Tekton.TektonV1().PipelineRuns(test.Namespace).Get(ctx, job, metav1.GetOptions{})
	if err != nil {
		return err
	}
	if run.Status.CompletionTime == nil {
		return fmt.Errorf("Workload %s is given back before its PipelineRun has completed", job)
	}
	if unfinished, err := unfinishedPods(ctx, c, job); err != nil || len(unfinished) > 0 {
		return fmt.Errorf("Workload %s is given back, and Pods %v have not ended (%v)", job, unfinished, err)
	}
	return nil
}
