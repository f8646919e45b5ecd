//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"
	kueuev1beta2 "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/test"
)

// TestPriorities has two jobs wait for one cluster. The later one overtakes the earlier when its class gets a higher
// value, which reaches it while it waits; and the class that a waiting job names cannot be changed.
func TestPriorities(t *testing.T) {
	t.Parallel()
	i := test.Install(t)
	cluster := i.Clusters[0]
	low, raised := priorityClass(t, i, "low", 5), priorityClass(t, i, "raised", 1)
	lock := i.Create(t, "lock", fournosv1.FournosJobSpec{Cluster: cluster, LockOnly: true, Priority: priorityClass(t, i, "lock", 100)})
	i.UntilPhase(t, lock.Name, fournosv1.PhaseAdmitted)
	wait := func(prefix, priority string) *fournosv1.FournosJob {
		job := i.Create(t, prefix, fournosv1.FournosJobSpec{
			Cluster: cluster, Priority: priority, Pipeline: "fournos-run-only", ExecutionEngine: test.Engine(t, map[string]any{"sleep": "1s"}),
		})
		i.UntilPhase(t, job.Name, fournosv1.PhasePending)
		return job
	}
	earlier, later := wait("earlier", low), wait("later", raised)
	expectPriority(t, i, earlier.Name, 5)
	expectPriority(t, i, later.Name, 1)

	_, err := i.Fournos.FournosV1().FournosJobs(i.Namespace).Patch(t.Context(), later.Name, types.MergePatchType,
		[]byte(fmt.Sprintf(`{"spec":{"priority":%q}}`, low)), metav1.PatchOptions{})
	if err == nil || !strings.Contains(err.Error(), "spec.priority cannot change once the job is being resolved") {
		t.Errorf("changing the priority of a job that waits: %v, want that it is refused", err)
	}

	// Higher than the other's, and less than the lock's, which it is to wait for.
	patch := []byte(`{"value":50}`)
	if _, err := i.Kueue.KueueV1beta2().WorkloadPriorityClasses().Patch(t.Context(), raised, types.MergePatchType, patch, metav1.PatchOptions{}); err != nil {
		t.Fatal(err)
	}
	expectPriority(t, i, later.Name, 50)

	i.Patch(t, lock.Name, stop)
	first := i.UntilPhase(t, later.Name, fournosv1.PhaseSucceeded).Job
	second := i.UntilPhase(t, earlier.Name, fournosv1.PhaseSucceeded).Job
	if second.Status.CompletionTime.Before(first.Status.CompletionTime) {
		t.Errorf("job %s of the lower priority ended at %v, before job %s at %v", second.Name, second.Status.CompletionTime, first.Name, first.Status.CompletionTime)
	}
}

func priorityClass(t *testing.T, i *test.Installation, name string, value int32) string {
	t.Helper()
	classes := i.Kueue.KueueV1beta2().WorkloadPriorityClasses()
	class, err := classes.Create(t.Context(), &kueuev1beta2.WorkloadPriorityClass{ObjectMeta: metav1.ObjectMeta{Name: i.Name + "-" + name}, Value: value}, metav1.CreateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = classes.Delete(context.Background(), class.Name, metav1.DeleteOptions{}) })
	return class.Name
}

// expectPriority waits until Kueue counts a job's Workload with a priority.
func expectPriority(t *testing.T, i *test.Installation, name string, want int32) {
	t.Helper()
	test.Eventually(t, func(ctx context.Context) error {
		workload, err := i.Kueue.KueueV1beta2().Workloads(i.Namespace).Get(ctx, name, metav1.GetOptions{})
		if err == nil && ptr.Deref(workload.Spec.Priority, 0) != want {
			err = fmt.Errorf("Workload %s has priority %v, want %d", name, workload.Spec.Priority, want)
		}
		return err
	})
}
