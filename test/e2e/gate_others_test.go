//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	pipelinev1beta1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1beta1"
	corev1 "k8s.io/api/core/v1"
	apimeta "k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	kueuev1beta2 "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	"fournos.dev/fournos/pkg/apis/fournos"
	"fournos.dev/fournos/test"
)

func configMapSource(name string) *corev1.ConfigMapVolumeSource {
	return &corev1.ConfigMapVolumeSource{LocalObjectReference: corev1.LocalObjectReference{Name: name}}
}

// TestGateIsEvicted has a gate of higher priority take the quota of others that have passed: the PipelineRun of one is
// stopped and cleans up first, that of the other says that it goes on.
func TestGateIsEvicted(t *testing.T) {
	t.Parallel()
	c := test.NewClients(t)
	spec := func(queue, seconds string, params ...pipelinev1.Param) pipelinev1.PipelineSpec {
		return pipelinev1.PipelineSpec{
			Tasks:   []pipelinev1.PipelineTask{gateTask("gate", queue, "1", params...), shellTask("use", "", "sleep "+seconds, "gate")},
			Finally: []pipelinev1.PipelineTask{sayGate},
		}
	}
	priority := stringParam(fournos.ParamPriority, preemptor)

	t.Run("Cancel", func(t *testing.T) {
		t.Parallel()
		queue := licenseQueue(t, c, "1")
		low := runPipeline(t, c, "gate-evicted", spec(queue, "600"), nil)
		untilTaskRuns(t, c, low.Name, "use")
		high := runPipeline(t, c, "gate-preempts", spec(queue, "1", priority), nil)
		stopped := untilRunDone(t, c, low.Name)
		if why := stopped.Annotations[fournos.EvictedAnnotationKey]; !strings.HasPrefix(why, "Preempted: ") || !stopped.IsGracefullyCancelled() {
			t.Errorf("PipelineRun %s: status %q, annotation %q; want it stopped gracefully, and why", low.Name, stopped.Spec.Status, why)
		}
		if log := c.TaskLog(t, low.Name, "say"); log != "Succeeded, flavor "+queue+"\n" {
			t.Errorf("its finally task printed %q", log)
		}
		gate := untilGate(t, c, high.Name+"-gate", hasReason("Admitted"))
		if gate.Status.CompletionTime.Before(stopped.Status.CompletionTime) {
			t.Errorf("the preemptor passed at %v, before the other was over at %v", gate.Status.CompletionTime, stopped.Status.CompletionTime)
		}
		untilRunDone(t, c, high.Name)
		untilGivenBack(t, c, low.Name+"-gate")
	})
	t.Run("Ignore", func(t *testing.T) {
		t.Parallel()
		queue := licenseQueue(t, c, "1")
		low := runPipeline(t, c, "gate-ignores", spec(queue, "600", stringParam(fournos.ParamOnEviction, fournos.EvictionIgnore)), nil)
		untilTaskRuns(t, c, low.Name, "use")
		high := runPipeline(t, c, "gate-preempts", spec(queue, "1", priority), nil)
		test.Eventually(t, func(ctx context.Context) error {
			workload, err := c.Kueue.KueueV1beta2().Workloads(test.Namespace).Get(ctx, low.Name+"-gate", metav1.GetOptions{})
			if err == nil && !apimeta.IsStatusConditionTrue(workload.Status.Conditions, kueuev1beta2.WorkloadEvicted) {
				err = fmt.Errorf("Workload %s is not evicted", workload.Name)
			}
			return err
		})
		// The gate has been looked at since, for this comes of the same.
		untilGate(t, c, high.Name+"-gate", says("(held by PipelineRun "+low.Name+")"))
		now, err := c.Tekton.TektonV1().PipelineRuns(test.Namespace).Get(t.Context(), low.Name, metav1.GetOptions{})
		if err != nil || now.Spec.Status != "" || now.IsDone() {
			t.Errorf("PipelineRun %s: status %q, %v (%v); want it to go on", low.Name, now.Spec.Status, now.Status.Conditions, err)
		}
		patchRun(t, c, low.Name, pipelinev1.PipelineRunSpecStatusCancelled)
		untilGate(t, c, high.Name+"-gate", hasReason("Admitted"))
	})
}

