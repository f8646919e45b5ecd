//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/uuid"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/utils/ptr"

	"fournos.dev/fournos/pkg/apis/fournos"
	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/test"
)

// shown bounds the time from a job's creation to the message why its resolve Pod cannot start. The kubelet takes some
// seconds of it on busy cores; silent until the deadline of the resolve Job, it would be minutes.
const shown = 45 * time.Second

// resolver makes a resolve Job beforehand, and then the job that is to use it.
type resolver struct {
	c         *test.Clients
	job, made string
}

// premade makes a resolve Job that nobody owns and that runs a command in a shell, changed by the option, and then its job.
func premade(t *testing.T, spec fournosv1.FournosJobSpec, change func(*corev1.PodSpec), command ...string) resolver {
	t.Helper()
	r := resolver{c: test.NewClients(t), job: "premade-" + string(uuid.NewUUID())[:8]}
	r.made = r.job + "-resolve"
	pod := corev1.PodSpec{
		RestartPolicy:                corev1.RestartPolicyNever,
		AutomountServiceAccountToken: ptr.To(false),
		SecurityContext: &corev1.PodSecurityContext{
			RunAsNonRoot: ptr.To(true), RunAsUser: ptr.To[int64](65532),
			SeccompProfile: &corev1.SeccompProfile{Type: corev1.SeccompProfileTypeRuntimeDefault},
		},
		Containers: []corev1.Container{{
			Name: "resolve", Image: test.Shell, ImagePullPolicy: corev1.PullIfNotPresent, Command: command,
			SecurityContext: &corev1.SecurityContext{
				AllowPrivilegeEscalation: ptr.To(false),
				Capabilities:             &corev1.Capabilities{Drop: []corev1.Capability{"ALL"}},
			},
		}},
	}
	if change != nil {
		change(&pod)
	}
	jobs := r.c.Kube.BatchV1().Jobs(test.Namespace)
	_, err := jobs.Create(t.Context(), &batchv1.Job{
		ObjectMeta: metav1.ObjectMeta{Name: r.made, Namespace: test.Namespace},
		Spec: batchv1.JobSpec{
			BackoffLimit: ptr.To[int32](0),
			Template: corev1.PodTemplateSpec{
				ObjectMeta: metav1.ObjectMeta{Labels: map[string]string{fournos.JobNameLabelKey: r.job}},
				Spec:       pod,
			},
		},
	}, metav1.CreateOptions{})
	if err != nil {
		t.Fatalf("a resolve Job beforehand: %v", err)
	}
	t.Cleanup(func() {
		_ = jobs.Delete(context.Background(), r.made, metav1.DeleteOptions{PropagationPolicy: ptr.To(metav1.DeletePropagationBackground)})
	})
	created := r.c.Fournos.FournosV1().FournosJobs(test.Namespace)
	_, err = created.Create(t.Context(), &fournosv1.FournosJob{ObjectMeta: metav1.ObjectMeta{Name: r.job}, Spec: spec}, metav1.CreateOptions{})
	if err != nil {
		t.Fatalf("creating a job: %v", err)
	}
	t.Cleanup(func() { _ = created.Delete(context.Background(), r.job, metav1.DeleteOptions{}) })
	return r
}

// pipelineWith makes a Pipeline with a resolve image, and tells its name.
func pipelineWith(t *testing.T, c *test.Clients, image string) string {
	t.Helper()
	pipelines := c.Tekton.TektonV1().Pipelines(c.Namespace)
	pipeline, err := pipelines.Get(t.Context(), "fournos-run-only", metav1.GetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	made, err := pipelines.Create(t.Context(), &pipelinev1.Pipeline{
		ObjectMeta: metav1.ObjectMeta{GenerateName: "resolve-", Annotations: map[string]string{fournos.ResolveImageAnnotationKey: image}},
		Spec:       pipeline.Spec,
	}, metav1.CreateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pipelines.Delete(context.Background(), made.Name, metav1.DeleteOptions{}) })
	return made.Name
}

