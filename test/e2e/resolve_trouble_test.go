//go:build e2e

package e2e

import (
	"context"
	"strings"
	"testing"

	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/uuid"

	"fournos.dev/fournos/pkg/apis/fournos"
	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/test"
)

// TestResolvePodsThatCannotStart says why, while it lasts: no longer than that.
func TestResolvePodsThatCannotStart(t *testing.T) {
	t.Parallel()
	reference := func(name string) corev1.LocalObjectReference { return corev1.LocalObjectReference{Name: name} }
	for _, tc := range []struct {
		name, message string
		change        func(*corev1.PodSpec)
	}{{
		"unschedulable", `Unschedulable: 0/\d+ nodes are available`,
		func(pod *corev1.PodSpec) { pod.NodeSelector = map[string]string{"fournos.dev/nowhere": "true"} },
	}, {
		"too big", `Unschedulable: 0/\d+ nodes are available: .*Insufficient memory`,
		func(pod *corev1.PodSpec) {
			pod.Containers[0].Resources.Requests = corev1.ResourceList{corev1.ResourceMemory: resource.MustParse("1000Ti")}
		},
	}, {
		"no ConfigMap", `CreateContainerConfigError: configmap "no-such-config" not found`,
		func(pod *corev1.PodSpec) {
			pod.Containers[0].EnvFrom = []corev1.EnvFromSource{{ConfigMapRef: &corev1.ConfigMapEnvSource{LocalObjectReference: reference("no-such-config")}}}
		},
	}, {
		// Only an event tells of a volume.
		"no Secret for a volume", `FailedMount: .*secret "no-such-secret" not found`,
		func(pod *corev1.PodSpec) { mount(pod, secretVolume("no-such-secret")) },
	}, {
		"no ConfigMap for a volume", `FailedMount: .*configmap "no-such-config" not found`,
		func(pod *corev1.PodSpec) {
			mount(pod, corev1.VolumeSource{ConfigMap: &corev1.ConfigMapVolumeSource{LocalObjectReference: reference("no-such-config")}})
		},
	}} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			r := premade(t, onHub(t), tc.change, "true")
			expectShown(t, r.c, r.job, `^Pod \S+ of Job `+r.made+` cannot start: .*`+tc.message)
			terminated(t, r.c, r.job)
			if _, err := r.c.Kube.BatchV1().Jobs(test.Namespace).Get(t.Context(), r.made, metav1.GetOptions{}); err != nil {
				t.Errorf("the Job that somebody else made is gone with the job: %v", err)
			}
		})
	}
}

// TestResolvePodThatGetsItsSecret waits for a Secret that somebody makes while the Pod waits for it.
func TestResolvePodThatGetsItsSecret(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, message string
		change        func(pod *corev1.PodSpec, secret string)
	}{{
		"in its environment", "CreateContainerConfigError: ",
		func(pod *corev1.PodSpec, secret string) {
			pod.Containers[0].EnvFrom = []corev1.EnvFromSource{{SecretRef: &corev1.SecretEnvSource{LocalObjectReference: corev1.LocalObjectReference{Name: secret}}}}
		},
	}, {
		"in a volume", "FailedMount: .*",
		func(pod *corev1.PodSpec, secret string) { mount(pod, secretVolume(secret)) },
	}} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			secret := "late-" + string(uuid.NewUUID())[:8]
			r := premade(t, onHub(t), func(pod *corev1.PodSpec) { tc.change(pod, secret) }, "true")
			expectShown(t, r.c, r.job, `cannot start: `+tc.message+`secret "`+secret+`" not found`)
			secrets := r.c.Kube.CoreV1().Secrets(test.Namespace)
			_, err := secrets.Create(t.Context(), &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: secret}}, metav1.CreateOptions{})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = secrets.Delete(context.Background(), secret, metav1.DeleteOptions{}) })
			expectOver(t, r, secret)
		})
	}
}

