//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"strings"
	"testing"

	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"fournos.dev/fournos/pkg/apis/fournos"
	"fournos.dev/fournos/test"
)

// TestGateWaitsLegibly has two PipelineRuns wait for what a third has. They say who has it and where they stand, also to
// kubectl, and that their queue is stopped while it is; and when that run is deleted, the first of them goes on.
func TestGateWaitsLegibly(t *testing.T) {
	t.Parallel()
	c := test.NewClients(t)
	queue := licenseQueue(t, c, "3")
	spec := func(licenses string) pipelinev1.PipelineSpec {
		return pipelinev1.PipelineSpec{Tasks: []pipelinev1.PipelineTask{
			gateTask("gate", queue, licenses), shellTask("use", "$(tasks.gate.results.flavor)", "echo got $(params.what); sleep 600", "gate"),
		}}
	}
	holder := runPipeline(t, c, "gate-holder", spec("2"), nil)
	passed := untilGate(t, c, holder.Name+"-gate", hasReason("Admitted"))
	if got := resultsOf(passed); got["cluster"] != "" || got["flavor"] != queue || got["workload"] != passed.Name {
		t.Errorf("results %v, want no cluster, flavor %s, Workload %s", got, queue, passed.Name)
	}
	untilTaskRuns(t, c, holder.Name, "use")
	first := runPipeline(t, c, "gate-first", spec("2"), nil)
	untilGate(t, c, first.Name+"-gate", says("Waiting for 1 more licenses of flavor "+queue+" (held by PipelineRun "+holder.Name+")",
		"position 1 in LocalQueue "+queue+", 1 in ClusterQueue "+queue))
	second := runPipeline(t, c, "gate-second", spec("2"), nil)
	// Kueue says nothing to one that asks for the same as the one before.
	untilGate(t, c, second.Name+"-gate", says("(held by PipelineRun "+holder.Name+")", "position 2 in LocalQueue "+queue))

	row := words(kubectl(t, "", "get", "customrun", second.Name+"-gate", "-n", test.Namespace))
	if !strings.Contains(row, second.Name+"-gate Unknown Pending") {
		t.Errorf("kubectl get customrun shows %s", row)
	}
	if shown := kubectl(t, "", "describe", "customrun", second.Name+"-gate", "-n", test.Namespace); !strings.Contains(words(strings.ReplaceAll(shown, "\n", " ")), "position 2 in LocalQueue "+queue) {
		t.Errorf("kubectl describe customrun shows %s", shown)
	}

	stop := func(policy string) {
		t.Helper()
		if _, err := c.Kueue.KueueV1beta2().ClusterQueues().Patch(t.Context(), queue, types.MergePatchType, []byte(`{"spec":{"stopPolicy":"`+policy+`"}}`), metav1.PatchOptions{}); err != nil {
			t.Fatal(err)
		}
	}
	stop("Hold")
	for _, waits := range []string{first.Name, second.Name} {
		untilGate(t, c, waits+"-gate", says("ClusterQueue "+queue+" is stopped (Hold)"))
	}
	stop("None")
	for _, waits := range []string{first.Name, second.Name} {
		untilGate(t, c, waits+"-gate", says("(held by PipelineRun "+holder.Name+")"))
	}

	// Deleted while it runs: given back when its Pods have ended.
	if err := c.Tekton.TektonV1().PipelineRuns(test.Namespace).Delete(t.Context(), holder.Name, metav1.DeleteOptions{}); err != nil {
		t.Fatal(err)
	}
	untilGivenBack(t, c, passed.Name)
	pods, err := c.Kube.CoreV1().Pods(test.Namespace).List(t.Context(), metav1.ListOptions{LabelSelector: "tekton.dev/pipelineRun=" + holder.Name})
	if err != nil {
		t.Fatal(err)
	}
	for i := range pods.Items {
		if pods.Items[i].Status.Phase == corev1.PodRunning {
			t.Errorf("the quota was given back while Pod %s ran", pods.Items[i].Name)
		}
	}
	untilGate(t, c, first.Name+"-gate", hasReason("Admitted"))
	untilGate(t, c, second.Name+"-gate", says("(held by PipelineRun "+first.Name+")", "position 1 in LocalQueue "+queue))

	// Deleted while it waits.
	if err := c.Tekton.TektonV1().PipelineRuns(test.Namespace).Delete(t.Context(), second.Name, metav1.DeleteOptions{}); err != nil {
		t.Fatal(err)
	}
	untilGivenBack(t, c, second.Name+"-gate")
}

// TestGateTakesItsQueueAsItIs has a gate wait for a queue that is made later.
func TestGateTakesItsQueueAsItIs(t *testing.T) {
	t.Parallel()
	c := test.NewClients(t)
	led := licenseQueue(t, c, "1")
	later := led + "-later"
	run := runPipeline(t, c, "gate-early", pipelinev1.PipelineSpec{Tasks: []pipelinev1.PipelineTask{gateTask("gate", later, "1")}}, nil)
	untilGate(t, c, run.Name+"-gate", says("LocalQueue "+later+" doesn't exist"))
	kubectl(t, fmt.Sprintf("apiVersion: kueue.x-k8s.io/v1beta2\nkind: LocalQueue\nmetadata: {name: %s, namespace: %s}\nspec: {clusterQueue: %s}\n", later, test.Namespace, led), "create", "-f", "-")
	t.Cleanup(func() {
		_ = c.Kueue.KueueV1beta2().LocalQueues(test.Namespace).Delete(context.Background(), later, metav1.DeleteOptions{})
	})
	passed := untilGate(t, c, run.Name+"-gate", hasReason("Admitted"))
	if got := resultsOf(passed)[fournos.ResultFlavor]; got != led {
		t.Errorf("flavor %q, want %s", got, led)
	}
	untilRunDone(t, c, run.Name)
	untilGivenBack(t, c, run.Name+"-gate")
}