// soon watches a job until its message matches or it has ended, no longer than that should take.
func soon(t *testing.T, c *test.Clients, name, pattern string) *fournosv1.FournosJobStatus {
	t.Helper()
	want, began := regexp.MustCompile(pattern), time.Now()
	var job *fournosv1.FournosJob
	err := wait.PollUntilContextTimeout(t.Context(), 100*time.Millisecond, shown, true, func(context.Context) (bool, error) {
		var err error
		job, err = c.Fournos.FournosV1().FournosJobs(test.Namespace).Get(t.Context(), name, metav1.GetOptions{})
		return err == nil && (job.Status.IsDone() || want.MatchString(job.Status.Message)), err
	})
	took := time.Since(began).Round(100 * time.Millisecond)
	if err != nil || !want.MatchString(job.Status.Message) {
		t.Fatalf("after %v job %s is %s (%s), want a message like %s (%v)", took, name, job.Status.Phase, job.Status.Message, pattern, err)
	}
	t.Logf("after %v: %s", took, job.Status.Message)
	return &job.Status
}

// expectShown waits for the message why a resolve Pod cannot start, which is no end.
func expectShown(t *testing.T, c *test.Clients, name, pattern string) {
	t.Helper()
	status := soon(t, c, name, pattern)
	if end := status.GetCondition(fournosv1.ConditionSucceeded); status.Phase != fournosv1.PhaseResolving || !end.IsUnknown() {
		t.Errorf("job %s is %s, its condition Succeeded %v; want it Resolving and Unknown", name, status.Phase, end)
	}
}

// terminated ends a job that is being resolved: at once, for it has no PipelineRun.
func terminated(t *testing.T, c *test.Clients, name string) {
	t.Helper()
	c.Patch(t, name, terminate)
	c.UntilPhase(t, name, fournosv1.PhaseStopped)
}

