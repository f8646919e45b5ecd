//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"testing"

	corev1 "k8s.io/api/core/v1"
	apierrs "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"fournos.dev/fournos/pkg/apis/fournos"
	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/pkg/pods"
	"fournos.dev/fournos/test"
)

// TestDeletionOfRunningJob deletes a job whose Pod takes its time to end: all that is the job's goes, and the cluster is
// not given to the next job before the Pod has ended.
func TestDeletionOfRunningJob(t *testing.T) {
	t.Parallel()
	c := test.NewClients(t)
	spec := fournosv1.FournosJobSpec{Cluster: "cluster-1", ExecutionEngine: test.Engine(t, map[string]any{"sleep": "10m"})}
	job := c.Create(t, "deleted", spec)
	c.UntilPhase(t, job.Name, fournosv1.PhaseRunning)
	listOptions := metav1.ListOptions{LabelSelector: fournos.JobNameLabelKey + "=" + job.Name}
	test.Eventually(t, func(ctx context.Context) error {
		list, err := c.Kube.CoreV1().Pods(test.Namespace).List(ctx, listOptions)
		if err != nil {
			return err
		}
		for i := range list.Items {
			if pod := &list.Items[i]; pod.Labels["tekton.dev/pipelineTask"] == "run" && pod.Status.Phase == corev1.PodRunning {
				return nil
			}
		}
		return fmt.Errorf("no Pod of task run of job %s is running", job.Name)
	})

	if err := c.Fournos.FournosV1().FournosJobs(test.Namespace).Delete(t.Context(), job.Name, metav1.DeleteOptions{}); err != nil {
		t.Fatal(err)
	}
	test.Eventually(t, func(ctx context.Context) error {
		_, err := c.Kueue.KueueV1beta2().Workloads(test.Namespace).Get(ctx, job.Name, metav1.GetOptions{})
		if !apierrs.IsNotFound(err) {
			return fmt.Errorf("Workload %s is still there (%v)", job.Name, err)
		}
		list, err := c.Kube.CoreV1().Pods(test.Namespace).List(ctx, listOptions)
		if err != nil {
			return err
		}
		for i := range list.Items {
			if pod := &list.Items[i]; pods.IsUnfinished(pod) {
				t.Fatalf("the Workload of job %s is gone, and its Pod %s has not ended", job.Name, pod.Name)
			}
		}
		return nil
	})
	test.Eventually(t, func(ctx context.Context) error {
		for _, name := range []string{job.Name, job.Name + "-admission"} {
			if _, err := c.Tekton.TektonV1().PipelineRuns(test.Namespace).Get(ctx, name, metav1.GetOptions{}); !apierrs.IsNotFound(err) {
				return fmt.Errorf("PipelineRun %s is still there (%v)", name, err)
			}
		}
		if _, err := c.Kube.BatchV1().Jobs(test.Namespace).Get(ctx, job.Name+"-resolve", metav1.GetOptions{}); !apierrs.IsNotFound(err) {
			return fmt.Errorf("Job %s-resolve is still there (%v)", job.Name, err)
		}
		if _, err := c.Kube.CoreV1().Secrets(test.Namespace).Get(ctx, job.Name+"-kubeconfig", metav1.GetOptions{}); !apierrs.IsNotFound(err) {
			return fmt.Errorf("Secret %s-kubeconfig is still there (%v)", job.Name, err)
		}
		claims, err := c.Kube.CoreV1().PersistentVolumeClaims(test.Namespace).List(ctx, listOptions)
		if err != nil || len(claims.Items) > 0 {
			return fmt.Errorf("%d PersistentVolumeClaims are still there (%v)", len(claims.Items), err)
		}
		return nil
	})
}
