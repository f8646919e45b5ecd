//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	apierrs "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"
	"knative.dev/pkg/apis"

	"fournos.dev/fournos/pkg/apis/fournos"
	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/pkg/pods"
	"fournos.dev/fournos/test"
)

// Selectors of a job's Pods.
const (
	resolvePod = "batch.kubernetes.io/job-name"
	runPod     = "tekton.dev/pipelineTask=run"
	cleanupPod = "tekton.dev/pipelineTask=cleanup"
)

// TestShutdownBeforeRun stops and terminates jobs that have no PipelineRun of their own yet: all are Stopped at once,
// and what they had begun ends.
func TestShutdownBeforeRun(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		phase fournosv1.Phase
		spec  func(t *testing.T) fournosv1.FournosJobSpec
		// begun waits until the job has begun what the phase is for.
		begun func(t *testing.T, c *test.Clients, job string)
	}{{
		phase: fournosv1.PhaseScheduled,
		spec: func(t *testing.T) fournosv1.FournosJobSpec {
			spec := onHub(t)
			spec.ScheduledStartTime = time.Now().Add(time.Hour).Format(time.RFC3339)
			return spec
		},
	}, {
		phase: fournosv1.PhaseRecurring,
		spec: func(t *testing.T) fournosv1.FournosJobSpec {
			spec := onHub(t)
			spec.Schedule = "0 0 1 1 *"
			return spec
		},
	}, {
		phase: fournosv1.PhaseResolving,
		spec: func(t *testing.T) fournosv1.FournosJobSpec {
			spec := onHub(t)
			spec.ExecutionEngine = test.Engine(t, map[string]any{"resolve": map[string]any{"sleep": "10m"}})
			return spec
		},
		begun: func(t *testing.T, c *test.Clients, job string) { untilPodRuns(t, c, job, resolvePod) },
	}, {
		phase: fournosv1.PhasePending,
		spec: func(t *testing.T) fournosv1.FournosJobSpec {
			return fournosv1.FournosJobSpec{
				// More than there are: it waits and is in nobody's way.
				Exclusive: ptr.To(false), Hardware: &fournosv1.Hardware{GPUType: "h200", GPUCount: 1000},
				ExecutionEngine: test.Engine(t, nil),
			}
		},
		begun: func(t *testing.T, c *test.Clients, job string) {
			test.Eventually(t, func(ctx context.Context) error {
				_, err := c.Kueue.KueueV1beta2().Workloads(test.Namespace).Get(ctx, job, metav1.GetOptions{})
				return err
			})
		},
	}} {
		for how, patch := range map[string]string{"stop": stop, "terminate": terminate} {
			t.Run(string(tc.phase)+"/"+how, func(t *testing.T) {
				t.Parallel()
				c := test.NewClients(t)
				job := c.Create(t, "early-"+how, tc.spec(t))
				c.UntilPhase(t, job.Name, tc.phase)
				if tc.begun != nil {
					tc.begun(t, c, job.Name)
				}
				c.Patch(t, job.Name, patch)
				history := c.UntilPhase(t, job.Name, fournosv1.PhaseStopped)
				if got := history.Phases(); slices.Contains(got, fournosv1.PhaseStopping) {
					t.Errorf("phases %v: there was no PipelineRun to wait for", got)
				}
				expectStopped(t, history.Job)
				test.Eventually(t, func(ctx context.Context) error { return stillRuns(ctx, c, job.Name) })
			})
		}
	}
}

// expectStopped reads the status of a job that was stopped.
func expectStopped(t *testing.T, job *fournosv1.FournosJob) {
	t.Helper()
	status := &job.Status
	if end := status.GetCondition(apis.ConditionSucceeded); !end.IsFalse() || end.Reason != "Stopped" {
		t.Errorf("condition Succeeded of job %s is %v, want False with reason Stopped", job.Name, end)
	}
	if status.Message != fournosv1.MessageStopped || status.CompletionTime == nil {
		t.Errorf("job %s was stopped at %v: %q, want a time and %q", job.Name, status.CompletionTime, status.Message, fournosv1.MessageStopped)
	}
}

