//go:build e2e

package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	apierrs "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"

	"fournos.dev/fournos/pkg/apis/fournos"
	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/test"
)

// oddJob is a job as somebody may write it, in JSON, so that what is odd about it reaches the API server.
type oddJob struct {
	name string
	spec string
	rest string // All but apiVersion and kind, in place of a spec, for what is odd elsewhere.

	phase   fournosv1.Phase
	message []string
	begins  bool // Whether the job gets as far as to be resolved.
}

func (o *oddJob) body() []byte {
	rest := o.rest
	if rest == "" {
		rest = `"metadata":{"generateName":"odd-"},"spec":` + o.spec
	}
	return []byte(`{"apiVersion":"fournos.dev/v1","kind":"FournosJob",` + rest + `}`)
}

// createRaw posts a job. With dryRun it is not kept.
func createRaw(t *testing.T, c *test.Clients, body []byte, validation, dryRun string) ([]byte, error) {
	t.Helper()
	request := c.Fournos.FournosV1().RESTClient().Post().Namespace(test.Namespace).Resource("fournosjobs").
		Param("fieldValidation", validation).Body(body).SetHeader("Content-Type", "application/json")
	if dryRun != "" {
		request = request.Param("dryRun", dryRun)
	}
	result := request.Do(t.Context())
	if err := result.Error(); err != nil { // That of Raw says less.
		return nil, err
	}
	return result.Raw()
}

// TestOddJobsAreRefused tries what the API server must not let in. It is dry, for what is let in by mistake might stop
// the controller from reading any job.
func TestOddJobsAreRefused(t *testing.T) {
	t.Parallel()
	c := test.NewClients(t)
	for _, tc := range refusedJobs() {
		t.Run(tc.name, func(t *testing.T) {
			validation := metav1.FieldValidationIgnore
			if tc.strict {
				validation = metav1.FieldValidationStrict
			}
			odd := oddJob{spec: tc.spec, rest: tc.rest}
			_, err := createRaw(t, c, odd.body(), validation, metav1.DryRunAll)
			if !apierrs.IsInvalid(err) && !apierrs.IsBadRequest(err) || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got %v, want it refused with %q", err, tc.want)
			}
		})
	}
}

// TestOddJobsEndClearly creates all that the API server lets in, at once, and then looks at what became of each.
func TestOddJobsEndClearly(t *testing.T) {
	t.Parallel()
	c := test.NewClients(t)
	jobs := c.Fournos.FournosV1().FournosJobs(test.Namespace)
	table := acceptedJobs()
	names := make([]string, len(table))
	for i, odd := range table {
		raw, err := createRaw(t, c, odd.body(), metav1.FieldValidationIgnore, "")
		if err != nil {
			t.Errorf("%s: %v, want it taken", odd.name, err)
			continue
		}
		job := &fournosv1.FournosJob{}
		if err := json.Unmarshal(raw, job); err != nil || job.Name == "" {
			t.Fatalf("%s: the API server took a job that the controller cannot read: %v", odd.name, err)
		}
		names[i] = job.Name
		t.Cleanup(func() { _ = jobs.Delete(context.Background(), job.Name, metav1.DeleteOptions{}) })
		expectEngineKept(t, odd, odd.body(), raw)
	}
	deadline := time.Now().Add(test.Deadline)
	for i, odd := range table {
		if names[i] == "" {
			continue
		}
		t.Run(odd.name, func(t *testing.T) {
			job := untilOdd(t, c, names[i], odd, deadline)
			if job.Status.IsDone() != (job.Status.CompletionTime != nil) || job.Status.ObservedGeneration != job.Generation {
				t.Errorf("completionTime %v, observedGeneration %d of %d", job.Status.CompletionTime, job.Status.ObservedGeneration, job.Generation)
			}
			end := job.Status.GetCondition(fournosv1.ConditionSucceeded)
			if failed := job.Status.Phase == fournosv1.PhaseFailed; failed != end.IsFalse() && job.Status.Phase != fournosv1.PhaseStopped {
				t.Errorf("condition Succeeded is %v of a job that is %s", end, job.Status.Phase)
			}
			if odd.begins {
				return
			}
			if job.Status.StartTime != nil {
				t.Errorf("the job began at %v, want it never to begin", job.Status.StartTime)
			}
			made, err := c.Kube.BatchV1().Jobs(test.Namespace).List(t.Context(), metav1.ListOptions{LabelSelector: fournos.JobNameLabelKey + "=" + job.Name})
			if err != nil || len(made.Items) != 0 {
				t.Errorf("%d Jobs were made for it (%v), want none", len(made.Items), err)
			}
		})
	}
}

