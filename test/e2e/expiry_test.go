//go:build e2e

package e2e

import (
	"context"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/test"
)

// TestExpiry lets jobs expire that did not succeed; TestTTL has one that did. The time counts from the end, so that a
// job which ran for longer than that still tells how it ended.
func TestExpiry(t *testing.T) {
	t.Parallel()
	const ttl = 3 * time.Second
	for _, tc := range []struct {
		phase fournosv1.Phase
		spec  func(*testing.T, *fournosv1.FournosJobSpec)
		end   func(*testing.T, *test.Clients, string)
		runs  bool
	}{{
		phase: fournosv1.PhaseFailed, runs: true,
		spec: func(t *testing.T, spec *fournosv1.FournosJobSpec) {
			spec.ExecutionEngine = test.Engine(t, map[string]any{"sleep": (ttl + time.Second).String(), "fail": "boom"})
		},
	}, {
		phase: fournosv1.PhaseStopped,
		spec: func(t *testing.T, spec *fournosv1.FournosJobSpec) {
			spec.ExecutionEngine = test.Engine(t, map[string]any{"resolve": map[string]any{"sleep": "10m"}})
		},
		end: func(t *testing.T, c *test.Clients, job string) {
			expectElapsed(t, time.Now().Add(ttl), nil)
			c.Patch(t, job, stop)
		},
	}} {
		t.Run(string(tc.phase), func(t *testing.T) {
			t.Parallel()
			c := test.NewClients(t)
			spec := onHub(t)
			spec.TTLSecondsAfterFinished = ptr.To(int32(ttl.Seconds()))
			tc.spec(t, &spec)
			job := c.Create(t, "expires", spec)
			if tc.end != nil {
				c.UntilPhase(t, job.Name, fournosv1.PhaseResolving)
				tc.end(t, c, job.Name)
			}
			finished := c.UntilPhase(t, job.Name, tc.phase).Job.Status.CompletionTime
			expectExpired(t, c, job.Name, finished.Add(ttl))
			test.Eventually(t, func(ctx context.Context) error { return leftOf(ctx, c, job) })
		})
	}
}

// expectExpired waits for the end of a job whose time is set.
func expectExpired(t *testing.T, c *test.Clients, job string, at time.Time) {
	t.Helper()
	expectGone(t, "FournosJob "+job, func(ctx context.Context) error {
		_, err := c.Fournos.FournosV1().FournosJobs(test.Namespace).Get(ctx, job, metav1.GetOptions{})
		return err
	})
	expectAt(t, "the end of job "+job, ptr.To(metav1.Now()), at)
}

// TestExpirySetAfterwards sets the TTL of jobs that have finished, and changes it.
func TestExpirySetAfterwards(t *testing.T) {
	t.Parallel()
	c := test.NewClients(t)
	spec := onHub(t)
	spec.Shutdown = fournosv1.ShutdownStop
	job := c.Create(t, "expires-later", spec)
	finished := c.UntilPhase(t, job.Name, fournosv1.PhaseStopped).Job.Status.CompletionTime

	c.Patch(t, job.Name, `{"spec":{"ttlSecondsAfterFinished":3600}}`)
	c.Patch(t, job.Name, `{"spec":{"ttlSecondsAfterFinished":4}}`)
	expectExpired(t, c, job.Name, finished.Add(4*time.Second))

	// When its time has passed already, it goes at once; and when it is put off in time, it stays.
	spec.TTLSecondsAfterFinished = ptr.To[int32](4)
	put := c.Create(t, "expires-not", spec)
	finished = c.UntilPhase(t, put.Name, fournosv1.PhaseStopped).Job.Status.CompletionTime
	c.Patch(t, put.Name, `{"spec":{"ttlSecondsAfterFinished":3600}}`)
	expectElapsed(t, finished.Add(6*time.Second), nil)
	if _, err := c.Fournos.FournosV1().FournosJobs(test.Namespace).Get(t.Context(), put.Name, metav1.GetOptions{}); err != nil {
		t.Fatalf("job %s was put off: %v", put.Name, err)
	}
	c.Patch(t, put.Name, `{"spec":{"ttlSecondsAfterFinished":1}}`)
	expectExpired(t, c, put.Name, time.Now().Truncate(time.Second))
}
