//go:build e2e

package e2e

import (
	"strings"
	"testing"

	apierrs "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/test"
)

// TestAPIServerRejects tries what the schema and its rules refuse.
func TestAPIServerRejects(t *testing.T) {
	t.Parallel()
	c := test.NewClients(t)
	for _, tc := range []struct{ name, job, want string }{
		{"name with a dot", `{"metadata":{"name":"a.b"}}`, "DNS-1123 label"},
		{"name of 64 characters", `{"metadata":{"name":"` + strings.Repeat("a", 64) + `"}}`, "at most 63 characters"},
		{"name of an admission run", `{"metadata":{"name":"a-admission"}}`, "'-admission'"},
		{"GPU type", `{"metadata":{"name":"a"},"spec":{"hardware":{"gpuType":"A100","gpuCount":1}}}`, "spec.hardware.gpuType"},
		{"GPU count", `{"metadata":{"name":"a"},"spec":{"hardware":{"gpuType":"a100","gpuCount":0}}}`, "spec.hardware.gpuCount"},
		{"GPU count above what a controller can read", `{"metadata":{"name":"a"},"spec":{"hardware":{"gpuType":"a100","gpuCount":3000000000}}}`, "spec.hardware.gpuCount"},
		{"GPU type alone", `{"metadata":{"name":"a"},"spec":{"hardware":{"gpuType":"a100"}}}`, "spec.hardware.gpuCount"},
		{"GPU count alone", `{"metadata":{"name":"a"},"spec":{"hardware":{"gpuCount":1}}}`, "spec.hardware.gpuType"},
		{"secretRefs", `{"metadata":{"name":"a"},"spec":{"secretRefs":["../x"]}}`, "spec.secretRefs[0]"},
		{"secretRefs twice", `{"metadata":{"name":"a"},"spec":{"secretRefs":["x","x"]}}`, "spec.secretRefs[1]"},
		{"shutdown", `{"metadata":{"name":"a"},"spec":{"shutdown":"Now"}}`, "spec.shutdown"},
		{"onEviction", `{"metadata":{"name":"a"},"spec":{"onEviction":"Retry"}}`, "spec.onEviction"},
		{"concurrencyPolicy", `{"metadata":{"name":"a"},"spec":{"concurrencyPolicy":"Queue"}}`, "spec.concurrencyPolicy"},
		{"ttl", `{"metadata":{"name":"a"},"spec":{"ttlSecondsAfterFinished":-1}}`, "spec.ttlSecondsAfterFinished"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			body := `{"apiVersion":"fournos.dev/v1","kind":"FournosJob",` + strings.TrimPrefix(tc.job, "{")
			err := c.Fournos.FournosV1().RESTClient().Post().Namespace(test.Namespace).Resource("fournosjobs").
				Param("dryRun", "All").Body([]byte(body)).SetHeader("Content-Type", "application/json").
				Do(t.Context()).Error()
			if !apierrs.IsInvalid(err) || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got %v, want it refused as invalid, with %q", err, tc.want)
			}
		})
	}
}

