//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"testing"
	"time"

	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	apierrs "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"knative.dev/pkg/apis"

	"fournos.dev/fournos/pkg/apis/fournos"
	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/test"
)

// TestNamespaceIsDeleted deletes the namespace of an installation while a job runs in it, whose Pod takes its time to
// end, and another waits, and kills Fournos' Pods meanwhile. The cluster is kept until the Pod has ended, then somebody in
// another namespace gets it, and the namespace ends.
func TestNamespaceIsDeleted(t *testing.T) {
	t.Parallel()
	const slow = 20 * time.Second
	i := test.Install(t)
	cluster := i.Clusters[0]
	spec := fournosv1.FournosJobSpec{Cluster: cluster, Pipeline: lingering(t, i.Clients, slow), ExecutionEngine: test.Engine(t, nil)}
	running := i.Create(t, "running", spec)
	untilPodRuns(t, i.Clients, running.Name, runPod)
	waiting := i.Create(t, "waiting", spec)
	i.UntilMessage(t, waiting.Name, "Waiting for exclusive access to cluster "+cluster, running.Name)
	next := gateElsewhere(t, i, cluster)

	if err := i.Kube.CoreV1().Namespaces().Delete(t.Context(), i.Namespace, metav1.DeleteOptions{}); err != nil {
		t.Fatal(err)
	}
	i.Kill(t, test.ControllerDeployment)
	i.Kill(t, test.QuotaDeployment)
	i.AwaitRollout(t, test.QuotaDeployment) // It starts although no Role of the namespace may be left.
	workloads := i.Kueue.KueueV1beta2().Workloads(i.Namespace)
	if _, err := workloads.Get(t.Context(), running.Name, metav1.GetOptions{}); err != nil {
		t.Logf("Workload %s was given back before fournos-quota was restarted: %v", running.Name, err)
	}
	test.Eventually(t, func(ctx context.Context) error {
		_, err := workloads.Get(ctx, running.Name, metav1.GetOptions{})
		if err == nil {
			err = fmt.Errorf("Workload %s is still there", running.Name)
		} else if apierrs.IsNotFound(err) {
			var unfinished []string
			if unfinished, err = unfinishedPods(ctx, i.Clients, running.Name); err == nil && len(unfinished) > 0 {
				t.Fatalf("Workload %s is given back, and Pods %v have not ended", running.Name, unfinished)
			}
		}
		return err
	})
	test.Eventually(t, func(ctx context.Context) error {
		gate, err := i.Tekton.TektonV1beta1().CustomRuns(test.Namespace).Get(ctx, next, metav1.GetOptions{})
		if err == nil && !gate.Status.GetCondition(apis.ConditionSucceeded).IsTrue() {
			err = fmt.Errorf("CustomRun %s has no cluster: %v", next, gate.Status.GetCondition(apis.ConditionSucceeded))
		}
		return err
	})
	test.Eventually(t, func(ctx context.Context) error {
		namespace, err := i.Kube.CoreV1().Namespaces().Get(ctx, i.Namespace, metav1.GetOptions{})
		if apierrs.IsNotFound(err) {
			return nil
		}
		return fmt.Errorf("namespace %s is still there (%v): %+v", i.Namespace, err, namespace.Status.Conditions)
	})
}

// gateElsewhere has a gate in the hub's own namespace wait for a cluster of an installation, and tells its CustomRun.
func gateElsewhere(t *testing.T, i *test.Installation, cluster string) string {
	t.Helper()
	i.CreateLocalQueue(t, test.Namespace, i.Name)
	t.Cleanup(func() {
		_ = i.Kueue.KueueV1beta2().LocalQueues(test.Namespace).Delete(context.Background(), i.Name, metav1.DeleteOptions{})
	})
	runs := i.Tekton.TektonV1().PipelineRuns(test.Namespace)
	run, err := runs.Create(t.Context(), &pipelinev1.PipelineRun{
		ObjectMeta: metav1.ObjectMeta{GenerateName: "elsewhere-", Namespace: test.Namespace},
		Spec: pipelinev1.PipelineRunSpec{PipelineSpec: &pipelinev1.PipelineSpec{Tasks: []pipelinev1.PipelineTask{{
			Name:    "gate",
			TaskRef: &pipelinev1.TaskRef{APIVersion: fournos.AdmissionAPIVersion, Kind: fournos.AdmissionKind},
			Params: pipelinev1.Params{
				stringParam(fournos.ParamQueue, i.Name), stringParam(fournos.ParamCluster, cluster), stringParam(fournos.ParamExclusive, "true"),
			},
		}}}},
	}, metav1.CreateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = runs.Delete(context.Background(), run.Name, metav1.DeleteOptions{}) })
	gate := run.Name + "-gate"
	test.Eventually(t, func(ctx context.Context) error {
		// That it has a Workload is all there is to see: Kueue says nothing to who asks for the same as another in line.
		_, err := i.Kueue.KueueV1beta2().Workloads(test.Namespace).Get(ctx, gate, metav1.GetOptions{})
		return err
	})
	return gate
}
