package resources

import (
	"errors"
	"fmt"
	"maps"
	"os"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/yaml"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/pkg/reconciler/fournosjob/resources/names"
	"fournos.dev/fournos/pkg/settings"
)

// Variables that tell an engine which job it works for. The Pipeline gets the same as params.
const (
	EnvJobName           = "FJOB_NAME"
	EnvWorkloadNamespace = "FOURNOS_WORKLOAD_NAMESPACE"
)

// LoadResolveJobTemplate reads the Job from which resolve Jobs are made. The error names the file and what is wrong.
func LoadResolveJobTemplate(path string) (*batchv1.Job, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("reading the resolve Job's template: %w", err)
	}
	template := &batchv1.Job{}
	if err := yaml.UnmarshalStrict(raw, template); err != nil {
		return nil, fmt.Errorf("resolve Job's template %s is no Job: %w", path, err)
	}
	if err := checkTemplate(template); err != nil {
		return nil, fmt.Errorf("resolve Job's template %s: %w", path, err)
	}
	return template, nil
}

// checkTemplate refuses what the API server would refuse of every Job that is made from the template.
func checkTemplate(template *batchv1.Job) error {
	if gvk := template.GroupVersionKind(); gvk != batchv1.SchemeGroupVersion.WithKind("Job") {
		return fmt.Errorf("apiVersion %q and kind %q; want batch/v1 and Job", template.APIVersion, template.Kind)
	}
	pod := template.Spec.Template.Spec
	if len(pod.Containers) == 0 {
		return errors.New("spec.template.spec.containers is empty; its first container gets the Pipeline's resolve image")
	}
	if pod.RestartPolicy != corev1.RestartPolicyNever && pod.RestartPolicy != corev1.RestartPolicyOnFailure {
		return errors.New("spec.template.spec.restartPolicy must be Never or OnFailure")
	}
	return nil
}

// ResolveJob makes the Job that fills the job's hardware and secretRefs. The first container of the template runs the
// engine's image.
func ResolveJob(job *fournosv1.FournosJob, template *batchv1.Job, image string, s *settings.Settings) *batchv1.Job {
	resolve := template.DeepCopy()
	meta := objectMeta(job, names.ResolveJob(job))
	meta.Annotations = maps.Clone(template.Annotations)
	meta.Labels = merged(template.Labels, meta.Labels)
	resolve.ObjectMeta = meta
	resolve.Spec.ActiveDeadlineSeconds = ptr.To(s.ResolveDeadlineSec)

	pod := &resolve.Spec.Template
	pod.Labels = merged(pod.Labels, Labels(job))
	container := &pod.Spec.Containers[0]
	container.Image = image
	container.Env = append(container.Env,
		corev1.EnvVar{Name: EnvJobName, Value: job.Name},
		corev1.EnvVar{Name: EnvWorkloadNamespace, Value: job.Namespace})
	return resolve
}

func merged(base, over map[string]string) map[string]string {
	all := maps.Clone(base)
	if all == nil {
		all = map[string]string{}
	}
	maps.Copy(all, over)
	return all
}
