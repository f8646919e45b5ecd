package fournosjob

import (
	"context"
	"fmt"
	"strings"

	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	pipelinev1beta1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1beta1"
	corev1 "k8s.io/api/core/v1"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/pkg/reconciler/fournosjob/resources"
	"fournos.dev/fournos/pkg/reconciler/fournosjob/resources/names"
)

// launch copies what the run may read and begins the run of the job's own Pipeline.
func (r *Reconciler) launch(ctx context.Context, job *fournosv1.FournosJob) error {
	vault, err := r.copySecrets(ctx, job)
	if err != nil {
		return err
	}
	run, err := r.ensureRun(ctx, job, names.PipelineRun(job), func() *pipelinev1.PipelineRun {
		return resources.PipelineRun(job, vault, r.settings)
	})
	if err != nil {
		return err
	}
	r.running(job, run)
	return nil
}

func (r *Reconciler) running(job *fournosv1.FournosJob, run *pipelinev1.PipelineRun) {
	message := fmt.Sprintf("PipelineRun %s runs on %s", run.Name, job.Status.Cluster)
	if job.Spec.Clusterless {
		message = fmt.Sprintf("PipelineRun %s runs on the hub", run.Name)
	}
	job.Status.PipelineRun = run.Name
	job.Status.DashboardURL = r.runURL(run)
	job.Status.Attempts = 1
	job.Status.MarkStep(fournosv1.ConditionPipelineRunReady, corev1.ConditionTrue, "Created", message)
	job.Status.Enter(fournosv1.PhaseRunning, message)
}

// runURL is where the Tekton Dashboard shows a PipelineRun.
func (r *Reconciler) runURL(run *pipelinev1.PipelineRun) string {
	return r.dashboardURL(run.Namespace, "pipelineruns", run.Name)
}

// gateURL is where the Tekton Dashboard shows a gate's whole message. The page of its PipelineRun does not.
func (r *Reconciler) gateURL(gate *pipelinev1beta1.CustomRun) string {
	return r.dashboardURL(gate.Namespace, "customruns", gate.Name)
}

func (r *Reconciler) dashboardURL(namespace, kind, name string) string {
	if r.settings.TektonDashboardURL == "" {
		return ""
	}
	return fmt.Sprintf("%s/#/namespaces/%s/%s/%s", strings.TrimSuffix(r.settings.TektonDashboardURL, "/"), namespace, kind, name)
}