// TestResolveKeepsTheUsersHardware has an engine that would fill in other hardware than the job asks for.
func TestResolveKeepsTheUsersHardware(t *testing.T) {
	t.Parallel()
	c := test.NewClients(t)
	job := c.Create(t, "own-hardware", fournosv1.FournosJobSpec{
		Exclusive: ptr.To(false),
		Hardware:  &fournosv1.Hardware{GPUType: "h200", GPUCount: 1},
		ExecutionEngine: test.Engine(t, map[string]any{"resolve": map[string]any{
			"hardware": map[string]any{"gpuType": "a100", "gpuCount": 2}, "secretRefs": []string{"demo-token"},
		}}),
	})
	test.Eventually(t, func(ctx context.Context) error {
		workload, err := c.Kueue.KueueV1beta2().Workloads(test.Namespace).Get(ctx, job.Name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		asked := workload.Spec.PodSets[0].Template.Spec.Containers[0].Resources.Requests
		if count := asked["fournos/gpu-h200"]; count.CmpInt64(1) != 0 || len(asked) != 2 {
			t.Errorf("Workload %s asks for %v, want one h200 and a slot", job.Name, asked)
		}
		return nil
	})
	after, err := c.Fournos.FournosV1().FournosJobs(test.Namespace).Get(t.Context(), job.Name, metav1.GetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if got := after.Spec.Hardware; got == nil || got.GPUType != "h200" || got.GPUCount != 1 {
		t.Errorf("spec.hardware is %+v, want it as the user wrote it", got)
	}
	if got := after.Spec.SecretRefs; len(got) != 1 {
		t.Errorf("spec.secretRefs is %v, want what the resolve Job filled in", got)
	}
}

// TestResolveJobMadeBeforehand finds the Job that is there already used, and left alone.
func TestResolveJobMadeBeforehand(t *testing.T) {
	t.Parallel()
	spec := onHub(t)
	spec.ExecutionEngine = test.Engine(t, map[string]any{"resolve": map[string]any{"fail": "this must not run"}})
	r := premade(t, spec, nil, "true")
	r.c.Until(t, r.job, "a run", func(job *fournosv1.FournosJob) bool {
		return job.Status.Phase == fournosv1.PhaseRunning || job.Status.IsDone()
	})
	r.c.UntilPhase(t, r.job, fournosv1.PhaseSucceeded)
	jobs := r.c.Kube.BatchV1().Jobs(test.Namespace)
	found, err := jobs.Get(t.Context(), r.made, metav1.GetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if len(found.OwnerReferences) != 0 || found.Labels["app.kubernetes.io/managed-by"] != "" || found.Generation != 1 {
		t.Errorf("Job %s was changed: %+v", r.made, found.ObjectMeta)
	}
	// A Job without labels has those of its Pods.
	all, err := jobs.List(t.Context(), metav1.ListOptions{LabelSelector: fournos.JobNameLabelKey + "=" + r.job})
	if err != nil || len(all.Items) != 1 {
		t.Errorf("%d resolve Jobs (%v), want one", len(all.Items), err)
	}
}

// TestResolveJobThatFailed keeps the Job, and has its words in the message.
func TestResolveJobThatFailed(t *testing.T) {
	t.Parallel()
	c := test.NewClients(t)
	spec := onHub(t)
	spec.ExecutionEngine = test.Engine(t, map[string]any{"resolve": map[string]any{"fail": "no preset 'huge'"}})
	job := c.Create(t, "unresolved", spec)
	status := c.UntilPhase(t, job.Name, fournosv1.PhaseFailed).Job.Status
	if want := "Resolution failed: no preset 'huge' (exit code 1); see the Pods of Job " + job.Name + "-resolve"; status.Message != want {
		t.Errorf("status.message = %q, want %q", status.Message, want)
	}
	if step := status.GetCondition(fournosv1.ConditionResolved); !step.IsFalse() || step.Message != "no preset 'huge' (exit code 1)" {
		t.Errorf("condition Resolved is %v", step)
	}
	if end := status.GetCondition(fournosv1.ConditionSucceeded); end.GetReason() != "ResolutionFailed" {
		t.Errorf("condition Succeeded is %v", end)
	}
	kept, err := c.Kube.BatchV1().Jobs(test.Namespace).Get(t.Context(), job.Name+"-resolve", metav1.GetOptions{})
	if err != nil || !metav1.IsControlledBy(kept, job) || kept.DeletionTimestamp != nil {
		t.Errorf("the failed Job is not kept: %v", err)
	}
}

// TestResolveImages has Pipelines whose resolve images cannot run.
func TestResolveImages(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ name, image, message string }{
		{"missing", "ko.local/no-such-engine:1.0", `^Pod \S+ of Job \S+ cannot start: (ErrImagePull|ImagePullBackOff|ErrImageNeverPull): .*ko\.local/no-such-engine`},
		{"misspelt", "Ko.Local/Engine::1", `^Pod \S+ of Job \S+ cannot start: InvalidImageName: .*Ko\.Local/Engine::1`},
		{"for root", test.Shell, `^Pod \S+ of Job \S+ cannot start: CreateContainerConfigError: .*runAsNonRoot`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			c := test.NewClients(t)
			spec := onHub(t)
			spec.Pipeline = pipelineWith(t, c, tc.image)
			job := c.Create(t, "bad-image", spec)
			expectShown(t, c, job.Name, tc.message)
			terminated(t, c, job.Name)
			expectGone(t, "Job "+job.Name+"-resolve", func(ctx context.Context) error {
				_, err := c.Kube.BatchV1().Jobs(test.Namespace).Get(ctx, job.Name+"-resolve", metav1.GetOptions{})
				return err
			})
		})
	}
	for _, tc := range []struct{ name, image string }{
		{"none", ""},
		{"blank", " "},
		{"with a blank", " " + test.Shell},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			c := test.NewClients(t)
			spec := onHub(t)
			spec.Pipeline = pipelineWith(t, c, tc.image)
			job := c.Create(t, "no-image", spec)
			status := soon(t, c, job.Name, "annotation "+fournos.ResolveImageAnnotationKey)
			if !strings.Contains(status.Message, "Pipeline '"+spec.Pipeline+"'") || status.Phase != fournosv1.PhaseFailed {
				t.Errorf("job %s is %s (%s), want it Failed, with the Pipeline's name", job.Name, status.Phase, status.Message)
			}
		})
	}
}

// TestResolvePodsThatDie says how in the message of the job.
func TestResolvePodsThatDie(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, message string
		command       []string
	}{
		{"out of memory", "OOMKilled, exit code 137", []string{"tail", "/dev/zero"}},
		{"by itself", "Error, exit code 3", []string{"sh", "-c", "exit 3"}},
		{"with last words", "too little salt (exit code 4)", []string{"sh", "-c", "echo too little salt >/dev/termination-log; exit 4"}},
		{"before it ran", "no-such-program", []string{"no-such-program"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			r := premade(t, onHub(t), func(pod *corev1.PodSpec) {
				pod.Containers[0].Resources.Limits = corev1.ResourceList{corev1.ResourceMemory: resource.MustParse("24Mi")}
			}, tc.command...)
			got := r.c.UntilPhase(t, r.job, fournosv1.PhaseFailed).Job.Status.Message
			tail := fmt.Sprintf("; see the Pods of Job %s", r.made)
			if !strings.HasPrefix(got, "Resolution failed: ") || !strings.Contains(got, tc.message) || !strings.HasSuffix(got, tail) {
				t.Errorf("status.message = %q, want it to tell %q", got, tc.message)
			}
		})
	}
}
