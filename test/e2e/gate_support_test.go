//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"strings"
	"testing"

	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	pipelinev1beta1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1beta1"
	corev1 "k8s.io/api/core/v1"
	apierrs "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"knative.dev/pkg/apis"
	kueuev1beta2 "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	"fournos.dev/fournos/pkg/apis/fournos"
	"fournos.dev/fournos/test"
)

// licenseQueue makes a queue of its own for a test, with a quota of licenses. No other test waits for it.
func licenseQueue(t *testing.T, c *test.Clients, licenses string) string {
	t.Helper()
	kueue := c.Kueue.KueueV1beta2()
	flavor, err := kueue.ResourceFlavors().Create(t.Context(), &kueuev1beta2.ResourceFlavor{ObjectMeta: metav1.ObjectMeta{GenerateName: "licenses-"}}, metav1.CreateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	name := flavor.Name
	must := func(_ any, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { _ = kueue.ResourceFlavors().Delete(context.Background(), name, metav1.DeleteOptions{}) })
	must(kueue.ClusterQueues().Create(t.Context(), &kueuev1beta2.ClusterQueue{
		ObjectMeta: metav1.ObjectMeta{Name: name},
		Spec: kueuev1beta2.ClusterQueueSpec{
			NamespaceSelector: &metav1.LabelSelector{},
			Preemption:        &kueuev1beta2.ClusterQueuePreemption{WithinClusterQueue: kueuev1beta2.PreemptionPolicyLowerPriority},
			ResourceGroups: []kueuev1beta2.ResourceGroup{{
				CoveredResources: []corev1.ResourceName{"licenses"},
				Flavors: []kueuev1beta2.FlavorQuotas{{
					Name:      kueuev1beta2.ResourceFlavorReference(name),
					Resources: []kueuev1beta2.ResourceQuota{{Name: "licenses", NominalQuota: resource.MustParse(licenses)}},
				}},
			}},
		},
	}, metav1.CreateOptions{}))
	t.Cleanup(func() { _ = kueue.ClusterQueues().Delete(context.Background(), name, metav1.DeleteOptions{}) })
	must(kueue.LocalQueues(test.Namespace).Create(t.Context(), &kueuev1beta2.LocalQueue{
		ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: test.Namespace},
		Spec:       kueuev1beta2.LocalQueueSpec{ClusterQueue: kueuev1beta2.ClusterQueueReference(name)},
	}, metav1.CreateOptions{}))
	t.Cleanup(func() {
		_ = kueue.LocalQueues(test.Namespace).Delete(context.Background(), name, metav1.DeleteOptions{})
	})
	// A gate asks what the queue has, in the controller's cache or of the API server; and Kueue has to know it, too.
	test.Eventually(t, func(ctx context.Context) error {
		queue, err := kueue.ClusterQueues().Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		for _, condition := range queue.Status.Conditions {
			if condition.Type == kueuev1beta2.ClusterQueueActive && condition.Status == metav1.ConditionTrue {
				return nil
			}
		}
		return fmt.Errorf("ClusterQueue %s is not active", name)
	})
	return name
}

// gateTask is a task that waits for licenses of a queue.
func gateTask(name, queue, licenses string, more ...pipelinev1.Param) pipelinev1.PipelineTask {
	return pipelinev1.PipelineTask{
		Name:    name,
		TaskRef: &pipelinev1.TaskRef{APIVersion: fournos.AdmissionAPIVersion, Kind: fournos.AdmissionKind},
		Params: append(pipelinev1.Params{
			stringParam(fournos.ParamQueue, queue), stringParam(fournos.ParamResources, "licenses="+licenses),
		}, more...),
	}
}

// shellTask runs a script, which may use the param what.
func shellTask(name, what, script string, after ...string) pipelinev1.PipelineTask {
	return pipelinev1.PipelineTask{
		Name: name, RunAfter: after, Params: pipelinev1.Params{stringParam("what", what)},
		TaskSpec: &pipelinev1.EmbeddedTask{TaskSpec: pipelinev1.TaskSpec{
			Params: pipelinev1.ParamSpecs{{Name: "what", Type: pipelinev1.ParamTypeString}},
			Steps: []pipelinev1.Step{{
				Name: name, Image: test.Shell, ImagePullPolicy: corev1.PullIfNotPresent, Script: "#!/bin/sh\n" + script + "\n",
			}},
		}},
	}
}

// sayGate is a finally task that prints how the gate ended, and what it gave.
var sayGate = shellTask("say", "$(tasks.gate.status), flavor '$(tasks.gate.results.flavor)'", "echo '$(params.what)' | tr -d \"'\"")

// runPipeline creates a PipelineRun, and deletes it when the test has ended.
func runPipeline(t *testing.T, c *test.Clients, prefix string, spec pipelinev1.PipelineSpec, timeouts *pipelinev1.TimeoutFields) *pipelinev1.PipelineRun {
	t.Helper()
	return createPipelineRun(t, c, &pipelinev1.PipelineRun{
		ObjectMeta: metav1.ObjectMeta{GenerateName: prefix + "-", Namespace: test.Namespace},
		Spec:       pipelinev1.PipelineRunSpec{PipelineSpec: &spec, Timeouts: timeouts},
	})
}

func createPipelineRun(t *testing.T, c *test.Clients, run *pipelinev1.PipelineRun) *pipelinev1.PipelineRun {
	t.Helper()
	runs := c.Tekton.TektonV1().PipelineRuns(test.Namespace)
	made, err := runs.Create(t.Context(), run, metav1.CreateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = runs.Delete(context.Background(), made.Name, metav1.DeleteOptions{}) })
	return made
}

