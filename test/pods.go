package test

import (
	"context"
	"fmt"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
)

// Shell is an image with a shell, which the local hub brings along.
const Shell = "ko.local/busybox:1.36"

// TaskLog reads what the one step of a PipelineRun's task printed.
func (c *Clients) TaskLog(t testing.TB, run, task string) string {
	t.Helper()
	pods, err := c.Kube.CoreV1().Pods(c.Namespace).List(t.Context(), metav1.ListOptions{
		LabelSelector: "tekton.dev/pipelineRun=" + run + ",tekton.dev/pipelineTask=" + task,
	})
	if err != nil || len(pods.Items) != 1 {
		t.Fatalf("Pods of task %s of PipelineRun %s: %d, %v", task, run, len(pods.Items), err)
	}
	return c.log(t, &pods.Items[0], "step-"+task)
}

func (c *Clients) log(t testing.TB, pod *corev1.Pod, container string) string {
	t.Helper()
	log, err := c.Kube.CoreV1().Pods(pod.Namespace).GetLogs(pod.Name, &corev1.PodLogOptions{Container: container}).DoRaw(t.Context())
	if err != nil {
		t.Fatalf("log of Pod %s: %v", pod.Name, err)
	}
	return string(log)
}

// ListArtifacts lists the files in the volume that a PipelineRun left, one path a line.
func (c *Clients) ListArtifacts(t testing.TB, run string) string {
	t.Helper()
	claims, err := c.Kube.CoreV1().PersistentVolumeClaims(c.Namespace).List(t.Context(), metav1.ListOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range claims.Items {
		if owner := metav1.GetControllerOf(&claims.Items[i]); owner != nil && owner.Name == run {
			return c.listVolume(t, claims.Items[i].Name)
		}
	}
	t.Fatalf("PipelineRun %s left no PersistentVolumeClaim", run)
	return ""
}

func (c *Clients) listVolume(t testing.TB, claim string) string {
	t.Helper()
	pods := c.Kube.CoreV1().Pods(c.Namespace)
	pod, err := pods.Create(t.Context(), &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{GenerateName: "list-artifacts-", Namespace: c.Namespace},
		Spec: corev1.PodSpec{
			RestartPolicy:                corev1.RestartPolicyNever,
			AutomountServiceAccountToken: ptr.To(false),
			Containers: []corev1.Container{{
				Name: "list", Image: Shell, ImagePullPolicy: corev1.PullIfNotPresent,
				Command:      []string{"sh", "-c", "cd /artifacts && find . -type f"},
				VolumeMounts: []corev1.VolumeMount{{Name: "artifacts", MountPath: "/artifacts", ReadOnly: true}},
			}},
			Volumes: []corev1.Volume{{Name: "artifacts", VolumeSource: corev1.VolumeSource{
				PersistentVolumeClaim: &corev1.PersistentVolumeClaimVolumeSource{ClaimName: claim, ReadOnly: true},
			}}},
		},
	}, metav1.CreateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = pods.Delete(context.Background(), pod.Name, metav1.DeleteOptions{}) }()
	Eventually(t, func(ctx context.Context) error {
		now, err := pods.Get(ctx, pod.Name, metav1.GetOptions{})
		if err == nil && now.Status.Phase != corev1.PodSucceeded {
			err = fmt.Errorf("phase of Pod %s is %s", pod.Name, now.Status.Phase)
		}
		return err
	})
	return c.log(t, pod, "list")
}
