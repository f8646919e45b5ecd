//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/test"
)

// onTime is how late what has a set time may come: the controller's timer, its write, our watch, on two busy cores.
const onTime = 10 * time.Second

// expectAt checks that something came at its time, and not before.
func expectAt(t *testing.T, what string, got *metav1.Time, want time.Time) {
	t.Helper()
	switch {
	case got == nil:
		t.Errorf("%s has no time, want %v", what, want)
	case got.Time.Before(want):
		t.Errorf("%s came %v early, at %v", what, want.Sub(got.Time), got)
	case got.Sub(want) > onTime:
		t.Errorf("%s came %v late, at %v", what, got.Sub(want), got)
	}
}

// inSeconds is a time that RFC 3339 without fractions can say, and so a patch of a spec.
func inSeconds(n int) time.Time {
	return time.Now().Add(time.Duration(n) * time.Second).Truncate(time.Second).UTC()
}

func patchTime(field string, at time.Time) string {
	return fmt.Sprintf(`{"spec":{%q:%q}}`, field, at.Format(time.RFC3339))
}

// expectElapsed waits until a time.
func expectElapsed(t *testing.T, until time.Time, meanwhile func(ctx context.Context)) {
	t.Helper()
	test.Eventually(t, func(ctx context.Context) error {
		if meanwhile != nil {
			meanwhile(ctx)
		}
		if wait := time.Until(until); wait > 0 {
			return fmt.Errorf("it is %v before %v", wait, until)
		}
		return nil
	})
}

// TestScheduledStart lets a job start at a time that it names in a zone of its own, and not before.
func TestScheduledStart(t *testing.T) {
	t.Parallel()
	c := test.NewClients(t)
	spec := onHub(t)
	start := inSeconds(6)
	spec.ScheduledStartTime = start.In(time.FixedZone("", -5*60*60)).Format(time.RFC3339)
	job := c.Create(t, "scheduled", spec)

	waiting := c.UntilPhase(t, job.Name, fournosv1.PhaseScheduled).Job
	if status := waiting.Status; !strings.Contains(status.Message, spec.ScheduledStartTime) || status.StartTime != nil {
		t.Errorf("a scheduled job began at %v and says %q, want no time yet, and %s in the message", status.StartTime, status.Message, spec.ScheduledStartTime)
	}
	history := c.UntilPhase(t, job.Name, fournosv1.PhaseSucceeded)
	want := []fournosv1.Phase{
		fournosv1.PhaseScheduled, fournosv1.PhaseResolving, fournosv1.PhaseAdmitted, fournosv1.PhaseRunning, fournosv1.PhaseSucceeded,
	}
	if got := history.Phases(); !slices.Equal(got, want) {
		t.Errorf("phases %v, want %v", got, want)
	}
	expectStartedAt(t, c, history.Job, start)
}

// expectStartedAt checks when a job that had to wait for its time began to be resolved.
func expectStartedAt(t *testing.T, c *test.Clients, job *fournosv1.FournosJob, start time.Time) {
	t.Helper()
	expectAt(t, "the start of job "+job.Name, job.Status.StartTime, start)
	resolve, err := c.Kube.BatchV1().Jobs(test.Namespace).Get(t.Context(), job.Name+"-resolve", metav1.GetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	expectAt(t, "Job "+resolve.Name, &resolve.CreationTimestamp, start)
}

// TestScheduledStartEdited edits jobs that wait for a time that is far.
func TestScheduledStartEdited(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name string
		// edit makes a patch of the job, and tells when the job is to start with it, if not at once.
		edit func() (patch string, start time.Time)
	}{
		{"earlier", func() (string, time.Time) {
			soon := inSeconds(3)
			return patchTime("scheduledStartTime", soon), soon
		}},
		{"past", func() (string, time.Time) { return patchTime("scheduledStartTime", inSeconds(-3600)), time.Time{} }},
		{"removed", func() (string, time.Time) { return `{"spec":{"scheduledStartTime":null}}`, time.Time{} }},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			c := test.NewClients(t)
			spec := onHub(t)
			spec.ScheduledStartTime = inSeconds(3600).Format(time.RFC3339)
			job := c.Create(t, "edited-"+tc.name, spec)
			c.UntilPhase(t, job.Name, fournosv1.PhaseScheduled)
			patch, start := tc.edit()
			if start.IsZero() {
				start = inSeconds(0)
			}
			c.Patch(t, job.Name, patch)
			history := c.UntilPhase(t, job.Name, fournosv1.PhaseSucceeded)
			expectStartedAt(t, c, history.Job, start)
		})
	}
}

// TestScheduledStartPutOff edits the time to a later one just before it comes, then to one that is none.
func TestScheduledStartPutOff(t *testing.T) {
	t.Parallel()
	c := test.NewClients(t)
	spec := onHub(t)
	first := inSeconds(4)
	spec.ScheduledStartTime = first.Format(time.RFC3339)
	job := c.Create(t, "put-off", spec)
	c.UntilPhase(t, job.Name, fournosv1.PhaseScheduled)
	later := inSeconds(3600)
	c.Patch(t, job.Name, patchTime("scheduledStartTime", later))
	c.UntilMessage(t, job.Name, later.Format(time.RFC3339))
	expectElapsed(t, first.Add(2*time.Second), nil)

	c.UntilPhase(t, job.Name, fournosv1.PhaseScheduled)
	c.Patch(t, job.Name, `{"spec":{"scheduledStartTime":"soon"}}`)
	history := c.UntilPhase(t, job.Name, fournosv1.PhaseFailed)
	if history.Job.Status.StartTime != nil {
		t.Errorf("job %s, which was put off, began at %v", job.Name, history.Job.Status.StartTime)
	}
	if got := history.Job.Status.Message; !strings.Contains(got, "spec.scheduledStartTime") || !strings.Contains(got, "RFC 3339") {
		t.Errorf("message %q, want it to name spec.scheduledStartTime and RFC 3339", got)
	}
}

// TestScheduledStartInThePast starts a job at once.
func TestScheduledStartInThePast(t *testing.T) {
	t.Parallel()
	c := test.NewClients(t)
	spec := onHub(t)
	spec.ScheduledStartTime = inSeconds(-3600).Format(time.RFC3339)
	job := c.Create(t, "past", spec)
	history := c.UntilPhase(t, job.Name, fournosv1.PhaseSucceeded)
	if got := history.Phases(); slices.Contains(got, fournosv1.PhaseScheduled) {
		t.Errorf("phases %v, want no Scheduled", got)
	}
	expectStartedAt(t, c, history.Job, job.CreationTimestamp.Time)
}
