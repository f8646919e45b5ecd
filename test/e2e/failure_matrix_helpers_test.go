//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"testing"

	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	corev1 "k8s.io/api/core/v1"
	apierrs "k8s.io/apimachinery/pkg/api/errors"
	apimeta "k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"
	kueuev1beta2 "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	"fournos.dev/fournos/pkg/apis/fournos"
	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/test"
)

// pipelineOf makes a Pipeline of one task, and of a finally task, for a test alone.
func pipelineOf(t *testing.T, c *test.Clients, change func(*pipelinev1.PipelineTask)) string {
	t.Helper()
	pipelines := c.Tekton.TektonV1().Pipelines(test.Namespace)
	full, err := pipelines.Get(t.Context(), "fournos-full", metav1.GetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	task := func(name, script string) pipelinev1.PipelineTask {
		return pipelinev1.PipelineTask{Name: name, TaskSpec: &pipelinev1.EmbeddedTask{TaskSpec: pipelinev1.TaskSpec{
			Steps: []pipelinev1.Step{{Name: name, Image: test.Shell, ImagePullPolicy: corev1.PullIfNotPresent, Script: "#!/bin/sh\n" + script}},
		}}}
	}
	work := task("work", "true")
	change(&work)
	if work.TaskSpec.Steps[0].Command != nil {
		work.TaskSpec.Steps[0].Script = ""
	}
	pipeline, err := pipelines.Create(t.Context(), &pipelinev1.Pipeline{
		ObjectMeta: metav1.ObjectMeta{
			GenerateName: "mishap-", Namespace: test.Namespace,
			Annotations: map[string]string{fournos.ResolveImageAnnotationKey: full.Annotations[fournos.ResolveImageAnnotationKey]},
		},
		Spec: pipelinev1.PipelineSpec{
			Params: pipelinev1.ParamSpecs{
				{Name: "fjob-name", Type: pipelinev1.ParamTypeString},
				{Name: "fournos-workload-namespace", Type: pipelinev1.ParamTypeString},
				{Name: "kubeconfig-secret", Type: pipelinev1.ParamTypeString},
			},
			Workspaces: []pipelinev1.PipelineWorkspaceDeclaration{{Name: "artifacts"}},
			Tasks:      []pipelinev1.PipelineTask{work},
			Finally:    []pipelinev1.PipelineTask{task("clean-up", "true")},
		},
	}, metav1.CreateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pipelines.Delete(context.Background(), pipeline.Name, metav1.DeleteOptions{}) })
	return pipeline.Name
}

// gpus are all that there are of some types.
var gpus = map[string]int64{"h100": 8, "h200": 8, "l40s": 4}

func holderOf(gpuType string) string { return "holder-of-" + gpuType }

// waitFor has the job ask for a GPU of a type that somebody else has all of, until they are given back by giveGPUs.
func waitFor(gpuType string) func(*testing.T, *test.Clients, *fournosv1.FournosJobSpec) {
	return func(t *testing.T, c *test.Clients, spec *fournosv1.FournosJobSpec) {
		t.Helper()
		workloads := c.Kueue.KueueV1beta2().Workloads(test.Namespace)
		name := holderOf(gpuType)
		holder := &kueuev1beta2.Workload{
			ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: test.Namespace},
			Spec: kueuev1beta2.WorkloadSpec{
				QueueName: "fournos-queue",
				PodSets: []kueuev1beta2.PodSet{{Name: "main", Count: 1, Template: corev1.PodTemplateSpec{Spec: corev1.PodSpec{
					RestartPolicy: corev1.RestartPolicyNever,
					Containers: []corev1.Container{{Name: "main", Image: "none", Resources: corev1.ResourceRequirements{Requests: corev1.ResourceList{
						fournos.ClusterSlotResource:                   *resource.NewQuantity(1, resource.DecimalSI),
						corev1.ResourceName("fournos/gpu-" + gpuType): *resource.NewQuantity(gpus[gpuType], resource.DecimalSI),
					}}}},
				}}}},
			},
		}
		t.Cleanup(func() { _ = workloads.Delete(context.Background(), name, metav1.DeleteOptions{}) })
		test.Eventually(t, func(ctx context.Context) error {
			_, err := workloads.Create(ctx, holder, metav1.CreateOptions{})
			return err // One of a former run may be on its way out.
		})
		test.Eventually(t, func(ctx context.Context) error {
			now, err := workloads.Get(ctx, name, metav1.GetOptions{})
			if err == nil && !apimeta.IsStatusConditionTrue(now.Status.Conditions, kueuev1beta2.WorkloadAdmitted) {
				err = fmt.Errorf("Workload %s is not admitted", name)
			}
			return err
		})
		spec.Hardware = &fournosv1.Hardware{GPUType: gpuType, GPUCount: 1}
	}
}

