//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	apierrs "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/dynamic"
	"k8s.io/utils/ptr"
	"knative.dev/pkg/apis"

	"fournos.dev/fournos/pkg/apis/fournos"
	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/test"
)

// again deletes a job and creates another of its name at once.
func again(t *testing.T, c *test.Clients, old *fournosv1.FournosJob, spec fournosv1.FournosJobSpec) *fournosv1.FournosJob {
	t.Helper()
	deleteJob(t, c, old.Name)
	return named(t, c, old.Name, spec)
}

func named(t *testing.T, c *test.Clients, name string, spec fournosv1.FournosJobSpec) *fournosv1.FournosJob {
	t.Helper()
	jobs := c.Fournos.FournosV1().FournosJobs(test.Namespace)
	job, err := jobs.Create(t.Context(), &fournosv1.FournosJob{
		ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: test.Namespace}, Spec: spec,
	}, metav1.CreateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = jobs.Delete(context.Background(), name, metav1.DeleteOptions{}) })
	return job
}

// vaultEntry makes a vault entry with one key.
func vaultEntry(t *testing.T, c *test.Clients, name, value string) {
	t.Helper()
	secrets := c.Kube.CoreV1().Secrets(test.SecretsNamespace)
	_, err := secrets.Create(t.Context(), &corev1.Secret{
		ObjectMeta: metav1.ObjectMeta{Name: "vault-" + name, Labels: map[string]string{fournos.VaultEntryLabelKey: "true"}},
		StringData: map[string]string{"value": value},
	}, metav1.CreateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = secrets.Delete(context.Background(), "vault-"+name, metav1.DeleteOptions{}) })
}

func editVaultEntry(t *testing.T, c *test.Clients, name, value string) {
	t.Helper()
	patch := fmt.Sprintf(`{"stringData":{"value":%q}}`, value)
	if _, err := c.Kube.CoreV1().Secrets(test.SecretsNamespace).Patch(t.Context(), "vault-"+name, types.MergePatchType, []byte(patch), metav1.PatchOptions{}); err != nil {
		t.Fatal(err)
	}
}

// expectFresh checks that what stands under a running job's names was made for it, and not for a former one.
func expectFresh(t *testing.T, c *test.Clients, job *fournosv1.FournosJob) {
	t.Helper()
	made, err := madeFor(t.Context(), c, job)
	if err != nil {
		t.Fatal(err)
	}
	uids := map[types.UID]bool{job.UID: true}
	names := map[string]bool{}
	for _, object := range made {
		uids[object.GetUID()] = true
		if object.GetDeletionTimestamp() == nil {
			names[object.GetKind()+" "+object.GetName()] = true
		}
	}
	for _, object := range made {
		for _, owner := range object.GetOwnerReferences() {
			if !uids[owner.UID] {
				t.Errorf("%s %s belongs to %s %s of a former job", object.GetKind(), object.GetName(), owner.Kind, owner.Name)
			}
		}
		if object.GetDeletionTimestamp() != nil {
			t.Errorf("%s %s is on its way out", object.GetKind(), object.GetName())
		}
	}
	want := []string{"Job " + job.Name + "-resolve", "PipelineRun " + job.Name}
	for _, ref := range job.Spec.SecretRefs {
		want = append(want, "Secret "+job.Name+"-"+string(ref))
	}
	if !job.Spec.Clusterless {
		want = append(want, "PipelineRun "+job.Name+"-admission", "CustomRun "+job.Name+"-admission-gate", "Workload "+job.Name, "Secret "+job.Name+"-kubeconfig")
	}
	for _, name := range want {
		if !names[name] {
			t.Errorf("job %s has no %s", job.Name, name)
		}
	}
}