// untilOdd waits until the deadline for the phase and the message, and fails at once when the job comes to rest otherwise.
func untilOdd(t *testing.T, c *test.Clients, name string, odd oddJob, deadline time.Time) *fournosv1.FournosJob {
	t.Helper()
	var job *fournosv1.FournosJob
	var missing error
	// A deadline that another job has used up leaves time for one look.
	err := wait.PollUntilContextTimeout(t.Context(), 100*time.Millisecond, max(time.Until(deadline), 1), true, func(context.Context) (bool, error) {
		var err error
		if job, err = c.Fournos.FournosV1().FournosJobs(test.Namespace).Get(t.Context(), name, metav1.GetOptions{}); err != nil {
			return false, err
		}
		missing = odd.notYet(job)
		atRest := job.Status.IsDone() || job.Status.Phase != odd.phase &&
			(job.Status.Phase == fournosv1.PhaseScheduled || job.Status.Phase == fournosv1.PhaseRecurring)
		return missing == nil || atRest, nil
	})
	if missing != nil || err != nil {
		t.Fatalf("%v (%v)", missing, err)
	}
	return job
}

// notYet says what a job lacks of what it must come to.
func (o *oddJob) notYet(job *fournosv1.FournosJob) error {
	if job.Status.Phase != o.phase {
		return fmt.Errorf("job %s is %q (%s), want %s", job.Name, job.Status.Phase, job.Status.Message, o.phase)
	}
	for _, part := range o.message {
		if !strings.Contains(job.Status.Message, part) {
			return fmt.Errorf("message of job %s is %q, want %q in it", job.Name, job.Status.Message, part)
		}
	}
	return nil
}

// expectEngineKept compares the engine's configuration as it was sent and as it was stored.
func expectEngineKept(t *testing.T, odd oddJob, sent, stored []byte) {
	t.Helper()
	engine := func(raw []byte) any {
		var job struct {
			Spec struct {
				ExecutionEngine any `json:"executionEngine"`
			} `json:"spec"`
		}
		if err := json.Unmarshal(raw, &job); err != nil {
			t.Fatalf("%s: %v", odd.name, err)
		}
		return job.Spec.ExecutionEngine
	}
	if !reflect.DeepEqual(engine(sent), engine(stored)) { // cmp takes ages to compare what is deep.
		t.Errorf("%s: spec.executionEngine was stored otherwise than it was sent", odd.name)
	}
}

// onHubJSON is a spec, in JSON, of a job that needs no cluster, and more.
func onHubJSON(more string) string {
	return `{"clusterless":true,"exclusive":false,"pipeline":"fournos-run-only",` + more + `}`
}

// laterJSON is a spec of a job that is fine as far as Fournos can tell before it begins, and never begins.
func laterJSON(more string) string {
	return `{"exclusive":false,"executionEngine":{"mock":{}},"scheduledStartTime":"2999-01-31T18:00:00Z",` + more + `}`
}

// sharedJSON is a spec that is fine, and more, which may not be.
func sharedJSON(more string) string {
	return `{"exclusive":false,"executionEngine":{"mock":{}},` + more + `}`
}

// many joins so many texts that a format makes of their numbers.
func many(n int, format string) string {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprintf(format, i)
	}
	return strings.Join(all, ",")
}