// stillRuns tells what of a job still waits or runs.
func stillRuns(ctx context.Context, c *test.Clients, job string) error {
	ofJob := metav1.ListOptions{LabelSelector: fournos.JobNameLabelKey + "=" + job}
	if unfinished, err := unfinishedPods(ctx, c, job); err != nil || len(unfinished) > 0 {
		return fmt.Errorf("Pods %v have not ended (%v)", unfinished, err)
	}
	resolves, err := c.Kube.BatchV1().Jobs(test.Namespace).List(ctx, ofJob)
	if err != nil {
		return err
	}
	for _, resolve := range resolves.Items {
		if resolve.Status.CompletionTime == nil {
			return fmt.Errorf("Job %s is still there and not complete", resolve.Name)
		}
	}
	runs, err := c.Tekton.TektonV1().PipelineRuns(test.Namespace).List(ctx, ofJob)
	if err != nil {
		return err
	}
	for _, run := range runs.Items {
		if !run.IsDone() {
			return fmt.Errorf("PipelineRun %s is not done", run.Name)
		}
	}
	gates, err := c.Tekton.TektonV1beta1().CustomRuns(test.Namespace).List(ctx, ofJob)
	if err != nil {
		return err
	}
	for _, gate := range gates.Items {
		if !gate.IsDone() {
			return fmt.Errorf("CustomRun %s is not done", gate.Name)
		}
	}
	if _, err := c.Kueue.KueueV1beta2().Workloads(test.Namespace).Get(ctx, job, metav1.GetOptions{}); !apierrs.IsNotFound(err) {
		return fmt.Errorf("Workload %s is still there (%v)", job, err)
	}
	return nil
}

// unfinishedPods names a job's Pods that run, may yet run, or are being taken down.
func unfinishedPods(ctx context.Context, c *test.Clients, job string) ([]string, error) {
	list, err := c.Kube.CoreV1().Pods(c.Namespace).List(ctx, metav1.ListOptions{LabelSelector: fournos.JobNameLabelKey + "=" + job})
	if err != nil {
		return nil, err
	}
	var unfinished []string
	for i := range list.Items {
		if pod := &list.Items[i]; pods.IsUnfinished(pod) {
			unfinished = append(unfinished, pod.Name)
		}
	}
	return unfinished, nil
}

// untilPodRuns waits for a Pod of a job.
func untilPodRuns(t *testing.T, c *test.Clients, job, selector string) {
	t.Helper()
	test.Eventually(t, func(ctx context.Context) error {
		list, err := c.Kube.CoreV1().Pods(c.Namespace).List(ctx, metav1.ListOptions{
			LabelSelector: fournos.JobNameLabelKey + "=" + job + "," + selector,
			FieldSelector: "status.phase=Running",
		})
		if err == nil && len(list.Items) == 0 {
			err = fmt.Errorf("no Pod of job %s with %s is running", job, selector)
		}
		return err
	})
}

// TestTerminatedTemplateMakesNoMoreJobs terminates a template that ticks. TestRecurringTicks stops one.
func TestTerminatedTemplateMakesNoMoreJobs(t *testing.T) {
	t.Parallel()
	const ticks = 3 * time.Second
	c := test.NewClients(t)
	spec := onHub(t)
	spec.Recurrence = fournosv1.Recurrence{Schedule: "@every " + ticks.String(), SuccessfulJobsHistoryLimit: ptr.To[int32](99)}
	template := c.Create(t, "ended", spec)
	test.Eventually(t, func(ctx context.Context) error {
		children, err := childrenOf(ctx, c, template.Name)
		if err == nil && len(children) == 0 {
			err = fmt.Errorf("template %s has made no job", template.Name)
		}
		return err
	})
	c.Patch(t, template.Name, terminate)
	expectStopped(t, c.UntilPhase(t, template.Name, fournosv1.PhaseStopped).Job)
	stopped := time.Now()
	before, err := childrenOf(t.Context(), c, template.Name)
	if err != nil {
		t.Fatal(err)
	}
	test.Eventually(t, func(context.Context) error {
		if since := time.Since(stopped); since < 2*ticks {
			return fmt.Errorf("terminated %v ago", since)
		}
		return nil
	})
	after, err := childrenOf(t.Context(), c, template.Name)
	if err != nil || len(after) != len(before) {
		t.Errorf("%d jobs when the template was terminated, %d two ticks later (%v)", len(before), len(after), err)
	}
}

// cleaningUp makes a job that runs for long, stops it, and waits until it cleans up.
func cleaningUp(t *testing.T, c *test.Clients, prefix, cleanup string) *fournosv1.FournosJob {
	t.Helper()
	job := c.Create(t, prefix, fournosv1.FournosJobSpec{
		Clusterless: true, Exclusive: ptr.To(false),
		ExecutionEngine: test.Engine(t, map[string]any{"sleep": "10m", "cleanup": map[string]any{"sleep": cleanup}}),
	})
	untilPodRuns(t, c, job.Name, runPod)
	c.Patch(t, job.Name, stop)
	history := c.UntilPhase(t, job.Name, fournosv1.PhaseStopping)
	if state := history.Job.Status.GetCondition(apis.ConditionSucceeded); !state.IsUnknown() {
		t.Errorf("condition Succeeded is %v while job %s stops, want Unknown", state, job.Name)
	}
	untilPodRuns(t, c, job.Name, cleanupPod)
	return job
}

