//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	apierrs "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	kueuev1beta2 "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	"fournos.dev/fournos/pkg/apis/fournos"
	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/test"
)

// otherSettings are none of the defaults. The namespaces are other than the defaults in any further installation.
var otherSettings = map[string]string{
	"FOURNOS_TEKTON_DASHBOARD_URL":      "https://dashboard.example/tekton",
	"FOURNOS_KUBECONFIG_SECRET_PATTERN": "{cluster}.kubeconfig",
	"FOURNOS_VAULT_SECRET_PATTERN":      "entry-{entry}",
	"FOURNOS_KUEUE_LOCAL_QUEUE_NAME":    "ovens",
	"FOURNOS_GPU_RESOURCE_PREFIX":       "example.com/gpu-",
	"FOURNOS_LOG_LEVEL":                 "ERROR",
	"FOURNOS_GC_INTERVAL_SEC":           "3",
	"FOURNOS_RESOLVE_DEADLINE_SEC":      "25",
	"FOURNOS_RESOLVE_JOB_TEMPLATE":      "/etc/fournos/resolve-job/other.yaml",
	"FOURNOS_ARTIFACT_PVC_SIZE":         "123Mi",
	"FOURNOS_PIPELINE_TIMEOUT":          "2h3m0s",
	"FOURNOS_PIPELINE_TASKS_TIMEOUT":    "1h2m0s",
	"FOURNOS_PIPELINE_FINALLY_TIMEOUT":  "31m0s",
}

// TestSettings has an installation with settings of its own, shows that each takes effect, and that none takes a value
// that cannot work.
func TestSettings(t *testing.T) {
	t.Parallel()
	i := test.Install(t, test.WithSettings(otherSettings), test.WithResolveJob("other.yaml", func(job *batchv1.Job) {
		job.Annotations = map[string]string{"example.com/template": "other"}
	}))
	t.Run("take effect", func(t *testing.T) {
		t.Run("on a job", func(t *testing.T) { t.Parallel(); expectSettingsOfJob(t, i) })
		t.Run("on a resolve Job that takes too long", func(t *testing.T) { t.Parallel(); expectResolveDeadline(t, i) })
		t.Run("on what outlived its job", func(t *testing.T) { t.Parallel(); expectCollected(t, i) })
	})
	t.Run("take effect on the log", func(t *testing.T) { expectLogLevel(t, i) })
	t.Run("are refused", func(t *testing.T) { expectSettingsRefused(t, i) })
}