// TestSpecStandsStill changes the spec of a job that has been resolved: only what may change then does.
func TestSpecStandsStill(t *testing.T) {
	t.Parallel()
	c := test.NewClients(t)
	job := c.Create(t, "still", fournosv1.FournosJobSpec{
		Clusterless: true, Exclusive: ptr.To(false),
		Env:             map[string]string{"SUITE": "nightly"},
		ExecutionEngine: test.Engine(t, map[string]any{"sleep": "10m", "deep": map[string]any{"down": []int{1}}}),
	})
	c.UntilPhase(t, job.Name, fournosv1.PhaseRunning)
	jobs := c.Fournos.FournosV1().FournosJobs(test.Namespace)
	for patch, refused := range map[string]string{
		`{"spec":{"executionEngine":{"mock":{"deep":{"down":[2]}}}}}`: "spec.executionEngine",
		`{"spec":{"executionEngine":{"other":{}}}}`:                   "spec.executionEngine",
		`{"spec":{"env":{"SUITE":"weekly"}}}`:                         "spec.env",
		`{"spec":{"cluster":"cluster-1"}}`:                            "spec.cluster",
		`{"spec":{"exclusive":true}}`:                                 "spec.exclusive",
		`{"spec":{"lockOnly":true}}`:                                  "spec.lockOnly",
		`{"spec":{"pipeline":"fournos-run-only"}}`:                    "spec.pipeline",
		`{"spec":{"priority":"nightly"}}`:                             "spec.priority",
		`{"spec":{"onEviction":"Fail"}}`:                              "spec.onEviction",
		`{"spec":{"owner":"somebody"}}`:                               "spec.owner",
		`{"spec":{"scheduledStartTime":"2030-01-31T18:00:00Z"}}`:      "spec.scheduledStartTime",
		`{"spec":{"hardware":{"gpuType":"a100","gpuCount":1}}}`:       "spec.hardware",
		`{"spec":{"secretRefs":["demo-token"]}}`:                      "spec.secretRefs",
		`{"spec":{"ttlSecondsAfterFinished":3600}}`:                   "",
		`{"spec":{"lockUntil":"2030-01-31T18:00:00Z"}}`:               "",
		`{"spec":{"suspend":true}}`:                                   "",
		`{"metadata":{"labels":{"team":"perf"}}}`:                     "",
		`{"spec":{"env":{"SUITE":"nightly"},"exclusive":false}}`:      "",
		`{"spec":{"executionEngine":{"mock":{"deep":{"down":[1]}}}}}`: "",
	} {
		_, err := jobs.Patch(t.Context(), job.Name, types.MergePatchType, []byte(patch), metav1.PatchOptions{DryRun: []string{metav1.DryRunAll}})
		switch {
		case refused == "" && err != nil:
			t.Errorf("%s: %v, want it taken", patch, err)
		case refused != "" && (!apierrs.IsInvalid(err) || !strings.Contains(err.Error(), refused)):
			t.Errorf("%s: %v, want it refused with %q", patch, err, refused)
		}
	}
	c.Patch(t, job.Name, terminate)
	c.UntilPhase(t, job.Name, fournosv1.PhaseStopped)
}

// TestStatusMustBeReadable writes to a job's status as an engine might by mistake. What the controller's cache could not
// read would keep it from reading any job.
func TestStatusMustBeReadable(t *testing.T) {
	t.Parallel()
	c := test.NewClients(t)
	job := c.Create(t, "readable", fournosv1.FournosJobSpec{
		Clusterless: true, Exclusive: ptr.To(false), ScheduledStartTime: "2999-01-31T18:00:00Z", ExecutionEngine: test.Engine(t, nil),
	})
	c.UntilPhase(t, job.Name, fournosv1.PhaseScheduled)
	jobs := c.Fournos.FournosV1().FournosJobs(test.Namespace)
	condition := func(at string) string {
		return `{"status":{"conditions":[{"type":"Succeeded","status":"Unknown","lastTransitionTime":"` + at + `"}]}}`
	}
	for patch, refused := range map[string]string{
		condition("garbage"):                                                           "status.conditions[0].lastTransitionTime",
		condition("2026-01-02t15:04:05z"):                                              "status.conditions[0].lastTransitionTime",
		condition("2026-01-02T15:04:05Z"):                                              "",
		`{"status":{"startTime":"2026-01-02t15:04:05z"}}`:                              "status.startTime",
		`{"status":{"completionTime":"2026-01-02"}}`:                                   "status.completionTime",
		`{"status":{"lastScheduledTime":"2026-01-02T15:04:05"}}`:                       "status.lastScheduledTime",
		`{"status":{"attempts":3000000000}}`:                                           "status.attempts",
		`{"status":{"phase":"Baking"}}`:                                                "status.phase",
		`{"status":{"engineStatus":{"any":["thing",1,null]}}}`:                         "",
		`{"status":{"engineStatus":"text","startTime":"2026-01-02T15:04:05.5+02:00"}}`: "",
	} {
		_, err := jobs.Patch(t.Context(), job.Name, types.MergePatchType, []byte(patch), metav1.PatchOptions{DryRun: []string{metav1.DryRunAll}}, "status")
		switch {
		case refused == "" && err != nil:
			t.Errorf("%s: %v, want it taken", patch, err)
		case refused != "" && (!apierrs.IsInvalid(err) || !strings.Contains(err.Error(), refused)):
			t.Errorf("%s: %v, want it refused with %q", patch, err, refused)
		}
	}
}
