//go:build e2e

package e2e

import (
	"context"
	"strings"
	"testing"
	"time"

	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	pipelinev1beta1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1beta1"
	apierrs "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"knative.dev/pkg/apis"

	"fournos.dev/fournos/test"
)

// TestGateIsCancelled cancels gates before, while and after they are admitted.
func TestGateIsCancelled(t *testing.T) {
	t.Parallel()
	c := test.NewClients(t)
	queue := licenseQueue(t, c, "1")
	spec := pipelinev1.PipelineSpec{
		Tasks:   []pipelinev1.PipelineTask{gateTask("gate", queue, "1"), shellTask("use", "", "sleep 600", "gate")},
		Finally: []pipelinev1.PipelineTask{sayGate},
	}

	// Before: it asks for nothing.
	early := gateAlone(t, c, queue, "1", func(run *pipelinev1beta1.CustomRun) {
		run.Spec.Status = pipelinev1beta1.CustomRunSpecStatusCancelled
	})
	untilGate(t, c, early.Name, hasReason("CustomRunCancelled"))
	if _, err := c.Kueue.KueueV1beta2().Workloads(test.Namespace).Get(t.Context(), early.Name, metav1.GetOptions{}); !apierrs.IsNotFound(err) {
		t.Errorf("a gate that was cancelled before it began has a Workload (%v)", err)
	}

	// After: the finally task still sees what it gave, and the quota stays until the run is over.
	run := runPipeline(t, c, "gate-cancelled", spec, nil)
	gate := untilGate(t, c, run.Name+"-gate", hasReason("Admitted"))
	untilTaskRuns(t, c, run.Name, "use")
	waiting := runPipeline(t, c, "gate-cancelled-early", spec, nil)
	untilGate(t, c, waiting.Name+"-gate", says("(held by PipelineRun "+run.Name+")"))
	patchRun(t, c, run.Name, pipelinev1.PipelineRunSpecStatusCancelledRunFinally)
	done := untilRunDone(t, c, run.Name)
	if log := c.TaskLog(t, run.Name, "say"); log != "Succeeded, flavor "+queue+"\n" {
		t.Errorf("the finally task printed %q", log)
	}
	after := untilGate(t, c, gate.Name, hasReason("Admitted"))
	if !after.IsCancelled() || !after.IsSuccessful() || !after.Status.CompletionTime.Equal(gate.Status.CompletionTime) {
		t.Errorf("the cancel of a finished gate changed it: %+v", after.Status)
	}

	// While: the other has the license now; cancel a third that waits for it.
	passed := untilGate(t, c, waiting.Name+"-gate", hasReason("Admitted"))
	if passed.Status.CompletionTime.Before(done.Status.CompletionTime) {
		t.Errorf("the quota was given on at %v, before its PipelineRun was over at %v", passed.Status.CompletionTime, done.Status.CompletionTime)
	}
	third := runPipeline(t, c, "gate-cancelled-waiting", spec, nil)
	untilGate(t, c, third.Name+"-gate", says("(held by PipelineRun "+waiting.Name+")"))
	patchRun(t, c, third.Name, pipelinev1.PipelineRunSpecStatusCancelledRunFinally)
	untilRunDone(t, c, third.Name)
	cancelled := untilGate(t, c, third.Name+"-gate", hasReason("CustomRunCancelled"))
	if got := resultsOf(cancelled); got["cluster"] != "" || got["flavor"] != "" || len(got) != 3 {
		t.Errorf("results of a cancelled gate: %v, want all there and empty", got)
	}
	if log := c.TaskLog(t, third.Name, "say"); log != "Failed, flavor \n" {
		t.Errorf("the finally task of a run whose gate never passed printed %q", log)
	}
	untilGivenBack(t, c, third.Name+"-gate")

	// Terminated, without finally tasks.
	patchRun(t, c, waiting.Name, pipelinev1.PipelineRunSpecStatusCancelled)
	untilGivenBack(t, c, waiting.Name+"-gate")
}

