//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	apierrs "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"

	"fournos.dev/fournos/pkg/apis/fournos"
	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/test"
)

const triggerNow = `{"metadata":{"annotations":{"` + fournos.TriggerNowAnnotationKey + `":"true"}}}`

// onHub is the spec of a job that needs no cluster and is done as soon as its Pods have run.
func onHub(t *testing.T) fournosv1.FournosJobSpec {
	return fournosv1.FournosJobSpec{
		Clusterless: true, Exclusive: ptr.To(false), Pipeline: "fournos-run-only",
		ExecutionEngine: test.Engine(t, map[string]any{}),
	}
}

// childrenOf are the jobs that a template made, oldest first.
func childrenOf(ctx context.Context, c *test.Clients, template string) ([]fournosv1.FournosJob, error) {
	children, err := c.Fournos.FournosV1().FournosJobs(c.Namespace).List(ctx, metav1.ListOptions{
		LabelSelector: fournos.RecurringParentLabelKey + "=" + template,
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(children.Items, func(a, b fournosv1.FournosJob) int { return strings.Compare(a.Name, b.Name) })
	return children.Items, nil
}

// trigger triggers a template and waits for the number of jobs that it has made then.
func trigger(t *testing.T, c *test.Clients, template string, want int) []fournosv1.FournosJob {
	t.Helper()
	c.Patch(t, template, triggerNow)
	var children []fournosv1.FournosJob
	test.Eventually(t, func(ctx context.Context) error {
		job, err := c.Fournos.FournosV1().FournosJobs(c.Namespace).Get(ctx, template, metav1.GetOptions{})
		if err != nil {
			return err
		}
		if value := job.Annotations[fournos.TriggerNowAnnotationKey]; value != "false" {
			return fmt.Errorf("annotation %s of %s is %q", fournos.TriggerNowAnnotationKey, template, value)
		}
		children, err = childrenOf(ctx, c, template)
		return err
	})
	if len(children) != want {
		t.Fatalf("template %s has made %d jobs, want %d", template, len(children), want)
	}
	return children
}

// TestRecurringTrigger triggers a template whose tick is far: each trigger makes one job, which runs to its end.
func TestRecurringTrigger(t *testing.T) {
	t.Parallel()
	c := test.NewClients(t)
	spec := onHub(t)
	spec.Recurrence = fournosv1.Recurrence{Schedule: "0 0 1 1 *", TimeZone: "Europe/Athens", Suspend: true}
	template := c.Create(t, "template", spec)
	c.UntilMessage(t, template.Name, "Suspended")

	first := trigger(t, c, template.Name, 1)[0]
	if !metav1.IsControlledBy(&first, template) || first.GenerateName != template.Name+"-" || first.Spec.Schedule != "" {
		t.Errorf("job of the template: %+v, schedule %q", first.ObjectMeta, first.Spec.Schedule)
	}
	c.UntilPhase(t, first.Name, fournosv1.PhaseSucceeded)

	children := trigger(t, c, template.Name, 2)
	c.Patch(t, template.Name, `{"spec":{"suspend":false}}`)
	history := c.UntilMessage(t, template.Name, "Next job at ", "-01-01T00:00:00+02:00")
	if history.Job.Status.Phase != fournosv1.PhaseRecurring || history.Job.Status.LastScheduledTime != nil {
		t.Errorf("template is %s, with a tick at %v", history.Job.Status.Phase, history.Job.Status.LastScheduledTime)
	}

	jobs := c.Fournos.FournosV1().FournosJobs(test.Namespace)
	if err := jobs.Delete(t.Context(), template.Name, metav1.DeleteOptions{}); err != nil {
		t.Fatal(err)
	}
	for _, child := range children {
		expectGone(t, "FournosJob "+child.Name, func(ctx context.Context) error {
			_, err := jobs.Get(ctx, child.Name, metav1.GetOptions{})
			return err
		})
	}
}

// TestRecurringTicks lets a template tick until it is stopped.
func TestRecurringTicks(t *testing.T) {
	t.Parallel()
	const ticks = 5 * time.Second
	c := test.NewClients(t)
	spec := onHub(t)
	spec.Recurrence = fournosv1.Recurrence{Schedule: "@every " + ticks.String(), SuccessfulJobsHistoryLimit: ptr.To[int32](9)}
	template := c.Create(t, "ticks", spec)
	test.Eventually(t, func(ctx context.Context) error {
		children, err := childrenOf(ctx, c, template.Name)
		if err == nil && len(children) < 2 {
			err = fmt.Errorf("template %s has made %d jobs", template.Name, len(children))
		}
		return err
	})
	c.Patch(t, template.Name, stop)
	history := c.UntilPhase(t, template.Name, fournosv1.PhaseStopped)
	stopped := time.Now()
	before, err := childrenOf(t.Context(), c, template.Name)
	if err != nil {
		t.Fatal(err)
	}

	// Each job is named after its tick.
	last := template.CreationTimestamp.Unix()
	for _, child := range before {
		tick, err := strconv.ParseInt(strings.TrimPrefix(child.Name, template.Name+"-"), 10, 64)
		if err != nil || tick <= last || (tick-last)%int64(ticks.Seconds()) != 0 {
			t.Errorf("job %s follows the one of %d", child.Name, last)
		}
		last = tick
	}
	// The stop may have come between the last job and the note of its tick.
	if recorded := history.Job.Status.LastScheduledTime; recorded == nil || last-recorded.Unix() > int64(ticks.Seconds()) {
		t.Errorf("lastScheduledTime is %v, the last job is that of %d", recorded, last)
	}

	test.Eventually(t, func(context.Context) error {
		if since := time.Since(stopped); since < 2*ticks {
			return fmt.Errorf("stopped %v ago", since)
		}
		return nil
	})
	after, err := childrenOf(t.Context(), c, template.Name)
	if err != nil {
		t.Fatal(err)
	}
	if len(after) > len(before) {
		t.Errorf("%d jobs when the template was stopped, %d two ticks later", len(before), len(after))
	}
	c.UntilPhase(t, before[0].Name, fournosv1.PhaseSucceeded) // It is not the template's end that ends them.
}

// TestTTL lets a job that has finished expire.
func TestTTL(t *testing.T) {
	t.Parallel()
	const ttl = 2 * time.Second
	c := test.NewClients(t)
	spec := onHub(t)
	spec.TTLSecondsAfterFinished = ptr.To(int32(ttl.Seconds()))
	job := c.Create(t, "ttl", spec)
	finished := c.UntilPhase(t, job.Name, fournosv1.PhaseSucceeded).Job.Status.CompletionTime

	expectGone(t, "FournosJob "+job.Name, func(ctx context.Context) error {
		_, err := c.Fournos.FournosV1().FournosJobs(test.Namespace).Get(ctx, job.Name, metav1.GetOptions{})
		return err
	})
	if lived := time.Since(finished.Time); lived < ttl {
		t.Errorf("the job was deleted %v after its end, want %v", lived, ttl)
	}
	expectGone(t, "PipelineRun "+job.Name, func(ctx context.Context) error {
		_, err := c.Tekton.TektonV1().PipelineRuns(test.Namespace).Get(ctx, job.Name, metav1.GetOptions{})
		return err
	})
	expectGone(t, "Job "+job.Name+"-resolve", func(ctx context.Context) error {
		_, err := c.Kube.BatchV1().Jobs(test.Namespace).Get(ctx, job.Name+"-resolve", metav1.GetOptions{})
		return err
	})
}

func expectGone(t *testing.T, what string, get func(context.Context) error) {
	t.Helper()
	test.Eventually(t, func(ctx context.Context) error {
		switch err := get(ctx); {
		case apierrs.IsNotFound(err):
			return nil
		case err != nil:
			return err
		}
		return fmt.Errorf("%s is still there", what)
	})
}