// cleanupOf is the finally task of a job.
func cleanupOf(t *testing.T, c *test.Clients, job string) *pipelinev1.TaskRun {
	t.Helper()
	run, err := c.Tekton.TektonV1().TaskRuns(test.Namespace).Get(t.Context(), job+"-cleanup", metav1.GetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// TestStopRaisedToTerminate gives up a cleanup that takes too long.
func TestStopRaisedToTerminate(t *testing.T) {
	t.Parallel()
	c := test.NewClients(t)
	job := cleaningUp(t, c, "raised", "10m")
	c.Patch(t, job.Name, terminate)
	expectStopped(t, c.UntilPhase(t, job.Name, fournosv1.PhaseStopped).Job)
	if err := stillRuns(t.Context(), c, job.Name); err != nil {
		t.Errorf("job %s is Stopped, and %v", job.Name, err)
	}
	if end := cleanupOf(t, c, job.Name).Status.GetCondition(apis.ConditionSucceeded); !end.IsFalse() {
		t.Errorf("the cleanup ended %v, want it cancelled", end)
	}
}

// TestShutdownTakenBack unsets spec.shutdown while the job stops: too late, it is Stopped all the same.
func TestShutdownTakenBack(t *testing.T) {
	t.Parallel()
	c := test.NewClients(t)
	job := cleaningUp(t, c, "taken-back", "10s")
	c.Patch(t, job.Name, `{"spec":{"shutdown":null}}`)
	history := c.UntilPhase(t, job.Name, fournosv1.PhaseStopped)
	if got, want := history.Phases(), []fournosv1.Phase{fournosv1.PhaseStopping, fournosv1.PhaseStopped}; !slices.Equal(got, want) {
		t.Errorf("phases since it was taken back %v, want %v", got, want)
	}
	expectStopped(t, history.Job)
	if end := cleanupOf(t, c, job.Name).Status.GetCondition(apis.ConditionSucceeded); !end.IsTrue() {
		t.Errorf("the cleanup ended %v, want it to have succeeded", end)
	}
}

// TestShutdownOfFinishedJob sets spec.shutdown on jobs that have finished: nothing is written into them any more.
func TestShutdownOfFinishedJob(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		phase   fournosv1.Phase
		spec    func(*fournosv1.FournosJobSpec)
		patches []string
	}{
		{fournosv1.PhaseSucceeded, func(*fournosv1.FournosJobSpec) {}, []string{stop, terminate}},
		{fournosv1.PhaseFailed, func(s *fournosv1.FournosJobSpec) { s.Pipeline = "no-such" }, []string{stop, terminate}},
		{fournosv1.PhaseStopped, func(s *fournosv1.FournosJobSpec) { s.Shutdown = fournosv1.ShutdownStop }, []string{terminate, `{"spec":{"shutdown":null}}`}},
	} {
		t.Run(string(tc.phase), func(t *testing.T) {
			t.Parallel()
			c := test.NewClients(t)
			spec := onHub(t)
			tc.spec(&spec)
			job := c.UntilPhase(t, c.Create(t, "finished", spec).Name, tc.phase).Job
			for _, patch := range tc.patches {
				patched, err := c.Fournos.FournosV1().FournosJobs(test.Namespace).Patch(t.Context(), job.Name, types.MergePatchType, []byte(patch), metav1.PatchOptions{})
				if err != nil {
					t.Fatal(err)
				}
				// When a job that came later is done, the controller has seen the patch.
				later := onHub(t)
				later.Shutdown = fournosv1.ShutdownStop
				c.UntilPhase(t, c.Create(t, "later", later).Name, fournosv1.PhaseStopped)

				now, err := c.Fournos.FournosV1().FournosJobs(test.Namespace).Get(t.Context(), job.Name, metav1.GetOptions{})
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(job.Status, now.Status); diff != "" {
					t.Errorf("%s changed the status (-before +after): %s", patch, diff)
				}
				if now.ResourceVersion != patched.ResourceVersion {
					t.Errorf("job %s was written to after %s", job.Name, patch)
				}
			}
		})
	}
}
