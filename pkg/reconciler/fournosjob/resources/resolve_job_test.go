package resources

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
)

const image = "engine.example/resolve@sha256:1"

func resolveTemplate(t *testing.T) *batchv1.Job {
	t.Helper()
	template, err := LoadResolveJobTemplate("testdata/resolve-job.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return template
}

func TestResolveJob(t *testing.T) {
	meta := of("bake-resolve")
	meta.Labels["team"] = "bakery"
	meta.Annotations = map[string]string{"note": "kept"}
	want := &batchv1.Job{
		TypeMeta:   metav1.TypeMeta{APIVersion: "batch/v1", Kind: "Job"},
		ObjectMeta: meta,
		Spec: batchv1.JobSpec{
			BackoffLimit:          ptr.To[int32](0),
			ActiveDeadlineSeconds: ptr.To[int64](300),
			Template: corev1.PodTemplateSpec{
				ObjectMeta: metav1.ObjectMeta{Labels: map[string]string{
					"app": "resolver", "app.kubernetes.io/managed-by": "fournos", "fournos.dev/job-name": "bake",
				}},
				Spec: corev1.PodSpec{
					ServiceAccountName: "fournos-resolver",
					RestartPolicy:      corev1.RestartPolicyNever,
					Containers: []corev1.Container{{
						Name: "resolve", Image: image,
						Env: []corev1.EnvVar{
							{Name: "FROM_TEMPLATE", Value: "kept"},
							{Name: "FJOB_NAME", Value: "bake"},
							{Name: "FOURNOS_WORKLOAD_NAMESPACE", Value: "psap-automation"},
						},
					}, {
						Name: "sidecar", Image: "kept",
					}},
				},
			},
		},
	}
	if diff := cmp.Diff(want, ResolveJob(bake(), resolveTemplate(t), image, defaults(t))); diff != "" {
		t.Errorf("ResolveJob (-want, +got):\n%s", diff)
	}
}

func TestResolveJobKeepsTheTemplate(t *testing.T) {
	template := resolveTemplate(t)
	s := defaults(t)
	s.ResolveDeadlineSec = 7
	first := ResolveJob(bake(), template, image, s)
	first.Spec.Template.Labels["app"], first.Labels["team"], first.Annotations["note"] = "changed", "changed", "changed"
	if diff := cmp.Diff(resolveTemplate(t), template); diff != "" {
		t.Errorf("ResolveJob changed the template (-before, +after):\n%s", diff)
	}
	if got := *first.Spec.ActiveDeadlineSeconds; got != 7 {
		t.Errorf("activeDeadlineSeconds = %d, want that of the settings, 7", got)
	}
	bare := &batchv1.Job{Spec: batchv1.JobSpec{Template: corev1.PodTemplateSpec{Spec: corev1.PodSpec{Containers: []corev1.Container{{Name: "resolve"}}}}}}
	got := ResolveJob(bake(), bare, image, s)
	if diff := cmp.Diff(of("").Labels, got.Spec.Template.Labels); diff != "" {
		t.Errorf("Labels of the Pods of a template without labels (-want, +got):\n%s", diff)
	}
}

func TestLoadResolveJobTemplateRefuses(t *testing.T) {
	const isJob = "apiVersion: batch/v1\nkind: Job\n"
	for name, test := range map[string]struct{ content, want string }{
		"what is no YAML":             {"{", "is no Job"},
		"an unknown field":            {isJob + "spec: {templte: {}}", `unknown field "templte"`},
		"a wrong type":                {isJob + "spec: {backoffLimit: none}", "is no Job"},
		"an empty file":               {"", "want batch/v1 and Job"},
		"a Job without container":     {isJob + "spec: {template: {spec: {restartPolicy: Never, initContainers: [{name: a}]}}}", "spec.template.spec.containers is empty; its first container gets the Pipeline's resolve image"},
		"what the API server refuses": {isJob + "spec: {template: {spec: {containers: [{name: a}]}}}", "spec.template.spec.restartPolicy must be Never or OnFailure"},
		"a Pod":                       {"apiVersion: v1\nkind: Pod\nspec: {containers: [{name: a}]}", `unknown field "containers"`},
		"another kind with a template": {
			"apiVersion: apps/v1\nkind: Deployment\nspec: {template: {spec: {restartPolicy: Never, containers: [{name: a}]}}}",
			"apiVersion \"apps/v1\" and kind \"Deployment\"; want batch/v1 and Job",
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "job.yaml")
			if err := os.WriteFile(path, []byte(test.content), 0o600); err != nil {
				t.Fatal(err)
			}
			template, err := LoadResolveJobTemplate(path)
			if err == nil || template != nil {
				t.Fatalf("LoadResolveJobTemplate = %v, %v; want an error alone", template, err)
			}
			for _, part := range []string{path, test.want} {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("Error %q does not contain %q", err, part)
				}
			}
		})
	}
	missing := filepath.Join(t.TempDir(), "missing.yaml")
	if _, err := LoadResolveJobTemplate(missing); err == nil || !strings.Contains(err.Error(), missing) {
		t.Errorf("Error for a file that is missing = %v, want one that names it", err)
	}
}
