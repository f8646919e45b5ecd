//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	apierrs "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/test"
)

// TestTwoControllers has two replicas look after a template that ticks, and kills the one that leads. Each tick makes one
// job, whoever leads, and after the hand-over at most one makes up for those that nobody was there for.
func TestTwoControllers(t *testing.T) {
	t.Parallel()
	const every = 4 * time.Second
	i := test.Install(t, test.WithReplicas(2))
	// Its jobs fail at once, for they are not what matters here.
	template := i.Create(t, "ticks", fournosv1.FournosJobSpec{
		Clusterless: true, Exclusive: ptr.To(false), Pipeline: "none", ExecutionEngine: test.Engine(t, nil),
		Recurrence: fournosv1.Recurrence{Schedule: "@every " + every.String(), FailedJobsHistoryLimit: ptr.To[int32](99)},
	})
	expectTicks(t, i, template, every, 3)

	leader := leaderOf(t, i, "")
	err := i.Kube.CoreV1().Pods(i.SystemNamespace).Delete(t.Context(), leader, metav1.DeleteOptions{GracePeriodSeconds: ptr.To[int64](0)})
	if err != nil {
		t.Fatal(err)
	}
	before := len(expectTicks(t, i, template, every, 3))
	next := leaderOf(t, i, leader)
	t.Logf("Pod %s led, then Pod %s", leader, next)
	expectTicks(t, i, template, every, before+3)

	i.Patch(t, template.Name, stop)
	i.UntilPhase(t, template.Name, fournosv1.PhaseStopped)
}

// expectTicks waits for so many jobs of a template, and finds each to be of a tick of its own.
func expectTicks(t *testing.T, i *test.Installation, template *fournosv1.FournosJob, every time.Duration, atLeast int) map[time.Time]string {
	t.Helper()
	var ticks map[time.Time]string
	test.Eventually(t, func(ctx context.Context) error {
		children, err := childrenOf(ctx, i.Clients, template.Name)
		if err != nil {
			return err
		}
		ticks = map[time.Time]string{}
		for _, child := range children {
			seconds, err := strconv.ParseInt(strings.TrimPrefix(child.Name, template.Name+"-"), 10, 64)
			if err != nil {
				t.Fatalf("job %s is named after no tick of %s: %v", child.Name, template.Name, err)
			}
			tick := time.Unix(seconds, 0)
			if since := tick.Sub(template.CreationTimestamp.Time); since <= 0 || since%every != 0 {
				t.Fatalf("job %s is of %v after its template was made, which is no tick", child.Name, since)
			}
			if other, twice := ticks[tick]; twice {
				t.Fatalf("jobs %s and %s are of one tick", other, child.Name)
			}
			if late := child.CreationTimestamp.Sub(tick); late < 0 {
				t.Fatalf("job %s was made %v before its tick", child.Name, -late)
			}
			ticks[tick] = child.Name
		}
		if len(ticks) < atLeast {
			return fmt.Errorf("template %s has %d jobs, want %d", template.Name, len(ticks), atLeast)
		}
		return nil
	})
	return ticks
}

// leaderOf tells the Pod that leads the FournosJobs' reconcilers, once it is another than the one given.
func leaderOf(t *testing.T, i *test.Installation, former string) string {
	t.Helper()
	leader := ""
	test.Eventually(t, func(ctx context.Context) error {
		leases, err := i.Kube.CoordinationV1().Leases(i.SystemNamespace).List(ctx, metav1.ListOptions{})
		if err != nil {
			return err
		}
		for _, lease := range leases.Items {
			if !strings.HasPrefix(lease.Name, test.ControllerDeployment+".") || !strings.Contains(lease.Name, ".fournosjob.") {
				continue
			}
			pod, _, _ := strings.Cut(ptr.Deref(lease.Spec.HolderIdentity, ""), "_")
			if pod == "" || pod == former {
				return fmt.Errorf("lease %s is held by %q", lease.Name, pod)
			}
			if _, err := i.Kube.CoreV1().Pods(i.SystemNamespace).Get(ctx, pod, metav1.GetOptions{}); apierrs.IsNotFound(err) {
				return fmt.Errorf("lease %s is held by Pod %s, which is gone", lease.Name, pod)
			}
			leader = pod
			return nil
		}
		return fmt.Errorf("no lease of the FournosJobs' reconciler among %d", len(leases.Items))
	})
	return leader
}