// TestResolvePodsThatAreForbidden has Kubernetes refuse the Pods of resolve Jobs, of which only events tell.
func TestResolvePodsThatAreForbidden(t *testing.T) {
	t.Parallel()
	t.Run("by the namespace's standard", func(t *testing.T) {
		t.Parallel()
		r := premade(t, onHub(t), func(pod *corev1.PodSpec) { pod.HostNetwork = true }, "true")
		expectShown(t, r.c, r.job, `^Job `+r.made+` cannot make its Pod: FailedCreate: .*violates PodSecurity`)
		terminated(t, r.c, r.job)
	})
	t.Run("until they have an account", func(t *testing.T) {
		t.Parallel()
		account := "late-" + string(uuid.NewUUID())[:8]
		r := premade(t, onHub(t), func(pod *corev1.PodSpec) { pod.ServiceAccountName = account }, "true")
		expectShown(t, r.c, r.job, `^Job `+r.made+` cannot make its Pod: FailedCreate: .*`+account)
		accounts := r.c.Kube.CoreV1().ServiceAccounts(test.Namespace)
		_, err := accounts.Create(t.Context(), &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Name: account}}, metav1.CreateOptions{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = accounts.Delete(context.Background(), account, metav1.DeleteOptions{}) })
		expectOver(t, r, account)
	})
}

// expectOver follows a job whose resolve Pod can start now to its end. No message after that tells of the trouble.
func expectOver(t *testing.T, r resolver, trouble string) {
	t.Helper()
	history := r.c.UntilPhase(t, r.job, fournosv1.PhaseSucceeded)
	for _, step := range history.Steps {
		if step.Phase != fournosv1.PhaseResolving && strings.Contains(step.Message, trouble) {
			t.Errorf("while %s the message is %q, want nothing of a trouble that is over", step.Phase, step.Message)
		}
	}
}

func secretVolume(secret string) corev1.VolumeSource {
	return corev1.VolumeSource{Secret: &corev1.SecretVolumeSource{SecretName: secret}}
}

func mount(pod *corev1.PodSpec, source corev1.VolumeSource) {
	pod.Volumes = []corev1.Volume{{Name: "config", VolumeSource: source}}
	pod.Containers[0].VolumeMounts = []corev1.VolumeMount{{Name: "config", MountPath: "/config"}}
}

// TestRunPodThatGetsItsSecret has a task of a run mount a Secret that somebody makes while its Pod waits for it.
func TestRunPodThatGetsItsSecret(t *testing.T) {
	t.Parallel()
	c := test.NewClients(t)
	secret := "late-" + string(uuid.NewUUID())[:8]
	spec := onHub(t)
	spec.Pipeline = mounting(t, c, secret)
	job := c.Create(t, "mounts", spec)
	c.UntilMessage(t, job.Name, "PipelineRun "+job.Name+" runs on the hub; Pod "+job.Name+"-run-pod cannot start: FailedMount: ", `secret "`+secret+`" not found`)
	secrets := c.Kube.CoreV1().Secrets(test.Namespace)
	if _, err := secrets.Create(t.Context(), &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: secret}}, metav1.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = secrets.Delete(context.Background(), secret, metav1.DeleteOptions{}) })
	c.UntilPhase(t, job.Name, fournosv1.PhaseSucceeded)
}

// mounting makes a Pipeline whose one task, named run, mounts a Secret.
func mounting(t *testing.T, c *test.Clients, secret string) string {
	t.Helper()
	pipelines := c.Tekton.TektonV1().Pipelines(c.Namespace)
	full, err := pipelines.Get(t.Context(), "fournos-full", metav1.GetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	pipeline, err := pipelines.Create(t.Context(), &pipelinev1.Pipeline{
		ObjectMeta: metav1.ObjectMeta{
			GenerateName: "mounting-", Namespace: c.Namespace,
			Annotations: map[string]string{fournos.ResolveImageAnnotationKey: full.Annotations[fournos.ResolveImageAnnotationKey]},
		},
		Spec: pipelinev1.PipelineSpec{
			Tasks: []pipelinev1.PipelineTask{{Name: "run", TaskSpec: &pipelinev1.EmbeddedTask{TaskSpec: pipelinev1.TaskSpec{
				Volumes: []corev1.Volume{{Name: "late", VolumeSource: secretVolume(secret)}},
				Steps: []pipelinev1.Step{{
					Name: "run", Image: test.Shell, ImagePullPolicy: corev1.PullIfNotPresent, Script: "#!/bin/sh\n",
					VolumeMounts: []corev1.VolumeMount{{Name: "late", MountPath: "/late"}},
				}},
			}}}},
			Workspaces: []pipelinev1.PipelineWorkspaceDeclaration{{Name: "artifacts"}},
		},
	}, metav1.CreateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pipelines.Delete(context.Background(), pipeline.Name, metav1.DeleteOptions{}) })
	return pipeline.Name
}