// expectWhole lets the last job of a name run to its end, and checks that it is all its own.
func expectWhole(t *testing.T, c *test.Clients, job *fournosv1.FournosJob) {
	t.Helper()
	running := c.UntilPhase(t, job.Name, fournosv1.PhaseRunning).Job
	untilPodRuns(t, c, job.Name, runPod)
	expectFresh(t, c, running)
	ended := c.UntilPhase(t, job.Name, fournosv1.PhaseSucceeded).Job
	if ended.UID != job.UID || ended.Status.Attempts != 1 || ended.Status.StartTime.Before(&job.CreationTimestamp) {
		t.Errorf("job %s (%s) began at %v, in %d attempts; want the one of %v (%s), in 1",
			ended.Name, ended.UID, ended.Status.StartTime, ended.Status.Attempts, job.CreationTimestamp, job.UID)
	}
}

// TestRecreatedWhileResolving creates a job again and again, before and while its resolve Job runs.
func TestRecreatedWhileResolving(t *testing.T) {
	t.Parallel()
	c := test.NewClients(t)
	long, short := onHub(t), onHub(t)
	long.ExecutionEngine = test.Engine(t, map[string]any{"resolve": map[string]any{"sleep": "10m"}})
	short.ExecutionEngine = test.Engine(t, map[string]any{"sleep": "6s"})
	job := c.Create(t, "resolving", long)
	for range 3 {
		c.UntilPhase(t, job.Name, fournosv1.PhaseResolving)
		job = again(t, c, job, long)
	}
	untilPodRuns(t, c, job.Name, resolvePod)
	expectWhole(t, c, again(t, c, job, short))
}

// TestRecreatedWhilePending creates a job again and again that waits behind a lock.
func TestRecreatedWhilePending(t *testing.T) {
	t.Parallel()
	c := test.NewClients(t)
	holder := lock(t, c, fournosv1.FournosJobSpec{Cluster: "cluster-1"})
	spec := fournosv1.FournosJobSpec{
		Cluster: "cluster-1", Exclusive: ptr.To(false), Pipeline: "fournos-run-only",
		ExecutionEngine: test.Engine(t, map[string]any{"sleep": "6s"}),
	}
	job := c.Create(t, "pending", spec)
	for range 3 {
		c.UntilMessage(t, job.Name, "locked by job "+holder.Name)
		job = again(t, c, job, spec)
	}
	c.UntilMessage(t, job.Name, "locked by job "+holder.Name)
	c.Patch(t, holder.Name, stop)
	expectWhole(t, c, job)
}

// TestRecreatedWhileRunning creates a job again and again that runs, and edits its vault entry in between.
func TestRecreatedWhileRunning(t *testing.T) {
	t.Parallel()
	for _, clusterless := range []bool{false, true} {
		t.Run(fmt.Sprintf("clusterless=%v", clusterless), func(t *testing.T) {
			t.Parallel()
			c := test.NewClients(t)
			spec := onHub(t)
			if !clusterless {
				spec.Clusterless, spec.Cluster = false, "cluster-3"
			}
			spec.ExecutionEngine = test.Engine(t, map[string]any{"sleep": "10m"})
			job := c.Create(t, "running", spec)
			ref := job.Name + "-entry"
			vaultEntry(t, c, ref, "0")
			spec.SecretRefs = []fournosv1.SecretRef{fournosv1.SecretRef(ref)}
			for i := range 2 {
				if i == 1 {
					spec.ExecutionEngine = test.Engine(t, map[string]any{"sleep": "6s"})
				}
				value := fmt.Sprint("value ", i)
				editVaultEntry(t, c, ref, value)
				job = again(t, c, job, spec)
				c.UntilPhase(t, job.Name, fournosv1.PhaseRunning)
				if i == 0 {
					untilPodRuns(t, c, job.Name, runPod)
				}
				copied, err := c.Kube.CoreV1().Secrets(test.Namespace).Get(t.Context(), job.Name+"-"+ref, metav1.GetOptions{})
				if err != nil {
					t.Fatal(err)
				}
				if got := string(copied.Data["value"]); got != value || !metav1.IsControlledBy(copied, job) {
					t.Errorf("Secret %s holds %q and belongs to %v, want %q of the job's own", copied.Name, got, copied.OwnerReferences, value)
				}
			}
			expectWhole(t, c, job)
		})
	}
}

