package resources

import (
	"fmt"
	"strconv"

	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"fournos.dev/fournos/pkg/apis/fournos"
	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/pkg/reconciler/fournosjob/resources/names"
)

// AdmissionRun makes the PipelineRun whose one task waits until Kueue gives the job a cluster. It binds no workspace, so
// that a job that waits holds neither volume nor Pod.
func AdmissionRun(job *fournosv1.FournosJob, attempt int32) *pipelinev1.PipelineRun {
	forever := &metav1.Duration{}
	return &pipelinev1.PipelineRun{
		ObjectMeta: objectMeta(job, names.AdmissionRun(job, attempt)),
		Spec: pipelinev1.PipelineRunSpec{
			// Without tasks: 0 Tekton gives the task an hour, whatever pipeline says.
			Timeouts: &pipelinev1.TimeoutFields{Pipeline: forever, Tasks: forever},
			PipelineSpec: &pipelinev1.PipelineSpec{
				Tasks: []pipelinev1.PipelineTask{{
					Name: names.AdmissionTask,
					// A waiting custom task shows these two alone on its PipelineRun's page.
					DisplayName: "Wait for " + asked(job),
					Description: fmt.Sprintf("FournosJob %s asks Kueue for %s.", job.Name, asked(job)),
					TaskRef: &pipelinev1.TaskRef{
						APIVersion: fournos.AdmissionAPIVersion,
						Kind:       fournos.AdmissionKind,
					},
					Params: admissionParams(job),
				}},
			},
		},
	}
}

func admissionParams(job *fournosv1.FournosJob) pipelinev1.Params {
	var params pipelinev1.Params
	add := func(name, value string) {
		if value != "" {
			params = append(params, stringParam(name, value))
		}
	}
	add(fournos.ParamCluster, job.Spec.Cluster)
	if hw := job.Spec.Hardware; hw != nil {
		add(fournos.ParamGPUType, hw.GPUType)
		add(fournos.ParamGPUCount, strconv.Itoa(int(hw.GPUCount)))
	}
	add(fournos.ParamExclusive, strconv.FormatBool(job.Spec.TakesWholeCluster()))
	add(fournos.ParamPriority, job.Spec.Priority)
	return params
}

// asked says for people what a job asks Kueue for.
func asked(job *fournosv1.FournosJob) string {
	what := "a share of any cluster"
	switch {
	case job.Spec.Cluster != "" && job.Spec.TakesWholeCluster():
		what = "exclusive access to " + job.Spec.Cluster
	case job.Spec.Cluster != "":
		what = "a share of " + job.Spec.Cluster
	}
	if hw := job.Spec.Hardware; hw != nil {
		what += fmt.Sprintf(" with %d × %s", hw.GPUCount, hw.GPUType)
	}
	return what
}

func stringParam(name, value string) pipelinev1.Param {
	return pipelinev1.Param{Name: name, Value: *pipelinev1.NewStructuredValues(value)}
}