// TestGateTimesOut has gates time out that wait for what another has: by their own timeout, each attempt for itself, and
// by that of the PipelineRun.
func TestGateTimesOut(t *testing.T) {
	t.Parallel()
	c := test.NewClients(t)
	queue := licenseQueue(t, c, "1")
	holdLicenses(t, c, queue, "1")

	const timeout = 3 * time.Second
	task := gateTask("gate", queue, "1")
	task.Timeout, task.Retries = &metav1.Duration{Duration: timeout}, 1
	retried := runPipeline(t, c, "gate-retried", pipelinev1.PipelineSpec{Tasks: []pipelinev1.PipelineTask{task}}, nil)
	late := runPipeline(t, c, "gate-late", pipelinev1.PipelineSpec{Tasks: []pipelinev1.PipelineTask{gateTask("gate", queue, "1")}},
		&pipelinev1.TimeoutFields{Pipeline: &metav1.Duration{Duration: 5 * time.Second}})

	done := untilRunDone(t, c, retried.Name)
	if state := done.Status.GetCondition(apis.ConditionSucceeded); !state.IsFalse() {
		t.Errorf("PipelineRun %s: %v, want it failed", retried.Name, state)
	}
	gate := untilGate(t, c, retried.Name+"-gate", hasReason("CustomRunTimedOut"))
	if len(gate.Status.RetriesStatus) != 1 {
		t.Fatalf("%d attempts on record beside the last, want 1", len(gate.Status.RetriesStatus))
	}
	first := gate.Status.RetriesStatus[0]
	if reason := first.GetCondition(apis.ConditionSucceeded).GetReason(); reason != "CustomRunTimedOut" {
		t.Errorf("the first attempt ended with reason %q", reason)
	}
	for _, attempt := range []*pipelinev1beta1.CustomRunStatus{&first, &gate.Status} {
		if took := attempt.CompletionTime.Sub(attempt.StartTime.Time); took < timeout {
			t.Errorf("an attempt took %v, want its timeout of %v", took, timeout)
		}
	}
	untilGivenBack(t, c, gate.Name)
	untilGivenBack(t, c, gate.Name+"-retry-1")

	untilRunDone(t, c, late.Name)
	gate = untilGate(t, c, late.Name+"-gate", hasReason("CustomRunCancelled"))
	if got := gate.Status.GetCondition(apis.ConditionSucceeded).GetMessage(); !strings.Contains(got, "timed out") {
		t.Errorf("the gate of a PipelineRun that timed out says %q", got)
	}
	untilGivenBack(t, c, gate.Name)
}

// TestGateRetries has an attempt rejected, and the next pass.
func TestGateRetries(t *testing.T) {
	t.Parallel()
	c := test.NewClients(t)
	queue := licenseQueue(t, c, "1")
	holder := holdLicenses(t, c, queue, "1")
	gate := gateAlone(t, c, queue, "1", func(run *pipelinev1beta1.CustomRun) { run.Spec.Retries = 2 })
	untilGate(t, c, gate.Name, says("(held by CustomRun "+holder.Name+")"))
	_, err := c.Kueue.KueueV1beta2().Workloads(test.Namespace).Patch(t.Context(), gate.Name, types.MergePatchType, []byte(`{"spec":{"active":false}}`), metav1.PatchOptions{})
	if err != nil {
		t.Fatal(err)
	}
	untilGate(t, c, gate.Name, says("(held by CustomRun "+holder.Name+")", "(attempt 2 of 3)"))
	if err := c.Tekton.TektonV1beta1().CustomRuns(test.Namespace).Delete(t.Context(), holder.Name, metav1.DeleteOptions{}); err != nil {
		t.Fatal(err)
	}
	passed := untilGate(t, c, gate.Name, hasReason("Admitted"))
	if got := resultsOf(passed)["workload"]; got != gate.Name+"-retry-1" {
		t.Errorf("it passed with Workload %q, want that of the second attempt", got)
	}
}

