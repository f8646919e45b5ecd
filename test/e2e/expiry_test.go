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
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/utils/ptr"

	"fournos.dev/fournos/pkg/apis/fournos"
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

// TestDeletionLeavesNothing deletes jobs in each phase.
func TestDeletionLeavesNothing(t *testing.T) {
	t.Parallel()
	long := map[string]any{"sleep": "10m", "cleanup": map[string]any{"sleep": "10m"}}
	for phase, edit := range map[fournosv1.Phase]func(*testing.T, *fournosv1.FournosJobSpec){
		fournosv1.PhaseScheduled: func(_ *testing.T, s *fournosv1.FournosJobSpec) { s.ScheduledStartTime = "2999-12-31T00:00:00Z" },
		fournosv1.PhaseResolving: func(t *testing.T, s *fournosv1.FournosJobSpec) {
			s.ExecutionEngine = test.Engine(t, map[string]any{"resolve": long})
		},
		fournosv1.PhasePending: func(_ *testing.T, s *fournosv1.FournosJobSpec) {
			s.Clusterless, s.Hardware = false, &fournosv1.Hardware{GPUType: "h200", GPUCount: 1000}
		},
		fournosv1.PhaseAdmitted: func(_ *testing.T, s *fournosv1.FournosJobSpec) {
			s.Clusterless, s.LockOnly, s.Cluster = false, true, "cluster-4"
		},
		fournosv1.PhaseRunning: func(t *testing.T, s *fournosv1.FournosJobSpec) {
			s.Clusterless, s.Cluster, s.SecretRefs, s.ExecutionEngine = false, "cluster-3", []fournosv1.SecretRef{"demo-token"}, test.Engine(t, long)
		},
		fournosv1.PhaseStopping: func(t *testing.T, s *fournosv1.FournosJobSpec) {
			s.Pipeline, s.ExecutionEngine = "fournos-full", test.Engine(t, long)
		},
		fournosv1.PhaseFailed: func(t *testing.T, s *fournosv1.FournosJobSpec) {
			s.ExecutionEngine = test.Engine(t, map[string]any{"resolve": map[string]any{"fail": "boom"}})
		},
		fournosv1.PhaseSucceeded: func(*testing.T, *fournosv1.FournosJobSpec) {},
	} {
		t.Run(string(phase), func(t *testing.T) {
			t.Parallel()
			c := test.NewClients(t)
			spec := onHub(t)
			edit(t, &spec)
			job := c.Create(t, "deleted-"+strings.ToLower(string(phase)), spec)
			switch phase {
			case fournosv1.PhaseStopping:
				untilPodRuns(t, c, job.Name, runPod)
				c.Patch(t, job.Name, stop)
				untilPodRuns(t, c, job.Name, cleanupPod)
			case fournosv1.PhaseRunning:
				untilPodRuns(t, c, job.Name, runPod)
			}
			c.UntilPhase(t, job.Name, phase)
			test.Eventually(t, func(ctx context.Context) error {
				made, err := madeFor(ctx, c, job)
				if err == nil && (len(made) == 0) != (phase == fournosv1.PhaseScheduled) {
					err = fmt.Errorf("%d objects belong to a job that is %s", len(made), phase)
				}
				return err
			})
			deleteJob(t, c, job.Name)
			test.Eventually(t, func(ctx context.Context) error { return leftOf(ctx, c, job) })
		})
	}
}

// madeForJobs is all that is ever made for a job, by Fournos or by what it makes.
var madeForJobs = []schema.GroupVersionResource{
	{Group: "tekton.dev", Version: "v1", Resource: "pipelineruns"},
	{Group: "tekton.dev", Version: "v1", Resource: "taskruns"},
	{Group: "tekton.dev", Version: "v1beta1", Resource: "customruns"},
	{Group: "kueue.x-k8s.io", Version: "v1beta2", Resource: "workloads"},
	{Group: "batch", Version: "v1", Resource: "jobs"},
	{Group: "apps", Version: "v1", Resource: "statefulsets"},
	{Version: "v1", Resource: "pods"},
	{Version: "v1", Resource: "secrets"},
	{Version: "v1", Resource: "persistentvolumeclaims"},
}

// madeFor finds what was made for the jobs of a name, be it by label or by owner.
func madeFor(ctx context.Context, c *test.Clients, job *fournosv1.FournosJob) ([]unstructured.Unstructured, error) {
	client, err := dynamic.NewForConfig(c.Config)
	if err != nil {
		return nil, err
	}
	var made []unstructured.Unstructured
	for _, kind := range madeForJobs {
		all, err := client.Resource(kind).Namespace(test.Namespace).List(ctx, metav1.ListOptions{})
		if err != nil {
			return nil, err
		}
		for _, object := range all.Items {
			owned := slices.ContainsFunc(object.GetOwnerReferences(), func(owner metav1.OwnerReference) bool {
				return owner.UID == job.UID || owner.Kind == "FournosJob" && owner.Name == job.Name
			})
			labels := object.GetLabels()
			if owned || labels[fournos.JobNameLabelKey] == job.Name || labels["tekton.dev/pipelineRun"] == job.Name {
				made = append(made, object)
			}
		}
	}
	return made, nil
}

// leftOf tells what is left of a job.
func leftOf(ctx context.Context, c *test.Clients, job *fournosv1.FournosJob) error {
	left, err := madeFor(ctx, c, job)
	if err != nil || len(left) == 0 {
		return err
	}
	return fmt.Errorf("%d objects of job %s are left, such as %s %s", len(left), job.Name, left[0].GetKind(), left[0].GetName())
}

// deleteJob deletes a job, as kubectl does.
func deleteJob(t *testing.T, c *test.Clients, name string) {
	t.Helper()
	if err := c.Fournos.FournosV1().FournosJobs(test.Namespace).Delete(t.Context(), name, metav1.DeleteOptions{}); err != nil {
		t.Fatal(err)
	}
}
