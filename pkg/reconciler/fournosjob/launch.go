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
	attempt := nextAttempt(job)
	if err := r.confirm(ctx, job); err != nil {
		return err
	}
	// The cache may still have the cluster that somebody else has by now.
	taken, err := r.takenBackLive(ctx, job)
	if err != nil {
		return err
	}
	if taken != nil {
		// An earlier pass may have made the run and not have come to say so. Then it is stopped like any other.
		run, err := r.liveRun(ctx, job, latestRun(job))
		switch {
		case err != nil:
			return err
		case run == nil:
			return r.giveBack(job, taken)
		}
		r.running(job, attempt, run)
		return nil
	}
	vault, err := r.copySecrets(ctx, job)
	if err != nil {
		return err
	}
	run, err := r.ensureRun(ctx, job, names.PipelineRun(job, attempt), func() (*pipelinev1.PipelineRun, error) {
		return resources.PipelineRun(job, attempt, vault, r.settings), nil
	})
	if err != nil {
		return err
	}
	r.running(job, attempt, run)
	return nil
}

func (r *Reconciler) running(job *fournosv1.FournosJob, attempt int32, run *pipelinev1.PipelineRun) {
	message := runsOn(job, run.Name)
	job.Status.PipelineRun = run.Name
	job.Status.DashboardURL = r.runURL(run)
	job.Status.Attempts = attempt
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