// resolvedBeforehand makes a resolve Job that is complete without a Pod, for all jobs of a name: nothing holds up the
// next job of that name then, so that it meets what the garbage collector has not come to.
func resolvedBeforehand(t *testing.T, c *test.Clients, job string) {
	t.Helper()
	resolves := c.Kube.BatchV1().Jobs(test.Namespace)
	resolve, err := resolves.Create(t.Context(), &batchv1.Job{
		ObjectMeta: metav1.ObjectMeta{Name: job + "-resolve", Labels: map[string]string{fournos.JobNameLabelKey: job}},
		Spec: batchv1.JobSpec{Completions: ptr.To[int32](0), Template: corev1.PodTemplateSpec{Spec: corev1.PodSpec{
			RestartPolicy: corev1.RestartPolicyNever, Containers: []corev1.Container{{Name: "none", Image: test.Shell}},
		}}},
	}, metav1.CreateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = resolves.Delete(context.Background(), resolve.Name, metav1.DeleteOptions{PropagationPolicy: ptr.To(metav1.DeletePropagationBackground)})
	})
}

// TestRecreatedWhilePodLingers creates a job again whose Pod takes its time to end. The new run must not take that Pod,
// which has the name that its own is to have, for its own.
func TestRecreatedWhilePodLingers(t *testing.T) {
	t.Parallel()
	for _, clusterless := range []bool{false, true} {
		t.Run(fmt.Sprintf("clusterless=%v", clusterless), func(t *testing.T) {
			t.Parallel()
			c := test.NewClients(t)
			spec := onHub(t)
			if !clusterless {
				spec.Clusterless, spec.Cluster = false, "cluster-3"
			}
			spec.Pipeline = lingering(t, c, 20*time.Second)
			job := c.Create(t, "lingers", scheduledFar(t))
			resolvedBeforehand(t, c, job.Name)
			job = again(t, c, job, spec)
			untilPodRuns(t, c, job.Name, runPod)
			spec.Pipeline, spec.ExecutionEngine = "fournos-run-only", test.Engine(t, map[string]any{"sleep": "6s"})
			expectWhole(t, c, again(t, c, job, spec))
		})
	}
}

// TestRecreatedWhileRunsLinger creates a job again whose TaskRun or gate is collected late, here by a finalizer of ours.
// The new run must not take a former one's end for its own: it would be done without having run, or without a cluster.
func TestRecreatedWhileRunsLinger(t *testing.T) {
	t.Parallel()
	const pin, unpin = `{"metadata":{"finalizers":["fournos.dev/test"]}}`, `{"metadata":{"finalizers":null}}`
	for _, tc := range []struct {
		name   string
		kind   schema.GroupVersionResource
		suffix string
	}{
		{"gate", schema.GroupVersionResource{Group: "tekton.dev", Version: "v1beta1", Resource: "customruns"}, "-admission-gate"},
		{"task", schema.GroupVersionResource{Group: "tekton.dev", Version: "v1", Resource: "taskruns"}, "-run"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			c := test.NewClients(t)
			spec := onHub(t)
			if tc.name == "gate" {
				spec.Clusterless, spec.Cluster = false, "cluster-3"
			}
			job := c.Create(t, "pinned-"+tc.name, scheduledFar(t))
			resolvedBeforehand(t, c, job.Name)
			job = again(t, c, job, spec)
			c.UntilPhase(t, job.Name, fournosv1.PhaseSucceeded)
			objects := dynamic.NewForConfigOrDie(c.Config).Resource(tc.kind).Namespace(test.Namespace)
			patch := func(ctx context.Context, patch string) error {
				_, err := objects.Patch(ctx, job.Name+tc.suffix, types.MergePatchType, []byte(patch), metav1.PatchOptions{})
				return err
			}
			if err := patch(t.Context(), pin); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = patch(context.Background(), unpin) })

			spec.ExecutionEngine = test.Engine(t, map[string]any{"sleep": "6s"})
			job = again(t, c, job, spec)
			begun, resolved := time.Now(), time.Time{}
			test.Eventually(t, func(ctx context.Context) error {
				now, err := c.Fournos.FournosV1().FournosJobs(test.Namespace).Get(ctx, job.Name, metav1.GetOptions{})
				if err != nil {
					return err
				}
				status := &now.Status
				if status.IsDone() || tc.name == "gate" && status.GetCondition(fournosv1.ConditionWorkloadAdmitted).IsTrue() {
					t.Fatalf("job %s is %s (%s) by what is left of a former one", now.Name, status.Phase, status.Message)
				}
				if resolved.IsZero() && status.GetCondition(fournosv1.ConditionResolved).IsTrue() {
					resolved = time.Now()
				}
				// It may also wait before it is resolved.
				if time.Since(begun) < 40*time.Second && (resolved.IsZero() || time.Since(resolved) < 12*time.Second) {
					return fmt.Errorf("job %s has had no time to go wrong", now.Name)
				}
				return nil
			})
			if err := patch(t.Context(), unpin); err != nil && !apierrs.IsNotFound(err) {
				t.Fatal(err)
			}
			expectWhole(t, c, job)
		})
	}
}

