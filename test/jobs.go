package test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/apimachinery/pkg/watch"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
)

// Deadline bounds each wait for a condition. It is far above what any takes: tests in parallel wait for each other's
// clusters, and for two cores.
const Deadline = 8 * time.Minute

// Engine is the mock engine's configuration of a job, see dev/engine.
func Engine(t testing.TB, config map[string]any) map[string]runtime.RawExtension {
	t.Helper()
	raw, err := json.Marshal(config)
	if err != nil {
		t.Fatal(err)
	}
	return map[string]runtime.RawExtension{"mock": {Raw: raw}}
}

// Create creates a job with a generated name that begins as given, and deletes it when the test has ended.
func (c *Clients) Create(t testing.TB, prefix string, spec fournosv1.FournosJobSpec) *fournosv1.FournosJob {
	t.Helper()
	jobs := c.Fournos.FournosV1().FournosJobs(c.Namespace)
	job, err := jobs.Create(t.Context(), &fournosv1.FournosJob{
		ObjectMeta: metav1.ObjectMeta{GenerateName: prefix + "-", Namespace: c.Namespace},
		Spec:       spec,
	}, metav1.CreateOptions{})
	if err != nil {
		t.Fatalf("creating a job: %v", err)
	}
	t.Cleanup(func() {
		if t.Failed() {
			c.describe(t, job.Name)
		}
		_ = jobs.Delete(context.Background(), job.Name, metav1.DeleteOptions{})
	})
	return job
}

// Step is a phase of a job with the message that it had when it was seen first.
type Step struct {
	Phase   fournosv1.Phase
	Message string
	At      time.Time
}

// History is what a watch saw of a job.
type History struct {
	Steps []Step
	Job   *fournosv1.FournosJob
}

// Phases are the phases in the order in which the job was in them.
func (h *History) Phases() []fournosv1.Phase {
	var phases []fournosv1.Phase
	for _, step := range h.Steps {
		if len(phases) == 0 || phases[len(phases)-1] != step.Phase {
			phases = append(phases, step.Phase)
		}
	}
	return phases
}

// Reached is when the job was first seen in a phase.
func (h *History) Reached(t testing.TB, phase fournosv1.Phase) time.Time {
	t.Helper()
	for _, step := range h.Steps {
		if step.Phase == phase {
			return step.At
		}
	}
	t.Fatalf("job %s was never %s, only %v", h.Job.Name, phase, h.Phases())
	return time.Time{}
}

// Until watches a job until the condition holds, and tells all that it saw.
func (c *Clients) Until(t testing.TB, name, what string, condition func(*fournosv1.FournosJob) bool) *History {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), Deadline)
	defer cancel()
	history := &History{}
	for {
		watcher, err := c.Fournos.FournosV1().FournosJobs(c.Namespace).Watch(ctx, metav1.ListOptions{
			FieldSelector: fields.OneTermEqualSelector("metadata.name", name).String(),
		})
		if err != nil {
			t.Fatalf("job %s: waiting for %s: %v; seen %v", name, what, err, history.Phases())
		}
		for event := range watcher.ResultChan() {
			job, ok := event.Object.(*fournosv1.FournosJob)
			if !ok || event.Type == watch.Deleted {
				continue
			}
			history.add(job)
			if condition(job) {
				watcher.Stop()
				return history
			}
		}
		if ctx.Err() != nil {
			t.Fatalf("job %s: no %s within %v; seen %+v", name, what, Deadline, history.Steps)
		}
	}
}

func (h *History) add(job *fournosv1.FournosJob) {
	h.Job = job
	step := Step{Phase: job.Status.Phase, Message: job.Status.Message, At: time.Now()}
	if step.Phase == "" {
		return
	}
	if n := len(h.Steps); n > 0 && h.Steps[n-1].Phase == step.Phase && h.Steps[n-1].Message == step.Message {
		return
	}
	h.Steps = append(h.Steps, step)
}

// UntilPhase watches a job until it is in a phase, and fails at once when it ends in another.
func (c *Clients) UntilPhase(t testing.TB, name string, phase fournosv1.Phase) *History {
	t.Helper()
	history := c.Until(t, name, "phase "+string(phase), func(job *fournosv1.FournosJob) bool {
		return job.Status.Phase == phase || job.Status.IsDone()
	})
	if got := history.Job.Status.Phase; got != phase {
		t.Fatalf("job %s ended %s (%s), expected %s", name, got, history.Job.Status.Message, phase)
	}
	return history
}

// UntilMessage watches a job until its message holds all the parts.
func (c *Clients) UntilMessage(t testing.TB, name string, parts ...string) *History {
	t.Helper()
	return c.Until(t, name, "message with "+strings.Join(parts, ", "), func(job *fournosv1.FournosJob) bool {
		for _, part := range parts {
			if !strings.Contains(job.Status.Message, part) {
				return false
			}
		}
		return true
	})
}

// Patch merges a patch into a job.
func (c *Clients) Patch(t testing.TB, name, patch string) {
	t.Helper()
	_, err := c.Fournos.FournosV1().FournosJobs(c.Namespace).Patch(t.Context(), name, types.MergePatchType, []byte(patch), metav1.PatchOptions{})
	if err != nil {
		t.Fatalf("patching job %s: %v", name, err)
	}
}

// Eventually waits until the condition holds; its error says what is still missing.
func Eventually(t testing.TB, condition func(ctx context.Context) error) {
	t.Helper()
	var last error
	err := wait.PollUntilContextTimeout(t.Context(), 100*time.Millisecond, Deadline, true, func(ctx context.Context) (bool, error) {
		last = condition(ctx)
		return last == nil, nil
	})
	if err != nil {
		t.Fatalf("not within %v: %v", Deadline, last)
	}
}

// describe logs what a person would look at first.
func (c *Clients) describe(t testing.TB, name string) {
	ctx := context.Background()
	if job, err := c.Fournos.FournosV1().FournosJobs(c.Namespace).Get(ctx, name, metav1.GetOptions{}); err == nil {
		status, _ := json.MarshalIndent(job.Status, "", "  ")
		t.Logf("status of job %s: %s", name, status)
	}
	events, err := c.Kube.CoreV1().Events(c.Namespace).List(ctx, metav1.ListOptions{})
	if err != nil {
		return
	}
	for _, event := range events.Items {
		if strings.HasPrefix(event.InvolvedObject.Name, name) && event.Type == corev1.EventTypeWarning {
			t.Logf("event on %s %s: %s: %s", event.InvolvedObject.Kind, event.InvolvedObject.Name, event.Reason, event.Message)
		}
	}
}