// TestForeignCustomRuns leaves alone what belongs to other controllers, whatever happens to it.
func TestForeignCustomRuns(t *testing.T) {
	t.Parallel()
	c := test.NewClients(t)
	began := time.Now()
	queue := licenseQueue(t, c, "1")
	var names []string
	for _, ref := range []*pipelinev1beta1.TaskRef{
		{APIVersion: "example.dev/v1", Kind: "Wait"},
		{APIVersion: "example.dev/v1", Kind: fournos.AdmissionKind},
		{APIVersion: fournos.AdmissionAPIVersion, Kind: "Other"},
	} {
		run := gateAlone(t, c, queue, "1", func(run *pipelinev1beta1.CustomRun) { run.Spec.CustomRef = ref })
		names = append(names, run.Name)
	}
	customRuns := c.Tekton.TektonV1beta1().CustomRuns(test.Namespace)
	// Their own controller writes, and Tekton cancels.
	running, err := customRuns.Get(t.Context(), names[0], metav1.GetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	running.Status.MarkCustomRunSucceeded("Waited", "")
	if _, err := customRuns.UpdateStatus(t.Context(), running, metav1.UpdateOptions{}); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for _, name := range names {
		run, err := customRuns.Patch(t.Context(), name, types.MergePatchType, []byte(`{"spec":{"status":"RunCancelled"}}`), metav1.PatchOptions{})
		if err != nil {
			t.Fatal(err)
		}
		want[name] = run.ResourceVersion
	}
	// A gate that came later has been looked at, and ended.
	holdLicenses(t, c, queue, "1")
	for name, version := range want {
		run, err := customRuns.Get(context.Background(), name, metav1.GetOptions{})
		if err != nil || run.ResourceVersion != version {
			t.Errorf("CustomRun %s was written to: %+v (%v)", name, run, err)
		}
	}
	for _, request := range test.Requests(t, test.ControllerUser, began) {
		for _, name := range names {
			if strings.Contains(request.URI, name) {
				t.Errorf("the controller asked for %s %s", request.Verb, request.URI)
			}
		}
	}
}

// TestPendingPipelineRun has a PipelineRun wait before it begins, as tekton-kueue makes it: its gate asks for nothing
// until then.
func TestPendingPipelineRun(t *testing.T) {
	t.Parallel()
	c := test.NewClients(t)
	queue := licenseQueue(t, c, "1")
	run := createPipelineRun(t, c, &pipelinev1.PipelineRun{
		ObjectMeta: metav1.ObjectMeta{GenerateName: "gate-pending-", Namespace: test.Namespace},
		Spec: pipelinev1.PipelineRunSpec{
			Status:       pipelinev1.PipelineRunSpecStatusPending,
			PipelineSpec: &pipelinev1.PipelineSpec{Tasks: []pipelinev1.PipelineTask{gateTask("gate", queue, "1")}},
		},
	})
	// Others pass meanwhile.
	other := holdLicenses(t, c, queue, "1")
	if _, err := c.Tekton.TektonV1beta1().CustomRuns(test.Namespace).Get(t.Context(), run.Name+"-gate", metav1.GetOptions{}); err == nil {
		t.Errorf("PipelineRun %s has a gate before it begins", run.Name)
	}
	if err := c.Tekton.TektonV1beta1().CustomRuns(test.Namespace).Delete(t.Context(), other.Name, metav1.DeleteOptions{}); err != nil {
		t.Fatal(err)
	}
	patchRun(t, c, run.Name, "")
	untilGate(t, c, run.Name+"-gate", hasReason("Admitted"))
	if done := untilRunDone(t, c, run.Name); done.IsFailure() {
		t.Errorf("PipelineRun %s: %v", run.Name, done.Status.Conditions)
	}
	untilGivenBack(t, c, run.Name+"-gate")
}