// expectSettingsOfJob takes a job as far as its run, and looks at all that was made for it.
func expectSettingsOfJob(t *testing.T, i *test.Installation) {
	job := i.Create(t, "set", fournosv1.FournosJobSpec{
		Cluster: i.Clusters[0], Hardware: &fournosv1.Hardware{GPUType: "a100", GPUCount: 2}, SecretRefs: []fournosv1.SecretRef{"demo-token"},
		ExecutionEngine: test.Engine(t, map[string]any{"sleep": "10m"}),
	})
	job = i.UntilPhase(t, job.Name, fournosv1.PhaseRunning).Job
	if want := otherSettings["FOURNOS_TEKTON_DASHBOARD_URL"] + "/#/namespaces/" + i.Namespace + "/pipelineruns/" + job.Name; job.Status.DashboardURL != want {
		t.Errorf("status.dashboardURL = %q, want %q", job.Status.DashboardURL, want)
	}
	// Their sources have the names that the patterns make.
	for _, secret := range []string{job.Name + "-kubeconfig", job.Name + "-demo-token"} {
		if _, err := i.Kube.CoreV1().Secrets(i.Namespace).Get(t.Context(), secret, metav1.GetOptions{}); err != nil {
			t.Error(err)
		}
	}
	workload, err := i.Kueue.KueueV1beta2().Workloads(i.Namespace).Get(t.Context(), job.Name, metav1.GetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	asked := workload.Spec.PodSets[0].Template.Spec.Containers[0].Resources.Requests
	if gpus := asked["example.com/gpu-a100"]; gpus.CmpInt64(2) != 0 || workload.Spec.QueueName != "ovens" {
		t.Errorf("Workload %s asks LocalQueue %s for %v", workload.Name, workload.Spec.QueueName, asked)
	}
	run, err := i.Tekton.TektonV1().PipelineRuns(i.Namespace).Get(t.Context(), job.Name, metav1.GetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	timeouts := run.Spec.Timeouts
	if timeouts == nil || timeouts.Pipeline.Duration != 123*time.Minute || timeouts.Tasks.Duration != 62*time.Minute || timeouts.Finally.Duration != 31*time.Minute {
		t.Errorf("PipelineRun %s has timeouts %+v", run.Name, timeouts)
	}
	test.Eventually(t, func(ctx context.Context) error { // Tekton makes it once it has seen the PipelineRun.
		claims, err := i.Kube.CoreV1().PersistentVolumeClaims(i.Namespace).List(ctx, metav1.ListOptions{LabelSelector: fournos.JobNameLabelKey + "=" + job.Name})
		if err != nil || len(claims.Items) != 1 {
			return fmt.Errorf("%d PersistentVolumeClaims (%v), want one", len(claims.Items), err)
		}
		if size := claims.Items[0].Spec.Resources.Requests[corev1.ResourceStorage]; size.String() != "123Mi" {
			t.Errorf("PersistentVolumeClaim %s asks for %s", claims.Items[0].Name, &size)
		}
		return nil
	})
	resolve, err := i.Kube.BatchV1().Jobs(i.Namespace).Get(t.Context(), job.Name+"-resolve", metav1.GetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if deadline := resolve.Spec.ActiveDeadlineSeconds; deadline == nil || *deadline != 25 || resolve.Annotations["example.com/template"] != "other" {
		t.Errorf("Job %s has deadline %v and annotations %v", resolve.Name, deadline, resolve.Annotations)
	}
	i.Patch(t, job.Name, terminate)
	i.UntilPhase(t, job.Name, fournosv1.PhaseStopped)
}

// expectResolveDeadline has a resolve Job whose Pod never starts: it fails in time, and its message still tells why.
func expectResolveDeadline(t *testing.T, i *test.Installation) {
	spec := onHub(t)
	spec.Pipeline = pipelineWith(t, i.Clients, "ko.local/no-such-engine:1.0")
	began := time.Now()
	job := i.Create(t, "slow", spec)
	status := i.UntilPhase(t, job.Name, fournosv1.PhaseFailed).Job.Status
	for _, part := range []string{"Resolution failed: Job was active longer than specified deadline (Pod ", "cannot start: ", "no-such-engine"} {
		if !strings.Contains(status.Message, part) {
			t.Errorf("status.message = %q, want %q in it", status.Message, part)
		}
	}
	if took := status.CompletionTime.Sub(status.StartTime.Time); took < 24*time.Second {
		t.Errorf("failed after %v, want 25s (%v since its creation)", took, time.Since(began))
	}
}

// expectCollected makes a Workload and a PipelineRun as if for a job that is gone.
func expectCollected(t *testing.T, i *test.Installation) {
	const job = "long-gone"
	labels := map[string]string{fournos.ManagedByLabelKey: fournos.ManagedByLabelValue, fournos.JobNameLabelKey: job}
	orphan := orphanRun(i.Namespace, labels)
	if _, err := i.Tekton.TektonV1().PipelineRuns(i.Namespace).Create(t.Context(), orphan, metav1.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
	workload := orphanWorkload(i.Namespace, labels)
	if _, err := i.Kueue.KueueV1beta2().Workloads(i.Namespace).Create(t.Context(), workload, metav1.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
	test.Eventually(t, func(ctx context.Context) error {
		_, runErr := i.Tekton.TektonV1().PipelineRuns(i.Namespace).Get(ctx, orphan.Name, metav1.GetOptions{})
		_, workloadErr := i.Kueue.KueueV1beta2().Workloads(i.Namespace).Get(ctx, workload.Name, metav1.GetOptions{})
		if !apierrs.IsNotFound(runErr) || !apierrs.IsNotFound(workloadErr) {
			return fmt.Errorf("PipelineRun %s (%v) or Workload %s (%v) outlives its job", orphan.Name, runErr, workload.Name, workloadErr)
		}
		return nil
	})
}

func orphanRun(namespace string, labels map[string]string) *pipelinev1.PipelineRun {
	return &pipelinev1.PipelineRun{
		ObjectMeta: metav1.ObjectMeta{Name: "orphan", Namespace: namespace, Labels: labels},
		Spec: pipelinev1.PipelineRunSpec{PipelineSpec: &pipelinev1.PipelineSpec{Tasks: []pipelinev1.PipelineTask{{
			Name: "any", TaskSpec: &pipelinev1.EmbeddedTask{TaskSpec: pipelinev1.TaskSpec{Steps: []pipelinev1.Step{{
				Name: "any", Image: test.Shell, ImagePullPolicy: corev1.PullIfNotPresent, Script: "#!/bin/sh\n",
			}}}},
		}}}},
	}
}

func orphanWorkload(namespace string, labels map[string]string) *kueuev1beta2.Workload {
	pod := corev1.PodTemplateSpec{Spec: corev1.PodSpec{
		RestartPolicy: corev1.RestartPolicyNever,
		Containers:    []corev1.Container{{Name: "any", Image: test.Shell}},
	}}
	return &kueuev1beta2.Workload{
		ObjectMeta: metav1.ObjectMeta{Name: "orphan", Namespace: namespace, Labels: labels},
		Spec:       kueuev1beta2.WorkloadSpec{QueueName: "nowhere", PodSets: []kueuev1beta2.PodSet{{Name: "launcher", Count: 1, Template: pod}}},
	}
}

// expectSettingsRefused restarts the programs with settings that cannot work: they say which, and those that ran work on.
func expectSettingsRefused(t *testing.T, i *test.Installation) {
	for _, tc := range []struct {
		variable, value, message string
		deployments              []string
	}{
		{"FOURNOS_GC_INTERVAL_SEC", "0", `FOURNOS_GC_INTERVAL_SEC must be a number of seconds above 0, got "0"`, []string{test.ControllerDeployment, test.QuotaDeployment}},
		{"FOURNOS_PIPELINE_TIMEOUT", "soon", "FOURNOS_PIPELINE_TIMEOUT", []string{test.ControllerDeployment, test.QuotaDeployment}},
		{"FOURNOS_RESOLVE_JOB_TEMPLATE", "/nowhere/job.yaml", "FOURNOS_RESOLVE_JOB_TEMPLATE: reading the resolve Job's template: open /nowhere/job.yaml", []string{test.ControllerDeployment}},
	} {
		i.Set(t, map[string]string{tc.variable: tc.value})
		for _, deployment := range tc.deployments {
			test.Eventually(t, func(ctx context.Context) error {
				all, err := i.Pods(ctx, deployment)
				if err != nil {
					return err
				}
				for n := range all {
					log, err := i.Kube.CoreV1().Pods(i.SystemNamespace).GetLogs(all[n].Name, &corev1.PodLogOptions{}).DoRaw(ctx)
					if err == nil && strings.Contains(string(log), tc.message) {
						return nil
					}
				}
				return fmt.Errorf("no Pod of %s says %q", deployment, tc.message)
			})
			test.Eventually(t, func(ctx context.Context) error {
				d, err := i.Kube.AppsV1().Deployments(i.SystemNamespace).Get(ctx, deployment, metav1.GetOptions{})
				if err == nil && d.Status.AvailableReplicas != 1 {
					err = fmt.Errorf("with a bad %s, %d Pods of %s work, want the one from before", tc.variable, d.Status.AvailableReplicas, deployment)
				}
				return err
			})
		}
		i.Set(t, map[string]string{tc.variable: otherSettings[tc.variable]})
	}
	i.AwaitRollout(t, test.ControllerDeployment)
	i.AwaitRollout(t, test.QuotaDeployment)
}

// expectLogLevel finds nothing in the log that is less than an error, and more once the level is lower.
func expectLogLevel(t *testing.T, i *test.Installation) {
	const line = "Reconcile succeeded"
	if log, err := controllerLog(t.Context(), i); err != nil || strings.Contains(log, line) {
		t.Errorf("at level ERROR the controller logs %q (%v)", line, err)
	}
	i.Set(t, map[string]string{"FOURNOS_LOG_LEVEL": "INFO"})
	i.AwaitRollout(t, test.ControllerDeployment)
	job := i.Create(t, "logged", fournosv1.FournosJobSpec{})
	i.UntilPhase(t, job.Name, fournosv1.PhaseFailed)
	test.Eventually(t, func(ctx context.Context) error {
		log, err := controllerLog(ctx, i)
		if err == nil && !strings.Contains(log, line) {
			err = fmt.Errorf("at level INFO the controller does not log %q", line)
		}
		return err
	})
}

// controllerLog is what the Pods of an installation's controller have logged.
func controllerLog(ctx context.Context, i *test.Installation) (string, error) {
	pods, err := i.Pods(ctx, test.ControllerDeployment)
	if err != nil {
		return "", err
	}
	var all strings.Builder
	for n := range pods {
		log, err := i.Kube.CoreV1().Pods(i.SystemNamespace).GetLogs(pods[n].Name, &corev1.PodLogOptions{}).DoRaw(ctx)
		if err != nil {
			return "", err
		}
		all.Write(log)
	}
	return all.String(), nil
}