// gateAlone creates a gate in no PipelineRun.
func gateAlone(t *testing.T, c *test.Clients, queue, licenses string, change func(*pipelinev1beta1.CustomRun)) *pipelinev1beta1.CustomRun {
	t.Helper()
	run := &pipelinev1beta1.CustomRun{
		ObjectMeta: metav1.ObjectMeta{GenerateName: "gate-", Namespace: test.Namespace},
		Spec: pipelinev1beta1.CustomRunSpec{
			CustomRef: &pipelinev1beta1.TaskRef{APIVersion: fournos.AdmissionAPIVersion, Kind: fournos.AdmissionKind},
			Params: pipelinev1beta1.Params{
				{Name: fournos.ParamQueue, Value: pipelinev1beta1.ParamValue{Type: pipelinev1beta1.ParamTypeString, StringVal: queue}},
				{Name: fournos.ParamResources, Value: pipelinev1beta1.ParamValue{Type: pipelinev1beta1.ParamTypeString, StringVal: "licenses=" + licenses}},
			},
		},
	}
	if change != nil {
		change(run)
	}
	customRuns := c.Tekton.TektonV1beta1().CustomRuns(test.Namespace)
	made, err := customRuns.Create(t.Context(), run, metav1.CreateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = customRuns.Delete(context.Background(), made.Name, metav1.DeleteOptions{}) })
	return made
}

// holdLicenses takes licenses, until the test has ended.
func holdLicenses(t *testing.T, c *test.Clients, queue, licenses string) *pipelinev1beta1.CustomRun {
	t.Helper()
	return untilGate(t, c, gateAlone(t, c, queue, licenses, nil).Name, hasReason("Admitted"))
}

// untilGate waits until a CustomRun is as the condition says.
func untilGate(t *testing.T, c *test.Clients, name string, condition func(*pipelinev1beta1.CustomRun) error) *pipelinev1beta1.CustomRun {
	t.Helper()
	var found *pipelinev1beta1.CustomRun
	test.Eventually(t, func(ctx context.Context) error {
		var err error
		if found, err = c.Tekton.TektonV1beta1().CustomRuns(test.Namespace).Get(ctx, name, metav1.GetOptions{}); err != nil {
			return err
		}
		if err := condition(found); err != nil {
			return fmt.Errorf("CustomRun %s: %w; it says %v", name, err, found.Status.GetCondition(apis.ConditionSucceeded))
		}
		return nil
	})
	return found
}

func hasReason(reason string) func(*pipelinev1beta1.CustomRun) error {
	return func(run *pipelinev1beta1.CustomRun) error {
		if got := run.Status.GetCondition(apis.ConditionSucceeded).GetReason(); got != reason {
			return fmt.Errorf("reason %q, want %s", got, reason)
		}
		return nil
	}
}

// says wants a gate to wait, with all the parts in its message.
func says(parts ...string) func(*pipelinev1beta1.CustomRun) error {
	return func(run *pipelinev1beta1.CustomRun) error {
		for _, part := range parts {
			if !strings.Contains(run.Status.GetCondition(apis.ConditionSucceeded).GetMessage(), part) {
				return fmt.Errorf("no %q in the message", part)
			}
		}
		return hasReason("Pending")(run)
	}
}

func resultsOf(run *pipelinev1beta1.CustomRun) map[string]string {
	results := map[string]string{}
	for _, result := range run.Status.Results {
		results[result.Name] = result.Value
	}
	return results
}

// untilRunDone waits for the end of a PipelineRun.
func untilRunDone(t *testing.T, c *test.Clients, name string) *pipelinev1.PipelineRun {
	t.Helper()
	var run *pipelinev1.PipelineRun
	test.Eventually(t, func(ctx context.Context) error {
		var err error
		if run, err = c.Tekton.TektonV1().PipelineRuns(test.Namespace).Get(ctx, name, metav1.GetOptions{}); err != nil {
			return err
		}
		if !run.IsDone() {
			return fmt.Errorf("PipelineRun %s is not over: %v", name, run.Status.GetCondition(apis.ConditionSucceeded))
		}
		return nil
	})
	return run
}

// untilTaskRuns waits until a task of a PipelineRun has a Pod that runs.
func untilTaskRuns(t *testing.T, c *test.Clients, run, task string) {
	t.Helper()
	test.Eventually(t, func(ctx context.Context) error {
		pods, err := c.Kube.CoreV1().Pods(test.Namespace).List(ctx, metav1.ListOptions{
			LabelSelector: "tekton.dev/pipelineRun=" + run + ",tekton.dev/pipelineTask=" + task,
		})
		if err != nil {
			return err
		}
		for i := range pods.Items {
			if pods.Items[i].Status.Phase == corev1.PodRunning {
				return nil
			}
		}
		return fmt.Errorf("no Pod of task %s of PipelineRun %s runs", task, run)
	})
}

// untilGivenBack waits until a Workload is gone.
func untilGivenBack(t *testing.T, c *test.Clients, workload string) {
	t.Helper()
	test.Eventually(t, func(ctx context.Context) error {
		_, err := c.Kueue.KueueV1beta2().Workloads(test.Namespace).Get(ctx, workload, metav1.GetOptions{})
		if apierrs.IsNotFound(err) {
			return nil
		}
		return fmt.Errorf("Workload %s is still there (%v)", workload, err)
	})
}

func patchRun(t *testing.T, c *test.Clients, name string, status pipelinev1.PipelineRunSpecStatus) {
	t.Helper()
	_, err := c.Tekton.TektonV1().PipelineRuns(test.Namespace).Patch(t.Context(), name, types.MergePatchType,
		[]byte(`{"spec":{"status":"`+string(status)+`"}}`), metav1.PatchOptions{})
	if err != nil {
		t.Fatal(err)
	}
}
