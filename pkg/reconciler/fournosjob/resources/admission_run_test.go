package resources

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"knative.dev/pkg/apis"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
)

// param is written out, not built as the code does.
func param(name, value string) pipelinev1.Param {
	return pipelinev1.Param{Name: name, Value: pipelinev1.ParamValue{Type: pipelinev1.ParamTypeString, StringVal: value}}
}

func TestAdmissionRun(t *testing.T) {
	for _, test := range []struct {
		name   string
		job    *fournosv1.FournosJob
		asked  string
		params pipelinev1.Params
	}{
		{"exclusive", bake(), "exclusive access to oslo", pipelinev1.Params{param("cluster", "oslo"), param("exclusive", "true")}},
		{
			"exclusive by default", bake(func(j *fournosv1.FournosJob) { j.Spec.Exclusive = nil }), "exclusive access to oslo",
			pipelinev1.Params{param("cluster", "oslo"), param("exclusive", "true")},
		},
		{"lock", bake(lock), "exclusive access to oslo", pipelinev1.Params{param("cluster", "oslo"), param("exclusive", "true")}},
		{"lock that is not exclusive", bake(lock, shared), "exclusive access to oslo", pipelinev1.Params{param("cluster", "oslo"), param("exclusive", "true")}},
		{"shared, pinned", bake(shared), "a share of oslo", pipelinev1.Params{param("cluster", "oslo"), param("exclusive", "false")}},
		{"shared, pinned, with hardware and priority", bake(shared, a100, urgent), "a share of oslo with 4 × a100", pipelinev1.Params{
			param("cluster", "oslo"), param("gpu-type", "a100"), param("gpu-count", "4"), param("exclusive", "false"), param("priority", "high"),
		}},
		{"exclusive, with hardware", bake(a100), "exclusive access to oslo with 4 × a100", pipelinev1.Params{
			param("cluster", "oslo"), param("gpu-type", "a100"), param("gpu-count", "4"), param("exclusive", "true"),
		}},
		{"hardware only", bake(anywhere, a100), "a share of any cluster with 4 × a100", pipelinev1.Params{
			param("gpu-type", "a100"), param("gpu-count", "4"), param("exclusive", "false"),
		}},
		{"anything", bake(anywhere), "a share of any cluster", pipelinev1.Params{param("exclusive", "false")}},
	} {
		t.Run(test.name, func(t *testing.T) {
			want := &pipelinev1.PipelineRun{
				ObjectMeta: of("bake-admission"),
				Spec: pipelinev1.PipelineRunSpec{
					Timeouts: &pipelinev1.TimeoutFields{Pipeline: &metav1.Duration{}, Tasks: &metav1.Duration{}},
					PipelineSpec: &pipelinev1.PipelineSpec{Tasks: []pipelinev1.PipelineTask{{
						Name:        "gate",
						DisplayName: "Wait for " + test.asked,
						Description: "FournosJob bake asks Kueue for " + test.asked + ".",
						TaskRef:     &pipelinev1.TaskRef{APIVersion: "fournos.dev/v1", Kind: "KueueAdmission"},
						Params:      test.params,
					}}},
				},
			}
			got := AdmissionRun(test.job, 1)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("AdmissionRun (-want, +got):\n%s", diff)
			}
			mustPassTekton(t, got)
		})
	}
}

// Without this, Tekton would give the gate an hour.
func TestAdmissionRunWaitsForever(t *testing.T) {
	run := AdmissionRun(bake(), 1)
	run.SetDefaults(context.Background())
	if got := run.PipelineTimeout(context.Background()); got != 0 {
		t.Errorf("The timeout of the whole is %v, want none", got)
	}
	if got := run.TasksTimeout(); got == nil || got.Duration != 0 {
		t.Errorf("The timeout of the tasks is %v, want none", got)
	}
}

// mustPassTekton lets Tekton's webhook have its say.
func mustPassTekton(t *testing.T, run *pipelinev1.PipelineRun) {
	t.Helper()
	run = run.DeepCopy()
	ctx := apis.WithinCreate(context.Background())
	run.SetDefaults(ctx)
	if err := run.Validate(ctx); err != nil {
		t.Errorf("Tekton refuses PipelineRun %s: %v", run.Name, err)
	}
}