// TestGateWithoutPipelineRun has a gate hold its quota until it is deleted.
func TestGateWithoutPipelineRun(t *testing.T) {
	t.Parallel()
	c := test.NewClients(t)
	queue := licenseQueue(t, c, "1")
	gate := holdLicenses(t, c, queue, "1")
	workload, err := c.Kueue.KueueV1beta2().Workloads(test.Namespace).Get(t.Context(), gate.Name, metav1.GetOptions{})
	if err != nil || !metav1.IsControlledBy(workload, gate) {
		t.Fatalf("Workload %s belongs to %+v, want the gate (%v)", gate.Name, workload.OwnerReferences, err)
	}
	// A cancel comes too late.
	_, err = c.Tekton.TektonV1beta1().CustomRuns(test.Namespace).Patch(t.Context(), gate.Name, types.MergePatchType, []byte(`{"spec":{"status":"RunCancelled"}}`), metav1.PatchOptions{})
	if err != nil {
		t.Fatal(err)
	}
	second := gateAlone(t, c, queue, "1", nil)
	untilGate(t, c, second.Name, says("(held by CustomRun "+gate.Name+")"))
	after := untilGate(t, c, gate.Name, hasReason("Admitted"))
	if after.Generation == gate.Generation || !after.IsSuccessful() || after.ResourceVersion == gate.ResourceVersion {
		t.Errorf("it was not cancelled, or that has changed it: %+v", after)
	}
	if err := c.Tekton.TektonV1beta1().CustomRuns(test.Namespace).Delete(t.Context(), gate.Name, metav1.DeleteOptions{}); err != nil {
		t.Fatal(err)
	}
	untilGate(t, c, second.Name, hasReason("Admitted"))
}

// TestGateRefuses ends gates that ask for what there is not.
func TestGateRefuses(t *testing.T) {
	t.Parallel()
	c := test.NewClients(t)
	queue := licenseQueue(t, c, "1")
	param := func(name, value string) func(*pipelinev1beta1.CustomRun) {
		return func(run *pipelinev1beta1.CustomRun) {
			run.Spec.Params = append(run.Spec.Params, pipelinev1beta1.Param{
				Name: name, Value: pipelinev1beta1.ParamValue{Type: pipelinev1beta1.ParamTypeString, StringVal: value},
			})
		}
	}
	for name, tc := range map[string]struct {
		change         func(*pipelinev1beta1.CustomRun)
		reason, saying string
	}{
		"param":     {param("license", "1"), "InvalidParams", "Unknown param 'license'"},
		"value":     {param("exclusive", "perhaps"), "InvalidParams", "Param 'exclusive' must be 'true' or 'false'"},
		"cluster":   {param("cluster", "nowhere"), "InvalidParams", "Cluster 'nowhere' not found in queue '" + queue + "'"},
		"selector":  {param("node-selector", "site=moon"), "InvalidParams", "no flavor of queue '" + queue + "' has 'site=moon'"},
		"eviction":  {param("on-eviction", "Shrug"), "InvalidParams", "Param 'on-eviction' must be 'Cancel' or 'Ignore'"},
		"resources": {func(run *pipelinev1beta1.CustomRun) { run.Spec.Params[1].Value.StringVal = "seats=1" }, "InvalidParams", "has no quota of 'seats'. Use some of: licenses"},
		"workspace": {func(run *pipelinev1beta1.CustomRun) {
			run.Spec.Workspaces = []pipelinev1beta1.WorkspaceBinding{{Name: "source", ConfigMap: configMapSource("any")}}
		}, "CustomRunWorkspaceNotSupported", "remove workspace 'source'"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			gate := untilGate(t, c, gateAlone(t, c, queue, "1", tc.change).Name, hasReason(tc.reason))
			if got := gate.Status.GetCondition(apis.ConditionSucceeded); !got.IsFalse() || !strings.Contains(got.Message, tc.saying) {
				t.Errorf("it says %v, want %q", got, tc.saying)
			}
			_, err := c.Kueue.KueueV1beta2().Workloads(test.Namespace).Get(context.Background(), gate.Name, metav1.GetOptions{})
			if !apierrs.IsNotFound(err) {
				t.Errorf("it has a Workload (%v)", err)
			}
		})
	}
}