// TestSecretNameClash has job a, whose vault entry is b-kubeconfig, and job a-b want the same Secret. The later one ends
// with the Secret's name in its message; the earlier one is left alone.
func TestSecretNameClash(t *testing.T) {
	t.Parallel()
	for _, later := range []string{"kubeconfig", "entry"} {
		t.Run(later, func(t *testing.T) {
			t.Parallel()
			c := test.NewClients(t)
			short := c.Create(t, "clash", scheduledFar(t)).Name
			ref := short[len("clash-"):] + "-" + later + "-kubeconfig"
			long := short + "-" + strings.TrimSuffix(ref, "-kubeconfig")
			deleteJob(t, c, short)
			vaultEntry(t, c, ref, "mine")

			withEntry, withKubeconfig := onHub(t), onHub(t)
			withEntry.SecretRefs = []fournosv1.SecretRef{fournosv1.SecretRef(ref)}
			withKubeconfig.Clusterless, withKubeconfig.Cluster = false, "cluster-3"
			firstName, firstSpec, secondName, secondSpec := short, withEntry, long, withKubeconfig
			if later == "entry" {
				firstName, firstSpec, secondName, secondSpec = long, withKubeconfig, short, withEntry
			}
			firstSpec.ExecutionEngine = test.Engine(t, map[string]any{"sleep": "10m"})
			first := named(t, c, firstName, firstSpec)
			c.UntilPhase(t, first.Name, fournosv1.PhaseRunning)
			second := named(t, c, secondName, secondSpec)
			failed := c.UntilPhase(t, second.Name, fournosv1.PhaseFailed).Job
			if got, want := failed.Status.Message, `Secret "`+long+`-kubeconfig"`; !strings.Contains(got, want) {
				t.Errorf("message %q, want %s in it", got, want)
			}
			if end := failed.Status.GetCondition(apis.ConditionSucceeded); end.GetReason() != fournos.ReasonNameConflict {
				t.Errorf("condition Succeeded is %v, want reason %s", end, fournos.ReasonNameConflict)
			}
			expectNoWorkload(t, c, second.Name)
			expectNothingRan(t, c, second.Name)
			deleteJob(t, c, second.Name)
			expectOwnSecrets(t, c, first, long+"-kubeconfig")
			c.Patch(t, first.Name, terminate)
			c.UntilPhase(t, first.Name, fournosv1.PhaseStopped)
		})
	}
}

func scheduledFar(t *testing.T) fournosv1.FournosJobSpec {
	spec := onHub(t)
	spec.ScheduledStartTime = "2999-12-31T00:00:00Z"
	return spec
}
