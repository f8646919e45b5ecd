//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	apierrs "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/test"
)

// onTime is how late what has a set time may come: the controller's timer, its write, our watch, on two busy cores.
const onTime = 5 * time.Second

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
	const cluster = "cluster-2"
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
	holder := c.Create(t, "lock-over", fournosv1.FournosJobSpec{Cluster: "cluster-2", LockOnly: true, LockUntil: until.Format(time.RFC3339)})
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
