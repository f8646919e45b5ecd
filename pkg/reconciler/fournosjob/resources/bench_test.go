package resources

import (
	"fmt"
	"testing"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
)

// BenchmarkBuild is what is built for each job.
func BenchmarkBuild(b *testing.B) {
	job := &fournosv1.FournosJob{
		ObjectMeta: metav1.ObjectMeta{Namespace: "ns", Name: "bake", UID: "1"},
		Spec:       fournosv1.FournosJobSpec{Cluster: "oslo", Hardware: &fournosv1.Hardware{GPUType: "a100", GPUCount: 2}},
	}
	job.SetDefaults(b.Context())
	s := defaults(b)
	var vault []VaultCopy
	for i := range 10 {
		vault = append(vault, VaultCopy{Ref: fournosv1.SecretRef(fmt.Sprintf("entry-%d", i)), Keys: []string{"token", "user"}})
	}
	template := &batchv1.Job{}
	template.Spec.Template.Spec.Containers = []corev1.Container{{Name: "resolve"}}
	for _, bench := range []struct {
		name  string
		build func()
	}{
		{"ResolveJob", func() { ResolveJob(job, template, "image", s) }},
		{"AdmissionRun", func() { AdmissionRun(job, 1) }},
		{"PipelineRun", func() { PipelineRun(job, 1, vault, s) }},
	} {
		b.Run(bench.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				bench.build()
			}
		})
	}
}
