//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	apierrs "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/utils/ptr"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/test"
)

// outages are components of the hub without which no job goes on. For the rows see docs/failures.md.
var outages = []struct {
	name, component string
	// during is the phase in which the job stays meanwhile.
	during fournosv1.Phase
}{
	{name: "Kueue is down", component: "kueue", during: fournosv1.PhaseResolving},
	{name: "Tekton's webhook is down", component: "tekton-webhook", during: fournosv1.PhasePending},
}

// TestOutages kills a component, and starts it again: a job that came meanwhile waits, tells in an event what for, and
// goes on. It is not parallel, for no other test could either.
func TestOutages(t *testing.T) {
	c := test.NewClients(t)
	for _, outage := range outages {
		t.Run(outage.name, func(t *testing.T) {
			hub(t, "kill", outage.component)
			revived := false
			revive := func() {
				if !revived {
					hub(t, "up", "--alone", outage.component)
					revived = true
				}
			}
			defer revive()
			job := c.Create(t, "outage", fournosv1.FournosJobSpec{
				Exclusive: ptr.To(false), Pipeline: "fournos-run-only", ExecutionEngine: test.Engine(t, nil),
			})
			c.UntilPhase(t, job.Name, outage.during)
			expectTrouble(t, c, job.Name)
			if now := c.UntilPhase(t, job.Name, outage.during).Job; now.Status.IsDone() {
				t.Errorf("job %s is %s while %s", job.Name, now.Status.Phase, outage.name)
			}
			revive()
			end := c.UntilPhase(t, job.Name, fournosv1.PhaseSucceeded).Job
			expectNothingHeld(t, c, end)
		})
	}
}

// expectTrouble waits for the event that tells what the API server says of a job's trouble.
func expectTrouble(t *testing.T, c *test.Clients, name string) {
	t.Helper()
	test.Eventually(t, func(ctx context.Context) error {
		events, err := c.Kube.CoreV1().Events(test.Namespace).List(ctx, metav1.ListOptions{
			FieldSelector: fields.Set{"reason": "InternalError", "type": "Warning"}.String(),
		})
		if err != nil {
			return err
		}
		for _, event := range events.Items {
			about := event.InvolvedObject
			if (about.Name == name && about.Kind == "FournosJob" || strings.HasPrefix(about.Name, name+"-") && about.Kind == "CustomRun") &&
				strings.Contains(event.Message, "failed calling webhook") {
				return nil
			}
		}
		return fmt.Errorf("no event tells what job %s waits for", name)
	})
}

// hub calls the hub command.
func hub(t *testing.T, args ...string) {
	t.Helper()
	// Not the test's context: what was killed is started again also when the test has failed.
	ctx, cancel := context.WithTimeout(context.Background(), 4*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "go", append([]string{"run", "-C", filepath.Join(test.Top(t), "dev", "hub"), "."}, args...)...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("hub %s: %v: %s", strings.Join(args, " "), err, out)
	}
}

// ownMishaps befall a queue, or a cluster, that are an installation's own.
var ownMishaps = []struct {
	name    string
	happens func(*testing.T, *test.Installation)
}{
	{name: "kubeconfig missing", happens: withoutKubeconfig},
	{name: "ClusterQueue deleted while the job waits", happens: withoutQueue},
}

// TestMishapsOfAnInstallation is the part of the failure matrix that needs an installation of its own.
func TestMishapsOfAnInstallation(t *testing.T) {
	t.Parallel()
	i := test.Install(t)
	for _, row := range ownMishaps {
		t.Run(row.name, func(t *testing.T) { row.happens(t, i) })
	}
}

func withoutKubeconfig(t *testing.T, i *test.Installation) {
	cluster := i.Clusters[1]
	secrets := i.Kube.CoreV1().Secrets(i.SecretsNamespace)
	if err := secrets.Delete(t.Context(), "kubeconfig-"+cluster, metav1.DeleteOptions{}); err != nil {
		t.Fatal(err)
	}
	job := i.Create(t, "keyless", fournosv1.FournosJobSpec{Cluster: cluster, ExecutionEngine: test.Engine(t, nil)})
	end := i.UntilPhase(t, job.Name, fournosv1.PhaseFailed).Job
	if want := fmt.Sprintf("Secret %q not found in namespace %s: it should hold the kubeconfig of cluster %s", "kubeconfig-"+cluster, i.SecretsNamespace, cluster); end.Status.Message != want {
		t.Errorf("status.message = %q, want %q", end.Status.Message, want)
	}
	expectNoWorkloadIn(t, i, job.Name)
}

func withoutQueue(t *testing.T, i *test.Installation) {
	cluster := i.Clusters[0]
	lock := i.Create(t, "lock", fournosv1.FournosJobSpec{Cluster: cluster, LockOnly: true})
	i.UntilPhase(t, lock.Name, fournosv1.PhaseAdmitted)
	job := i.Create(t, "queueless", fournosv1.FournosJobSpec{Cluster: cluster, Pipeline: "fournos-run-only", ExecutionEngine: test.Engine(t, nil)})
	i.UntilMessage(t, job.Name, "held by job "+lock.Name)

	queues := i.Kueue.KueueV1beta2().ClusterQueues()
	queue, err := queues.Get(t.Context(), i.Name, metav1.GetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := queues.Delete(t.Context(), i.Name, metav1.DeleteOptions{}); err != nil {
		t.Fatal(err)
	}
	// Who has quota keeps it: the queue goes when the last has given it back.
	i.Patch(t, lock.Name, stop)
	i.UntilPhase(t, lock.Name, fournosv1.PhaseStopped)
	test.Eventually(t, func(ctx context.Context) error {
		_, err := queues.Get(ctx, i.Name, metav1.GetOptions{})
		if !apierrs.IsNotFound(err) {
			return fmt.Errorf("ClusterQueue %s is still there (%v)", i.Name, err)
		}
		return nil
	})
	if now := i.Until(t, job.Name, "any phase", func(*fournosv1.FournosJob) bool { return true }).Job; now.Status.Phase != fournosv1.PhasePending {
		t.Errorf("the job is %s (%s) without its queue, want Pending", now.Status.Phase, now.Status.Message)
	}
	again := queue.DeepCopy()
	again.ObjectMeta = metav1.ObjectMeta{Name: queue.Name, Labels: queue.Labels}
	test.Eventually(t, func(ctx context.Context) error {
		_, err := queues.Create(ctx, again, metav1.CreateOptions{})
		return err
	})
	i.UntilPhase(t, job.Name, fournosv1.PhaseSucceeded)
	expectNoWorkloadIn(t, i, job.Name)
}

func expectNoWorkloadIn(t *testing.T, i *test.Installation, name string) {
	t.Helper()
	test.Eventually(t, func(ctx context.Context) error {
		_, err := i.Kueue.KueueV1beta2().Workloads(i.Namespace).Get(ctx, name, metav1.GetOptions{})
		if !apierrs.IsNotFound(err) {
			return fmt.Errorf("Workload %s is still there (%v)", name, err)
		}
		return nil
	})
}