// giveGPUs has the holder give back what a job waits for.
func giveGPUs(t *testing.T, c *test.Clients, job *fournosv1.FournosJob) {
	t.Helper()
	deleteWorkload(t, c, holderOf(job.Spec.Hardware.GPUType))
}

// waitingWorkload waits until a job waits in Kueue's queue, and says so.
func waitingWorkload(t *testing.T, c *test.Clients, job *fournosv1.FournosJob) types.UID {
	t.Helper()
	c.UntilPhase(t, job.Name, fournosv1.PhasePending)
	var uid types.UID
	test.Eventually(t, func(ctx context.Context) error {
		workload, err := c.Kueue.KueueV1beta2().Workloads(test.Namespace).Get(ctx, job.Name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		reserved := apimeta.FindStatusCondition(workload.Status.Conditions, kueuev1beta2.WorkloadQuotaReserved)
		if reserved == nil || reserved.Status != metav1.ConditionFalse {
			return fmt.Errorf("Kueue has not said that Workload %s waits: %v", job.Name, reserved)
		}
		uid = workload.UID
		return nil
	})
	return uid
}

func deleteWorkload(t *testing.T, c *test.Clients, name string) {
	t.Helper()
	err := c.Kueue.KueueV1beta2().Workloads(test.Namespace).Delete(t.Context(), name, metav1.DeleteOptions{})
	if err != nil && !apierrs.IsNotFound(err) {
		t.Fatal(err)
	}
}

// mishapVaultEntry makes a vault entry for a test alone, and returns the name that jobs have for it.
func mishapVaultEntry(t *testing.T, c *test.Clients) fournosv1.SecretRef {
	t.Helper()
	secrets := c.Kube.CoreV1().Secrets(test.SecretsNamespace)
	secret, err := secrets.Create(t.Context(), &corev1.Secret{
		ObjectMeta: metav1.ObjectMeta{GenerateName: "vault-mishap-", Namespace: test.SecretsNamespace, Labels: map[string]string{fournos.VaultEntryLabelKey: "true"}},
		StringData: map[string]string{"token": "nothing"},
	}, metav1.CreateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = secrets.Delete(context.Background(), secret.Name, metav1.DeleteOptions{}) })
	return fournosv1.SecretRef(secret.Name[len("vault-"):])
}

// podOnLostNode gives a job a Pod on a node that has no kubelet, and never will.
func podOnLostNode(t *testing.T, c *test.Clients, job *fournosv1.FournosJob) (node string) {
	t.Helper()
	node = job.Name
	nodes, pods := c.Kube.CoreV1().Nodes(), c.Kube.CoreV1().Pods(test.Namespace)
	if _, err := nodes.Create(t.Context(), &corev1.Node{
		ObjectMeta: metav1.ObjectMeta{Name: node}, Spec: corev1.NodeSpec{Unschedulable: true},
	}, metav1.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = nodes.Delete(context.Background(), node, metav1.DeleteOptions{}) })
	pod := job.Name + "-on-lost-node"
	if _, err := pods.Create(t.Context(), &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{Name: pod, Namespace: test.Namespace, Labels: map[string]string{fournos.JobNameLabelKey: job.Name}},
		Spec: corev1.PodSpec{
			NodeName: node, RestartPolicy: corev1.RestartPolicyNever, AutomountServiceAccountToken: ptr.To(false),
			Containers: []corev1.Container{{Name: "main", Image: test.Shell}},
		},
	}, metav1.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = pods.Delete(context.Background(), pod, metav1.DeleteOptions{GracePeriodSeconds: ptr.To[int64](0)})
	})
	return node
}

// namesOf are the names of a list's items.
func namesOf(list runtime.Object) []string {
	var names []string
	_ = apimeta.EachListItem(list, func(object runtime.Object) error {
		accessor, err := apimeta.Accessor(object)
		if err == nil {
			names = append(names, accessor.GetName())
		}
		return err
	})
	return names
}
